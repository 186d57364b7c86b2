// SPDX-License-Identifier: GPL-3.0-or-later
// Records become lives; what a viewer is told of each.
#include "codecs/echo/replay/cast_builder.h"

#include "model/base/text.h"

#include <QHash>

#include <algorithm>

namespace ghostline::echo {

using model::ActorId;
using model::ActorInfo;
using model::FrameNumber;

namespace {

// A body hangs below the head, and the recorded place is the head's.
constexpr glm::vec3 BodyCentre{0.0F, -0.75F, 0.0F};
constexpr glm::vec3 BodyHalf{0.35F, 0.9F, 0.35F};
constexpr glm::vec3 DiscHalf{0.25F, 0.08F, 0.25F};
constexpr glm::vec3 PayloadHalf{1.0F, 1.0F, 1.0F};

void describeDisc(ActorInfo& info)
{
    info.name = QStringLiteral("Disc");
    info.nativeType = QStringLiteral("disc");
    info.kind = model::ActorKind::Disc;
    info.shape = model::ActorShape::Disc;
    info.boxHalf = DiscHalf;
    info.focus = true;
}

/// Many recordings tell only how far it has come, along rails that none describes. Its size is recorded
/// nowhere.
void describePayload(ActorInfo& info, bool placed)
{
    info.name = QStringLiteral("Payload");
    info.nativeType = QStringLiteral("payload");
    info.kind = model::ActorKind::Prop;
    info.shape = placed ? model::ActorShape::Cylinder : model::ActorShape::None;
    info.boxHalf = PayloadHalf;
    info.focus = placed;
}

} // namespace

const Roster& ChunkCast::at(std::size_t frame) const
{
    const auto after = std::upper_bound(rosters.begin(), rosters.end(), frame,
                                        [](std::size_t f, const Roster& r) { return f < r.frame; });
    return after == rosters.begin() ? rosters.front() : *std::prev(after);
}

const Row* findRow(std::span<const Row> rows, ActorId id)
{
    const auto it =
        std::lower_bound(rows.begin(), rows.end(), id, [](const Row& r, ActorId i) { return r.id < i; });
    return it != rows.end() && it->id == id ? &*it : nullptr;
}

CastBuilder::CastBuilder(const MatchHeader& header, const MatchNames& names)
    : m_header(header), m_names(names)
{
}

void CastBuilder::beginChunk()
{
    m_chunk = {};
    m_chunkFrame = 0;
}

bool CastBuilder::sameRoster(std::span<const PlayerFrame> players, bool disc, bool payload) const
{
    return m_any && disc == m_hasDisc && payload == (m_payload != ActorId::None) &&
           std::equal(
               players.begin(), players.end(), m_keys.begin(), m_keys.end(),
               [](const PlayerFrame& p, const Key& k) { return p.person == k.person && p.slot == k.slot; });
}

FrameActors CastBuilder::take(FrameNumber number, const FrameBlock& block, const Frame& frame)
{
    const auto players = block.playersOf(frame);
    // The payload is there as soon as anything is said of it, and then to the end.
    const bool payload =
        m_payload != ActorId::None || (m_header.mode() == Mode::Combat && frame.payload != Payload{});
    const bool same = sameRoster(players, frame.hasDisc, payload);
    if (!same)
        arrange(players, frame.hasDisc, payload);
    if (!same || m_chunkFrame == 0) {
        m_chunk.rosters.push_back({m_chunkFrame, static_cast<std::uint32_t>(m_chunk.rows.size()),
                                   static_cast<std::uint32_t>(m_rows.size()),
                                   static_cast<std::uint32_t>(players.size())});
        m_chunk.rows.insert(m_chunk.rows.end(), m_rows.begin(), m_rows.end());
    }
    for (const Row& row : m_rows) {
        Life& life = m_lives[model::index(row.id)];
        if (life.frames.empty())
            life.frames.first = number;
        life.frames.end = number + 1;
        if (row.player())
            life.team = players[static_cast<std::size_t>(row.source)].team;
        else if (row.source == Row::Payload)
            life.placed = life.placed || frame.payload.position;
    }
    ++m_chunkFrame;
    return {m_players, m_personActor, frame.hasDisc ? m_disc : ActorId::None,
            payload ? m_payload : ActorId::None};
}

void CastBuilder::arrange(std::span<const PlayerFrame> players, bool disc, bool payload)
{
    m_any = true;
    m_hasDisc = disc;
    m_keys.clear();
    for (Life& life : m_lives)
        life.taken = false;
    for (const PlayerFrame& player : players)
        m_keys.push_back({player.person, player.slot});
    m_players.assign(players.size(), ActorId::None);
    // Whoever keeps a slot keeps the actor; only then those who changed it, and those who are new.
    for (const bool sameSlot : {true, false}) {
        for (std::size_t i = 0; i < players.size(); ++i) {
            if (m_players[i] == ActorId::None)
                m_players[i] = lifeOf(m_keys[i], sameSlot);
        }
    }
    if (disc && m_disc == ActorId::None)
        m_disc = add({.source = Row::Disc});
    if (payload && m_payload == ActorId::None)
        m_payload = add({.source = Row::Payload});
    m_rows.clear();
    for (std::size_t i = 0; i < players.size(); ++i) {
        if (m_players[i] != ActorId::None)
            m_rows.push_back({m_players[i], static_cast<std::int16_t>(i)});
        else
            ++m_leftOut;
    }
    if (disc && m_disc != ActorId::None)
        m_rows.push_back({m_disc, Row::Disc});
    if (payload && m_payload != ActorId::None)
        m_rows.push_back({m_payload, Row::Payload});
    std::sort(m_rows.begin(), m_rows.end(), [](const Row& a, const Row& b) { return a.id < b.id; });
}

ActorId CastBuilder::lifeOf(const Key& key, bool sameSlot)
{
    auto& lives = m_byPerson[key.person];
    std::int64_t best = -1;
    for (const std::uint32_t i : lives) {
        const Life& life = m_lives[i];
        // Records of nobody in particular are told apart by their slots alone.
        const bool fits = life.slot == key.slot || (!sameSlot && key.person != Nobody);
        if (life.taken || !fits)
            continue;
        if (best < 0 || life.frames.end > m_lives[static_cast<std::size_t>(best)].frames.end)
            best = i;
    }
    if (best < 0 && sameSlot)
        return ActorId::None;
    if (best < 0) {
        const ActorId id = add({.person = key.person, .slot = key.slot, .firstSlot = key.slot});
        if (id == ActorId::None)
            return id;
        best = model::index(id);
        lives.push_back(model::index(id));
        if (key.person >= 0) {
            const auto person = static_cast<std::size_t>(key.person);
            if (m_personActor.size() <= person)
                m_personActor.resize(person + 1, ActorId::None);
            if (m_personActor[person] == ActorId::None)
                m_personActor[person] = id;
        }
    }
    Life& life = m_lives[static_cast<std::size_t>(best)];
    life.taken = true;
    life.slot = key.slot;
    return static_cast<ActorId>(best);
}

ActorId CastBuilder::add(Life life)
{
    if (m_lives.size() >= MaxActors)
        return ActorId::None;
    life.taken = true;
    m_lives.push_back(life);
    return static_cast<ActorId>(m_lives.size() - 1);
}

std::shared_ptr<const ChunkCast> CastBuilder::finishChunk(std::vector<ActorId> jumped)
{
    m_chunk.jumped = std::move(jumped);
    if (!m_last || *m_last != m_chunk)
        m_last = std::make_shared<const ChunkCast>(m_chunk);
    return m_last;
}

ActorInfo CastBuilder::describe(std::size_t index) const
{
    const Life& life = m_lives[index];
    ActorInfo info;
    info.id = static_cast<ActorId>(index);
    info.life = life.frames;
    if (life.source == Row::Disc) {
        describeDisc(info);
        return info;
    }
    if (life.source == Row::Payload) {
        describePayload(info, life.placed);
        return info;
    }
    const Person& person = m_names[life.person];
    info.nativeId = person.userId;
    info.name = model::textOf(person.name);
    if (info.name.trimmed().isEmpty() || life.person == Nobody)
        info.name = QStringLiteral("Unknown player");
    info.nativeType = QStringLiteral("player");
    info.kind = model::ActorKind::Player;
    info.shape = model::ActorShape::Body;
    info.team = life.team == TeamCode::None ? -1 : static_cast<int>(life.team);
    info.skeleton = 0;
    info.boxCentre = BodyCentre;
    info.boxHalf = BodyHalf;
    info.principal = life.team == TeamCode::Blue || life.team == TeamCode::Orange;
    info.attributes = {{QStringLiteral("user_id"), QString::number(person.userId)},
                       {QStringLiteral("slot"), QString::number(life.slot)}};
    info.number = person.number;
    if (person.number >= 0)
        info.attributes.emplace_back(QStringLiteral("number"), QString::number(person.number));
    if (person.level >= 0)
        info.attributes.emplace_back(QStringLiteral("level"), QString::number(person.level));
    if (!m_header.client.isEmpty() && info.name == m_header.client)
        info.attributes.emplace_back(QStringLiteral("recorded_this"), QStringLiteral("yes"));
    return info;
}

std::vector<ActorInfo> CastBuilder::snapshot() const
{
    std::vector<ActorInfo> out;
    out.reserve(m_lives.size());
    QHash<QString, int> sharers;
    for (std::size_t i = 0; i < m_lives.size(); ++i) {
        out.push_back(describe(i));
        ++sharers[out.back().name];
    }
    // Those of one name could not be told apart in a list; events name them by their slots, too.
    QHash<QString, int> taken;
    for (std::size_t i = 0; i < m_lives.size(); ++i) {
        ActorInfo& info = out[i];
        if (sharers[info.name] < 2)
            continue;
        info.attributes.emplace_back(QStringLiteral("name"), info.name);
        info.name += QStringLiteral(" (%1)").arg(m_lives[i].firstSlot);
        if (const int count = ++taken[info.name]; count > 1)
            info.name += QStringLiteral(" #%1").arg(count);
    }
    return out;
}

} // namespace ghostline::echo
