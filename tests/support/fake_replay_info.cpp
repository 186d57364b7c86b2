// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_replay_info.h"

#include <algorithm>

namespace ghostline::test {

using namespace ghostline::model;

namespace {

PropertyInfo plain(const QString& id, const QString& name, PropertyType type, QStringList names = {})
{
    return {id, name, QStringLiteral("Match"), type, {}, Interpolation::Step, std::move(names)};
}

std::vector<PropertyInfo> actorProperties()
{
    std::vector<PropertyInfo> p(5);
    p[0] = {QStringLiteral("throttle"),
            QStringLiteral("Throttle"),
            QStringLiteral("Controls"),
            PropertyType::Real,
            QStringLiteral("%"),
            Interpolation::Linear,
            {}};
    p[1] = {QStringLiteral("gear"),
            QStringLiteral("Gear"),
            QStringLiteral("Controls"),
            PropertyType::Integer,
            {},
            Interpolation::Step,
            {}};
    p[2] = {QStringLiteral("yaw"),
            QStringLiteral("Yaw"),
            QStringLiteral("Pose"),
            PropertyType::Real,
            QStringLiteral("\u00B0"),
            Interpolation::Angle,
            {}};
    p[3] = {QStringLiteral("light"),
            QStringLiteral("Light"),
            QStringLiteral("State"),
            PropertyType::Enumeration,
            {},
            Interpolation::Step,
            {QStringLiteral("Red"), QStringLiteral("Yellow"), QStringLiteral("Green")}};
    p[4] = {QStringLiteral("note"),
            QStringLiteral("Note"),
            QStringLiteral("State"),
            PropertyType::Text,
            {},
            Interpolation::Step,
            {}};
    return p;
}

std::vector<PropertyInfo> matchProperties()
{
    std::vector<PropertyInfo> p(2);
    p[0] = {QStringLiteral("score"),
            QStringLiteral("Score"),
            QStringLiteral("Match"),
            PropertyType::Integer,
            {},
            Interpolation::Step,
            {}};
    p[1] = {QStringLiteral("chain"),
            QStringLiteral("Chain"),
            QStringLiteral("Match"),
            PropertyType::Integer,
            {},
            Interpolation::Step,
            {}};
    return p;
}

} // namespace

namespace {

void addMatch(const FakeReplayOptions& o, ReplayInfo& info)
{
    info.actorProperties.push_back(
        plain(QStringLiteral("goals"), QStringLiteral("Goals"), PropertyType::Integer));
    info.matchProperties.push_back(
        plain(QStringLiteral("clock"), QStringLiteral("Clock"), PropertyType::Real));
    info.matchProperties.push_back(plain(QStringLiteral("status"), QStringLiteral("Status"),
                                         PropertyType::Enumeration,
                                         {QStringLiteral("Playing"), QStringLiteral("Overtime")}));
    Scoreboard& board = info.scoreboard;
    board.clock = 2;
    board.status = 3;
    for (int team = 0; team < o.teams; ++team) {
        board.score.push_back(static_cast<PropertyId>(info.matchProperties.size()));
        info.matchProperties.push_back(
            plain(QStringLiteral("score_%1").arg(team), QStringLiteral("Score"), PropertyType::Integer));
    }
    board.roundStartKind = QStringLiteral("round");
    board.tables = {QStringLiteral("goal")};
    board.statistics.push_back({.id = QStringLiteral("goals"),
                                .name = QStringLiteral("Goals"),
                                .shortName = QStringLiteral("G"),
                                .actor = 5,
                                .teams = board.score,
                                .eventKind = QStringLiteral("goal")});
}

void addMatchEvents(const FakeReplayOptions& o, FrameNumber frames, EventTable& table)
{
    const int round = static_cast<int>(table.kinds.size());
    table.kinds.push_back({QStringLiteral("round"), QStringLiteral("Round"), true, false, true});
    table.kinds.push_back(
        {.id = QStringLiteral("goal"),
         .name = QStringLiteral("Goal"),
         .major = true,
         .cut = true,
         .columns = {{QStringLiteral("speed"), QStringLiteral("Speed"), QStringLiteral("m/s"), 1}}});
    const auto add = [&](FrameNumber frame, int kind, std::vector<ActorId> actors, const QString& text,
                         const QJsonObject& data) {
        table.events.push_back({.frame = frame,
                                .time = fakeTime(o, frame),
                                .kind = kind,
                                .actors = std::move(actors),
                                .text = text,
                                .data = data});
    };
    for (FrameNumber f = 0; f < frames; ++f) {
        if (f % FakeRound == 0)
            add(f, round, {}, QStringLiteral("Round %1").arg(f / FakeRound + 1), {});
        for (int i = 0; f > 0 && i < o.actors; ++i) {
            if (fakeGoals(i, f) > fakeGoals(i, f - 1))
                add(f, round + 1, {static_cast<ActorId>(i)}, QStringLiteral("Goal"),
                    {{QStringLiteral("speed"), 10.0 + i}});
        }
    }
    std::stable_sort(table.events.begin(), table.events.end(),
                     [](const Event& a, const Event& b) { return a.frame < b.frame; });
}

} // namespace

FrameRange fakeLife(const FakeReplayOptions& o, int actor)
{
    if (!o.staggered)
        return {0, o.frames};
    const FrameNumber late = std::min<FrameNumber>(actor, o.frames / 4);
    return {late, o.frames - late};
}

std::shared_ptr<const ReplayInfo> fakeInfo(const FakeReplayOptions& o)
{
    auto info = std::make_shared<ReplayInfo>();
    info->format = QStringLiteral("fake");
    info->formatName = QStringLiteral("Fake replay");
    info->formatVersion = QStringLiteral("1");
    info->map = QStringLiteral("Circles");
    info->bytes = static_cast<std::uint64_t>(o.frames) * 100U;
    for (int team = 0; team < o.teams; ++team)
        info->teams.push_back({QStringLiteral("Team %1").arg(team + 1), team});
    if (o.bones > 0) {
        Skeleton skeleton{QStringLiteral("chain"), {}, {}};
        for (int bone = 0; bone < o.bones; ++bone) {
            skeleton.bones.push_back(QStringLiteral("bone_%1").arg(bone));
            skeleton.parents.push_back(bone - 1);
        }
        if (o.heads) {
            skeleton.roles.assign(static_cast<std::size_t>(o.bones), BoneRole::Other);
            skeleton.roles[0] = BoneRole::TrackedHead;
        }
        info->skeletons.push_back(std::move(skeleton));
    }
    auto strings = std::make_shared<StringTable>();
    for (int i = 0; i < o.actors; ++i) {
        ActorInfo actor;
        actor.id = static_cast<ActorId>(i);
        actor.nativeId = 100U + static_cast<std::uint64_t>(i);
        const bool walker = i % 2 == 1;
        actor.kind = walker ? ActorKind::Walker : ActorKind::Vehicle;
        actor.shape = walker ? ActorShape::Capsule : ActorShape::Vehicle;
        actor.name =
            QStringLiteral("%1 %2").arg(walker ? QStringLiteral("Walker") : QStringLiteral("Car")).arg(i);
        actor.nativeType = walker ? QStringLiteral("walker.plain") : QStringLiteral("vehicle.plain");
        if (o.players) {
            actor.kind = ActorKind::Player;
            actor.name = QStringLiteral("Player %1").arg(i);
        }
        actor.team = o.teams > 0 ? i % o.teams : -1;
        actor.skeleton = o.bones > 0 ? 0 : -1;
        actor.life = fakeLife(o, i);
        actor.boxCentre = {0.0F, walker ? 0.9F : 0.75F, 0.0F};
        actor.boxHalf = walker ? glm::vec3{0.3F, 0.9F, 0.3F} : glm::vec3{1.0F, 0.75F, 2.2F};
        actor.principal = i == 0;
        actor.attributes = {{QStringLiteral("number"), QString::number(i)}};
        if (o.focus && i + 1 == o.actors) {
            actor.kind = ActorKind::Disc;
            actor.shape = ActorShape::Disc;
            actor.name = QStringLiteral("Disc");
            actor.team = -1;
            actor.focus = true;
            actor.boxCentre = {};
            actor.boxHalf = {0.15F, 0.03F, 0.15F};
        }
        info->cast.push_back(std::move(actor));
        strings->intern(QStringLiteral("note %1").arg(i));
    }
    info->strings = std::move(strings);
    if (o.properties) {
        info->actorProperties = actorProperties();
        info->matchProperties = matchProperties();
        if (o.match)
            addMatch(o, *info);
    }
    info->metadata = {{QStringLiteral("actors"), o.actors},
                      {QStringLiteral("frames"), static_cast<double>(o.frames)}};
    return info;
}

std::shared_ptr<const EventTable> fakeEvents(const FakeReplayOptions& o, FrameNumber frames)
{
    auto table = std::make_shared<EventTable>();
    table->kinds = {{QStringLiteral("hit"), QStringLiteral("Hit"), true, false, true},
                    {QStringLiteral("note"), QStringLiteral("Note"), false, false, true},
                    {QStringLiteral("cheat"), QStringLiteral("Cheat"), false, true, true}};
    table->kinds[0].cut = o.cuts;
    for (int i = 0; i < o.events; ++i) {
        Event event;
        event.frame = o.frames * i / o.events;
        if (event.frame >= frames)
            break;
        event.time = fakeTime(o, event.frame);
        event.kind = i % 3;
        event.severity = i % 4;
        if (o.actors > 0)
            event.actors = {static_cast<ActorId>(i % o.actors)};
        event.text = QStringLiteral("event number %1").arg(i);
        event.data = {{QStringLiteral("number"), i}};
        table->events.push_back(std::move(event));
    }
    if (o.match)
        addMatchEvents(o, frames, *table);
    return table;
}

} // namespace ghostline::test
