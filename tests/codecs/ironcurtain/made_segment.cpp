// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/ironcurtain/made_segment.h"

namespace ghostline::test {

Bytes numbers(std::initializer_list<std::int32_t> values)
{
    Bytes out;
    BinWriter to(out);
    for (const std::int32_t value : values)
        to.i32(value);
    return out;
}

Bytes buildingOf(BuildState state, std::uint16_t progress)
{
    Bytes out;
    BinWriter to(out);
    to.u8(3);
    to.u8(2);
    to.u8(static_cast<std::uint8_t>(state));
    to.u16(progress);
    return out;
}

SegmentMatch::SegmentMatch()
{
    places.reserve(64);
    from.entities.clear();
    to.entities.clear();
}

void SegmentMatch::place(SimTick tick, UnitTag tag, std::int32_t x, std::int32_t y)
{
    places.push_back({{tag, {x, y, 0}}});
    AnalysisEvent event;
    event.tick = tick;
    event.body = UnitPositionSample{PackedList<UnitPlace>(std::span<const UnitPlace>(places.back()))};
    events.push_back(event);
}

std::shared_ptr<const model::Segment> SegmentMatch::segment() const
{
    const auto start = std::make_shared<SimState>(before ? before->state() : from.state());
    MatchLogBuilder log(TwoPlayers, hasFrom ? *start : SimState());
    for (const AnalysisEvent& event : events)
        log.add(event);
    auto context = std::make_shared<SegmentContext>();
    auto kinds = std::make_shared<Kinds>();
    kinds->addStrings(start->strings);
    kinds->addEntities(*start);
    auto looks = std::make_shared<Looks>();
    looks->add(UnitKind::Building, Duty::None, 3, 2);
    auto strings = std::make_shared<model::StringTable>();
    for (const std::string& text : *start->strings)
        context->typeNames.push_back(strings->intern(QString::fromStdString(text)));
    auto whole = log.finish(last);
    whole.events = true;
    context->log = std::make_shared<MatchLog>(std::move(whole));
    context->players = TwoPlayers;
    context->kinds = kinds;
    context->powers = {1};
    context->propertyCount = static_cast<std::size_t>(ActorProperty::FirstPower) + 2;
    context->strings = strings;
    context->looks = looks;
    context->resources = std::make_shared<ResourceLayers>();
    context->byBirth = birthOrder(context->log->lives);
    context->axis = model::TimeAxis::uniform(static_cast<model::FrameNumber>(last) + 1, 50, 1000);
    context->msPerTick = 50;
    context->maxGap = maxGap;
    context->lastTick = last;
    SegmentInput input;
    input.before = before ? start : nullptr;
    if (hasFrom)
        input.from = before ? std::make_shared<SimState>(from.state()) : start;
    input.to = hasTo ? std::make_shared<SimState>(to.state()) : nullptr;
    input.first = first;
    input.end = first + Next;
    const EventWindow window = eventWindow(input, last);
    auto made = buildSegment(context, input, [&](const std::function<void(const AnalysisEvent&)>& sink) {
        for (const AnalysisEvent& event : events) {
            if (event.tick >= window.first && event.tick <= window.last)
                sink(event);
        }
        return model::Result<void>();
    });
    return made ? *made : nullptr;
}

Seen look(const model::Segment& segment, model::FrameTime at, model::ActorId who, model::SamplePolicy policy)
{
    model::WorldState state;
    segment.sample(at, policy, state);
    const std::ptrdiff_t row = state.row(who);
    Seen seen;
    if (row < 0)
        return seen;
    const auto i = static_cast<std::size_t>(row);
    seen.there = true;
    seen.x = state.positions[i].x;
    seen.z = state.positions[i].z;
    seen.provenance = state.provenance[i];
    seen.flags = state.flags[i];
    seen.velocity = state.velocities[i];
    seen.turn = state.orientations[i];
    const auto values = state.propertiesOf(i);
    seen.values.assign(values.begin(), values.end());
    return seen;
}

} // namespace ghostline::test
