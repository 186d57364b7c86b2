#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// Cells; a wider line in colour round what was recorded, and nothing else of what is not seen in the game.
#pragma include block.inc
flat in vec2 marks; // how strong the line round an edit that is marked; 1 = an outline only

uniform vec3 editColour;

void main()
{
    vec2 step = fwidth(cell);
    vec2 away = awayFromLine(step);
    // Without branches, as software rendering works out all of them anyway.
    float wide = clamp(2.25 - min(away.x, away.y), 0.0, 1.0) * clamp(1.4 - 2.0 * max(step.x, step.y), 0.25, 1.0);
    fragment = vec4(mix(lined(step, away), editColour, marks.x * wide), mix(colour.a, 0.05 + 0.75 * wide, marks.y));
}
