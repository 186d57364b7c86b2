// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/story/story_list.h"

#include "codecs/ironcurtain/limits.h"

#include <QJsonArray>

#include <algorithm>
#include <utility>

namespace ghostline::ironcurtain {

std::size_t StoryList::tierOf(StoryKind kind)
{
    switch (kind) {
    case StoryKind::UnitCreated:
    case StoryKind::ControlGroup:
        return 0;
    case StoryKind::Engagement:
    case StoryKind::Superweapon:
    case StoryKind::BaseDestroyed:
    case StoryKind::ArmyWipe:
    case StoryKind::Comeback:
    case StoryKind::Elimination:
    case StoryKind::MatchEnd:
        return 2;
    default:
        return 1;
    }
}

bool StoryList::makeRoom(std::size_t tier)
{
    std::size_t kept = 0;
    for (const auto& events : m_tiers)
        kept += events.size();
    if (kept < MaxStoryEvents)
        return true;
    ++m_dropped; // either the new one or one that it takes the place of
    for (std::size_t lower = 0; lower < tier; ++lower) {
        if (!m_tiers[lower].empty()) {
            m_tiers[lower].pop_back();
            return true;
        }
    }
    return false;
}

model::Event* StoryList::add(StoryKind kind, SimTick tick)
{
    const std::size_t tier = tierOf(kind);
    ++m_order;
    if (!makeRoom(tier))
        return nullptr;
    Kept& kept = m_tiers[tier].emplace_back();
    kept.order = m_order;
    m_last = {tier, m_tiers[tier].size() - 1, m_order};
    const auto frames = static_cast<SimTick>(std::max<model::FrameNumber>(m_context.axis.frames(), 1));
    kept.event.frame = static_cast<model::FrameNumber>(std::min(tick, frames - 1));
    kept.event.time = m_context.axis.timeOf(kept.event.frame);
    kept.event.kind = static_cast<int>(kind);
    return &kept.event;
}

model::Event* StoryList::find(const Handle& handle)
{
    auto& events = m_tiers[handle.tier];
    const bool there = handle.index < events.size() && events[handle.index].order == handle.order;
    return there ? &events[handle.index].event : nullptr;
}

bool StoryList::actor(model::Event& event, PlayerId player) const
{
    const int index = m_context.players.indexOf(player);
    if (index < 0)
        return false;
    event.actors.push_back(ActorNumbers{m_context.players.count()}.player(static_cast<std::size_t>(index)));
    return true;
}

bool StoryList::unit(model::Event& event, UnitTag tag) const
{
    const std::ptrdiff_t life = m_context.lives.find(tag);
    if (life < 0)
        return false;
    event.actors.push_back(ActorNumbers{m_context.players.count()}.unit(static_cast<std::size_t>(life)));
    return true;
}

void StoryList::place(model::Event& event, const WorldPos& at, double radius)
{
    event.placed = true;
    event.place = toWorld(at);
    event.radius = static_cast<float>(radius);
}

model::Micros StoryList::between(SimTick first, SimTick end) const
{
    const auto frames = static_cast<SimTick>(std::max<model::FrameNumber>(m_context.axis.frames(), 1));
    const auto time = [&](SimTick tick) {
        return m_context.axis.timeOf(static_cast<model::FrameNumber>(std::min(tick, frames - 1)));
    };
    return std::max(model::Micros{0}, time(end) - time(first));
}

std::shared_ptr<const model::EventTable> StoryList::finish()
{
    std::vector<Kept*> order;
    order.reserve(m_tiers[0].size() + m_tiers[1].size() + m_tiers[2].size());
    for (auto& events : m_tiers) {
        for (Kept& kept : events)
            order.push_back(&kept);
    }
    std::sort(order.begin(), order.end(), [](const Kept* a, const Kept* b) {
        return std::pair(a->event.frame, a->order) < std::pair(b->event.frame, b->order);
    });
    auto table = std::make_shared<model::EventTable>();
    table->kinds = storyKinds();
    table->events.reserve(order.size());
    for (Kept* kept : order)
        table->events.push_back(std::move(kept->event));
    for (auto& events : m_tiers)
        events = {};
    return table;
}

QString oneLine(QString text, qsizetype most)
{
    for (QChar& c : text) {
        if (!c.isPrint() && !c.isSurrogate())
            c = u' ';
    }
    return text.size() > most ? text.left(most - 1) + u'…' : text;
}

QString oneLine(std::string_view text, qsizetype most)
{
    // Four bytes are the longest character, so no more than this can be shown.
    const auto bytes = std::min(static_cast<qsizetype>(text.size()), 4 * most + 4);
    return oneLine(QString::fromUtf8(text.data(), bytes), most);
}

QString grouped(std::int64_t number)
{
    QString digits = QString::number(number);
    const qsizetype first = number < 0 ? 1 : 0;
    for (qsizetype at = digits.size() - 3; at > first; at -= 3)
        digits.insert(at, u',');
    return digits;
}

QString joined(const QStringList& names)
{
    if (names.size() < 2)
        return names.join(QString());
    return names.mid(0, names.size() - 1).join(QStringLiteral(", ")) + QStringLiteral(" and ") + names.last();
}

QString counted(std::uint64_t number, const char* one, const char* many)
{
    return QStringLiteral("%1 %2").arg(number).arg(QLatin1String(number == 1 ? one : many));
}

} // namespace ghostline::ironcurtain
