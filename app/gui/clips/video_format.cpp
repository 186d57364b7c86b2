// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/clips/video_format.h"

#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>

#include <algorithm>
#include <array>
#include <cmath>

namespace ghostline::app {

using namespace Qt::StringLiterals;

namespace {

struct FormatRow
{
    VideoFormat format;
    const char* suffix;
    const char* muxer;
    const char* arguments;
};

/// H.264 in yuv420p is what every player and phone takes; faststart puts the index first, so that it begins
/// while it still loads. BT.709 is said and meant: players guess the colours of what says nothing by its
/// size. A GIF's palette is worked out picture by picture: one for all of them would have to keep them all in
/// memory.
constexpr std::array<FormatRow, VideoFormats> Formats{{
    {VideoFormat::Mp4, "mp4", "mp4",
     "-c:v libx264 -preset superfast -crf 18 -vf scale=out_color_matrix=bt709:out_range=tv -pix_fmt yuv420p "
     "-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv "
     "-movflags +faststart+use_metadata_tags"},
    {VideoFormat::WebM, "webm", "webm",
     "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -row-mt 1 -crf 28 -b:v 0 "
     "-vf scale=out_color_matrix=bt709:out_range=tv -pix_fmt yuv420p -colorspace bt709 -color_range tv"},
    {VideoFormat::Gif, "gif", "gif",
     "-filter_complex "
     "split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1:dither=sierra2_4a"},
    {VideoFormat::Pictures, "", "", ""},
}};

const FormatRow& rowOf(VideoFormat format) { return Formats[static_cast<std::size_t>(format)]; }

/// Signs that mean something there stand behind a backslash.
QByteArray escaped(const QString& text)
{
    QString out;
    for (const QChar sign : text) {
        if (u"=;#\\\n"_s.contains(sign))
            out += QLatin1Char('\\');
        out += sign == QLatin1Char('\r') ? QLatin1Char(' ') : sign;
    }
    return out.toUtf8();
}

} // namespace

std::optional<VideoFormat> videoFormatOf(const QString& path)
{
    const QFileInfo file(path);
    if (path.endsWith(QLatin1Char('/')) || file.isDir())
        return VideoFormat::Pictures;
    const QString suffix = file.suffix().toLower();
    if (suffix.isEmpty())
        return std::nullopt;
    const auto found = std::find_if(Formats.begin(), Formats.end(), [&suffix](const FormatRow& row) {
        return suffix == QLatin1String(row.suffix);
    });
    return found == Formats.end() ? std::nullopt : std::optional(found->format);
}

QString suffixOf(VideoFormat format) { return QLatin1String(rowOf(format).suffix); }

QString encoderArguments(VideoFormat format) { return QLatin1String(rowOf(format).arguments); }

QSize encodableSize(VideoFormat format, QSize pixels)
{
    if (format == VideoFormat::Pictures || format == VideoFormat::Gif)
        return pixels;
    return {std::max(2, pixels.width() & ~1), std::max(2, pixels.height() & ~1)};
}

double encodableFps(VideoFormat format, double fps)
{
    return format == VideoFormat::Gif ? 100.0 / std::max(2.0, std::round(100.0 / fps)) : fps;
}

QByteArray ffmetadata(const VideoNotes& notes)
{
    QByteArray out = ";FFMETADATA1\n";
    if (!notes.title.isEmpty())
        out += "title=" + escaped(notes.title) + '\n';
    for (const auto& [name, value] : notes.tags)
        out += escaped(name) + '=' + escaped(value) + '\n';
    for (const VideoChapter& chapter : notes.chapters) {
        out += "[CHAPTER]\nTIMEBASE=1/1000000\nSTART=" + QByteArray::number(qint64{chapter.from.count()}) +
               "\nEND=" + QByteArray::number(qint64{chapter.to.count()}) +
               "\ntitle=" + escaped(chapter.title) + '\n';
    }
    return out;
}

QString VideoNotes::tag(const QString& name) const
{
    const auto found =
        std::ranges::find(tags, name, [](const std::pair<QString, QString>& tag) { return tag.first; });
    return found == tags.end() ? QString() : found->second;
}

std::vector<std::pair<QString, QString>> pictureTexts(const VideoNotes& notes)
{
    std::vector<std::pair<QString, QString>> texts{{u"title"_s, notes.title}};
    texts.insert(texts.end(), notes.tags.begin(), notes.tags.end());
    std::erase_if(texts, [](const auto& text) { return text.second.isEmpty(); });
    for (auto& [name, value] : texts) {
        if (QStringList{u"title"_s, u"software"_s, u"comment"_s}.contains(name))
            name[0] = name[0].toUpper(); // as the format spells its own
    }
    return texts;
}

QString ffmpegPath()
{
    const QString named = qEnvironmentVariable("GHOSTLINE_FFMPEG");
    return named.isEmpty() ? QStandardPaths::findExecutable(u"ffmpeg"_s)
                           : QStandardPaths::findExecutable(named);
}

model::Error ffmpegMissing()
{
    model::Error error =
        model::fail(model::ErrorCode::Unsupported,
                    model::Sentence::of(QStringLiteral("video is written by ffmpeg, which is not installed")))
            .value();
    error.advise(model::Sentence::of(QStringLiteral(
        "Install it with `sudo apt install ffmpeg`; without it a folder of pictures can be written.")));
    return error;
}

QStringList ffmpegArguments(const VideoSettings& settings, const QString& notesPath, const QString& target)
{
    const QString size = u"%1x%2"_s.arg(settings.pixels.width()).arg(settings.pixels.height());
    QStringList arguments{u"-hide_banner"_s,
                          u"-loglevel"_s,
                          u"error"_s,
                          u"-y"_s,
                          u"-f"_s,
                          u"rawvideo"_s,
                          u"-pixel_format"_s,
                          u"bgr0"_s,
                          u"-video_size"_s,
                          size,
                          u"-framerate"_s,
                          QString::number(settings.fps, 'g', 9),
                          u"-i"_s,
                          u"pipe:0"_s,
                          u"-f"_s,
                          u"ffmetadata"_s,
                          u"-i"_s,
                          u"file:"_s + notesPath,
                          u"-map_metadata"_s,
                          u"1"_s,
                          u"-map_chapters"_s,
                          u"1"_s};
    arguments += QProcess::splitCommand(settings.arguments);
    if (!arguments.contains(u"-filter_complex"_s))
        arguments << u"-map"_s << u"0:v"_s;
    arguments << u"-f"_s << QLatin1String(rowOf(settings.format).muxer) << u"file:"_s + target;
    return arguments;
}

} // namespace ghostline::app
