// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The codec for StarCraft II replays, .SC2Replay files of every build, and for the maps they were played on;
// docs/formats/sc2replay.md, docs/formats/sc2map.md.
#include "model/codec/scene_reader.h"

namespace ghostline::sc2 {

class Sc2Codec : public model::Codec, public model::SceneReader
{
public:
    model::Confidence probe(std::span<const std::byte> firstBytes, const QString& name) const override;
    model::Result<std::unique_ptr<model::ReplaySource>>
    open(std::unique_ptr<model::ByteSource> bytes, const model::OpenOptions& options) const override;
    model::Result<model::Outline> outline(std::unique_ptr<model::ByteSource> bytes,
                                          const model::OpenOptions& options) const override;
    bool knowsScene(const QString& path) const override;
    /// Resources and rocks come from the map where the request's replay does not report them. In doubt when
    /// that replay has a map of another size or other start places, but for the very file that it names.
    model::Result<model::SceneDescription> readScene(const model::SceneRequest& request,
                                                     std::stop_token stop) const override;
    model::SceneSearch findScene(const model::ReplaySource& source, const QStringList& folders,
                                 std::stop_token stop) const override;
    std::vector<model::ScenePlace> usualPlaces() const override;
};

} // namespace ghostline::sc2
