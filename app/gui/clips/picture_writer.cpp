// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/clips/picture_writer.h"

#include "model/bytes/atomic_file.h"

#include <QBuffer>

namespace ghostline::app {

void PictureWriter::add(const QImage& picture)
{
    if (m_failed)
        return;
    QBuffer bytes;
    bytes.open(QIODevice::WriteOnly);
    picture.save(&bytes, "PNG");
    const QString path = QStringLiteral("%1/frame-%2.png")
                             .arg(m_folder.temporaryPath())
                             .arg(++m_pictures, 6, 10, QLatin1Char('0'));
    if (const auto written = model::replaceFile(path, bytes.data()); !written) {
        m_failed = true;
        Q_EMIT failed(written.error());
    }
}

void PictureWriter::finish()
{
    if (m_failed)
        return;
    if (const auto written = m_folder.commit(); !written)
        Q_EMIT failed(written.error());
    else
        Q_EMIT finished();
}

} // namespace ghostline::app
