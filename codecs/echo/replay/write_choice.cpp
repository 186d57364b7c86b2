// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/replay/write_choice.h"

#include "codecs/echo/butter/butter_writer.h"
#include "codecs/echo/tape/tape_writer.h"
#include "codecs/echo/text/echo_replay_writer.h"

namespace ghostline::echo {

using model::ErrorCode;
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

Result<int> intervalOption(const model::Options& options, int otherwise)
{
    const int interval = integerOption(options, "keyframe_interval", otherwise);
    if (interval < 1 || interval > 65535)
        return model::fail(ErrorCode::InvalidArgument,
                           model::Sentence::of(QStringLiteral("keyframe_interval must be 1 to 65535, not %1"),
                                               {QString::number(interval)}));
    return interval;
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
    out.tight = flagOption(options, "tight");
    auto interval = intervalOption(options, out.keyframeInterval);
    if (!interval)
        return tl::unexpected(std::move(interval.error()));
    out.keyframeInterval = *interval;
    return out;
}

Result<EchoReplayOptions> echoReplayOptions(const model::Options& options, const QString& path)
{
    EchoReplayOptions out;
    const QString compression = options.value(QStringLiteral("compression"), QStringLiteral("gzip"));
    if (compression == QLatin1String("zstd"))
        return model::fail(ErrorCode::InvalidArgument,
                           model::Sentence::of(QStringLiteral(
                               "an .echoreplay is plain text (none) or a ZIP (gzip), not zstd")));
    out.zip = compression != QLatin1String("none");
    const int level = integerOption(options, "level", -1);
    if (level >= 0)
        out.level = level;
    out.entryName = path.section(QLatin1Char('/'), -1);
    return out;
}

Result<TapeOptions> tapeOptions(const model::Options& options)
{
    TapeOptions out;
    const QString compression = options.value(QStringLiteral("compression"), QStringLiteral("zstd"));
    if (compression == QLatin1String("gzip"))
        return model::fail(ErrorCode::InvalidArgument,
                           model::Sentence::of(QStringLiteral(
                               "a .tape is packed with zstd or not at all (none), not with gzip")));
    out.packed = compression != QLatin1String("none");
    out.level = integerOption(options, "level", out.level);
    auto interval = intervalOption(options, out.keyframeInterval);
    if (!interval)
        return tl::unexpected(std::move(interval.error()));
    out.keyframeInterval = *interval;
    return out;
}

} // namespace

Result<WriteChoice> writeChoice(const QString& path, const model::Options& options)
{
    const auto ends = [&path](const char* ending) {
        return path.endsWith(QLatin1String(ending), Qt::CaseInsensitive);
    };
    const auto chosen = [](auto&& read) -> Result<WriteChoice> {
        if (!read)
            return tl::unexpected(std::move(read.error()));
        return WriteChoice(std::move(*read));
    };
    if (ends(".butter"))
        return chosen(butterOptions(options));
    if (ends(".echoreplay"))
        return chosen(echoReplayOptions(options, path));
    if (ends(".tape"))
        return chosen(tapeOptions(options));
    return model::fail(ErrorCode::InvalidArgument,
                       model::Sentence::of(QStringLiteral(
                           "the name of the output must end with .butter, .echoreplay or .tape")));
}

Result<model::WriteReport> writeChosen(const WriteJob& job, const WriteChoice& choice, model::AtomicFile& out)
{
    if (const auto* butter = std::get_if<ButterOptions>(&choice))
        return writeButter(job, *butter, out);
    if (const auto* tape = std::get_if<TapeOptions>(&choice))
        return writeTape(job, *tape, out);
    return writeEchoReplay(job, std::get<EchoReplayOptions>(choice), out);
}

} // namespace ghostline::echo
