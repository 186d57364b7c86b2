// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/clips/video_writer.h"

#include "app/gui/clips/ffmpeg_writer.h"
#include "app/gui/clips/picture_writer.h"

namespace ghostline::app {

model::Result<std::unique_ptr<VideoWriter>>
VideoWriter::create(const QString& path, const VideoSettings& settings, const VideoNotes& notes)
{
    if (settings.format == VideoFormat::Pictures) {
        auto folder = model::AtomicFolder::create(path);
        if (!folder)
            return tl::unexpected(folder.error());
        return std::make_unique<PictureWriter>(std::move(*folder), pictureTexts(notes));
    }
    const QString program = ffmpegPath();
    if (program.isEmpty())
        return tl::unexpected(ffmpegMissing());
    auto file = model::AtomicFile::create(path);
    if (!file)
        return tl::unexpected(file.error());
    auto writer = std::make_unique<FfmpegWriter>(std::move(*file), settings);
    if (auto started = writer->start(program, notes); !started)
        return tl::unexpected(started.error());
    return writer;
}

} // namespace ghostline::app
