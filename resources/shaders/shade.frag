#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// What the finished solid part of the picture is multiplied by: the sun's share of the light is taken away where it
// does not reach, and some of all of it where little of the sky is seen. That way surroundings whose light was worked
// out beforehand and actors are shaded alike, and no shader of theirs knows of it.
#pragma include picture.inc

uniform sampler2DShadow shadowMap;
uniform sampler2D occlusionMap;
uniform mat4 sunMatrix;      // from the world to the map, 0 .. 1
uniform vec4 shadowSize;     // of the map: a cell in metres, one cell as a share of the map, depth of a metre
uniform float occlusion;     // how strong, 0 = none
uniform int samples;
uniform vec3 toSun;
uniform vec3 sunLight;
uniform vec3 skyLight;
uniform vec3 groundLight;
uniform vec3 fogRange;

out vec4 fragment;

const float depth = 1.3; // of shadows: what keeps the sun off takes some of the sky's light, too

/// 1 = the sun reaches it.
float sunlit(vec3 place, vec3 normal, float facing)
{
    // The lower the sun over a surface, the farther must one go from it not to find itself.
    float slope = sqrt(1.0 - facing * facing);
    vec3 from = place + normal * shadowSize.x * (0.6 + 2.2 * slope);
    vec3 at = (sunMatrix * vec4(from, 1.0)).xyz;
    float rim = 2.0 * length(at.xy - 0.5);
    if (rim >= 1.0 || at.z >= 1.0)
        return 1.0;
    at.z -= 0.5 * shadowSize.x * shadowSize.z;
    float lit = 0.0;
    for (int y = -1; y <= 1; ++y) {
        for (int x = -1; x <= 1; ++x)
            lit += texture(shadowMap, vec3(at.xy + 1.5 * shadowSize.y * vec2(x, y), at.z));
    }
    return mix(lit / 9.0, 1.0, smoothstep(0.85, 1.0, rim));
}

float openness(ivec2 pixel, float away)
{
    float sum = 0.0;
    float weights = 0.0;
    ivec2 last = textureSize(occlusionMap, 0) - 1;
    for (int y = -2; y < 2; ++y) {
        for (int x = -2; x < 2; ++x) {
            vec2 there = texelFetch(occlusionMap, clamp(pixel + ivec2(x, y), ivec2(0), last), 0).rg;
            float weight = max(1.0 - abs(there.g - away) / (0.02 * away + 0.05), 0.001);
            sum += weight * there.r;
            weights += weight;
        }
    }
    return sum / weights;
}

vec3 shadeOf(ivec2 pixel, int part)
{
    vec3 seen;
    if (!placeOf(pixel, part, seen))
        return vec3(1.0);
    vec3 normal = mat3(inverseViewMatrix) * normalOf(pixel, seen);
    float facing = dot(normal, toSun);
    vec3 open = mix(groundLight, skyLight, 0.5 + 0.5 * normal.y);
    vec3 sun = sunLight * max(facing, 0.0);
    vec3 shade = vec3(1.0);
    if (facing > 0.0) {
        vec3 place = (inverseViewMatrix * vec4(seen, 1.0)).xyz;
        shade -= (1.0 - sunlit(place, normal, min(facing, 1.0))) * depth * sun / (open + sun);
    }
    if (occlusion > 0.0)
        shade *= mix(1.0, openness(pixel, -seen.z), occlusion);
    float fog = fogRange.z * clamp((-seen.z - fogRange.x) * fogRange.y, 0.0, 1.0);
    return mix(shade, vec3(1.0), fog);
}

void main()
{
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    // Where an edge goes through the pixel its parts lie far apart, and each has its own light.
    float low = 1.0;
    float high = 0.0;
    for (int i = 0; i < samples; ++i) {
        float there = texelFetch(depthMap, pixel, i).r;
        low = min(low, there);
        high = max(high, there);
    }
    vec3 shade = vec3(0.0);
    vec2 middle = vec2(pixel) + 0.5;
    float near = -seenAt(middle, min(low, 0.9999)).z;
    bool edge = low < 1.0 && (high >= 1.0 || -seenAt(middle, high).z - near > 0.03 * abs(near));
    int parts = edge ? samples : 1;
    for (int i = 0; i < parts; ++i)
        shade += shadeOf(pixel, i);
    fragment = vec4(shade / float(parts), 1.0);
}
