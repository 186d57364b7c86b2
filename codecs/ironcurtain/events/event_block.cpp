// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/events/event_block.h"

#include "codecs/ironcurtain/container/bincode.h"
#include "codecs/ironcurtain/container/chunk.h"

#include <algorithm>

namespace ghostline::ironcurtain {

namespace {

constexpr std::size_t LengthBytes = sizeof(std::uint32_t);
constexpr std::size_t TickAt = LengthBytes + sizeof(std::uint32_t); ///< behind length and variant
constexpr std::size_t MarkEvery = std::size_t{16} << 10;

/// The event at `offset`, without its length; nothing when it leads outside.
std::optional<std::span<const std::byte>> eventAt(std::span<const std::byte> raw, std::size_t offset)
{
    if (raw.size() - offset < LengthBytes)
        return std::nullopt;
    const auto length = std::size_t{io::loadLe<std::uint32_t>(raw.data() + offset)};
    if (length > raw.size() - offset - LengthBytes)
        return std::nullopt;
    return raw.subspan(offset + LengthBytes, length);
}

/// Takes notes while events go by.
class Scan
{
public:
    explicit Scan(const EventBlockHead& head) : m_head(head), m_tick(head.first) {}

    /// Null when the event may follow those before it.
    const char* refuses(const ParsedEvent& parsed) const
    {
        if (parsed.result == EventParse::Damaged)
            return parsed.why;
        if (parsed.result == EventParse::Unknown)
            return nullptr;
        if (parsed.event.tick < m_tick)
            return "its tick goes back";
        return parsed.event.tick > m_head.last ? "its tick is behind the end of the block" : nullptr;
    }
    void took(const ParsedEvent& parsed, std::size_t begin, std::size_t end)
    {
        m_facts.usable = end;
        if (parsed.result == EventParse::Unknown) {
            m_unknown = true;
            return;
        }
        const SimTick tick = parsed.event.tick;
        const std::size_t marked = m_facts.marks.empty() ? 0 : m_facts.marks.back().offset;
        if (tick > m_tick && begin - marked >= MarkEvery)
            m_facts.marks.push_back({tick, begin});
        if (!m_facts.first)
            m_facts.first = tick;
        m_facts.last = m_tick = tick;
    }
    void damaged(std::uint32_t index, const char* why)
    {
        m_facts.why = QStringLiteral("event %1 of the block: %2").arg(index).arg(QLatin1String(why));
        m_facts.lost = true;
    }
    EventBlockFacts finish(bool atEnd)
    {
        if (!m_facts.why.isEmpty())
            return std::move(m_facts);
        m_facts.lost = !atEnd;
        if (!atEnd)
            m_facts.why = QStringLiteral("bytes are left behind the last event of the block");
        else if (!m_unknown && (m_facts.first != m_head.first || m_facts.last != m_head.last))
            m_facts.why = QStringLiteral("the ticks of the block's head are not those of its events");
        return std::move(m_facts);
    }

private:
    EventBlockHead m_head;
    EventBlockFacts m_facts;
    SimTick m_tick;
    bool m_unknown = false;
};

} // namespace

std::optional<EventBlockHead> parseEventBlockHead(std::span<const std::byte> payload)
{
    BinReader in(payload);
    const EventBlockHead head{in.u64(), in.u64(), in.u32()};
    return in.ok() ? std::optional(head) : std::nullopt;
}

std::optional<EventBlockFacts> scanEventBlock(std::span<const std::byte> raw, const EventBlockHead& head,
                                              const std::function<bool(const ParsedEvent&)>& each)
{
    Scan scan(head);
    std::size_t offset = 0;
    for (std::uint32_t i = 0; i < head.count; ++i) {
        const auto bytes = eventAt(raw, offset);
        if (!bytes) {
            scan.damaged(i, "it is cut off");
            break;
        }
        const ParsedEvent parsed = parseEvent(*bytes);
        if (const char* why = scan.refuses(parsed)) {
            scan.damaged(i, why);
            break;
        }
        const std::size_t end = offset + LengthBytes + bytes->size();
        scan.took(parsed, offset, end);
        if (!each(parsed))
            return std::nullopt;
        offset = end;
    }
    return scan.finish(offset == raw.size());
}

void visitEventBlock(std::span<const std::byte> raw, const EventBlockFacts& facts, SimTick first,
                     SimTick last, const std::function<void(const AnalysisEvent&)>& sink)
{
    const auto good = raw.first(facts.usable);
    const auto after =
        std::upper_bound(facts.marks.begin(), facts.marks.end(), first,
                         [](SimTick tick, const EventBlockFacts::Mark& mark) { return tick < mark.tick; });
    std::size_t offset = after == facts.marks.begin() ? 0 : std::prev(after)->offset;
    while (const auto bytes = eventAt(good, offset)) {
        const std::byte* at = good.data() + offset;
        offset += LengthBytes + bytes->size();
        if (io::loadLe<std::uint32_t>(at + LengthBytes) >= AnalysisKinds)
            continue;
        const auto tick = io::loadLe<SimTick>(at + TickAt);
        if (tick > last)
            return;
        if (tick >= first)
            sink(parseEvent(*bytes).event);
    }
}

void EventBlockBuilder::begin(SimTick tick)
{
    if (m_head.count == 0)
        m_head.first = tick;
    m_head.last = tick;
    ++m_head.count;
}

void EventBlockBuilder::add(const AnalysisEvent& event)
{
    begin(event.tick);
    const std::size_t at = m_raw.size();
    m_raw.resize(at + LengthBytes);
    appendEvent(m_raw, event);
    const auto length = static_cast<std::uint32_t>(m_raw.size() - at - LengthBytes);
    std::memcpy(m_raw.data() + at, &length, sizeof length);
}

void EventBlockBuilder::addRaw(SimTick tick, std::span<const std::byte> event)
{
    begin(tick);
    BinWriter out(m_raw);
    out.u32(static_cast<std::uint32_t>(event.size()));
    out.raw(event);
}

Bytes EventBlockBuilder::take()
{
    Bytes payload;
    BinWriter out(payload);
    out.u64(m_head.first);
    out.u64(m_head.last);
    out.u32(m_head.count);
    out.raw(packBlob(m_raw));
    m_head = {};
    m_raw.clear();
    return payload;
}

} // namespace ghostline::ironcurtain
