// SPDX-License-Identifier: GPL-3.0-or-later
// Opening, background indexing, and the way from a keyframe to a segment.
#include "codecs/carla/replay/carla_source.h"

#include "codecs/carla/replay/log_indexer.h"
#include "codecs/carla/replay/records.h"
#include "codecs/carla/replay/segment_builder.h"
#include "codecs/io/source_support.h"

namespace ghostline::carla {

using model::ErrorCode;
using model::Result;
using Clock = std::chrono::steady_clock;

namespace {

/// open() may take this long to read on, so that short logs are whole at once.
constexpr std::chrono::milliseconds OpenTime{25};
constexpr std::size_t RawBlock = std::size_t{1} << 20;

} // namespace

CarlaSource::CarlaSource(std::unique_ptr<model::ByteSource> bytes, Header header, ReportVariant variant)
    : m_bytes(std::move(bytes)), m_header(std::move(header)), m_variant(variant)
{
}

CarlaSource::~CarlaSource() = default;

Result<std::unique_ptr<model::ReplaySource>> CarlaSource::open(std::unique_ptr<model::ByteSource> bytes,
                                                               const model::OpenOptions& options)
{
    const auto variant =
        reportVariant(options.codec.value(QStringLiteral("report"), QStringLiteral("carla")));
    if (!variant)
        return tl::unexpected(variant.error());
    return io::openSource(bytes->identity().name, [&]() -> Result<std::unique_ptr<model::ReplaySource>> {
        auto header = readHeader(*bytes, options.stop);
        if (!header)
            return tl::unexpected(header.error());
        const auto layout = detectLayout(*bytes, header->firstPacket, options.stop);
        if (!layout)
            return tl::unexpected(layout.error());
        std::unique_ptr<CarlaSource> source(new CarlaSource(std::move(bytes), std::move(*header), *variant));
        if (auto started = source->start(*layout, options.stop); !started)
            return tl::unexpected(started.error());
        return source;
    });
}

Result<void> CarlaSource::start(const Layout& layout, const std::stop_token& stop)
{
    auto indexer = std::make_unique<LogIndexer>(*m_bytes, m_header, layout);
    if (auto begun = indexer->advance(Clock::now() + OpenTime, stop); !begun)
        return begun;
    m_revisions.publish([&](model::Revision number) { return indexer->snapshot(number); });
    if (indexer->finished())
        return {};
    m_revisions.start(
        [this, indexer = std::move(indexer)](const std::stop_token& own) { return indexOn(*indexer, own); });
    return m_revisions.opened({}, stop);
}

Result<void> CarlaSource::indexOn(LogIndexer& indexer, const std::stop_token& stop)
{
    while (!indexer.finished()) {
        auto done = model::withinMemory([&] { return indexer.advance(m_revisions.due(), stop); });
        if (!done && done.error().code == ErrorCode::Cancelled)
            return done;
        if (!done)
            indexer.giveUp(done.error());
        m_revisions.publish([&](model::Revision number) { return indexer.snapshot(number); });
    }
    return {};
}

std::shared_ptr<const model::ReplayIndex> CarlaSource::index() const
{
    return m_revisions.current()->revision;
}

Result<std::shared_ptr<const model::ReplayIndex>> CarlaSource::waitComplete(std::stop_token stop) const
{
    return m_revisions.waitCompleteIndex(stop);
}

Result<Layout> CarlaSource::layout(std::stop_token stop) const
{
    return m_revisions.waitComplete(stop).map([](const auto& log) { return log->layout; });
}

Result<std::shared_ptr<const model::Segment>> CarlaSource::readSegment(int keyframe, const model::Segment*,
                                                                       std::stop_token stop) const
{
    const auto index = m_revisions.current();
    if (keyframe < 0 || keyframe >= index->revision->keyframes.count()) {
        return model::fail(ErrorCode::InvalidArgument,
                           QStringLiteral("there is no segment %1; the log has %2 so far")
                               .arg(keyframe)
                               .arg(index->revision->keyframes.count()));
    }
    SegmentBuilder builder(*m_bytes, *index, static_cast<std::size_t>(keyframe));
    auto segment = builder.build(stop);
    if (!segment)
        return tl::unexpected(segment.error());
    return std::shared_ptr<const model::Segment>(std::move(*segment));
}

Result<std::vector<model::StreamInfo>> CarlaSource::streams(std::stop_token stop) const
{
    const auto known = layout(stop);
    if (!known)
        return tl::unexpected(known.error());
    return countStreams(*m_bytes, m_header, *known, stop);
}

Result<void> CarlaSource::readRecords(const QString& stream, const model::RecordSink& sink,
                                      std::stop_token stop) const
{
    const auto known = layout(stop);
    if (!known)
        return tl::unexpected(known.error());
    return dumpRecords(*m_bytes, m_header, *known, stream, sink, stop);
}

Result<model::SceneDescription> CarlaSource::scene(std::stop_token stop) const
{
    const auto whole = m_revisions.waitComplete(stop);
    if (!whole)
        return tl::unexpected(whole.error());
    return carlaScene(*m_bytes, map(), (*whole)->revision->info->cast, (*whole)->tracks, stop);
}

Result<model::SceneDescription> CarlaSource::roadsOf(const QString& path, std::stop_token stop) const
{
    const auto whole = m_revisions.waitComplete(stop);
    if (!whole)
        return tl::unexpected(whole.error());
    auto roads = readMapFile(path, furnitureBeside((*whole)->revision->info->cast), stop);
    if (roads)
        compareWithTracks(*roads, (*whole)->tracks);
    return roads;
}

Result<QByteArray> CarlaSource::report(const QString& name, const QStringList& arguments,
                                       std::stop_token stop) const
{
    const auto known = layout(stop);
    if (!known)
        return tl::unexpected(known.error());
    return carlaReport(*m_bytes, m_header, *known, name, arguments, m_variant, stop);
}

Result<QJsonObject> CarlaSource::nativeState(model::FrameNumber frame, std::stop_token stop) const
{
    return readNativeState(*m_bytes, *m_revisions.current(), frame, stop);
}

Result<std::uint64_t> CarlaSource::readRaw(std::stop_token stop) const
{
    std::vector<std::byte> block(RawBlock);
    std::uint64_t sum = 0;
    while (true) {
        if (stop.stop_requested())
            return model::fail(ErrorCode::Cancelled, QStringLiteral("reading was cancelled"));
        const auto got = m_bytes->read(sum, block, stop);
        if (!got)
            return tl::unexpected(got.error());
        if (*got == 0)
            return sum;
        sum += *got;
    }
}

} // namespace ghostline::carla
