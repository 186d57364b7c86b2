// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_observer.h"

#include <algorithm>

namespace ghostline::test {

using namespace ghostline::model;

namespace {

enum Observed { Money, Power, PowerLeft, Making, MakingDone, MakingQueue };

/// The first observed property comes right before the end of those declared.
std::size_t firstOf(const ReplayInfo& info) { return info.actorProperties.size() - (MakingQueue + 1); }

PropertyInfo declared(const QString& id, const QString& name, PropertyType type, const QString& unit = {},
                      QStringList names = {})
{
    return {id, name, QStringLiteral("Observed"), type, unit, Interpolation::Step, std::move(names)};
}

ObserverFigure figure(std::size_t property, const QString& name, Density from)
{
    ObserverFigure f;
    f.property = ActorPropertyId(property);
    f.shortName = name;
    f.from = from;
    return f;
}

ObserverPage page(const QString& id, const QString& name)
{
    ObserverPage p;
    p.id = id;
    p.name = name;
    return p;
}

AnalysisRow row(const QString& who, double count, int actor, int parent)
{
    AnalysisRow r;
    r.cells.emplace_back(who);
    r.cells.emplace_back(QStringLiteral("%1 times").arg(count), count);
    r.actor = actor < 0 ? ActorId::None : static_cast<ActorId>(actor);
    r.parent = parent;
    return r;
}

AnalysisColumn column(const QString& name, bool numeric, const QString& tip = {})
{
    AnalysisColumn c;
    c.id = name.toLower();
    c.name = name;
    c.numeric = numeric;
    c.tip = tip;
    return c;
}

/// More columns than a dock has room for, and more rows.
AnalysisTable wideTable()
{
    AnalysisTable wide;
    wide.id = QStringLiteral("wide");
    wide.name = QStringLiteral("Wide");
    wide.columns = {column(QStringLiteral("Who"), false),
                    column(QStringLiteral("What"), false),
                    column(QStringLiteral("Outcome"), false, QStringLiteral("How it ended")),
                    column(QStringLiteral("Count"), true),
                    column(QStringLiteral("Longest of all"), true),
                    column(QStringLiteral("Remarks"), false)};
    const QString words = QStringLiteral("many words that need much more room than there is in a dock");
    for (int i = 0; i < 60; ++i) {
        AnalysisRow r;
        r.cells = {AnalysisCell(QStringLiteral("Somebody %1").arg(i)),
                   AnalysisCell(words),
                   AnalysisCell(words),
                   AnalysisCell(QString::number(i), i),
                   AnalysisCell(QStringLiteral("1,234,567"), i),
                   AnalysisCell(words)};
        r.parent = i % 3 == 0 ? -1 : i - i % 3;
        wide.rows.push_back(std::move(r));
    }
    return wide;
}

} // namespace

std::int64_t fakeMoney(int actor, FrameNumber frame) { return 1000 * (actor + 1) + 10 * frame; }

int fakePower(FrameNumber frame)
{
    const FrameNumber in = frame % 400;
    return in < 100 ? 0 : in < 200 ? 1 : 2;
}

double fakePowerLeft(const FakeReplayOptions& o, FrameNumber frame)
{
    return fakePower(frame) == 1 ? seconds(fakeTime(o, 200) - fakeTime(o, frame % 400)) : 0.0;
}

FakeWork fakeWork(const FakeReplayOptions& o, int actor, FrameNumber frame)
{
    if (actor < o.teams || actor % 3 != 0 || frame < 50)
        return {};
    return {actor % 2 == 0 ? QStringLiteral("Cart") : QStringLiteral("Tower of many steps"),
            static_cast<double>((frame + 7 * static_cast<FrameNumber>(actor)) % 100), actor % 4};
}

void addObserver(const FakeReplayOptions& o, ReplayInfo& info, StringTable& strings)
{
    const std::size_t first = info.actorProperties.size();
    auto& p = info.actorProperties;
    p.push_back(declared(QStringLiteral("money"), QStringLiteral("Money in hand"), PropertyType::Integer));
    p.push_back(declared(QStringLiteral("power"), QStringLiteral("Power"), PropertyType::Enumeration, {},
                         {QStringLiteral("Missing"), QStringLiteral("Charging"), QStringLiteral("Ready")}));
    p.push_back(declared(QStringLiteral("power_left"), QStringLiteral("Power is ready in"),
                         PropertyType::Real, QStringLiteral("s")));
    p.push_back(declared(QStringLiteral("making"), QStringLiteral("Making"), PropertyType::Text));
    p.push_back(declared(QStringLiteral("making_done"), QStringLiteral("Done"), PropertyType::Real,
                         QStringLiteral("%")));
    p.push_back(declared(QStringLiteral("making_queue"), QStringLiteral("Waiting"), PropertyType::Integer));
    strings.intern(QStringLiteral("Cart"));
    strings.intern(QStringLiteral("Tower of many steps"));
    for (int i = 0; i < std::min(o.teams, o.actors); ++i) {
        ActorInfo& actor = info.cast[static_cast<std::size_t>(i)];
        actor.kind = ActorKind::Player;
        actor.name = QStringLiteral("Player %1").arg(i + 1);
    }
    ObserverPage economy = page(QStringLiteral("economy"), QStringLiteral("Economy"));
    economy.figures = {figure(first + Money, QStringLiteral("Money"), Density::Compact),
                       figure(1, QStringLiteral("Gear"), Density::Normal),
                       figure(0, QStringLiteral("Throttle"), Density::Full)};
    economy.figures.front().spread = true;
    economy.graphs = {ActorPropertyId(first + Money), ActorPropertyId(1)};
    ObserverPage powers = page(QStringLiteral("powers"), QStringLiteral("Powers"));
    powers.figures = {figure(first + Power, QStringLiteral("Power"), Density::Compact)};
    powers.figures.front().timer = ActorPropertyId(first + PowerLeft);
    ObserverPage production = page(QStringLiteral("production"), QStringLiteral("Production"));
    production.listing = {ActorPropertyId(first + Making), ActorPropertyId(first + MakingDone),
                          ActorPropertyId(first + MakingQueue)};
    ObserverPage army = page(QStringLiteral("army"), QStringLiteral("Army"));
    army.census = true;
    ObserverPage score = page(QStringLiteral("score"), QStringLiteral("Score"));
    score.figures = {figure(0, QStringLiteral("Throttle"), Density::Full)};
    info.observer = {economy, production, powers, army, score};
}

void fillObserved(const FakeReplayOptions& o, const ReplayInfo& info, int actor, FrameNumber frame,
                  std::span<PropertyValue> p)
{
    const std::size_t first = firstOf(info);
    if (actor < o.teams) {
        p[first + Money] = PropertyValue::integer(fakeMoney(actor, frame));
        p[first + Power] = PropertyValue::integer(fakePower(frame));
        p[first + PowerLeft] = PropertyValue::real(fakePowerLeft(o, frame));
    }
    const FakeWork work = fakeWork(o, actor, frame);
    if (work.what.isEmpty())
        return;
    p[first + Making] = PropertyValue::text(info.strings->find(work.what));
    p[first + MakingDone] = PropertyValue::real(work.progress);
    p[first + MakingQueue] = PropertyValue::integer(work.waiting);
}

std::shared_ptr<const std::vector<AnalysisTable>> fakeTables(const FakeReplayOptions& o)
{
    auto tables = std::make_shared<std::vector<AnalysisTable>>();
    if (!o.tables)
        return tables;
    tables->resize(2);
    AnalysisTable& votes = tables->at(0);
    votes.id = QStringLiteral("votes");
    votes.name = QStringLiteral("Votes");
    votes.note = QStringLiteral("Only what was voted on while it was recorded.");
    votes.columns.resize(2);
    votes.columns[0].id = QStringLiteral("who");
    votes.columns[0].name = QStringLiteral("Who");
    votes.columns[1].id = QStringLiteral("count");
    votes.columns[1].name = QStringLiteral("Count");
    votes.columns[1].numeric = true;
    votes.rows = {row(QStringLiteral("First, the quick"), 9, 0, -1), row(QStringLiteral("Second"), 10, 1, -1),
                  row(QStringLiteral("Nobody"), 2, -1, -1), row(QStringLiteral("below First"), 1, 2, 0),
                  row(QStringLiteral("also below First"), 30, 3, 0)};
    votes.rows[2].cells[1] = AnalysisCell();
    votes.rows[1].frame = 300;
    votes.rows[4].frame = 420;
    AnalysisTable& hands = tables->at(1);
    hands.id = QStringLiteral("hands");
    hands.name = QStringLiteral("Hands");
    hands.columns = {votes.columns[0]};
    tables->push_back(wideTable());
    return tables;
}

} // namespace ghostline::test
