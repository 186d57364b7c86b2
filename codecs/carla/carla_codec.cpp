// SPDX-License-Identifier: GPL-3.0-or-later
// Joins reader, writer and reports into one codec.
#include "codecs/carla/carla_codec.h"

#include "codecs/carla/replay/carla_source.h"
#include "codecs/carla/replay/map_search.h"
#include "codecs/carla/replay/scene.h"
#include "codecs/carla/write/repair.h"
#include "codecs/carla/write/replay_writer.h"
#include "codecs/carla/write/trim.h"

namespace ghostline::carla {

using model::Confidence;
using model::Result;
using model::WriteReport;

Confidence CarlaCodec::probe(std::span<const std::byte> firstBytes, const QString&) const
{
    io::ByteCursor in(firstBytes);
    in.skip(2);
    return in.text(in.le<std::uint16_t>()) == Magic && in.ok() ? Confidence::Certain : Confidence::No;
}

Result<std::unique_ptr<model::ReplaySource>> CarlaCodec::open(std::unique_ptr<model::ByteSource> bytes,
                                                              const model::OpenOptions& options) const
{
    return CarlaSource::open(std::move(bytes), options);
}

Result<WriteReport> CarlaCodec::write(const model::ReplaySource& source,
                                      const model::WriteRequest& request) const
{
    // A log is copied packet by packet, so that nothing of it is lost; anything else is written from its
    // states.
    const auto* log = dynamic_cast<const CarlaSource*>(&source);
    if (log == nullptr)
        return writeReplay(source, request);
    const auto layout = log->layout(request.stop);
    if (!layout)
        return tl::unexpected(layout.error());
    return trimLog(log->bytes(), log->header(), *layout, request);
}

Result<WriteReport> CarlaCodec::repair(const model::ReplaySource& source,
                                       const model::WriteRequest& request) const
{
    const auto* log = dynamic_cast<const CarlaSource*>(&source);
    if (log == nullptr)
        return model::fail(model::ErrorCode::Unsupported,
                           model::Sentence::of(QStringLiteral("only CARLA logs can be repaired as such")));
    const auto layout = log->layout(request.stop);
    if (!layout)
        return tl::unexpected(layout.error());
    return repairLog(log->bytes(), log->header(), *layout, request);
}

bool CarlaCodec::knowsScene(const QString& path) const
{
    return path.endsWith(QLatin1String(".xodr"), Qt::CaseInsensitive) ||
           path.endsWith(QLatin1String(".xosc"), Qt::CaseInsensitive);
}

Result<model::SceneDescription> CarlaCodec::readScene(const model::SceneRequest& request,
                                                      std::stop_token stop) const
{
    if (const auto* log = dynamic_cast<const CarlaSource*>(request.replay))
        return log->roadsOf(request.path, std::move(stop));
    if (request.replay == nullptr)
        return readMapFile(request.path, {}, std::move(stop));
    return readMapFile(request.path, furnitureBeside(request.replay->index()->info->cast), std::move(stop));
}

model::SceneSearch CarlaCodec::findScene(const model::ReplaySource& source, const QStringList& folders,
                                         std::stop_token stop) const
{
    const auto* log = dynamic_cast<const CarlaSource*>(&source);
    return log == nullptr ? model::SceneSearch{}
                          : findMaps(log->bytes(), log->map(), folders, qEnvironmentVariable("CARLA_ROOT"),
                                     std::move(stop));
}

std::vector<model::ScenePlace> CarlaCodec::usualPlaces() const
{
    const QString root = qEnvironmentVariable("CARLA_ROOT");
    return {
        {{}, model::Sentence::of(QStringLiteral("beside the log, named by the map"))},
        {root, root.isEmpty() ? model::Sentence::of(QStringLiteral(
                                    "where the environment variable CARLA_ROOT says (it is not set)"))
                              : model::Sentence()},
    };
}

} // namespace ghostline::carla
