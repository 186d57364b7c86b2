// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/gui/told_lanes.h"

#include <QPainter>

namespace ghostline::test {

Told::Told()
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

model::Event& Told::add(Kind kind, double at, double length, std::vector<int> actors)
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

LaneData Told::data(const model::EventFilter& filter) const
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

TimeView wholeView()
{
    TimeView view;
    view.setWidth(Width);
    view.setExtent(model::fromSeconds(100.0));
    view.fit();
    return view;
}

QImage painted(Lane& lane, int height)
{
    QImage picture(Width, height, QImage::Format_RGB32);
    picture.fill(render::Theme::dark().raised);
    QPainter painter(&picture);
    const TimeView view = wholeView();
    lane.paint(painter, {view, render::Theme::dark(), QFont(), height});
    return picture;
}

} // namespace ghostline::test
