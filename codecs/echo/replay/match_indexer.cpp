// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/replay/match_indexer.h"

#include "codecs/echo/frame/limits.h"
#include "codecs/echo/replay/echo_segment.h"
#include "model/base/text.h"

#include <algorithm>

namespace ghostline::echo {

using model::ActorId;
using model::FrameNumber;
using model::Micros;

namespace {

/// Chunks keep their first frame for the segment before them. There may be very many short ones: when that
/// has taken so many bytes, only those of so many frames still do, and the others are read again.
constexpr std::size_t HeadFrames = 64;

QJsonObject headerTree(const MatchHeader& header)
{
    QJsonObject out{{QStringLiteral("client_name"), header.client},
                    {QStringLiteral("sessionid"), header.sessionId},
                    {QStringLiteral("sessionip"), header.sessionIp},
                    {QStringLiteral("map_name"), header.mapName},
                    {QStringLiteral("match_type"), header.matchType},
                    {QStringLiteral("private_match"), header.privateMatch},
                    {QStringLiteral("tournament_match"), header.tournament},
                    {QStringLiteral("total_round_count"), header.totalRounds},
                    {QStringLiteral("blue_round_score"), header.blueRoundScore},
                    {QStringLiteral("orange_round_score"), header.orangeRoundScore}};
    const std::array<const char*, Teams> keys{"blue_team", "orange_team", "spectators"};
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (!header.teamNames[i].isEmpty())
            out[QLatin1String(keys[i])] = header.teamNames[i];
    }
    return out;
}

QString mapTitle(const MatchHeader& header)
{
    return header.mapName.isEmpty() ? mapWord(header.map) : header.mapName;
}

} // namespace

MatchIndexer::MatchIndexer(const FrameFile& file, std::uint64_t fileBytes, std::function<bool()> afterChunk)
    : m_file(file), m_bytes(fileBytes), m_afterChunk(std::move(afterChunk)),
      m_cast(file.header(), file.names()), m_events(file.header(), file.names()),
      m_rounds(file.header().blueRoundScore, file.header().orangeRoundScore)
{
    m_texts.nothing = m_strings.intern(QStringLiteral("None"));
    m_texts.disc = m_strings.intern(QStringLiteral("Disc"));
    m_texts.geo = m_strings.intern(QStringLiteral("Arena"));
    m_texts.texts.push_back(model::StringId::Empty);
}

bool MatchIndexer::chunk(const ChunkRef& ref, const FrameBlock& block, std::uint64_t bytesDone)
{
    m_bytesDone = bytesDone;
    if (block.size() == 0)
        return m_afterChunk();
    const FrameNumber first = frames();
    if (first + static_cast<FrameNumber>(block.size()) > MaxFrames || m_chunkBytes > MaxChunkBytes) {
        breakOff();
        return false;
    }
    takePeople();
    m_cast.beginChunk();
    const RoundCount rounds = m_rounds;
    std::vector<ActorId> jumpedActors;
    for (const Frame& frame : block.frames)
        takeFrame(block, frame, jumpedActors);
    findSides(block);
    IndexedChunk entry{ref,
                       first,
                       m_times[static_cast<std::size_t>(first)],
                       m_cast.finishChunk(std::move(jumpedActors)),
                       nullptr,
                       m_sides.sides(),
                       rounds};
    entry.ref.frames = static_cast<std::uint32_t>(block.size());
    if (first > 0 && (m_headBytes < MaxHeadBytes || block.size() >= HeadFrames)) {
        entry.head = firstFrame(block);
        m_headBytes += entry.head->bytes();
    }
    if (m_chunks.empty() || m_chunks.back().cast != entry.cast)
        m_chunkBytes += entry.cast->bytes();
    m_chunkBytes += sizeof entry + (entry.ref.carry ? entry.ref.carry->bytes() : 0);
    m_chunks.push_back(std::move(entry));
    return m_afterChunk();
}

void MatchIndexer::takeFrame(const FrameBlock& block, const Frame& frame, std::vector<ActorId>& jumpedActors)
{
    const FrameNumber number = frames();
    if (number == 0) {
        m_firstMs = frame.timeMs;
        m_times.push_back(Micros{0});
    } else {
        m_times.push_back(timeAfter(m_times.back(), m_last.frames[0].timeMs, frame.timeMs));
    }
    const FrameActors actors = m_cast.take(number, block, frame);
    const bool chunkBegins = &frame == block.frames.data();
    if (chunkBegins && number > 0) {
        const Micros step = m_times.back() - m_times[m_times.size() - 2];
        for (const Row& row : m_cast.rows()) {
            const Row* before = findRow(m_lastRows, row.id);
            if (before != nullptr &&
                hasJumped({m_last, m_last.frames[0]}, *before, {block, frame}, row, step))
                jumpedActors.push_back(row.id);
        }
    }
    m_rounds.take(frame);
    takeTexts(frame);
    m_events.take(number, m_times.back(), block, frame, actors);
    if (&frame == &block.frames.back())
        keepLast(block);
    else if (m_last.frames.empty())
        m_last.frames.push_back(frame);
    else
        m_last.frames[0].timeMs = frame.timeMs;
}

void MatchIndexer::takeTexts(const Frame& frame)
{
    while (m_texts.texts.size() <= frame.rulesChangedBy) {
        const auto number = static_cast<std::uint32_t>(m_texts.texts.size());
        const std::string& text = m_file.names().textAt(number);
        const bool nobody = text == "[INVALID]";
        m_texts.texts.push_back(nobody ? model::StringId::Empty : m_strings.intern(model::textOf(text)));
        m_textsChanged = true;
    }
}

void MatchIndexer::takePeople()
{
    const MatchNames& names = m_file.names();
    const auto people = static_cast<std::size_t>(std::max(names.people(), 0));
    for (std::size_t i = m_texts.people.size(); i < people; ++i) {
        const std::string& name = names[static_cast<std::int32_t>(i)].name;
        m_texts.people.push_back(m_strings.intern(model::textOf(name)));
        m_textsChanged = true;
    }
}

void MatchIndexer::keepLast(const FrameBlock& block)
{
    copyFrame(block, block.size() - 1, m_last);
    m_lastRows.assign(m_cast.rows().begin(), m_cast.rows().end());
}

void MatchIndexer::findSides(const FrameBlock& block)
{
    if (block.bones.empty())
        return;
    for (const Frame& frame : block.frames) {
        if (m_sides.decided() || m_sides.tired())
            return;
        if (frame.hasBones)
            m_sides.take(block.playersOf(frame), block.bonesOf(frame));
    }
}

void MatchIndexer::diagnostic(model::Diagnostic diagnostic)
{
    if (m_diagnostics.size() < MaxDiagnostics)
        m_diagnostics.push_back(std::move(diagnostic));
    else
        ++m_unlisted;
}

void MatchIndexer::lost(const QString& reason)
{
    // Whatever is missing lies between the last frame and the next one.
    const FrameNumber before = std::max<FrameNumber>(frames() - 1, 0);
    if (m_lost.size() < MaxLostSpans && (m_lost.empty() || m_lost.back().frames.first != before))
        m_lost.push_back({{before, before + 1}, reason});
}

/// The rest is left out.
void MatchIndexer::breakOff()
{
    m_brokenOff = true;
    const QString message =
        QStringLiteral("there is more than any recording holds: the rest from frame %1 on is left out")
            .arg(frames());
    m_diagnostics.push_back(
        {model::Severity::Error, QStringLiteral("too-much"), message, {.frame = frames()}});
    lost(message);
}

void MatchIndexer::finish() { m_finished = true; }

void MatchIndexer::giveUp(const model::Error& error)
{
    m_finished = true;
    if (m_brokenOff)
        return; // which stopped the scan, and is told already
    model::Location where = error.where;
    where.frame = frames();
    m_diagnostics.push_back({model::Severity::Error, QStringLiteral("read-error"),
                             QStringLiteral("reading stopped: ") + error.message, where});
    lost(error.message);
}

QJsonObject MatchIndexer::metadata() const
{
    QJsonObject out = m_file.metadata();
    const QJsonObject header = headerTree(m_file.header());
    for (auto it = header.begin(); it != header.end(); ++it)
        out[it.key()] = it.value();
    return out;
}

std::shared_ptr<model::ReplayInfo> MatchIndexer::info()
{
    const MatchHeader& header = m_file.header();
    auto info = std::make_shared<model::ReplayInfo>();
    info->format = QStringLiteral("echo");
    info->formatName = QStringLiteral("Echo VR recording");
    info->formatVersion = m_file.version();
    info->map = mapTitle(header);
    // Dates a calendar can show; anything else is a damaged field.
    constexpr std::int64_t year9999 = 253'402'300'799'000;
    if (!m_times.empty() && m_firstMs > 0 && m_firstMs <= year9999)
        info->recordedAt = QDateTime::fromMSecsSinceEpoch(m_firstMs, Qt::UTC);
    info->bytes = m_file.liveState() ? m_file.scanBytes() : m_bytes;
    info->cast = m_cast.snapshot();
    info->teams = matchTeams(header);
    info->skeletons = {playerSkeleton()};
    info->actorProperties = actorProperties();
    info->matchProperties = matchProperties(header.mode());
    info->scoreboard = matchScoreboard(header);
    info->teamProperty = model::ActorPropertyId(actor_property::Team);
    info->maxGap = MaxGap;
    info->metadata = metadata();
    if (m_textsChanged) {
        m_sharedStrings = std::make_shared<const model::StringTable>(m_strings);
        m_sharedTexts = std::make_shared<const TextIds>(m_texts);
        m_textsChanged = false;
    }
    info->strings = m_sharedStrings;
    return info;
}

void MatchIndexer::addNotes(model::ReplayIndex& revision) const
{
    revision.lost = m_lost;
    for (model::LostSpan& span : revision.lost)
        span.frames.end = std::min(span.frames.end, std::max<FrameNumber>(frames(), 1));
    revision.diagnostics = m_diagnostics;
    const model::DiagnosticList found = m_events.diagnostics();
    revision.diagnostics.insert(revision.diagnostics.end(), found.begin(), found.end());
    if (m_unlisted > 0)
        revision.diagnostics.push_back({model::Severity::Error,
                                        QStringLiteral("more-diagnostics"),
                                        QStringLiteral("%1 further problems are not listed").arg(m_unlisted),
                                        {}});
    if (m_cast.leftOut() > 0)
        revision.diagnostics.push_back(
            {model::Severity::Error,
             QStringLiteral("too-many-actors"),
             QStringLiteral("there are more than %1 players; the rest is left out").arg(MaxActors),
             {}});
}

std::shared_ptr<MatchIndex> MatchIndexer::snapshot(model::Revision number, bool growing)
{
    auto revision = std::make_shared<model::ReplayIndex>();
    revision->revision = number;
    // What comes in from a running game is complete as far as it goes.
    const bool live = !m_finished && m_file.growing();
    revision->complete = m_finished || live;
    revision->growing = growing || live;
    const std::uint64_t all = m_file.scanBytes();
    revision->progress = revision->complete || all == 0
                             ? 1.0
                             : std::min(static_cast<double>(m_bytesDone) / static_cast<double>(all), 1.0);
    revision->info = info();
    revision->timeAxis = model::TimeAxis::table(m_times);
    std::vector<model::Keyframe> keyframes;
    keyframes.reserve(m_chunks.size());
    for (const IndexedChunk& chunk : m_chunks)
        keyframes.push_back({chunk.first, chunk.ref.offset, chunk.ref.size, true, -1, 1});
    // Between its last frame and the next chunk's first nothing is known yet.
    if (!keyframes.empty() && !m_finished)
        keyframes.back().knowledge = 0;
    revision->keyframes = model::KeyframeIndex(std::move(keyframes), frames());
    auto events = std::make_shared<model::EventTable>();
    events->kinds = EventFinder::kinds();
    events->events = m_events.events();
    revision->events = std::move(events);
    addNotes(*revision);

    auto index = std::make_shared<MatchIndex>();
    index->revision = std::move(revision);
    index->chunks = m_chunks;
    index->texts = m_sharedTexts;
    return index;
}

} // namespace ghostline::echo
