// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/model/heat_replay.h"

#include <cmath>
#include <limits>

namespace ghostline::test {

using namespace ghostline::model;

HeatReplay::HeatReplay(FrameNumber frames, int actors, Fill fill) : m_fill(std::move(fill))
{
    for (int i = 0; i < actors; ++i) {
        ActorInfo actor;
        actor.id = static_cast<ActorId>(i);
        actor.name = QStringLiteral("A%1").arg(i);
        actor.kind = ActorKind::Player;
        info.cast.push_back(actor);
    }
    events.kinds.resize(2);
    events.kinds[0].id = QStringLiteral("hit");
    events.kinds[0].columns = {{QStringLiteral("worth"), QStringLiteral("Worth"), QStringLiteral("J"), 0}};
    events.kinds[1].id = QStringLiteral("note");
    m_index->complete = true;
    m_index->timeAxis = TimeAxis::uniform(frames, 1, 10);
    Keyframe first;
    m_index->keyframes = KeyframeIndex({first}, frames);
}

std::shared_ptr<const ReplayIndex> HeatReplay::index() const
{
    auto index = std::make_shared<ReplayIndex>(*m_index);
    index->info = std::make_shared<ReplayInfo>(info);
    index->lost = lost;
    index->events = std::make_shared<EventTable>(events);
    return index;
}

Result<std::shared_ptr<const Segment>> HeatReplay::readSegment(int, const Segment*, std::stop_token) const
{
    return std::make_shared<const Whole>(*this);
}

void HeatReplay::addEvent(FrameNumber frame, std::vector<ActorId> actors, std::optional<glm::dvec3> place,
                          const QJsonObject& data, int kind)
{
    Event event;
    event.frame = frame;
    event.kind = kind;
    event.actors = std::move(actors);
    event.placed = place.has_value();
    event.place = place.value_or(glm::dvec3(0.0));
    event.data = data;
    events.events.push_back(event);
}

void HeatReplay::Whole::sample(FrameTime at, SamplePolicy, WorldState& out) const
{
    out.clear();
    out.at = at;
    out.time = m_replay.m_index->timeAxis.timeOf(at.frame);
    out.resize(m_replay.info.cast.size(), m_replay.info.actorProperties.size());
    for (std::size_t row = 0; row < out.size(); ++row)
        out.ids[row] = static_cast<ActorId>(row);
    m_replay.m_fill(at.frame, out);
}

HeatLayout squareLayout(double from, double cell, int side) { return {from, from, cell, side, side}; }

double heatValueAt(const HeatGrid& grid, double x, double z)
{
    const int column = static_cast<int>(std::floor((x - grid.layout.x) / grid.layout.cell));
    const int row = static_cast<int>(std::floor((z - grid.layout.z) / grid.layout.cell));
    if (column < 0 || row < 0 || column >= grid.layout.columns || row >= grid.layout.rows)
        return std::numeric_limits<double>::quiet_NaN();
    return static_cast<double>(grid.at(column, row));
}

bool isNear(double a, double b, double slack) { return std::abs(a - b) <= slack; }

Result<HeatGrid> readHeat(const ReplaySource& source, const HeatOptions& options)
{
    return readHeatMap(source, options, {}, {});
}

} // namespace ghostline::test
