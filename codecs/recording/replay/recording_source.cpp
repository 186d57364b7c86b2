// SPDX-License-Identifier: GPL-3.0-or-later
// Opening, and everything that is read on demand.
#include "codecs/recording/replay/recording_source.h"

#include "codecs/io/source_support.h"
#include "codecs/recording/replay/own_scene.h"
#include "codecs/recording/replay/run_native.h"
#include "codecs/recording/replay/run_records.h"
#include "model/bytes/http_source.h"

#include <QStandardPaths>

namespace ghostline::recording {

using model::ErrorCode;
using model::Result;

namespace {

/// open() waits so long for the rest, so that short recordings are whole at once.
constexpr std::chrono::milliseconds OpenTime{10};
/// Surroundings wait so long for the background pass: what it has found by then is shown ...
constexpr std::chrono::seconds SceneTime{3};
/// ... and what is read of a world follows from it.
constexpr std::chrono::seconds ScopeTime{20};

} // namespace

RecordingSource::RecordingSource() = default;

RecordingSource::~RecordingSource() = default;

Result<std::unique_ptr<model::ReplaySource>> RecordingSource::open(std::unique_ptr<model::ByteSource> bytes,
                                                                   const model::OpenOptions& options,
                                                                   const Patience& patience)
{
    const QString name = bytes->identity().name;
    return io::openSource(name, [&]() -> Result<std::unique_ptr<model::ReplaySource>> {
        const QStringList folders = QStandardPaths::locateAll(
            QStandardPaths::AppDataLocation, QStringLiteral("dictionaries"), QStandardPaths::LocateDirectory);
        auto file = RecordingFile::open(std::shared_ptr<const model::ByteSource>(std::move(bytes)), folders,
                                        options.stop);
        if (!file)
            return tl::unexpected(file.error());
        FollowOptions wished;
        wished.read = io::isEnabled(options, QStringLiteral("scan"));
        wished.follow = io::isEnabled(options, QStringLiteral("follow"));
        wished.far = model::isWebAddress(name);
        wished.patience = patience;
        std::unique_ptr<RecordingSource> source(new RecordingSource);
        auto& revisions = source->m_revisions;
        auto follower = std::make_unique<RunFollower>(std::move(*file), wished, revisions);
        follower->publish();
        revisions.start(
            [follower = std::move(follower)](const std::stop_token& stop) { return follower->run(stop); });
        if (auto opened = revisions.opened(OpenTime, options.stop); !opened)
            return tl::unexpected(opened.error());
        return source;
    });
}

std::shared_ptr<const model::ReplayIndex> RecordingSource::index() const
{
    return m_revisions.current()->revision;
}

std::shared_ptr<const RecordingFile> RecordingSource::file() const { return m_revisions.current()->file; }

Result<std::shared_ptr<const model::ReplayIndex>> RecordingSource::waitComplete(std::stop_token stop) const
{
    return m_revisions.waitCompleteIndex(stop);
}

Result<std::shared_ptr<const model::Segment>>
RecordingSource::readSegment(int keyframe, const model::Segment* previous, std::stop_token stop) const
{
    const auto run = m_revisions.current();
    if (keyframe < 0 || static_cast<std::size_t>(keyframe) >= run->chunks->size())
        return model::fail(ErrorCode::InvalidArgument,
                           QStringLiteral("there is no segment %1; the recording has %2")
                               .arg(keyframe)
                               .arg(run->chunks->size()));
    return model::withinMemory(
        [&] { return m_segments.read(*run, static_cast<std::size_t>(keyframe), previous, stop); });
}

Result<std::vector<model::StreamInfo>> RecordingSource::streams(std::stop_token stop) const
{
    return runStreams(*m_revisions.current(), std::move(stop));
}

Result<void> RecordingSource::readRecords(const QString& stream, const model::RecordSink& sink,
                                          std::stop_token stop) const
{
    return runRecords(*m_revisions.current(), stream, sink, std::move(stop));
}

/// The newest revision, after waiting for a complete one.
Result<std::shared_ptr<const RunIndex>> RecordingSource::settled(std::chrono::milliseconds patience,
                                                                 const std::stop_token& stop) const
{
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds Look{20};
    const auto until = Clock::now() + patience;
    while (!m_revisions.current()->revision->complete && Clock::now() < until) {
        if (!m_revisions.pause(Look, stop))
            return model::cancelled();
    }
    return m_revisions.current();
}

Result<model::SceneDescription> RecordingSource::scene(std::stop_token stop) const
{
    return settled(SceneTime, stop).map([&](const auto& run) { return ownScene(*run, stop); });
}

Result<WorldScope> RecordingSource::worldScope(double radius, std::stop_token stop) const
{
    const auto run = settled(ScopeTime, stop);
    if (!run)
        return tl::unexpected(run.error());
    return model::withinMemory([&] { return scopeOf(**run, m_segments, radius, stop); });
}

std::vector<model::Verdict> RecordingSource::verify(const model::Progress& progress,
                                                    std::stop_token stop) const
{
    return verifyRun(*m_revisions.current(), progress, std::move(stop));
}

Result<QJsonObject> RecordingSource::nativeState(model::FrameNumber frame, std::stop_token stop) const
{
    return runNativeState(*m_revisions.current(), frame, std::move(stop));
}

Result<std::uint64_t> RecordingSource::readRaw(std::stop_token stop) const
{
    const auto file = this->file();
    Bytes raw;
    std::uint64_t sum = 0;
    for (int i = 0; i < static_cast<int>(file->chunks().size()); ++i) {
        if (stop.stop_requested())
            return model::fail(ErrorCode::Cancelled, QStringLiteral("reading was cancelled"));
        const auto read = file->readChunk(i, raw, stop);
        if (!read && read.error().code == ErrorCode::Cancelled)
            return tl::unexpected(read.error());
        if (read)
            sum += raw.size();
    }
    return sum;
}

} // namespace ghostline::recording
