// SPDX-License-Identifier: GPL-3.0-or-later

#include "codecs/echo/events/event_rules_goals.h"

#include "codecs/echo/events/event_rules_recorded.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace ghostline::echo::rules {

using model::Sentence;

namespace {

/// Of one goal; more is a broken score.
constexpr float MostPoints = 1000.0F;

bool sameBits(float a, float b) { return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b); }

bool sameScore(const LastScore& a, const LastScore& b)
{
    return a.team == b.team && a.points == b.points && a.type == b.type && a.scorer == b.scorer &&
           a.assister == b.assister && sameBits(a.discSpeed, b.discSpeed) && sameBits(a.distance, b.distance);
}

/// The score names people, not slots. Of two with one name it is the one in the team that scored; nobody when
/// that does not settle it.
PlayerNumber playerOf(const Moment& now, std::int32_t person, TeamCode team)
{
    const model::ActorId actor = now.actors.person(person);
    if (actor == model::ActorId::None || model::index(actor) >= now.memory.players.size())
        return NoPlayer;
    const auto direct = static_cast<PlayerNumber>(model::index(actor));
    const PlayerMemory& known = now.player(direct);
    if (known.actor == model::ActorId::None)
        return NoPlayer;
    if (!known.sharesName)
        return direct;
    PlayerNumber found = NoPlayer;
    for (std::size_t i = 0; i < now.memory.players.size(); ++i) {
        const PlayerMemory& player = now.memory.players[i];
        if (player.actor == model::ActorId::None || player.name != known.name || player.team != team)
            continue;
        if (found != NoPlayer)
            return NoPlayer;
        found = static_cast<PlayerNumber>(i);
    }
    return found;
}

/// "[NO GOAL]", and a kind without a code by nobody who plays, say nothing.
bool namesGoal(const Moment& now)
{
    const LastScore& score = now.frame.score;
    return score.type != GoalType::Unknown || playerOf(now, score.scorer, score.team) != NoPlayer;
}

/// Also of one who is named but was never there; empty for nobody.
QString nameOf(const Moment& now, PlayerNumber player, std::int32_t person)
{
    if (player != NoPlayer)
        return now.name(player);
    return person != Nobody ? QString::fromStdString(now.names[person].name) : QString();
}

QJsonValue orNull(const QString& name)
{
    return name.isEmpty() ? QJsonValue(QJsonValue::Null) : QJsonValue(name);
}

Sentence goalText(const QString& scorer, const QString& assister, TeamCode team, int points,
                  const LastScore* score)
{
    const Sentence who = !scorer.isEmpty() ? Sentence(scorer)
                         : plays(team)     ? Sentence::of(teamName(team))
                                           : Sentence::of(QStringLiteral("Somebody"));
    Sentence text = points > 0 ? Sentence::of(QStringLiteral("%1 scored %2"), {who, QString::number(points)})
                               : Sentence::of(QStringLiteral("%1 scored"), {who});
    if (score != nullptr) {
        std::vector<Sentence> details;
        if (score->type != GoalType::Unknown)
            details.push_back(Sentence::of(goalTypeName(score->type).toLower()));
        if (score->discSpeed > 0.0F)
            details.push_back(speedText(static_cast<double>(score->discSpeed)));
        if (!details.empty())
            text = Sentence::of(QStringLiteral("%1 (%2)"), {text, Sentence::chain(details)});
    }
    return assister.isEmpty() ? text : Sentence::of(QStringLiteral("%1, assist %2"), {text, assister});
}

void addPoints(const Moment& now, QJsonObject& data)
{
    data.insert(QStringLiteral("blue"), rounded(static_cast<double>(now.frame.points[0])));
    data.insert(QStringLiteral("orange"), rounded(static_cast<double>(now.frame.points[1])));
}

int pointsOf(const Moment& now, const LastScore& score)
{
    if (score.points == 2 || score.points == 3 || !plays(score.team))
        return score.points;
    const auto team = static_cast<std::size_t>(score.team);
    const float rise = now.frame.points[team] - now.before.points[team];
    return rise > 0.0F && rise < MostPoints ? static_cast<int>(rise) : score.points;
}

/// Of the same goal: the players' own counter or the points were a frame or two ahead, or the description
/// comes in two steps.
EventId waitingGoal(const Moment& now, PlayerNumber scorer, TeamCode team)
{
    MatchMemory& memory = now.memory;
    if (now.pairs(memory.goal))
        return memory.goal.event;
    if (scorer != NoPlayer && now.pairs(now.player(scorer).goalCounted))
        return std::exchange(now.player(scorer).goalCounted, {}).event;
    if (memory.pointsTeam == team && now.pairs(memory.points))
        return std::exchange(memory.points, {}).event;
    return NoEvent;
}

/// For whom a goal counts.
void countFor(model::Event& event, TeamCode team) { event.team = plays(team) ? static_cast<int>(team) : -1; }

void describeGoal(const Moment& now, model::Event& event, PlayerNumber scorer, PlayerNumber assister)
{
    const LastScore& score = now.frame.score;
    const QString by = nameOf(now, scorer, score.scorer);
    const QString assist = nameOf(now, assister, score.assister);
    const int points = pointsOf(now, score);
    event.actors.clear();
    if (scorer != NoPlayer)
        event.actors.push_back(now.player(scorer).actor);
    if (scorer != NoPlayer && assister != NoPlayer)
        event.actors.push_back(now.player(assister).actor);
    event.say(goalText(by, assist, score.team, points, &score));
    if (score.type != GoalType::SelfGoal) // else the points say whose it is
        countFor(event, score.team);
    QJsonObject& data = event.data;
    data.insert(QStringLiteral("team"), teamValue(score.team));
    data.insert(QStringLiteral("type"), score.type == GoalType::Unknown
                                            ? QJsonValue(QJsonValue::Null)
                                            : QJsonValue(goalTypeName(score.type)));
    data.insert(QStringLiteral("points"), points);
    data.insert(QStringLiteral("disc_speed"), rounded(static_cast<double>(score.discSpeed)));
    data.insert(QStringLiteral("distance"), rounded(static_cast<double>(score.distance)));
    data.insert(QStringLiteral("scorer"), orNull(by));
    data.insert(QStringLiteral("assist"), orNull(assist));
    addPoints(now, data);
}

void giveAssist(const Moment& now, PlayerNumber assister, PlayerNumber scorer)
{
    model::Event assist;
    assist.frame = now.number;
    assist.time = now.time;
    assist.actors = {now.player(assister).actor};
    if (scorer != NoPlayer)
        assist.actors.push_back(now.player(scorer).actor);
    assist.say(Sentence::of(QStringLiteral("%1 assisted %2"), {now.who(assister), now.who(scorer)}));
    assist.data = {{QStringLiteral("scorer"), nameValue(now, scorer)}};
    seen(now, Kind::Assist, &PlayerMemory::assistSeen, &PlayerMemory::assistCounted, assister, assist);
}

void markGoal(const Moment& now, EventId id, bool recorded)
{
    if (model::Event* event = recorded ? now.log.find(id) : nullptr)
        event->data.insert(Recorded, true);
}

/// last_score is another, or the recorder tells of the same one again.
void scored(const Moment& now)
{
    MatchMemory& memory = now.memory;
    const LastScore& score = now.frame.score;
    const PlayerNumber scorer = playerOf(now, score.scorer, score.team);
    const PlayerNumber assister = playerOf(now, score.assister, score.team);
    const bool again = now.pairs(memory.goal);
    const bool wasCounted = scorer != NoPlayer && now.pairs(now.player(scorer).goalCounted);
    const EventId waiting = waitingGoal(now, scorer, score.team);
    const EventId id = waiting != NoEvent ? waiting : now.add(Kind::Goal, {}, {}, {});
    if (model::Event* event = now.log.find(id))
        describeGoal(now, *event, scorer, assister);
    markGoal(now, id, recordedOf(now, RecordedKind::Goal) != nullptr);
    if (score.type == GoalType::Unknown)
        now.notes.note(Note::UnknownGoalType, now.number, now.name(scorer));
    if (!again)
        memory.goal = {id, now.time, now.number};
    memory.goalTeam = score.team;
    memory.ownGoal = score.type == GoalType::SelfGoal;
    memory.afterGoal = true;
    if (scorer != NoPlayer && !wasCounted && !again)
        now.player(scorer).goalSeen = memory.goal;
    if (assister != NoPlayer && !now.pairs(now.player(assister).assistSeen))
        giveAssist(now, assister, scorer);
}

/// A player's own counter of goals.
void goalCounted(const Moment& now, PlayerNumber number)
{
    MatchMemory& memory = now.memory;
    PlayerMemory& player = now.player(number);
    const bool recorded = recordedOf(now, RecordedKind::PlayerGoal, number) != nullptr;
    if (now.pairs(player.goalSeen)) {
        markGoal(now, std::exchange(player.goalSeen, {}).event, recorded);
        return;
    }
    EventId id = NoEvent;
    if (memory.pointsTeam == player.team && now.pairs(memory.points))
        id = std::exchange(memory.points, {}).event;
    else
        id = now.add(Kind::Goal, {}, {}, {});
    if (model::Event* event = now.log.find(id)) {
        const int points = event->data.value(QStringLiteral("points")).toInt();
        event->actors = {player.actor};
        event->say(goalText(now.name(number), {}, player.team, points, nullptr));
        countFor(*event, player.team);
        event->data.insert(QStringLiteral("team"), teamWord(player.team));
        event->data.insert(QStringLiteral("scorer"), now.name(number));
        addPoints(now, event->data);
    }
    markGoal(now, id, recorded);
    player.goalCounted = {id, now.time, now.number};
    memory.afterGoal = true;
}

/// A goal of the team that its scorer's counter has announced.
EventId announced(const Moment& now, TeamCode team)
{
    for (PlayerMemory& player : now.memory.players) {
        if (player.team == team && now.pairs(player.goalCounted))
            return player.goalCounted.event;
    }
    return NoEvent;
}

void pointsRose(const Moment& now, TeamCode team, int by)
{
    MatchMemory& memory = now.memory;
    if (now.pairs(memory.goal) && (memory.goalTeam == team || memory.ownGoal)) {
        if (model::Event* event = now.log.find(memory.goal.event)) {
            countFor(*event, team);
            addPoints(now, event->data);
        }
        return;
    }
    const EventId waiting = announced(now, team);
    if (waiting == NoEvent) {
        memory.points = {now.add(Kind::Goal, {}, {}, {}), now.time, now.number};
        memory.pointsTeam = team;
    }
    const EventId id = waiting != NoEvent ? waiting : memory.points.event;
    if (model::Event* event = now.log.find(id)) {
        event->data.insert(QStringLiteral("team"), teamWord(team));
        event->data.insert(QStringLiteral("points"), by);
        countFor(*event, team);
        event->say(goalText(event->data.value(QStringLiteral("scorer")).toString(), {}, team, by, nullptr));
        addPoints(now, event->data);
    }
    memory.afterGoal = true;
}

} // namespace

void findGoals(const Moment& now)
{
    if (now.first)
        return;
    const bool told = recordedOf(now, RecordedKind::Goal) != nullptr;
    if ((told || !sameScore(now.frame.score, now.before.score)) && namesGoal(now))
        scored(now);
    for (const Rise& rise : now.memory.rises) {
        if (rise.counter == static_cast<std::uint8_t>(Counter::Goals)) {
            for (std::int32_t i = 0; i < std::min(rise.by, MaxSeparate); ++i)
                goalCounted(now, rise.player);
        }
    }
    for (const TeamCode team : {TeamCode::Blue, TeamCode::Orange}) {
        const auto t = static_cast<std::size_t>(team);
        const float by = now.frame.points[t] - now.before.points[t];
        if (by >= 1.0F && by < MostPoints)
            pointsRose(now, team, static_cast<int>(by));
    }
}

} // namespace ghostline::echo::rules
