#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// The background: behind everything, its colour goes by the direction one looks in. Worked out at the corners of a
// coarse lattice, because a full window of pixels is what software rendering can afford least.
in vec3 vertexPosition;

uniform mat4 viewMatrix;
uniform mat4 projectionMatrix;
uniform vec3 skyTop;
uniform vec3 skyBottom;
uniform vec3 groundColour;

out vec3 colour;

void main()
{
    gl_Position = vec4(vertexPosition.xz, 1.0, 1.0);
    vec3 eye = vec3(vertexPosition.x / projectionMatrix[0][0], vertexPosition.z / projectionMatrix[1][1], -1.0);
    float up = normalize(transpose(mat3(viewMatrix)) * eye).y;
    vec3 above = mix(skyBottom, skyTop, smoothstep(0.0, 0.5, up));
    vec3 below = mix(skyBottom, groundColour, smoothstep(0.0, 0.22, -up));
    bool flatView = projectionMatrix[3][3] > 0.5;
    colour = flatView ? groundColour : (up > 0.0 ? above : below);
}
