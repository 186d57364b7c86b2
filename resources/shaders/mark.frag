#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
in vec2 place;
flat in float inner;
flat in float cased;
flat in vec4 colour;

uniform vec3 viewport;
uniform vec4 casing;

out vec4 fragment;

// A ring is equally thick on the screen all round, whatever the slant.
float ring(float r, float outer, float thick, float pixel)
{
    return smoothstep(outer - (thick + 1.0) * pixel, outer - thick * pixel, r) *
           (1.0 - smoothstep(outer - pixel, outer, r));
}

void main()
{
    float r = length(place);
    if (r > 1.0)
        discard;
    if (inner == 0.0) {
        fragment = vec4(colour.rgb, colour.a * (1.0 - smoothstep(0.35, 1.0, r)));
        return;
    }
    float pixel = length(vec2(dFdx(r), dFdy(r)));
    float thick = abs(inner) * viewport.z;
    float beside = abs(cased) * viewport.z;
    vec4 beneath = cased < 0.0 ? vec4(0.0, 0.0, 0.0, 1.0) : casing;
    float alpha = ring(r, 1.0 - beside * pixel, thick, pixel);
    // A shield: filled, denser toward its rim.
    if (inner < 0.0)
        alpha = max(alpha, 0.16 + 0.26 * r * r);
    float under = cased != 0.0 ? beneath.a * (1.0 - alpha) * ring(r, 1.0, thick + 2.0 * beside, pixel) : 0.0;
    float whole = alpha + under;
    fragment = vec4(mix(colour.rgb, beneath.rgb, under / max(whole, 0.001)), colour.a * whole);
}
