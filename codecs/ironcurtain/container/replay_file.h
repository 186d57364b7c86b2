// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An .icrep file as sections, keyframes and chunks, finalised or still a journal. Reads what is asked for and
// keeps no content.
#include "codecs/ironcurtain/container/chunk.h"
#include "codecs/ironcurtain/container/header.h"
#include "codecs/ironcurtain/container/keyframe_index.h"
#include "model/bytes/byte_source.h"

#include <functional>
#include <memory>

namespace ghostline::ironcurtain {

/// Thread-safe; immutable but for what is walked on demand.
class ReplayFile
{
public:
    enum class Form { Finalised, Journal };

    /// Reads header, metadata and keyframe index; of a journal, every chunk's head and CRC. Fails only where
    /// there is no header of this version, no keyframe or chunk at all, or the device fails.
    static model::Result<std::shared_ptr<const ReplayFile>> open(std::unique_ptr<model::ByteSource> bytes,
                                                                 const std::function<bool(double)>& progress,
                                                                 const std::stop_token& stop);

    Form form() const;
    const Header& header() const;
    const Metadata& metadata() const;
    std::uint64_t bytes() const; ///< of the file, when opened
    model::Identity identity() const;
    /// Strictly increasing ticks; entries that break the order are damages and left out.
    std::span<const KeyframeEntry> keyframes() const;
    /// Index of the last keyframe at or before a tick, -1 when there is none.
    int keyframeAt(SimTick tick) const;
    /// Index of the keyframe of exactly this tick, -1 when there is none.
    int keyframeOf(SimTick tick) const;
    /// Header's total_ticks; of a journal the largest tick there is.
    SimTick lastTick() const;

    /// Chunks of Orders, Events or Voice (of a journal also Signatures and Keyframe) in file order. Of a
    /// finalised file the section is walked at the first call: heads are read, and where a tag, a length or a
    /// CRC is wrong the next chunk whose CRC holds is searched. CRCs of undamaged chunks are checked by
    /// payload(). Blocks.
    model::Result<std::span<const ChunkEntry>> chunks(ChunkKind kind, const std::stop_token& stop) const;
    /// A chunk's payload; Damaged when the CRC differs.
    model::Result<Bytes> payload(const ChunkEntry& chunk, const std::stop_token& stop) const;
    /// An unpacked keyframe; Damaged when the sizes differ from the index.
    model::Result<Bytes> keyframe(int index, const std::stop_token& stop) const;
    /// As they lie in the file: the signature section, or of a journal all SIGT payloads one after another in
    /// their own calls. Empty when there are none.
    model::Result<Bytes> signatureSection(const std::stop_token& stop) const;
    /// Raw reading, for readRaw() and repair: clipped to the file.
    model::Result<Bytes> read(std::uint64_t offset, std::uint64_t length, const std::stop_token& stop) const;

    /// Found so far, in the order they were found: those of open(), then those of walked sections.
    DamageList damages() const;

    ~ReplayFile();

private:
    struct Private;
    explicit ReplayFile(std::unique_ptr<Private> own);
    std::unique_ptr<Private> d;
};

} // namespace ghostline::ironcurtain
