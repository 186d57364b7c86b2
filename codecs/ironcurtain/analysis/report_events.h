// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One pass over what happened, counted: events with hands and votes, orders, talk.
#include "codecs/ironcurtain/analysis/hands.h"
#include "codecs/ironcurtain/analysis/vote_audit.h"
#include "codecs/ironcurtain/container/replay_file.h"
#include "codecs/ironcurtain/events/event_store.h"

#include <QJsonArray>
#include <QJsonObject>

namespace ghostline::ironcurtain {

struct EventFindings
{
    EventCounts counts;
    std::map<PlayerId, PlayerHands> hands;
    SimTick endTick = 0; ///< up to which rates are counted
    bool limited = false;
    VoteAudit votes;
    DamageList damages;
};
model::Result<EventFindings> goThroughEvents(const std::shared_ptr<const ReplayFile>& file,
                                             const std::stop_token& stop);

struct OrderFindings
{
    std::uint64_t frames = 0;
    std::uint64_t missing = 0; ///< of the ticks from 0 to the last
    std::map<std::uint32_t, std::uint64_t> byKind;
    std::map<PlayerId, std::uint64_t> actions;
    std::uint64_t unknown = 0; ///< frames with an order of a later version
    DamageList damages;
};
model::Result<OrderFindings> goThroughOrders(const ReplayFile& file, const std::stop_token& stop);

/// Talk by player; what is wrong with a chunk is appended to `damages`.
model::Result<QJsonArray> voiceJson(const ReplayFile& file, DamageList& damages, const std::stop_token& stop);

QJsonObject eventsJson(const EventCounts& counts);
QJsonObject ordersJson(const OrderFindings& orders);
/// What later versions may have added: {"event 99": 1, "order": 2}.
QJsonObject unknownJson(const EventCounts& events, const OrderFindings& orders);

} // namespace ghostline::ironcurtain
