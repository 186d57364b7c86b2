#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// How open a place is to the sky: what near it rises above its own plane takes light away. Turned differently in each
// of 4 x 4 pixels; whoever reads it blurs just that much. The second part is how far away it is.
#pragma include picture.inc

out vec2 fragment;

const int samples = 14;
const float turns = 5.0;

void main()
{
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec3 seen;
    if (!placeOf(pixel, 0, seen)) {
        fragment = vec2(1.0, 60000.0);
        return;
    }
    vec3 normal = normalOf(pixel, seen);
    bool parallel = projectionMatrix[3][3] > 0.5;
    float pixelsPerMetre = projectionMatrix[1][1] * sizeOfPicture().y * 0.5 / (parallel ? 1.0 : -seen.z);
    float reach = clamp(0.06 * sizeOfPicture().y / pixelsPerMetre, 0.15, 2.5); // metres
    float reachPixels = min(reach * pixelsPerMetre, 0.12 * sizeOfPicture().y);
    float taken = 0.0;
    if (reachPixels > 2.0) {
        float start = float((pixel.x & 3) * 4 + (pixel.y & 3)) / 16.0;
        float margin = 0.02 * reach + 0.001 * (parallel ? 1.0 : -seen.z);
        for (int i = 0; i < samples; ++i) {
            float share = (float(i) + 0.5 * start + 0.5) / float(samples);
            float angle = 6.2831853 * (start + share * turns);
            vec3 other;
            if (!placeOf(pixel + ivec2(share * reachPixels * vec2(cos(angle), sin(angle))), 0, other))
                continue;
            vec3 way = other - seen;
            float far = dot(way, way);
            float near = max(1.0 - far / (reach * reach), 0.0);
            taken += near * near * max(dot(way, normal) - margin, 0.0) / sqrt(far + 1.0e-4);
        }
    }
    fragment = vec2(max(1.0 - 2.0 * taken / float(samples), 0.0), min(-seen.z, 60000.0));
}
