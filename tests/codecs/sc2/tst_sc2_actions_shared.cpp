// SPDX-License-Identifier: GPL-3.0-or-later
// Selections, orders, rates and motion of every shared replay: masks fit the lists they are for, rates agree
// with what the game counted, commands suit the race, and every place that is called reported is a report.
#include "codecs/sc2/commands/motion.h"
#include "codecs/sc2/commands/revealed_units.h"
#include "codecs/sc2/commands/selection.h"
#include "tests/codecs/sc2/expected.h"

#include "codecs/sc2/container/mpq_archive.h"
#include "tests/support/test_driver.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace tst_sc2_actions_shared {

using namespace ghostline;
using namespace ghostline::sc2;

namespace {

struct Loaded
{
    ReplayHead head;
    bool hasTracker = false;
    TrackerEvents tracker;
    GameEvents game;
    PlayerActions actions;
    UnitLives lives;
    Motions motions;
};

bool load(const QString& replay, Loaded& out)
{
    const auto bytes = test::replayBytes(replay);
    const auto archive = MpqArchive::open(bytes);
    if (!archive)
        return false;
    auto head = readHead(*archive);
    const auto game = archive->read("replay.game.events");
    if (!head || !game)
        return false;
    out.head = std::move(*head);
    const Version& version = out.head.header.version;
    const auto tracker = archive->read("replay.tracker.events");
    out.hasTracker = tracker && !tracker->empty();
    if (out.hasTracker) {
        out.tracker = parseTrackerEvents(*tracker, version.build);
        joinSetup(out.head, out.tracker.setup);
    }
    out.game = parseGameEvents(*game, version.baseBuild);
    out.actions = readActions(out.head, out.game);
    out.lives =
        out.hasTracker ? buildLives(out.tracker) : revealLives(out.head, out.game, out.actions, out.tracker);
    out.motions = estimateMotion(out.lives, out.tracker, out.actions, out.head);
    return true;
}

} // namespace

class TestActionsShared final : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void masksFit_data() { test::addReplayRows({QStringLiteral("truncated_1232")}); }
    void masksFit();
    void ratesAgree_data() { masksFit_data(); }
    void ratesAgree();
    void commandsSuitTheRace_data() { masksFit_data(); }
    void commandsSuitTheRace();
    void everyReportIsMet_data() { masksFit_data(); }
    void everyReportIsMet();
};

void TestActionsShared::masksFit()
{
    QFETCH(QString, replay);
    Loaded data;
    QVERIFY(load(replay, data));
    std::vector<SelectionBook> books(32);
    for (const GameEvent& event : data.game.order) {
        if (event.kind == GameEventKind::Selection)
            books[event.user % 32].apply(data.game.selections[event.index], data.game);
        else if (event.kind == GameEventKind::ControlGroup)
            books[event.user % 32].apply(data.game.groups[event.index], data.game);
    }
    std::uint64_t told = 0;
    std::uint64_t wrong = 0;
    for (const SelectionBook& book : books) {
        told += book.fit().indices + book.fit().masks;
        wrong += book.fit().indicesOutside + book.fit().masksTooLong;
    }
    // Two long games leave a few; in all others nothing points beyond its list.
    QVERIFY2(wrong * 10 <= told, qPrintable(QStringLiteral("%1 of %2").arg(wrong).arg(told)));
    if (data.head.header.version.build < 30000)
        QCOMPARE(wrong, std::uint64_t(0));
    for (std::size_t who = 0; who < data.actions.selections.size(); ++who) {
        std::uint32_t before = 0;
        for (const SelectionState& state : data.actions.selections[who]) {
            QVERIFY(state.loop >= before);
            QVERIFY(state.first + state.count <= data.actions.selectionTags.size());
            before = state.loop;
        }
        for (std::size_t i = 1; i < data.actions.cameras[who].size(); ++i)
            QVERIFY(data.actions.cameras[who][i].loop > data.actions.cameras[who][i - 1].loop);
    }
}

void TestActionsShared::ratesAgree()
{
    QFETCH(QString, replay);
    Loaded data;
    QVERIFY(load(replay, data));
    const bool coop = replay.contains(QLatin1String("coop"));
    for (std::size_t i = 0; i < data.head.participants.size(); ++i) {
        const Participant& player = data.head.participants[i];
        const double apm = data.actions.averageApm[i];
        QVERIFY(data.actions.averageEpm[i] <= apm);
        for (const RateSample& sample : data.actions.rates[i])
            QVERIFY(sample.epm <= sample.apm && sample.apm < 3000.0F && sample.screens <= 300.0F);
        if (!player.apm || *player.apm <= 0.0 || player.computer || coop || !player.userId)
            continue;
        const double off = std::abs(apm - *player.apm);
        QVERIFY2(
            off < 1.5 || off < *player.apm * 0.008,
            qPrintable(QStringLiteral("%1: %2 here, %3 there").arg(player.name).arg(apm).arg(*player.apm)));
    }
}

void TestActionsShared::commandsSuitTheRace()
{
    QFETCH(QString, replay);
    Loaded data;
    QVERIFY(load(replay, data));
    const std::map<std::string_view, Race> owner{{"TerranBuild", Race::Terran},
                                                 {"BarracksTrain", Race::Terran},
                                                 {"CommandCenterTrain", Race::Terran},
                                                 {"FactoryTrain", Race::Terran},
                                                 {"StarportTrain", Race::Terran},
                                                 {"SiegeMode", Race::Terran},
                                                 {"ProtossBuild", Race::Protoss},
                                                 {"GatewayTrain", Race::Protoss},
                                                 {"NexusTrain", Race::Protoss},
                                                 {"Blink", Race::Protoss},
                                                 {"WarpGateTrain", Race::Protoss},
                                                 {"StargateTrain", Race::Protoss},
                                                 {"ZergBuild", Race::Zerg},
                                                 {"LarvaTrain", Race::Zerg},
                                                 {"TrainQueen", Race::Zerg},
                                                 {"SpawnLarva", Race::Zerg},
                                                 {"MorphZerglingToBaneling", Race::Zerg}};
    int fitting = 0;
    for (const Order& order : data.actions.orders) {
        const auto known = owner.find(order.name.ability);
        const Race played = data.head.participants[std::size_t(order.participant)].played;
        if (known == owner.end() || played == Race::Unknown || played == Race::Random)
            continue;
        QVERIFY2(known->second == played,
                 qPrintable(QStringLiteral("%1 at loop %2")
                                .arg(QString::fromLatin1(order.name.command.data(),
                                                         qsizetype(order.name.command.size())))
                                .arg(order.loop)));
        ++fitting;
    }
    const bool ladder =
        replay == QLatin1String("5.0.0.80949_TvZ") || replay == QLatin1String("1.0.2.16223_TvT");
    QVERIFY(fitting > 100 || !ladder);
}

void TestActionsShared::everyReportIsMet()
{
    QFETCH(QString, replay);
    Loaded data;
    QVERIFY(load(replay, data));
    QCOMPARE(data.motions.units.size(), data.lives.lives.size());
    std::size_t met = 0;
    for (std::size_t i = 0; i < data.lives.lives.size(); ++i) {
        const UnitLife& life = data.lives.lives[i];
        const auto way = data.motions.of(i);
        const auto reports = data.lives.reportsOf(life);
        QVERIFY(!way.empty());
        QVERIFY(way.front().loop == life.first && (way.back().loop < life.end || life.end == life.first));
        for (std::size_t w = 0; w < way.size(); ++w) {
            QVERIFY(std::isfinite(way[w].x) && std::isfinite(way[w].y) && std::isfinite(way[w].heading));
            QVERIFY(w == 0 || way[w].loop > way[w - 1].loop);
            if (!way[w].reported)
                continue;
            const bool told = std::any_of(reports.begin(), reports.end(), [&](const Report& r) {
                return r.loop == way[w].loop && r.x == way[w].x && r.y == way[w].y;
            });
            QVERIFY2(told, qPrintable(QStringLiteral("life %1 at %2").arg(i).arg(way[w].loop)));
            ++met;
        }
        // Of several reports of one loop the last holds.
        for (std::size_t r = 0; r < reports.size() && data.hasTracker; ++r) {
            const bool last = r + 1 == reports.size() || reports[r + 1].loop != reports[r].loop;
            if (!last || reports[r].loop >= life.end)
                continue;
            const bool there = std::any_of(way.begin(), way.end(), [&](const Waypoint& w) {
                return w.reported && w.loop == reports[r].loop && w.x == reports[r].x && w.y == reports[r].y;
            });
            QVERIFY2(there, qPrintable(QStringLiteral("life %1 not at %2").arg(i).arg(reports[r].loop)));
        }
    }
    QVERIFY(met > 0 || !data.hasTracker);
}

} // namespace tst_sc2_actions_shared

GHOSTLINE_TEST(tst_sc2_actions_shared, TestActionsShared)
#include "tst_sc2_actions_shared.moc"
