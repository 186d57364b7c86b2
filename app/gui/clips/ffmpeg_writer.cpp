// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/clips/ffmpeg_writer.h"

#include "app/gui/clips/gif_comment.h"

#include <utility>

namespace ghostline::app {

namespace {

/// Pictures that may wait for the encoder: enough that neither waits for the other, and no more memory than
/// that.
constexpr qint64 MostWaiting = 2;
constexpr qsizetype MostWords = 4096;
constexpr int StopMs = 2000;

} // namespace

FfmpegWriter::FfmpegWriter(model::AtomicFile target, VideoSettings settings)
    : m_target(std::move(target)), m_settings(std::move(settings))
{
    connect(&m_process, &QProcess::bytesWritten, this, [this] {
        if (!m_ended && !full())
            Q_EMIT readyForMore();
    });
    connect(&m_process, &QProcess::readyReadStandardError, this, &FfmpegWriter::readWords);
    connect(&m_process, &QProcess::finished, this, &FfmpegWriter::onEnded);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            fail(QStringLiteral("ffmpeg could not be started: %1"), m_process.errorString());
    });
}

FfmpegWriter::~FfmpegWriter()
{
    m_process.disconnect(this);
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.kill();
    m_process.waitForFinished(StopMs); // it must not write on into a file that is gone
}

model::Result<void> FfmpegWriter::start(const QString& program, const VideoNotes& notes)
{
    if (m_settings.format == VideoFormat::Gif)
        m_comment = notes.tag(QStringLiteral("comment"));
    const QByteArray text = ffmetadata(notes);
    if (!m_notes.open() || m_notes.write(text) != text.size() || !m_notes.flush())
        return model::fail(model::ErrorCode::WriteFailed,
                           model::Sentence::of(QStringLiteral("a temporary file could not be written: %1"),
                                               {m_notes.errorString()}));
    m_process.setStandardOutputFile(QProcess::nullDevice());
    m_process.start(program, ffmpegArguments(m_settings, m_notes.fileName(), m_target.temporaryPath()),
                    QIODevice::ReadWrite);
    return {};
}

bool FfmpegWriter::full() const
{
    const qint64 picture = qint64{4} * m_settings.pixels.width() * m_settings.pixels.height();
    return m_process.bytesToWrite() >= MostWaiting * picture;
}

void FfmpegWriter::add(const QImage& picture)
{
    if (m_ended)
        return;
    const QImage raw = picture.convertToFormat(QImage::Format_RGB32); // B G R and one byte more
    // Four bytes a pixel: no line is padded.
    m_process.write(reinterpret_cast<const char*>(raw.constBits()), raw.sizeInBytes());
}

void FfmpegWriter::finish()
{
    m_complete = true;
    m_process.closeWriteChannel();
}

void FfmpegWriter::readWords() { m_words = (m_words + m_process.readAllStandardError()).right(MostWords); }

void FfmpegWriter::onEnded(int code, QProcess::ExitStatus status)
{
    readWords();
    const QList<QByteArray> lines = m_words.trimmed().split('\n');
    const QString words = QString::fromLocal8Bit(lines.back()).trimmed();
    if (status == QProcess::CrashExit)
        return fail(QStringLiteral("ffmpeg was stopped before the video was whole%1"),
                    words.isEmpty() ? QString() : QStringLiteral(": ") + words);
    if (code == 0 && !m_complete)
        return fail(QStringLiteral("ffmpeg ended before it was given all pictures%1"),
                    words.isEmpty() ? QString() : QStringLiteral(": ") + words);
    if (code != 0)
        return fail(QStringLiteral("ffmpeg could not write the video: %1"),
                    words.isEmpty() ? QString::number(code) : words);
    m_ended = true;
    if (const auto written = addComment().and_then([this] { return m_target.commit(); }); !written)
        Q_EMIT failed(written.error());
    else
        Q_EMIT finished();
}

model::Result<void> FfmpegWriter::addComment() const
{
    return m_comment.isEmpty() ? model::Result<void>() : addGifComment(m_target.temporaryPath(), m_comment);
}

void FfmpegWriter::fail(const QString& pattern, const QString& detail)
{
    if (std::exchange(m_ended, true))
        return;
    model::Error error;
    error.code = model::ErrorCode::WriteFailed;
    error.say(model::Sentence::of(pattern, {detail}));
    Q_EMIT failed(error);
}

} // namespace ghostline::app
