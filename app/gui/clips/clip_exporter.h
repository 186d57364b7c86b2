// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Clips become videos: opened, drawn picture by picture and written, beside whatever else the window does.
#include "app/gui/clips/clip_recordings.h"
#include "app/gui/clips/frame_plan.h"
#include "app/gui/clips/video_writer.h"
#include "app/gui/jobs/job.h"

#include <QElapsedTimer>
#include <QTimer>

namespace ghostline::app {

/// One file.
struct ClipOutput
{
    QString path;
    QString title{};
    std::vector<model::Clip> clips; ///< one after the other
};

struct ClipExport
{
    std::vector<ClipOutput> outputs{};
    VideoSettings video{};
    StageSettings stage{};
    OpenedRecordings known{}; ///< what need not be opened; under "" what clips without a recording are of
    RecordingOpener opener{};
    std::optional<render::Look> look{}; ///< of clips of `lookedAt` that name no camera
    QString lookedAt{};                 ///< path of the recording that the window shows
    bool leaveOut = false;              ///< what cannot be drawn; otherwise it is told, and nothing is done
};

/// UI thread. One export at a time.
class ClipExporter : public QObject
{
    Q_OBJECT
public:
    explicit ClipExporter(QObject* parent = nullptr);

    struct Done
    {
        QStringList paths;
        qint64 frames = 0;
        double seconds = 0.0;        ///< it took, from the first picture on
        double drawingSeconds = 0.0; ///< of that, drawing
        double lostSeconds = 0.0;    ///< of the recordings, that nothing is recorded of
        int leftOut = 0;             ///< clips that could not be drawn
    };

    /// Whatever was under way is given up.
    void start(ClipExport wanted);
    /// What is not whole is removed; files that are stay.
    void cancel();
    bool running() const { return m_running; }
    /// Of the newest export, as far as it came.
    const Done& done() const { return m_done; }

Q_SIGNALS:
    /// Recordings are opened and identified: 0 to 1.
    void reading(double share);
    /// 0 to 1; `secondsLeft` is below 0 as long as nobody knows.
    void progressed(double share, double secondsLeft);
    void waiting(); ///< for the writer, which has fallen behind: nothing is drawn meanwhile
    void finished(const ghostline::app::ClipExporter::Done& done);
    void failed(const ghostline::model::Error& error);
    /// Instead of failed(): so many of the clips cannot be drawn, the first of them for this reason. The
    /// others can, with `leaveOut`.
    void incomplete(int clips, const ghostline::model::Error& first);
    void runningChanged(bool running);

private:
    void onProbed(RecordingProbe probe);
    std::vector<model::Error> keepWhatCanBeDrawn(const std::vector<model::Error>& unreadable);
    model::Result<void> checkOutputs(const std::vector<model::Clip>& clips) const;
    void beginOutput();
    void step();
    model::Result<void> drawNext();
    std::shared_ptr<OpenedRecording> openOf(const QString& recording) const;
    QStringList neededFrom(std::size_t clip) const;
    void openAhead(std::size_t clip);
    model::Result<void> stageFor(std::size_t clip);
    void onWritten();
    void fail(const model::Error& error);
    void end();
    VideoNotes notes() const;
    void tellProgress();

    ClipExport m_wanted;
    std::map<QString, RecordingFacts> m_facts;
    OpenedRecordings m_opened; ///< beside those that are known
    std::size_t m_output = 0;
    FramePlan m_plan; ///< of the output under way
    qint64 m_next = 0;
    qint64 m_drawn = 0; ///< of all outputs
    qint64 m_total = 0;
    std::size_t m_stagedClip = 0;
    QString m_stagedRecording;
    std::unique_ptr<ClipStage> m_stage;
    std::unique_ptr<VideoWriter> m_writer;
    bool m_running = false;
    Done m_done;
    QElapsedTimer m_clock;
    QTimer m_timer;
    Job m_probing;
    Job m_opening; ///< of one that is needed now or next
};

} // namespace ghostline::app
