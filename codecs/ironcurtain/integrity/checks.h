// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Every integrity check with its own verdict; never "ok" for what cannot be checked.
#include "codecs/ironcurtain/integrity/signature_chain.h"
#include "codecs/ironcurtain/state/keyframe_store.h"
#include "model/base/diagnostic.h"
#include "model/replay/replay_source.h"

namespace ghostline::ironcurtain {

/// All signatures of a file, whatever its form; `damages` gets what is wrong with the section.
model::Result<Signatures> readSignatures(const ReplayFile& file, DamageList& damages,
                                         const std::stop_token& stop);

/// What is known of one keyframe after all checks.
struct KeyframeCheck
{
    SimTick tick = 0;
    bool restored = false;
    StateHash hash{}; ///< of the restored state, whatever kind of hash the file names
    int links = 0;
    std::size_t entities = 0;
    std::size_t strings = 0;
    QString lost;             ///< why it could not be restored
    bool badBaseline = false; ///< its baseline's hash differs
};

struct Checked
{
    std::vector<KeyframeCheck> keyframes;
    /// In this order, ids as in docs/formats/iron-curtain.md: "baselines" (each delta's baseline hash),
    /// "order_hashes" (hashes in order frames at keyframe ticks), "signed_keyframes" (restored states against
    /// what the relay signed), "chain", "final_hash". Verdict::frame is the first tick that fails; detail is
    /// for people and never names more than was checked.
    std::vector<model::Verdict> verdicts;
    /// Behind the last signature; nothing when there is none, or when one does not hold.
    std::optional<StateHash> chainHead;
    Signatures signatures;
    DamageList damages; ///< of signatures and keyframes, found by these checks
};
/// Restores every keyframe once, in order. `trusted`: relay keys the user trusts.
model::Result<Checked> checkIntegrity(const ReplayFile& file, const KeyframeStore& store,
                                      std::span<const PublicKey> trusted, const model::Progress& progress,
                                      const std::stop_token& stop);
/// A verdict in few fixed words ("ok (14 of 19 deltas)", "broken at tick 1500"), for reports that are
/// compared.
QString verdictWords(const model::Verdict& verdict);

} // namespace ghostline::ironcurtain
