// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a video is written as, and how ffmpeg is asked for it.
#include "model/base/error.h"
#include "model/base/time_types.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace ghostline::app {

enum class VideoFormat { Mp4, WebM, Gif, Pictures };
inline constexpr int VideoFormats = 4;

/// By the ending of the name; one that ends in a slash, or is a folder, is a folder of pictures.
std::optional<VideoFormat> videoFormatOf(const QString& path);
/// "mp4"; empty for a folder of pictures.
QString suffixOf(VideoFormat format);
/// The arguments of ffmpeg that say how pictures become video, as a shell would take them; may be edited.
QString encoderArguments(VideoFormat format);
/// Most encoders halve the colours' resolution, so that sides must be even; smaller, never larger.
QSize encodableSize(VideoFormat format, QSize pixels);

/// A GIF counts hundredths of a second, and one alone is read as ten by most that show it: 50, 33.3, 25 ... a
/// second.
double encodableFps(VideoFormat format, double fps);

struct VideoChapter
{
    model::Micros from{}; ///< in the video
    model::Micros to{};
    QString title;
};

/// What a video's file says of itself.
struct VideoNotes
{
    QString title;
    std::vector<std::pair<QString, QString>> tags; ///< name and value
    std::vector<VideoChapter> chapters;

    /// Empty where there is no such tag.
    QString tag(const QString& name) const;
};
/// As ffmpeg reads it (FFMETADATA1).
QByteArray ffmetadata(const VideoNotes& notes);
/// Title and tags as a PNG's texts, under the names that other programs look for where there are such.
std::vector<std::pair<QString, QString>> pictureTexts(const VideoNotes& notes);

/// $GHOSTLINE_FFMPEG, else the one of the search path; empty = there is none.
QString ffmpegPath();
/// "MP4 needs ffmpeg, …": with the command that installs it, and what can be written without it.
model::Error ffmpegMissing();

struct VideoSettings
{
    VideoFormat format = VideoFormat::Mp4;
    QSize pixels{1920, 1080};
    double fps = 60.0; ///< pictures a second of the video
    QString arguments = encoderArguments(VideoFormat::Mp4);
};
/// All arguments of ffmpeg: raw pictures (BGR0) on its standard input, notes from a file, video into
/// `target`.
QStringList ffmpegArguments(const VideoSettings& settings, const QString& notesPath, const QString& target);

} // namespace ghostline::app
