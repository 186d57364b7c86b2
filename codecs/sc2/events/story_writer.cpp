// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/events/story_writer.h"

#include <algorithm>
#include <numeric>

namespace ghostline::sc2 {

namespace {

constexpr int FoodScale = 4096;

/// They have a table entry and a price, but nobody pays for them: a shot that flies, drones of a carrier.
constexpr std::array<std::string_view, 3> Ephemeral{"DisruptorPhased", "Interceptor", "AdeptPhaseShift"};

bool isEphemeral(std::string_view name)
{
    return std::find(Ephemeral.begin(), Ephemeral.end(), name) != Ephemeral.end();
}

QString fromName(const std::string& name)
{
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

/// Whatever people said or are called, an event is one line.
QString oneLine(const QString& text)
{
    const auto breaks = [](QChar c) { return c.unicode() < u' ' || c == QChar::LineSeparator; };
    if (std::none_of(text.begin(), text.end(), breaks))
        return text;
    QString line = text;
    std::replace_if(line.begin(), line.end(), breaks, QLatin1Char(' '));
    return line;
}

bool isUnfinishedName(std::string_view name) { return name.ends_with("Cocoon") || name.ends_with("Egg"); }

} // namespace

StoryWriter::StoryWriter(const ReplayData& data, const model::TimeAxis& axis)
    : m_data(data), m_axis(axis), m_actors{data.head.participants.size()}
{
    m_participants.fill(Nobody);
    for (int id = 0; id < static_cast<int>(m_participants.size()); ++id)
        m_participants[static_cast<std::size_t>(id)] = data.head.participantOfPlayer(id);
    readTypes();
    readStats();
    m_events.reserve(data.lives.lives.size() + data.tracker.upgrades.size() + data.messages.chat.size());
}

void StoryWriter::readTypes()
{
    m_types.resize(m_data.tracker.names.size());
    for (std::size_t i = 0; i < m_types.size(); ++i) {
        const std::string& raw = m_data.tracker.names[i];
        TypeFacts& facts = m_types[i];
        facts.raw = fromName(raw);
        facts.name = fromName(readableUnitName(raw));
        facts.plain = facts.name.section(QLatin1String(" ("), 0, 0);
        facts.type = findUnitType(raw);
        if (facts.type == nullptr || isEphemeral(raw))
            continue;
        const UnitClass what = facts.type->unitClass;
        facts.worth = facts.type->worth();
        facts.structure = isStructure(what);
        facts.unfinished = isUnfinishedName(raw);
        const bool overlord = what == UnitClass::Other && facts.type->race != 0;
        facts.trained = facts.worth > 0 && (isArmy(what) || what == UnitClass::Worker || overlord);
    }
}

void StoryWriter::readStats()
{
    m_stats.resize(players().size());
    for (const TrackedStats& stats : m_data.tracker.stats) {
        if (const int p = participantOf(stats.player); p != Nobody)
            m_stats[static_cast<std::size_t>(p)].push_back(&stats);
    }
}

int StoryWriter::participantOf(int playerId) const
{
    const bool known = playerId >= 0 && playerId < static_cast<int>(m_participants.size());
    return known ? m_participants[static_cast<std::size_t>(playerId)] : Nobody;
}

NameId StoryWriter::lastType(const UnitLife& life) const
{
    const auto types = m_data.lives.typesOf(life);
    return types.empty() ? 0 : types.back().type;
}

model::Event& StoryWriter::add(StoryKind kind, std::uint32_t loop, const QString& text)
{
    const bool room = m_events.size() < MostEvents;
    if (!room)
        m_beyond = {};
    model::Event& event = room ? m_events.emplace_back() : m_beyond;
    event.frame = std::min(loop, m_data.loops);
    event.time = m_axis.timeOf(event.frame);
    event.kind = static_cast<int>(kind);
    event.text = oneLine(text);
    return event;
}

void StoryWriter::last(model::Event& event, std::uint32_t end) const
{
    const model::FrameNumber until = std::min(end, m_data.loops);
    event.length = std::max(model::Micros{0}, m_axis.timeOf(until) - event.time);
}

void StoryWriter::place(model::Event& event, float x, float y, float radius)
{
    event.placed = true;
    event.place = toWorld(x, y);
    event.radius = radius;
}

void StoryWriter::actor(model::Event& event, int participant) const
{
    if (participant >= 0)
        event.actors.push_back(m_actors.player(static_cast<std::size_t>(participant)));
}

void StoryWriter::unit(model::Event& event, std::size_t life) const
{
    event.actors.push_back(m_actors.unit(life));
}

Supply StoryWriter::supplyAt(int participant, std::uint32_t loop) const
{
    if (participant < 0 || m_stats[static_cast<std::size_t>(participant)].empty())
        return {};
    const auto& stats = m_stats[static_cast<std::size_t>(participant)];
    const auto earlier = [](std::uint32_t l, const TrackedStats* report) { return l < report->loop; };
    const auto after = std::upper_bound(stats.begin(), stats.end(), loop, earlier);
    const TrackedStats& report = after == stats.begin() ? *stats.front() : **(after - 1);
    return {true, report[Stat::FoodUsed] / FoodScale, report[Stat::FoodMade] / FoodScale};
}

QJsonObject StoryWriter::production(int participant, NameId type, std::uint32_t loop)
{
    const std::uint64_t key = static_cast<std::uint64_t>(participant + 1) << 32 | type;
    const Supply supply = supplyAt(participant, loop);
    auto [found, added] = m_production.try_emplace(key);
    Made& made = found->second;
    if (added) {
        if (participant >= 0)
            made.data[QLatin1String("player")] = players()[static_cast<std::size_t>(participant)].name;
        made.data[QLatin1String("type")] = facts(type).raw;
        made.data[QLatin1String("name")] = facts(type).name;
    }
    if (supply.known && (added || supply != made.supply)) {
        made.data[QLatin1String("supply")] = supply.used;
        made.data[QLatin1String("supply_made")] = supply.made;
    }
    made.supply = supply;
    return made.data;
}

std::shared_ptr<const model::EventTable> StoryWriter::finish()
{
    std::vector<std::uint32_t> order(m_events.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) {
        return m_events[a].frame < m_events[b].frame;
    });
    auto table = std::make_shared<model::EventTable>();
    table->kinds = storyKinds(m_data.head);
    table->events.reserve(order.size());
    for (const std::uint32_t i : order)
        table->events.push_back(std::move(m_events[i]));
    m_events.clear();
    return table;
}

QString grouped(std::int64_t number)
{
    QString digits = QString::number(number < 0 ? -number : number);
    for (qsizetype at = digits.size() - 3; at > 0; at -= 3)
        digits.insert(at, u',');
    return number < 0 ? u'-' + digits : digits;
}

QString joined(const QStringList& names)
{
    if (names.size() < 2)
        return names.join(QString());
    return QStringLiteral("%1 and %2")
        .arg(names.mid(0, names.size() - 1).join(QStringLiteral(", ")), names.last());
}

} // namespace ghostline::sc2
