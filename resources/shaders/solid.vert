#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// Flat, legible shading: the sun, light from the sky and from the ground, and parts that shine by themselves. At the
// corners and not for each pixel, which is what software rendering can afford least.
#pragma include instance.inc

uniform vec3 fogRange;  // where it starts, its growth by the metre, its density
uniform vec3 fogColour;
uniform vec3 toSun;
uniform vec3 sunLight;
uniform vec3 skyLight;
uniform vec3 groundLight;

out vec3 colour;

vec3 lampColour(float which)
{
    if (which < 1.5)
        return vec3(0.96, 0.27, 0.22);
    if (which < 2.5)
        return vec3(1.0, 0.78, 0.20);
    return vec3(0.20, 0.85, 0.52);
}

/// Its colour; w = 1 where light falls on it, 0 where it shines.
vec4 partOf(vec3 own, float which)
{
    if (which < 0.5)
        return vec4(own, 1.0);
    int kind = int(which + 0.5);
    if (kind == 1)
        return vec4(mix(vec3(0.05, 0.065, 0.09), own, 0.10), 1.0);
    if (kind == 2)
        return vec4(1.0, 0.97, 0.86, 0.0);
    // Brake lamps: 1 = lit, 4 = not; between the two where nobody recorded it.
    float light = instanceHalf.w;
    if (kind == 3)
        return vec4(light < 0.5 ? vec3(0.80, 0.16, 0.15) : light < 1.5 ? vec3(1.0, 0.30, 0.24) : vec3(0.50, 0.10, 0.10),
                    0.0);
    if (kind == 4)
        return vec4(0.13, 0.14, 0.16, 1.0);
    // A visor: the brightest thing on a figure, so that one sees where it looks.
    if (kind == 9)
        return vec4(mix(vec3(1.0), own, 0.08), 0.0);
    if (kind == 10)
        return vec4(mix(vec3(0.72, 0.74, 0.77), own, 0.22), 1.0);
    // Lamps 5, 6, 7 = red, yellow, green; 8 shows whichever is lit, for a view from above.
    bool lit = kind == 8 ? light > 0.5 && light < 3.5 : abs(light - float(kind - 4)) < 0.5;
    return lit ? vec4(lampColour(kind == 8 ? light : float(kind - 4)), 0.0) : vec4(0.17, 0.18, 0.20, 1.0);
}

void main()
{
    float depth = depthOfInstance();
    vec3 n = normalize(placeVertex(depth));
    vec4 part = partOf(instanceColour.rgb, zoneOfVertex());
    vec3 shade = mix(groundLight, skyLight, 0.5 + 0.5 * n.y) + sunLight * max(dot(n, toSun), 0.0);
    shade = part.w > 0.5 ? shade : vec3(1.0);
    // Half as much fog as on what stands round them: actors are what one looks for.
    float fog = 0.5 * fogRange.z * clamp((depth - fogRange.x) * fogRange.y, 0.0, 1.0);
    colour = mix(min(part.rgb * shade, vec3(1.0)), fogColour, fog);
}
