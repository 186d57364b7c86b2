#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// The finished picture: the mean of each pixel's samples.
uniform sampler2DMS colourMap;
uniform int samples;

out vec4 fragment;

void main()
{
    ivec2 pixel = min(ivec2(gl_FragCoord.xy), textureSize(colourMap) - 1);
    vec3 sum = vec3(0.0);
    for (int i = 0; i < samples; ++i)
        sum += texelFetch(colourMap, pixel, i).rgb;
    fragment = vec4(sum / float(samples), 1.0);
}
