// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/events/command_events.h"

#include <map>
#include <tuple>

namespace ghostline::sc2 {

namespace {

/// What events of one kind say alike, made once.
struct Said
{
    Sentence text;
    QJsonObject data;
};

/// Life of the unit that a command is aimed at.
std::uint32_t targetLife(const ReplayData& data, const Order& order)
{
    return order.target.kind == TargetKind::Unit ? data.lives.find(order.target.tag, order.loop) : NoLife;
}

class CommandWriter
{
public:
    explicit CommandWriter(EventWriter& writer) : m_writer(writer), m_data(writer.data()) {}

    void write(const Order& order)
    {
        const std::uint32_t life = targetLife(m_data, order);
        const Said* words = wordsOf(order, life);
        if (words == nullptr)
            return; // a made-up stream: no game has so many different ones
        const Said& said = *words;
        model::Event& event = m_writer.add(DerivedKind::Command, order.loop, said.text);
        event.data = said.data;
        m_writer.actor(event, order.participant);
        if (life != NoLife)
            m_writer.unit(event, life);
        if (order.target.kind == TargetKind::Point || order.target.kind == TargetKind::Unit)
            EventWriter::place(event, order.target.point.x, order.target.point.y);
    }

private:
    /// Names of targets by type: a player aims at thousands of units of a few kinds.
    using Key = std::tuple<std::int32_t, std::uint32_t, TargetKind, std::int64_t, bool, bool>;

    const Said* wordsOf(const Order& order, std::uint32_t life)
    {
        constexpr std::int64_t NoType = -1;
        const std::int64_t type =
            life != NoLife ? std::int64_t{m_data.lives.typeAt(m_data.lives.lives[life], order.loop)} : NoType;
        const Key key{order.participant, commandKey(order), order.target.kind, type,
                      order.queued,      order.repeated};
        if (const auto known = m_said.find(key); known != m_said.end())
            return &known->second;
        if (m_said.size() >= MaxCommandWords)
            return nullptr;
        const QString unit = type == NoType ? QString() : m_writer.facts(static_cast<NameId>(type)).name;
        return &m_said.emplace(key, describe(order, unit)).first->second;
    }

    Said describe(const Order& order, const QString& unit) const
    {
        Said said;
        const QString command = commandName(order, m_data.abilities);
        said.text = order.hasAbility ? Sentence(command) : Sentence::of(command);
        said.data[QLatin1String("command")] = command;
        if (order.participant >= 0)
            said.data[QLatin1String("player")] =
                m_writer.players()[static_cast<std::size_t>(order.participant)].name;
        if (order.target.kind == TargetKind::Unit) {
            const QString target = unit.isEmpty() ? QStringLiteral("unit") : unit;
            said.data[QLatin1String("target")] = target;
            said.text = Sentence::of(QStringLiteral("%1: %2"),
                                     {said.text, unit.isEmpty() ? Sentence::of(target) : Sentence(target)});
        } else if (order.target.kind == TargetKind::Point) {
            said.data[QLatin1String("target")] = QStringLiteral("ground");
        }
        const auto mark = [&said](bool set, const char* key, const char* word) {
            if (!set)
                return;
            said.data[QLatin1String(key)] = true;
            said.text =
                Sentence::of(QStringLiteral("%1 (%2)"), {said.text, Sentence::of(QString::fromLatin1(word))});
        };
        mark(order.queued, "queued", "queued");
        mark(order.repeated, "repeated", "again");
        return said;
    }

    EventWriter& m_writer;
    const ReplayData& m_data;
    std::map<Key, Said> m_said;
};

} // namespace

QString commandName(const Order& order, const AbilityTable& abilities)
{
    return order.hasAbility ? abilities.text(order.ability, order.index) : QStringLiteral("Right click");
}

QString groupActionName(GroupAction action)
{
    switch (action) {
    case GroupAction::Set:
        return QStringLiteral("Set");
    case GroupAction::Add:
        return QStringLiteral("Add");
    case GroupAction::Recall:
        return QStringLiteral("Recall");
    case GroupAction::Clear:
        return QStringLiteral("Clear");
    case GroupAction::StealSet:
        return QStringLiteral("Set and take");
    case GroupAction::StealAdd:
        return QStringLiteral("Add and take");
    default:
        return {};
    }
}

void writeCommands(EventWriter& writer)
{
    CommandWriter commands(writer);
    for (const Order& order : writer.data().actions.orders)
        commands.write(order);
}

void writeControlGroups(EventWriter& writer)
{
    const GameEvents& game = writer.data().game;
    std::map<std::tuple<int, std::uint8_t, GroupAction>, Said> all;
    for (const GameEvent& at : game.order) {
        if (at.kind != GameEventKind::ControlGroup)
            continue;
        const ControlGroupUpdate& update = game.groups[at.index];
        const int participant = writer.data().head.participantOfUser(at.user);
        const QString action = groupActionName(update.action);
        if (participant < 0 || action.isEmpty())
            continue;
        const auto [found, added] = all.try_emplace({participant, update.group, update.action});
        Said& said = found->second;
        if (added) {
            said.text = Sentence::of(action + QStringLiteral(": group %1"), {QString::number(update.group)});
            said.data = {
                {QLatin1String("player"), writer.players()[static_cast<std::size_t>(participant)].name},
                {QLatin1String("group"), update.group},
                {QLatin1String("action"), action}};
        }
        model::Event& event = writer.add(DerivedKind::ControlGroup, at.loop, said.text);
        event.data = said.data;
        event.hue = update.group;
        writer.actor(event, participant);
    }
}

} // namespace ghostline::sc2
