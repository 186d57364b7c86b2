// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One restore: back along the links to a state that is at hand, then forward again, delta after delta.
#include "codecs/ironcurtain/state/keyframe_store_private.h"

namespace ghostline::ironcurtain {

class KeyframeStore::Private::Restoring
{
public:
    Restoring(Private& memory, int wanted, const std::stop_token& stop);
    model::Result<std::shared_ptr<const SimState>> run();
    RestoreCost cost() const { return m_cost; }

private:
    struct Link
    {
        int keyframe = -1;
        std::shared_ptr<const Bytes> blob; ///< null: to be unpacked when its turn comes
    };

    model::Result<void> walkBack();
    model::Result<void> walkForward();
    model::Result<std::shared_ptr<const Bytes>> unpack(int keyframe);
    model::Result<void> readFull(int keyframe, std::shared_ptr<const Bytes> blob);
    /// The keyframe that a delta builds on; the link is kept.
    model::Result<int> readLink(int keyframe, std::shared_ptr<const Bytes> blob);
    model::Result<void> applyLast();
    /// Whether the state at hand is the one that a delta says it builds on.
    model::Result<void> checkBaseline(int keyframe, const Bytes& blob);
    void keep(int keyframe, int links, SimState state);

    /// The keyframe at `root` cannot be read, so nothing that waits for it can: remembered for all of them
    /// unless it may work the next time.
    tl::unexpected<model::Error> lose(int root, const model::Error& error);
    tl::unexpected<model::Error> lose(int root, const QString& why);
    tl::unexpected<model::Error> loseTooDeep();
    tl::unexpected<model::Error> explain(const Lost& lost) const;

    Private& m_memory;
    const int m_wanted;
    const std::stop_token& m_stop;
    RestoreCost m_cost;
    StateAt m_at;              ///< where the walk forward is
    std::vector<Link> m_links; ///< still to be applied, the next one last
    std::size_t m_heldBytes = 0;
};

} // namespace ghostline::ironcurtain
