// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Recordings whose index claims what their bytes do not hold.
#include "codecs/recording/file/recording_file.h"
#include "codecs/recording/format/header.h"
#include "model/bytes/byte_sources.h"

#include <QByteArray>

namespace ghostline::test {

/// A recording in one file, with an index that `change` has seen; the chunks lie behind that as before.
template<typename Change>
QByteArray withClaims(const QByteArray& bytes, Change change)
{
    const auto file =
        recording::RecordingFile::open(model::MemorySource::fromByteArray(bytes, QStringLiteral("run.hcrp")));
    if (!file)
        return {};
    recording::Header header = (*file)->header();
    std::vector<recording::ChunkEntry> entries = (*file)->chunks();
    const auto before = static_cast<qsizetype>(header.preambleBytes());
    const auto metadata = bytes.mid(static_cast<qsizetype>(recording::HeaderBytes), header.metadataBytes);
    change(entries);
    header.chunkCount = static_cast<std::int32_t>(entries.size());
    // Offsets are of fixed width: the index is as long with others.
    const auto indexBytes = static_cast<std::int32_t>(recording::writeIndex(entries, header.profile).size());
    for (recording::ChunkEntry& entry : entries)
        entry.offset += indexBytes - header.indexBytes;
    header.indexBytes = indexBytes;
    const auto text = [](const recording::Bytes& part) {
        return QByteArray(reinterpret_cast<const char*>(part.data()), static_cast<qsizetype>(part.size()));
    };
    return text(recording::writeHeader(header)) + metadata +
           text(recording::writeIndex(entries, header.profile)) + bytes.mid(before);
}

} // namespace ghostline::test
