// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The relay's signatures: Ed25519 over (skipped, tick, state hash, head of the chain so far), RFC 8032.
#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/base/types.h"
#include "codecs/ironcurtain/container/damage.h"
#include "model/base/error.h"

#include <functional>
#include <span>

namespace ghostline::ironcurtain {

inline constexpr std::size_t TickSignatureBytes = 108;
using PublicKey = std::array<std::byte, 32>;
using Signature = std::array<std::byte, 64>;

struct TickSignature
{
    SimTick tick = 0;
    StateHash stateHash{};
    std::uint32_t skippedTicks = 0; ///< lost since the entry before
    Signature signature{};
};

struct Signatures
{
    std::vector<TickSignature> entries;
    PublicKey relay{};
    bool present = false;
    friend bool operator==(const Signatures&, const Signatures&) = default;
};
inline bool operator==(const TickSignature& a, const TickSignature& b)
{
    return a.tick == b.tick && a.stateHash == b.stateHash && a.skippedTicks == b.skippedTicks &&
           a.signature == b.signature;
}

/// The signature section of a finalised file; Damaged unless it is used up exactly.
model::Result<Signatures> parseSignatureSection(std::span<const std::byte> bytes, std::uint64_t base);
Bytes encodeSignatureSection(const Signatures& signatures);
/// One SIGT payload, appended; Damaged when the relay's key changes.
model::Result<void> appendSignatureChunk(Signatures& out, std::span<const std::byte> payload,
                                         std::uint64_t base);
Bytes encodeSignatureChunk(const PublicKey& relay, std::span<const TickSignature> entries);

StateHash sha256(std::span<const std::byte> bytes);
/// Verifies one detached signature; rejects S >= L and keys of small order.
bool verifySignature(const PublicKey& key, std::span<const std::byte> message, const Signature& signature);

struct ChainResult
{
    std::optional<SimTick> brokenAt; ///< the first entry that fails
    std::uint64_t skipped = 0;       ///< ticks, up to there
    StateHash head{};                ///< behind the last entry that holds
    std::size_t checked = 0;
};
/// Ticks must increase strictly. Eight hours take about two seconds; `progress` may cancel.
ChainResult verifyChain(const Signatures& signatures, const std::function<bool(double)>& progress);

/// Signs what is recorded; for tests and made-up matches.
class ChainSigner
{
public:
    /// The key pair made from a 32-byte seed.
    explicit ChainSigner(const std::array<std::byte, 32>& seed);
    ~ChainSigner();
    const PublicKey& relay() const { return m_relay; }
    TickSignature sign(SimTick tick, const StateHash& hash, std::uint32_t skippedTicks);
    const StateHash& head() const { return m_head; }

private:
    PublicKey m_relay{};
    std::array<std::byte, 64> m_secret{};
    StateHash m_head{};
};

} // namespace ghostline::ironcurtain
