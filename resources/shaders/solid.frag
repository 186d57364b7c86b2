#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// Flat, legible shading: the sun, light from the sky and from the ground, and a few fixed parts (glass, lamps, tyres).
in vec3 normal;
flat in float zone;
flat in float lamp;
flat in float fog;
flat in vec4 colour;

uniform vec3 toSun;
uniform vec3 sunLight;
uniform vec3 skyLight;
uniform vec3 groundLight;
uniform vec3 fogColour;

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
    vec3 shade = mix(groundLight, skyLight, 0.5 + 0.5 * n.y) + sunLight * max(dot(n, toSun), 0.0);
    vec3 base = colour.rgb;
    if (zone > 0.5) {
        int part = int(zone + 0.5);
        if (part == 1) {
            base = mix(vec3(0.05, 0.065, 0.09), base, 0.10);
        } else if (part == 2) {
            base = vec3(1.0, 0.97, 0.86);
            shade = vec3(1.0);
        } else if (part == 3) {
            // Brake lamps: 1 = lit, 4 = not; between the two where nobody recorded it.
            base = lamp < 0.5 ? vec3(0.80, 0.16, 0.15) : lamp < 1.5 ? vec3(1.0, 0.30, 0.24) : vec3(0.50, 0.10, 0.10);
            shade = vec3(1.0);
        } else if (part == 4) {
            base = vec3(0.13, 0.14, 0.16);
        } else if (part == 9) {
            // A visor: the brightest thing on a figure, so that one sees where it looks.
            base = mix(vec3(1.0), base, 0.08);
            shade = vec3(1.0);
        } else if (part == 10) {
            base = mix(vec3(0.72, 0.74, 0.77), base, 0.22);
        } else {
            // Lamps 5, 6, 7 = red, yellow, green; 8 shows whichever is lit, for a view from above.
            bool lit = part == 8 ? lamp > 0.5 && lamp < 3.5 : abs(lamp - float(part - 4)) < 0.5;
            base = lit ? lampColour(part == 8 ? lamp : float(part - 4)) : vec3(0.17, 0.18, 0.20);
            shade = lit ? vec3(1.0) : shade;
        }
    }
    fragment = vec4(mix(min(base * shade, vec3(1.0)), fogColour, fog), 1.0);
}
