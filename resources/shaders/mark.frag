#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
in vec2 place;
flat in float inner;
flat in vec4 colour;

uniform vec3 viewport;

out vec4 fragment;

void main()
{
    float r = length(place);
    if (r > 1.0)
        discard;
    float alpha;
    if (inner == 0.0) {
        alpha = 1.0 - smoothstep(0.35, 1.0, r);
    } else {
        // A ring is equally thick on the screen all round, whatever the slant.
        float pixel = length(vec2(dFdx(r), dFdy(r)));
        float thick = abs(inner) * viewport.z;
        alpha = smoothstep(1.0 - (thick + 1.0) * pixel, 1.0 - thick * pixel, r) * (1.0 - smoothstep(1.0 - pixel, 1.0, r));
        // A shield: filled, denser toward its rim.
        if (inner < 0.0)
            alpha = max(alpha, 0.16 + 0.26 * r * r);
    }
    fragment = vec4(colour.rgb, colour.a * alpha);
}
