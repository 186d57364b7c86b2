// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/actors/death_marks.h"

#include "model/base/numbers.h"

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

constexpr model::FrameNumber Apart = 2; // frames between an event and the end of the life it tells of
constexpr float SmallestMark = 0.3F;    // metres, as the next one
constexpr float LargestMark = 3.0F;

/// The first unit that an event names: who died stands before who killed it.
const model::ActorInfo* unitOf(const model::Event& event, const model::ReplayInfo& info)
{
    for (const model::ActorId id : event.actors) {
        const model::ActorInfo* const actor = info.actor(id);
        if (actor != nullptr &&
            (actor->kind == model::ActorKind::Unit || actor->kind == model::ActorKind::Structure))
            return actor;
    }
    return nullptr;
}

} // namespace

void DeathMarks::setIndex(const model::ReplayIndex& index)
{
    m_marks.clear();
    std::vector<bool> told(index.info->cast.size(), false);
    for (const model::Event& event : index.events->events) {
        const model::ActorInfo* const actor = event.placed ? unitOf(event, *index.info) : nullptr;
        if (actor == nullptr || told[model::index(actor->id)] ||
            std::abs(actor->life.end - event.frame) > Apart || !model::finite(event.place))
            continue;
        told[model::index(actor->id)] = true;
        m_marks.push_back(
            {event.time, actor->id, event.place,
             std::clamp(std::max(actor->boxHalf.x, actor->boxHalf.z), SmallestMark, LargestMark)});
    }
}

std::span<const DeathMark> DeathMarks::at(model::Micros now) const
{
    const auto before = [](const DeathMark& mark, model::Micros time) { return mark.time < time; };
    const auto first = std::lower_bound(m_marks.begin(), m_marks.end(), now - Shown, before);
    const auto end =
        std::upper_bound(first, m_marks.end(), now,
                         [](model::Micros time, const DeathMark& mark) { return time < mark.time; });
    return {first, end};
}

float DeathMarks::strength(const DeathMark& mark, model::Micros now)
{
    const double passed = model::seconds(now - mark.time) / model::seconds(Shown);
    return static_cast<float>(std::clamp(1.0 - passed, 0.0, 1.0));
}

} // namespace ghostline::render
