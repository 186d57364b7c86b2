// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the replay offers to panels: properties, census, observer pages, line-up.
#include "codecs/ironcurtain/container/header.h"
#include "codecs/ironcurtain/derived/event_deriver.h"
#include "codecs/ironcurtain/units/ids.h"
#include "codecs/ironcurtain/units/kinds.h"
#include "model/replay/replay_info.h"

namespace ghostline::ironcurtain {

/// Powers of the match, in the order of first mention in keyframes; each has two properties.
using PowerList = std::vector<InternedId>;

std::vector<model::PropertyInfo> actorProperties(const PowerList& powers, const Kinds& kinds);
model::Census census();
std::vector<model::ObserverPage> observerPages(const PowerList& powers, const Kinds& kinds);
model::Scoreboard scoreboard();
/// Cards: name, faction, outcome (as the metadata says, else concluded from MatchEnded, marked as inferred),
/// actions a minute, "DEV" where cheats were used.
std::vector<model::PlayerCard> playerCards(const Players& players, const Metadata& metadata,
                                           const model::EventTable& events, const OrderCounts& orders,
                                           const model::TimeAxis& axis);

} // namespace ghostline::ironcurtain
