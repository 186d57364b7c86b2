#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// Flat marks at an actor: soft shadows and rings at its feet, shields before it.
in vec3 vertexPosition;
in vec4 instancePlace;  // xyz, w = smallest radius on the screen in pixels
in vec4 instanceQuat;
in vec4 instanceHalf;   // radii along x and z, y = thickness of a ring in pixels (0 = soft disc,
                        // negative = filled disc with a rim), w = casing on either side of a ring in pixels (negative = a black one)
in vec4 instanceColour;

uniform mat4 viewProjectionMatrix;
uniform mat4 projectionMatrix;
uniform vec3 viewport;

out vec2 place;
flat out float inner;
flat out float cased;
flat out vec4 colour;

vec3 turn(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }

void main()
{
    vec4 centre = viewProjectionMatrix * vec4(instancePlace.xyz, 1.0);
    float pixelsPerMetre = projectionMatrix[1][1] * viewport.y * 0.5 / max(centre.w, 0.01);
    float radius = max(max(instanceHalf.x, instanceHalf.z), 0.001) * pixelsPerMetre;
    float grow = max(1.0, instancePlace.w * viewport.z / radius);
    // The line itself stays where it is; its casing goes beyond it.
    grow += abs(instanceHalf.w) * viewport.z / radius;
    vec3 local = vec3(vertexPosition.x * instanceHalf.x, 0.0, vertexPosition.z * instanceHalf.z) * grow;
    gl_Position = viewProjectionMatrix * vec4(instancePlace.xyz + turn(instanceQuat, local), 1.0);
    gl_Position.z -= 6.0e-5 * gl_Position.w;
    place = vertexPosition.xz;
    inner = instanceHalf.y;
    cased = instanceHalf.w;
    colour = instanceColour;
}
