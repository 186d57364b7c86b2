// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Events to draw rows of the timeline from, and what the picture of a row shows.
#include "app/gui/timeline/lane.h"
#include "model/replay_index.h"

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
    Told()
    {
        auto told = std::make_shared<model::ReplayInfo>();
        told->teams = {{QStringLiteral("Ann"), 0}, {QStringLiteral("Ben"), 3}};
        told->cast.resize(4);
        for (std::size_t i = 0; i < 4; ++i) {
            told->cast[i].id = static_cast<ActorId>(i);
            told->cast[i].name = QStringLiteral("actor %1").arg(i);
            told->cast[i].kind = i < 2 ? model::ActorKind::Player : model::ActorKind::Unit;
            told->cast[i].team = static_cast<int>(i % 2);
        }
        info = told;
        table->kinds.resize(Kinds);
        table->kinds[Kill].major = true;
        table->kinds[Fight].band = true;
        table->kinds[Cheat].flag = true;
        table->kinds[Talk].lane = QStringLiteral("Voice");
        table->kinds[Talk].band = true;
        table->kinds[Group].lane = QStringLiteral("Groups");
    }
    model::Event& add(Kind kind, double at, double length, std::vector<int> actors)
    {
        model::Event& event = table->events.emplace_back();
        event.kind = kind;
        event.time = model::fromSeconds(at);
        event.length = model::fromSeconds(length);
        event.frame = static_cast<model::FrameNumber>(at * 10.0);
        for (const int actor : actors)
            event.actors.push_back(static_cast<ActorId>(actor));
        return event;
    }
    LaneData data(const model::EventFilter& filter = {}) const
    {
        auto index = std::make_shared<model::ReplayIndex>();
        index->info = info;
        index->events = table;
        index->timeAxis = model::TimeAxis::uniform(1001, 1, 10);
        LaneData out;
        out.index = index;
        out.events = std::make_shared<model::EventList>(table, info->cast, filter);
        out.filter = filter;
        return out;
    }
    std::shared_ptr<const model::ReplayInfo> info;
    std::shared_ptr<model::EventTable> table = std::make_shared<model::EventTable>();
};

inline TimeView wholeView()
{
    TimeView view;
    view.setWidth(Width);
    view.setExtent(model::fromSeconds(100.0));
    view.fit();
    return view;
}

inline QImage painted(Lane& lane, int height)
{
    QImage picture(Width, height, QImage::Format_RGB32);
    picture.fill(render::Theme::dark().raised);
    QPainter painter(&picture);
    const TimeView view = wholeView();
    lane.paint(painter, {view, render::Theme::dark(), QFont(), height});
    return picture;
}

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
