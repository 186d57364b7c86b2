// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/events/event_store.h"

#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/events/event_block.h"

#include <algorithm>
#include <list>

namespace ghostline::ironcurtain {

namespace {

using model::ErrorCode;
using model::Result;

using Facts = std::shared_ptr<const EventBlockFacts>;

using RawBlock = std::shared_ptr<const Bytes>;

class BlockCache
{
public:
    RawBlock find(std::size_t block)
    {
        const auto at = std::find_if(m_kept.begin(), m_kept.end(),
                                     [block](const auto& each) { return each.first == block; });
        if (at == m_kept.end())
            return {};
        m_kept.splice(m_kept.begin(), m_kept, at);
        return at->second;
    }
    /// `spare`: only when nothing has to go for it.
    void keep(std::size_t block, const RawBlock& raw, bool spare)
    {
        if ((spare && m_bytes + raw->size() > EventCacheBytes) || find(block) != nullptr)
            return;
        m_kept.emplace_front(block, raw);
        m_bytes += raw->size();
        while (m_bytes > EventCacheBytes && m_kept.size() > 1) {
            m_bytes -= m_kept.back().second->size();
            m_kept.pop_back();
        }
    }
    void clear()
    {
        m_kept.clear();
        m_bytes = 0;
    }

private:
    std::list<std::pair<std::size_t, RawBlock>> m_kept; ///< newest first
    std::size_t m_bytes = 0;
};

/// A chunk of events, and what is known of it by now.
struct Block
{
    ChunkEntry chunk;
    EventBlockHead head;
    Facts facts; ///< null until it was gone through, or when it cannot be
    std::optional<Damage> damage;
    bool refused = false; ///< nothing of it is used

    bool looked() const { return facts != nullptr || refused; }
};

/// One of those whose events are used, in order: ranges do not overlap by more than a tick.
struct Place
{
    std::size_t block = 0;
    SimTick first = 0;
    SimTick last = 0;
};

struct Layout
{
    std::vector<Block> blocks; ///< in file order
    std::vector<Place> order;
};

} // namespace

struct EventStore::Private
{
    explicit Private(std::shared_ptr<const ReplayFile> of) : file(std::move(of)) {}

    std::shared_ptr<const ReplayFile> file;
    std::mutex mutex; ///< not held while anything is read, unpacked or handed out
    std::optional<Layout> layout;
    BlockCache cache;

    Damage damageOf(const Block& block, const QString& what) const;
    Result<RawBlock> unpack(const ChunkEntry& chunk, bool& told, const std::stop_token& stop) const;
    Result<void> look(Block& block, const std::stop_token& stop) const;
    Result<bool> fits(Layout& made, std::size_t block, const std::stop_token& stop) const;
    Result<Layout> makeLayout(const std::stop_token& stop) const;
    Result<void> prepare(const std::stop_token& stop);
    void note(std::size_t block, const EventBlockFacts& facts);
    void noteRefused(std::size_t block, const QString& what);
    Result<RawBlock> rawOf(std::size_t block, bool spare, const std::stop_token& stop);
    Result<Facts> factsOf(std::size_t block, const Bytes& raw);
};

/// Of a head whose ticks cannot be, none are named.
Damage EventStore::Private::damageOf(const Block& block, const QString& what) const
{
    Damage damage;
    damage.section = file->form() == ReplayFile::Form::Journal ? Section::Journal : Section::Events;
    damage.offset = block.chunk.offset;
    damage.what = what;
    damage.lost = !block.facts || block.facts->lost || block.refused;
    if (block.head.first <= block.head.last && block.head.last <= file->lastTick()) {
        damage.first = block.facts && block.facts->last ? *block.facts->last : block.head.first;
        damage.last = block.head.last;
    }
    return damage;
}

/// The file itself tells of a payload whose CRC does not hold: `told`.
Result<RawBlock> EventStore::Private::unpack(const ChunkEntry& chunk, bool& told,
                                             const std::stop_token& stop) const
{
    const auto payload = file->payload(chunk, stop);
    told = !payload;
    if (!payload)
        return tl::unexpected(payload.error());
    if (payload->size() < EventBlockHeadBytes)
        return model::fail(ErrorCode::Damaged, QStringLiteral("event block: its head is cut off"),
                           {.offset = chunk.offset});
    auto raw = unpackBlob(std::span(*payload).subspan(EventBlockHeadBytes), MaxBlockBytes,
                          chunk.offset + ChunkHeadBytes + EventBlockHeadBytes);
    if (!raw)
        return tl::unexpected(raw.error());
    return std::make_shared<const Bytes>(std::move(*raw));
}

/// Goes through a block once.
Result<void> EventStore::Private::look(Block& block, const std::stop_token& stop) const
{
    bool told = false;
    const auto raw = unpack(block.chunk, told, stop);
    if (!raw && !aboutContent(raw.error()))
        return tl::unexpected(raw.error());
    if (!raw) {
        block.refused = true;
        if (!told)
            block.damage = damageOf(block, raw.error().message);
        return {};
    }
    const auto facts = scanEventBlock(**raw, block.head, [](const ParsedEvent&) { return true; });
    block.facts = std::make_shared<const EventBlockFacts>(*facts);
    if (!facts->why.isEmpty())
        block.damage = damageOf(block, facts->why);
    return {};
}

/// Whether a block may follow those placed so far. Heads are believed until two contradict each other; then
/// the blocks themselves are asked, since a head may be what is damaged.
Result<bool> EventStore::Private::fits(Layout& made, std::size_t block, const std::stop_token& stop) const
{
    Block& next = made.blocks[block];
    const auto begins = [&next] {
        return next.facts && next.facts->first ? *next.facts->first : next.head.first;
    };
    while (!made.order.empty() && begins() < made.order.back().last) {
        if (!next.looked()) {
            if (const auto done = look(next, stop); !done)
                return tl::unexpected(done.error());
            if (!next.facts || !next.facts->first)
                return false;
            continue;
        }
        Place& before = made.order.back();
        Block& other = made.blocks[before.block];
        if (other.looked()) {
            next.refused = true;
            next.damage =
                damageOf(next, QStringLiteral("event block: it begins before the one in front of it ends"));
            return false;
        }
        if (const auto done = look(other, stop); !done)
            return tl::unexpected(done.error());
        if (other.facts && other.facts->last)
            before.last = *other.facts->last;
        else
            made.order.pop_back();
    }
    return true;
}

Result<Layout> EventStore::Private::makeLayout(const std::stop_token& stop) const
{
    const auto chunks = file->chunks(ChunkKind::Events, stop);
    if (!chunks)
        return tl::unexpected(chunks.error());
    Layout made;
    made.blocks.resize(chunks->size());
    for (std::size_t i = 0; i < chunks->size(); ++i) {
        Block& block = made.blocks[i];
        block.chunk = (*chunks)[i];
        block.head = {block.chunk.firstTick, block.chunk.lastTick, block.chunk.count};
        if (block.head.first > block.head.last) {
            block.refused = true;
            block.damage = damageOf(block, QStringLiteral("event block: its head ends before it begins"));
            continue;
        }
        const auto fitting = fits(made, i, stop);
        if (!fitting)
            return tl::unexpected(fitting.error());
        if (!*fitting)
            continue;
        const Facts& facts = made.blocks[i].facts;
        made.order.push_back(
            {i, facts ? *facts->first : block.head.first, facts ? *facts->last : block.head.last});
    }
    return made;
}

Result<void> EventStore::Private::prepare(const std::stop_token& stop)
{
    {
        const std::lock_guard lock(mutex);
        if (layout)
            return {};
    }
    auto made = makeLayout(stop);
    if (!made)
        return tl::unexpected(made.error());
    const std::lock_guard lock(mutex);
    if (!layout)
        layout = std::move(*made);
    return {};
}

void EventStore::Private::note(std::size_t index, const EventBlockFacts& facts)
{
    const std::lock_guard lock(mutex);
    Block& block = layout->blocks[index];
    if (block.looked())
        return;
    block.facts = std::make_shared<const EventBlockFacts>(facts);
    if (!facts.why.isEmpty())
        block.damage = damageOf(block, facts.why);
}

void EventStore::Private::noteRefused(std::size_t index, const QString& what)
{
    const std::lock_guard lock(mutex);
    Block& block = layout->blocks[index];
    if (block.looked())
        return;
    block.refused = true;
    if (!what.isEmpty())
        block.damage = damageOf(block, what);
}

/// Null when the block cannot be unpacked, which is noted.
Result<RawBlock> EventStore::Private::rawOf(std::size_t index, bool spare, const std::stop_token& stop)
{
    ChunkEntry chunk;
    {
        const std::lock_guard lock(mutex);
        if (layout->blocks[index].refused)
            return RawBlock();
        if (RawBlock kept = cache.find(index))
            return kept;
        chunk = layout->blocks[index].chunk;
    }
    bool told = false;
    auto raw = unpack(chunk, told, stop);
    if (!raw) {
        if (!aboutContent(raw.error()))
            return raw;
        noteRefused(index, told ? QString() : raw.error().message);
        return RawBlock();
    }
    const std::lock_guard lock(mutex);
    cache.keep(index, *raw, spare);
    return raw;
}

Result<Facts> EventStore::Private::factsOf(std::size_t index, const Bytes& raw)
{
    EventBlockHead head;
    {
        const std::lock_guard lock(mutex);
        const Block& block = layout->blocks[index];
        if (block.facts)
            return block.facts;
        head = block.head;
    }
    const auto facts = scanEventBlock(raw, head, [](const ParsedEvent&) { return true; });
    note(index, *facts);
    const std::lock_guard lock(mutex);
    return layout->blocks[index].facts;
}

EventStore::EventStore(std::shared_ptr<const ReplayFile> file) : d(std::make_unique<Private>(std::move(file)))
{
}

EventStore::~EventStore() = default;

Result<EventCounts> EventStore::index(const Sink& sink, const std::stop_token& stop)
{
    if (const auto done = d->prepare(stop); !done)
        return tl::unexpected(done.error());
    EventCounts counts;
    std::size_t blocks = 0;
    {
        const std::lock_guard lock(d->mutex);
        blocks = d->layout->blocks.size();
    }
    for (std::size_t i = 0; i < blocks; ++i) {
        if (stop.stop_requested())
            return model::cancelled();
        const auto raw = d->rawOf(i, true, stop);
        if (!raw)
            return tl::unexpected(raw.error());
        if (!*raw)
            continue;
        EventBlockHead head;
        std::uint64_t offset = 0;
        {
            const std::lock_guard lock(d->mutex);
            head = d->layout->blocks[i].head;
            offset = d->layout->blocks[i].chunk.offset;
        }
        counts.rawBytes += (*raw)->size();
        const auto facts = scanEventBlock(**raw, head, [&](const ParsedEvent& parsed) {
            if (parsed.result == EventParse::Unknown) {
                // A file may name a different one each time.
                const bool listed =
                    counts.unknown.size() < MaxUnknownKinds || counts.unknown.contains(parsed.kind);
                ++counts.unknown[listed ? parsed.kind : EventCounts::OtherKinds];
                return true;
            }
            ++counts.total;
            ++counts.byKind[parsed.kind];
            return sink(parsed.event, offset);
        });
        if (!facts)
            return counts;
        d->note(i, *facts);
    }
    return counts;
}

Result<void> EventStore::visit(SimTick first, SimTick last,
                               const std::function<void(const AnalysisEvent&)>& sink,
                               const std::stop_token& stop) const
{
    if (auto done = d->prepare(stop); !done)
        return done;
    std::vector<std::size_t> wanted;
    {
        const std::lock_guard lock(d->mutex);
        const auto& order = d->layout->order;
        auto at = std::lower_bound(order.begin(), order.end(), first,
                                   [](const Place& place, SimTick tick) { return place.last < tick; });
        for (; at != order.end() && at->first <= last; ++at)
            wanted.push_back(at->block);
    }
    for (const std::size_t block : wanted) {
        if (stop.stop_requested())
            return model::cancelled();
        const auto raw = d->rawOf(block, false, stop);
        if (!raw)
            return tl::unexpected(raw.error());
        if (!*raw)
            continue;
        const auto facts = d->factsOf(block, **raw);
        if (!facts)
            return tl::unexpected(facts.error());
        visitEventBlock(**raw, **facts, first, last, sink);
    }
    return {};
}

DamageList EventStore::damages() const
{
    DamageList found;
    const std::lock_guard lock(d->mutex);
    if (!d->layout)
        return found;
    for (const Block& block : d->layout->blocks) {
        if (block.damage)
            found.push_back(*block.damage);
    }
    return found;
}

void EventStore::clear() const
{
    const std::lock_guard lock(d->mutex);
    d->cache.clear();
}

} // namespace ghostline::ironcurtain
