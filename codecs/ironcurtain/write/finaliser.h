// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One finalised file in the making, section after section in the order they have on disk.
#include "codecs/ironcurtain/state/keyframe_store.h"
#include "codecs/ironcurtain/write/replay_writer.h"
#include "model/atomic_file.h"

namespace ghostline::ironcurtain {

class Finaliser
{
public:
    Finaliser(const ReplayFile& source, const FinaliseRequest& request, model::AtomicFile out,
              const std::stop_token& stop);
    model::Result<model::DiagnosticList> run();

private:
    using Done = model::Result<void>;

    // finalise.cpp
    Done writeMetadata();
    Done writeEmbedded();
    Done writeHeader();
    Done write(std::span<const std::byte> bytes) { return m_out.write(bytes); }
    /// Copies bytes of the source.
    Done copy(std::uint64_t offset, std::uint64_t length);
    /// From `begin` up to here; WriteFailed beyond what 32 bits can say.
    Done place(SectionPlace& section, std::uint64_t begin);
    Done step(std::uint64_t bytes);
    void note(const QString& code, QString message, std::optional<std::uint64_t> offset = {},
              std::optional<SimTick> tick = {});
    bool intact(const SectionPlace& place) const;

    // finalise_chunks.cpp
    Done writeOrders();
    Done writeEvents();
    Done writeVoice();
    Done writeChunk(const ChunkEntry& chunk, std::span<const std::byte> payload);
    /// The payload of a chunk; nothing, and a note, when it cannot be read.
    model::Result<std::optional<Bytes>> readable(const ChunkEntry& chunk);

    // finalise_keyframes.cpp
    struct Baseline
    {
        std::shared_ptr<const SimState> state;
        std::optional<StateHash> hash;
    };
    Done writeKeyframes();
    Done writeKeyframe(int index, std::vector<KeyframeEntry>& kept);
    Done addBlob(const KeyframeEntry& entry, std::vector<KeyframeEntry>& kept);
    Done addDelta(int index, const SimState& state, std::vector<KeyframeEntry>& kept);
    Done writeIndex(std::uint64_t begin, std::uint64_t reserved, const std::vector<KeyframeEntry>& kept);
    void dropKeyframe(const KeyframeEntry& entry, const model::Error& why);
    Done noteSides(const std::vector<KeyframeEntry>& kept);
    Done findFinalHash();

    // finalise_signatures.cpp
    Done prepareSignatures();
    Done prepareFromJournal();
    Done writeSignatures();

    const ReplayFile& m_source;
    const FinaliseRequest& m_request;
    const std::stop_token& m_stop;
    model::AtomicFile m_out;
    KeyframeStore m_store;
    Header m_header;
    SimTick m_total = 0;
    model::DiagnosticList m_notes;
    Bytes m_signatures;                    ///< the section; empty = none
    std::optional<StateHash> m_lastSigned; ///< what the relay signed for the last tick
    Baseline m_full;                       ///< the last full keyframe that went over
    Baseline m_previous;                   ///< the last keyframe that went over
    int m_links = 0;                       ///< of that one, where they are made anew
    std::size_t m_dropped = 0;             ///< keyframes left out
    std::uint64_t m_done = 0;              ///< bytes of the source
};

} // namespace ghostline::ironcurtain
