// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads a recording through once, from front to back, and can say at any time what is known so far: cast,
// events, and per chunk what no snapshot carries.
#include "codecs/recording/replay/run_play.h"

#include <chrono>

namespace ghostline::recording {

/// Whether what failed may go well another time: over a network a server may be away for a while, and a
/// segment that a recorder has just written may come into sight late.
bool mayComeBack(const model::Error& error, const RecordingFile& file);

/// Of one thread.
class RunScan
{
public:
    using Clock = std::chrono::steady_clock;

    /// `read`: false leaves it at what index and metadata say.
    RunScan(std::shared_ptr<const RecordingFile> file, bool read, std::uint32_t generation = 0);

    bool finished() const { return !m_read || m_next >= m_chunks->size(); }
    /// Chunks read so far.
    std::size_t position() const { return m_next; }
    /// Reads on until `until` or the end. Cancelled, or an error that is not about one chunk; one that
    /// mayComeBack() stops at its chunk, and calling again asks for it again.
    model::Result<void> advance(Clock::time_point until, const std::stop_token& stop);
    /// Chunks in segments that are not there are lost, as far as they have been asked for.
    void takeAsLost() { m_takeAsLost = true; }
    /// Nothing more is read; why is said.
    void giveUp(const model::Error& why);
    /// Reads on where it was given up, if that was because a server was away.
    bool resume();
    /// The same recording, grown longer. False: it has to be read anew.
    bool grow(std::shared_ptr<const RecordingFile> file);
    /// Something worth saying of the recording as a whole.
    void note(model::Diagnostic diagnostic) { m_notes.push_back(std::move(diagnostic)); }
    std::shared_ptr<const RunIndex> snapshot(model::Revision number, bool growing);

    const std::shared_ptr<const RecordingFile>& file() const { return m_file; }

private:
    void setFile(std::shared_ptr<const RecordingFile> file);
    model::Result<void> fetch(const std::stop_token& stop);
    bool mustWait(const model::Error& error) const;
    void addNotes(model::ReplayIndex& revision) const;
    void addUnfetched(model::SpanList& spans) const;
    std::shared_ptr<model::ReplayInfo> info();

    std::shared_ptr<const RecordingFile> m_file;
    bool m_read;
    std::uint32_t m_generation;
    std::shared_ptr<const std::vector<RunChunk>> m_chunks;
    std::optional<RunDamage> m_damage;
    std::size_t m_next = 0; ///< chunk that is read next
    std::uint64_t m_bytesDone = 0;
    std::uint64_t m_bytesAll = 0;
    std::vector<model::Result<Bytes>> m_batch; ///< chunks read and not taken yet, the first is m_next's
    std::size_t m_batchAt = 0;
    bool m_held = false;                        ///< what m_batchAt says may come back
    bool m_takeAsLost = false;                  ///< but not for this batch
    bool m_unfetched = false;                   ///< given up, as the server was away
    std::optional<model::Diagnostic> m_stopped; ///< given up, and why

    RunPlay m_play;
    model::DiagnosticList m_notes;

    // What the revision before said, shared while it still holds.
    std::shared_ptr<const model::StringTable> m_sharedStrings;
    std::shared_ptr<const model::EventTable> m_sharedEvents;
    std::size_t m_sharedEventCount = 0;
    std::shared_ptr<const std::vector<glm::ivec3>> m_sharedEdited;
    model::FrameNumber m_sharedFrames = -1;
    std::shared_ptr<const model::ReplayInfo> m_baseInfo;
};

} // namespace ghostline::recording
