// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/clips/clip_exporter.h"

#include "app/gui/clips/video_notes.h"
#include "app/gui/widgets/replay_address.h"
#include "model/codec/write_target.h"

#include <QPointer>

#include <algorithm>
#include <utility>

namespace ghostline::app {

namespace {

constexpr std::size_t NoClip = static_cast<std::size_t>(-1);
constexpr qint64 PicturesForAGuess = 8;

std::vector<model::Clip> allClips(const std::vector<ClipOutput>& outputs)
{
    std::vector<model::Clip> all;
    for (const ClipOutput& output : outputs)
        all.insert(all.end(), output.clips.begin(), output.clips.end());
    return all;
}

} // namespace

ClipExporter::ClipExporter(QObject* parent) : QObject(parent), m_probing(this), m_opening(this)
{
    m_timer.setInterval(0); // between two pictures whatever else waits gets its turn
    connect(&m_timer, &QTimer::timeout, this, &ClipExporter::step);
    connect(&m_probing, &Job::progressed, this, &ClipExporter::reading);
}

void ClipExporter::start(ClipExport wanted)
{
    end();
    m_wanted = std::move(wanted);
    m_done = {};
    m_output = 0;
    m_drawn = m_total = 0;
    m_running = true;
    Q_EMIT runningChanged(true);
    m_probing.start([this, all = allClips(m_wanted.outputs), known = m_wanted.known,
                     opener = m_wanted.opener](const model::Progress& progress,
                                               const std::stop_token& stop) -> std::function<void()> {
        auto probe = probeRecordings(all, known, opener, progress, stop);
        return [this, probe = std::move(probe)]() mutable {
            if (probe)
                onProbed(std::move(*probe));
            else
                fail(probe.error());
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
    m_probing.cancel();
    m_opening.cancel();
    m_writer.reset();
    m_stage.reset();
    m_opened.clear();
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

void ClipExporter::onProbed(RecordingProbe probe)
{
    m_facts = std::move(probe.facts);
    m_opened = std::move(probe.opened);
    const std::vector<model::Clip> all = allClips(m_wanted.outputs);
    if (const auto allowed = checkOutputs(all); !allowed)
        return fail(allowed.error());
    const std::vector<model::Error> reasons = keepWhatCanBeDrawn(probe.errors);
    if (reasons.size() == all.size() && !reasons.empty())
        return fail(reasons.front());
    m_done.leftOut = static_cast<int>(reasons.size());
    if (m_done.leftOut > 0 && !m_wanted.leaveOut) {
        end();
        Q_EMIT incomplete(m_done.leftOut, reasons.front());
        return;
    }
    for (const model::Clip& clip : allClips(m_wanted.outputs)) {
        m_total += framesOf(clip, m_wanted.video.fps);
        m_done.lostSeconds += lostSeconds(clip, m_facts.at(clip.recording));
    }
    m_clock.start(); // what is left is drawn
    beginOutput();
}

/// Takes the other clips out of their outputs, and outputs without a clip with them; why, clip by clip.
std::vector<model::Error> ClipExporter::keepWhatCanBeDrawn(const std::vector<model::Error>& unreadable)
{
    std::vector<model::Error> reasons;
    const auto kept = [&](model::Clip& clip) {
        const auto facts = m_facts.find(clip.recording);
        if (facts == m_facts.end()) {
            const auto why =
                std::find_if(unreadable.begin(), unreadable.end(),
                             [&](const model::Error& error) { return error.file == clip.recording; });
            reasons.push_back(why == unreadable.end() ? model::Error{} : *why);
            return false;
        }
        const auto within = clipWithin(clip, facts->second.timeAxis, shortName(facts->second.path));
        if (!within) {
            reasons.push_back(within.error());
            return false;
        }
        clip = *within;
        return true;
    };
    for (ClipOutput& output : m_wanted.outputs) {
        std::vector<model::Clip> clips;
        for (model::Clip& clip : output.clips) {
            if (kept(clip))
                clips.push_back(std::move(clip));
        }
        output.clips = std::move(clips);
    }
    std::erase_if(m_wanted.outputs, [](const ClipOutput& output) { return output.clips.empty(); });
    return reasons;
}

/// Recordings survive, whatever somebody types.
model::Result<void> ClipExporter::checkOutputs(const std::vector<model::Clip>& clips) const
{
    QStringList recordings;
    for (const model::Clip& clip : clips)
        recordings << clip.recording; // those that cannot be read as well
    for (const auto& [name, facts] : m_facts)
        recordings << facts.path;
    for (const auto& [name, known] : m_wanted.known) {
        recordings << known->stage.path;
        for (const GhostRun& ghost : known->stage.ghosts)
            recordings << ghost.ghost().path;
    }
    recordings.removeDuplicates();
    recordings.removeAll(QString());
    for (const ClipOutput& output : m_wanted.outputs) {
        for (const QString& recording : std::as_const(recordings)) {
            if (auto apart = model::checkWriteTarget(*m_wanted.opener.registry, recording, output.path);
                !apart)
                return apart;
        }
    }
    return {};
}

VideoNotes ClipExporter::notes() const
{
    const ClipOutput& output = m_wanted.outputs[m_output];
    VideoNotes notes = videoNotes(output.clips, m_facts);
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
    auto created = VideoWriter::create(output.path, m_wanted.video, notes());
    if (!created)
        return fail(created.error());
    m_writer = std::move(*created);
    connect(m_writer.get(), &VideoWriter::readyForMore, this, [this] {
        if (m_next < m_plan.frames())
            m_timer.start();
    });
    // Queued: what reports its end from within a call would be deleted in it. A word that is still on its way
    // when its writer has been given up means nothing to the next one.
    const QPointer<VideoWriter> writer = m_writer.get();
    connect(
        writer, &VideoWriter::finished, this,
        [this, writer] {
            if (writer != nullptr)
                onWritten();
        },
        Qt::QueuedConnection);
    connect(
        writer, &VideoWriter::failed, this,
        [this, writer](const model::Error& error) {
            if (writer != nullptr)
                fail(error);
        },
        Qt::QueuedConnection);
    m_timer.start();
}

std::shared_ptr<OpenedRecording> ClipExporter::openOf(const QString& recording) const
{
    for (const OpenedRecordings* open : {&m_wanted.known, &m_opened}) {
        if (const auto found = open->find(recording); found != open->end())
            return found->second;
    }
    return nullptr;
}

/// Recordings of this clip of the output under way and of all that come after it, in the order of need.
QStringList ClipExporter::neededFrom(std::size_t clip) const
{
    QStringList needed;
    for (std::size_t i = clip; i < m_plan.clips().size(); ++i)
        needed << m_plan.clips()[i].recording;
    for (std::size_t output = m_output + 1; output < m_wanted.outputs.size(); ++output) {
        for (const model::Clip& later : m_wanted.outputs[output].clips)
            needed << later.recording;
    }
    needed.removeDuplicates();
    return needed;
}

/// Has the recordings open that are needed from this clip on, and lets go of the others.
void ClipExporter::openAhead(std::size_t clip)
{
    const QStringList needed = neededFrom(clip).mid(0, static_cast<qsizetype>(MostOpen));
    std::erase_if(m_opened, [&needed](const auto& entry) { return !needed.contains(entry.first); });
    const auto missing = std::find_if(needed.begin(), needed.end(),
                                      [this](const QString& name) { return openOf(name) == nullptr; });
    if (missing == needed.end() || m_opening.running())
        return;
    m_opening.start([this, name = *missing, opener = m_wanted.opener](
                        const model::Progress&, const std::stop_token& stop) -> std::function<void()> {
        auto opened = openRecording(name, opener, stop);
        return [this, name, opened = std::move(opened)] {
            if (!opened)
                return fail(opened.error());
            m_opened.emplace(name, *opened);
            m_timer.start();
        };
    });
}

model::Result<void> ClipExporter::stageFor(std::size_t clip)
{
    const model::Clip& wanted = m_plan.clips()[clip];
    if (m_stage == nullptr || m_stagedRecording != wanted.recording) {
        m_stage.reset();
        const OpenedRecording& recording = *openOf(wanted.recording);
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
    openAhead(clip);
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
    const std::size_t clip = m_plan.picture(m_next).clip;
    if (openOf(m_plan.clips()[clip].recording) == nullptr) {
        m_timer.stop();
        return openAhead(clip); // it comes back here
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
