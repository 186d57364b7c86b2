// SPDX-License-Identifier: GPL-3.0-or-later
// Background indexing, and the way from a keyframe to a segment.
#include "codecs/echo/echo_source.h"

#include "codecs/echo/arena_scene.h"
#include "codecs/echo/echo_segment.h"
#include "codecs/echo/match_indexer.h"
#include "codecs/echo/native_state.h"
#include "codecs/io/source_support.h"
#include "model/thread_priority.h"

namespace ghostline::echo {

using model::ErrorCode;
using model::Result;
using Clock = std::chrono::steady_clock;

namespace {

/// open() waits so long for the rest, so that short recordings are whole at once.
constexpr std::chrono::milliseconds OpenTime{10};
/// Revisions come no closer than this ...
constexpr std::chrono::milliseconds PublishTime{100};
/// ... and cost no more than this share of the indexing.
constexpr int PublishShare = 20;

} // namespace

EchoSource::EchoSource(std::unique_ptr<FrameFile> file, std::uint64_t bytes)
    : m_file(std::move(file)), m_bytes(bytes)
{
}

EchoSource::~EchoSource() = default;

Result<std::unique_ptr<EchoSource>> EchoSource::fromFile(std::unique_ptr<FrameFile> file, std::uint64_t bytes,
                                                         std::stop_token stop)
{
    std::unique_ptr<EchoSource> source(new EchoSource(std::move(file), bytes));
    if (auto started = source->start(stop); !started)
        return tl::unexpected(started.error());
    return source;
}

Result<void> EchoSource::start(const std::stop_token& stop)
{
    m_thread = std::jthread([this](const std::stop_token& own) { scanAll(own); });
    std::unique_lock lock(m_mutex);
    if (!m_published.wait(lock, stop, [this] { return m_match || m_failure; })) {
        lock.unlock();
        m_thread.request_stop();
        return model::fail(ErrorCode::Cancelled, QStringLiteral("opening was cancelled"));
    }
    if (m_failure)
        return tl::unexpected(*m_failure);
    m_published.wait_for(lock, stop, OpenTime, [this] { return m_match->revision->complete; });
    return {};
}

void EchoSource::scanAll(const std::stop_token& stop)
{
    Result<void> done;
    try {
        m_indexer =
            std::make_unique<MatchIndexer>(*m_file, m_bytes, [this, &stop] { return afterChunk(stop); });
        done = m_file->scan(*m_indexer, stop);
    } catch (const std::bad_alloc&) {
        done = tl::unexpected(io::noMemory());
    }
    if (stop.stop_requested())
        return;
    if (!done && (!m_indexer || m_indexer->frames() == 0)) {
        const std::scoped_lock lock(m_mutex);
        m_failure = done.error();
        m_published.notify_all();
        return;
    }
    try {
        if (done)
            m_indexer->finish();
        else
            m_indexer->giveUp(done.error());
        publish();
    } catch (const std::bad_alloc&) {
        const std::scoped_lock lock(m_mutex);
        if (m_match) {
            // What was published last is all there will be.
            auto last = std::make_shared<MatchIndex>(*m_match);
            auto revision = std::make_shared<model::ReplayIndex>(*m_match->revision);
            revision->revision = ++m_revision;
            revision->complete = true;
            revision->diagnostics.push_back(
                {model::Severity::Error, QStringLiteral("read-error"), io::noMemory().message, {}});
            last->revision = std::move(revision);
            m_match = std::move(last);
        } else {
            m_failure = io::noMemory();
        }
        m_published.notify_all();
    }
    m_indexer.reset();
}

bool EchoSource::afterChunk(const std::stop_token& stop)
{
    if (stop.stop_requested())
        return false;
    const auto begin = Clock::now();
    if (m_indexer->frames() == 0 || begin < m_nextPublish)
        return true;
    publish();
    if (m_revision == 1)
        model::lowerThreadPriority(); // somebody waited for the first revision, nobody does for the others
    const auto end = Clock::now();
    m_nextPublish = end + std::max<Clock::duration>(PublishTime, (end - begin) * PublishShare);
    return true;
}

void EchoSource::publish()
{
    auto match = m_indexer->snapshot(++m_revision);
    {
        const std::scoped_lock lock(m_mutex);
        m_match = std::move(match);
    }
    m_published.notify_all();
    Q_EMIT changed(m_revision);
}

std::shared_ptr<const MatchIndex> EchoSource::match() const
{
    const std::scoped_lock lock(m_mutex);
    return m_match;
}

std::shared_ptr<const model::ReplayIndex> EchoSource::index() const { return match()->revision; }

Result<std::shared_ptr<const model::ReplayIndex>> EchoSource::waitComplete(std::stop_token stop) const
{
    std::unique_lock lock(m_mutex);
    if (!m_published.wait(lock, stop, [this] { return m_match->revision->complete; }))
        return model::fail(ErrorCode::Cancelled, QStringLiteral("waiting for the index was cancelled"));
    return m_match->revision;
}

Result<std::shared_ptr<const model::Segment>> EchoSource::readSegment(int keyframe, const model::Segment*,
                                                                      std::stop_token stop) const
{
    const auto index = match();
    if (keyframe < 0 || static_cast<std::size_t>(keyframe) >= index->chunks.size())
        return model::fail(ErrorCode::InvalidArgument,
                           QStringLiteral("there is no segment %1; the recording has %2 so far")
                               .arg(keyframe)
                               .arg(index->chunks.size()));
    const IndexedChunk& chunk = index->chunks[static_cast<std::size_t>(keyframe)];
    EchoSegment::Source source;
    if (auto read = m_file->readChunk(chunk.ref, source.block, stop); !read)
        return tl::unexpected(read.error());
    source.first = chunk.first;
    source.start = chunk.start;
    source.cast = chunk.cast;
    if (static_cast<std::size_t>(keyframe) + 1 < index->chunks.size()) {
        const IndexedChunk& after = index->chunks[static_cast<std::size_t>(keyframe) + 1];
        source.next = after.head;
        source.nextCast = after.cast;
        if (!source.next) {
            FrameBlock whole;
            const auto read = m_file->readChunk(after.ref, whole, stop);
            // A segment without what follows it is another one than that which nobody interrupts.
            if (!read && read.error().code == ErrorCode::Cancelled)
                return tl::unexpected(read.error());
            // A chunk that cannot be read is that one's matter; this one just ends with its last frame.
            if (read && whole.size() > 0) {
                auto head = std::make_shared<FrameBlock>();
                copyFrame(whole, 0, *head);
                settleFrame(*head);
                source.next = std::move(head);
            }
        }
    }
    source.texts = index->texts;
    source.sides = chunk.sides;
    source.mode = header().mode();
    source.rounds = chunk.rounds;
    auto segment = EchoSegment::build(std::move(source));
    if (!segment)
        return tl::unexpected(segment.error());
    return std::shared_ptr<const model::Segment>(std::move(*segment));
}

Result<std::vector<model::StreamInfo>> EchoSource::streams(std::stop_token stop) const
{
    return m_file->streams(stop);
}

Result<void> EchoSource::readRecords(const QString& stream, const model::RecordSink& sink,
                                     std::stop_token stop) const
{
    return m_file->readRecords(stream, sink, stop);
}

Result<model::SceneDescription> EchoSource::scene(std::stop_token stop) const
{
    Q_UNUSED(stop)
    return arenaScene(header());
}

Result<QJsonObject> EchoSource::nativeState(model::FrameNumber frame, std::stop_token stop) const
{
    const auto index = match();
    const int keyframe = index->revision->keyframes.at(frame);
    if (keyframe < 0 || frame < 0 || frame >= index->revision->frames())
        return model::fail(ErrorCode::InvalidArgument, QStringLiteral("there is no frame %1").arg(frame));
    const IndexedChunk& chunk = index->chunks[static_cast<std::size_t>(keyframe)];
    FrameBlock block;
    if (auto read = m_file->readChunk(chunk.ref, block, stop); !read)
        return tl::unexpected(read.error());
    const auto within = static_cast<std::size_t>(frame - chunk.first);
    if (within >= block.size())
        return model::fail(ErrorCode::Damaged, QStringLiteral("frame %1 cannot be read any more").arg(frame));
    return nativeFrame(header(), names(), block, block.frames[within]);
}

Result<std::uint64_t> EchoSource::readRaw(std::stop_token stop) const { return m_file->readRaw(stop); }

} // namespace ghostline::echo
