// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What happened, for people: the event table, results, and the spans and counts found on the way.
#include "codecs/sc2/game/ids.h"
#include "model/replay/analysis_table.h"
#include "model/replay/event.h"
#include "model/replay/replay_info.h"

namespace ghostline::sc2 {

/// Kinds of events, in declared order; ids are snake_case of these.
enum class DerivedKind : int {
    GameStart,    ///< game_start
    Leave,        ///< leave
    Result,       ///< result
    Fight,        ///< fight: a band with place and radius
    Chat,         ///< chat
    Ping,         ///< ping: a cue with a place
    Build,        ///< build: a structure is begun
    Train,        ///< train: a unit is born
    Upgrade,      ///< upgrade
    FirstOfKind,  ///< first: first of each structure or unit
    Expansion,    ///< expansion: another town hall is begun
    SupplyBlock,  ///< supply_block: a band
    Death,        ///< death: of anything that is worth something
    CameraSaved,  ///< camera_save
    Trade,        ///< resource_trade
    Resume,       ///< resume: the game goes on from a replay
    Enter,        ///< enter: somebody enters the game
    ControlGroup, ///< control_group: one is set, added to, recalled or cleared
    Command,      ///< command: what a player told their units
    Count
};

/// A stretch of loops [first, end).
struct LoopSpan
{
    std::uint32_t first = 0;
    std::uint32_t end = 0;
};

struct DerivedEvents
{
    std::shared_ptr<const model::EventTable> events;
    std::vector<std::vector<LoopSpan>> supplyBlocks; ///< by participant
    std::vector<Outcome> results;                    ///< by participant: recorded, or concluded from leaves
    std::vector<bool> resultInferred;
    /// Commands and control groups, counted.
    std::shared_ptr<const std::vector<model::AnalysisTable>> tables;
};

/// `axis` gives the events' times. Event::data keys are documented in docs/formats/sc2replay.md.
DerivedEvents deriveEvents(const ReplayData& data, const model::TimeAxis& axis);

} // namespace ghostline::sc2
