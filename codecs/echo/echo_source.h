// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The replay made of a file of frames: indexed in the background, decoded chunk by chunk.
#include "codecs/echo/frame_file.h"
#include "codecs/echo/match_index.h"
#include "model/codec.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace ghostline::echo {

class MatchIndexer;

class EchoSource final : public model::ReplaySource
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
    model::Result<QJsonObject> nativeState(model::FrameNumber frame, std::stop_token stop) const override;
    model::Result<std::uint64_t> readRaw(std::stop_token stop) const override;

    /// As .butter or .echoreplay, by the ending of the path.
    model::Result<model::WriteReport> write(const model::WriteRequest& request) const;

    const MatchHeader& header() const { return m_file->header(); }
    const MatchNames& names() const { return m_file->names(); }

private:
    EchoSource(std::unique_ptr<FrameFile> file, std::uint64_t bytes);
    model::Result<void> start(const std::stop_token& stop);
    void scanAll(const std::stop_token& stop);
    bool afterChunk(const std::stop_token& stop);
    void publish();
    std::shared_ptr<const MatchIndex> match() const;
    MatchHeader headerAt(const MatchIndex& index, model::FrameNumber frame,
                         const std::stop_token& stop) const;
    model::Result<void>
    feed(const MatchIndex& index, model::FrameRange range,
         const std::function<model::Result<void>(const FrameBlock&, std::size_t, std::size_t)>& take,
         const std::stop_token& stop) const;

    std::unique_ptr<FrameFile> m_file;
    std::uint64_t m_bytes;
    std::unique_ptr<MatchIndexer> m_indexer; ///< of the scanning thread
    model::Revision m_revision = 0;          ///< of the scanning thread
    std::chrono::steady_clock::time_point m_nextPublish{};
    mutable std::mutex m_mutex;
    mutable std::condition_variable_any m_published;
    std::shared_ptr<const MatchIndex> m_match;
    std::optional<model::Error> m_failure; ///< nothing at all could be read
    std::jthread m_thread;                 ///< last: stopped and joined before the rest goes
};

} // namespace ghostline::echo
