// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The recordings that clips are cut from, opened and identified before the first picture.
#include "app/gui/clips/clip_stage.h"
#include "model/codec/codec_registry.h"
#include "model/sidecar/content.h"

#include <map>

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
};

/// One, complete, with its surroundings and what was drawn over it; not identified. Any thread.
model::Result<std::shared_ptr<OpenedRecording>>
openRecording(const QString& path, const RecordingOpener& opener, const std::stop_token& stop);

/// Opens what `clips` name and `known` has not, and identifies all of it. Any thread. The error names its
/// file.
model::Result<OpenedRecordings> openRecordings(const std::vector<model::Clip>& clips, OpenedRecordings known,
                                               const RecordingOpener& opener, const model::Progress& progress,
                                               const std::stop_token& stop);

/// Within what its recording has; InvalidArgument where nothing of it is.
model::Result<model::Clip> clipWithin(model::Clip clip, const model::TimeAxis& axis, const QString& name);

} // namespace ghostline::app
