#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// A see-through shell round a body: like solid.vert, seen from the eye.
in vec3 vertexPosition;
in vec3 vertexNormal;
in float vertexZone;
in vec4 instancePlace;
in vec4 instanceQuat;
in vec4 instanceHalf;
in vec4 instanceColour;

uniform mat4 viewMatrix;
uniform mat4 projectionMatrix;

out vec3 normal;
out vec3 toEye;
flat out vec4 colour;

vec3 turn(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }

void main()
{
    vec4 seen = viewMatrix * vec4(instancePlace.xyz + turn(instanceQuat, vertexPosition * instanceHalf.xyz), 1.0);
    gl_Position = projectionMatrix * seen;
    vec3 out3 = vertexNormal / max(instanceHalf.xyz, vec3(0.0001)) * instanceHalf.x;
    normal = mat3(viewMatrix) * turn(instanceQuat, out3);
    toEye = projectionMatrix[3][3] > 0.5 ? vec3(0.0, 0.0, 1.0) : -seen.xyz;
    colour = instanceColour;
}
