// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The replay made of a recording: known by its index at once, read through in the background, followed
// while it still grows.
#include "codecs/recording/replay/run_follower.h"
#include "codecs/recording/replay/run_scope.h"
#include "model/codec/codec.h"

namespace ghostline::recording {

class RecordingSource final : public model::ReplaySource
{
    Q_OBJECT
public:
    static model::Result<std::unique_ptr<model::ReplaySource>> open(std::unique_ptr<model::ByteSource> bytes,
                                                                    const model::OpenOptions& options,
                                                                    const Patience& patience = {});
    ~RecordingSource() override;

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

    /// What of a world is needed round the recorded tracks. Waits for the background pass, but not for ever.
    model::Result<WorldScope> worldScope(double radius, std::stop_token stop) const;
    /// What lies underneath, for rewriting it.
    std::shared_ptr<const RecordingFile> file() const;

private:
    RecordingSource();
    model::Result<std::shared_ptr<const RunIndex>> settled(std::chrono::milliseconds patience,
                                                           const std::stop_token& stop) const;

    RunSegments m_segments;
    model::RevisionPublisher<RunIndex> m_revisions{*this}; ///< last: its thread ends before the rest goes
};

} // namespace ghostline::recording
