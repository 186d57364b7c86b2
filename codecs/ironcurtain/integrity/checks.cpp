// SPDX-License-Identifier: GPL-3.0-or-later

// Gathers what the checks need: every keyframe restored once, the hashes among the orders, the signatures.
#include "codecs/ironcurtain/integrity/checks.h"

#include "codecs/ironcurtain/events/orders.h"
#include "codecs/ironcurtain/integrity/verdicts.h"

#include <algorithm>
#include <utility>

namespace ghostline::ironcurtain {

namespace {

using model::ErrorCode;
using model::Result;

// Shares of the whole in the bar of progress.
constexpr double KeyframeShare = 0.6;
constexpr double OrderShare = 0.1;

/// A layout that nobody knows is no reason to stop either.
bool isDamage(const model::Error& error)
{
    return aboutContent(error) || error.code == ErrorCode::Unsupported;
}

/// Calls `progress` with a part of the whole.
class Part
{
public:
    Part(const model::Progress& progress, const std::stop_token& stop, double from, double share)
        : m_progress(progress), m_stop(stop), m_from(from), m_share(share)
    {
    }
    /// False: to be cancelled.
    bool at(double done) const
    {
        return !m_stop.stop_requested() && (!m_progress || m_progress(m_from + done * m_share));
    }
    bool at(std::size_t i, std::size_t of) const
    {
        return at(of > 0 ? static_cast<double>(i) / static_cast<double>(of) : 1.0);
    }

private:
    const model::Progress& m_progress;
    const std::stop_token& m_stop;
    double m_from;
    double m_share;
};

/// Whether a delta that could not be restored names another hash than its baseline, which could be, has.
Result<bool> namesAnotherHash(const ReplayFile& file, int keyframe, std::span<const KeyframeCheck> known,
                              const std::stop_token& stop)
{
    const KeyframeEntry& entry = file.keyframes()[static_cast<std::size_t>(keyframe)];
    if (entry.full || !entry.inFile || !file.metadata().hashKnown())
        return false;
    const auto blob = file.keyframe(keyframe, stop);
    if (!blob) {
        if (isDamage(blob.error()))
            return false;
        return tl::unexpected(blob.error());
    }
    const auto head = parseDeltaHead(*blob, entry.offset);
    if (!head)
        return false;
    const int baseline = file.keyframeOf(head->baselineTick);
    if (baseline < 0 || baseline >= keyframe)
        return false;
    const KeyframeCheck& there = known[static_cast<std::size_t>(baseline)];
    return there.restored && there.hash != head->baselineHash;
}

Damage keyframeDamage(const ReplayFile& file, const KeyframeEntry& entry, const model::Error& error)
{
    Damage damage;
    damage.section = file.form() == ReplayFile::Form::Journal ? Section::Journal : Section::Keyframes;
    damage.offset = entry.offset;
    damage.what = error.message;
    damage.first = entry.tick;
    damage.last = entry.tick;
    return damage;
}

Result<void> restoreAll(const ReplayFile& file, const KeyframeStore& store, const Part& part, Checked& out,
                        const std::stop_token& stop)
{
    const auto entries = file.keyframes();
    out.keyframes.reserve(entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (!part.at(i, entries.size()))
            return model::cancelled(QStringLiteral("checking was cancelled"));
        KeyframeCheck check;
        check.tick = entries[i].tick;
        RestoreCost cost;
        const auto state = store.restore(static_cast<int>(i), &cost, stop);
        if (state) {
            check.restored = true;
            check.hash = store.hash(static_cast<int>(i), **state);
            check.links = cost.links;
            check.entities = (*state)->entities.size();
            check.strings = (*state)->strings ? (*state)->strings->size() : 0;
        } else if (!isDamage(state.error())) {
            return tl::unexpected(state.error());
        } else {
            const auto differs = namesAnotherHash(file, static_cast<int>(i), out.keyframes, stop);
            if (!differs)
                return tl::unexpected(differs.error());
            check.badBaseline = *differs;
            check.lost = state.error().message;
            // What is cut off, or of a layout nobody knows, has been told already.
            if (entries[i].inFile && file.metadata().layoutKnown())
                out.damages.push_back(keyframeDamage(file, entries[i], state.error()));
        }
        out.keyframes.push_back(std::move(check));
    }
    return {};
}

/// Hashes that orders have at the ticks of keyframes, by tick.
Result<OrderHashes> hashesAmongOrders(const ReplayFile& file, const Part& part, const std::stop_token& stop)
{
    OrderHashes found;
    const auto chunks = file.chunks(ChunkKind::Orders, stop);
    if (!chunks) {
        if (isDamage(chunks.error()))
            return found;
        return tl::unexpected(chunks.error());
    }
    for (std::size_t i = 0; i < chunks->size(); ++i) {
        if (!part.at(i, chunks->size()))
            return model::cancelled(QStringLiteral("checking was cancelled"));
        const ChunkEntry& chunk = (*chunks)[i];
        const int keyframe = file.keyframeAt(chunk.lastTick);
        if (keyframe < 0 || file.keyframes()[static_cast<std::size_t>(keyframe)].tick < chunk.firstTick)
            continue;
        const auto payload = file.payload(chunk, stop);
        if (!payload && !isDamage(payload.error()))
            return tl::unexpected(payload.error());
        if (!payload)
            continue;
        const auto read =
            parseOrderBlock(*payload, chunk.offset + ChunkHeadBytes, [&](const OrderFrame& frame) {
                found.frames = true;
                if (frame.stateHash != 0 && file.keyframeOf(frame.tick) >= 0)
                    found.byTick[frame.tick] = frame.stateHash;
                return true;
            });
        // What is wrong with a block is told by those who read orders; what came before it counts.
        if (!read && !isDamage(read.error()))
            return tl::unexpected(read.error());
    }
    return found;
}

void noteDamage(DamageList& damages, Section section, std::uint64_t offset, const QString& what)
{
    Damage damage;
    damage.section = section;
    damage.offset = offset;
    damage.what = what;
    damages.push_back(std::move(damage));
}

Result<Signatures> readSection(const ReplayFile& file, DamageList& damages, const std::stop_token& stop)
{
    const std::uint64_t offset = file.header().signature.offset;
    const auto bytes = file.signatureSection(stop);
    if (!bytes && !isDamage(bytes.error()))
        return tl::unexpected(bytes.error());
    if (!bytes) {
        noteDamage(damages, Section::Signature, offset, bytes.error().message);
        return Signatures{};
    }
    if (bytes->empty() && file.header().signature.length > 0)
        return Signatures{}; // not in the file, which has been told
    if (!file.header().has(Signed) || offset == 0)
        return Signatures{};
    auto parsed = parseSignatureSection(*bytes, offset);
    if (parsed)
        return std::move(*parsed);
    noteDamage(damages, Section::Signature, offset, parsed.error().message);
    return Signatures{};
}

Result<Signatures> readChunks(const ReplayFile& file, DamageList& damages, const std::stop_token& stop)
{
    Signatures all;
    const auto chunks = file.chunks(ChunkKind::Signatures, stop);
    if (!chunks)
        return tl::unexpected(chunks.error());
    for (const ChunkEntry& chunk : *chunks) {
        const auto payload = file.payload(chunk, stop);
        if (!payload && !isDamage(payload.error()))
            return tl::unexpected(payload.error());
        if (!payload)
            continue;
        const auto added = appendSignatureChunk(all, *payload, chunk.offset + ChunkHeadBytes);
        if (!added)
            noteDamage(damages, Section::Journal, chunk.offset, added.error().message);
    }
    return all;
}

} // namespace

Result<Signatures> readSignatures(const ReplayFile& file, DamageList& damages, const std::stop_token& stop)
{
    return file.form() == ReplayFile::Form::Journal ? readChunks(file, damages, stop)
                                                    : readSection(file, damages, stop);
}

Result<Checked> checkIntegrity(const ReplayFile& file, const KeyframeStore& store,
                               std::span<const PublicKey> trusted, const model::Progress& progress,
                               const std::stop_token& stop)
{
    Checked out;
    const auto restored = restoreAll(file, store, Part(progress, stop, 0.0, KeyframeShare), out, stop);
    if (!restored)
        return tl::unexpected(restored.error());
    const auto hashes = hashesAmongOrders(file, Part(progress, stop, KeyframeShare, OrderShare), stop);
    if (!hashes)
        return tl::unexpected(hashes.error());
    const std::size_t keyframeDamages = out.damages.size();
    auto signatures = readSignatures(file, out.damages, stop);
    if (!signatures)
        return tl::unexpected(signatures.error());
    out.signatures = std::move(*signatures);

    const double before = KeyframeShare + OrderShare;
    const Part part(progress, stop, before, 1.0 - before);
    const ChainResult chain = verifyChain(out.signatures, [&](double done) { return part.at(done); });
    if (!chain.brokenAt && chain.checked < out.signatures.entries.size())
        return model::cancelled(QStringLiteral("checking was cancelled"));
    if (!chain.brokenAt && !out.signatures.entries.empty())
        out.chainHead = chain.head;

    Findings findings;
    findings.keyframes = out.keyframes;
    findings.orders = &*hashes;
    findings.signatures = &out.signatures;
    findings.chain = &chain;
    findings.signatureDamages = std::span(out.damages).subspan(keyframeDamages);
    findings.trusted = trusted;
    out.verdicts = judge(file, findings);
    return out;
}

} // namespace ghostline::ironcurtain
