#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// Merged faces of cells. Bytes arrive as 0 to 1.
in vec3 vertexPosition;
in vec4 vertexColour; // as lit; a = how dense
in vec4 vertexPlace;  // xy: in the quad, in cells; z: recorded cells lie over surroundings in the same plane

uniform mat4 modelViewProjection;

out vec4 colour;
out vec2 cell;

void main()
{
    gl_Position = modelViewProjection * vec4(vertexPosition, 1.0);
    gl_Position.z -= (5.0 + 2.0 * 255.0 * vertexPlace.z) * 4.0e-6 * gl_Position.w;
    colour = vertexColour;
    cell = vertexPlace.xy * 255.0;
}
