// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the table of a build and the layout of an event.
#include "codecs/sc2/protocol/protocol.h"

#include "codecs/sc2/protocol/protocol_tables.h"

#include <algorithm>

namespace ghostline::sc2 {

namespace {

/// The last build of the beta's first phase that files are known of; one table serves them all.
constexpr std::uint32_t LastOfFirstPhase = 14803;

const EventType* find(std::span<const EventType> events, unsigned id)
{
    const auto at = std::ranges::lower_bound(events, id, {}, [](const EventType& event) { return event.id; });
    return at != events.end() && at->id == id ? &*at : nullptr;
}

} // namespace

const EventType* Protocol::gameEvent(unsigned id) const { return find(game, id); }

const EventType* Protocol::messageEvent(unsigned id) const { return find(message, id); }

const Protocol& protocolFor(std::uint32_t baseBuild)
{
    const auto all = protocols();
    const auto above = std::ranges::upper_bound(all, baseBuild, {}, &Protocol::baseBuild);
    return above == all.begin() ? all.front() : *(above - 1);
}

std::vector<const Protocol*> candidateProtocols(std::uint32_t baseBuild)
{
    const auto all = protocols();
    const Protocol* nearest = &protocolFor(baseBuild);
    if (nearest == &all.front() && baseBuild > LastOfFirstPhase) {
        // The beta's second phase lies between the two first tables; the later is the likelier.
        return {nearest + 1, nearest};
    }
    std::vector<const Protocol*> candidates{nearest};
    if (nearest != &all.back()) {
        candidates.push_back(nearest + 1);
    }
    if (nearest != &all.front()) {
        candidates.push_back(nearest - 1);
    }
    return candidates;
}

bool isKnownBuild(std::uint32_t baseBuild)
{
    return baseBuild <= LastOfFirstPhase || std::ranges::binary_search(knownBuilds(), baseBuild);
}

} // namespace ghostline::sc2
