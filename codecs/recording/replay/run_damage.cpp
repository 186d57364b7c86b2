// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/replay/run_damage.h"

#include "codecs/recording/format/limits.h"
#include "codecs/recording/format/run_texts.h"

#include <algorithm>

namespace ghostline::recording {

using model::Diagnostic;
using model::Severity;

namespace {

ChunkEntry gap(std::int32_t from, std::int32_t to)
{
    ChunkEntry entry;
    entry.startTick = from;
    entry.tickCount = to - from;
    return entry;
}

} // namespace

std::vector<RunChunk> runChunks(const RecordingFile& file)
{
    const auto& entries = file.chunks();
    std::vector<RunChunk> out;
    out.reserve(entries.size());
    const bool segmented = file.description().layout == Layout::Segmented;
    std::int32_t end = 0;
    std::uint64_t behind = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const ChunkEntry& entry = entries[i];
        if (entry.startTick < end || entry.tickCount <= 0)
            continue; // which reading the index has reported
        if (entry.startTick > end)
            out.push_back({gap(end, entry.startTick), -1, behind});
        const std::uint64_t place =
            segmented ? behind : static_cast<std::uint64_t>(std::max<std::int64_t>(entry.offset, 0));
        out.push_back({entry, static_cast<int>(i), place});
        behind = place + static_cast<std::uint64_t>(std::max(entry.compressedBytes, 0));
        end = entry.endTick();
    }
    return out;
}

RunDamage::RunDamage(const RecordingFile& file, const std::vector<RunChunk>& chunks)
    : m_chunks(chunks), m_lost(chunks.size()), m_why(chunks.size())
{
    const auto& known = file.lostChunks();
    auto next = known.begin();
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        const RunChunk& chunk = chunks[i];
        if (chunk.number < 0) {
            lose(i, QStringLiteral("ticks-missing"),
                 QStringLiteral("no chunk of the index holds these ticks"));
            continue;
        }
        while (next != known.end() && next->chunk < chunk.number)
            ++next;
        if (next == known.end() || next->chunk != chunk.number)
            continue;
        setReason(i, {next->code, next->reason, {}, false, true});
        m_lost[i] = true;
        loseWhatFollows(i);
    }
    m_lostAtFirst = m_lost;
    m_salvaged = readGaps(file.description().metadata.tree);
}

std::int32_t RunDamage::fromTick(std::size_t chunk) const
{
    const auto part = m_from.find(chunk);
    return part == m_from.end() ? m_chunks[chunk].entry.startTick : part->second;
}

void RunDamage::setReason(std::size_t chunk, Reason reason)
{
    const auto same = [&reason](const Reason& other) {
        return other.text == reason.text && other.code == reason.code && other.follows == reason.follows &&
               other.said == reason.said;
    };
    if (m_reasons.size() > MaxReasons) {
        m_why[chunk] = static_cast<std::uint32_t>(m_reasons.size());
        return;
    }
    if (m_reasons.empty() || !same(m_reasons.back()))
        m_reasons.push_back(std::move(reason));
    m_why[chunk] = static_cast<std::uint32_t>(m_reasons.size());
    if (m_reasons.size() == MaxReasons) {
        Reason shared;
        shared.code = QStringLiteral("more-lost");
        shared.text = QStringLiteral("too much is damaged here to tell each reason");
        shared.shared = true;
        m_reasons.push_back(std::move(shared));
    }
}

RunDamage::Reason RunDamage::dependent(std::size_t on) const
{
    Reason out;
    out.code = QStringLiteral("chunk-dependent");
    const QString why = knows(on) ? reasonOf(on).text : QString();
    out.text = m_chunks[on].number < 0
                   ? QStringLiteral("no snapshot, and it builds on ticks that are lost: %1").arg(why)
                   : QStringLiteral("no snapshot, and it builds on chunk %1, which is lost: %2")
                         .arg(m_chunks[on].number)
                         .arg(why);
    out.follows = true;
    return out;
}

void RunDamage::loseWhatFollows(std::size_t chunk)
{
    std::optional<Reason> reason;
    for (std::size_t i = chunk + 1; i < m_chunks.size(); ++i) {
        if (m_chunks[i].number < 0 || m_chunks[i].entry.hasSnapshot() || m_lost[i])
            return;
        if (!reason)
            reason = dependent(chunk);
        setReason(i, *reason);
        m_lost[i] = true;
    }
}

void RunDamage::lose(std::size_t chunk, const QString& code, const QString& reason, model::Location where)
{
    setReason(chunk, {code, reason, where});
    m_from.erase(chunk);
    if (m_lost[chunk])
        return; // and so is what follows
    m_lost[chunk] = true;
    loseWhatFollows(chunk);
}

void RunDamage::loseFrom(std::size_t chunk, std::int32_t tick, const QString& code, const QString& reason,
                         model::Location where)
{
    setReason(chunk, {code, reason, where});
    if (tick > m_chunks[chunk].entry.startTick && !reasonOf(chunk).shared)
        m_from[chunk] = tick;
    loseWhatFollows(chunk);
}

void RunDamage::grow(const RunDamage& longer)
{
    const RunDamage before = std::move(*this);
    m_chunks = longer.m_chunks;
    m_lost = longer.m_lost;
    m_lostAtFirst = longer.m_lostAtFirst;
    m_reasons = longer.m_reasons;
    m_why = longer.m_why;
    m_from = longer.m_from;
    m_salvaged = before.m_salvaged;
    m_contradictions = before.m_contradictions;
    m_moreContradictions = before.m_moreContradictions;
    for (std::size_t i = 0; i < before.m_why.size() && i < m_why.size(); ++i) {
        if (!before.knows(i) || before.reasonOf(i).follows || knows(i))
            continue;
        const Reason& reason = before.reasonOf(i);
        if (before.m_lost[i])
            lose(i, reason.code, reason.text, reason.where);
        else
            loseFrom(i, before.fromTick(i), reason.code, reason.text, reason.where);
    }
}

void RunDamage::contradiction(const QString& message, model::Location where)
{
    if (!tired())
        m_contradictions.push_back({Severity::Warning, QStringLiteral("contradiction"), message, where});
    else
        ++m_moreContradictions;
}

std::shared_ptr<const std::vector<bool>> RunDamage::lostChunks() const
{
    auto lost = std::make_shared<std::vector<bool>>(m_lost);
    // What repairing filled a gap with is readable, but nothing that was recorded.
    for (const SalvagedGap& gap : m_salvaged) {
        for (std::size_t i = 0; i < m_chunks.size() && i < lost->size(); ++i) {
            const ChunkEntry& entry = m_chunks[i].entry;
            if (entry.startTick >= gap.tick && entry.endTick() - 1 <= gap.endTick)
                (*lost)[i] = true;
        }
    }
    return lost;
}

bool RunDamage::tired() const { return m_contradictions.size() >= MaxContradictions; }

bool RunDamage::sameAsIn(const RunDamage& other, std::size_t chunks) const
{
    const auto count =
        static_cast<std::ptrdiff_t>(std::min({chunks, m_lostAtFirst.size(), other.m_lostAtFirst.size()}));
    return std::equal(m_lostAtFirst.begin(), m_lostAtFirst.begin() + count, other.m_lostAtFirst.begin());
}

model::SpanList RunDamage::spans() const
{
    model::SpanList out;
    for (std::size_t i = 0; i < m_why.size(); ++i) {
        if (!knows(i))
            continue;
        const model::FrameRange range{fromTick(i), m_chunks[i].entry.endTick()};
        if (range.empty())
            continue;
        const Reason& reason = reasonOf(i);
        const bool goesOn = !out.empty() && (out.back().frames.end == range.first ||
                                             (reason.shared && out.size() >= MaxLostSpans));
        if (goesOn && out.back().reason == reason.text)
            out.back().frames.end = range.end;
        else
            out.push_back({range, reason.text});
    }
    const model::FrameNumber end = m_chunks.empty() ? 0 : m_chunks.back().entry.endTick();
    for (const SalvagedGap& gap : m_salvaged) {
        const model::FrameRange range{gap.tick,
                                      std::min<model::FrameNumber>(gap.endTick + std::int64_t{1}, end)};
        if (!range.empty())
            out.push_back(
                {range, QStringLiteral("lost before the recording was repaired: %1").arg(gap.reason)});
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const auto& a, const auto& b) { return a.frames.first < b.frames.first; });
    return out;
}

model::DiagnosticList RunDamage::diagnostics() const
{
    model::DiagnosticList out;
    std::size_t more = 0;
    const Reason* last = nullptr;
    for (std::size_t i = 0; i < m_why.size(); ++i) {
        if (!knows(i))
            continue;
        const Reason& reason = reasonOf(i);
        const bool again = last != nullptr && last->text == reason.text;
        last = &reason;
        if (reason.shared || (out.size() >= MaxLosses && !again && !reason.said)) {
            ++more;
            continue;
        }
        if (again || reason.said)
            continue; // the same of the next chunk
        const ChunkEntry& entry = m_chunks[i].entry;
        Diagnostic d;
        d.severity = Severity::Error;
        d.code = reason.code;
        d.message = QStringLiteral("%1 lost: %2")
                        .arg(ticksText(fromTick(i), std::int64_t{entry.endTick()} - 1), reason.text);
        d.where = reason.where;
        d.where.frame = fromTick(i);
        d.where.offset = m_chunks[i].place;
        if (m_chunks[i].number >= 0)
            d.where.chunk = m_chunks[i].number;
        out.push_back(std::move(d));
    }
    if (more > 0)
        out.push_back({Severity::Error,
                       QStringLiteral("more-lost"),
                       QStringLiteral("and %1 more places that are lost").arg(more),
                       {}});
    for (const SalvagedGap& gap : m_salvaged)
        out.push_back({Severity::Warning,
                       QStringLiteral("lost-before-repair"),
                       QStringLiteral("%1 were lost before the recording was repaired: %2")
                           .arg(ticksText(gap.tick, gap.endTick), gap.reason),
                       {.frame = gap.tick}});
    out.insert(out.end(), m_contradictions.begin(), m_contradictions.end());
    if (m_moreContradictions > 0)
        out.push_back({Severity::Warning,
                       QStringLiteral("more-contradictions"),
                       QStringLiteral("%1 further contradictions are not listed").arg(m_moreContradictions),
                       {}});
    return out;
}

} // namespace ghostline::recording
