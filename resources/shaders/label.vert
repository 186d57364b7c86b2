#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// Labels: upright rectangles cut from one atlas, of a fixed size on the screen and on whole pixels.
in vec3 vertexPosition;  // xz of the corner, -1 .. 1
in vec4 instancePlace;   // xyz anchor, w = 1: pixels from the lower right corner
in vec4 instanceQuat;    // left, top, right, bottom in the atlas, 0 .. 1
in vec4 instanceHalf;    // size, and offset of the centre from the anchor (y up), pixels
in vec4 instanceColour;  // w = opacity

uniform mat4 viewProjectionMatrix;
uniform vec3 viewport;

out vec2 place;
flat out float opacity;

void main()
{
    vec2 pixels = 2.0 / viewport.xy;
    vec4 anchor = instancePlace.w > 0.5
        ? vec4(vec2(1.0, -1.0) + instancePlace.xy * viewport.z * pixels, 0.0, 1.0)
        : viewProjectionMatrix * vec4(instancePlace.xyz, 1.0);
    vec2 corner = vertexPosition.xz;
    vec2 size = instanceHalf.xy * viewport.z;
    if (anchor.w < 0.05) {
        gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
    } else {
        vec2 centre = anchor.xy / anchor.w / pixels + instanceHalf.zw * viewport.z;
        vec2 lowerLeft = floor(centre - size * 0.5 + viewport.xy * 0.5) - viewport.xy * 0.5;
        gl_Position = vec4((lowerLeft + (corner * 0.5 + 0.5) * size) * pixels, 0.0, 1.0);
    }
    place = vec2(mix(instanceQuat.x, instanceQuat.z, corner.x * 0.5 + 0.5),
                 mix(instanceQuat.w, instanceQuat.y, corner.y * 0.5 + 0.5));
    opacity = instanceColour.w;
}
