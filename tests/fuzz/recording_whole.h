// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A whole recording for the fuzzer: the bytes as a file, or as the events of two chunks of a file laid out
// around them. What is opened can be looked at anywhere, in any order, and always says the same.
#include "codecs/recording/format/header.h"
#include "codecs/recording/recording_codec.h"
#include "model/bytes/byte_sources.h"
#include "tests/support/same_state.h"

#include <algorithm>
#include <cstdlib>
#include <zstd.h>

namespace ghostline::fuzz {

inline constexpr int MostSegments = 12;
inline constexpr int MostSamples = 6;

inline void mustBe(bool good)
{
    if (!good)
        std::abort();
}

inline void lookAnywhere(std::unique_ptr<model::ByteSource> bytes)
{
    auto source = recording::RecordingCodec().open(std::move(bytes), {});
    if (!source) {
        mustBe(!source.error().message.isEmpty());
        return;
    }
    const auto index = (*source)->waitComplete();
    mustBe(index.has_value() && (*index)->complete);
    model::WorldState straight;
    model::WorldState alone;
    std::shared_ptr<const model::Segment> before;
    for (int i = 0; i < std::min((*index)->keyframes.count(), MostSegments); ++i) {
        const auto next = (*source)->readSegment(i, before.get(), {});
        const auto fresh = (*source)->readSegment(i, nullptr, {});
        mustBe(next.has_value() == fresh.has_value());
        if (!next)
            return;
        const model::FrameRange range = (*next)->frames();
        mustBe(range == (*index)->keyframes.range(i));
        const model::FrameNumber step = std::max<model::FrameNumber>(range.count() / MostSamples, 1);
        for (model::FrameNumber frame = range.first; frame < range.end; frame += step) {
            (*next)->sample({frame, 0.25}, model::SamplePolicy::Interpolate, straight);
            (*fresh)->sample({frame, 0.25}, model::SamplePolicy::Interpolate, alone);
            mustBe(test::sameState(straight, alone));
            mustBe(straight.size() <= (*index)->info->cast.size());
            for (const model::ActorId id : straight.ids)
                mustBe((*index)->info->actor(id) != nullptr);
        }
        before = *next;
    }
    for (const model::Event& event : (*index)->events->events)
        mustBe(event.frame >= 0 && event.frame < (*index)->frames() && !event.text.contains(u'\n'));
    (void)(*source)->verify({}, {});
    (void)(*source)->nativeState(0, {});
    (void)(*source)->readRecords({}, [](const model::Record&) { return true; }, {});
}

/// Two chunks of ten ticks each, the second with or without a snapshot.
inline QByteArray laidOut(recording::Profile profile, std::span<const std::byte> events, bool bare)
{
    using recording::Bytes;
    const std::size_t half = events.size() / 2;
    std::vector<recording::ChunkEntry> entries;
    QByteArray frames;
    const bool draft = profile == recording::Profile::S1;
    for (int i = 0; i < 2; ++i) {
        const auto raw = i == 0 ? events.first(half) : events.subspan(half);
        if (raw.empty())
            continue;
        QByteArray frame(static_cast<qsizetype>(ZSTD_compressBound(raw.size())), Qt::Uninitialized);
        frame.resize(static_cast<qsizetype>(
            ZSTD_compress(frame.data(), static_cast<std::size_t>(frame.size()), raw.data(), raw.size(), 1)));
        recording::ChunkEntry entry;
        entry.startTick = static_cast<std::int32_t>(entries.size()) * 10;
        entry.tickCount = 10;
        entry.flags = i == 1 && bare ? 0 : 1;
        entry.compressedBytes = static_cast<std::int32_t>(frame.size());
        entry.rawBytes = static_cast<std::int32_t>(raw.size());
        entry.formatVersion = draft ? 1 : profile == recording::Profile::H4 ? 4 : 5;
        entries.push_back(entry);
        frames += frame;
    }
    recording::Header header;
    header.profile = profile;
    header.worldVersion = QByteArray(16, '\0');
    header.metadataBytes = 2;
    header.indexBytes = static_cast<std::int32_t>(writeIndex(entries, profile).size());
    header.tickCount = entries.empty() ? 0 : entries.back().endTick();
    header.chunkCount = static_cast<std::int32_t>(entries.size());
    auto offset = static_cast<std::int64_t>(header.preambleBytes());
    for (recording::ChunkEntry& entry : entries) {
        entry.offset = offset;
        offset += entry.compressedBytes;
    }
    const auto text = [](const Bytes& b) {
        return QByteArray(reinterpret_cast<const char*>(b.data()), static_cast<qsizetype>(b.size()));
    };
    return text(writeHeader(header)) + QByteArray("\x0a\x00", 2) + text(writeIndex(entries, profile)) +
           frames;
}

/// `how`: its lower bits choose the layout; 7 takes the bytes as they are.
inline void wholeRecording(unsigned how, std::span<const std::byte> bytes)
{
    const QByteArray file =
        (how & 7U) == 7U
            ? QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()))
            : laidOut(static_cast<recording::Profile>((how & 7U) % 3U), bytes, (how & 8U) != 0);
    lookAnywhere(model::MemorySource::fromByteArray(file, QStringLiteral("fuzz.hcrp")));
}

} // namespace ghostline::fuzz
