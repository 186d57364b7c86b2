// SPDX-License-Identifier: GPL-3.0-or-later
// Chunks of one section of a finalised file, by their heads.
#include "codecs/ironcurtain/container/replay_file_private.h"

namespace ghostline::ironcurtain {

using model::Result;

namespace {

constexpr std::size_t WalkBlock = std::size_t{64} << 10;

Section sectionOf(ChunkKind kind)
{
    if (kind == ChunkKind::Events)
        return Section::Events;
    return kind == ChunkKind::Voice ? Section::Voice : Section::Orders;
}

QString skippedText(std::uint64_t bytes)
{
    return QStringLiteral("a damaged chunk, %1 bytes skipped").arg(bytes);
}

/// One walk: a chunk counts as whole when another follows it or the section ends there. Only where that is
/// not so, or its ticks are odd, its CRC is calculated.
class SectionWalk
{
public:
    using Bad = std::function<void(std::uint64_t offset, QString why)>;
    SectionWalk(const SectionRange& range, ChunkScanner& scanner, std::vector<ChunkEntry>& out,
                const std::stop_token& stop, const Bad& bad)
        : m_range(range), m_scanner(scanner), m_out(out), m_stop(stop), m_bad(bad)
    {
    }

    Result<void> run()
    {
        std::uint64_t at = m_range.begin;
        while (at < m_range.end) {
            auto taken = take(at);
            if (!taken)
                return tl::unexpected(std::move(taken.error()));
            if (*taken != 0) {
                if (m_why != nullptr)
                    m_bad(at, QLatin1String(m_why));
                at = *taken;
                continue;
            }
            const auto next = m_scanner.nextGood(at + 1, m_stop);
            if (!next)
                return tl::unexpected(next.error());
            m_bad(at, skippedText(*next - at));
            at = *next;
        }
        return {};
    }

private:
    /// Where the next chunk begins; 0 when there is no whole one here. m_why: it is whole, but left out.
    Result<std::uint64_t> take(std::uint64_t at)
    {
        m_why = nullptr;
        const auto head = m_scanner.head(at, m_stop);
        if (!head)
            return tl::unexpected(head.error());
        if (!*head)
            return std::uint64_t{0};
        ChunkEntry entry;
        entry.kind = (*head)->kind;
        entry.offset = at;
        entry.length = (*head)->length;
        entry.crc = (*head)->crc;
        const auto start = m_scanner.start(at, **head, ChunkStartBytes, m_stop);
        if (!start)
            return tl::unexpected(start.error());
        m_why = readChunkStart(entry, *start);
        if (m_why == nullptr) {
            const auto follows = refusal(entry);
            if (!follows)
                return tl::unexpected(follows.error());
            m_why = *follows;
        }
        const std::uint64_t next = at + ChunkHeadBytes + entry.length;
        auto whole = m_why == nullptr ? followed(next) : Result<bool>(false);
        if (whole && !*whole)
            whole = m_scanner.crcHolds(at, **head, m_stop);
        if (!whole)
            return tl::unexpected(whole.error());
        if (!*whole) {
            m_why = nullptr;
            return std::uint64_t{0};
        }
        if (m_why == nullptr)
            m_out.push_back(entry);
        return next;
    }

    static bool goesBack(const ChunkEntry& entry, const ChunkEntry& before)
    {
        if (entry.kind == ChunkKind::Voice)
            return false;
        return entry.kind == ChunkKind::Orders ? entry.firstTick < before.firstTick
                                               : entry.firstTick < before.lastTick;
    }

    /// Null when the block may follow. Heads are believed until two contradict each other: then the block
    /// before has to prove itself by its CRC, so that one changed byte costs one block.
    Result<const char*> refusal(const ChunkEntry& entry)
    {
        if (m_out.size() >= MaxChunks)
            return "more chunks than any match has";
        while (!m_out.empty() && goesBack(entry, m_out.back())) {
            const ChunkEntry before = m_out.back();
            if (m_proven != before.offset) {
                const ChunkHead head{before.kind, before.length, before.crc};
                const auto holds = m_scanner.crcHolds(before.offset, head, m_stop);
                if (!holds)
                    return tl::unexpected(holds.error());
                if (!*holds) {
                    m_out.pop_back();
                    m_bad(before.offset, skippedText(ChunkHeadBytes + before.length));
                    continue;
                }
                m_proven = before.offset;
            }
            return "a block that does not follow the one before it";
        }
        return nullptr;
    }

    Result<bool> followed(std::uint64_t next)
    {
        if (next == m_range.end)
            return true;
        const auto head = m_scanner.head(next, m_stop);
        if (!head)
            return tl::unexpected(head.error());
        return head->has_value();
    }

    const SectionRange& m_range;
    ChunkScanner& m_scanner;
    std::vector<ChunkEntry>& m_out;
    const std::stop_token& m_stop;
    const Bad& m_bad;
    const char* m_why = nullptr;
    std::optional<std::uint64_t> m_proven; ///< the block there has a CRC that holds
};

} // namespace

Result<void> ReplayFile::Private::walk(ChunkKind kind, const std::stop_token& stop) const
{
    if (form == Form::Journal || kind == ChunkKind::Keyframe || kind == ChunkKind::Signatures)
        return {};
    const Section in = sectionOf(kind);
    const SectionRange& range = section(in);
    if (!range.present)
        return {};
    std::vector<ChunkEntry>& out = list(kind).entries;
    out.clear();
    const ChunkKind kinds[] = {kind};
    ChunkScanner scanner(*source, range.end, kinds, WalkBlock);
    DamageList found;
    std::vector<std::size_t> before; // chunks there were before each damage
    std::uint64_t unlisted = 0;
    const SectionWalk::Bad note = [&](std::uint64_t offset, QString why) {
        if (found.size() > MaxDamages) {
            ++unlisted;
            return;
        }
        Damage& bad = found.emplace_back();
        bad.section = in;
        bad.offset = offset;
        bad.what = std::move(why);
        before.push_back(out.size());
    };
    auto walked = SectionWalk(range, scanner, out, stop, note).run();
    if (!walked)
        return walked;
    for (std::size_t i = 0; i < found.size() && kind != ChunkKind::Voice; ++i) {
        const std::size_t n = before[i];
        const SimTick first = n > 0 ? out[n - 1].lastTick + 1 : 0;
        const SimTick last = n < out.size() ? out[n].firstTick : lastTick;
        found[i].first = std::min(first, last);
        found[i].last = unlisted > 0 && i == MaxDamages ? lastTick : last;
    }
    for (Damage& bad : found)
        damage(std::move(bad));
    leaveOut(unlisted);
    if (kind != ChunkKind::Orders || header.has(Incomplete) || out.empty())
        return {};
    std::uint64_t frames = 0;
    for (const ChunkEntry& chunk : out)
        frames += chunk.count;
    if (frames <= header.totalTicks && header.totalTicks <= MaxTicks)
        damage(in, range.begin,
               QStringLiteral("%1 frames are missing, and the header does not say so")
                   .arg(header.totalTicks + 1 - frames));
    return {};
}

} // namespace ghostline::ironcurtain
