// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/ironcurtain_codec.h"

#include "codecs/ironcurtain/replay/ironcurtain_source.h"
#include "codecs/ironcurtain/write/finaliser.h"

#include <QFileInfo>

#include <cstring>
#include <limits>

namespace ghostline::ironcurtain {

using model::ErrorCode;
using model::Result;

namespace {

DeltaMode deltasOf(const model::Options& options)
{
    const QString name = options.value(QStringLiteral("deltas"));
    if (name == QLatin1String("cumulative"))
        return DeltaMode::Cumulative;
    return name == QLatin1String("chained") ? DeltaMode::Chained : DeltaMode::Unknown;
}

/// What this source was read from, if all of it is asked for.
Result<std::shared_ptr<const ReplayFile>> whole(const model::ReplaySource& source,
                                                const model::FrameRange& frames)
{
    const auto* own = dynamic_cast<const IronCurtainSource*>(&source);
    if (own == nullptr)
        return model::fail(ErrorCode::Unsupported,
                           model::Sentence::of(QStringLiteral(
                               "only Iron Curtain replays can be written as such: other formats have no "
                               "snapshots of a whole match")));
    auto file = own->file();
    const auto end = static_cast<model::FrameNumber>(file->lastTick()) + 1;
    if (frames.first > 0 || frames.end < end)
        return model::fail(
            ErrorCode::InvalidArgument,
            model::Sentence::of(
                QStringLiteral("a part of a match cannot be written: its signatures and keyframes stand "
                               "for all %1 ticks"),
                {QString::number(end)}));
    return file;
}

Result<model::WriteReport> rewritten(const ReplayFile& file, const model::WriteRequest& request,
                                     DeltaMode deltas)
{
    FinaliseRequest wanted;
    wanted.path = request.path;
    wanted.deltas = deltas;
    wanted.progress = request.progress;
    wanted.metadata = request.metadata;
    auto notes = finalise(file, wanted, request.stop);
    if (!notes)
        return tl::unexpected(std::move(notes.error()));
    model::WriteReport report;
    report.bytes = static_cast<std::uint64_t>(QFileInfo(request.path).size());
    report.frames = static_cast<model::FrameNumber>(file.lastTick()) + 1;
    report.details = {{QStringLiteral("source_bytes"), static_cast<qint64>(file.bytes())},
                      {QStringLiteral("keyframes"), static_cast<qint64>(file.keyframes().size())}};
    report.notes = std::move(*notes);
    return report;
}

} // namespace

model::Confidence IronCurtainCodec::probe(std::span<const std::byte> firstBytes, const QString& name) const
{
    if (firstBytes.size() >= 4 && std::memcmp(firstBytes.data(), "ICRP", 4) == 0)
        return model::Confidence::Certain;
    return name.endsWith(QLatin1String(".icrep"), Qt::CaseInsensitive) ? model::Confidence::Possible
                                                                       : model::Confidence::No;
}

model::Result<std::unique_ptr<model::ReplaySource>>
IronCurtainCodec::open(std::unique_ptr<model::ByteSource> bytes, const model::OpenOptions& options) const
{
    return IronCurtainSource::open(std::move(bytes), options);
}

Result<model::WriteReport> IronCurtainCodec::write(const model::ReplaySource& source,
                                                   const model::WriteRequest& request) const
{
    const auto file = whole(source, request.frames);
    return file ? rewritten(**file, request, deltasOf(request.codec)) : tl::unexpected(file.error());
}

Result<model::WriteReport> IronCurtainCodec::repair(const model::ReplaySource& source,
                                                    const model::WriteRequest& request) const
{
    // What a damaged file holds is all that can be asked for.
    constexpr model::FrameRange All{0, std::numeric_limits<model::FrameNumber>::max()};
    const auto file = whole(source, All);
    return file ? rewritten(**file, request, DeltaMode::Unknown) : tl::unexpected(file.error());
}

} // namespace ghostline::ironcurtain
