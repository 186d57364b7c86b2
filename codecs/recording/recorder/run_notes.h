// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the metadata says of a run, gathered while it is recorded, and the preamble made of it.
#include "codecs/recording/format/header.h"
#include "codecs/recording/format/metadata.h"
#include "codecs/recording/recorder/recorder.h"

namespace ghostline::recording {

class RunNotes
{
public:
    /// Beyond this the metadata has no markers at all, for half a list would pass for a whole one; the
    /// stream has them anyway. Flags are evidence and always listed.
    static constexpr std::size_t MaxMarkers = 1000;

    /// InvalidArgument for what the profile cannot hold.
    static model::Result<RunNotes> create(const RecorderHead& head);
    /// Of a recording that goes on.
    static RunNotes resume(const Header& header, const Metadata& metadata);

    /// Checkpoints, resets, the end and accusations of one tick.
    void take(std::int32_t tick, std::span<const Event> events);
    void setOutcome(const QString& outcome);
    Metadata& metadata() { return m_metadata; }
    const Metadata& metadata() const { return m_metadata; }
    Header& header() { return m_header; }
    const Header& header() const { return m_header; }

    /// Header, metadata and index as bytes. `loneFile`: offsets count from the first chunk and are moved
    /// behind all three; those of segments stay.
    Bytes preamble(std::vector<ChunkEntry> chunks, bool loneFile);

private:
    void mark(std::int32_t tick, const QString& kind, const QString& id, std::int64_t ms);

    Header m_header;
    Metadata m_metadata;
    bool m_tooManyMarkers = false;
};

} // namespace ghostline::recording
