// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A StarCraft II replay as a source: the head and what the tracker reports at once, the players' commands in
// the background. One segment holds the whole replay.
#include "codecs/sc2/events/game_story.h"
#include "codecs/sc2/replay/figures.h"
#include "model/codec.h"

#include <condition_variable>
#include <mutex>
#include <thread>

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
    model::Result<QJsonObject> nativeState(model::FrameNumber frame, std::stop_token stop) const override;
    model::Result<std::uint64_t> readRaw(std::stop_token stop) const override;

private:
    struct Private;
    explicit Sc2Source(std::unique_ptr<Private> own);
    model::Result<void> start(const std::stop_token& stop);
    std::unique_ptr<Private> d;
};

} // namespace ghostline::sc2
