#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// A fine dark line where one cell ends, which fades before it would flicker; a wider one in colour round what
// was recorded, and nothing else of what is not seen in the game.
in vec4 colour;
in vec2 cell;
flat in int kind;
out vec4 fragment;

uniform vec3 editColour;

void main()
{
    vec2 step = fwidth(cell); // cells a pixel
    vec2 away = abs(fract(cell + 0.5) - 0.5) / max(step, 1.0e-5);
    vec2 line = clamp(1.25 - away, 0.0, 1.0) * clamp(1.4 - 8.0 * step, 0.0, 1.0);
    float edge = max(line.x, line.y);
    fragment = vec4(colour.rgb * (1.0 - 0.2 * edge), colour.a);
    if (kind != 0) {
        vec2 near = clamp(2.25 - away, 0.0, 1.0);
        float wide = max(near.x, near.y) * clamp(1.4 - 2.0 * max(step.x, step.y), 0.25, 1.0);
        if ((kind & 1) != 0)
            fragment.rgb = mix(fragment.rgb, editColour, 0.9 * wide);
        if ((kind & 2) != 0)
            fragment.a = 0.05 + 0.75 * wide;
    }
}
