// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/clips/video_notes.h"

#include "app/gui/widgets/replay_address.h"
#include "model/time/time_text.h"

#include <QCoreApplication>

namespace ghostline::app {

namespace {

QString joined(QStringList parts)
{
    parts.removeDuplicates();
    return parts.join(QStringLiteral("; "));
}

} // namespace

VideoNotes videoNotes(const std::vector<model::Clip>& clips,
                      const std::map<QString, RecordingFacts>& recordings)
{
    QStringList names;
    QStringList hashes;
    QStringList ranges;
    QStringList cameras;
    for (const model::Clip& clip : clips) {
        const RecordingFacts& recording = recordings.at(clip.recording);
        names << shortName(recording.path);
        hashes << QString::fromLatin1(recording.content.sha256);
        ranges << QStringLiteral("%1-%2").arg(model::formatTime(clip.from), model::formatTime(clip.to));
        cameras << (clip.camera.isEmpty() ? QStringLiteral("as shown") : clip.camera);
    }
    const QString software = QStringLiteral("Ghostline ") + QCoreApplication::applicationVersion();
    VideoNotes notes;
    notes.title = joined(names);
    notes.tags = {{QStringLiteral("recording"), joined(names)},
                  {QStringLiteral("recording_sha256"), joined(hashes)},
                  {QStringLiteral("range"), joined(ranges)},
                  {QStringLiteral("camera"), joined(cameras)},
                  {QStringLiteral("software"), software},
                  // The one that every player shows.
                  {QStringLiteral("comment"),
                   QStringLiteral("%1, %2, camera: %3, SHA-256 %4, %5")
                       .arg(joined(names), joined(ranges), joined(cameras), joined(hashes), software)}};
    return notes;
}

} // namespace ghostline::app
