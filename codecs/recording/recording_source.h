// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The replay made of a recording: known by its index at once, read through in the background, followed
// while it still grows.
#include "codecs/recording/recording_file.h"
#include "codecs/recording/run_index.h"
#include "model/codec.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace ghostline::recording {

/// How long the background pass waits for a server that is away.
struct Patience
{
    std::chrono::milliseconds firstPause{3000}; ///< doubles each time
    std::chrono::milliseconds longestPause{15'000};
    std::chrono::milliseconds limit{60'000};        ///< without anything new; then reading is given up
    std::chrono::milliseconds missingLimit{10'000}; ///< for a segment that a recorder may just be writing
};

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

    /// What lies underneath, for rewriting it.
    std::shared_ptr<const RecordingFile> file() const;

private:
    struct Private;
    explicit RecordingSource(std::unique_ptr<Private> p);
    std::unique_ptr<Private> d;
};

} // namespace ghostline::recording
