// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The replay made of a file of frames: indexed in the background, decoded chunk by chunk, looked at again
// while a recorder still writes it.
#include "codecs/echo/frame/frame_file.h"
#include "codecs/echo/frame/frame_writer.h"
#include "codecs/echo/replay/growth.h"
#include "codecs/echo/replay/match_index.h"
#include "model/codec/codec.h"
#include "model/replay/revision_publisher.h"

#include <functional>

namespace ghostline::echo {

class EchoSource final : public model::ReplaySource, public model::LiveSource
{
    Q_OBJECT
public:
    /// Chooses the layout by the first bytes; returns with a first revision.
    static model::Result<std::unique_ptr<model::ReplaySource>> open(std::unique_ptr<model::ByteSource> bytes,
                                                                    const model::OpenOptions& options);
    /// The same for a file of frames that is open already; `bytes`: its size.
    static model::Result<std::unique_ptr<EchoSource>> fromFile(std::unique_ptr<FrameFile> file,
                                                               std::uint64_t bytes, std::stop_token stop);
    ~EchoSource() override;

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
    std::optional<model::LiveState> liveState() const override { return m_file->liveState(); }

    /// As .butter, .echoreplay or .tape, by the ending of the path.
    model::Result<model::WriteReport> write(const model::WriteRequest& request) const;

    const MatchHeader& header() const { return m_file->header(); }

private:
    using Open =
        std::function<model::Result<std::unique_ptr<FrameFile>>(std::shared_ptr<model::ByteSource> bytes)>;

    explicit EchoSource(std::unique_ptr<FrameFile> file) : m_file(std::move(file)) {}
    model::Result<void> begin(std::uint64_t bytes, const std::stop_token& stop);
    // In the background.
    model::Result<void> scan(const std::shared_ptr<FrameFile>& file, std::uint64_t bytes, bool again,
                             const std::stop_token& stop);
    model::Result<void> follow(const std::stop_token& stop);
    void takeLonger(std::shared_ptr<model::ByteSource> bytes, const std::stop_token& stop);
    void endGrowth();
    MatchHeader headerAt(const MatchIndex& index, model::FrameNumber frame,
                         const std::stop_token& stop) const;
    /// Calls take(chunk, first, end) for what each chunk has of the range, counted from its first frame.
    template<typename Take>
    model::Result<void> eachChunk(const MatchIndex& index, model::FrameRange range,
                                  const std::stop_token& stop, const Take& take) const;
    model::Result<void> feed(const MatchIndex& index, model::FrameRange range, const FrameTaker& take,
                             const std::stop_token& stop) const;
    model::Result<void> feedLines(const MatchIndex& index, model::FrameRange range, const LineTaker& take,
                                  const std::stop_token& stop) const;

    std::shared_ptr<FrameFile> m_file;  ///< as it was opened
    std::optional<GrowthWatch> m_watch; ///< nothing: it is not followed
    Open m_open;
    std::chrono::steady_clock::duration m_scanTime{};        ///< of the last one
    model::RevisionPublisher<MatchIndex> m_revisions{*this}; ///< last: its thread ends before the rest goes
};

} // namespace ghostline::echo
