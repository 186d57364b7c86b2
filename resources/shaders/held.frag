#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// An actor whose state is only the last known one: see-through and hatched, never mistaken for a record.
in vec3 normal;
flat in float zone;
flat in vec4 colour;

uniform vec3 viewport;

out vec4 fragment;

void main()
{
    vec3 n = normalize(normal);
    float shade = 0.75 + 0.20 * n.y;
    float stripe = mod(gl_FragCoord.x + gl_FragCoord.y, 8.0 * viewport.z);
    float alpha = stripe < 3.0 * viewport.z ? 0.85 : 0.22;
    vec3 base = zone > 0.5 && zone < 1.5 ? colour.rgb * 0.55 : colour.rgb;
    if (zone > 8.5 && zone < 9.5)
        base = vec3(1.0);
    fragment = vec4(base * shade, alpha * colour.a);
}
