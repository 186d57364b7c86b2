// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Pictures become a video file, or a folder of them. Nothing is left of one that failed or was given up.
#include "app/gui/clips/video_format.h"

#include <QImage>
#include <QObject>

#include <memory>

namespace ghostline::app {

/// One video. UI thread; signals arrive there, none from within a call.
class VideoWriter : public QObject
{
    Q_OBJECT
public:
    /// Starts to write; the file gets its name with finished(). Unsupported without ffmpeg, WriteFailed where
    /// nothing can be written.
    static model::Result<std::unique_ptr<VideoWriter>>
    create(const QString& path, const VideoSettings& settings, const VideoNotes& notes);
    /// What is not finished leaves nothing.
    ~VideoWriter() override = default;

    /// The encoder has fallen behind: wait for readyForMore().
    virtual bool full() const = 0;
    /// The next picture, of the settings' size.
    virtual void add(const QImage& picture) = 0;
    /// No more are to come.
    virtual void finish() = 0;

Q_SIGNALS:
    void readyForMore();
    void finished();
    /// Once, and nothing follows.
    void failed(const ghostline::model::Error& error);

protected:
    using QObject::QObject;
};

} // namespace ghostline::app
