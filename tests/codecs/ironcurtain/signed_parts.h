// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A small signed match as a finalised file in parts, what the checks say of it, and words to compare that by.
#include "codecs/ironcurtain/integrity/checks.h"
#include "codecs/ironcurtain/sample/journal_writer.h"
#include "model/bytes/byte_sources.h"

#include <QJsonDocument>
#include <QStringList>

#include <functional>

namespace ghostline::test {

using namespace ironcurtain;

inline constexpr SimTick SignedStep = 30;
inline constexpr SimTick SignedLast = 150;
inline constexpr std::size_t SignedKeyframes = SignedLast / SignedStep + 1;

inline std::array<std::byte, 32> seedOf(std::string_view words)
{
    return sha256(std::as_bytes(std::span(words.data(), words.size())));
}

/// Three units, one of which is gone from tick 90 on; health and credits change all the time.
SimState signedState(SimTick tick);
QJsonObject signedMetadata();

/// A finalised file in parts that a test may change before they are put together.
struct SignedParts
{
    QJsonObject meta = signedMetadata();
    std::vector<Bytes> snapshots; ///< not packed
    std::vector<std::uint64_t> orderHashes;
    Signatures signatures;
    std::uint8_t flags = Signed;
    StateHash finalHash{};
    std::size_t signatureBytesCut = 0; ///< off the end of their section

    explicit SignedParts(DeltaMode mode = DeltaMode::Cumulative, std::uint32_t skipped = 0);
    Bytes file() const;
};

inline void append(Bytes& out, std::span<const std::byte> run)
{
    out.insert(out.end(), run.begin(), run.end());
}

Checked check(Bytes bytes, std::span<const PublicKey> trusted = {});
/// "failed 60, ok, ..." in the order of the verdicts.
QString told(const Checked& checked);
const model::Verdict& verdict(const Checked& checked, const char* name);
inline const QString AllGood = QStringLiteral("ok, ok, ok, ok, ok");

/// One change of a match before it is put together.
using Change = std::function<void(SignedParts&)>;

} // namespace ghostline::test
