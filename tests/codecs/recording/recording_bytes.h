// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Bytes as tests write them down, and events made at random from a fixed seed.
#include "codecs/io/nbt_read.h"
#include "codecs/recording/format/chunk.h"

#include <QByteArray>

#include <cstring>
#include <deque>
#include <random>
#include <string>

namespace ghostline::test {

recording::Bytes bytesOf(const QByteArray& raw);
inline recording::Bytes bytesOfHex(const QByteArray& hex) { return bytesOf(QByteArray::fromHex(hex)); }

QByteArray hexOf(std::span<const std::byte> bytes);

/// Any event of a profile, each kind as likely as the next. Texts and NBT live as long as this does.
class RandomEvents
{
public:
    explicit RandomEvents(unsigned seed) : m_random(seed) {}

    recording::Event next(recording::Profile profile);

    std::int32_t small() { return static_cast<std::int32_t>(m_random() >> (1 + m_random() % 31)); }
    std::int64_t wide();
    std::int16_t turn() { return static_cast<std::int16_t>(static_cast<std::uint16_t>(m_random())); }
    float real() { return static_cast<float>(turn()) / 64.0F; }
    recording::Place place() { return {{real(), real(), real()}, real(), real()}; }
    recording::PackedVector vector();
    std::string_view text();
    recording::Kind kind(recording::Profile profile)
    {
        return profile == recording::Profile::H4 ? recording::Kind{{}, small()} : recording::Kind{text(), -1};
    }
    recording::NbtView nbt();

private:
    std::mt19937 m_random;
    std::deque<std::string> m_texts;
    std::deque<recording::Bytes> m_blobs;
    std::deque<std::vector<recording::Item>> m_items;
};

/// The bytes of one event.
recording::Bytes encoded(const recording::Event& event, recording::Profile profile);

/// Reads a whole chunk; the raw bytes of each event, one run a tick. Stops at a failure.
struct ReadTicks
{
    std::vector<std::pair<std::int32_t, std::vector<recording::Bytes>>> ticks;
    std::optional<model::Error> failure;
    bool absolute = false;
    std::size_t offset = 0;
};
ReadTicks readTicks(recording::Profile profile, const recording::ChunkEntry& entry,
                    const recording::Bytes& raw, int number = 4);
recording::ChunkEntry entryOf(std::int32_t start, std::int32_t count, bool snapshot = false);
/// A state with a bit of everything; its texts and trees live in `random`.
recording::Snapshot randomSnapshot(RandomEvents& random);
/// A small chunk with a snapshot where the profile knows one.
recording::Bytes sampleChunk(recording::Profile profile, RandomEvents& random, std::int32_t start,
                             std::int32_t count, int mostEvents);

} // namespace ghostline::test
