// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Recordings for tests, laid out here from chunks that ChunkWriter made: in memory or on disk, whole or in
// segments. A player walks on from tick to tick; what he does is the same in every profile.
#include "codecs/recording/file/recording_walk.h"
#include "codecs/recording/format/header.h"
#include "codecs/recording/format/metadata.h"
#include "codecs/recording/rewrite/salvage.h"
#include "model/bytes/byte_sources.h"

#include <QDir>
#include <QFile>
#include <QtTest>

#include <map>
#include <numeric>
#include <random>
#include <zstd.h>

namespace ghostline::test {

struct RecordingPlan
{
    recording::Profile profile = recording::Profile::H5;
    int ticks = 500;
    int chunkTicks = 100;
    int snapshotEvery = 1; ///< chunks; the first always has one
    int level = 3;
    bool checksum = true;
    int noise = 0;         ///< bytes a tick that do not compress, in a bookmark
    int metadataBytes = 0; ///< of a key that nobody knows
    std::uint16_t dictionary = 0;
    QByteArray dictionaryContent{}; ///< empty: compressed without, whatever the header says
    std::vector<int> segments{};    ///< chunks in each; empty: one in each
};

struct BuiltChunk
{
    recording::ChunkEntry entry; ///< offsets are filled in by the layout
    recording::Bytes raw;
    recording::Bytes frame;
};

inline QByteArray toByteArray(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())};
}

recording::Bytes compressFrame(std::span<const std::byte> raw, const RecordingPlan& plan);

class RecordingBuilder
{
public:
    explicit RecordingBuilder(RecordingPlan plan = {});

    std::vector<BuiltChunk> chunks;

    const RecordingPlan& plan() const { return m_plan; }
    int count() const { return static_cast<int>(chunks.size()); }

    /// The whole recording as one file.
    QByteArray file() const;
    /// preamble.dat that knows the first `known` chunks, -1 = all.
    QByteArray preamble(int known = -1) const;
    QByteArray segment(int number) const;
    int segmentCount() const { return static_cast<int>(segmentOffset(count() - 1) >> 32) + 1; }
    /// File name -> content of a recording in segments.
    std::map<QString, QByteArray> folder(bool finished = true) const;

    static QString segmentFile(int number)
    {
        return QStringLiteral("segment-%1.dat").arg(number, 3, 10, QLatin1Char('0'));
    }

private:
    std::vector<recording::ChunkEntry> entriesOf(int known) const;
    std::int64_t segmentOffset(int chunk) const;
    recording::Bytes metadataOf() const;
    recording::Header headerOf(const std::vector<recording::ChunkEntry>& entries) const;
    QByteArray layOut(const recording::Header& header,
                      const std::vector<recording::ChunkEntry>& entries) const;

    recording::Place here() const
    {
        return {{static_cast<double>(m_steps) / 4096.0, 64.0, -0.5}, 10.0F, 5.0F};
    }
    recording::Kind stone() const;
    void addSnapshotEvents(recording::ChunkWriter& out) const;
    /// What playing up to `tick` gives.
    recording::Snapshot snapshot(int tick) const;
    void addTick(recording::ChunkWriter& out, int tick);
    BuiltChunk makeChunk(int start, int ticks);

    RecordingPlan m_plan;
    std::int64_t m_steps = 0;
    std::vector<std::int64_t> m_blocks;
    std::mt19937 m_random{1};
};

/// The whole chunks that repairing finds behind what the index names.
std::vector<recording::FoundChunk> foundBehind(const recording::RecordingFile& file);

inline std::unique_ptr<model::MemorySource> memoryFile(const QByteArray& bytes,
                                                       const QString& name = QStringLiteral("run.hcrp"))
{
    return model::MemorySource::fromByteArray(bytes, name);
}

/// A folder in memory, opened by the file `name`.
std::unique_ptr<model::MemorySource> memoryFolder(const std::map<QString, QByteArray>& files,
                                                  const QString& name = QStringLiteral("preamble.dat"));
void writeBytes(const QString& path, const QByteArray& bytes);
/// Writes the files of a folder below `path`, which is made.
void writeFolder(const QString& path, const std::map<QString, QByteArray>& files);
/// One row for each layout that is written.
void addProfiles(const char* column);

} // namespace ghostline::test
