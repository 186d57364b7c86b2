// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An Iron Curtain replay as a source: the first keyframe at once, events and everybody in the background.
#include "codecs/ironcurtain/integrity/checks.h"
#include "codecs/ironcurtain/replay/revision_maker.h"
#include "model/codec/codec.h"
#include "model/replay/revision_publisher.h"

namespace ghostline::ironcurtain {

class IronCurtainSource final : public model::ReplaySource
{
    Q_OBJECT
public:
    /// Returns with a first revision: header, metadata, keyframe index and who was there at the start.
    static model::Result<std::unique_ptr<model::ReplaySource>> open(std::unique_ptr<model::ByteSource> bytes,
                                                                    const model::OpenOptions& options);
    ~IronCurtainSource() override;

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
    model::Result<QByteArray> report(const QString& name, const QStringList& arguments,
                                     std::stop_token stop) const override;
    model::Result<QJsonObject> nativeState(model::FrameNumber frame, std::stop_token stop) const override;
    model::Result<std::uint64_t> readRaw(std::stop_token stop) const override;

    /// What lies underneath, for writing it anew.
    std::shared_ptr<const ReplayFile> file() const { return m_match.file; }
    std::shared_ptr<const KeyframeStore> store() const { return m_match.store; }

private:
    IronCurtainSource(std::shared_ptr<const ReplayFile> file, std::vector<PublicKey> trusted);
    model::Result<void> start(bool withEvents, const std::stop_token& stop);

    OpenedMatch m_match; ///< fixed once start() has been called
    std::vector<PublicKey> m_trusted;
    model::RevisionPublisher<Snapshot> m_revisions{*this}; ///< last: its thread ends before the rest goes
};

} // namespace ghostline::ironcurtain
