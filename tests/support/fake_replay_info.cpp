// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_replay_info.h"

#include "tests/support/fake_observer.h"

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
    board.clock = MatchPropertyId(2);
    board.status = MatchPropertyId(3);
    for (int team = 0; team < o.teams; ++team) {
        board.score.push_back(MatchPropertyId(info.matchProperties.size()));
        info.matchProperties.push_back(
            plain(QStringLiteral("score_%1").arg(team), QStringLiteral("Score"), PropertyType::Integer));
    }
    board.roundStartKind = QStringLiteral("round");
    board.tables = {QStringLiteral("goal")};
    board.statistics.push_back({.id = QStringLiteral("goals"),
                                .name = QStringLiteral("Goals"),
                                .shortName = QStringLiteral("G"),
                                .actor = ActorPropertyId(5),
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

void addPlayers(const FakeReplayOptions& o, ReplayInfo& info)
{
    for (int i = 0; i < o.actors; ++i) {
        PlayerCard card;
        card.actor = static_cast<ActorId>(i);
        card.name = info.cast[static_cast<std::size_t>(i)].name;
        card.clan = i % 2 == 0 ? QStringLiteral("Clan") : QString();
        card.team = info.cast[static_cast<std::size_t>(i)].team;
        card.result = card.team == 0 ? QStringLiteral("Win") : QStringLiteral("Loss");
        card.resultInferred = i % 2 == 1;
        card.facts = {{QStringLiteral("Kind"), QStringLiteral("Walker (random)")},
                      {QStringLiteral("Rating"), QString::number(4000 + i)}};
        info.players.push_back(std::move(card));
    }
}

void addCensus(ReplayInfo& info, StringTable& strings)
{
    const std::size_t first = info.actorProperties.size();
    info.census.type = ActorPropertyId(first);
    info.census.group = ActorPropertyId(first + 1);
    info.census.cost = ActorPropertyId(first + 2);
    info.census.batch = ActorPropertyId(first + 3);
    info.census.costName = QStringLiteral("Worth");
    auto& p = info.actorProperties;
    p.push_back(plain(QStringLiteral("type"), QStringLiteral("Type"), PropertyType::Text));
    p.push_back(plain(QStringLiteral("group"), QStringLiteral("Group"), PropertyType::Enumeration,
                      {QStringLiteral("Workers"), QStringLiteral("Army")}));
    p.push_back(plain(QStringLiteral("cost"), QStringLiteral("Cost"), PropertyType::Integer));
    p.push_back(plain(QStringLiteral("batch"), QStringLiteral("Batch"), PropertyType::Integer));
    for (int i = 0; i < 3; ++i)
        strings.intern(fakeThing(i, 0).type);
}

void addOrders(const FakeReplayOptions& o, FrameNumber frames, EventTable& table)
{
    const int order = static_cast<int>(table.kinds.size());
    table.kinds.push_back({QStringLiteral("order"), QStringLiteral("Order")});
    table.kinds.push_back({QStringLiteral("upgrade"), QStringLiteral("Upgrade")});
    for (int i = 0; i < o.orders; ++i) {
        Event event;
        event.frame = o.frames * i / o.orders;
        if (event.frame >= frames)
            break;
        event.time = fakeTime(o, event.frame);
        event.kind = i % 5 == 4 ? order + 1 : order;
        if (o.actors > 0)
            event.actors = {static_cast<ActorId>(i % o.actors)};
        event.text = QStringLiteral("thing %1").arg(i);
        event.data = {{QStringLiteral("count"), 10 + i}};
        table.events.push_back(std::move(event));
    }
}

void addBands(const FakeReplayOptions& o, FrameNumber frames, EventTable& table)
{
    const int kind = static_cast<int>(table.kinds.size());
    table.kinds.push_back({.id = QStringLiteral("fight"), .name = QStringLiteral("Fight"), .band = true});
    if (o.highlights)
        table.kinds.back().highlight.worth = 0.5;
    for (int i = 0; i < o.bands; ++i) {
        Event event;
        event.frame = o.frames * i / o.bands;
        if (event.frame >= frames)
            break;
        event.time = fakeTime(o, event.frame);
        event.length = Micros{2'000'000};
        event.kind = kind;
        event.placed = true;
        event.radius = 8.0F;
        event.place = {10.0 * i, 0.0, -5.0};
        event.text = QStringLiteral("fight %1").arg(i);
        table.events.push_back(std::move(event));
    }
}

void addForeign(const QString& foreign, ReplayInfo& info)
{
    info.map += foreign;
    info.formatVersion += foreign;
    for (Team& team : info.teams)
        team.name += foreign;
    for (ActorInfo& actor : info.cast) {
        actor.name += foreign;
        actor.nativeType += foreign;
        for (auto& [name, value] : actor.attributes) {
            name += foreign;
            value += foreign;
        }
    }
    for (PlayerCard& card : info.players) {
        card.name += foreign;
        card.clan += foreign;
        card.facts.emplace_back(foreign, foreign);
    }
    info.metadata.insert(foreign, foreign);
}

} // namespace

FakeThing fakeThing(int actor, FrameNumber frame)
{
    FakeThing thing;
    thing.type = std::vector{QStringLiteral("Digger"), QStringLiteral("Archer"),
                             QStringLiteral("Wagon")}[static_cast<std::size_t>(actor % 3)];
    thing.group = actor % 3 == 2 ? -1 : actor % 3;
    thing.cost = 50 * (1 + actor % 3);
    thing.batch = actor % 8 == 7 ? 2 : 1;
    thing.unfinished = actor % 4 == 3 && frame < 100;
    return thing;
}

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
    info->format = o.format.isEmpty() ? QStringLiteral("fake") : o.format;
    info->formatName = QStringLiteral("Fake replay");
    info->formatVersion = QStringLiteral("1");
    info->map = QStringLiteral("Circles");
    info->bytes = static_cast<std::uint64_t>(o.frames) * 100U;
    for (int team = 0; team < o.teams; ++team)
        info->teams.push_back({QStringLiteral("Team %1").arg(team + 1), team,
                               o.sides > 0 ? QStringLiteral("Side %1").arg(team % o.sides + 1) : QString()});
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
        actor.nativeId = 100 + std::int64_t{i};
        const bool walker = i % 2 == 1;
        actor.kind = walker ? ActorKind::Walker : ActorKind::Vehicle;
        actor.shape = !walker ? ActorShape::Vehicle : o.bodies ? ActorShape::Body : ActorShape::Capsule;
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
        strings->intern(QStringLiteral("note %1").arg(i) + o.foreign);
    }
    if (o.properties) {
        info->actorProperties = actorProperties();
        info->marks = o.marks;
        info->matchProperties = matchProperties();
        if (o.match)
            addMatch(o, *info);
        if (o.census)
            addCensus(*info, *strings);
        if (o.observer)
            addObserver(o, *info, *strings);
    }
    info->strings = std::move(strings);
    if (o.lineUp)
        addPlayers(o, *info);
    if (o.orders > 0)
        info->eventColumns.push_back({QStringLiteral("orders"),
                                      QStringLiteral("Orders"),
                                      {QStringLiteral("order"), QStringLiteral("upgrade")},
                                      QStringLiteral("count"),
                                      QStringLiteral("Count")});
    info->metadata = {{QStringLiteral("actors"), o.actors},
                      {QStringLiteral("frames"), static_cast<double>(o.frames)}};
    if (!o.foreign.isEmpty())
        addForeign(o.foreign, *info);
    return info;
}

std::shared_ptr<const EventTable> fakeEvents(const FakeReplayOptions& o, FrameNumber frames)
{
    auto table = std::make_shared<EventTable>();
    table->kinds = {{QStringLiteral("hit"), QStringLiteral("Hit"), true, false, true},
                    {QStringLiteral("note"), QStringLiteral("Note"), false, false, true},
                    {QStringLiteral("cheat"), QStringLiteral("Cheat"), false, true, true}};
    table->kinds[0].cut = o.cuts;
    if (o.highlights) {
        table->kinds[0].highlight.worth = 1.0;
        table->kinds[0].highlight.swing = 1.0;
        table->kinds[0].highlight.rarity = 0.5;
    }
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
    if (o.orders > 0)
        addOrders(o, frames, *table);
    if (o.bands > 0)
        addBands(o, frames, *table);
    for (Event& event : table->events)
        event.text += o.foreign;
    std::stable_sort(table->events.begin(), table->events.end(),
                     [](const Event& a, const Event& b) { return a.frame < b.frame; });
    return table;
}

} // namespace ghostline::test
