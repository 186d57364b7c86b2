// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/write/keyframe_section.h"

#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/container/bincode.h"

#include <algorithm>
#include <limits>

namespace ghostline::ironcurtain {

using model::ErrorCode;
using model::Result;

namespace {

constexpr std::size_t CountBytes = 8;

} // namespace

Result<void> KeyframeSection::write(SectionExtent& section)
{
    const std::uint64_t begin = m_out.position();
    const auto entries = source().keyframes();
    // The index lies before the blobs: room for all of them, what stays unused is a gap that nobody names.
    const auto there = static_cast<std::size_t>(std::count_if(
        entries.begin(), entries.end(), [](const KeyframeEntry& entry) { return entry.inFile; }));
    const Bytes room(CountBytes + there * IndexEntryBytes);
    if (auto written = m_out.write(room); !written)
        return written;
    m_kept.reserve(there);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (auto written = writeKeyframe(static_cast<int>(i)); !written)
            return written;
        if (auto stepped = m_out.step(entries[i].inFile ? entries[i].length : 0); !stepped)
            return stepped;
    }
    if (m_kept.empty() || m_kept.front().tick != 0 || !m_kept.front().full)
        return model::fail(
            ErrorCode::Damaged,
            QStringLiteral("the full keyframe of tick 0, with which every file begins, cannot be read"));
    if (m_dropped > 0) {
        if (auto noted = noteSides(); !noted)
            return noted;
    }
    if (auto index = writeIndex(begin); !index)
        return index;
    return m_out.place(section, begin);
}

void KeyframeSection::drop(const KeyframeEntry& entry, const model::Error& why)
{
    if (m_dropped++ < MaxFinaliserNotes)
        m_out.note(QStringLiteral("keyframe-left-out"),
                   QStringLiteral("the keyframe of tick %1 is left out: %2").arg(entry.tick).arg(why.message),
                   entry.offset, entry.tick);
}

Result<void> KeyframeSection::writeKeyframe(int index)
{
    const KeyframeEntry& entry = source().keyframes()[static_cast<std::size_t>(index)];
    if (!source().metadata().layoutKnown()) {
        // Nobody can tell what is in it; as long as it unpacks it goes over.
        const auto raw = source().keyframe(index, m_out.stop());
        if (raw)
            return addBlob(entry);
        if (!aboutContent(raw.error()))
            return tl::unexpected(raw.error());
        drop(entry, raw.error());
        return {};
    }
    const auto state = m_store.restore(index, nullptr, m_out.stop());
    if (!state) {
        if (!aboutContent(state.error()))
            return tl::unexpected(state.error());
        drop(entry, state.error());
        return {};
    }
    const bool anew = !entry.full && m_deltas != DeltaMode::Unknown;
    if (auto added = anew ? addDelta(index, **state) : addBlob(entry); !added)
        return added;
    m_previous = {index, *state};
    if (entry.full) {
        m_full = m_previous;
        m_links = 0;
    }
    return {};
}

Result<void> KeyframeSection::addBlob(const KeyframeEntry& entry)
{
    KeyframeEntry written = entry;
    written.offset = m_out.position();
    m_kept.push_back(written);
    return m_out.copy(entry.offset, entry.length);
}

Result<void> KeyframeSection::addDelta(int index, const SimState& state)
{
    const KeyframeEntry& entry = source().keyframes()[static_cast<std::size_t>(index)];
    const bool chained = m_deltas == DeltaMode::Chained && m_links < MaxLinks;
    m_links = chained ? m_links + 1 : 1;
    const Baseline& baseline = chained ? m_previous : m_full;
    const auto old = source().keyframe(index, m_out.stop());
    if (!old)
        return tl::unexpected(old.error());
    const auto head = parseDeltaHead(*old, entry.offset);
    if (head && head->baselineTick == baseline.state->tick)
        return addBlob(entry); // it links as wanted already
    const StateHash hash = m_store.hash(baseline.keyframe, *baseline.state);
    const Bytes raw = encodeDelta(*baseline.state, hash, state, state.side);
    if (raw.size() > MaxSnapshotBytes)
        return model::fail(
            ErrorCode::LimitExceeded,
            QStringLiteral("the keyframe of tick %1 would be larger than 64 MiB").arg(entry.tick));
    const Bytes blob = packBlob(raw);
    KeyframeEntry written = entry;
    written.offset = m_out.position();
    written.length = static_cast<std::uint32_t>(blob.size());
    written.uncompressed = static_cast<std::uint32_t>(raw.size());
    m_kept.push_back(written);
    return m_out.write(blob);
}

Result<void> KeyframeSection::writeIndex(std::uint64_t begin)
{
    const std::uint64_t blobs = begin + CountBytes + m_kept.size() * IndexEntryBytes;
    Bytes index;
    index.reserve(CountBytes + m_kept.size() * IndexEntryBytes);
    BinWriter out(index);
    out.u64(m_kept.size());
    for (const KeyframeEntry& entry : m_kept) {
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

Result<void> KeyframeSection::noteSides()
{
    // A keyframe that is left out may have been the one that recorded a campaign or script state.
    for (const KeyframeEntry& entry : m_kept) {
        if (!source().metadata().layoutKnown())
            return {};
        const auto side = m_store.side(source().keyframeOf(entry.tick), m_out.stop());
        if (!side)
            return tl::unexpected(side.error());
        if (side->campaignLost || side->scriptLost) {
            m_out.note(
                QStringLiteral("side-state-lost"),
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

} // namespace ghostline::ironcurtain
