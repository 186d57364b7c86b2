#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// The background: behind everything, its colour goes by the direction one looks in. Worked out at the corners of a
// coarse lattice, because a full window of pixels is what software rendering can afford least. For the same reason the
// lattice spans only the part of the window above the plain ground, which already has the colour of the clear.
in vec3 vertexPosition;

uniform mat4 viewMatrix;
uniform mat4 projectionMatrix;
uniform vec3 skyTop;
uniform vec3 skyBottom;
uniform vec3 groundColour;

noperspective out vec3 colour;

const float plainGround = 0.22; // how far down one looks where only the ground's colour is left

/// How far up one looks at a place of the window, -1 .. 1.
float upAt(vec2 at)
{
    vec3 eye = vec3(at.x / projectionMatrix[0][0], at.y / projectionMatrix[1][1], -1.0);
    return normalize(transpose(mat3(viewMatrix)) * eye).y;
}

/// The height in the window up to which there is nothing but plain ground, -1 .. 1. On any line below the horizon one
/// looks up furthest at its ends.
float skyStart()
{
    bool upright = abs(viewMatrix[1][0]) < 0.001 && viewMatrix[1][1] > 0.0;
    if (!upright || upAt(vec2(1.0, -1.0)) > -plainGround)
        return -1.0;
    float low = -1.0;
    float high = 1.0;
    if (upAt(vec2(1.0, 1.0)) < -plainGround)
        return 1.0;
    for (int i = 0; i < 8; ++i) {
        float middle = 0.5 * (low + high);
        if (upAt(vec2(1.0, middle)) < -plainGround)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void main()
{
    bool flatView = projectionMatrix[3][3] > 0.5;
    vec2 at = vec2(vertexPosition.x, flatView ? 1.0 : mix(skyStart(), 1.0, vertexPosition.z * 0.5 + 0.5));
    gl_Position = vec4(at, 1.0, 1.0);
    float up = upAt(at);
    vec3 above = mix(skyBottom, skyTop, smoothstep(0.0, 0.5, up));
    vec3 below = mix(skyBottom, groundColour, smoothstep(0.0, plainGround, -up));
    colour = up > 0.0 ? above : below;
}
