// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An open log: indexed in the background, decoded segment by segment.
#include "codecs/carla/header.h"
#include "codecs/carla/log_index.h"
#include "codecs/carla/reports.h"
#include "model/codec.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace ghostline::carla {

class LogIndexer;

class CarlaSource final : public model::ReplaySource
{
    Q_OBJECT
public:
    /// Returns with a first revision; the index goes on in the background if the log is long.
    static model::Result<std::unique_ptr<model::ReplaySource>> open(std::unique_ptr<model::ByteSource> bytes,
                                                                    const model::OpenOptions& options);
    ~CarlaSource() override;

    std::shared_ptr<const model::ReplayIndex> index() const override;
    model::Result<std::shared_ptr<const model::ReplayIndex>>
    waitComplete(std::stop_token stop = {}) const override;
    model::Result<std::shared_ptr<const model::Segment>>
    readSegment(int keyframe, const model::Segment* previous, std::stop_token stop) const override;
    model::Result<std::vector<model::StreamInfo>> streams(std::stop_token stop) const override;
    model::Result<void> readRecords(const QString& stream, const model::RecordSink& sink,
                                    std::stop_token stop) const override;
    model::Result<model::SceneDescription> scene(std::stop_token stop) const override;
    model::Result<QByteArray> report(const QString& name, const QStringList& arguments,
                                     std::stop_token stop) const override;
    model::Result<QJsonObject> nativeState(model::FrameNumber frame, std::stop_token stop) const override;
    model::Result<std::uint64_t> readRaw(std::stop_token stop) const override;

    const model::ByteSource& bytes() const { return *m_bytes; }
    const Header& header() const { return m_header; }
    /// What the whole file says of its layout; waits for the index.
    model::Result<Layout> layout(std::stop_token stop) const;

private:
    CarlaSource(std::unique_ptr<model::ByteSource> bytes, Header header, const model::OpenOptions& options,
                ReportVariant variant);
    model::Result<void> start(const Layout& layout, const std::stop_token& stop);
    void publish();
    /// Indexes for about that long; running out of memory is an error like any other.
    model::Result<void> advance(std::chrono::steady_clock::duration time, const std::stop_token& stop);
    void indexOn(const std::stop_token& stop);
    std::shared_ptr<const LogIndex> log() const;
    model::Result<std::shared_ptr<const LogIndex>> wholeLog(std::stop_token stop) const;

    std::unique_ptr<model::ByteSource> m_bytes;
    Header m_header;
    model::OpenOptions m_options;
    ReportVariant m_variant;
    std::unique_ptr<LogIndexer> m_indexer; ///< of the opening thread, then of the background one
    model::Revision m_revision = 0;
    mutable std::mutex m_mutex;
    mutable std::condition_variable_any m_published;
    std::shared_ptr<const LogIndex> m_log;
    std::jthread m_thread; ///< last: stopped and joined before the rest goes
};

} // namespace ghostline::carla
