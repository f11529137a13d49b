// A flight through a tunnel of colored plates; the pointer steers.
#define TURN 6.2831853

vec3 palette(float t) {
    return 0.55 + 0.45 * cos(TURN * (t + vec3(0.0, 0.12, 0.28)));
}

float chance(vec2 cell) {
    return fract(sin(dot(cell, vec2(12.9, 78.2))) * 4375.5);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
    vec2 aim = (iMouse.xy / iResolution.xy - 0.5) * 0.8;
    vec2 p = (fragCoord - 0.5 * iResolution.xy) / iResolution.y - aim;
    float depth = 0.3 / max(length(p), 0.02);
    float angle = atan(p.y, p.x) / TURN + 0.06 * sin(depth + iTime);
    vec2 place = vec2(angle * 16.0, depth * 4.0 + iTime * 3.0);
    vec2 inside = fract(place) - 0.5;
    float lit = chance(mod(floor(place), vec2(16.0, 64.0)));
    float plate = smoothstep(0.48, 0.4, max(abs(inside.x), abs(inside.y)));
    vec3 color = palette(lit * 0.35 + depth * 0.08) * plate * (0.55 + 0.6 * lit);
    float fog = exp(-0.16 * depth);
    fragColor = vec4(mix(vec3(0.03, 0.03, 0.09), color, fog), 1.0);
}
