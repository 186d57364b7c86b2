// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever bytes come: every layout is opened, read from front to back and chunk by chunk. The first byte
// says how.
#include "codecs/echo/frame/frame_file.h"
#include "model/bytes/byte_sources.h"
#include "tests/fuzz/require.h"

#include <cstdlib>

using namespace ghostline;
using namespace ghostline::fuzz;

namespace {

/// A small packed text can be many frames; what they do is the same.
constexpr std::size_t MaxFrames = 20'000;

struct Sink final : echo::ScanSink
{
    std::vector<echo::ChunkRef> chunks;
    std::size_t frames = 0;
    bool chunk(const echo::ChunkRef& ref, const echo::FrameBlock& block, std::uint64_t) override
    {
        if (ref.frames != block.size())
            std::abort();
        for (const echo::Frame& frame : block.frames) {
            if (frame.players.first + std::size_t{frame.players.count} > block.players.size() ||
                frame.bones.first + std::size_t{frame.bones.count} > block.bones.size())
                std::abort();
        }
        chunks.push_back(ref);
        frames += block.size();
        return frames < MaxFrames;
    }
    void diagnostic(model::Diagnostic diagnostic) override
    {
        if (diagnostic.message.isEmpty())
            std::abort();
    }
    void lost(const QString&) override {}
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0 || size > MaxInput)
        return 0;
    const QByteArray bytes(reinterpret_cast<const char*>(data + 1), static_cast<qsizetype>(size - 1));
    const std::shared_ptr<model::ByteSource> source =
        model::MemorySource::fromByteArray(bytes, QStringLiteral("fuzz"));
    const auto start = std::as_bytes(std::span(data + 1, std::min(size - 1, model::ProbeBytes)));
    (void)echo::probeButter(start, QStringLiteral("fuzz.butter"));
    (void)echo::probeEchoReplay(start, QStringLiteral("fuzz.echoreplay"));
    (void)echo::probeTape(start, QStringLiteral("fuzz.tape"));
    const unsigned how = data[0] % 4U;
    const auto file =
        how == 0 ? echo::openEchoReplay(source, {})
        : how == 3
            ? echo::openTape(source, {})
            : echo::openButter(source,
                               how == 1 ? echo::ButterDecoding::Exact : echo::ButterDecoding::Reference, {});
    if (!file)
        return 0;
    Sink sink;
    const bool whole = (*file)->scan(sink, {}).has_value();
    echo::FrameBlock block;
    // Backward, so that nothing can rely on the chunk before.
    for (std::size_t i = sink.chunks.size(); i-- > 0;) {
        if (!(*file)->readChunk(sink.chunks[i], block, {}) || block.size() != sink.chunks[i].frames)
            std::abort();
    }
    if (whole) {
        (void)(*file)->streams({});
        (void)(*file)->readRecords({}, [](const model::Record&) { return true; }, {});
    }
    (void)(*file)->readRaw({});
    return 0;
}
