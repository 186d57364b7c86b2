// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/clips/picture_writer.h"

#include <QFile>
#include <QImageWriter>

#include <unistd.h>

#include <utility>

namespace ghostline::app {

namespace {

/// Enough that neither waits for the other, and no more memory than that.
constexpr int MostPending = 3;
/// Of QImage's 0 to 100: zlib's level 1, a third of the time of its usual one for a third more bytes.
constexpr int Quality = 80;

model::Result<void> failureOf(const QFile& file)
{
    model::Error error = model::fail(model::ErrorCode::WriteFailed,
                                     model::Sentence::of(QStringLiteral("a picture could not be written: %1"),
                                                         {file.errorString()}))
                             .value();
    error.file = file.fileName();
    return tl::unexpected(error);
}

/// The texts go with the writer: set on the picture they would copy all of it.
model::Result<void> write(const QImage& picture, const PictureWriter::Texts& texts, const QString& name)
{
    QFile file(name);
    if (!file.open(QIODevice::WriteOnly))
        return failureOf(file);
    QImageWriter writer(&file, "png");
    writer.setQuality(Quality);
    for (const auto& [key, value] : texts)
        writer.setText(key, value);
    if (!writer.write(picture) || !file.flush())
        return failureOf(file);
    return {};
}

/// All at once: to wait for the disk after each would take longer than drawing.
model::Result<void> makeDurable(const QStringList& names)
{
    for (const QString& name : names) {
        QFile file(name);
        if (!file.open(QIODevice::ReadOnly) || ::fsync(file.handle()) != 0)
            return failureOf(file);
    }
    return {};
}

} // namespace

PictureWriter::PictureWriter(model::AtomicFolder folder, Texts texts)
    : m_folder(std::move(folder)), m_texts(std::move(texts))
{
    m_pool.setMaxThreadCount(2);
}

bool PictureWriter::full() const { return m_pending >= MostPending; }

void PictureWriter::work(std::function<model::Result<void>()> task)
{
    ++m_pending;
    m_pool.start([this, task = std::move(task)] {
        auto done = task();
        QMetaObject::invokeMethod(
            this, [this, done = std::move(done)] { onDone(done); }, Qt::QueuedConnection);
    });
}

void PictureWriter::add(const QImage& picture)
{
    if (m_ended)
        return;
    m_names << QStringLiteral("%1/frame-%2.png")
                   .arg(m_folder.temporaryPath())
                   .arg(m_names.size() + 1, 6, 10, QLatin1Char('0'));
    work([picture, texts = m_texts, name = m_names.back()] { return write(picture, texts, name); });
}

void PictureWriter::finish()
{
    m_finishing = true;
    m_pool.waitForDone(); // what writes has to be through before its files are made durable
    work([names = m_names] { return makeDurable(names); });
}

void PictureWriter::onDone(const model::Result<void>& done)
{
    --m_pending;
    if (m_ended)
        return;
    if (!done) {
        m_ended = true;
        Q_EMIT failed(done.error());
        return;
    }
    if (!m_finishing) {
        Q_EMIT readyForMore();
        return;
    }
    if (m_pending > 0)
        return;
    m_ended = true;
    if (const auto written = m_folder.commit(); !written)
        Q_EMIT failed(written.error());
    else
        Q_EMIT finished();
}

} // namespace ghostline::app
