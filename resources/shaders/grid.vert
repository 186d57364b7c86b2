#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// The ground grid: one unit grid, scaled to its spacing; y holds how strong a line is.
in vec3 vertexPosition;

uniform mat4 modelViewProjection;

out vec2 place;
flat out float strength;

void main()
{
    gl_Position = modelViewProjection * vec4(vertexPosition.x, 0.0, vertexPosition.z, 1.0);
    gl_Position.z += 3.0e-5 * gl_Position.w; // roads lie on it
    place = vertexPosition.xz;
    strength = vertexPosition.y;
}
