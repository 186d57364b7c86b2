#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// Actors one looks through, of another recording or held: what they look like is worked out for each pixel.
#pragma include instance.inc

out vec3 normal;
flat out float zone;
flat out vec4 colour;

void main()
{
    normal = placeVertex(depthOfInstance());
    zone = zoneOfVertex();
    colour = instanceColour;
}
