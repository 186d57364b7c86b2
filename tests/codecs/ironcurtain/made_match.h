// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A small match that is easy to reason about: units that march, one that is born, one that dies, one that
// loses a component, a name that comes later. Recorded through the writer.
#include "codecs/ironcurtain/container/bincode.h"
#include "codecs/ironcurtain/sample/journal_writer.h"
#include "tests/codecs/ironcurtain/golden.h"

#include <algorithm>

namespace ghostline::test {

struct MadeMatch
{
    ironcurtain::WriteSettings settings{};
    ironcurtain::SimTick last = 700;
    ironcurtain::SimTick signedTo = 700; ///< a relay that was gone earlier
    bool isSigned = true;
    std::vector<ironcurtain::SimTick> lost{}; ///< frames that never came, ascending
    bool tellLost = true;                     ///< to the writer
};

/// The truth at a tick.
ironcurtain::SimState madeState(ironcurtain::SimTick tick);
std::uint64_t prefixOf(const ironcurtain::StateHash& hash);
/// The events of one tick; `sink(event)`.
void madeEvents(ironcurtain::SimTick tick, ironcurtain::SimTick last,
                const std::function<void(const ironcurtain::AnalysisEvent&)>& sink);
/// What went wrong; nothing when the journal is written and closed.
std::optional<model::Error> recordMade(const MadeMatch& match, const QString& path);

/// Null, with the reason printed, when it cannot be opened.
inline std::shared_ptr<const ironcurtain::ReplayFile> openPath(const QString& path)
{
    return openBytes(fileBytes(path));
}

} // namespace ghostline::test
