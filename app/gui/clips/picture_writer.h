// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A folder of numbered PNG pictures, for editors, and for machines without ffmpeg.
#include "app/gui/clips/video_writer.h"
#include "model/bytes/atomic_folder.h"

#include <QStringList>
#include <QThreadPool>

namespace ghostline::app {

/// Compresses beside the drawing: it takes as long as that.
class PictureWriter final : public VideoWriter
{
    Q_OBJECT
public:
    /// Names and values: what each picture says of itself.
    using Texts = std::vector<std::pair<QString, QString>>;

    PictureWriter(model::AtomicFolder folder, Texts texts);

    bool full() const override;
    /// "frame-000001.png".
    void add(const QImage& picture) override;
    void finish() override;

private:
    /// Runs in the pool; what it says went wrong comes to onDone().
    void work(std::function<model::Result<void>()> task);
    void onDone(const model::Result<void>& done);

    model::AtomicFolder m_folder;
    Texts m_texts;
    QStringList m_names; ///< of the pictures, written or under way
    int m_pending = 0;   ///< tasks whose end has not been heard of
    bool m_finishing = false;
    bool m_ended = false;
    QThreadPool m_pool; // last: it waits for what writes into the folder
};

} // namespace ghostline::app
