// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What happened that is worth something, in the order of time: what windows are scored by.
#include "model/highlights/highlight_weights.h"
#include "model/highlights/lead.h"
#include "model/replay/replay_index.h"

namespace ghostline::model {

/// Bonuses that no event earns by itself: what they are called, in weights files, too.
namespace bonus {
QString comeback();
/// Empty for None.
QString of(Rare rare);
QString matchEndingKill();
QString techRush();
QString firstCombat();
} // namespace bonus

struct Moment
{
    Micros time{};
    double worth = 0.0;
    double rarity = 0.0;    ///< by the kind or the event alone ...
    Rare rare = Rare::None; ///< ... which is for this, else for what its kind is
    double extra = 0.0;     ///< bonuses that depend on others
    double gain = 0.0;      ///< what it swings the balance for `side`
    int event = -1;         ///< index into EventTable::events, -1 = none
    int kind = -1;
    int side = -1;
    bool kill = false;
    QStringList extras{}; ///< what `extra` is for

    double bonus() const { return rarity + extra; }
    /// Whether it can be what a highlight shows. A step of technology is worth a bonus where something goes
    /// on and is nothing to look at.
    bool shows() const { return worth > 0.0 || rarity > 0.0 || kill || event < 0; }
    double weight() const { return shows() ? worth + rarity + extra : 0.0; }
};

struct MomentList
{
    std::vector<Moment> moments{}; ///< ascending time, then by event
    int sides = 0;
    bool kills = false; ///< the format has kinds that kill
};

/// What the kinds are worth with the weights put in, by kind.
std::vector<EventWorth> worthOf(const std::vector<EventKind>& kinds, const HighlightWeights& weights);

MomentList findMoments(const ReplayIndex& index, const HighlightWeights& weights, const Lead& lead);

/// Each side's share of all strength, by sample. Each is given a tenth of the most that all ever have, so
/// that the first few units are no great lead.
std::vector<std::vector<double>> leadShares(const Lead& lead);

} // namespace ghostline::model
