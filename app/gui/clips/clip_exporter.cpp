// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/clips/clip_exporter.h"

#include "app/gui/clips/video_notes.h"
#include "app/gui/widgets/replay_address.h"
#include "model/codec/write_target.h"

#include <utility>

namespace ghostline::app {

namespace {

constexpr std::size_t NoClip = static_cast<std::size_t>(-1);
constexpr qint64 PicturesForAGuess = 8;

} // namespace

ClipExporter::ClipExporter(QObject* parent) : QObject(parent), m_opening(this)
{
    m_timer.setInterval(0); // between two pictures whatever else waits gets its turn
    connect(&m_timer, &QTimer::timeout, this, &ClipExporter::step);
}

void ClipExporter::start(ClipExport wanted)
{
    end();
    m_wanted = std::move(wanted);
    m_done = {};
    m_output = 0;
    m_drawn = m_total = 0;
    m_running = true;
    m_clock.start();
    Q_EMIT runningChanged(true);
    std::vector<model::Clip> all;
    for (const ClipOutput& output : m_wanted.outputs)
        all.insert(all.end(), output.clips.begin(), output.clips.end());
    m_opening.start([this, all, known = m_wanted.known,
                     opener = m_wanted.opener](const model::Progress& progress,
                                               const std::stop_token& stop) -> std::function<void()> {
        auto opened = openRecordings(all, known, opener, progress, stop);
        return [this, opened = std::move(opened)] {
            if (opened)
                onOpened(*opened);
            else
                fail(opened.error());
        };
    });
}

void ClipExporter::cancel()
{
    if (m_running)
        end();
}

/// Lets go of everything; the writer takes what it has not finished with it.
void ClipExporter::end()
{
    m_timer.stop();
    m_opening.cancel();
    m_writer.reset();
    m_stage.reset();
    m_wanted.known.clear();
    if (std::exchange(m_running, false))
        Q_EMIT runningChanged(false);
}

void ClipExporter::fail(const model::Error& error)
{
    if (!m_running)
        return;
    model::Error named = error;
    if (named.file.isEmpty() && m_output < m_wanted.outputs.size())
        named.file = m_wanted.outputs[m_output].path;
    end();
    Q_EMIT failed(named);
}

QString ClipExporter::nameOf(const model::Clip& clip) const
{
    return shortName(m_wanted.known.at(clip.recording)->stage.path);
}

void ClipExporter::onOpened(OpenedRecordings opened)
{
    m_wanted.known = std::move(opened);
    for (ClipOutput& output : m_wanted.outputs) {
        for (model::Clip& clip : output.clips) {
            const auto& axis = m_wanted.known.at(clip.recording)->stage.index->timeAxis;
            const auto within = clipWithin(clip, axis, nameOf(clip));
            if (!within)
                return fail(within.error());
            clip = *within;
            m_total += framesOf(clip, m_wanted.video.fps);
        }
    }
    if (const auto allowed = checkOutputs(); !allowed)
        return fail(allowed.error());
    beginOutput();
}

/// Recordings survive, whatever somebody types.
model::Result<void> ClipExporter::checkOutputs() const
{
    for (const ClipOutput& output : m_wanted.outputs) {
        for (const auto& [name, recording] : m_wanted.known) {
            if (auto apart =
                    model::checkWriteTarget(*m_wanted.opener.registry, recording->stage.path, output.path);
                !apart)
                return apart;
        }
    }
    return {};
}

VideoNotes ClipExporter::notes() const
{
    const ClipOutput& output = m_wanted.outputs[m_output];
    VideoNotes notes = videoNotes(output.clips, m_wanted.known);
    if (!output.title.isEmpty())
        notes.title = output.title;
    notes.chapters = m_plan.chapters();
    return notes;
}

void ClipExporter::beginOutput()
{
    const ClipOutput& output = m_wanted.outputs[m_output];
    m_plan = FramePlan(output.clips, m_wanted.video.fps);
    m_next = 0;
    m_stagedClip = NoClip;
    auto writer = VideoWriter::create(output.path, m_wanted.video, notes());
    if (!writer)
        return fail(writer.error());
    m_writer = std::move(*writer);
    connect(m_writer.get(), &VideoWriter::readyForMore, this, [this] {
        if (m_next < m_plan.frames())
            m_timer.start();
    });
    // Queued: what reports its end from within a call would be deleted in it.
    connect(m_writer.get(), &VideoWriter::finished, this, &ClipExporter::onWritten, Qt::QueuedConnection);
    connect(m_writer.get(), &VideoWriter::failed, this, &ClipExporter::fail, Qt::QueuedConnection);
    m_timer.start();
}

model::Result<void> ClipExporter::stageFor(std::size_t clip)
{
    const model::Clip& wanted = m_plan.clips()[clip];
    if (m_stage == nullptr || m_stagedRecording != wanted.recording) {
        m_stage.reset();
        const OpenedRecording& recording = *m_wanted.known.at(wanted.recording);
        StageSettings settings = m_wanted.stage;
        settings.pixels = m_wanted.video.pixels;
        auto stage = ClipStage::create(recording.stage, settings);
        if (!stage)
            return tl::unexpected(stage.error());
        m_stage = std::move(*stage);
        m_stagedRecording = wanted.recording;
        m_stagedClip = NoClip;
    }
    if (m_stagedClip == clip)
        return {};
    m_stagedClip = clip;
    const bool shown = m_stagedRecording == m_wanted.lookedAt;
    return m_stage->begin(wanted, shown ? m_wanted.look : std::nullopt);
}

model::Result<void> ClipExporter::drawNext()
{
    QElapsedTimer drawing;
    drawing.start();
    const FramePlan::Picture picture = m_plan.picture(m_next);
    if (auto staged = stageFor(picture.clip); !staged)
        return staged;
    const auto image = m_stage->draw(picture.at, picture.sinceTitle);
    if (!image)
        return tl::unexpected(image.error());
    m_stage->prefetch(picture.at);
    m_done.drawingSeconds += static_cast<double>(drawing.nsecsElapsed()) * 1e-9;
    m_writer->add(*image);
    return {};
}

void ClipExporter::step()
{
    if (m_writer == nullptr || m_writer->full() || m_next >= m_plan.frames()) {
        m_timer.stop();
        if (m_writer != nullptr && m_next < m_plan.frames())
            Q_EMIT waiting();
        return;
    }
    if (const auto drawn = drawNext(); !drawn)
        return fail(drawn.error());
    ++m_next;
    ++m_drawn;
    tellProgress();
    if (m_next < m_plan.frames())
        return;
    m_timer.stop();
    m_writer->finish();
}

void ClipExporter::tellProgress()
{
    const double share = m_total > 0 ? static_cast<double>(m_drawn) / static_cast<double>(m_total) : 1.0;
    const double elapsed = static_cast<double>(m_clock.elapsed()) * 1e-3;
    Q_EMIT progressed(share, m_drawn < PicturesForAGuess ? -1.0 : elapsed * (1.0 - share) / share);
}

void ClipExporter::onWritten()
{
    if (!m_running)
        return;
    m_writer.reset();
    m_done.paths << m_wanted.outputs[m_output].path;
    m_done.frames += m_plan.frames();
    if (++m_output < m_wanted.outputs.size())
        return beginOutput();
    m_done.seconds = static_cast<double>(m_clock.elapsed()) * 1e-3;
    const Done done = m_done;
    end();
    Q_EMIT finished(done);
}

} // namespace ghostline::app
