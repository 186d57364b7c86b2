// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Times as people type and read them: `12:34.5`, `#frame`, `+10s`, `-1f`.
#include "model/base/error.h"
#include "model/base/export.h"
#include "model/time/time_axis.h"

namespace ghostline::model {

/// Grammar (blanks around it ignored):
///   [[H:]M:]S[.fff]   time since the first frame        75.5  1:15.5  1:01:15
///   #N                frame number
///   +X / -X           relative to `now`: X = time, `10s`, `500ms`, `2m`, `3f` (frames)
///   N%                share of the duration
/// Times outside the replay are clamped; anything else is InvalidArgument with the grammar in its message.
GHOSTLINE_MODEL_EXPORT Result<FrameTime> parseTime(const QString& text, const TimeAxis& axis, FrameTime now);

/// Whether such a text counts frames rather than time.
GHOSTLINE_MODEL_EXPORT bool namesFrame(const QString& text);
/// Whether such a text, taken from the first frame on, lies behind the last one. A share never does.
GHOSTLINE_MODEL_EXPORT bool isBehindEnd(const QString& text, const TimeAxis& axis);
/// What to tell somebody who asked for a place behind the end and got the last frame; else empty.
GHOSTLINE_MODEL_EXPORT QString behindEndText(const QString& text, const TimeAxis& axis);

/// Frames whose time lies in [from, to]; an empty text leaves that end open. Beginning behind the last frame,
/// or no frame in between, is InvalidArgument.
GHOSTLINE_MODEL_EXPORT Result<FrameRange> parseFrameRange(const QString& from, const QString& to,
                                                          const TimeAxis& axis);

/// `M:SS.mmm`, or `H:MM:SS.mmm` from one hour on; a leading '-' when negative.
GHOSTLINE_MODEL_EXPORT QString formatTime(Micros t);
/// The same without the fraction, for lengths in lists.
GHOSTLINE_MODEL_EXPORT QString formatTimeShort(Micros t);

} // namespace ghostline::model
