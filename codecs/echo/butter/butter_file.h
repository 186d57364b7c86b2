// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A .butter file as a file of frames.
#include "codecs/echo/butter/chunk_loader.h"

namespace ghostline::echo::butter {

struct Carry;

class ButterFile final : public FrameFile
{
public:
    static model::Result<std::unique_ptr<FrameFile>> open(std::shared_ptr<model::ByteSource> bytes,
                                                          ButterDecoding how, const std::stop_token& stop);

    const MatchHeader& header() const override { return m_chunks.header().match; }
    const MatchNames& names() const override { return m_names; }
    QString version() const override { return QString::number(m_chunks.header().version); }
    QJsonObject metadata() const override;
    model::Result<void> scan(ScanSink& sink, std::stop_token stop) override;
    std::uint64_t scanBytes() const override { return m_chunks.table().end; }
    model::Result<void> readChunk(const ChunkRef& ref, FrameBlock& out, std::stop_token stop) const override;
    model::Result<std::uint64_t> readRaw(std::stop_token stop) const override;
    model::Result<std::vector<model::StreamInfo>> streams(std::stop_token stop) const override;
    model::Result<void> readRecords(const QString& stream, const model::RecordSink& sink,
                                    std::stop_token stop) const override;

private:
    ButterFile(std::shared_ptr<model::ByteSource> bytes, Header header, ChunkTable table, ButterDecoding how);

    /// What goes on into the chunk, as the scan had it. `scratch` is overwritten.
    model::Result<Running> runningInto(const Carry& carry, std::size_t number, FrameBlock& scratch,
                                       const std::stop_token& stop) const;
    model::Result<void> refusePreRelease(const std::stop_token& stop) const;

    const ChunkLoader m_chunks;
    const ButterDecoding m_how;
    mutable MatchNames m_names; ///< thread-safe; texts are added while chunks are decoded
};

} // namespace ghostline::echo::butter
