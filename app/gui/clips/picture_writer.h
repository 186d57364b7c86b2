// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A folder of numbered PNG pictures, for editors, and for machines without ffmpeg.
#include "app/gui/clips/video_writer.h"
#include "model/bytes/atomic_folder.h"

#include <QStringList>

class QFile;

namespace ghostline::app {

class PictureWriter final : public VideoWriter
{
    Q_OBJECT
public:
    /// Names and values: what each picture says of itself.
    using Texts = std::vector<std::pair<QString, QString>>;

    PictureWriter(model::AtomicFolder folder, Texts texts)
        : m_folder(std::move(folder)), m_texts(std::move(texts))
    {
    }

    bool full() const override { return false; }
    /// "frame-000001.png", at once.
    void add(const QImage& picture) override;
    void finish() override;

private:
    void fail(const QFile& file);

    model::AtomicFolder m_folder;
    Texts m_texts;
    QStringList m_written;
    bool m_failed = false;
};

} // namespace ghostline::app
