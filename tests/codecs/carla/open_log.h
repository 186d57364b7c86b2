// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Opening a log and asking for states in a test, without any cache between.
#include "codecs/carla/carla_codec.h"
#include "model/bytes/byte_sources.h"

#include <QTest>

namespace ghostline::test {

model::Result<std::unique_ptr<model::ReplaySource>> openLog(std::unique_ptr<model::ByteSource> bytes,
                                                            const model::OpenOptions& options = {});

inline model::Result<std::unique_ptr<model::ReplaySource>> openLog(const QByteArray& bytes)
{
    return openLog(model::MemorySource::fromByteArray(bytes, QStringLiteral("test.log")));
}

model::Result<std::unique_ptr<model::ReplaySource>> openLogFile(const QString& path);
/// A fresh decode of the segment for every place.
model::WorldState stateAt(const model::ReplaySource& source, model::FrameTime at,
                          model::SamplePolicy policy = model::SamplePolicy::Interpolate);
/// The life of a native id at a frame; None when there is none.
model::ActorId lifeOf(const model::ReplayIndex& index, std::int64_t nativeId, model::FrameNumber frame);

} // namespace ghostline::test
