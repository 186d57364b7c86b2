// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A .butter file as a file of frames: fetches and unpacks chunks, keeps what goes on from one to the next.
#include "codecs/echo/butter_frame.h"
#include "codecs/echo/butter_time.h"

namespace ghostline::echo::butter {

struct Carry final : ChunkCarry
{
    Running running;
    TimeState times;
    /// Skeletons are large and chunks may be of single frames: then those of chunk `originChunk`, not far
    /// before, are decoded up to this one. Null = `running` has them.
    std::shared_ptr<const Carry> origin;
    std::size_t originChunk = 0;
    std::size_t bytes() const override { return sizeof *this + running.bones.capacity() * sizeof(BoneSet); }
};

class ButterFile final : public FrameFile
{
public:
    static model::Result<std::unique_ptr<FrameFile>> open(std::shared_ptr<model::ByteSource> bytes,
                                                          ButterDecoding how, const std::stop_token& stop);

    const MatchHeader& header() const override { return m_header.match; }
    const MatchNames& names() const override { return m_names; }
    QString version() const override { return QString::number(m_header.version); }
    QJsonObject metadata() const override;
    model::Result<void> scan(ScanSink& sink, std::stop_token stop) override;
    std::uint64_t scanBytes() const override { return m_table.end; }
    model::Result<void> readChunk(const ChunkRef& ref, FrameBlock& out, std::stop_token stop) const override;
    model::Result<std::uint64_t> readRaw(std::stop_token stop) const override;
    model::Result<std::vector<model::StreamInfo>> streams(std::stop_token stop) const override;
    model::Result<void> readRecords(const QString& stream, const model::RecordSink& sink,
                                    std::stop_token stop) const override;

private:
    ButterFile(std::shared_ptr<model::ByteSource> bytes, Header header, ChunkTable table, ButterDecoding how);

    /// An unpacked chunk and what is wrong with it; what could be unpacked is there even so.
    struct Loaded
    {
        std::size_t number = 0;
        Chunk chunk;
        std::optional<model::Error> damage;
        std::optional<std::int64_t> keyTime() const;
    };
    class Scan;

    /// Error only when the source cannot be read.
    model::Result<void> load(std::size_t number, Loaded& out, const std::stop_token& stop) const;
    /// The next that is not empty, from `number` on; the table's size when there is none.
    std::size_t nextChunk(std::size_t number) const;
    Decoded decode(const Loaded& loaded, Running& running, TimeState& times, FrameBlock& out,
                   std::vector<TimeRepair>& repairs, const std::stop_token& stop,
                   std::vector<FrameTrace>* traces = nullptr) const;
    /// What goes on into the chunk, as the scan had it. `scratch` is overwritten.
    model::Result<Running> runningInto(const Carry& carry, std::size_t number, FrameBlock& scratch,
                                       const std::stop_token& stop) const;
    model::Result<void> refusePreRelease(const std::stop_token& stop) const;

    std::shared_ptr<model::ByteSource> m_bytes;
    const Header m_header;
    const ChunkTable m_table;
    const ButterDecoding m_how;
    mutable MatchNames m_names; ///< thread-safe; texts are added while chunks are decoded
};

} // namespace ghostline::echo::butter
