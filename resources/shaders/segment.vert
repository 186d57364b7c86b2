#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of any width, and ribbons of trails: each instance is one piece, widened on the screen.
in vec3 vertexPosition;  // x 0 or 1 along the piece, y -1 or 1 across it
in vec4 instancePlace;   // xyz start, w width in pixels
in vec4 instanceQuat;    // xyz end, w = 1: pixels from the lower right corner instead of metres
in vec4 instanceHalf;    // colour at the start
in vec4 instanceColour;  // colour at the end
// Of a ribbon: place.w = width at the start in metres; quat.w = minus that at the end, below zero; half = which way
// it runs at both ends, octahedral; it fades as it narrows.

uniform mat4 viewProjectionMatrix;
uniform mat4 projectionMatrix;
uniform vec3 viewport;

out vec4 colour;

const float leastRibbon = 1.5; // pixels
const float mostRibbon = 28.0; // right before the eye

vec3 unpacked(vec2 e)
{
    vec3 v = vec3(e, 1.0 - abs(e.x) - abs(e.y));
    if (v.z < 0.0)
        v.xy = (1.0 - abs(v.yx)) * vec2(v.x < 0.0 ? -1.0 : 1.0, v.y < 0.0 ? -1.0 : 1.0);
    return normalize(v);
}

void main()
{
    vec4 a;
    vec4 b;
    if (instanceQuat.w > 0.5) {
        vec2 scale = 2.0 * viewport.z / viewport.xy;
        a = vec4(vec2(1.0, -1.0) + instancePlace.xy * scale, 0.0, 1.0);
        b = vec4(vec2(1.0, -1.0) + instanceQuat.xy * scale, 0.0, 1.0);
    } else {
        a = viewProjectionMatrix * vec4(instancePlace.xyz, 1.0);
        b = viewProjectionMatrix * vec4(instanceQuat.xyz, 1.0);
    }
    // An end behind the eye is moved to just in front of it.
    const float near = 0.05;
    if (a.w < near && b.w > near)
        a = mix(a, b, (near - a.w) / (b.w - a.w));
    else if (b.w < near && a.w > near)
        b = mix(b, a, (near - b.w) / (a.w - b.w));
    vec2 along = (b.xy / b.w - a.xy / a.w) * viewport.xy;
    float l = length(along);
    vec2 across = l > 0.0001 ? vec2(-along.y, along.x) / l : vec2(0.0, 1.0);
    vec2 ahead = l > 0.0001 ? along / l : vec2(0.0);
    bool start = vertexPosition.x < 0.5;
    vec4 p = start ? a : b;
    bool outside = a.w < near && b.w < near;
    if (instanceQuat.w < 0.0) {
        // Neighbours share the way it runs where they meet, and so their edges.
        vec4 run = viewProjectionMatrix * vec4(unpacked(start ? instanceHalf.xy : instanceHalf.zw), 0.0);
        vec2 way = (run.xy * p.w - p.xy * run.w) * viewport.xy;
        float length2 = dot(way, way);
        vec2 side = length2 > 1.0e-12 ? vec2(-way.y, way.x) * inversesqrt(length2) : across;
        float metres = start ? instancePlace.w : -instanceQuat.w;
        float wide = metres * projectionMatrix[1][1] * viewport.y * 0.5 / max(p.w, near);
        wide = clamp(wide, leastRibbon * viewport.z, mostRibbon * viewport.z);
        p.xy += side * vertexPosition.y * wide / viewport.xy * p.w;
        p.z -= 4.0e-5 * p.w;
        gl_Position = outside ? vec4(0.0, 0.0, 2.0, 1.0) : p;
        colour = instanceColour;
        if (start)
            colour.a *= instancePlace.w / -instanceQuat.w;
        return;
    }
    float reach = instancePlace.w * viewport.z;
    // A quarter of the width further at both ends closes the gaps at bends.
    vec2 push = across * vertexPosition.y * reach + ahead * (vertexPosition.x * 2.0 - 1.0) * reach * 0.25;
    p.xy += push / viewport.xy * p.w;
    p.z -= 4.0e-5 * p.w;
    gl_Position = outside ? vec4(0.0, 0.0, 2.0, 1.0) : p;
    colour = start ? instanceHalf : instanceColour;
}
