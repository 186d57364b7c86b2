#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
in vec3 direction;
flat in float flatView;

uniform vec3 skyTop;
uniform vec3 skyBottom;
uniform vec3 groundColour;

out vec4 fragment;

void main()
{
    float up = direction.y * inversesqrt(dot(direction, direction));
    vec3 above = mix(skyBottom, skyTop, smoothstep(0.0, 0.5, up));
    vec3 below = mix(skyBottom, groundColour, smoothstep(0.0, 0.22, -up));
    fragment = vec4(flatView > 0.5 ? groundColour : (up > 0.0 ? above : below), 1.0);
}
