// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What libghostline-recorder shows to the program that links it; all else in it is hidden.
#if defined(__GNUC__)
#define GHOSTLINE_RECORDER_EXPORT __attribute__((visibility("default")))
#define GHOSTLINE_RECORDER_LOCAL __attribute__((visibility("hidden")))
#else
#define GHOSTLINE_RECORDER_EXPORT
#define GHOSTLINE_RECORDER_LOCAL
#endif
