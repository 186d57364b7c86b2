#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// A fine dark line where one cell ends, which fades before it would flicker.
in vec4 colour;
in vec2 cell;
out vec4 fragment;

void main()
{
    vec2 step = fwidth(cell); // cells a pixel
    vec2 away = abs(fract(cell + 0.5) - 0.5) / max(step, 1.0e-5);
    vec2 line = clamp(1.25 - away, 0.0, 1.0) * clamp(1.4 - 8.0 * step, 0.0, 1.0);
    fragment = vec4(colour.rgb * (1.0 - 0.2 * max(line.x, line.y)), colour.a);
}
