// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/rewrite/rewrite_cut.h"

#include "codecs/recording/rewrite/salvage.h"
#include "codecs/recording/state/state_compare.h"

#include <algorithm>
#include <limits>
#include <set>

namespace ghostline::recording {

using model::ErrorCode;
using model::Result;

namespace {

constexpr std::size_t MostRaw = std::size_t{1} << 20; ///< a chunk of own length ends here

bool fits(const Kind& kind, Profile layout) { return (kind.number >= 0) == (layout == Profile::H4); }

tl::unexpected<model::Error> numbersHaveNoNames(std::int32_t tick)
{
    return model::fail(ErrorCode::Unsupported,
                       model::Sentence::of(QStringLiteral(
                           "recordings of version 4 name blocks and entities by numbers, whose names "
                           "are not known; they cannot be written as s1")),
                       {.frame = tick});
}

} // namespace

ChunkCutter::ChunkCutter(const RecordingFile& file, const CutRequest& request, Taker taker)
    : m_file(file), m_request(request), m_taker(std::move(taker)), m_chunk(request.target)
{
}

Result<void> ChunkCutter::add(int number, const Result<Bytes>& raw)
{
    const ChunkEntry& entry = m_file.chunks()[static_cast<std::size_t>(number)];
    if (entry.startTick >= m_request.end)
        return {};
    const bool wanted = entry.endTick() > m_request.first;
    m_layout = layoutOf(m_file.header().profile, entry);
    const auto parts = raw ? takeApart(m_layout, entry, *raw, number) : tl::unexpected(raw.error());
    if (!parts) {
        m_known = false;
        if (!wanted)
            return {};
        return tl::unexpected(withRepairAdvice(m_file, parts.error(), QStringLiteral("converted")));
    }
    Opening opening{entry.hasSnapshot(), entry.startTick >= m_request.first, false, parts->snapshot};
    if (auto entered = enterChunk(entry, *parts, opening); !entered)
        return entered;
    m_known = m_known || entry.hasSnapshot();
    if (wanted && !m_known)
        return model::fail(
            ErrorCode::Damaged,
            QStringLiteral("nobody knows where anything is at tick %1: a chunk before it is lost")
                .arg(entry.startTick),
            {.frame = entry.startTick});
    const bool eventsDescribe = entry.hasSnapshot() && m_layout != Profile::S1;
    if (entry.startTick < m_request.first) {
        if (auto passed = passOver(*parts, m_request.first, eventsDescribe); !passed)
            return passed;
    }
    std::size_t at = 0;
    const std::int32_t until = std::min(entry.endTick(), m_request.end);
    for (std::int32_t tick = std::max(entry.startTick, m_request.first); tick < until; ++tick) {
        while (at < parts->ticks.size() && parts->ticks[at].tick < tick)
            ++at;
        const bool there = at < parts->ticks.size() && parts->ticks[at].tick == tick;
        opening.atStart = tick == entry.startTick;
        if (auto taken = takeTick(entry, there ? parts->ticks[at] : TickBytes{tick, 0, {}}, opening); !taken)
            return taken;
    }
    return {};
}

/// S1: takes over the snapshot where a reader of what is made would have it, too. Where it only repeats what
/// was played it has to go: many small differences of rounding would add up.
Result<void> ChunkCutter::enterChunk(const ChunkEntry& entry, const ChunkParts& parts, Opening& opening)
{
    if (!opening.flagged)
        return {};
    if (m_entry && m_request.interval > 0)
        opening.matters =
            !m_known || !snapshotMatters(m_world, entry, parts, m_layout, m_request.tickRate).isEmpty();
    if (m_layout != Profile::S1 || (opening.atStart && !startsChunk(entry, entry.startTick, opening)))
        return {};
    if (!enterSnapshot(m_world, entry, parts, m_layout, m_request.tickRate))
        return model::fail(ErrorCode::Damaged,
                           QStringLiteral("the snapshot at tick %1 cannot be read").arg(entry.startTick),
                           {.frame = entry.startTick});
    return {};
}

/// Only the state counts.
Result<void> ChunkCutter::passOver(const ChunkParts& parts, std::int32_t until, bool flagged)
{
    if (flagged)
        m_world.beginSnapshot();
    for (const TickBytes& tick : parts.ticks) {
        if (tick.tick >= until)
            break;
        auto applied = eachEvent(tick, m_layout, m_items,
                                 [&](const Event& event, std::span<const std::byte>) -> Result<void> {
                                     (void)m_world.take(tick.tick, event);
                                     return {};
                                 });
        if (!applied)
            return applied;
    }
    return {};
}

/// The version that a chunk made from this one has.
std::int32_t ChunkCutter::versionMade(const ChunkEntry& entry) const
{
    constexpr std::int32_t DraftVersion = 1;
    constexpr std::int32_t NewestVersion = 5;
    if (m_request.target == Profile::S1)
        return DraftVersion;
    return m_layout == Profile::S1 ? NewestVersion : entry.formatVersion;
}

bool ChunkCutter::startsChunk(const ChunkEntry& entry, std::int32_t tick, const Opening& opening) const
{
    if (!m_entry || opening.atStart) {
        if (!m_entry || m_request.interval == 0 || opening.matters)
            return true;
        if (m_entry->formatVersion != versionMade(entry) || m_entry->dataVersion != entry.dataVersion)
            return true;
    }
    return m_request.interval > 0 && (tick - m_request.first - m_entry->startTick >= m_request.interval ||
                                      m_chunk.bytes().size() >= MostRaw);
}

Result<void> ChunkCutter::openChunk(const ChunkEntry& entry, std::int32_t tick, const Opening& opening)
{
    if (auto closed = closeChunk(); !closed)
        return closed;
    const bool first = tick == m_request.first;
    const bool flagged = first || m_request.interval > 0 || opening.flagged;
    const bool toS1 = m_request.target == Profile::S1;
    m_entry = entry;
    m_entry->startTick = tick - m_request.first;
    m_entry->tickCount = 0;
    m_entry->flags = flagged ? 1 : 0;
    m_entry->formatVersion = versionMade(entry);
    m_chunk.begin(m_entry->startTick);
    if (!flagged || !toS1)
        return {};
    const bool theSame = m_layout == Profile::S1 && opening.atStart && opening.flagged;
    if (theSame) {
        m_chunk.addSnapshot(opening.snapshot);
        return {};
    }
    if (stateHasNumbers())
        return numbersHaveNoNames(tick);
    Bytes blob;
    writeSnapshot(blob, m_world.snapshot(tick, m_request.tickRate));
    m_chunk.addSnapshot(blob);
    return {};
}

Result<void> ChunkCutter::closeChunk()
{
    if (!m_entry)
        return {};
    ChunkEntry entry = *m_entry;
    m_entry.reset();
    entry.rawBytes = static_cast<std::int32_t>(m_chunk.bytes().size());
    if (entry.rawBytes > 0)
        return m_taker(entry, m_chunk.bytes());
    // S1: nothing happened, but a chunk may not be empty. The state is the one before it, too.
    Bytes blob;
    writeSnapshot(blob, m_world.snapshot(entry.startTick + m_request.first, m_request.tickRate));
    entry.flags = 1;
    entry.rawBytes = static_cast<std::int32_t>(blob.size());
    return m_taker(entry, blob);
}

Result<void> ChunkCutter::finish() { return closeChunk(); }

Result<void> ChunkCutter::addEvent(const Event& event, std::int32_t tick)
{
    if (m_count == std::numeric_limits<std::int16_t>::max())
        return model::fail(
            ErrorCode::LimitExceeded,
            QStringLiteral("tick %1 would hold more than %2 events: the state there is too large "
                           "to be described; begin at another tick")
                .arg(tick)
                .arg(std::numeric_limits<std::int16_t>::max()),
            {.frame = tick});
    const Profile layout = m_layout == Profile::H4 ? Profile::H4 : m_request.target;
    const auto* block = std::get_if<SetBlock>(&event);
    const auto* spawn = std::get_if<SpawnEntity>(&event);
    if ((block != nullptr && !fits(block->block, layout)) || (spawn != nullptr && !fits(spawn->type, layout)))
        return model::fail(
            ErrorCode::Unsupported,
            QStringLiteral("the state at tick %1 names blocks or entities by number and by name; "
                           "no chunk can hold both")
                .arg(tick),
            {.frame = tick});
    writeEvent(m_events, event, layout);
    ++m_count;
    return {};
}

/// H4, H5: the state before the tick, as events in front of the tick's own.
Result<void> ChunkCutter::describeState(std::int32_t tick)
{
    std::vector<Event> events;
    std::vector<std::vector<Item>> items;
    m_world.snapshotEvents(events, items);
    for (const Event& event : events) {
        if (auto added = addEvent(event, tick); !added)
            return added;
    }
    return {};
}

Result<void> ChunkCutter::moveEvents(const TickBytes& tick, bool dropKnown)
{
    std::vector<bool> known;
    if (dropKnown) {
        auto read = knownEvents(tick);
        if (!read)
            return tl::unexpected(read.error());
        known = std::move(*read);
    }
    std::size_t number = 0;
    return eachEvent(
        tick, m_layout, m_items, [&](const Event& event, std::span<const std::byte> bytes) -> Result<void> {
            const std::size_t i = number++;
            if (m_layout == Profile::H4 && m_request.target == Profile::S1 &&
                (std::holds_alternative<SetBlock>(event) || std::holds_alternative<SpawnEntity>(event)))
                return numbersHaveNoNames(tick.tick);
            if (i < known.size() && known[i])
                return {};
            if (m_count == std::numeric_limits<std::int16_t>::max())
                return model::fail(ErrorCode::LimitExceeded,
                                   QStringLiteral("tick %1 would hold too many events").arg(tick.tick),
                                   {.frame = tick.tick});
            (void)m_world.take(tick.tick, event);
            m_events.insert(m_events.end(), bytes.begin(), bytes.end());
            ++m_count;
            return {};
        });
}

/// Snapshots made of events do not say what is held.
void ChunkCutter::addHeldSlots()
{
    for (const auto& [id, slot] : m_world.heldSlots()) {
        if (m_count < std::numeric_limits<std::int16_t>::max()) {
            writeEvent(m_events, ChangeHeldSlot{id, slot},
                       m_layout == Profile::H4 ? Profile::H4 : m_request.target);
            ++m_count;
        }
    }
}

Result<void> ChunkCutter::takeTick(const ChunkEntry& entry, const TickBytes& tick, const Opening& opening)
{
    m_events.clear();
    m_count = 0;
    const bool opens = startsChunk(entry, tick.tick, opening);
    const bool toS1 = m_request.target == Profile::S1;
    const bool described = opening.atStart && opening.flagged && m_layout != Profile::S1; // by its own events
    bool keepsDescription = false;
    if (opens) {
        if (toS1 && described && !m_world.player().placed) {
            if (auto taken = takeDescription(tick); !taken)
                return taken;
        }
        if (auto opened = openChunk(entry, tick.tick, opening); !opened)
            return opened;
        keepsDescription = described && !toS1;
        if (m_entry->hasSnapshot() && !toS1 && !described) {
            if (auto done = describeState(tick.tick); !done)
                return done;
        }
    }
    if (keepsDescription)
        m_world.beginSnapshot();
    else if (described)
        addVanished(tick);
    if (auto moved = moveEvents(tick, described && !keepsDescription); !moved)
        return moved;
    if (tick.tick == m_request.first && !toS1) {
        if (m_request.first > 0 || m_layout == Profile::S1)
            addHeldSlots();
        if (const Run& run = m_world.run(); run.startTick && *run.startTick < m_request.first)
            m_lostAtStart =
                QStringLiteral("the run began at tick %1 of the recording, before what was written")
                    .arg(*run.startTick);
    }
    m_chunk.addTick(tick.tick - m_request.first, m_count, m_events);
    ++m_entry->tickCount;
    return {};
}

// Snapshots made of events in the middle of a stream: what of them says something new.

namespace {

bool sameKind(const Kind& a, const OwnKind& b) { return a.name == b.name && a.number == b.number; }

/// Place of an event among those that a snapshot is made of; nothing for the others.
std::optional<int> snapshotPhase(const Event& event)
{
    if (std::holds_alternative<SpawnEntity>(event))
        return 0;
    if (std::holds_alternative<EntityState>(event))
        return 1;
    if (std::holds_alternative<SetItem>(event))
        return 2;
    if (std::holds_alternative<ItemUse>(event))
        return 3;
    if (std::holds_alternative<ClearGhostBlocks>(event))
        return 4;
    if (std::holds_alternative<SetBlock>(event))
        return 5;
    if (std::holds_alternative<AbsoluteMove>(event))
        return 6;
    return std::nullopt;
}

/// Tells where the events that describe a state end: out of their order, or about the same one again.
class DescriptionScan
{
public:
    bool take(const Event& event)
    {
        const auto place = snapshotPhase(event);
        m_inside = m_inside && place && *place >= m_phase;
        if (!m_inside)
            return false;
        m_phase = *place;
        const auto subject = std::visit(
            [](const auto& e) -> std::int64_t {
                if constexpr (requires { e.entity; })
                    return e.entity;
                else if constexpr (requires { e.position; })
                    return e.position;
                else
                    return 0;
            },
            event);
        m_inside = m_seen.emplace(m_phase, subject).second;
        return m_inside;
    }

private:
    bool m_inside = true;
    int m_phase = 0;
    std::set<std::pair<int, std::int64_t>> m_seen;
};

} // namespace

/// What a snapshot made of events does not name is gone; without the snapshot's mark that has to be said.
void ChunkCutter::addVanished(const TickBytes& tick)
{
    std::set<std::int32_t> named{0};
    const auto read = eachEvent(tick, m_layout, m_items,
                                [&](const Event& event, std::span<const std::byte>) -> Result<void> {
                                    if (const auto* spawn = std::get_if<SpawnEntity>(&event))
                                        named.insert(spawn->entity);
                                    return {};
                                });
    if (!read)
        return; // said when the events are moved
    std::vector<std::int32_t> gone;
    for (const auto& [id, entity] : m_world.entities()) {
        if (!named.contains(id))
            gone.push_back(id);
    }
    for (const std::int32_t id : gone) {
        const Event event = DestroyEntity{id};
        if (addEvent(event, tick.tick))
            (void)m_world.take(tick.tick, event);
    }
}

bool ChunkCutter::isKnown(const Event& event) const
{
    if (const auto* spawn = std::get_if<SpawnEntity>(&event)) {
        const Entity* entity = m_world.entity(spawn->entity);
        return entity != nullptr && entity->placed && sameKind(spawn->type, entity->type) &&
               glm::distance(entity->position.value(), spawn->place.position) <= SameLifeDistance;
    }
    if (const auto* state = std::get_if<EntityState>(&event)) {
        const Entity* entity = m_world.entity(state->entity);
        return entity != nullptr && entity->pose == state->pose && entity->flags == state->flags;
    }
    if (const auto* move = std::get_if<AbsoluteMove>(&event)) {
        const Entity* entity = m_world.entity(move->entity);
        return entity != nullptr && entity->placed && entity->position.value() == move->place.position &&
               static_cast<float>(entity->yaw) == move->place.yaw &&
               static_cast<float>(entity->pitch) == move->place.pitch && entity->velocity == move->velocity;
    }
    if (const auto* use = std::get_if<ItemUse>(&event)) {
        const Entity* entity = m_world.entity(use->entity);
        return entity != nullptr && entity->hand == use->hand;
    }
    if (const auto* set = std::get_if<SetItem>(&event)) {
        const Entity* entity = m_world.entity(set->entity);
        return entity != nullptr && std::all_of(set->items.begin(), set->items.end(), [&](const Item& item) {
                   const auto held = entity->items.find(item.slot);
                   return held != entity->items.end() && std::equal(held->second.begin(), held->second.end(),
                                                                    item.nbt.begin(), item.nbt.end());
               });
    }
    return false;
}

/// Which of the events that a tick opens with only describe what is so already.
Result<std::vector<bool>> ChunkCutter::knownEvents(const TickBytes& tick) const
{
    std::vector<bool> known;
    known.reserve(static_cast<std::size_t>(tick.events));
    std::vector<std::size_t> blockEvents;
    std::size_t sameBlocks = 0;
    bool cleared = false;
    DescriptionScan description;
    std::vector<Item> items;
    const auto read =
        eachEvent(tick, m_layout, items, [&](const Event& event, std::span<const std::byte>) -> Result<void> {
            const bool opening = description.take(event);
            known.push_back(opening && isKnown(event));
            if (!opening)
                return {};
            if (std::holds_alternative<ClearGhostBlocks>(event)) {
                cleared = true;
                blockEvents.push_back(known.size() - 1);
            } else if (const auto* block = std::get_if<SetBlock>(&event); block != nullptr && cleared) {
                blockEvents.push_back(known.size() - 1);
                const auto there = m_world.blocks().find(block->position);
                if (there != m_world.blocks().end() &&
                    sameKind(block->block, m_world.blockKinds()[there->second]))
                    ++sameBlocks;
            }
            return {};
        });
    if (!read)
        return tl::unexpected(read.error());
    // Blocks are described all together or not at all.
    if (cleared && sameBlocks == m_world.blocks().size() && sameBlocks + 1 == blockEvents.size()) {
        for (const std::size_t i : blockEvents)
            known[i] = true;
    }
    return known;
}

/// The state before the first tick of all is what its snapshot says.
Result<void> ChunkCutter::takeDescription(const TickBytes& tick)
{
    DescriptionScan description;
    return eachEvent(tick, m_layout, m_items,
                     [&](const Event& event, std::span<const std::byte>) -> Result<void> {
                         if (description.take(event))
                             (void)m_world.take(tick.tick, event);
                         return {};
                     });
}

/// Numbers of version 4 have no names that we know.
bool ChunkCutter::stateHasNumbers() const
{
    const auto numbered = [](const auto& entry) { return entry.second.type.number >= 0; };
    if (std::any_of(m_world.entities().begin(), m_world.entities().end(), numbered))
        return true;
    return std::any_of(m_world.blocks().begin(), m_world.blocks().end(),
                       [this](const auto& block) { return m_world.blockKinds()[block.second].number >= 0; });
}

} // namespace ghostline::recording
