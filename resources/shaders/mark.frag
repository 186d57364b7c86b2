#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
in vec2 place;
flat in float inner;
flat in vec4 colour;

out vec4 fragment;

void main()
{
    float r = length(place);
    if (r > 1.0)
        discard;
    float alpha;
    if (inner <= 0.0) {
        alpha = 1.0 - smoothstep(0.35, 1.0, r);
    } else {
        float edge = fwidth(r);
        alpha = smoothstep(inner - edge, inner + edge, r) * (1.0 - smoothstep(1.0 - 2.0 * edge, 1.0, r));
    }
    fragment = vec4(colour.rgb, colour.a * alpha);
}
