// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The codec for map-run recordings, .hcrp files and folders of segments, and for worlds of blocks;
// docs/formats/recording.md, docs/formats/worlds.md.
#include "model/codec/scene_reader.h"

namespace ghostline::recording {

class RecordingCodec : public model::Codec, public model::SceneReader
{
public:
    model::Confidence probe(std::span<const std::byte> firstBytes, const QString& name) const override;
    model::Result<std::unique_ptr<model::ReplaySource>>
    open(std::unique_ptr<model::ByteSource> bytes, const model::OpenOptions& options) const override;
    /// As one .hcrp file. Only what has map-run events can be written.
    model::Result<model::WriteReport> write(const model::ReplaySource& source,
                                            const model::WriteRequest& request) const override;
    /// Into a new folder: committed chunks as they are, and what lies behind the last commit.
    model::Result<model::WriteReport> repair(const model::ReplaySource& source,
                                             const model::WriteRequest& request) const override;
    model::Result<model::WriteReport> compact(const model::ReplaySource& source,
                                              const model::WriteRequest& request) const override;
    /// Worlds of blocks and pieces of them, whatever their format.
    bool knowsScene(const QString& path) const override;
    /// Of a large world what lies near the run's track; without a run as much as the caps allow.
    model::Result<model::SceneDescription> readScene(const model::SceneRequest& request,
                                                     std::stop_token stop) const override;
    model::SceneSearch findScene(const model::ReplaySource& source, const QStringList& folders,
                                 std::stop_token stop) const override;
    std::vector<model::ScenePlace> usualPlaces() const override;
};

} // namespace ghostline::recording
