#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
in vec2 place;
flat in float strength;

uniform vec3 gridColour;
uniform float gridReach; // cells from the centre to where it has faded

out vec4 fragment;

void main()
{
    float fade = 1.0 - clamp(length(place) / gridReach, 0.0, 1.0);
    fragment = vec4(gridColour, strength * fade * min(1.0, fade * 2.0));
}
