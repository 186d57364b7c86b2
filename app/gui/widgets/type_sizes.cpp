// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/widgets/type_sizes.h"

#include <algorithm>

namespace ghostline::app {

namespace {

constexpr double TitleRatio = 1.5;
constexpr double SectionRatio = 1.15;
constexpr double SmallRatio = 5.0 / 6.0;
constexpr double LeastPoints = 8.0;

/// A font that is measured in pixels stays as it is.
void scale(QFont& font, double ratio, double least)
{
    if (font.pointSizeF() > 0)
        font.setPointSizeF(std::max(least, font.pointSizeF() * ratio));
}

} // namespace

QFont typeFont(const QFont& base, TypeSize size)
{
    QFont font = base;
    switch (size) {
    case TypeSize::Title:
        scale(font, TitleRatio, LeastPoints);
        font.setWeight(QFont::DemiBold);
        break;
    case TypeSize::Section:
        scale(font, SectionRatio, LeastPoints);
        font.setWeight(QFont::DemiBold);
        break;
    case TypeSize::Text:
        break;
    case TypeSize::Small:
        scale(font, SmallRatio, LeastPoints);
        break;
    }
    return font;
}

} // namespace ghostline::app
