// SPDX-License-Identifier: GPL-3.0-or-later
// Background indexing, following what still grows, and the way from a keyframe to a segment.
#include "codecs/echo/replay/echo_source.h"

#include "codecs/echo/frame/frame_writer.h"
#include "codecs/echo/frame/native_state.h"
#include "codecs/echo/replay/arena_scene.h"
#include "codecs/echo/replay/echo_segment.h"
#include "codecs/echo/replay/match_indexer.h"
#include "codecs/echo/replay/write_choice.h"
#include "codecs/io/source_support.h"

#include <algorithm>

namespace ghostline::echo {

using model::ErrorCode;
using model::Result;
using Clock = std::chrono::steady_clock;

namespace {

/// open() waits so long for the rest, so that short recordings are whole at once.
constexpr std::chrono::milliseconds OpenTime{10};

} // namespace

EchoSource::~EchoSource() = default;

Result<void> EchoSource::begin(std::uint64_t bytes, const std::stop_token& stop)
{
    m_revisions.start([this, bytes](const std::stop_token& stopped) -> Result<void> {
        if (auto done = scan(m_file, bytes, false, stopped); !done)
            return done;
        return follow(stopped);
    });
    return m_revisions.opened(OpenTime, stop);
}

Result<std::unique_ptr<EchoSource>> EchoSource::fromFile(std::unique_ptr<FrameFile> file, std::uint64_t bytes,
                                                         std::stop_token stop)
{
    std::unique_ptr<EchoSource> source(new EchoSource(std::move(file)));
    if (auto opened = source->begin(bytes, stop); !opened)
        return tl::unexpected(opened.error());
    return source;
}

/// `again`: of what is shown already, which is told when it is whole, so that nobody sees less than before.
Result<void> EchoSource::scan(const std::shared_ptr<FrameFile>& file, std::uint64_t bytes, bool again,
                              const std::stop_token& stop)
{
    const auto begin = Clock::now();
    std::optional<MatchIndexer> indexer;
    const auto publish = [&](bool growing) {
        m_revisions.publish([&](model::Revision number) {
            auto index = indexer->snapshot(number, growing);
            index->file = file;
            return std::shared_ptr<const MatchIndex>(std::move(index));
        });
    };
    indexer.emplace(*file, bytes, [&] {
        if (stop.stop_requested())
            return false;
        if (!again && indexer->frames() > 0 && Clock::now() >= m_revisions.due())
            publish(false);
        return true;
    });
    auto done = model::withinMemory([&] { return file->scan(*indexer, stop); });
    if (stop.stop_requested())
        return model::cancelled();
    if (!done && (again || indexer->frames() == 0))
        return done;
    if (done)
        indexer->finish();
    else
        indexer->giveUp(done.error());
    m_scanTime = Clock::now() - begin;
    if (!again || indexer->frames() >= m_revisions.current()->revision->frames())
        publish(done && m_watch && m_watch->isFresh() && file->isOpenEnded());
    return {};
}

/// Until the end is there, or nothing has come for long. Each time it is read as a whole, so that it is
/// looked at the less often the longer that takes.
Result<void> EchoSource::follow(const std::stop_token& stop)
{
    constexpr int RestShare = 10;
    while (m_revisions.current()->revision->growing) {
        if (!m_revisions.pause(std::max<Clock::duration>(m_watch->pause(), m_scanTime * RestShare), stop))
            return model::cancelled();
        auto found = m_watch->look(stop);
        if (stop.stop_requested())
            return model::cancelled();
        if (found && *found)
            takeLonger(std::move(*found), stop);
        else if (!m_watch->isFresh() || (!found && found.error().code == ErrorCode::Changed))
            endGrowth();
    }
    return {};
}

/// Another recording under this name, or one that cannot be read now, changes nothing: the next look will
/// tell.
void EchoSource::takeLonger(std::shared_ptr<model::ByteSource> bytes, const std::stop_token& stop)
{
    const std::uint64_t size = bytes->size();
    auto opened = m_open(std::move(bytes));
    if (!opened || (*opened)->header().sessionId != header().sessionId)
        return;
    const std::shared_ptr<FrameFile> file = std::move(*opened);
    (void)scan(file, size, true, stop);
}

/// What is known is all there will be.
void EchoSource::endGrowth()
{
    m_revisions.publish([this](model::Revision number) {
        auto last = std::make_shared<MatchIndex>(*m_revisions.current());
        auto revision = std::make_shared<model::ReplayIndex>(*last->revision);
        revision->revision = number;
        revision->growing = false;
        last->revision = std::move(revision);
        return std::shared_ptr<const MatchIndex>(std::move(last));
    });
}

std::shared_ptr<const model::ReplayIndex> EchoSource::index() const
{
    return m_revisions.current()->revision;
}

Result<std::shared_ptr<const model::ReplayIndex>> EchoSource::waitComplete(std::stop_token stop) const
{
    return m_revisions.waitCompleteIndex(stop);
}

Result<std::shared_ptr<const model::Segment>> EchoSource::readSegment(int keyframe, const model::Segment*,
                                                                      std::stop_token stop) const
{
    const auto index = m_revisions.current();
    if (keyframe < 0 || static_cast<std::size_t>(keyframe) >= index->chunks.size())
        return model::fail(ErrorCode::InvalidArgument,
                           QStringLiteral("there is no segment %1; the recording has %2 so far")
                               .arg(keyframe)
                               .arg(index->chunks.size()));
    const IndexedChunk& chunk = index->chunks[static_cast<std::size_t>(keyframe)];
    EchoSegment::Source source;
    if (auto read = index->file->readChunk(chunk.ref, source.block, stop); !read)
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
            const auto read = index->file->readChunk(after.ref, whole, stop);
            // A segment without what follows it is another one than that which nobody interrupts.
            if (!read && read.error().code == ErrorCode::Cancelled)
                return tl::unexpected(read.error());
            // A chunk that cannot be read is that one's matter; this one just ends with its last frame.
            if (read && whole.size() > 0)
                source.next = firstFrame(whole);
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
    return m_revisions.current()->file->streams(stop);
}

Result<void> EchoSource::readRecords(const QString& stream, const model::RecordSink& sink,
                                     std::stop_token stop) const
{
    return m_revisions.current()->file->readRecords(stream, sink, stop);
}

Result<model::SceneDescription> EchoSource::scene(std::stop_token stop) const
{
    Q_UNUSED(stop)
    return arenaScene(header());
}

/// Whether what is packed is what was packed: indexing has added it up.
std::vector<model::Verdict> EchoSource::verify(const model::Progress&, std::stop_token stop) const
{
    if (m_file->checksumCheck().isEmpty())
        return {};
    model::Verdict verdict{m_file->checksumCheck(), model::VerdictState::CannotCheck, {}, {}};
    const auto whole = waitComplete(std::move(stop));
    if (!whole)
        return {verdict};
    verdict.state = model::VerdictState::Ok;
    for (const model::Diagnostic& diagnostic : (*whole)->diagnostics) {
        if (diagnostic.code == verdict.check) {
            verdict.state = model::VerdictState::Failed;
            verdict.detail = diagnostic.message;
        } else if (diagnostic.code == QLatin1String("truncated") &&
                   verdict.state == model::VerdictState::Ok) {
            verdict.state = model::VerdictState::CannotCheck; // what is not there cannot be added up
        }
    }
    return {verdict};
}

Result<QJsonObject> EchoSource::nativeState(model::FrameNumber frame, std::stop_token stop) const
{
    const auto index = m_revisions.current();
    const int keyframe = index->revision->keyframes.at(frame);
    if (keyframe < 0 || frame < 0 || frame >= index->revision->frames())
        return model::fail(ErrorCode::InvalidArgument, QStringLiteral("there is no frame %1").arg(frame));
    const IndexedChunk& chunk = index->chunks[static_cast<std::size_t>(keyframe)];
    FrameBlock block;
    if (auto read = index->file->readChunk(chunk.ref, block, stop); !read)
        return tl::unexpected(read.error());
    const auto within = static_cast<std::size_t>(frame - chunk.first);
    if (within >= block.size())
        return model::fail(ErrorCode::Damaged, QStringLiteral("frame %1 cannot be read any more").arg(frame));
    return nativeFrame(header(), index->file->names(), block, block.frames[within]);
}

Result<std::uint64_t> EchoSource::readRaw(std::stop_token stop) const
{
    return m_revisions.current()->file->readRaw(stop);
}

// Which of the layouts a file has.

namespace {

Result<std::unique_ptr<FrameFile>> openFile(std::shared_ptr<model::ByteSource> bytes,
                                            const model::OpenOptions& options)
{
    std::vector<std::byte> first(model::ProbeBytes);
    const auto got = bytes->read(0, first, options.stop);
    if (!got)
        return tl::unexpected(got.error());
    first.resize(*got);
    const QString name = bytes->identity().name;
    const model::Confidence butter = probeButter(first, name);
    const model::Confidence text = probeEchoReplay(first, name);
    if (probeTape(first, name) > std::max(butter, text))
        return openTape(std::move(bytes), options.stop);
    if (text > butter)
        return openEchoReplay(std::move(bytes), options.stop);
    const bool reference = options.codec.value(QStringLiteral("decode")) == QLatin1String("reference");
    return openButter(std::move(bytes), reference ? ButterDecoding::Reference : ButterDecoding::Exact,
                      options.stop);
}

} // namespace

Result<std::unique_ptr<model::ReplaySource>> EchoSource::open(std::unique_ptr<model::ByteSource> bytes,
                                                              const model::OpenOptions& options)
{
    const std::shared_ptr<model::ByteSource> shared = std::move(bytes);
    return io::openSource(shared->identity().name, [&]() -> Result<std::unique_ptr<model::ReplaySource>> {
        auto file = openFile(shared, options);
        if (!file)
            return tl::unexpected(file.error());
        std::unique_ptr<EchoSource> source(new EchoSource(std::move(*file)));
        if (io::isEnabled(options, QStringLiteral("follow"))) {
            source->m_watch.emplace(shared);
            source->m_open = [codec = options.codec](std::shared_ptr<model::ByteSource> longer) {
                return openFile(std::move(longer), {codec, {}, {}});
            };
        }
        if (auto opened = source->begin(shared->size(), options.stop); !opened)
            return tl::unexpected(opened.error());
        return source;
    });
}

// Writing a range of a recording in any layout.

using model::FrameNumber;

Result<model::WriteReport> EchoSource::write(const model::WriteRequest& request) const
{
    const auto whole = m_revisions.waitComplete(request.stop);
    if (!whole)
        return tl::unexpected(whole.error());
    const std::shared_ptr<const MatchIndex>& index = *whole;
    const model::FrameRange range{std::clamp<FrameNumber>(request.frames.first, 0, index->revision->frames()),
                                  std::clamp<FrameNumber>(request.frames.end, 0, index->revision->frames())};
    if (range.empty())
        return model::fail(ErrorCode::InvalidArgument,
                           model::Sentence::of(QStringLiteral("there is no frame to write")));
    const auto choice = writeChoice(request.path, request.codec);
    if (!choice)
        return tl::unexpected(choice.error());

    WriteJob job;
    job.header = headerAt(*index, range.first, request.stop);
    job.names = &index->file->names();
    job.total = range.count();
    job.progress = request.progress;
    job.stop = request.stop;
    job.frames = [&](const FrameTaker& take) { return feed(*index, range, take, request.stop); };
    if (index->file->isText())
        job.lines = [&](const LineTaker& take) { return feedLines(*index, range, take, request.stop); };
    auto out = model::AtomicFile::create(request.path);
    if (!out)
        return tl::unexpected(out.error());
    auto report = writeChosen(job, *choice, *out);
    if (!report)
        return report;
    if (auto done = out->commit(); !done)
        return tl::unexpected(done.error());
    return report;
}

/// The header speaks of the first frame that is written.
MatchHeader EchoSource::headerAt(const MatchIndex& index, FrameNumber frame,
                                 const std::stop_token& stop) const
{
    MatchHeader out = header();
    const int keyframe = index.revision->keyframes.at(frame);
    const IndexedChunk& chunk = index.chunks[static_cast<std::size_t>(keyframe)];
    RoundCount rounds = chunk.rounds;
    FrameBlock block;
    if (index.file->readChunk(chunk.ref, block, stop)) {
        for (std::size_t i = 0; i < block.size() && chunk.first + static_cast<FrameNumber>(i) < frame; ++i)
            rounds.take(block.frames[i]);
    }
    out.blueRoundScore = rounds.won()[0];
    out.orangeRoundScore = rounds.won()[1];
    return out;
}

template<typename Take>
Result<void> EchoSource::eachChunk(const MatchIndex& index, model::FrameRange range,
                                   const std::stop_token& stop, const Take& take) const
{
    for (const IndexedChunk& chunk : index.chunks) {
        const FrameNumber end = chunk.first + chunk.ref.frames;
        if (end <= range.first)
            continue;
        if (chunk.first >= range.end)
            break;
        if (stop.stop_requested())
            return model::fail(ErrorCode::Cancelled, QStringLiteral("writing was cancelled"));
        const auto from = static_cast<std::size_t>(std::max(range.first - chunk.first, FrameNumber{0}));
        const auto until = static_cast<std::size_t>(std::min(range.end, end) - chunk.first);
        if (auto taken = take(chunk.ref, from, until); !taken)
            return taken;
    }
    return {};
}

Result<void> EchoSource::feed(const MatchIndex& index, model::FrameRange range, const FrameTaker& take,
                              const std::stop_token& stop) const
{
    FrameBlock block;
    return eachChunk(index, range, stop, [&](const ChunkRef& ref, std::size_t from, std::size_t until) {
        if (auto read = index.file->readChunk(ref, block, stop); !read)
            return read;
        until = std::min(until, block.size());
        return from < until ? take(block, from, until) : Result<void>{};
    });
}

Result<void> EchoSource::feedLines(const MatchIndex& index, model::FrameRange range, const LineTaker& take,
                                   const std::stop_token& stop) const
{
    return eachChunk(index, range, stop, [&](const ChunkRef& ref, std::size_t from, std::size_t until) {
        return index.file->readLines(ref, from, until, take, stop);
    });
}

} // namespace ghostline::echo
