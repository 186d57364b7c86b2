// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Video by ffmpeg as a child process: raw pictures go into its standard input, it writes the file.
#include "app/gui/clips/video_writer.h"
#include "model/bytes/atomic_file.h"

#include <QProcess>
#include <QTemporaryFile>

namespace ghostline::app {

class FfmpegWriter final : public VideoWriter
{
    Q_OBJECT
public:
    /// `target` is where the video will be; ffmpeg writes its temporary file.
    FfmpegWriter(model::AtomicFile target, VideoSettings settings);
    ~FfmpegWriter() override;

    /// Starts ffmpeg; WriteFailed where the notes have no room.
    model::Result<void> start(const QString& program, const VideoNotes& notes);
    bool full() const override;
    void add(const QImage& picture) override;
    void finish() override;

private:
    void onEnded(int code, QProcess::ExitStatus status);
    void fail(const QString& pattern, const QString& detail);
    void readWords();
    model::Result<void> addComment() const;

    model::AtomicFile m_target;
    VideoSettings m_settings;
    QTemporaryFile m_notes;
    QByteArray m_words; ///< the end of what ffmpeg says
    QString m_comment;  ///< that ffmpeg does not write itself
    bool m_complete = false;
    bool m_ended = false;
    QProcess m_process;
};

} // namespace ghostline::app
