#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// One rectangle over the whole picture.
in vec3 vertexPosition; // xz of the corner, -1 .. 1

out vec2 place;

void main()
{
    gl_Position = vec4(vertexPosition.xz, 0.0, 1.0);
    place = vec2(0.5, -0.5) * vertexPosition.xz + 0.5; // the image begins at its top
}
