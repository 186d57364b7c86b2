// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/run_damage.h"

#include <algorithm>

namespace ghostline::recording {

using model::Diagnostic;
using model::Severity;

namespace {

constexpr std::size_t MostContradictions = 20;
constexpr std::size_t MostLosses = 200; ///< listed as diagnostics; spans are all there

ChunkEntry gap(std::int32_t from, std::int32_t to)
{
    ChunkEntry entry;
    entry.startTick = from;
    entry.tickCount = to - from;
    return entry;
}

QString ticksText(std::int32_t first, std::int32_t end)
{
    return end - first == 1 ? QStringLiteral("tick %1").arg(first)
                            : QStringLiteral("ticks %1 to %2").arg(first).arg(end - 1);
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
    : m_chunks(chunks), m_lost(chunks.size())
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
        if (next != known.end() && next->chunk == chunk.number)
            lose(i, next->code, next->reason);
        if (m_lost[i] && !m_losses[i].follows)
            m_losses[i].said = true;
    }
    m_lostAtFirst = m_lost;
    m_salvaged = readGaps(file.description().metadata.tree);
}

RunDamage::Loss RunDamage::dependent(std::size_t chunk, std::size_t on) const
{
    const auto reason = m_losses.find(on);
    Loss loss;
    loss.fromTick = m_chunks[chunk].entry.startTick;
    loss.code = QStringLiteral("chunk-dependent");
    const QString why = reason == m_losses.end() ? QString() : reason->second.reason;
    loss.reason = m_chunks[on].number < 0
                      ? QStringLiteral("no snapshot, and it builds on ticks that are lost: %1").arg(why)
                      : QStringLiteral("no snapshot, and it builds on chunk %1, which is lost: %2")
                            .arg(m_chunks[on].number)
                            .arg(why);
    loss.follows = true;
    return loss;
}

void RunDamage::loseWhatFollows(std::size_t chunk)
{
    for (std::size_t i = chunk + 1; i < m_chunks.size(); ++i) {
        if (m_chunks[i].number < 0 || m_chunks[i].entry.hasSnapshot() || m_lost[i])
            return;
        m_losses[i] = dependent(i, chunk);
        m_lost[i] = true;
    }
}

void RunDamage::lose(std::size_t chunk, const QString& code, const QString& reason, model::Location where)
{
    m_losses[chunk] = {m_chunks[chunk].entry.startTick, code, reason, where};
    if (m_lost[chunk])
        return; // and so is what follows
    m_lost[chunk] = true;
    loseWhatFollows(chunk);
}

void RunDamage::loseFrom(std::size_t chunk, std::int32_t tick, const QString& code, const QString& reason,
                         model::Location where)
{
    m_losses[chunk] = {std::max(tick, m_chunks[chunk].entry.startTick), code, reason, where};
    loseWhatFollows(chunk);
}

void RunDamage::grow(const RunDamage& longer)
{
    const auto found = std::move(m_losses);
    m_chunks = longer.m_chunks;
    m_lost = longer.m_lost;
    m_lostAtFirst = longer.m_lostAtFirst;
    m_losses = longer.m_losses;
    for (const auto& [chunk, loss] : found) {
        if (loss.follows || m_losses.contains(chunk) || chunk >= m_chunks.size())
            continue;
        if (loss.fromTick > m_chunks[chunk].entry.startTick)
            loseFrom(chunk, loss.fromTick, loss.code, loss.reason, loss.where);
        else
            lose(chunk, loss.code, loss.reason, loss.where);
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
    return std::make_shared<const std::vector<bool>>(m_lost);
}

bool RunDamage::tired() const { return m_contradictions.size() >= MostContradictions; }

bool RunDamage::sameAsIn(const RunDamage& other, std::size_t chunks) const
{
    const auto count =
        static_cast<std::ptrdiff_t>(std::min({chunks, m_lostAtFirst.size(), other.m_lostAtFirst.size()}));
    return std::equal(m_lostAtFirst.begin(), m_lostAtFirst.begin() + count, other.m_lostAtFirst.begin());
}

model::SpanList RunDamage::spans() const
{
    model::SpanList out;
    for (const auto& [chunk, loss] : m_losses) {
        const model::FrameRange range{loss.fromTick, m_chunks[chunk].entry.endTick()};
        if (range.empty())
            continue;
        if (!out.empty() && out.back().frames.end == range.first && out.back().reason == loss.reason)
            out.back().frames.end = range.end;
        else
            out.push_back({range, loss.reason});
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
    const Loss* last = nullptr;
    for (const auto& [chunk, loss] : m_losses) {
        const ChunkEntry& entry = m_chunks[chunk].entry;
        const bool again = last != nullptr && last->reason == loss.reason;
        last = &loss;
        if (again || loss.said)
            continue; // the same of the next chunk
        if (out.size() >= MostLosses) {
            ++more;
            continue;
        }
        Diagnostic d;
        d.severity = Severity::Error;
        d.code = loss.code;
        d.message = QStringLiteral("%1 lost: %2").arg(ticksText(loss.fromTick, entry.endTick()), loss.reason);
        d.where = loss.where;
        d.where.frame = loss.fromTick;
        d.where.offset = m_chunks[chunk].place;
        if (m_chunks[chunk].number >= 0)
            d.where.chunk = m_chunks[chunk].number;
        out.push_back(std::move(d));
    }
    if (more > 0)
        out.push_back({Severity::Error,
                       QStringLiteral("more-lost"),
                       QStringLiteral("%1 further losses are not listed").arg(more),
                       {}});
    for (const SalvagedGap& gap : m_salvaged)
        out.push_back({Severity::Warning,
                       QStringLiteral("lost-before-repair"),
                       QStringLiteral("%1 were lost before the recording was repaired: %2")
                           .arg(ticksText(gap.tick, gap.endTick + 1), gap.reason),
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
