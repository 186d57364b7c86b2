// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the parts of ReplayFile share.
#include "codecs/ironcurtain/container/chunk_scan.h"
#include "codecs/ironcurtain/container/replay_file.h"
#include "codecs/ironcurtain/limits.h"

#include <array>

namespace ghostline::ironcurtain {

/// Where a section lies in the file, clipped to it.
struct SectionRange
{
    std::uint64_t begin = 0;
    std::uint64_t end = 0;       ///< of what is there
    std::uint64_t announced = 0; ///< end by the header
    bool present = false;        ///< announced, and begins inside the file
    std::uint64_t size() const { return end - begin; }
    bool cut() const { return end < announced; }
};

struct ReplayFile::Private
{
    std::unique_ptr<model::ByteSource> source;
    std::uint64_t size = 0;
    model::Identity identity;
    Header header;
    Metadata metadata;
    Form form = Form::Finalised;
    std::array<SectionRange, 9> sections{}; ///< by Section
    std::vector<KeyframeEntry> keyframes;
    SimTick lastTick = 0;

    /// Chunks of one kind; once `walked` they never change.
    struct ChunkList
    {
        std::vector<ChunkEntry> entries;
        bool walked = false;
    };
    mutable std::mutex walking; ///< one walk at a time
    mutable std::array<ChunkList, 5> chunks{};
    mutable std::mutex guard; ///< of the damages
    mutable DamageLog damages;

    SectionRange& section(Section s) { return sections[static_cast<std::size_t>(s)]; }
    const SectionRange& section(Section s) const { return sections[static_cast<std::size_t>(s)]; }
    ChunkList& list(ChunkKind kind) const;

    /// Its number in the log.
    std::size_t damage(Damage found) const
    {
        const std::scoped_lock lock(guard);
        return damages.add(std::move(found));
    }
    void damage(Section in, std::uint64_t offset, QString what, bool lost = true) const
    {
        Damage found;
        found.section = in;
        found.offset = offset;
        found.what = std::move(what);
        found.lost = lost;
        damage(std::move(found));
    }
    void leaveOut(std::uint64_t found) const
    {
        const std::scoped_lock lock(guard);
        damages.leaveOut(found);
    }

    // replay_file_open.cpp
    void placeSections();
    void placeSection(Section which, const SectionPlace& place, bool wanted);
    model::Result<void> readMetadata(std::span<const std::byte> first, const std::stop_token& stop);
    model::Result<void> readIndex(const std::stop_token& stop);
    void keepOrdered(std::vector<KeyframeEntry> entries);
    void judgeKeyframes();
    // replay_file_walk.cpp
    model::Result<void> walk(ChunkKind kind, const std::stop_token& stop) const;
    // replay_file_journal.cpp
    class JournalScan;
    model::Result<void> scanJournal(const std::function<bool(double)>& progress, const std::stop_token& stop);
    /// Static text when a whole chunk is left out.
    const char* takeJournalChunk(ChunkEntry& entry, std::span<const std::byte> start);
    model::Result<void> findLastFrame(const std::stop_token& stop);

    model::Result<Bytes> read(std::uint64_t offset, std::uint64_t length, const std::stop_token& stop) const;
    model::Result<Bytes> payload(const ChunkEntry& chunk, const std::stop_token& stop) const;
    /// A walk by heads takes a chunk whose CRC does not hold: told when it is read, once.
    void brokenPayload(const ChunkEntry& chunk) const;
};

} // namespace ghostline::ironcurtain
