#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
flat in vec4 colour;
out vec4 fragment;
void main() { fragment = colour; }
