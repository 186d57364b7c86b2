// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/carla/open_log.h"

namespace ghostline::test {

model::Result<std::unique_ptr<model::ReplaySource>> openLog(std::unique_ptr<model::ByteSource> bytes,
                                                            const model::OpenOptions& options)
{
    auto source = carla::CarlaCodec().open(std::move(bytes), options);
    if (source) {
        if (const auto whole = (*source)->waitComplete(); !whole)
            return tl::unexpected(whole.error());
    }
    return source;
}

model::Result<std::unique_ptr<model::ReplaySource>> openLogFile(const QString& path)
{
    auto file = model::openFile(path);
    if (!file)
        return tl::unexpected(file.error());
    return openLog(std::move(*file));
}

model::WorldState stateAt(const model::ReplaySource& source, model::FrameTime at, model::SamplePolicy policy)
{
    model::WorldState state;
    const auto index = source.index();
    const auto segment = source.readSegment(index->keyframes.at(at.frame), nullptr, {});
    if (segment)
        (*segment)->sample(at, policy, state);
    return state;
}

model::ActorId lifeOf(const model::ReplayIndex& index, std::int64_t nativeId, model::FrameNumber frame)
{
    for (const model::ActorInfo& actor : index.info->cast) {
        if (actor.nativeId == nativeId && actor.life.contains(frame))
            return actor.id;
    }
    return model::ActorId::None;
}

} // namespace ghostline::test
