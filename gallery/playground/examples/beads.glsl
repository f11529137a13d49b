// Beads of many colors in rows.
void mainImage(out vec4 fragColor, in vec2 fragCoord) {
    float side = iResolution.y / 6.0;
    vec2 place = fragCoord / side;
    place.x += 0.5 * mod(floor(place.y), 2.0);
    vec2 cell = floor(place);
    vec2 p = 2.0 * fract(place) - 1.0;
    float hue = fract(sin(dot(cell, vec2(12.9, 78.2))) * 437.5);
    vec3 paint = 0.55 + 0.4 * cos(6.2831853 * (hue + vec3(0.0, 0.33, 0.67)));
    float r = length(p) / 0.86;
    float z = sqrt(max(1.0 - r * r, 0.0));
    vec3 normal = vec3(p / 0.86, z);
    float light = max(dot(normal, normalize(vec3(-0.5, 0.6, 0.7))), 0.0);
    float shine = pow(max(dot(normal, normalize(vec3(-0.25, 0.35, 0.9))), 0.0), 40.0);
    vec3 bead = paint * (0.25 + 0.8 * light) + shine * 0.7;
    fragColor = vec4(mix(vec3(0.11, 0.1, 0.14), bead, smoothstep(1.0, 0.97, r)), 1.0);
}
