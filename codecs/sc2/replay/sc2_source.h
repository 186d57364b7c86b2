// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A StarCraft II replay as a source: the head and what the tracker reports at once, the players' commands in
// the background. One segment holds the whole replay.
#include "codecs/sc2/map/recorded_map.h"
#include "codecs/sc2/replay/snapshot.h"
#include "model/codec/codec.h"
#include "model/replay/revision_publisher.h"

namespace ghostline::sc2 {

class Sc2Source final : public model::ReplaySource
{
    Q_OBJECT
public:
    /// Returns with a first revision: everything but what needs the game and message events.
    static model::Result<std::unique_ptr<model::ReplaySource>> open(std::unique_ptr<model::ByteSource> bytes,
                                                                    const model::OpenOptions& options);
    ~Sc2Source() override;

    std::shared_ptr<const model::ReplayIndex> index() const override;
    model::Result<std::shared_ptr<const model::ReplayIndex>>
    waitComplete(std::stop_token stop = {}) const override;
    model::Result<std::shared_ptr<const model::Segment>>
    readSegment(int keyframe, const model::Segment* previous, std::stop_token stop) const override;
    model::Result<std::vector<model::StreamInfo>> streams(std::stop_token stop) const override;
    model::Result<void> readRecords(const QString& stream, const model::RecordSink& sink,
                                    std::stop_token stop) const override;
    model::Result<model::SceneDescription> scene(std::stop_token stop) const override;
    std::vector<model::Verdict> verify(const model::Progress& progress, std::stop_token stop) const override;
    model::Result<QJsonObject> nativeState(model::FrameNumber frame, std::stop_token stop) const override;
    model::Result<std::uint64_t> readRaw(std::stop_token stop) const override;
    /// What it tells of the map that it was played on.
    RecordedMap recordedMap() const;

private:
    Sc2Source(std::vector<std::byte> file, MpqArchive archive);
    model::Result<void> start(bool commands, const std::stop_token& stop);
    /// In the background.
    model::Result<void> addPlayers(std::uint32_t baseBuild, const std::stop_token& stop);

    std::vector<std::byte> m_file;
    MpqArchive m_archive;                                  ///< of m_file
    std::shared_ptr<const ReplayData> m_reported;          ///< there a little before the first revision
    model::RevisionPublisher<Snapshot> m_revisions{*this}; ///< last: its thread ends before the rest goes
};

} // namespace ghostline::sc2
