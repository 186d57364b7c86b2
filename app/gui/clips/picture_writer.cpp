// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/clips/picture_writer.h"

#include <QFile>
#include <QImageWriter>

#include <unistd.h>

#include <utility>

namespace ghostline::app {

namespace {

/// The texts go with the writer: set on the picture they would copy all of it.
bool writePng(QFile& file, const QImage& picture, const PictureWriter::Texts& texts)
{
    QImageWriter writer(&file, "png");
    for (const auto& [name, value] : texts)
        writer.setText(name, value);
    return writer.write(picture);
}

} // namespace

void PictureWriter::fail(const QFile& file)
{
    m_failed = true;
    model::Error error = model::fail(model::ErrorCode::WriteFailed,
                                     model::Sentence::of(QStringLiteral("a picture could not be written: %1"),
                                                         {file.errorString()}))
                             .value();
    error.file = file.fileName();
    Q_EMIT failed(error);
}

void PictureWriter::add(const QImage& picture)
{
    if (m_failed)
        return;
    QFile file(QStringLiteral("%1/frame-%2.png")
                   .arg(m_folder.temporaryPath())
                   .arg(m_written.size() + 1, 6, 10, QLatin1Char('0')));
    if (!file.open(QIODevice::WriteOnly) || !writePng(file, picture, m_texts) || !file.flush())
        return fail(file);
    m_written << file.fileName();
}

void PictureWriter::finish()
{
    // All at once: to wait for the disk after each would take longer than drawing.
    for (const QString& name : std::as_const(m_written)) {
        QFile file(name);
        if (!m_failed && (!file.open(QIODevice::ReadOnly) || ::fsync(file.handle()) != 0))
            fail(file);
    }
    if (m_failed)
        return;
    if (const auto written = m_folder.commit(); !written)
        Q_EMIT failed(written.error());
    else
        Q_EMIT finished();
}

} // namespace ghostline::app
