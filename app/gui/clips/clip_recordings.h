// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The recordings that clips are cut from, opened and identified before the first picture.
#include "app/gui/clips/clip_stage.h"
#include "model/codec/scene_reader.h"
#include "model/sidecar/content.h"

#include <map>
#include <vector>

namespace ghostline::app {

struct OpenedRecording
{
    StageRecording stage;
    model::ContentId content{}; ///< unknown of what is on the web
};

/// By path; "" is the one that is open in the window.
using OpenedRecordings = std::map<QString, std::shared_ptr<OpenedRecording>>;

/// How the others are opened. A value, for a worker.
struct RecordingOpener
{
    std::shared_ptr<const model::CodecRegistry> registry;
    model::OpenOptions options{};
    render::ViewContent content{}; ///< theme and layers of what is drawn of them
    model::SceneChoice scene{};    ///< of all of them
};

/// One, complete, with its surroundings and what was drawn over it; not identified. Any thread.
model::Result<std::shared_ptr<OpenedRecording>>
openRecording(const QString& path, const RecordingOpener& opener, const std::stop_token& stop);

/// What must be known of a recording before the first picture of a video is drawn.
struct RecordingFacts
{
    QString path;
    model::ContentId content{}; ///< unknown of what is on the web
    model::TimeAxis timeAxis{};
    model::SpanList lost{};
};

/// Of what a clip shows.
double lostSeconds(const model::Clip& clip, const RecordingFacts& facts);

struct RecordingProbe
{
    std::map<QString, RecordingFacts> facts;
    OpenedRecordings opened;            ///< of those, the MostOpen that are needed first
    std::vector<model::Error> errors{}; ///< of what cannot be opened; each names its file as the clip does
};

/// The one that is drawn and the one that comes next. Each may hold a large index and its surroundings: a
/// reel of a season must not need room for all of them.
inline constexpr std::size_t MostOpen = 2;

/// Opens and identifies what `clips` name, one after the other, what is in `known` excepted from opening. Any
/// thread. Cancelled where `stop` was asked.
model::Result<RecordingProbe> probeRecordings(const std::vector<model::Clip>& clips,
                                              const OpenedRecordings& known, const RecordingOpener& opener,
                                              const model::Progress& progress, const std::stop_token& stop);

/// Within what its recording has; InvalidArgument where nothing of it is.
model::Result<model::Clip> clipWithin(model::Clip clip, const model::TimeAxis& axis, const QString& name);

} // namespace ghostline::app
