// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is selected has a white line round it with black on either side: it is in nobody's colour, covers
// nothing of theirs, and is seen on any ground, in both themes.
#include "render/base/theme.h"

#include <QPainter>

namespace ghostline::render {

inline const QColor SelectionLine(255, 255, 255);
inline const QColor SelectionRim(0, 0, 0);

/// Calls `draw` with the pen of the rim and then with that of the line, `pixels` wide.
template<typename Draw>
void outlineSelection(QPainter& p, double pixels, const Draw& draw)
{
    p.setPen(QPen(SelectionRim, pixels + 2.0 * CasingPixels));
    draw();
    p.setPen(QPen(SelectionLine, pixels));
    draw();
}

} // namespace ghostline::render
