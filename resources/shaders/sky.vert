#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// The background: behind everything, its colour goes by the direction one looks in.
in vec3 vertexPosition;

uniform mat4 viewMatrix;
uniform mat4 projectionMatrix;

out vec3 direction;
flat out float flatView;

void main()
{
    gl_Position = vec4(vertexPosition.xz, 1.0, 1.0);
    flatView = projectionMatrix[3][3];
    vec3 eye = vec3(vertexPosition.x / projectionMatrix[0][0], vertexPosition.z / projectionMatrix[1][1], -1.0);
    direction = transpose(mat3(viewMatrix)) * eye;
}
