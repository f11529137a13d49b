// Hills under an evening sky.
float hash(float n) { return fract(sin(n * 12.9898) * 43758.5453); }

float noise(float x) {
    float i = floor(x);
    float f = fract(x);
    return mix(hash(i), hash(i + 1.0), f * f * (3.0 - 2.0 * f));
}

float ridge(float x, float seed) {
    return 0.55 * noise(x + seed) + 0.3 * noise(2.3 * x + seed * 3.0) + 0.15 * noise(5.1 * x + seed * 7.0);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
    vec2 uv = fragCoord / iResolution.xy;
    vec3 color = mix(vec3(0.98, 0.72, 0.42), vec3(0.25, 0.38, 0.66), smoothstep(0.25, 1.0, uv.y));
    vec2 sun = (uv - vec2(0.68, 0.62)) * vec2(iResolution.x / iResolution.y, 1.0);
    color = mix(color, vec3(1.0, 0.93, 0.7), smoothstep(0.085, 0.08, length(sun)));
    color += 0.18 * exp(-6.0 * length(sun)) * vec3(1.0, 0.7, 0.4);
    for (int i = 0; i < 5; i++) {
        float depth = float(i) / 4.0;
        float height = 0.62 - 0.13 * float(i) + 0.22 * (ridge(uv.x * (2.0 + 1.6 * depth) + 9.0, 3.7 * float(i) + 1.0) - 0.5);
        vec3 hill = mix(vec3(0.5, 0.46, 0.62), vec3(0.07, 0.17, 0.15), depth);
        hill += 0.05 * noise(60.0 * uv.x + 40.0 * uv.y * depth) * (1.0 - depth);
        color = mix(color, hill, smoothstep(0.004, -0.004, uv.y - height));
    }
    fragColor = vec4(color, 1.0);
}
