// A test card: bars of color, a ramp of gray, a grid and rings.
void mainImage(out vec4 fragColor, in vec2 fragCoord) {
    vec2 uv = fragCoord / iResolution.xy;
    float bar = floor(uv.x * 8.0);
    vec3 color = vec3(mod(floor(bar / 2.0) + 1.0, 2.0), mod(floor(bar / 4.0) + 1.0, 2.0), mod(bar + 1.0, 2.0)) * 0.85;
    if (uv.y < 0.25) color = vec3(uv.x);
    if (uv.y < 0.12) color = vec3(floor(uv.x * 12.0) / 11.0);
    vec2 p = (uv - vec2(0.5, 0.6)) * vec2(iResolution.x / iResolution.y, 1.0);
    float r = length(p);
    if (r < 0.28) {
        color = vec3(0.5 + 0.5 * cos(r * r * 900.0));
    }
    vec2 grid = abs(fract(fragCoord / 30.0) - 0.5);
    if (uv.y > 0.25 && r > 0.28 && max(grid.x, grid.y) > 0.48) color = vec3(1.0);
    fragColor = vec4(color, 1.0);
}
