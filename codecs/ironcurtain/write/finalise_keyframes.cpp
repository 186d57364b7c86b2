// SPDX-License-Identifier: GPL-3.0-or-later
// The keyframe section: blobs go over as they are; where the deltas shall link otherwise they are made anew.
#include "codecs/ironcurtain/container/bincode.h"
#include "codecs/ironcurtain/write/finaliser.h"

#include <algorithm>
#include <limits>

namespace ghostline::ironcurtain {

using model::ErrorCode;
using model::Result;

namespace {

constexpr std::size_t IndexEntryBytes = 21;
constexpr std::size_t CountBytes = 8;

} // namespace

Result<void> Finaliser::writeKeyframes()
{
    const std::uint64_t begin = m_out.position();
    const auto entries = m_source.keyframes();
    // The index lies before the blobs: room for all of them, what stays unused is a gap that nobody names.
    const auto there = static_cast<std::size_t>(std::count_if(
        entries.begin(), entries.end(), [](const KeyframeEntry& entry) { return entry.inFile; }));
    const Bytes room(CountBytes + there * IndexEntryBytes);
    if (auto written = write(room); !written)
        return written;
    std::vector<KeyframeEntry> kept;
    kept.reserve(there);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (auto written = writeKeyframe(static_cast<int>(i), kept); !written)
            return written;
        if (auto stepped = step(entries[i].inFile ? entries[i].length : 0); !stepped)
            return stepped;
    }
    if (kept.empty() || kept.front().tick != 0 || !kept.front().full)
        return model::fail(
            ErrorCode::Damaged,
            QStringLiteral("the full keyframe of tick 0, with which every file begins, cannot be read"));
    if (m_dropped > 0) {
        if (auto noted = noteSides(kept); !noted)
            return noted;
    }
    if (auto index = writeIndex(begin, room.size(), kept); !index)
        return index;
    return place(m_header.keyframes, begin);
}

void Finaliser::dropKeyframe(const KeyframeEntry& entry, const model::Error& why)
{
    constexpr std::size_t MostNotes = 100;
    if (m_dropped++ < MostNotes)
        note(QStringLiteral("keyframe-left-out"),
             QStringLiteral("the keyframe of tick %1 is left out: %2").arg(entry.tick).arg(why.message),
             entry.offset, entry.tick);
}

Result<void> Finaliser::writeKeyframe(int index, std::vector<KeyframeEntry>& kept)
{
    const KeyframeEntry& entry = m_source.keyframes()[static_cast<std::size_t>(index)];
    if (!m_source.metadata().layoutKnown()) {
        // Nobody can tell what is in it; as long as it unpacks it goes over.
        const auto raw = m_source.keyframe(index, m_stop);
        if (raw)
            return addBlob(entry, kept);
        if (!aboutContent(raw.error()))
            return tl::unexpected(raw.error());
        dropKeyframe(entry, raw.error());
        return {};
    }
    const auto state = m_store.restore(index, nullptr, m_stop);
    if (!state) {
        if (!aboutContent(state.error()))
            return tl::unexpected(state.error());
        dropKeyframe(entry, state.error());
        return {};
    }
    const bool anew = !entry.full && m_request.deltas != DeltaMode::Unknown;
    if (auto added = anew ? addDelta(index, **state, kept) : addBlob(entry, kept); !added)
        return added;
    m_previous = {*state, std::nullopt};
    if (entry.full) {
        m_full = m_previous;
        m_links = 0;
    }
    return {};
}

Result<void> Finaliser::addBlob(const KeyframeEntry& entry, std::vector<KeyframeEntry>& kept)
{
    KeyframeEntry written = entry;
    written.offset = m_out.position();
    kept.push_back(written);
    return copy(entry.offset, entry.length);
}

Result<void> Finaliser::addDelta(int index, const SimState& state, std::vector<KeyframeEntry>& kept)
{
    const KeyframeEntry& entry = m_source.keyframes()[static_cast<std::size_t>(index)];
    const bool chained = m_request.deltas == DeltaMode::Chained && m_links < MaxLinks;
    m_links = chained ? m_links + 1 : 1;
    Baseline& baseline = chained ? m_previous : m_full;
    const auto old = m_source.keyframe(index, m_stop);
    if (!old)
        return tl::unexpected(old.error());
    const auto head = parseDeltaHead(*old, entry.offset);
    if (head && head->baselineTick == baseline.state->tick)
        return addBlob(entry, kept); // it links as wanted already
    if (!baseline.hash)
        baseline.hash = stateHash(*baseline.state);
    const Bytes raw = encodeDelta(*baseline.state, *baseline.hash, state, state.side);
    if (raw.size() > MaxSnapshotBytes)
        return model::fail(
            ErrorCode::LimitExceeded,
            QStringLiteral("the keyframe of tick %1 would be larger than 64 MiB").arg(entry.tick));
    const Bytes blob = packBlob(raw);
    KeyframeEntry written = entry;
    written.offset = m_out.position();
    written.length = static_cast<std::uint32_t>(blob.size());
    written.uncompressed = static_cast<std::uint32_t>(raw.size());
    kept.push_back(written);
    return write(blob);
}

Result<void> Finaliser::writeIndex(std::uint64_t begin, std::uint64_t reserved,
                                   const std::vector<KeyframeEntry>& kept)
{
    const std::uint64_t blobs = begin + CountBytes + kept.size() * IndexEntryBytes;
    Bytes index;
    index.reserve(static_cast<std::size_t>(reserved));
    BinWriter out(index);
    out.u64(kept.size());
    for (const KeyframeEntry& entry : kept) {
        const std::uint64_t offset = entry.offset - blobs;
        if (offset > std::numeric_limits<std::uint32_t>::max())
            return model::fail(
                ErrorCode::WriteFailed,
                QStringLiteral("a finalised file cannot hold more than 4 GiB of keyframes: the "
                               "recording stays a journal"));
        out.u64(entry.tick);
        out.u32(static_cast<std::uint32_t>(offset));
        out.u32(entry.length);
        out.u32(entry.uncompressed);
        out.boolean(entry.full);
    }
    return m_out.writeAt(begin, index);
}

Result<void> Finaliser::noteSides(const std::vector<KeyframeEntry>& kept)
{
    // A keyframe that is left out may have been the one that recorded a campaign or script state.
    for (const KeyframeEntry& entry : kept) {
        if (!m_source.metadata().layoutKnown())
            return {};
        const auto side = m_store.side(m_source.keyframeOf(entry.tick), m_stop);
        if (!side)
            return tl::unexpected(side.error());
        if (side->campaignLost || side->scriptLost) {
            note(QStringLiteral("side-state-lost"),
                 QStringLiteral(
                     "campaign and script state may be older than they say from tick %1 to the next full "
                     "keyframe")
                     .arg(entry.tick),
                 {}, entry.tick);
            return {};
        }
    }
    return {};
}

Result<void> Finaliser::findFinalHash()
{
    const Header& old = m_source.header();
    if (m_source.form() == ReplayFile::Form::Finalised && old.totalTicks == m_total) {
        m_header.finalStateHash = old.finalStateHash;
        return {};
    }
    // Zeros where nobody knows it: a journal ends between two keyframes, as a rule.
    const int last = m_source.keyframeOf(m_total);
    if (m_lastSigned) {
        m_header.finalStateHash = *m_lastSigned;
    } else if (last >= 0 && m_source.metadata().hashKnown() && m_source.metadata().layoutKnown()) {
        const auto state = m_store.restore(last, nullptr, m_stop);
        if (state)
            m_header.finalStateHash = stateHash(**state);
        else if (!aboutContent(state.error()))
            return tl::unexpected(state.error());
    }
    return {};
}

} // namespace ghostline::ironcurtain
