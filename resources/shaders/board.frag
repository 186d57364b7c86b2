#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
in vec2 place;

uniform sampler2D board; // premultiplied

out vec4 fragment;

void main()
{
    vec4 texel = texture(board, place);
    if (texel.a < 0.002)
        discard;
    fragment = texel;
}
