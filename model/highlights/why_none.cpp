// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/highlights/why_none.h"

#include "model/highlights/moments.h"

#include <algorithm>
#include <span>

namespace ghostline::model {

namespace {

constexpr std::size_t MostNamed = 5;

/// Of the kinds that can be what a highlight shows.
struct KindsShown
{
    std::vector<Sentence> names{};
    std::vector<Sentence> missing{}; ///< of those that this recording cannot tell of
    bool happened = false;
};

KindsShown kindsShown(const EventTable& table, const HighlightWeights& weights)
{
    KindsShown shown;
    const std::vector<EventWorth> worth = worthOf(table.kinds, weights);
    std::vector<bool> counts(worth.size(), false);
    for (std::size_t i = 0; i < worth.size(); ++i) {
        counts[i] = worth[i].worth > 0.0 || worth[i].rarity > 0.0 || worth[i].rare != Rare::None;
        if (!counts[i])
            continue;
        shown.names.push_back(Sentence::of(table.kinds[i].name));
        if (table.kinds[i].unrecorded)
            shown.missing.push_back(shown.names.back());
    }
    shown.happened = std::any_of(table.events.begin(), table.events.end(), [&counts](const Event& event) {
        const auto kind = static_cast<std::size_t>(event.kind);
        return event.rare != Rare::None || (event.kind >= 0 && kind < counts.size() && counts[kind]);
    });
    return shown;
}

/// In one line.
Sentence firstOf(const std::vector<Sentence>& names)
{
    return Sentence::chain(std::span(names).first(std::min(names.size(), MostNamed)));
}

} // namespace

Sentence whyNoHighlights(const ReplayIndex& index, const HighlightWeights& weights)
{
    const KindsShown shown = kindsShown(*index.events, weights);
    if (shown.happened)
        return Sentence::of(
            QStringLiteral(
                "What happens here is too little for a highlight (least score %1), or lies in the first "
                "%2 s, which count only with %3 kills"),
            {Sentence::figure(weights.least, 2), Sentence::figure(weights.opening, 0),
             Sentence::figure(weights.openingKills, 0)});
    if (index.lostData())
        return Sentence::of(
            QStringLiteral("Parts of this recording are lost: what highlights are made of may lie in them"));
    if (shown.names.empty())
        return Sentence::of(
            QStringLiteral("No kind of event of this recording is worth anything as a highlight"));
    if (!shown.missing.empty())
        return Sentence::of(QStringLiteral("What highlights are made of is not recorded here: %1"),
                            {firstOf(shown.missing)});
    return Sentence::of(QStringLiteral("Nothing of what highlights are made of happens here: %1"),
                        {firstOf(shown.names)});
}

} // namespace ghostline::model
