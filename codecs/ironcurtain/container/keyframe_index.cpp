// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/container/keyframe_index.h"

#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/container/bincode.h"
#include "codecs/ironcurtain/container/chunk_scan.h"

#include <algorithm>

namespace ghostline::ironcurtain {

using model::Result;

namespace {

constexpr std::size_t IndexBlock = IndexEntryBytes * 50'000;

/// One tick that jumps ahead must not cost all that follow it.
std::vector<KeyframeEntry> inOrder(std::span<const KeyframeEntry> entries, DamageLog& damages)
{
    std::vector<KeyframeEntry> keyframes;
    keyframes.reserve(entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const KeyframeEntry& entry = entries[i];
        const auto after = [&](SimTick tick) { return keyframes.empty() || tick > keyframes.back().tick; };
        const bool ahead =
            i + 1 < entries.size() && entry.tick > entries[i + 1].tick && after(entries[i + 1].tick);
        if (after(entry.tick) && !ahead && entry.tick <= MaxTicks)
            keyframes.push_back(entry);
        else
            damages.add(Section::Keyframes, entry.offset,
                        QStringLiteral("the keyframe of tick %1 does not lie between its neighbours")
                            .arg(entry.tick));
    }
    return keyframes;
}

} // namespace

Result<std::vector<KeyframeEntry>> readKeyframeIndex(const model::ByteSource& source,
                                                     const SectionRange& range, DamageLog& damages,
                                                     const std::stop_token& stop)
{
    std::vector<KeyframeEntry> entries;
    if (!range.present)
        return entries;
    Window window(source, range.end, IndexBlock);
    const auto start = window.at(range.begin, 8, stop);
    if (!start)
        return tl::unexpected(start.error());
    if (start->size() < 8) {
        damages.add(Section::Keyframes, range.begin, QStringLiteral("the index is cut off"));
        return entries;
    }
    const auto count = io::loadLe<std::uint64_t>(start->data());
    if (count > (range.announced - range.begin) / IndexEntryBytes) {
        damages.add(Section::Keyframes, range.begin,
                    QStringLiteral("an index of %1 keyframes is larger than its section").arg(count));
        return entries;
    }
    const std::uint64_t there = std::min<std::uint64_t>((range.size() - 8) / IndexEntryBytes, MaxKeyframes);
    const std::uint64_t blobs = range.begin + 8 + count * IndexEntryBytes;
    entries.reserve(static_cast<std::size_t>(std::min(count, there)));
    for (std::uint64_t i = 0; i < count && i < there; ++i) {
        const std::uint64_t at = range.begin + 8 + i * IndexEntryBytes;
        const auto bytes = window.at(at, IndexEntryBytes, stop);
        if (!bytes)
            return tl::unexpected(bytes.error());
        BinReader in(*bytes, at);
        KeyframeEntry entry;
        entry.tick = in.u64();
        entry.offset = blobs + in.u32();
        entry.length = in.u32();
        entry.uncompressed = in.u32();
        entry.full = in.boolean();
        entry.inFile = entry.offset + entry.length <= range.end;
        if (!in.ok())
            damages.add(Section::Keyframes, at,
                        QStringLiteral("entry %1 of the index is neither full nor a delta").arg(i));
        else
            entries.push_back(entry);
    }
    if (count > there)
        damages.add(Section::Keyframes, range.begin,
                    QStringLiteral("%1 of %2 entries of the index are left").arg(there).arg(count));
    return inOrder(entries, damages);
}

void reportLostKeyframes(std::span<const KeyframeEntry> keyframes, const SectionRange& range,
                         SimTick lastTick, DamageLog& damages)
{
    for (std::size_t i = 0; i < keyframes.size(); ++i) {
        const KeyframeEntry& entry = keyframes[i];
        if (entry.inFile)
            continue;
        Damage found;
        found.section = Section::Keyframes;
        found.offset = entry.offset;
        found.what = entry.offset + entry.length > range.announced
                         ? QStringLiteral("the keyframe of tick %1 lies outside the section").arg(entry.tick)
                         : QStringLiteral("the keyframe of tick %1 is cut off").arg(entry.tick);
        found.first = entry.tick;
        std::size_t next = i + 1;
        while (next < keyframes.size() && !keyframes[next].inFile)
            ++next;
        found.last = next < keyframes.size() ? keyframes[next].tick - 1 : std::max(entry.tick, lastTick);
        damages.add(std::move(found));
    }
}

} // namespace ghostline::ironcurtain
