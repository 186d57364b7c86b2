// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/codec/scene_reader.h"

namespace ghostline::model {

namespace {

struct Readers
{
    const SceneReader* first = nullptr; ///< that knows files of that name; null = none
    bool own = false;                   ///< the recording's own format reads scene files
    bool ownKnows = false;
};

Readers readersOf(const QString& path, const QString& format, const CodecRegistry& registry)
{
    Readers readers;
    for (const CodecInfo& info : registry.codecs()) {
        // One that cannot be loaded reads nothing; the registry tells of it.
        const Result<const Codec*> codec = registry.load(info.id);
        const auto* reader = codec ? dynamic_cast<const SceneReader*>(*codec) : nullptr;
        if (reader == nullptr)
            continue;
        const bool knows = reader->knowsScene(path);
        if (info.id == format) {
            readers.own = true;
            readers.ownKnows = knows;
        }
        if (knows && readers.first == nullptr)
            readers.first = reader;
    }
    return readers;
}

} // namespace

SceneReader::~SceneReader() = default;

Result<SceneDescription> sceneOf(const ReplaySource& source, const QString& path,
                                 const CodecRegistry& registry, std::stop_token stop)
{
    if (path.isEmpty())
        return source.scene(std::move(stop));
    const Readers readers = readersOf(path, source.index()->info->format, registry);
    if (readers.first != nullptr && !readers.ownKnows)
        return readers.first->readScene(path, std::move(stop));
    if (!readers.own)
        return fail(ErrorCode::Unsupported,
                    QStringLiteral("%1 is no kind of surroundings that can be read").arg(path));
    return source.scene(std::move(stop)); // whatever it is called, its reader says what is wrong with it
}

} // namespace ghostline::model
