// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Colours as eyes see them: contrast, and lightness that changes while the hue stays.
#include <QColor>

#include <span>

namespace ghostline::render {

/// Oklab in polar form (Björn Ottosson, 2020): unlike HSL, equal steps look equal, and a hue that is made
/// lighter or darker stays that hue.
struct Oklch
{
    double lightness = 0.0; ///< 0 black .. 1 white
    double chroma = 0.0;    ///< 0 grey .. about 0.32, the most that a screen has
    double hue = 0.0;       ///< degrees, 0 .. 360; says nothing where there is next to no chroma
};
Oklch toOklch(const QColor& colour);
/// With as much of the chroma as a screen has at that lightness.
QColor fromOklch(const Oklch& colour);

/// How unlike two colours look: distance in Oklab, black to white = 1.
double difference(const QColor& a, const QColor& b);

/// `share` 0 = a, 1 = b.
QColor blend(const QColor& a, const QColor& b, double share);

/// WCAG contrast ratio, 1 .. 21.
double contrast(const QColor& a, const QColor& b);

/// The colour itself where it stands out by `ratio` from each of the grounds, which are all light or all
/// dark; else the same hue, only as much darker or lighter as that takes.
QColor withContrast(const QColor& colour, std::span<const QColor> grounds, double ratio);

/// As withContrast(), and at least `least` unlike each of `others`, by lightness alone; as unlike as can be
/// where no lightness does that.
QColor toldApart(const QColor& colour, std::span<const QColor> grounds, double ratio,
                 std::span<const QColor> others, double least);

} // namespace ghostline::render
