// SPDX-License-Identifier: GPL-3.0-or-later
// Writing a range of a recording in either layout.
#include "codecs/echo/echo_source.h"
#include "codecs/echo/frame_writer.h"

#include <algorithm>

namespace ghostline::echo {

using model::ErrorCode;
using model::FrameNumber;
using model::Result;

namespace {

int integerOption(const model::Options& options, const char* name, int otherwise)
{
    bool ok = false;
    const int value = options.value(QLatin1String(name)).toInt(&ok);
    return ok ? value : otherwise;
}

bool flagOption(const model::Options& options, const char* name)
{
    const QString value = options.value(QLatin1String(name)).toLower();
    return value == QLatin1String("true") || value == QLatin1String("on") || value == QLatin1String("yes") ||
           value == QLatin1String("1");
}

Result<ButterOptions> butterOptions(const model::Options& options)
{
    ButterOptions out;
    const QString compression = options.value(QStringLiteral("compression"), QStringLiteral("gzip"));
    if (compression == QLatin1String("none"))
        out.compression = ButterCompression::None;
    else if (compression == QLatin1String("zstd"))
        out.compression = ButterCompression::Zstd;
    out.level = integerOption(options, "level", out.level);
    out.keyframeInterval = integerOption(options, "keyframe_interval", out.keyframeInterval);
    out.tight = flagOption(options, "tight");
    if (out.keyframeInterval < 1 || out.keyframeInterval > 65535)
        return model::fail(
            ErrorCode::InvalidArgument,
            QStringLiteral("keyframe_interval must be 1 to 65535, not %1").arg(out.keyframeInterval));
    return out;
}

Result<EchoReplayOptions> echoReplayOptions(const model::Options& options, const QString& path)
{
    EchoReplayOptions out;
    const QString compression = options.value(QStringLiteral("compression"), QStringLiteral("gzip"));
    if (compression == QLatin1String("zstd"))
        return model::fail(ErrorCode::InvalidArgument,
                           QStringLiteral("an .echoreplay is plain text (none) or a ZIP (gzip), not zstd"));
    out.zip = compression != QLatin1String("none");
    const int level = integerOption(options, "level", -1);
    if (level >= 0)
        out.level = level;
    out.entryName = path.section(QLatin1Char('/'), -1);
    return out;
}

} // namespace

Result<model::WriteReport> EchoSource::write(const model::WriteRequest& request) const
{
    const auto whole = waitComplete(request.stop);
    if (!whole)
        return tl::unexpected(whole.error());
    const auto index = match();
    const model::FrameRange range{std::clamp<FrameNumber>(request.frames.first, 0, index->revision->frames()),
                                  std::clamp<FrameNumber>(request.frames.end, 0, index->revision->frames())};
    if (range.empty())
        return model::fail(ErrorCode::InvalidArgument, QStringLiteral("there is no frame to write"));
    const bool butter = request.path.endsWith(QLatin1String(".butter"), Qt::CaseInsensitive);
    if (!butter && !request.path.endsWith(QLatin1String(".echoreplay"), Qt::CaseInsensitive))
        return model::fail(ErrorCode::InvalidArgument,
                           QStringLiteral("the name of the output must end with .butter or .echoreplay"));
    const auto forButter = butterOptions(request.codec);
    if (butter && !forButter)
        return tl::unexpected(forButter.error());
    const auto forText = echoReplayOptions(request.codec, request.path);
    if (!butter && !forText)
        return tl::unexpected(forText.error());

    WriteJob job;
    job.header = headerAt(*index, range.first, request.stop);
    job.names = &names();
    job.total = range.count();
    job.progress = request.progress;
    job.stop = request.stop;
    job.frames = [&](const FrameTaker& take) { return feed(*index, range, take, request.stop); };
    auto out = model::AtomicFile::create(request.path);
    if (!out)
        return tl::unexpected(out.error());
    auto report = butter ? writeButter(job, *forButter, *out) : writeEchoReplay(job, *forText, *out);
    if (!report)
        return report;
    if (auto done = out->commit(); !done)
        return tl::unexpected(done.error());
    return report;
}

/// The header speaks of the first frame that is written.
MatchHeader EchoSource::headerAt(const MatchIndex& index, FrameNumber frame,
                                 const std::stop_token& stop) const
{
    MatchHeader out = header();
    const int keyframe = index.revision->keyframes.at(frame);
    const IndexedChunk& chunk = index.chunks[static_cast<std::size_t>(keyframe)];
    RoundCount rounds = chunk.rounds;
    FrameBlock block;
    if (m_file->readChunk(chunk.ref, block, stop)) {
        for (std::size_t i = 0; i < block.size() && chunk.first + static_cast<FrameNumber>(i) < frame; ++i)
            rounds.take(block.frames[i]);
    }
    out.blueRoundScore = rounds.won()[0];
    out.orangeRoundScore = rounds.won()[1];
    return out;
}

Result<void>
EchoSource::feed(const MatchIndex& index, model::FrameRange range,
                 const std::function<Result<void>(const FrameBlock&, std::size_t, std::size_t)>& take,
                 const std::stop_token& stop) const
{
    FrameBlock block;
    for (const IndexedChunk& chunk : index.chunks) {
        const FrameNumber end = chunk.first + chunk.ref.frames;
        if (end <= range.first)
            continue;
        if (chunk.first >= range.end)
            break;
        if (stop.stop_requested())
            return model::fail(ErrorCode::Cancelled, QStringLiteral("writing was cancelled"));
        if (auto read = m_file->readChunk(chunk.ref, block, stop); !read)
            return read;
        const auto from = static_cast<std::size_t>(std::max(range.first - chunk.first, FrameNumber{0}));
        const auto until =
            std::min(block.size(), static_cast<std::size_t>(std::min(range.end, end) - chunk.first));
        if (from >= until)
            continue;
        if (auto taken = take(block, from, until); !taken)
            return taken;
    }
    return {};
}

} // namespace ghostline::echo
