#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// Scenery: surfaces and lines with their colour per vertex. Its fourth part lifts markings off the road they lie on.
in vec3 vertexPosition;
in vec4 vertexColour; // rgb, w = layer

uniform mat4 modelViewProjection;
uniform vec3 fogColour;
uniform vec3 fogRange; // where it starts, its growth by the metre, its density

out vec3 colour;

void main()
{
    gl_Position = modelViewProjection * vec4(vertexPosition, 1.0);
    gl_Position.z -= vertexColour.w * 4.0e-6 * gl_Position.w;
    float fog = fogRange.z * clamp((gl_Position.w - fogRange.x) * fogRange.y, 0.0, 1.0);
    colour = mix(vertexColour.rgb, fogColour, fog);
}
