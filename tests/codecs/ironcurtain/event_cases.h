// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Analysis events of every kind, with the bytes they are laid out as by hand: what is written is compared to
// the layout, not to what the same code reads.
#include "codecs/ironcurtain/events/analysis_event.h"
#include "codecs/ironcurtain/events/votes.h"

#include <QByteArray>

#include <array>
#include <cstring>

namespace ghostline::test {

/// "0e00 00" and the like; blanks do not matter.
ironcurtain::Bytes fromHex(const char* text);
QByteArray toHex(std::span<const std::byte> bytes);
ironcurtain::Bytes eventBytes(const ironcurtain::AnalysisEvent& event);

struct EventCase
{
    const char* name;
    ironcurtain::AnalysisEvent event;
    const char* hex;
};

namespace detail {

inline constexpr std::array<ironcurtain::UnitTag, 2> Two{{{1, 2}, {0x4E20, 1}}};
inline constexpr std::array<ironcurtain::UnitTag, 1> One{{{0xFFFF, 7}}};
inline constexpr std::array<ironcurtain::UnitPlace, 2> Places{
    {{{3, 1}, {1024, -2048, 0}}, {{4, 1}, {1 << 30, -(1 << 30), 1}}}};
inline constexpr ironcurtain::WorldPos There{1024, 2048, -1};
inline const char* const ThereHex = "00040000 00080000 ffffffff";

const ironcurtain::Bytes& stats();

inline ironcurtain::TagList tags(std::span<const ironcurtain::UnitTag> list)
{
    return ironcurtain::TagList(list);
}

} // namespace detail

/// Kinds 0 to 12 and 15 to 20 at tick 0x64 = 100; outcomes and votes have tests of their own.
std::vector<EventCase> eventCases();

struct VoteCase
{
    const char* name;
    ironcurtain::VoteRecord record;
    const char* hex; ///< of the event's body
};

namespace detail {

ironcurtain::ActiveVote activeVote(ironcurtain::VoteKind kind);
ironcurtain::VoteRecord proposal(ironcurtain::VoteKind kind, const char* custom = "");
ironcurtain::VoteRecord resolution(ironcurtain::VoteKind kind, ironcurtain::VoteOutcome outcome,
                                   ironcurtain::VoteThreshold threshold);
} // namespace detail

std::vector<VoteCase> voteCases();

struct OutcomeCase
{
    const char* name;
    ironcurtain::MatchOutcome outcome;
    const char* hex;
};

std::vector<OutcomeCase> outcomeCases();

} // namespace ghostline::test
