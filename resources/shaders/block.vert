#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// Merged faces of cells. Bytes arrive as 0 to 1.
in vec3 vertexPosition;
in vec4 vertexColour; // as lit; a = how dense
in vec4 vertexPlace;  // as in GridVertex: place in the quad, lift, bits

uniform mat4 modelViewProjection;
uniform vec3 fogColour;
uniform vec3 fogRange; // where it starts, its growth by the metre, its density

out vec4 colour;
out vec2 cell; // in the quad, in cells
flat out vec2 marks; // how strong the line round an edit that is marked; 1 = an outline only

void main()
{
    gl_Position = modelViewProjection * vec4(vertexPosition, 1.0);
    gl_Position.z -= (5.0 + 2.0 * 255.0 * vertexPlace.z) * 4.0e-6 * gl_Position.w;
    float fog = fogRange.z * clamp((gl_Position.w - fogRange.x) * fogRange.y, 0.0, 1.0);
    colour = vec4(mix(vertexColour.rgb, fogColour, fog), vertexColour.a);
    int bits = int(vertexPlace.w * 255.0 + 0.5);
    cell = (vertexPlace.xy * 255.0 + 256.0 * vec2(bits & 1, (bits >> 1) & 1)) / 16.0;
    marks = vec2((bits & 4) != 0 ? 0.9 : 0.0, (bits & 8) != 0 ? 1.0 : 0.0);
}
