// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// In the background: every event, every order, who talked, and then everybody whom only keyframes know.
#include "codecs/ironcurtain/replay/revision_maker.h"
#include "model/replay/revision_publisher.h"

namespace ghostline::ironcurtain {

class KeyframeScan;
using Revisions = model::RevisionPublisher<Snapshot>;

/// Of one thread, for one run.
class BackgroundPass
{
public:
    /// `match` and `maker` must outlive it; `opened` is what the first revision was made of.
    BackgroundPass(const OpenedMatch& match, RevisionMaker& maker, const Known& opened);
    /// Publishes a revision with the derived events, and one with what all keyframes say. What cannot be read
    /// is told in them: fails only when stopped.
    model::Result<void> run(Revisions& revisions, bool withEvents, const std::stop_token& stop);

private:
    void findKinds();
    void readEvents(EventDeriver& deriver);
    void readOrders(EventDeriver& deriver);
    void readVoice(EventDeriver& deriver);
    void finishEvents(EventDeriver& deriver);
    bool scan(KeyframeScan& found);
    void addLost(int keyframe, const model::Error& error);

    const OpenedMatch& m_match;
    RevisionMaker& m_maker;
    model::TimeAxis m_axis;
    std::shared_ptr<Known> m_known;
    std::shared_ptr<Kinds> m_kinds;
    MatchLogBuilder m_log;
    std::stop_token m_stop;
};

} // namespace ghostline::ironcurtain
