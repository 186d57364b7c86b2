// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An open log: indexed in the background, decoded segment by segment.
#include "codecs/carla/format/header.h"
#include "codecs/carla/replay/log_index.h"
#include "codecs/carla/reports/reports.h"
#include "model/codec/codec.h"
#include "model/replay/revision_publisher.h"

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
    /// As the log spells it.
    QString map() const { return QString::fromUtf8(m_header.map); }
    /// The road network of a map file, held against the log: what it reports itself is not drawn twice, and a
    /// map that most of it lies off is in doubt. Waits for the index.
    model::Result<model::SceneDescription> roadsOf(const QString& path, std::stop_token stop) const;
    /// What the whole file says of its layout; waits for the index.
    model::Result<Layout> layout(std::stop_token stop) const;

private:
    CarlaSource(std::unique_ptr<model::ByteSource> bytes, Header header, ReportVariant variant);
    model::Result<void> start(const Layout& layout, const std::stop_token& stop);
    /// In the background.
    model::Result<void> indexOn(LogIndexer& indexer, const std::stop_token& stop);

    std::unique_ptr<model::ByteSource> m_bytes;
    Header m_header;
    ReportVariant m_variant;
    model::RevisionPublisher<LogIndex> m_revisions{*this}; ///< last: its thread ends before the rest goes
};

} // namespace ghostline::carla
