// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a replay says of itself before anything moves: the information tree, its axis, what is wrong with it.
#include "codecs/ironcurtain/derived/declare.h"
#include "codecs/ironcurtain/events/event_store.h"
#include "codecs/ironcurtain/replay/cast.h"
#include "model/replay/replay_index.h"

namespace ghostline::ironcurtain {

/// One frame a tick, tick 0 and the last one included.
model::TimeAxis timeAxisOf(SimTick lastTick, int msPerTick);

/// What has been counted by now; null while it has not.
struct Counted
{
    const EventCounts* events = nullptr;
    const OrderCounts* orders = nullptr;
};
/// The tree shown in Info, in the format's own words.
QJsonObject infoTree(const ReplayFile& file, const Counted& counted);

/// One more thing to tell, bound to no place.
void addNote(model::DiagnosticList& list, model::Severity severity, const char* code, QString message);
/// Damages as people read them, and the ticks they cost, clipped to the replay.
void reportDamages(const DamageList& damages, SimTick lastTick, model::DiagnosticList& diagnostics,
                   model::SpanList& lost);
/// What header and metadata say that is worth a word and no damage: lost frames, an unknown layout.
void reportOddities(const ReplayFile& file, model::DiagnosticList& diagnostics);
/// Kinds of a later version that were stepped over, and frames that are missing unless `lostTold`.
void reportUnknown(const Counted& counted, bool lostTold, model::DiagnosticList& diagnostics);
/// Units for which there was no room.
void reportLeftOut(const Lives& lives, model::DiagnosticList& diagnostics);

} // namespace ghostline::ironcurtain
