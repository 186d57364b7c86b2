// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/clips/clip_recordings.h"

#include "app/gui/widgets/replay_address.h"
#include "model/bytes/http_source.h"
#include "model/codec/opening.h"
#include "model/compare/run_goals.h"
#include "model/sidecar/sidecar.h"
#include "model/time/time_text.h"

#include <algorithm>
#include <cmath>

namespace ghostline::app {

model::Result<std::shared_ptr<OpenedRecording>>
openRecording(const QString& path, const RecordingOpener& opener, const std::stop_token& stop)
{
    model::OpenOptions options = opener.options;
    options.stop = stop;
    auto opened = model::openComplete(model::openerOf(opener.registry), path, options);
    if (!opened)
        return tl::unexpected(opened.error());
    if (opened->index->frames() == 0)
        return model::fail(model::ErrorCode::Damaged,
                           model::Sentence::of(QStringLiteral("%1 has no frame to draw"), {shortName(path)}));
    // Without surroundings it can still be watched, unless somebody asked for them.
    auto found = model::sceneOf(*opened->source, opener.scene, *opener.registry, stop);
    if (!found && !opener.scene.path.isEmpty())
        return tl::unexpected(found.error());
    auto out = std::make_shared<OpenedRecording>();
    out->stage.path = path;
    out->stage.source = opened->source;
    out->stage.index = opened->index;
    out->stage.content = opener.content;
    if (found)
        out->stage.content.scene = std::move(found->scene);
    // On a web server each would be fetched, as in the window.
    if (opener.content.options.nextGoal && !model::isWebAddress(path)) {
        if (auto goals = model::readRunGoals(*opened->source, stop))
            out->stage.content.goals = std::move(*goals);
    }
    if (auto notes = model::loadNotes(path)) {
        out->stage.content.drawings = std::move(notes->sidecar.drawings);
        out->stage.content.cameraPath = std::move(notes->sidecar.cameraPath);
    }
    return out;
}

model::Result<RecordingProbe> probeRecordings(const std::vector<model::Clip>& clips,
                                              const OpenedRecordings& known, const RecordingOpener& opener,
                                              const model::Progress& progress, const std::stop_token& stop)
{
    QStringList names;
    for (const model::Clip& clip : clips)
        names << clip.recording;
    names.removeDuplicates();
    RecordingProbe out;
    qsizetype done = 0;
    // Backwards, so that those that are needed first are still open at the end.
    for (auto name = names.crbegin(); name != names.crend() && !stop.stop_requested(); ++name) {
        const auto open = known.find(*name);
        auto recording = open == known.end() ? openRecording(*name, opener, stop)
                                             : model::Result<std::shared_ptr<OpenedRecording>>(open->second);
        if (recording) {
            const OpenedRecording& opened = **recording;
            RecordingFacts facts{opened.stage.path, opened.content, opened.stage.index->timeAxis,
                                 opened.stage.index->lost};
            if (facts.content.sha256.isEmpty())
                facts.content = model::contentOf(facts.path, stop).value_or(facts.content);
            out.facts.emplace(*name, std::move(facts));
            if (open == known.end() && names.crend() - name <= static_cast<qsizetype>(MostOpen))
                out.opened.emplace(*name, std::move(*recording));
        } else {
            out.errors.push_back(recording.error());
            out.errors.back().file = *name;
        }
        if (progress)
            progress(static_cast<double>(++done) / static_cast<double>(names.size()));
    }
    if (stop.stop_requested())
        return model::fail(model::ErrorCode::Cancelled, QStringLiteral("stopped"));
    std::reverse(out.errors.begin(), out.errors.end());
    return out;
}

double lostSeconds(const model::Clip& clip, const RecordingFacts& facts)
{
    model::Micros lost{};
    for (const model::LostSpan& span : facts.lost) {
        const model::Micros from = std::max(clip.from, facts.timeAxis.timeOf(span.frames.first));
        // Until something is recorded again: one lost frame is a stretch, too.
        const bool atEnd = span.frames.end >= facts.timeAxis.frames();
        const model::Micros to =
            std::min(clip.to, atEnd ? facts.timeAxis.duration() : facts.timeAxis.timeOf(span.frames.end));
        lost += std::max(model::Micros{0}, to - from);
    }
    return model::seconds(lost);
}

model::Result<model::Clip> clipWithin(model::Clip clip, const model::TimeAxis& axis, const QString& name)
{
    const model::Micros end = axis.duration();
    if (!(clip.rate > 0.0) || !std::isfinite(clip.rate))
        return model::fail(model::ErrorCode::InvalidArgument,
                           model::Sentence::of(QStringLiteral("a clip is played at a speed above 0")));
    if (clip.to < clip.from)
        return model::fail(model::ErrorCode::InvalidArgument,
                           model::Sentence::of(QStringLiteral("a clip ends after it begins, not at %1"),
                                               {model::formatTime(clip.to)}));
    if (clip.from > end)
        return model::fail(model::ErrorCode::InvalidArgument,
                           model::Sentence::of(QStringLiteral("%1 ends at %2, before the clip begins at %3"),
                                               {name, model::formatTime(end), model::formatTime(clip.from)}));
    clip.from = std::max(model::Micros{0}, clip.from);
    clip.to = std::min(clip.to, end);
    return clip;
}

} // namespace ghostline::app
