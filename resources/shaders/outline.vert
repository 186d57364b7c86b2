#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// The selected actor's mesh, pushed outward on the screen by some pixels; its back faces make the outline.
// Of instanceHalf, w = how far, in pixels.
#pragma include instance.inc

flat out vec4 colour;

void main()
{
    vec4 centre = viewProjectionMatrix * vec4(instancePlace.xyz, 1.0);
    float pixelsPerMetre = projectionMatrix[1][1] * viewport.y * 0.5 / max(centre.w, 0.01);
    float size = 2.0 * max(max(instanceHalf.x, instanceHalf.z), 0.001) * pixelsPerMetre;
    float grow = max(1.0, instancePlace.w * viewport.z / size);
    vec3 half3 = instanceHalf.xyz * grow;
    // Equal metres on every side, whatever the proportions of the box.
    float rim = instanceHalf.w * viewport.z / max(pixelsPerMetre, 0.0001);
    vec3 local = vertexPosition * half3 + sign(vertexPosition) * min(abs(vertexPosition) * 4.0, vec3(1.0)) * rim;
    local.y += (grow - 1.0) * instanceHalf.y;
    gl_Position = viewProjectionMatrix * vec4(instancePlace.xyz + turn(instanceQuat, local), 1.0);
    // Behind the mesh itself, so that only its contour shows.
    float back = 3.0 * rim;
    bool flatView = projectionMatrix[3][3] > 0.5;
    float z = gl_Position.z - projectionMatrix[2][2] * back;
    gl_Position.z = flatView ? z : z / (gl_Position.w + back) * gl_Position.w;
    colour = instanceColour;
    if (isLeftOut(size * grow))
        gl_Position = outsideOfView;
}
