// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// From what was found to what is said: the five verdicts.
#include "codecs/ironcurtain/integrity/checks.h"

#include <unordered_map>

namespace ghostline::ironcurtain {

/// Hashes that order frames have at the ticks of keyframes: the first 8 bytes of the full hash.
struct OrderHashes
{
    std::unordered_map<SimTick, std::uint64_t> byTick;
    bool frames = false; ///< any frame could be read
};

struct Findings
{
    std::span<const KeyframeCheck> keyframes;
    const OrderHashes* orders = nullptr;
    const Signatures* signatures = nullptr;
    const ChainResult* chain = nullptr;
    std::span<const Damage> signatureDamages;
    std::span<const PublicKey> trusted;
};

/// In the order that Checked::verdicts has. The part of a detail before its first semicolon has fixed words:
/// verdictWords() builds on them.
std::vector<model::Verdict> judge(const ReplayFile& file, const Findings& findings);

} // namespace ghostline::ironcurtain
