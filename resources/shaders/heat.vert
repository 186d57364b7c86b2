#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// A heat map on the ground; the fourth part of a vertex's colour is how dense it is. It lies over all that is
// painted on the ground, which surface.vert lifts a little each.
in vec3 vertexPosition;
in vec4 vertexColour;

uniform mat4 modelViewProjection;

out vec4 colour;

void main()
{
    gl_Position = modelViewProjection * vec4(vertexPosition, 1.0);
    gl_Position.z -= 1.0e-4 * gl_Position.w;
    colour = vertexColour;
}
