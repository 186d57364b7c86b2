// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The codec for CARLA recorder logs, and for the maps they were driven on; docs/formats/carla.md describes
// the format.
#include "model/codec/scene_reader.h"

namespace ghostline::carla {

class CarlaCodec : public model::Codec, public model::SceneReader
{
public:
    model::Confidence probe(std::span<const std::byte> firstBytes, const QString& name) const override;
    model::Result<std::unique_ptr<model::ReplaySource>>
    open(std::unique_ptr<model::ByteSource> bytes, const model::OpenOptions& options) const override;
    model::Result<model::WriteReport> write(const model::ReplaySource& source,
                                            const model::WriteRequest& request) const override;
    model::Result<model::WriteReport> repair(const model::ReplaySource& source,
                                             const model::WriteRequest& request) const override;
    /// OpenDRIVE maps, and OpenSCENARIO files that name one.
    bool knowsScene(const QString& path) const override;
    model::Result<model::SceneDescription> readScene(const model::SceneRequest& request,
                                                     std::stop_token stop) const override;
    /// Of the map that a log names: in the folders, then in the installation that CARLA_ROOT names. Nothing
    /// is wanted where the map lies beside the log.
    model::SceneSearch findScene(const model::ReplaySource& source, const QStringList& folders,
                                 std::stop_token stop) const override;
    std::vector<model::ScenePlace> usualPlaces() const override;
};

} // namespace ghostline::carla
