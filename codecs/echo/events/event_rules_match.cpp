// SPDX-License-Identifier: GPL-3.0-or-later

#include "codecs/echo/events/event_rules_match.h"

#include <cmath>
#include <utility>

namespace ghostline::echo::rules {

using model::Sentence;

namespace {

bool isOver(GameStatus status)
{
    return status == GameStatus::RoundOver || status == GameStatus::PostMatch ||
           status == GameStatus::PostSuddenDeath;
}

/// Asked for, on, or about to end. A word without a code is "paused_requested".
bool isPause(PauseState state) { return state != PauseState::Unpaused && state != PauseState::None; }

void beginRound(const Moment& now, bool suddenDeath)
{
    MatchMemory& memory = now.memory;
    if (memory.roundOver && !suddenDeath)
        ++memory.round;
    memory.inRound = true;
    memory.roundOver = false;
    memory.roundEnd = NoEvent;
    const bool told = std::exchange(memory.roundTold, false);
    if (suddenDeath) {
        now.add(Kind::RoundStart, {}, Sentence::of(QStringLiteral("Sudden death began")),
                {{QStringLiteral("round"), memory.round}, {QStringLiteral("sudden_death"), true}});
    } else if (told && memory.roundNumberTold) {
        memory.round = *memory.roundNumberTold;
    } else {
        memory.roundStart = {announceRound(now, memory.round, {}), now.time, now.number};
    }
}

void openPause(const Moment& now)
{
    PauseMemory& pause = now.memory.pause;
    pause = {};
    pause.event = now.add(Kind::Pause, {}, {}, {});
    now.log.open(pause.event);
}

/// Text and data of a pause as far as it has gone.
void describePause(const Moment& now, bool ended)
{
    const PauseMemory& pause = now.memory.pause;
    model::Event* event = now.log.find(pause.event);
    if (event == nullptr)
        return;
    const bool granted = pause.pausedAt != LongAgo;
    Sentence text = Sentence::of(granted ? QStringLiteral("Pause") : QStringLiteral("Pause asked for"));
    if (plays(pause.requestedBy))
        text = Sentence::of(granted ? QStringLiteral("Pause, asked for by %1")
                                    : QStringLiteral("Pause asked for by %1"),
                            {Sentence::of(teamWord(pause.requestedBy))});
    event->data = {{QStringLiteral("requested_by"), teamValue(pause.requestedBy)},
                   {QStringLiteral("ended_by"), teamValue(pause.endedBy)},
                   {QStringLiteral("granted"), granted}};
    if (pause.told)
        event->data.insert(Recorded, true);
    if (granted && ended) {
        const model::Micros end = pause.unpausingAt != LongAgo ? pause.unpausingAt : now.time;
        const double length = rounded(model::seconds(end - pause.pausedAt));
        event->data.insert(QStringLiteral("paused_s"), length);
        text = Sentence::of(QStringLiteral("%1, %2 s"), {text, Sentence::figure(length, 1)});
    }
    event->say(text);
}

bool atRoundStart(GameStatus status)
{
    return status == GameStatus::RoundStart || status == GameStatus::PreMatch;
}

} // namespace

EventId announceRound(const Moment& now, int number, QJsonObject data)
{
    data.insert(QStringLiteral("round"), number);
    return now.add(Kind::RoundStart, {},
                   Sentence::of(QStringLiteral("Round %1 began"), {QString::number(number)}),
                   std::move(data));
}

void endRound(const Moment& now, bool match)
{
    MatchMemory& memory = now.memory;
    const double blue = rounded(now.frame.points[0]);
    const double orange = rounded(now.frame.points[1]);
    memory.inRound = false;
    memory.roundOver = true;
    memory.roundTold = false;
    const TeamCode winner =
        blue > orange ? TeamCode::Blue : (orange > blue ? TeamCode::Orange : TeamCode::None);
    memory.roundEnd = now.add(
        Kind::RoundEnd, {},
        Sentence::of(QStringLiteral("%1 over, blue %2 : %3 orange"),
                     {match ? Sentence::of(QStringLiteral("Match"))
                            : Sentence::of(QStringLiteral("Round %1"), {QString::number(memory.round)}),
                      Sentence::figure(QString::number(blue)), Sentence::figure(QString::number(orange))}),
        {{QStringLiteral("round"), memory.round},
         {QStringLiteral("blue"), blue},
         {QStringLiteral("orange"), orange},
         {QStringLiteral("winner"), teamValue(winner)},
         {QStringLiteral("match_over"), match}});
}

void pauseTold(const Moment& now, TeamCode by)
{
    PauseMemory& pause = now.memory.pause;
    if (pause.event == NoEvent) {
        if (now.first)
            return;
        openPause(now);
        pause.pausedAt = now.time;
    }
    pause.told = true;
    if (plays(by))
        pause.requestedBy = by;
    describePause(now, false);
}

void unpauseTold(const Moment& now)
{
    PauseMemory& pause = now.memory.pause;
    if (isPause(now.frame.pause.state) && now.frame.pause.state != now.before.pause.state)
        return; // it is about to end: the state will tell when
    pause.told = true;
    describePause(now, true);
    now.log.close(pause.event, now.time);
    pause = {};
}

void findRounds(const Moment& now)
{
    MatchMemory& memory = now.memory;
    const GameStatus status = now.frame.status;
    if (now.first) {
        memory.round = now.header.blueRoundScore + now.header.orangeRoundScore + 1;
        memory.inRound = isPlay(status) || status == GameStatus::Score;
        memory.roundOver = isOver(status);
        memory.afterGoal = status == GameStatus::Score;
        return;
    }
    if (status == now.before.status)
        return;
    if (atRoundStart(status) || status == GameStatus::Playing)
        memory.roundTime = now.time;
    if (status == GameStatus::Score)
        memory.afterGoal = true;
    if (status == GameStatus::PreMatch) {
        memory.inRound = false;
        memory.roundTold = false;
        memory.afterGoal = false;
    }
    if (isPlay(status) && (!memory.inRound || status == GameStatus::SuddenDeath)) {
        beginRound(now, status == GameStatus::SuddenDeath);
    } else if (isOver(status) && memory.inRound) {
        endRound(now, status == GameStatus::PostMatch);
    } else if (status == GameStatus::PostMatch) {
        if (model::Event* event = now.log.find(memory.roundEnd))
            event->data.insert(QStringLiteral("match_over"), true);
    }
}

void findPauses(const Moment& now)
{
    const Pause& state = now.frame.pause;
    PauseMemory& pause = now.memory.pause;
    const bool changed = now.first || state.state != now.before.pause.state ||
                         state.requestedBy != now.before.pause.requestedBy ||
                         state.unpausedBy != now.before.pause.unpausedBy;
    if (!changed)
        return;
    if (isPause(state.state) && pause.event == NoEvent)
        openPause(now);
    if (pause.event == NoEvent)
        return;
    if (state.state == PauseState::Paused && pause.pausedAt == LongAgo)
        pause.pausedAt = now.time;
    if (state.state == PauseState::Unpausing && pause.unpausingAt == LongAgo)
        pause.unpausingAt = now.time;
    if (plays(state.requestedBy))
        pause.requestedBy = state.requestedBy;
    if (plays(state.unpausedBy))
        pause.endedBy = state.unpausedBy;
    const bool ended = !isPause(state.state);
    describePause(now, ended);
    if (ended) {
        now.log.close(pause.event, now.time);
        pause = {};
    }
}

void findRestartRequests(const Moment& now)
{
    for (const TeamCode team : {TeamCode::Blue, TeamCode::Orange}) {
        const auto t = static_cast<std::size_t>(team);
        const bool requested = now.frame.restartRequest[t];
        if (now.first || requested == now.before.restartRequest[t])
            continue;
        EventId& event = now.memory.restart[t];
        if (requested) {
            event = now.add(
                Kind::RestartRequest, {},
                Sentence::of(QStringLiteral("%1 asked for a restart"), {Sentence::of(teamName(team))}),
                {{QStringLiteral("team"), teamWord(team)}});
            now.log.open(event);
        } else {
            now.log.close(event, now.time);
            event = NoEvent;
        }
    }
}

void findRulesChanges(const Moment& now)
{
    if (now.first || (now.frame.rulesChangedAt == now.before.rulesChangedAt &&
                      now.frame.rulesChangedBy == now.before.rulesChangedBy))
        return;
    const QString by = QString::fromStdString(now.names.textAt(now.frame.rulesChangedBy));
    const bool named = !by.isEmpty() && by != QLatin1String("[INVALID]");
    // Two of that name: nobody can say which.
    std::vector<model::ActorId> who;
    for (const PlayerMemory& player : now.memory.players) {
        if (named && player.actor != model::ActorId::None && player.name == by)
            who.push_back(player.actor);
    }
    if (who.size() > 1)
        who.clear();
    now.add(Kind::RulesChanged, std::move(who),
            named ? Sentence::of(QStringLiteral("%1 changed the rules"), {by})
                  : Sentence::of(QStringLiteral("The rules changed")),
            {{QStringLiteral("by"), named ? QJsonValue(by) : QJsonValue(QJsonValue::Null)},
             {QStringLiteral("at"), static_cast<qint64>(now.frame.rulesChangedAt)}});
}

void watchClocks(const Moment& now)
{
    if (now.frame.status == GameStatus::Uncoded)
        now.notes.count(Note::UnknownStatus, now.number);
    if (now.first)
        return;
    std::int64_t passed = 0;
    if (__builtin_sub_overflow(now.frame.timeMs, now.before.timeMs, &passed) || passed == INT64_MIN)
        passed = now.frame.timeMs < now.before.timeMs ? -INT64_MAX : INT64_MAX; // a broken clock
    if (passed > GapMs)
        now.notes.note(Note::TimeGap, now.number,
                       QStringLiteral("%1 s").arg(static_cast<double>(passed) / 1000.0, 0, 'f', 1));
    if (passed < 0)
        now.notes.note(Note::TimeBackward, now.number, QStringLiteral("%1 ms").arg(-passed));
    const float clock = now.frame.clock - now.before.clock;
    if (!std::isfinite(clock) || clock == 0.0F)
        return;
    // It runs down, and is set up again between rounds.
    const bool tooFast = -clock > static_cast<float>(passed) / 1000.0F + ClockSlack;
    const bool upwards = clock > ClockSlack;
    if ((tooFast || upwards) && isPlay(now.frame.status) && now.frame.status == now.before.status)
        now.notes.note(Note::ClockJump, now.number,
                       QStringLiteral("from %1 to %2 s while playing")
                           .arg(static_cast<double>(now.before.clock), 0, 'f', 1)
                           .arg(static_cast<double>(now.frame.clock), 0, 'f', 1));
}

} // namespace ghostline::echo::rules
