// SPDX-License-Identifier: GPL-3.0-or-later
// Opening, the two revisions, and what is asked of them.
#include "codecs/sc2/replay/sc2_source.h"

#include "codecs/io/source_support.h"
#include "codecs/sc2/base/limits.h"
#include "codecs/sc2/container/archive_check.h"
#include "codecs/sc2/events/line_up.h"
#include "codecs/sc2/replay/describe.h"
#include "codecs/sc2/replay/native_state.h"
#include "codecs/sc2/replay/played_map.h"
#include "codecs/sc2/replay/records.h"
#include "codecs/sc2/replay/scene.h"

namespace ghostline::sc2 {

using model::ErrorCode;
using model::Result;

namespace {

/// open() waits so long for the commands, so that short replays are whole at once ...
constexpr std::chrono::milliseconds OpenTime{2};
/// ... and longer where there is no unit to be seen without them.
constexpr std::chrono::milliseconds OpenTimeWithoutReports{40};

} // namespace

Sc2Source::Sc2Source(std::vector<std::byte> file, MpqArchive archive)
    : m_file(std::move(file)), m_archive(std::move(archive))
{
}

Sc2Source::~Sc2Source() = default;

Result<std::unique_ptr<model::ReplaySource>> Sc2Source::open(std::unique_ptr<model::ByteSource> bytes,
                                                             const model::OpenOptions& options)
{
    return io::openSource(bytes->identity().name, [&]() -> Result<std::unique_ptr<model::ReplaySource>> {
        auto file = readReplayFile(*bytes, options.stop);
        if (!file)
            return tl::unexpected(file.error());
        auto archive = MpqArchive::open(*file);
        if (!archive)
            return tl::unexpected(archive.error());
        std::unique_ptr<Sc2Source> source(new Sc2Source(std::move(*file), std::move(*archive)));
        if (auto started = source->start(io::isEnabled(options, QStringLiteral("commands")), options.stop);
            !started)
            return tl::unexpected(started.error());
        return source;
    });
}

Result<void> Sc2Source::start(bool commands, const std::stop_token& stop)
{
    const auto header = parseHeader(m_archive.userData(), m_archive.userDataOffset());
    // The longest member is unpacked beside everything else, from the very beginning.
    if (header && commands) {
        m_revisions.start([this, build = header->version.baseBuild](const std::stop_token& own) {
            return addPlayers(build, own);
        });
    }
    auto head = readHead(m_archive);
    if (!head)
        return tl::unexpected(head.error());
    LoadReport loadReport;
    const auto data = readReported(m_archive, std::move(*head), loadReport);
    if (!commands)
        data->complete = true;
    // What is known by now is enough to go on with in the background.
    m_revisions.change([&] { m_reported = data; });
    m_revisions.publish([&](model::Revision number) {
        const WholeReplay reported{data, deriveEvents(*data, timeAxisOf(*data))};
        return makeSnapshot(m_archive, m_file.size(), number, reported, nullptr, loadReport);
    });
    return m_revisions.opened(data->hasTracker ? OpenTime : OpenTimeWithoutReports, stop);
}

Result<void> Sc2Source::addPlayers(std::uint32_t baseBuild, const std::stop_token& stop)
{
    LoadReport loadReport;
    const auto whole = model::withinMemory([&]() -> Result<WholeReplay> {
        PlayerStreams streams = readPlayerStreams(m_archive, baseBuild);
        if (!m_revisions.waitFor([this] { return m_reported != nullptr; }, stop))
            return model::cancelled();
        return addCommands(*m_reported, std::move(streams), loadReport);
    });
    // Even a failure comes second: open() makes the first revision.
    if (!m_revisions.waitFirst(stop))
        return model::cancelled();
    m_revisions.change([this] { m_reported.reset(); });
    if (!whole)
        return tl::unexpected(whole.error());
    m_revisions.publish([&](model::Revision number) {
        return makeSnapshot(m_archive, m_file.size(), number, *whole, m_revisions.current().get(),
                            loadReport);
    });
    return {};
}

std::shared_ptr<const model::ReplayIndex> Sc2Source::index() const { return m_revisions.current()->revision; }

Result<std::shared_ptr<const model::ReplayIndex>> Sc2Source::waitComplete(std::stop_token stop) const
{
    return m_revisions.waitCompleteIndex(stop);
}

Result<std::shared_ptr<const model::Segment>> Sc2Source::readSegment(int keyframe, const model::Segment*,
                                                                     std::stop_token) const
{
    const auto now = m_revisions.current();
    if (keyframe < 0 || keyframe >= now->revision->keyframes.count())
        return model::fail(ErrorCode::InvalidArgument,
                           QStringLiteral("there is no segment %1; a replay is one").arg(keyframe));
    return now->segment;
}

Result<std::vector<model::StreamInfo>> Sc2Source::streams(std::stop_token stop) const
{
    const auto now = m_revisions.current();
    return listStreams({m_archive, *now->data}, std::move(stop));
}

Result<void> Sc2Source::readRecords(const QString& stream, const model::RecordSink& sink,
                                    std::stop_token stop) const
{
    const auto now = m_revisions.current();
    return readStream({m_archive, *now->data}, stream, sink, std::move(stop));
}

Result<model::SceneDescription> Sc2Source::scene(std::stop_token) const
{
    const auto now = m_revisions.current();
    return describeScene(*now->data, *now->kinds);
}

std::vector<model::Verdict> Sc2Source::verify(const model::Progress&, std::stop_token stop) const
{
    return checkMembers(m_archive, stop);
}

Result<QJsonObject> Sc2Source::nativeState(model::FrameNumber frame, std::stop_token) const
{
    const auto now = m_revisions.current();
    if (frame < 0 || frame >= now->revision->frames())
        return model::fail(ErrorCode::InvalidArgument, QStringLiteral("there is no loop %1").arg(frame));
    return nativeLoop(*now->data, static_cast<std::uint32_t>(frame));
}

Result<std::uint64_t> Sc2Source::readRaw(std::stop_token stop) const
{
    return unpackAll(m_archive, std::move(stop));
}

RecordedMap Sc2Source::recordedMap() const { return playedMap(*m_revisions.current()->data, m_archive); }

} // namespace ghostline::sc2
