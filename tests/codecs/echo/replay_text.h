// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A text as an .echoreplay, read from front to back.
#include "codecs/echo/frame/frame_file.h"
#include "codecs/io/zip_writer.h"
#include "model/bytes/byte_sources.h"

namespace ghostline::test {

/// Everything a scan tells. Frames of all chunks lie one after the other.
struct ScannedText final : echo::ScanSink
{
    struct Missing
    {
        std::size_t frame = 0;
        QString reason;
    };
    echo::FrameBlock block;
    std::vector<echo::ChunkRef> chunks;
    model::DiagnosticList diagnostics;
    std::vector<Missing> missing;
    std::uint64_t done = 0;
    bool monotonic = true;

    bool chunk(const echo::ChunkRef& ref, const echo::FrameBlock& read, std::uint64_t bytesDone) override;
    void diagnostic(model::Diagnostic diagnostic) override { diagnostics.push_back(std::move(diagnostic)); }
    void lost(const QString& reason) override { missing.push_back({block.size(), reason}); }

    const model::Diagnostic* find(const char* code) const;
    static void append(echo::FrameBlock& to, const echo::FrameBlock& from);
};

/// A time and the tab behind it.
inline const QByteArray Stamp = "2021/12/20 11:33:20.125\t";

/// A session with what is given besides map and teams.
QByteArray session(const QByteArray& more, const QByteArray& teams = "[{\"players\":[]},{},{}]");

inline std::shared_ptr<model::ByteSource> memorySource(const QByteArray& bytes)
{
    return model::MemorySource::fromByteArray(bytes, QStringLiteral("memory.echoreplay"));
}

inline model::Result<std::unique_ptr<echo::FrameFile>> openText(const QByteArray& bytes)
{
    return echo::openEchoReplay(memorySource(bytes), {});
}

/// One entry of the given name.
QByteArray zipped(const QByteArray& text, int level = 6, const char* name = "rec.echoreplay");
/// True when reading each chunk alone brings what the scan brought.
bool chunksAgree(const echo::FrameFile& file, const ScannedText& scanned);

} // namespace ghostline::test
