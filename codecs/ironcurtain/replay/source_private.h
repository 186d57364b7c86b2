// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What an open replay consists of; shared by its source files only.
#include "codecs/ironcurtain/analysis/hands.h"
#include "codecs/ironcurtain/analysis/vote_audit.h"
#include "codecs/ironcurtain/replay/describe.h"
#include "codecs/ironcurtain/replay/ironcurtain_source.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace ghostline::ironcurtain {

/// A keyframe of the viewer's index; `file` is its number in the file, -1 where only events tell something.
struct Step
{
    SimTick tick = 0;
    int file = -1;
};

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
    std::shared_ptr<const model::ReplayIndex> index;
    std::shared_ptr<const SegmentContext> context;
    std::shared_ptr<const Known> known;
};

struct IronCurtainSource::Private
{
    std::shared_ptr<const ReplayFile> file;
    std::shared_ptr<const KeyframeStore> store; ///< never null; restores nothing of an unknown layout
    std::unique_ptr<EventStore> events;
    bool readEvents = true;
    std::vector<PublicKey> trusted;
    IronCurtainSource* source = nullptr;

    // Fixed by open().
    SimTick lastTick = 0;
    int msPerTick = 67;
    SimTick maxGap = 300;
    std::vector<Step> steps;
    std::shared_ptr<const SimState> start; ///< the first state that can be read; null when there is none
    Players players;
    std::vector<model::Team> teams;
    std::shared_ptr<ResourceLayers> resources = std::make_shared<ResourceLayers>();
    // Of whoever makes revisions: open(), then the thread.
    Looks looks;
    PowerList powers;
    std::shared_ptr<model::StringTable> strings = std::make_shared<model::StringTable>();

    mutable std::mutex mutex;
    mutable std::condition_variable_any published;
    std::shared_ptr<const Snapshot> current;
    std::jthread thread; ///< last: stopped and joined before the rest goes

    model::Result<void> begin(const std::stop_token& stop);
    model::Result<void> findStart(const std::stop_token& stop);
    void listSteps();
    void addBareSteps(SimTick end);
    void addPowers(const SimState& state);
    std::shared_ptr<const Known> knownAtFirst();
    std::shared_ptr<const Snapshot> makeSnapshot(std::shared_ptr<const Known> known,
                                                 model::Revision revision);
    std::shared_ptr<const model::ReplayInfo> describe(const Known& known, const model::TimeAxis& axis);
    std::shared_ptr<const SegmentContext> contextFor(const Known& known, const model::ReplayInfo& info,
                                                     const model::TimeAxis& axis);
    std::shared_ptr<const Snapshot> snapshot() const;
    void publish(std::shared_ptr<const Snapshot> next);
    void work(const std::stop_token& stop);
    void giveUp();

    // load.cpp, in the thread.
    struct Reading;
    void readAll(const std::stop_token& stop);

    /// The last state at or before a step that can be read; null when there is none. Fails only where the
    /// device does.
    model::Result<std::shared_ptr<const SimState>> stateAt(int step, const std::stop_token& stop) const;
    /// The first state behind a step that can be read, if it is near enough to matter.
    model::Result<std::shared_ptr<const SimState>> stateAfter(int step, SimTick from,
                                                              const std::stop_token& stop) const;
};

} // namespace ghostline::ironcurtain
