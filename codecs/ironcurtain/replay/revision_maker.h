// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What has been read of a replay, and the revision that is made of it.
#include "codecs/ironcurtain/replay/opened_match.h"
#include "codecs/ironcurtain/replay/segment.h"
#include "model/replay/replay_index.h"

namespace ghostline::ironcurtain {

/// What has been read of a replay by now; revisions are made of it.
struct Known
{
    std::shared_ptr<const Kinds> kinds;
    std::shared_ptr<const MatchLog> log;
    std::shared_ptr<const model::EventTable> events;
    std::shared_ptr<const std::vector<model::AnalysisTable>> tables;
    std::optional<EventCounts> eventCounts;
    OrderCounts orders;
    bool ordersRead = false;
    model::DiagnosticList notes; ///< beyond damages
    DamageLog damages;           ///< of what was read in the background
    /// By step, once all keyframes have been restored: the last step up to it that could be, -1 for none.
    std::vector<int> readable;
    std::uint32_t knowledge = 0;
    double progress = 0.0;
    bool complete = false;
};

/// One revision with everything that belongs to it; immutable.
struct Snapshot
{
    std::shared_ptr<const model::ReplayIndex> revision;
    std::shared_ptr<const SegmentContext> context;
    std::shared_ptr<const Known> known;
};

/// Of one thread. Numbers of looks, powers and strings stay what they were in the revision before.
class RevisionMaker
{
public:
    /// `match` must outlive it.
    explicit RevisionMaker(const OpenedMatch& match);
    /// What open() knows: who was there at the start.
    std::shared_ptr<const Known> knownAtFirst() const;
    /// Powers that players have in this state; true when there was a new one.
    bool addPowers(const SimState& state);
    std::shared_ptr<const Snapshot> snapshot(std::shared_ptr<const Known> known, model::Revision number);

private:
    std::shared_ptr<const model::ReplayInfo> describe(const Known& known, const model::TimeAxis& axis);
    std::shared_ptr<const SegmentContext> contextFor(const Known& known, const model::ReplayInfo& info,
                                                     const model::TimeAxis& axis) const;
    model::KeyframeIndex keyframes(const Known& known) const;

    const OpenedMatch& m_match;
    std::shared_ptr<ResourceLayers> m_resources = std::make_shared<ResourceLayers>();
    Looks m_looks;
    PowerList m_powers;
    model::StringTable m_strings;
};

} // namespace ghostline::ironcurtain
