#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// Instanced meshes: a unit mesh scaled to the actor's box, turned by its quaternion, placed by the floating origin.
in vec3 vertexPosition;
in vec3 vertexNormal;
in float vertexZone;
in vec4 instancePlace;  // xyz metres from the origin, w smallest size on the screen in pixels
in vec4 instanceQuat;   // xyzw
in vec4 instanceHalf;   // xyz half extents in metres, w state of a lamp
in vec4 instanceColour;

uniform mat4 viewProjectionMatrix;
uniform mat4 projectionMatrix;
uniform vec3 fogRange;  // where it starts, its growth by the metre, its density
uniform vec3 viewport;  // width and height in device pixels, device pixels per logical one

out vec3 normal;
flat out float zone;
flat out float lamp;
flat out float fog;     // of the whole instance
flat out vec4 colour;

vec3 turn(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }

void main()
{
    // What would be a speck is drawn a little larger, so that it stays visible from afar.
    mat4 m = viewProjectionMatrix;
    float depth = dot(vec4(m[0].w, m[1].w, m[2].w, m[3].w), vec4(instancePlace.xyz, 1.0));
    float pixelsPerMetre = projectionMatrix[1][1] * viewport.y * 0.5 / max(depth, 0.01);
    float size = 2.0 * max(max(instanceHalf.x, instanceHalf.z), 0.001) * pixelsPerMetre;
    float grow = max(1.0, instancePlace.w * viewport.z / size);

    vec3 half3 = instanceHalf.xyz * grow;
    vec3 local = vertexPosition * half3;
    local.y += (grow - 1.0) * instanceHalf.y;
    gl_Position = viewProjectionMatrix * vec4(instancePlace.xyz + turn(instanceQuat, local), 1.0);
    normal = turn(instanceQuat, vertexNormal / max(half3, vec3(0.0001)) * half3.x); // normalised per pixel
    zone = vertexZone;
    lamp = instanceHalf.w;
    // Half as much as what stands round them: actors are what one looks for.
    fog = 0.5 * fogRange.z * clamp((depth - fogRange.x) * fogRange.y, 0.0, 1.0);
    colour = instanceColour;
}
