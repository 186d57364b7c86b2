#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
noperspective in vec3 colour;
out vec4 fragment;
void main() { fragment = vec4(colour, 1.0); }
