// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Surroundings from a file of their own, for recordings of any format.
#include "model/codec/codec_registry.h"

namespace ghostline::model {

/// What a codec may be besides: one that reads maps which are no recordings. Thread-safe, as codecs are.
class GHOSTLINE_MODEL_EXPORT SceneReader
{
public:
    virtual ~SceneReader();
    /// By its name.
    virtual bool knowsScene(const QString& path) const = 0;
    virtual Result<SceneDescription> readScene(const QString& path, std::stop_token stop) const = 0;
};

/// The surroundings of a recording. `path`, which may be empty, is the scene file that the user named: where
/// the recording's own format does not read such files, the first codec that does. Unsupported when none
/// does.
GHOSTLINE_MODEL_EXPORT Result<SceneDescription> sceneOf(const ReplaySource& source, const QString& path,
                                                        const CodecRegistry& registry, std::stop_token stop);

} // namespace ghostline::model
