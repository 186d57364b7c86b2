#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// Flat, legible shading: one high light, soft sides, and a few fixed parts (glass, lamps, tyres).
in vec3 normal;
flat in float zone;
flat in float lamp;
flat in vec4 colour;

uniform float lightGround; // 1 on the light ground, 0 on the dark one

out vec4 fragment;

vec3 lampColour(float which)
{
    if (which < 1.5)
        return vec3(0.96, 0.27, 0.22);
    if (which < 2.5)
        return vec3(1.0, 0.78, 0.20);
    return vec3(0.20, 0.85, 0.52);
}

void main()
{
    vec3 n = normalize(normal);
    float key = max(dot(n, vec3(0.371, 0.836, 0.404)), 0.0);
    float shade = mix(0.56, 0.66, lightGround) + 0.34 * key + 0.10 * n.y;
    vec3 base = colour.rgb;
    if (zone > 0.5) {
        int part = int(zone + 0.5);
        if (part == 1) {
            base = mix(vec3(0.07, 0.09, 0.12), base, 0.16);
        } else if (part == 2) {
            base = vec3(1.0, 0.97, 0.86);
            shade = 1.0;
        } else if (part == 3) {
            base = vec3(0.80, 0.16, 0.15);
            shade = 1.0;
        } else if (part == 4) {
            base = vec3(0.13, 0.14, 0.16);
        } else if (part == 9) {
            // A visor: the brightest thing on a figure, so that one sees where it looks.
            base = mix(vec3(1.0), base, 0.08);
            shade = 1.0;
        } else {
            // Lamps 5, 6, 7 = red, yellow, green; 8 shows whichever is lit, for a view from above.
            bool lit = part == 8 ? lamp > 0.5 && lamp < 3.5 : abs(lamp - float(part - 4)) < 0.5;
            base = lit ? lampColour(part == 8 ? lamp : float(part - 4)) : vec3(0.17, 0.18, 0.20);
            shade = lit ? 1.0 : shade;
        }
    }
    fragment = vec4(min(base * shade, vec3(1.0)), 1.0);
}
