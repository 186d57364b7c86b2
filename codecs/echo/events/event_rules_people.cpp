// SPDX-License-Identifier: GPL-3.0-or-later

#include "codecs/echo/events/event_rules_people.h"

#include "codecs/echo/events/event_rules_recorded.h"

#include <algorithm>
#include <utility>

namespace ghostline::echo::rules {

using model::Sentence;

namespace {

/// What a combat player can carry: the session's word, and the name in the game.
struct Arms
{
    const char* word;
    const char* name;
};
using ArmsList = std::array<Arms, 4>;
constexpr ArmsList Weapons{
    {{"rocket", "Meteor"}, {"blaster", "Nova"}, {"scout", "Comet"}, {"assault", "Pulsar"}}};
constexpr ArmsList Ordnances{
    {{"stun", "Stun Field"}, {"det", "Detonator"}, {"burst", "Cloudburst"}, {"arc", "Arc Mine"}}};
constexpr ArmsList TacMods{{{"sensor", "Threat Scanner"},
                            {"wraith", "Phase Shift"},
                            {"heal", "Repair Matrix"},
                            {"shield", "Energy Barrier"}}};

QJsonObject teamData(TeamCode team) { return {{QStringLiteral("team"), teamWord(team)}}; }

/// The name is another player's too: both are shown with their slots from now on.
void shareNames(const Moment& now, PlayerMemory& newcomer)
{
    for (PlayerMemory& other : now.memory.players) {
        if (other.actor == model::ActorId::None || other.actor == newcomer.actor ||
            other.name != newcomer.name)
            continue;
        if (!newcomer.sharesName)
            now.notes.note(Note::SharedName, now.number, newcomer.name);
        other.sharesName = true;
        newcomer.sharesName = true;
    }
}

/// The same, and whether the recorder wrote it down.
QJsonObject teamData(const Moment& now, TeamCode team, RecordedKind kind, std::uint8_t slot)
{
    QJsonObject data = teamData(team);
    if (recordedIn(now, kind, slot) != nullptr)
        data.insert(Recorded, true);
    return data;
}

void arrive(const Moment& now, PlayerNumber number, const PlayerFrame& row)
{
    PlayerMemory& player = now.player(number);
    const bool known = player.actor != model::ActorId::None;
    const bool back = known && player.seen >= 0;
    if (!known) {
        player.actor = static_cast<model::ActorId>(number);
        player.person = row.person;
        player.slot = row.slot;
        player.name = QString::fromStdString(now.names[row.person].name);
        if (row.person == Nobody || player.name.trimmed().isEmpty())
            player.name = QStringLiteral("Unknown player");
        shareNames(now, player);
    }
    player.fresh = true;
    player.team = row.team;
    if (now.first)
        return;
    QJsonObject data = teamData(now, row.team, RecordedKind::Joined, row.slot);
    if (back)
        data.insert(QStringLiteral("again"), true);
    const Sentence who = now.who(number);
    const Sentence text = plays(row.team) ? Sentence::of(back ? QStringLiteral("%1 joined %2 again")
                                                              : QStringLiteral("%1 joined %2"),
                                                         {who, Sentence::of(teamWord(row.team))})
                                          : Sentence::of(back ? QStringLiteral("%1 came to watch again")
                                                              : QStringLiteral("%1 came to watch"),
                                                         {who});
    now.add(Kind::Joined, {player.actor}, text, data);
}

void changeTeam(const Moment& now, PlayerNumber number, TeamCode team)
{
    PlayerMemory& player = now.player(number);
    QJsonObject data = teamData(now, team, RecordedKind::SwitchedTeam, player.slot);
    data.insert(QStringLiteral("from_team"), teamWord(player.team));
    now.add(
        Kind::Joined, {player.actor},
        Sentence::of(QStringLiteral("%1 went over from %2 to %3"),
                     {now.who(number), Sentence::of(teamWord(player.team)), Sentence::of(teamWord(team))}),
        data);
    player.team = team;
}

void leave(const Moment& now, PlayerNumber number)
{
    PlayerMemory& player = now.player(number);
    now.log.close(player.emoteEvent, now.time);
    now.log.close(player.stunEvent, now.time);
    player.emoteEvent = player.stunEvent = NoEvent;
    player.stunned = false;
    player.stunEnd = now.time;
    player.holds = false;
    now.add(Kind::Left, {player.actor}, Sentence::of(QStringLiteral("%1 left"), {now.who(number)}),
            teamData(now, player.team, RecordedKind::Left, player.slot));
}

/// One part of the loadout into the data and, by its name, into the text; what was not recorded into neither.
void addArms(const char* key, const ArmsList& list, std::int8_t code, QJsonObject& data, QStringList& words)
{
    if (code < 0 || code >= static_cast<std::int8_t>(list.size()))
        return;
    const Arms& arms = list[static_cast<std::size_t>(code)];
    data.insert(QLatin1String(key), QLatin1String(arms.word));
    words << QLatin1String(arms.name);
}

} // namespace

void findComersAndGoers(const Moment& now)
{
    MatchMemory& memory = now.memory;
    memory.before.swap(memory.present);
    memory.present.clear();
    for (std::size_t i = 0; i < now.rows.size(); ++i) {
        const auto number =
            static_cast<PlayerNumber>(i < now.actors.players.size() ? model::index(now.actors.players[i])
                                                                    : model::index(model::ActorId::None));
        // Nobody's row, or a second row of one who is there already: not a player of their own.
        if (number == NoPlayer || now.player(number).seen == now.number) {
            memory.present.push_back(NoPlayer);
            continue;
        }
        PlayerMemory& player = now.player(number);
        player.fresh = false;
        if (player.seen != now.last || now.first)
            arrive(now, number, now.rows[i]);
        else if (player.team != now.rows[i].team)
            changeTeam(now, number, now.rows[i].team);
        player.slot = now.rows[i].slot;
        player.seen = now.number;
        player.row = static_cast<std::int32_t>(i);
        memory.present.push_back(number);
    }
    if (memory.before == memory.present)
        return;
    for (const PlayerNumber number : memory.before) {
        if (number != NoPlayer && now.player(number).seen != now.number)
            leave(now, number);
    }
}

void findEmotes(const Moment& now)
{
    now.eachPlayer([&now](PlayerNumber number, const PlayerFrame& row, PlayerMemory& player) {
        if (player.fresh)
            player.emote = row.emote;
        if (row.emote == player.emote)
            return;
        player.emote = row.emote;
        if (!row.emote) {
            now.log.close(player.emoteEvent, now.time);
            player.emoteEvent = NoEvent;
        } else if (now.pairs(player.emoteTold)) {
            player.emoteEvent = std::exchange(player.emoteTold, {}).event;
            now.log.open(player.emoteEvent);
        } else if (row.team != TeamCode::Spectator) {
            player.emoteEvent = now.add(Kind::Emote, {player.actor},
                                        Sentence::of(QStringLiteral("%1 played an emote"), {now.who(number)}),
                                        teamData(row.team));
            now.log.open(player.emoteEvent);
        }
    });
}

void findLoadouts(const Moment& now)
{
    now.eachPlayer([&now](PlayerNumber number, const PlayerFrame& row, PlayerMemory& player) {
        const Loadout& arms = row.loadout;
        if (arms == player.loadout)
            return;
        const bool had = !(player.loadout == Loadout{}) && !player.fresh;
        player.loadout = arms;
        if (!had || arms == Loadout{} || !plays(row.team))
            return;
        QJsonObject data;
        QStringList words;
        addArms("weapon", Weapons, arms.weapon, data, words);
        addArms("ordnance", Ordnances, arms.ordnance, data, words);
        addArms("tac_mod", TacMods, arms.tacMod, data, words);
        if (arms.arm >= 0)
            data.insert(QStringLiteral("arm"),
                        arms.arm == 0 ? QStringLiteral("left") : QStringLiteral("right"));
        now.add(
            Kind::Loadout, {player.actor},
            Sentence::of(QStringLiteral("%1 took %2"), {now.who(number), words.join(QStringLiteral(", "))}),
            data);
    });
}

} // namespace ghostline::echo::rules
