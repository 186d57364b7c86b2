// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Pictures against saved ones, with room for small differences between drivers and font renderers.
// GHOSTLINE_UPDATE_BASELINES=1 writes the saved ones anew; look at them before committing.
#include "world_fixture.h"

#include "render/view/still.h"

#include <QDir>
#include <QtTest>

namespace ghostline::test {

inline constexpr double LargestMeanDifference = 0.8;   // of 255, over all channels
inline constexpr double LargestShareDifferent = 0.008; // pixels that differ by more than PixelTolerance
inline constexpr int PixelTolerance = 40;

struct Difference
{
    double mean = 0.0;
    double share = 0.0;
};

Difference compare(const QImage& a, const QImage& b);
render::CameraPose lookingAt(const glm::dvec3& from, const glm::dvec3& target);
/// Draws and fails where the picture is another than the saved one of this name.
void checkPicture(const QString& name, const World& w, const render::StillRequest& request);

} // namespace ghostline::test
