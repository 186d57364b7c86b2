// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Opens .butter bytes and keeps everything that a scan of them brings.
#include "codecs/echo/frame/frame_file.h"
#include "model/bytes/byte_sources.h"

#include <QFile>

namespace ghostline::test {

struct Scanned final : echo::ScanSink
{
    std::unique_ptr<echo::FrameFile> file;
    echo::FrameBlock frames; ///< all of them
    std::vector<echo::ChunkRef> chunks;
    model::DiagnosticList diagnostics;
    QStringList losses;
    std::vector<std::int64_t> lostBefore; ///< frame numbers

    bool chunk(const echo::ChunkRef& ref, const echo::FrameBlock& block, std::uint64_t) override;
    void diagnostic(model::Diagnostic diagnostic) override { diagnostics.push_back(std::move(diagnostic)); }
    void lost(const QString& reason) override;
    int count(const char* code) const;
};

QByteArray readAll(const QString& path);
model::Result<std::unique_ptr<echo::FrameFile>>
openButterBytes(const QByteArray& bytes, echo::ButterDecoding how = echo::ButterDecoding::Exact);
/// Opens and scans; an error of either comes back.
model::Result<std::unique_ptr<Scanned>> scanButter(const QByteArray& bytes,
                                                   echo::ButterDecoding how = echo::ButterDecoding::Exact);
/// Whether the chunks, read again in any order, are what the scan brought.
bool readsTheSame(const Scanned& scanned);

} // namespace ghostline::test
