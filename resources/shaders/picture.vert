#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// All of the picture.
in vec3 vertexPosition; // -1 .. 1 along x and z
void main() { gl_Position = vec4(vertexPosition.xz, 0.0, 1.0); }
