#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// Flat, legible shading: the sun, light from the sky and from the ground, and parts that shine by themselves.
in vec3 normal;
flat in float fog;
flat in vec4 part; // its colour; w = 1 where light falls on it, 0 where it shines

uniform vec3 toSun;
uniform vec3 sunLight;
uniform vec3 skyLight;
uniform vec3 groundLight;
uniform vec3 fogColour;

out vec4 fragment;

void main()
{
    vec3 n = normalize(normal);
    vec3 shade = mix(groundLight, skyLight, 0.5 + 0.5 * n.y) + sunLight * max(dot(n, toSun), 0.0);
    shade = part.w > 0.5 ? shade : vec3(1.0);
    fragment = vec4(mix(min(part.rgb * shade, vec3(1.0)), fogColour, fog), 1.0);
}
