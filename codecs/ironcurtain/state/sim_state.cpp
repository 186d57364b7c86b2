// SPDX-License-Identifier: GPL-3.0-or-later
// Looking things up in a state, and what it weighs.
#include "codecs/ironcurtain/state/sim_state.h"

#include "codecs/ironcurtain/state/canonical_core.h"
#include "codecs/ironcurtain/state/snapshot_reader.h"

#include <algorithm>

namespace ghostline::ironcurtain {

const Entity* SimState::find(UnitTag tag) const
{
    const auto at = std::lower_bound(entities.begin(), entities.end(), tag,
                                     [](const Entity& e, UnitTag wanted) { return e.tag < wanted; });
    return at != entities.end() && at->tag == tag ? &*at : nullptr;
}

const PlayerState* SimState::player(PlayerId id) const
{
    if (players == nullptr)
        return nullptr;
    const auto at = std::lower_bound(players->begin(), players->end(), id,
                                     [](const PlayerState& p, PlayerId wanted) { return p.player < wanted; });
    return at != players->end() && at->player == id ? &*at : nullptr;
}

std::string_view SimState::string(InternedId id) const
{
    return strings != nullptr && id < strings->size() ? std::string_view((*strings)[id]) : std::string_view{};
}

std::size_t SimState::bytes() const
{
    std::size_t sum = randomState.capacity() + entities.capacity() * sizeof(Entity);
    for (const auto& buffer : buffers)
        sum += buffer->capacity();
    if (strings != nullptr) {
        sum += strings->capacity() * sizeof(std::string);
        for (const std::string& text : *strings)
            sum += text.capacity() >= sizeof(std::string) ? text.capacity() : 0;
    }
    if (players != nullptr) {
        sum += players->capacity() * sizeof(PlayerState);
        for (const PlayerState& player : *players) {
            sum += player.tech ? player.tech->capacity() * sizeof(InternedId) : 0;
            sum += player.powers ? player.powers->capacity() * sizeof(Power) : 0;
        }
    }
    if (map != nullptr) {
        sum += map->cells.capacity() * sizeof(MapCell);
        sum += (map->terrainKinds.capacity() + map->resourceKinds.capacity()) * sizeof(InternedId);
    }
    for (const auto* part : {&side.campaign, &side.script})
        sum += part->has_value() ? (*part)->capacity() : 0;
    return sum;
}

// SimSnapshot: a whole state from one blob.

namespace {

/// Into the canonical order; entities mostly lie in it already.
model::Result<void> sortEntities(const SnapshotReader& reader, SimState& state)
{
    const auto byTag = [](const Entity& a, const Entity& b) { return a.tag < b.tag; };
    auto& entities = state.entities;
    if (!std::is_sorted(entities.begin(), entities.end(), byTag))
        std::sort(entities.begin(), entities.end(), byTag);
    const auto twice = std::adjacent_find(entities.begin(), entities.end(),
                                          [](const Entity& a, const Entity& b) { return a.tag == b.tag; });
    if (twice != entities.end())
        return reader.damaged(twice->tag, QStringLiteral("it is there twice"), reader.in.offset());
    return {};
}

model::Result<void> readEntities(SnapshotReader& reader, SimState& state)
{
    BinReader& in = reader.in;
    const std::size_t count = in.count(EntityBytes);
    if (count > MaxEntities)
        in.fail("there are more than 50,000 entities");
    if (!in.ok())
        return reader.damaged();
    state.entities.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t offset = in.offset();
        const EntityRecord record = readEntity(in);
        if (!in.ok())
            return reader.damaged();
        if (auto sound = checkEntity(reader, record, offset, true); !sound)
            return sound;
        state.entities.push_back({record.tag, record.components});
    }
    return sortEntities(reader, state);
}

} // namespace

model::Result<SimState> parseFull(std::shared_ptr<const Bytes> blob, std::uint64_t base)
{
    SnapshotReader reader(*blob, base);
    BinReader& in = reader.in;
    SimState state;
    state.tick = in.u64();
    reader.named(QLatin1String("full keyframe"), state.tick);
    state.gameSeed = in.u64();
    state.mapHash = in.hash();
    const auto random = in.bytes();
    state.randomState.assign(random.begin(), random.end());
    auto strings = std::make_shared<StringPool>();
    readStrings(in, *strings);
    state.strings = std::move(strings);
    if (!in.ok())
        return reader.damaged();
    if (const auto read = readEntities(reader, state); !read)
        return tl::unexpected(read.error());

    auto players = std::make_shared<PlayerTable>();
    for (std::size_t left = in.count(16); left > 0 && in.ok(); --left)
        readPlayer(in, *players, true);
    state.players = std::move(players);
    state.map = std::make_shared<MapState>(readMap(in));
    state.side = readSide(in);
    if (const auto end = reader.end(); !end)
        return tl::unexpected(end.error());
    state.buffers.push_back(std::move(blob));
    tighten(state);
    return state;
}

// DeltaSnapshot: a state from the one before. Entities are walked side by side with what changed, in the
// order of their tags, so that the cost is one copy of a list and not a look-up for each.

namespace {

/// One tag may be removed, new and changed in one delta, in this order.
enum Pass : unsigned { Removed, New, Changed };

/// What a delta does to one entity.
struct Step
{
    std::uint32_t tag = 0; ///< UnitTag::key()
    Pass pass = Changed;
    Components components;
    std::uint64_t offset = 0;
    std::size_t place = 0; ///< in the baseline: of its tag, or of the first one behind
};

/// As std::lower_bound(), but quick where the tag is near, as most are where much has changed.
std::vector<Entity>::const_iterator seek(std::vector<Entity>::const_iterator at,
                                         std::vector<Entity>::const_iterator end, std::uint32_t tag)
{
    std::ptrdiff_t width = 1;
    while (width < end - at && (at + width)->tag.key() < tag) {
        at += width;
        width *= 2;
    }
    return std::lower_bound(at, at + std::min(width, end - at), tag,
                            [](const Entity& entity, std::uint32_t key) { return entity.tag.key() < key; });
}

class EntityWalk
{
public:
    EntityWalk(SnapshotReader& reader, const SimState& baseline) : m_reader(reader), m_base(baseline) {}
    model::Result<void> read();
    model::Result<void> apply(SimState& state);

private:
    using At = std::vector<Entity>::const_iterator;
    struct Place
    {
        At at;
        bool there = false; ///< the baseline has the entity
    };
    Place placeOf(const Step& step) const
    {
        const At at = m_base.entities.begin() + static_cast<std::ptrdiff_t>(step.place);
        return {at, at != m_base.entities.end() && at->tag.key() == step.tag};
    }
    /// Finds every step's place, and returns how many bytes apply() will put together at most.
    std::size_t findPlaces();

    tl::unexpected<model::Error> damaged(const Step& step, const char* why) const
    {
        const UnitTag tag{static_cast<std::uint16_t>(step.tag >> 16),
                          static_cast<std::uint16_t>(step.tag & 0xFFFF)};
        return m_reader.damaged(tag, QLatin1String(why), step.offset);
    }
    /// All steps of one tag; `entity` is the one in the baseline, or nothing.
    model::Result<void> applyOne(std::span<const Step> steps, const Entity* entity, SimState& state);
    std::span<const std::byte> keep(std::span<const std::byte> bytes);

    SnapshotReader& m_reader;
    const SimState& m_base;
    std::vector<Step> m_steps;
    std::shared_ptr<Bytes> m_buffer = std::make_shared<Bytes>();
    std::size_t m_changedBytes = 0;
};

model::Result<void> EntityWalk::read()
{
    BinReader& in = m_reader.in;
    const std::size_t count = in.count(EntityDeltaBytes);
    if (count > 3 * MaxEntities)
        in.fail("more entities change than there can be");
    if (!in.ok())
        return m_reader.damaged();
    m_steps.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t offset = in.offset();
        const EntityDelta delta = readEntityDelta(in);
        if (!in.ok())
            return m_reader.damaged();
        if (auto sound = checkEntity(m_reader, delta.record, offset, delta.isNew); !sound)
            return sound;
        const Pass pass = delta.isRemoved ? Removed : delta.isNew ? New : Changed;
        m_steps.push_back({delta.record.tag.key(), pass, delta.record.components, offset, 0});
        m_changedBytes += delta.record.components.bytes.size();
    }
    const auto earlier = [](const Step& a, const Step& b) {
        return a.tag != b.tag ? a.tag < b.tag : a.pass < b.pass;
    };
    if (!std::is_sorted(m_steps.begin(), m_steps.end(), earlier))
        std::sort(m_steps.begin(), m_steps.end(), earlier);
    return {};
}

/// Copies into the buffer, which has room for all: what points into it stays valid.
std::span<const std::byte> EntityWalk::keep(std::span<const std::byte> bytes)
{
    const std::size_t at = m_buffer->size();
    m_buffer->insert(m_buffer->end(), bytes.begin(), bytes.end());
    return {m_buffer->data() + at, bytes.size()};
}

model::Result<void> EntityWalk::applyOne(std::span<const Step> steps, const Entity* entity, SimState& state)
{
    std::optional<Components> now;
    if (entity != nullptr)
        now = entity->components;
    const Step* before = nullptr;
    for (const Step& step : steps) {
        if (before != nullptr && before->pass == step.pass)
            return damaged(step, step.pass == Removed ? "it is removed twice"
                                 : step.pass == New   ? "it is new twice"
                                                      : "it is changed twice");
        before = &step;
        if (step.pass == Removed) {
            if (!now)
                return damaged(step, "it is removed but not there");
            now.reset();
        } else if (step.pass == New) {
            if (now)
                return damaged(step, "it is new but there already");
            now = Components{step.components.mask, keep(step.components.bytes)};
        } else {
            if (!now)
                return damaged(step, "it is changed but not there");
            const std::size_t at = m_buffer->size();
            const std::uint64_t mask = mergeComponents(*now, step.components, *m_buffer);
            now = Components{mask, {m_buffer->data() + at, m_buffer->size() - at}};
        }
    }
    if (now)
        state.entities.push_back({{static_cast<std::uint16_t>(steps.front().tag >> 16),
                                   static_cast<std::uint16_t>(steps.front().tag & 0xFFFF)},
                                  *now});
    return {};
}

std::size_t EntityWalk::findPlaces()
{
    const At end = m_base.entities.end();
    std::size_t bytes = 2 * m_changedBytes;
    At at = m_base.entities.begin();
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        at = seek(at, end, m_steps[i].tag);
        m_steps[i].place = static_cast<std::size_t>(at - m_base.entities.begin());
        if (placeOf(m_steps[i]).there && (i == 0 || m_steps[i - 1].tag != m_steps[i].tag))
            bytes += at->components.bytes.size();
    }
    return bytes;
}

model::Result<void> EntityWalk::apply(SimState& state)
{
    m_buffer->reserve(findPlaces());
    state.entities.reserve(m_base.entities.size() + m_steps.size());

    const At end = m_base.entities.end();
    At at = m_base.entities.begin();
    for (std::size_t i = 0; i < m_steps.size();) {
        std::size_t next = i + 1;
        while (next < m_steps.size() && m_steps[next].tag == m_steps[i].tag)
            ++next;
        const auto [place, there] = placeOf(m_steps[i]);
        state.entities.insert(state.entities.end(), at, place);
        if (auto applied =
                applyOne(std::span(m_steps).subspan(i, next - i), there ? &*place : nullptr, state);
            !applied)
            return applied;
        at = there ? place + 1 : place;
        i = next;
    }
    state.entities.insert(state.entities.end(), at, end);
    if (state.entities.size() > MaxEntities)
        return m_reader.damaged(QStringLiteral("there are more than 50,000 entities"), m_reader.in.offset());
    if (!m_buffer->empty())
        state.buffers.push_back(std::move(m_buffer));
    return {};
}

void readStringDelta(BinReader& in, const SimState& baseline, SimState& state)
{
    if (!in.present())
        return;
    if (in.u32() != stringsOf(baseline).size()) {
        in.fail("its strings do not begin where the table ends");
        return;
    }
    auto strings = std::make_shared<StringPool>(stringsOf(baseline));
    readStrings(in, *strings);
    state.strings = std::move(strings);
}

void readPlayerDeltas(BinReader& in, const SimState& baseline, SimState& state)
{
    std::size_t left = in.count(16);
    if (left == 0)
        return;
    auto players = std::make_shared<PlayerTable>(playersOf(baseline));
    for (; left > 0 && in.ok(); --left)
        readPlayer(in, *players, false);
    state.players = std::move(players);
}

void readMapDelta(BinReader& in, const SimState& baseline, SimState& state)
{
    if (!in.present())
        return;
    std::size_t left = in.count(sizeof(CellPos) + sizeof(MapCell));
    if (left == 0)
        return;
    auto map = std::make_shared<MapState>(mapOf(baseline));
    for (; left > 0 && in.ok(); --left) {
        const std::uint32_t x = in.u32();
        const std::uint32_t y = in.u32();
        if (const std::uint32_t z = in.u32(); x >= map->width || y >= map->height || z != 0) {
            in.fail("a cell lies outside the map");
            return;
        }
        map->cells[std::size_t{y} * map->width + x] = readCell(in);
    }
    state.map = std::move(map);
}

std::size_t componentBytes(const SimState& state)
{
    std::size_t sum = 0;
    for (const Entity& entity : state.entities)
        sum += entity.components.bytes.size();
    return sum;
}

} // namespace

model::Result<DeltaHead> parseDeltaHead(std::span<const std::byte> blob, std::uint64_t base)
{
    SnapshotReader reader(blob, base);
    DeltaHead head;
    head.baselineTick = reader.in.u64();
    head.baselineHash = reader.in.hash();
    head.tick = reader.in.u64();
    if (!reader.in.ok())
        return reader.damaged();
    return head;
}

model::Result<SimState> applyDelta(const SimState& baseline, std::shared_ptr<const Bytes> blob,
                                   std::uint64_t base)
{
    SnapshotReader reader(*blob, base);
    BinReader& in = reader.in;
    in.raw(8 + sizeof(StateHash));
    SimState state;
    state.tick = in.u64();
    reader.named(QLatin1String("delta"), state.tick);
    state.gameSeed = baseline.gameSeed;
    state.mapHash = baseline.mapHash;
    state.strings = baseline.strings;
    state.players = baseline.players;
    state.map = baseline.map;
    state.buffers = baseline.buffers;

    readStringDelta(in, baseline, state);
    if (!in.ok())
        return reader.damaged();
    EntityWalk entities(reader, baseline);
    if (const auto read = entities.read(); !read)
        return tl::unexpected(read.error());
    if (const auto applied = entities.apply(state); !applied)
        return tl::unexpected(applied.error());
    readPlayerDeltas(in, baseline, state);
    readMapDelta(in, baseline, state);
    state.side = readSide(in);
    if (const auto end = reader.end(); !end)
        return tl::unexpected(end.error());
    if (componentBytes(state) > MaxStateBytes)
        return reader.damaged(QStringLiteral("its entities take more than 64 MiB"), in.offset());
    tighten(state);
    return state;
}

} // namespace ghostline::ironcurtain
