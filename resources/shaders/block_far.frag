#version 330 core
// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of the coarser levels of detail: no lines, as those would be of cells that nobody recorded.
in vec4 colour;
out vec4 fragment;

void main() { fragment = colour; }
