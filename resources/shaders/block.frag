#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// A fine dark line where one cell ends, which fades before it would flicker; a wider one in colour round what
// was recorded, and nothing else of what is not seen in the game.
in vec4 colour;
in vec2 cell;
flat in vec2 marks; // how strong the line round an edit that is marked; 1 = an outline only
out vec4 fragment;

uniform vec3 editColour;

void main()
{
    vec2 step = fwidth(cell); // cells a pixel
    vec2 away = abs(fract(cell + 0.5) - 0.5) / max(step, 1.0e-5);
    vec2 line = clamp(1.25 - away, 0.0, 1.0) * clamp(1.4 - 8.0 * step, 0.0, 1.0);
    float edge = max(line.x, line.y);
    // Without branches, as software rendering works out all of them anyway.
    float wide = clamp(2.25 - min(away.x, away.y), 0.0, 1.0) * clamp(1.4 - 2.0 * max(step.x, step.y), 0.25, 1.0);
    fragment = vec4(mix(colour.rgb * (1.0 - 0.2 * edge), editColour, marks.x * wide),
                    mix(colour.a, 0.05 + 0.75 * wide, marks.y));
}
