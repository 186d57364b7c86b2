// SPDX-License-Identifier: GPL-3.0-or-later
// What a damaged recording lost: why, and the chunks without events that stand for it.
#include "codecs/recording/salvage.h"

#include <algorithm>
#include <set>

namespace ghostline::recording {

using model::ErrorCode;
using model::Result;
using model::Severity;

namespace {

/// A gap is at most this long; a broken index can claim any number of ticks.
constexpr std::int64_t MostGapTicks = 20'000'000;
constexpr qsizetype MostReasons = 3;          ///< told of one gap
constexpr std::int32_t FillerTicks = 200'000; ///< of one chunk

} // namespace

QString ticksText(std::int64_t first, std::int64_t last)
{
    return first == last ? QStringLiteral("tick %1").arg(first)
                         : QStringLiteral("ticks %1 to %2").arg(first).arg(last);
}

void Salvage::lose(std::int64_t end, const QString& reason)
{
    if (m_gapEnd <= m_next) {
        m_gapReasons.clear();
        m_moreReasons = 0;
    }
    if (!m_gapReasons.contains(reason)) {
        if (m_gapReasons.size() < MostReasons)
            m_gapReasons.push_back(reason);
        else
            ++m_moreReasons;
    }
    m_gapEnd = std::max(m_gapEnd, end);
    m_placed = false;
}

QString Salvage::gapReason() const
{
    const QString reasons = m_gapReasons.join(QStringLiteral("; "));
    return m_moreReasons == 0 ? reasons : QStringLiteral("%1; and %2 more").arg(reasons).arg(m_moreReasons);
}

/// Chunks without events, so that the ticks behind the gap keep their numbers. Only `ended` is said, at the
/// last of them.
Result<void> Salvage::fillGap(const ChunkEntry& before, const Ended& ended)
{
    if (m_gapEnd - m_next > MostGapTicks)
        return model::fail(ErrorCode::LimitExceeded,
                           QStringLiteral("%1 would have to be filled").arg(ticksText(m_next, m_gapEnd - 1)),
                           {.frame = m_next});
    const auto last = static_cast<std::int32_t>(m_gapEnd - 1);
    const QString reason = gapReason();
    m_out.gaps.push_back({m_next, last, reason});
    note(Severity::Warning, "lost", QStringLiteral("%1 are lost: %2").arg(ticksText(m_next, last), reason),
         m_next);
    m_out.ticksLost += m_gapEnd - m_next;
    while (m_next < m_gapEnd) {
        ChunkEntry entry;
        entry.startTick = m_next;
        entry.tickCount = static_cast<std::int32_t>(std::min<std::int64_t>(m_gapEnd - m_next, FillerTicks));
        entry.formatVersion = before.formatVersion;
        entry.dataVersion = before.dataVersion;
        ChunkWriter writer(layoutOf(profile(), entry), entry.startTick);
        writer.beginTick(entry.startTick);
        const QByteArray label = QStringLiteral("lost: %1").arg(reason).toUtf8();
        if (profile() == Profile::S1) // a chunk of this layout must hold something
            writer.add(Bookmark{{label.constData(), static_cast<std::size_t>(label.size())}});
        else
            writer.beginTick(entry.endTick() - 1);
        for (const std::int32_t entity : ended) {
            if (entry.endTick() == m_gapEnd && profile() != Profile::S1)
                writer.add(DestroyEntity{entity});
        }
        const Bytes& raw = writer.finish();
        entry.rawBytes = static_cast<std::int32_t>(raw.size());
        const auto frame = m_compressor.compress(raw);
        if (!frame)
            return tl::unexpected(frame.error());
        if (auto taken = m_take({entry, raw, *frame, false}); !taken)
            return taken;
        ++m_out.fillers;
        m_next = entry.endTick();
    }
    m_gapReasons.clear();
    m_moreReasons = 0;
    return {};
}

/// Entities alive before the gap that the snapshot behind it does not name: their end was lost. Readers that
/// only go on would keep them for ever.
Salvage::Ended Salvage::vanished(const ChunkParts& next, Profile layout)
{
    Ended ended;
    if (layout == Profile::S1 || next.ticks.empty())
        return ended;
    std::set<std::int32_t> named{0};
    (void)eachEvent(next.ticks.front(), layout, m_items,
                    [&](const Event& event, std::span<const std::byte>) -> Result<void> {
                        if (const auto* spawn = std::get_if<SpawnEntity>(&event))
                            named.insert(spawn->entity);
                        return {};
                    });
    for (const auto& [id, entity] : m_world.entities()) {
        if (!named.contains(id))
            ended.push_back(id); // NOLINT(performance-inefficient-vector-operation): few
    }
    return ended;
}

void Salvage::closeGapAtEnd()
{
    const auto last = static_cast<std::int32_t>(std::min<std::int64_t>(m_gapEnd - 1, 2147483646));
    m_out.gaps.push_back({m_next, last, gapReason()});
    note(Severity::Warning, "lost",
         QStringLiteral("%1 are lost: %2; the recording ends before them")
             .arg(ticksText(m_next, last), gapReason()),
         m_next);
    m_out.ticksLost += m_gapEnd - m_next;
}

} // namespace ghostline::recording
