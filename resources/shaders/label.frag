#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
in vec2 place;
flat in float opacity;

uniform sampler2D atlas;

out vec4 fragment;

void main()
{
    vec4 texel = texture(atlas, place);
    if (texel.a < 0.004)
        discard;
    fragment = vec4(texel.rgb, texel.a * opacity);
}
