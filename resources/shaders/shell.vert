#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// Walls one looks through; the fourth part of a vertex's colour is how dense it is.
in vec3 vertexPosition;
in vec4 vertexColour;

uniform mat4 modelViewProjection;

out vec4 colour;

void main()
{
    gl_Position = modelViewProjection * vec4(vertexPosition, 1.0);
    colour = vertexColour;
}
