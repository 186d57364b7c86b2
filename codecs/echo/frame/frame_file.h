// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A file of frames, whichever of the layouts it has. EchoSource makes a replay of it.
#include "codecs/echo/frame/frame.h"
#include "model/codec/codec.h"
#include "model/codec/live_reader.h"

#include <functional>

namespace ghostline::echo {

/// What decoding a chunk needs of those before it (bones of the last frame, running timers). Immutable; the
/// format's own business.
struct ChunkCarry
{
    virtual ~ChunkCarry() = default;
    virtual std::size_t bytes() const = 0;
};

/// A stretch of frames that is decoded in one go.
struct ChunkRef
{
    std::uint64_t offset = 0; ///< bytes from the start of the file (of a packed text: of the text)
    std::uint64_t size = 0;
    std::uint64_t index = 0; ///< the format's own number of it
    std::uint32_t frames = 0;
    std::shared_ptr<const ChunkCarry> carry; ///< null = stands alone
};

/// Told by FrameFile::scan() in file order, in the scanning thread.
class ScanSink
{
public:
    virtual ~ScanSink() = default;
    /// `block` holds exactly the chunk's frames and is reused afterwards. `bytesDone` of
    /// FrameFile::scanBytes(). False ends the scan.
    virtual bool chunk(const ChunkRef& ref, const FrameBlock& block, std::uint64_t bytesDone) = 0;
    /// Frames counted from 0 over the whole file; a place is set whenever there is one.
    virtual void diagnostic(model::Diagnostic diagnostic) = 0;
    /// Something is missing just before the next frame that chunk() brings.
    virtual void lost(const QString& reason) = 0;
};

/// Takes the stored text of one frame, without line end.
using LineTaker = std::function<model::Result<void>(std::string_view line)>;

/// Thread-safe after opening: readChunk() may run in several threads while scan() runs in another.
class FrameFile
{
public:
    virtual ~FrameFile() = default;
    virtual const MatchHeader& header() const = 0;
    /// Grows while scan() runs. Whoever a chunk already scanned names is in it.
    virtual const MatchNames& names() const = 0;
    /// "3", "text", "zip"
    virtual QString version() const = 0;
    /// Further entries for ReplayInfo::metadata (compression, keyframe interval, columns ...).
    virtual QJsonObject metadata() const = 0;
    /// Name of the check when scan() holds the content against checksums in the file, and of the diagnostic
    /// that it brings where they differ: "zip-checksum". Empty: there are none.
    virtual QString checksumCheck() const { return {}; }
    /// Decodes everything once, in order. Called once, by one thread. An Error only when nothing can go on
    /// (cancelled, source unreadable); damage is a diagnostic and a lost().
    virtual model::Result<void> scan(ScanSink& sink, std::stop_token stop) = 0;
    virtual std::uint64_t scanBytes() const = 0;
    /// Known after scan(): what a recorder writes last is not there, so that more may come.
    virtual bool isOpenEnded() const { return false; }
    /// scan() has read all there is and waits for more.
    virtual bool growing() const { return false; }
    /// Null: it does not come from a running game.
    virtual std::optional<model::LiveState> liveState() const { return std::nullopt; }
    /// The frames of a chunk that scan() brought, the same values again. Clears `out` first.
    virtual model::Result<void> readChunk(const ChunkRef& ref, FrameBlock& out,
                                          std::stop_token stop) const = 0;
    /// Whether frames are stored as lines of text that readLines() hands out.
    virtual bool isText() const { return false; }
    /// Frames [first, end) of a chunk as they are stored, for writing them again with all that is not
    /// understood. Where the bytes are no UTF-8, '?' stands for what is wrong.
    virtual model::Result<void> readLines(const ChunkRef&, std::size_t /*first*/, std::size_t /*end*/,
                                          const LineTaker&, std::stop_token) const
    {
        return model::fail(model::ErrorCode::Unsupported,
                           QStringLiteral("the frames are not stored as text"));
    }
    /// Reads and unpacks every byte without interpreting it; returns the bytes that came out.
    virtual model::Result<std::uint64_t> readRaw(std::stop_token stop) const = 0;
    /// Raw records under the format's own names, for `dump`: whole frames as they are stored.
    virtual model::Result<std::vector<model::StreamInfo>> streams(std::stop_token stop) const = 0;
    virtual model::Result<void> readRecords(const QString& stream, const model::RecordSink& sink,
                                            std::stop_token stop) const = 0;
};

/// Recognise by the first bytes; `No` for what is not theirs.
model::Confidence probeButter(std::span<const std::byte> firstBytes, const QString& name);
model::Confidence probeEchoReplay(std::span<const std::byte> firstBytes, const QString& name);
model::Confidence probeTape(std::span<const std::byte> firstBytes, const QString& name);

enum class ButterDecoding {
    Exact,    ///< re-applied deltas, middle of bins, bones carried, team statistics added
    Reference ///< as the reference reader shows it, its mistakes included
};
model::Result<std::unique_ptr<FrameFile>> openButter(std::shared_ptr<model::ByteSource> bytes,
                                                     ButterDecoding how, std::stop_token stop);
model::Result<std::unique_ptr<FrameFile>> openEchoReplay(std::shared_ptr<model::ByteSource> bytes,
                                                         std::stop_token stop);
model::Result<std::unique_ptr<FrameFile>> openTape(std::shared_ptr<model::ByteSource> bytes,
                                                   std::stop_token stop);

} // namespace ghostline::echo
