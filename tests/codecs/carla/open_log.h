// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Opening a log and asking for states in a test, without any cache between.
#include "codecs/carla/carla_codec.h"
#include "model/byte_sources.h"

#include <QTest>

namespace ghostline::test {

inline model::Result<std::unique_ptr<model::ReplaySource>> openLog(std::unique_ptr<model::ByteSource> bytes,
                                                                   const model::OpenOptions& options = {})
{
    auto source = carla::CarlaCodec().open(std::move(bytes), options);
    if (source) {
        if (const auto whole = (*source)->waitComplete(); !whole)
            return tl::unexpected(whole.error());
    }
    return source;
}

inline model::Result<std::unique_ptr<model::ReplaySource>> openLog(const QByteArray& bytes)
{
    return openLog(model::MemorySource::fromByteArray(bytes, QStringLiteral("test.log")));
}

inline model::Result<std::unique_ptr<model::ReplaySource>> openLogFile(const QString& path)
{
    auto file = model::openFile(path);
    if (!file)
        return tl::unexpected(file.error());
    return openLog(std::move(*file));
}

/// A fresh decode of the segment for every place.
inline model::WorldState stateAt(const model::ReplaySource& source, model::FrameTime at,
                                 model::SamplePolicy policy = model::SamplePolicy::Interpolate)
{
    model::WorldState state;
    const auto index = source.index();
    const auto segment = source.readSegment(index->keyframes.at(at.frame), nullptr, {});
    if (segment)
        (*segment)->sample(at, policy, state);
    return state;
}

/// The life of a native id at a frame; None when there is none.
inline model::ActorId lifeOf(const model::ReplayIndex& index, std::uint64_t nativeId,
                             model::FrameNumber frame)
{
    for (const model::ActorInfo& actor : index.info->cast) {
        if (actor.nativeId == nativeId && actor.life.contains(frame))
            return actor.id;
    }
    return model::ActorId::None;
}

} // namespace ghostline::test
