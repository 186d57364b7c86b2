#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// Cells, as long as nothing is to be told apart.
#pragma include block.inc

void main()
{
    vec2 step = fwidth(cell);
    fragment = vec4(lined(step, awayFromLine(step)), colour.a);
}
