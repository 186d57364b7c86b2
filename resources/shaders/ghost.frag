#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// An actor of another recording: see-through and of one colour, without the parts that make a body real.
in vec3 normal;
flat in float zone;
flat in vec4 colour;

uniform float lightGround; // 1 on the light ground, 0 on the dark one

out vec4 fragment;

void main()
{
    vec3 n = normalize(normal);
    float shade = mix(0.78, 0.88, lightGround) + 0.22 * n.y;
    vec3 base = zone > 0.5 ? colour.rgb * 0.55 : colour.rgb;
    if (zone > 8.5 && zone < 9.5)
        base = mix(vec3(1.0), colour.rgb, 0.3); // where it looks
    fragment = vec4(min(base * shade, vec3(1.0)), colour.a);
}
