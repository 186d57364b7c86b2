// SPDX-License-Identifier: GPL-3.0-or-later

// Declarations: every property at its number, pages that panels can show, cards that say how sure they are.
#include "codecs/ironcurtain/derived/declare.h"
#include "codecs/ironcurtain/derived/derived_kinds.h"
#include "codecs/ironcurtain/replay/cast.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <array>
#include <set>

namespace tst_icrep_declare {

using namespace ghostline;
using namespace ghostline::ironcurtain;

namespace {

Kinds named(std::initializer_list<std::string> strings)
{
    Kinds kinds;
    kinds.addStrings(std::make_shared<StringPool>(strings));
    return kinds;
}

Player player(PlayerId id, const char* outcome, int team)
{
    Player p;
    p.id = id;
    p.name = QStringLiteral("P%1").arg(id + 1);
    p.faction = QStringLiteral("allies");
    p.outcome = QLatin1String(outcome);
    p.team = team;
    return p;
}

} // namespace

class DeclareTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void propertiesStandAtTheirNumbers();
    void powersAreDeclaredTwice();
    void pagesShowWhatIsDeclared_data();
    void pagesShowWhatIsDeclared();
    void rosterFollowsEventsThatExist();
    void resultsSayWhereTheyComeFrom_data();
    void resultsSayWhereTheyComeFrom();
    void sidesAreCountedFromOne();
    void actionsAMinute();
};

void DeclareTest::propertiesStandAtTheirNumbers()
{
    const auto properties = actorProperties({}, Kinds());
    QCOMPARE(properties.size(), static_cast<std::size_t>(ActorProperty::FirstPower));
    std::set<QString> ids;
    for (const model::PropertyInfo& info : properties) {
        QVERIFY2(!info.id.isEmpty() && !info.name.isEmpty() && !info.group.isEmpty(), qPrintable(info.id));
        QVERIFY2(ids.insert(info.id).second, qPrintable(info.id));
        const bool listed =
            info.type == model::PropertyType::Enumeration || info.type == model::PropertyType::Flags;
        QCOMPARE(info.names.isEmpty(), !listed);
    }
    const auto at = [&](ActorProperty p) { return properties[id(p).index()]; };
    QCOMPARE(at(ActorProperty::Type).id, QStringLiteral("type"));
    QCOMPARE(at(ActorProperty::Type).type, model::PropertyType::Text);
    QCOMPARE(at(ActorProperty::Group).names[static_cast<int>(UnitGroup::Buildings)],
             QStringLiteral("Buildings"));
    QCOMPARE(at(ActorProperty::Turret).interpolation, model::Interpolation::Angle);
    QCOMPARE(at(ActorProperty::Look).id, QStringLiteral("look"));
    QCOMPARE(at(ActorProperty::Status).names.size(), 4);
    QCOMPARE(at(ActorProperty::HarvesterIdle).unit, QStringLiteral("s"));
    QCOMPARE(at(ActorProperty::CollectionRate).id, QStringLiteral("collection_rate"));
    QCOMPARE(at(ActorProperty::ProductionIdle).id, QStringLiteral("production_idle"));
    QCOMPARE(at(ActorProperty::LostValue).id, QStringLiteral("lost_value"));
    QCOMPARE(at(ActorProperty::Epm).id, QStringLiteral("epm"));
    QCOMPARE(at(ActorProperty::ArmyValue).id, QStringLiteral("army_value"));
    QCOMPARE(at(ActorProperty::PowerDrained).id, QStringLiteral("power_drained"));
    QCOMPARE(at(ActorProperty::StructureCount).id, QStringLiteral("structure_count"));
}

void DeclareTest::powersAreDeclaredTwice()
{
    const Kinds kinds = named({"nuke", "Iron-Curtain", "iron_curtain"});
    const auto properties = actorProperties({0, 1, 2}, kinds);
    QCOMPARE(properties.size(), static_cast<std::size_t>(ActorProperty::FirstPower) + 6);
    const auto at = [&](model::ActorPropertyId p) { return properties[p.index()]; };
    QCOMPARE(at(powerState(0)).id, QStringLiteral("power_nuke"));
    QCOMPARE(at(powerState(0)).names.value(static_cast<int>(PowerState::Ready)), QStringLiteral("Ready"));
    QCOMPARE(at(powerRemaining(0)).id, QStringLiteral("power_nuke_remaining"));
    QCOMPARE(at(powerRemaining(0)).type, model::PropertyType::Real);
    QCOMPARE(at(powerState(1)).id, QStringLiteral("power_iron_curtain"));
    QVERIFY(at(powerState(2)).id != at(powerState(1)).id);
}

void DeclareTest::pagesShowWhatIsDeclared_data()
{
    QTest::addColumn<int>("powers");
    QTest::newRow("no powers") << 0;
    QTest::newRow("three powers") << 3;
}

void DeclareTest::pagesShowWhatIsDeclared()
{
    QFETCH(int, powers);
    const Kinds kinds = named({"nuke", "chrono", "spy"});
    PowerList list;
    for (int i = 0; i < powers; ++i)
        list.push_back(static_cast<InternedId>(i));
    const auto properties = actorProperties(list, kinds);
    const auto pages = observerPages(list, kinds);
    QStringList ids;
    for (const model::ObserverPage& page : pages) {
        ids << page.id;
        int compact = 0;
        for (const model::ObserverFigure& figure : page.figures) {
            QVERIFY(figure.property >= id(ActorProperty::FirstPlayerProperty));
            QVERIFY(figure.property.index() < properties.size());
            QVERIFY(!figure.shortName.isEmpty());
            compact += figure.from == model::Density::Compact ? 1 : 0;
            if (figure.timer)
                QCOMPARE(properties[figure.timer.index()].unit, QStringLiteral("s"));
        }
        QVERIFY2(compact >= 1 && compact <= 2, qPrintable(page.id));
        QVERIFY(!page.graphs.empty());
        for (const model::ActorPropertyId graph : page.graphs)
            QVERIFY(properties[graph.index()].plottable());
    }
    QCOMPARE(ids,
             (QStringList{QStringLiteral("army"), QStringLiteral("production"), QStringLiteral("economy"),
                          QStringLiteral("powers"), QStringLiteral("score"), QStringLiteral("apm")}));
    QVERIFY(pages[0].census);
    QCOMPARE(pages[1].listing.what, id(ActorProperty::Producing));
    QCOMPARE(pages[3].figures.size(), list.size() + 2);
}

void DeclareTest::rosterFollowsEventsThatExist()
{
    std::set<QString> kinds;
    std::set<QString> withColumns;
    for (const model::EventKind& kind : derivedKinds()) {
        kinds.insert(kind.id);
        if (!kind.columns.empty())
            withColumns.insert(kind.id);
    }
    const model::Scoreboard board = scoreboard();
    QVERIFY(board.score.empty()); // credits are no score
    QVERIFY(!board.statistics.empty());
    for (const model::Statistic& statistic : board.statistics) {
        QVERIFY(statistic.eventKind.isEmpty() || kinds.count(statistic.eventKind) == 1);
        QVERIFY(statistic.actor >= id(ActorProperty::FirstPlayerProperty));
    }
    for (const QString& table : board.tables)
        QVERIFY2(withColumns.count(table) == 1, qPrintable(table));
    QVERIFY(!census().empty());
    QVERIFY(!census().cost);
}

void DeclareTest::resultsSayWhereTheyComeFrom_data()
{
    QTest::addColumn<QStringList>("outcomes");
    QTest::addColumn<QJsonObject>("end");
    QTest::addColumn<QStringList>("results");
    QTest::addColumn<bool>("inferred");
    const QStringList none{QString(), QString(), QString()};
    const auto end = [](const char* outcome) {
        return QJsonObject{{QStringLiteral("outcome"), QLatin1String(outcome)}};
    };
    QJsonObject blue = end("Completed");
    blue[QLatin1String("winner")] = 1;
    QJsonObject team = end("Completed");
    team[QLatin1String("winner_team")] = 4;
    QJsonObject left = end("Abandoned");
    left[QLatin1String("player")] = 2;
    QTest::newRow("as recorded")
        << QStringList{QStringLiteral("won"), QStringLiteral("lost"), QStringLiteral("kicked")} << blue
        << QStringList{QStringLiteral("Win"), QStringLiteral("Loss"), QStringLiteral("Kicked")} << false;
    QTest::newRow("player wins") << none << blue
                                 << QStringList{QStringLiteral("Loss"), QStringLiteral("Win"),
                                                QStringLiteral("Loss")}
                                 << true;
    QTest::newRow("team wins") << none << team
                               << QStringList{QStringLiteral("Win"), QStringLiteral("Loss"),
                                              QStringLiteral("Win")}
                               << true;
    QTest::newRow("draw") << none << end("Draw")
                          << QStringList{QStringLiteral("Draw"), QStringLiteral("Draw"),
                                         QStringLiteral("Draw")}
                          << true;
    QTest::newRow("left") << none << left << QStringList{QString(), QString(), QStringLiteral("Left")}
                          << true;
    QTest::newRow("remade") << none << end("Remade") << none << false;
}

void DeclareTest::resultsSayWhereTheyComeFrom()
{
    QFETCH(QStringList, outcomes);
    QFETCH(QJsonObject, end);
    QFETCH(QStringList, results);
    QFETCH(bool, inferred);
    const std::array<int, 3> teams{4, 5, 4};
    std::vector<Player> list;
    for (PlayerId i = 0; i < 3; ++i)
        list.push_back(player(i, qPrintable(outcomes[static_cast<int>(i)]), teams[i]));
    model::EventTable events;
    events.kinds = derivedKinds();
    model::Event event;
    event.kind = static_cast<int>(DerivedKind::MatchEnd);
    event.data = end;
    events.events.push_back(event);
    const auto cards = playerCards(Players(list), {}, events, {}, model::TimeAxis::uniform(1201, 50, 1000));
    for (int i = 0; i < 3; ++i) {
        const model::PlayerCard& card = cards[static_cast<std::size_t>(i)];
        QCOMPARE(card.result, results[i]);
        QCOMPARE(card.resultInferred, inferred && !results[i].isEmpty());
        QCOMPARE(card.actor, static_cast<model::ActorId>(i));
    }
}

/// Whatever numbers the recording gives its teams.
void DeclareTest::sidesAreCountedFromOne()
{
    auto table = std::make_shared<PlayerTable>();
    for (const auto team : std::to_array<std::uint8_t>({7, 3, 7, 3})) {
        PlayerState state;
        state.player = static_cast<PlayerId>(table->size());
        state.look = PlayerLook{{}, team, {}};
        table->push_back(state);
    }
    SimState start;
    start.players = table;
    QStringList sides;
    for (const model::Team& team : describeTeams(listPlayers({}, &start), &start))
        sides << team.side;
    QCOMPARE(sides.join(QLatin1String(", ")), QStringLiteral("Team 2, Team 1, Team 2, Team 1"));
}

void DeclareTest::actionsAMinute()
{
    const Players players({player(0, "", -1), player(1, "", -1)});
    Metadata metadata;
    MetaPlayer recorded;
    recorded.slot = 1;
    recorded.apm = 61.4;
    metadata.players.push_back(recorded);
    const auto axis = model::TimeAxis::uniform(2401, 50, 1000); // two minutes
    using Facts = std::vector<std::pair<QString, QString>>;
    const std::pair<QString, QString> faction{QStringLiteral("Faction"), QStringLiteral("allies")};
    auto cards = playerCards(players, metadata, {}, {}, axis);
    QCOMPARE(cards[0].facts, Facts{faction});
    QCOMPARE(cards[1].facts,
             (Facts{faction, {QStringLiteral("Game APM"), QStringLiteral("61 (as recorded)")}}));
    OrderCounts orders;
    orders.frames = 2401;
    orders.actions[0] = 121;
    orders.cheaters = {0};
    cards = playerCards(players, metadata, {}, orders, axis);
    QCOMPARE(cards[0].facts, (Facts{faction,
                                    {QStringLiteral("Game APM"), QStringLiteral("61")},
                                    {QStringLiteral("DEV"), QStringLiteral("used cheats")}}));
    QCOMPARE(cards[1].facts, (Facts{faction, {QStringLiteral("Game APM"), QStringLiteral("0")}}));
}

} // namespace tst_icrep_declare

GHOSTLINE_TEST(tst_icrep_declare, DeclareTest)
#include "tst_icrep_declare.moc"
