// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/model/highlight_match.h"

#include <algorithm>
#include <array>

namespace ghostline::test::highlights {

using namespace ghostline::model;

std::vector<EventKind> kinds()
{
    std::vector<EventKind> all(Kinds);
    const std::array<const char*, Kinds> ids{"goal", "save", "kill", "fight", "wipe", "tech", "end", "chat"};
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].id = QLatin1String(ids[i]);
        all[i].name = all[i].id;
    }
    all[Goal].highlight.worth = 1.0;
    all[Goal].highlight.swing = 1.0;
    all[Goal].highlight.rarity = 0.5;
    all[Save].highlight.worth = 0.5;
    all[Save].highlight.swing = 0.5;
    all[Kill].highlight.worth = 0.25;
    all[Kill].highlight.kill = true;
    all[Kill].highlight.swing = -1.0;
    all[Kill].highlight.scaleKey = QStringLiteral("value");
    all[Kill].highlight.scale = 4.0;
    all[Fight].highlight.worth = 1.0;
    all[Fight].band = true;
    all[Wipe].highlight.rare = Rare::ArmyWipe;
    all[Tech].highlight.tech = true;
    all[End].highlight.ending = true;
    return all;
}

Match::Match(FrameNumber frames, std::int64_t framesASecond)
{
    index.complete = true;
    index.timeAxis = TimeAxis::uniform(frames, 1, framesASecond);
    info.teams.resize(2);
    info.cast.resize(4);
    for (std::size_t i = 0; i < info.cast.size(); ++i) {
        info.cast[i].id = static_cast<ActorId>(i);
        info.cast[i].name = QStringLiteral("Actor %1").arg(i);
        info.cast[i].team = static_cast<int>(i % 2);
        info.cast[i].life = {0, frames};
    }
    table.kinds = kinds();
}

Event& Match::add(FrameNumber frame, int kind, int team)
{
    Event& event = table.events.emplace_back();
    event.frame = frame;
    event.time = index.timeAxis.timeOf(frame);
    event.kind = kind;
    event.team = team;
    event.text = QStringLiteral("%1 at %2").arg(table.kinds.at(static_cast<std::size_t>(kind)).id).arg(frame);
    return event;
}

const ReplayIndex& Match::made()
{
    std::stable_sort(table.events.begin(), table.events.end(),
                     [](const Event& a, const Event& b) { return a.frame < b.frame; });
    index.info = std::make_shared<ReplayInfo>(info);
    index.events = std::make_shared<EventTable>(table);
    return index;
}

std::vector<Highlight> Match::found(const HighlightWeights& weights, const Lead& lead)
{
    const auto all = findHighlights(made(), weights, lead);
    return all ? *all : std::vector<Highlight>{};
}

HighlightWeights noOpening()
{
    HighlightWeights weights;
    weights.opening = 0.0;
    return weights;
}

QString why(const Highlight& highlight)
{
    QStringList all;
    for (const RarityBonus& bonus : highlight.bonuses)
        all << bonus.what;
    return all.join(u',');
}

} // namespace ghostline::test::highlights
