// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/container/section_walk.h"

#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/container/chunk_scan.h"

#include <algorithm>
#include <functional>

namespace ghostline::ironcurtain {

using model::Result;

namespace {

constexpr std::size_t WalkBlock = std::size_t{64} << 10;

/// One walk: a chunk counts as whole when another follows it or the section ends there. Only where that is
/// not so, or its ticks are odd, its CRC is calculated.
class Walker
{
public:
    using Bad = std::function<void(std::uint64_t offset, QString why)>;
    Walker(const SectionRange& range, ChunkScanner& scanner, std::vector<ChunkEntry>& out,
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
        ChunkEntry entry = **head;
        const auto start = m_scanner.start(entry, ChunkStartBytes, m_stop);
        if (!start)
            return tl::unexpected(start.error());
        m_why = parseChunkStart(entry, *start);
        if (m_why == nullptr) {
            const auto follows = refusal(entry);
            if (!follows)
                return tl::unexpected(follows.error());
            m_why = *follows;
        }
        const std::uint64_t next = at + ChunkHeadBytes + entry.length;
        auto whole = m_why == nullptr ? followed(next) : Result<bool>(false);
        if (whole && !*whole)
            whole = m_scanner.crcHolds(entry, m_stop);
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
                const auto holds = m_scanner.crcHolds(before, m_stop);
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

Result<SectionWalk> walkSection(const model::ByteSource& source, Section in, const SectionRange& range,
                                ChunkKind kind, SimTick lastTick, const std::stop_token& stop)
{
    SectionWalk all;
    const std::vector<ChunkEntry>& out = all.chunks;
    DamageList& found = all.damages;
    const ChunkKind kinds[] = {kind};
    ChunkScanner scanner(source, range.end, kinds, WalkBlock);
    std::vector<std::size_t> before; // chunks there were before each damage
    const Walker::Bad note = [&](std::uint64_t offset, QString why) {
        if (found.size() > MaxDamages) {
            ++all.unlisted;
            return;
        }
        Damage& bad = found.emplace_back();
        bad.section = in;
        bad.offset = offset;
        bad.what = std::move(why);
        before.push_back(out.size());
    };
    if (auto walked = Walker(range, scanner, all.chunks, stop, note).run(); !walked)
        return tl::unexpected(std::move(walked.error()));
    for (std::size_t i = 0; i < found.size() && kind != ChunkKind::Voice; ++i) {
        const std::size_t n = before[i];
        const SimTick first = n > 0 ? out[n - 1].lastTick + 1 : 0;
        const SimTick last = n < out.size() ? out[n].firstTick : lastTick;
        found[i].first = std::min(first, last);
        found[i].last = all.unlisted > 0 && i == MaxDamages ? lastTick : last;
    }
    return all;
}

} // namespace ghostline::ironcurtain
