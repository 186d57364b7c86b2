#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// Walls and water one looks through; the fourth part of a vertex's colour is how dense it is.
in vec3 vertexPosition;
in vec4 vertexColour;

uniform mat4 modelViewProjection;
uniform vec3 fogColour;
uniform vec3 fogRange; // where it starts, its growth by the metre, its density

out vec4 colour;

void main()
{
    gl_Position = modelViewProjection * vec4(vertexPosition, 1.0);
    float fog = fogRange.z * clamp((gl_Position.w - fogRange.x) * fogRange.y, 0.0, 1.0);
    colour = vec4(mix(vertexColour.rgb, fogColour, fog), vertexColour.a);
}
