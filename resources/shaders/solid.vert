#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// Instanced meshes: a unit mesh scaled to the actor's box, turned by its quaternion, placed by the floating origin.
in vec3 vertexPosition;
in vec3 vertexNormal;
in float vertexZone;
in vec4 instancePlace;  // xyz metres from the origin, w smallest size on the screen in pixels
in vec4 instanceQuat;   // xyzw
in vec4 instanceHalf;   // xyz half extents in metres, w state of a lamp
in vec4 instanceColour;

uniform mat4 viewProjectionMatrix;
uniform mat4 projectionMatrix;
uniform vec3 fogRange;  // where it starts, its growth by the metre, its density
uniform vec3 viewport;  // width and height in device pixels, device pixels per logical one

out vec3 normal;
flat out float zone;
flat out float lamp;
flat out float fog;     // of the whole instance
flat out vec4 colour;
flat out vec4 part;     // its colour; w = 1 where light falls on it, 0 where it shines

vec3 turn(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }

vec3 lampColour(float which)
{
    if (which < 1.5)
        return vec3(0.96, 0.27, 0.22);
    if (which < 2.5)
        return vec3(1.0, 0.78, 0.20);
    return vec3(0.20, 0.85, 0.52);
}

// Here and not for each pixel: software rendering would work out every branch for all of them.
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
    // What would be a speck is drawn a little larger, so that it stays visible from afar.
    mat4 m = viewProjectionMatrix;
    float depth = dot(vec4(m[0].w, m[1].w, m[2].w, m[3].w), vec4(instancePlace.xyz, 1.0));
    float pixelsPerMetre = projectionMatrix[1][1] * viewport.y * 0.5 / max(depth, 0.01);
    float size = 2.0 * max(max(instanceHalf.x, instanceHalf.z), 0.001) * pixelsPerMetre;
    float grow = max(1.0, instancePlace.w * viewport.z / size);

    vec3 half3 = instanceHalf.xyz * grow;
    vec3 local = vertexPosition * half3;
    local.y += (grow - 1.0) * instanceHalf.y;
    gl_Position = viewProjectionMatrix * vec4(instancePlace.xyz + turn(instanceQuat, local), 1.0);
    normal = turn(instanceQuat, vertexNormal / max(half3, vec3(0.0001)) * half3.x); // normalised per pixel
    zone = vertexZone;
    lamp = instanceHalf.w;
    // Half as much as what stands round them: actors are what one looks for.
    fog = 0.5 * fogRange.z * clamp((depth - fogRange.x) * fogRange.y, 0.0, 1.0);
    colour = instanceColour;
    part = partOf(instanceColour.rgb, vertexZone);
}
