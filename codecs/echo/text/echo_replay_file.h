// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An .echoreplay, plain or packed: a text of which only the line at hand is in memory.
#include "codecs/echo/frame/frame_file.h"
#include "codecs/echo/frame/limits.h"
#include "codecs/echo/text/line_remarks.h"
#include "codecs/echo/text/session_json.h"
#include "codecs/echo/text/text_growth.h"
#include "codecs/io/inflate_index.h"
#include "codecs/io/zip_directory.h"

#include <atomic>
#include <functional>
#include <mutex>

namespace ghostline::echo {

/// A chunk ends before either of these is passed, so that a seek reads little.
inline constexpr std::uint32_t ChunkFrames = 64;
inline constexpr std::uint64_t ChunkTextBytes = std::uint64_t{256} << 10;

class EchoReplayFile final : public FrameFile
{
public:
    /// `growth`: null where nothing is added while it is open. What grows is plain text.
    static model::Result<std::unique_ptr<FrameFile>> open(std::shared_ptr<model::ByteSource> bytes,
                                                          const std::stop_token& stop,
                                                          std::unique_ptr<TextGrowth> growth = nullptr);

    const MatchHeader& header() const override { return m_header; }
    const MatchNames& names() const override { return m_names; }
    QString version() const override;
    QJsonObject metadata() const override;
    QString checksumCheck() const override
    {
        return !m_entry.name.empty() && m_entry.sizesKnown ? QStringLiteral("zip-checksum") : QString();
    }
    model::Result<void> scan(ScanSink& sink, std::stop_token stop) override;
    std::uint64_t scanBytes() const override { return m_text->size(); }
    bool growing() const override { return m_growing; }
    std::optional<model::LiveState> liveState() const override
    {
        return m_growth ? std::optional(m_growth->state()) : std::nullopt;
    }
    model::Result<void> readChunk(const ChunkRef& ref, FrameBlock& out, std::stop_token stop) const override;
    bool isText() const override { return true; }
    model::Result<void> readLines(const ChunkRef& ref, std::size_t first, std::size_t end,
                                  const LineTaker& take, std::stop_token stop) const override;
    model::Result<std::uint64_t> readRaw(std::stop_token stop) const override;
    model::Result<std::vector<model::StreamInfo>> streams(std::stop_token stop) const override;
    model::Result<void> readRecords(const QString& stream, const model::RecordSink& sink,
                                    std::stop_token stop) const override;

    /// Of a packed one.
    const io::InflatedSource* inflated() const { return m_inflated; }

private:
    /// What decoding a chunk takes; kept and lent out again.
    struct Reader
    {
        explicit Reader(MatchNames& names) : parser(names) {}
        SessionParser parser;
        std::string text;
    };
    class Scan;

    explicit EchoReplayFile(std::shared_ptr<model::ByteSource> bytes) : m_bytes(std::move(bytes)) {}
    model::Result<void> openText(const std::stop_token& stop);
    model::Result<void> openZip(const std::stop_token& stop);
    model::Result<void> readHeader(const std::stop_token& stop);
    /// The text of a chunk, in `reader`, with padding behind it.
    model::Result<void> readText(const ChunkRef& ref, Reader& reader, const std::stop_token& stop) const;
    std::unique_ptr<Reader> borrow() const;
    void giveBack(std::unique_ptr<Reader> reader) const;
    std::uint64_t textEnd() const;
    /// Every line in order with what it decodes to; `sink` returns false to stop.
    using LineSink = std::function<bool(const Line& line, LineKind kind, const FrameBlock& block)>;
    model::Result<void> eachLine(const LineSink& sink, const std::stop_token& stop) const;
    void checkPacking(std::uint32_t checksum, ScanSink& sink) const;

    std::shared_ptr<model::ByteSource> m_bytes;
    std::shared_ptr<const model::ByteSource> m_text; ///< unpacked
    const io::InflatedSource* m_inflated = nullptr;
    io::ZipEntry m_entry;              ///< of a packed one
    model::DiagnosticList m_openNotes; ///< told when the scan begins
    MatchHeader m_header;
    mutable MatchNames m_names; ///< decoding looks names up, and would add what is not there yet
    bool m_firstHasBones = false;
    std::unique_ptr<TextGrowth> m_growth;
    std::atomic_bool m_growing = false;
    mutable std::mutex m_mutex;
    mutable std::vector<std::unique_ptr<Reader>> m_readers;
};

} // namespace ghostline::echo
