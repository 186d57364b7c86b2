// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Events to draw rows of the timeline from, and what the picture of a row shows.
#include "app/gui/timeline/lane.h"
#include "model/replay/replay_index.h"

#include <QImage>

#include <cmath>

namespace ghostline::test {

using app::Lane;
using app::LaneData;
using app::TimeView;
using model::ActorId;

inline constexpr int Width = 1000;
enum Kind { Kill, Fight, Cheat, Built, Talk, Group, Kinds };

/// Two players and a unit of each; a hundred seconds, a pixel each tenth.
struct Told
{
    Told();
    model::Event& add(Kind kind, double at, double length, std::vector<int> actors);
    LaneData data(const model::EventFilter& filter = {}) const;
    std::shared_ptr<const model::ReplayInfo> info;
    std::shared_ptr<model::EventTable> table = std::make_shared<model::EventTable>();
};

TimeView wholeView();
QImage painted(Lane& lane, int height);

inline QImage painted(Lane& lane) { return painted(lane, lane.height()); }

inline int distance(const QColor& a, const QColor& b)
{
    return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
}

/// Distance of the colour at a point from the ground's.
inline int strengthAt(const QImage& picture, int x, int y)
{
    return distance(picture.pixelColor(x, y), render::Theme::dark().raised);
}

} // namespace ghostline::test
