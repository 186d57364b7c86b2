// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/scene_reader.h"

namespace ghostline::model {

namespace {

/// Null when none knows files of that name, or the recording's own format does.
const SceneReader* foreignReader(const QString& path, const QString& format, const CodecRegistry& registry)
{
    const SceneReader* foreign = nullptr;
    for (const CodecInfo& info : registry.codecs()) {
        // One that cannot be loaded reads nothing; the registry tells of it.
        const Result<const Codec*> codec = registry.load(info.id);
        const auto* reader = codec ? dynamic_cast<const SceneReader*>(*codec) : nullptr;
        if (reader == nullptr || !reader->knowsScene(path))
            continue;
        if (info.id == format)
            return nullptr;
        if (foreign == nullptr)
            foreign = reader;
    }
    return foreign;
}

} // namespace

SceneReader::~SceneReader() = default;

Result<SceneDescription> sceneOf(const ReplaySource& source, const QString& path,
                                 const CodecRegistry& registry, std::stop_token stop)
{
    const SceneReader* reader =
        path.isEmpty() ? nullptr : foreignReader(path, source.index()->info->format, registry);
    return reader != nullptr ? reader->readScene(path, std::move(stop)) : source.scene(std::move(stop));
}

} // namespace ghostline::model
