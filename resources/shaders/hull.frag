#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// Clear in the middle, bright at its contour: a shape of its own, whatever the colours.
in vec3 normal;
in vec3 toEye;
flat in vec4 colour;

out vec4 fragment;

void main()
{
    float facing = abs(dot(normalize(normal), normalize(toEye)));
    float rim = 1.0 - facing;
    fragment = vec4(colour.rgb, colour.a * (0.05 + 0.75 * rim * rim * rim));
}
