// SPDX-License-Identifier: GPL-3.0-or-later
// Who has what selected after every kind of change, what was ordered to whom, where a player looks, how fast
// he acts.
#include "codecs/sc2/commands/player_actions.h"
#include "codecs/sc2/commands/selection.h"
#include "tests/codecs/sc2/made_game.h"
#include "tests/support/test_driver.h"

#include <QElapsedTimer>
#include <QTest>

namespace tst_sc2_selection {

using namespace ghostline;
using namespace ghostline::sc2;

using test::MadeGame;
using Tags = std::vector<std::uint32_t>;

namespace {

ReplayHead twoPlayers()
{
    ReplayHead head;
    head.header.version.major = 0; // the beta's names need no mods
    head.header.version.build = 14621;
    head.header.loops = 3000;
    for (int i = 0; i < 2; ++i) {
        Participant player;
        player.playerId = i + 1;
        player.userId = i;
        head.participants.push_back(player);
    }
    return head;
}

Tags selected(const PlayerActions& actions, std::size_t who, std::uint32_t loop)
{
    const auto tags = actions.selectedAt(who, loop);
    return {tags.begin(), tags.end()};
}

} // namespace

class TestSelection final : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void masksTakeAway_data();
    void masksTakeAway();
    void followsGroups();
    void keepsPlayersApart();
    void sharesEqualSelections();
    void ordersKnowTheirSelection();
    void aNewTargetAndItsStateAreOneAction();
    void camerasKeepWhatIsAbsent();
    void countsActionsPerMinute();
    void survivesNonsense();
    void followsOnlySoMuch();
};

void TestSelection::masksTakeAway_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QList<int>>("positions");
    QTest::addColumn<int>("length");
    QTest::addColumn<QList<int>>("left");
    QTest::addColumn<bool>("approximate");
    const auto row = [](const char* name, MaskKind kind, const QList<int>& positions, int length,
                        const QList<int>& left, bool approximate) {
        QTest::newRow(name) << int(kind) << positions << length << left << approximate;
    };
    row("none", MaskKind::None, {}, 0, {5, 10, 11, 12, 13}, false);
    row("a mask, beyond it all stay", MaskKind::Mask, {0, 2}, 3, {5, 11, 13}, false);
    row("a mask of all", MaskKind::Mask, {0, 1, 2, 3}, 4, {5, 11}, false);
    row("a mask beyond the list", MaskKind::Mask, {1, 8}, 9, {5, 10, 11, 12, 13}, true);
    row("a long mask that takes nothing", MaskKind::Mask, {}, 9, {5, 10, 11, 12, 13}, false);
    row("ones go", MaskKind::OneIndices, {3, 0}, 0, {5, 11, 12}, false);
    row("zeros stay", MaskKind::ZeroIndices, {3, 0}, 0, {5, 10, 11, 13}, false);
    row("no zeros: all go", MaskKind::ZeroIndices, {}, 0, {5, 11}, false);
    row("beyond the list", MaskKind::OneIndices, {4, 511}, 0, {5, 10, 11, 12, 13}, true);
}

void TestSelection::masksTakeAway()
{
    QFETCH(int, kind);
    QFETCH(QList<int>, positions);
    QFETCH(int, length);
    QFETCH(QList<int>, left);
    QFETCH(bool, approximate);
    MadeGame game;
    game.select(1, 0, {13, 11, 10, 12}); // held in ascending order, however it was told
    RemoveMask mask = game.mask(static_cast<MaskKind>(kind), {}, length);
    mask.count = static_cast<std::uint32_t>(positions.size());
    for (const int at : positions)
        game.events.positions.push_back(static_cast<std::uint16_t>(at));
    game.select(2, 0, {5, 11}, mask);
    const PlayerActions actions = readActions(twoPlayers(), game.events);
    const Tags expected(left.begin(), left.end());
    QCOMPARE(selected(actions, 0, 1), (Tags{10, 11, 12, 13}));
    QCOMPARE(selected(actions, 0, 2), expected);
    QCOMPARE(actions.selections[0].back().approximate, approximate);
    QVERIFY(selected(actions, 0, 0).empty());
}

void TestSelection::followsGroups()
{
    MadeGame game;
    using G = GroupAction;
    game.select(1, 0, {1, 2, 3});
    game.group(2, 0, 4, G::Set);
    game.select(3, 0, {7}, game.mask(MaskKind::ZeroIndices, {}));
    game.group(4, 0, 5, G::Set);
    game.group(5, 0, 4, G::Recall);
    game.group(6, 0, 5, G::Add);
    game.group(7, 0, 5, G::Recall);
    // Those that died since are left out of what is recalled.
    game.group(8, 0, 4, G::Recall, game.mask(MaskKind::OneIndices, {1}));
    game.group(9, 0, 6, G::StealSet);
    game.group(10, 0, 4, G::Recall);
    game.group(11, 0, 5, G::Recall);
    game.group(12, 0, 5, G::Clear);
    game.group(13, 0, 5, G::Recall);
    game.group(14, 0, 6, G::Recall);
    game.select(15, 0, {8}, {}, 6); // of a group: the selection stays
    game.group(16, 0, 6, G::Recall);
    game.group(17, 0, 7, G::StealAdd);
    game.group(18, 0, 6, G::Recall);
    game.group(19, 0, 12, G::Recall); // no such group
    game.select(20, 0, {40, 41, 42}, game.mask(MaskKind::ZeroIndices, {}));
    game.group(21, 0, 0, G::Set);
    game.select(22, 0, {39}, game.mask(MaskKind::ZeroIndices, {}));
    game.group(23, 0, 0, G::Add, game.mask(MaskKind::OneIndices, {1})); // 41 is dead by now
    game.group(24, 0, 0, G::Recall);
    const PlayerActions actions = readActions(twoPlayers(), game.events);
    QCOMPARE(selected(actions, 0, 3), (Tags{7}));
    QCOMPARE(selected(actions, 0, 6), (Tags{1, 2, 3}));
    QCOMPARE(selected(actions, 0, 7), (Tags{1, 2, 3, 7}));
    QCOMPARE(selected(actions, 0, 8), (Tags{1, 3}));
    QCOMPARE(selected(actions, 0, 10), (Tags{2}));
    QCOMPARE(selected(actions, 0, 11), (Tags{2, 7}));
    QCOMPARE(selected(actions, 0, 13), Tags{});
    QCOMPARE(selected(actions, 0, 15), (Tags{1, 3}));
    QCOMPARE(selected(actions, 0, 17), (Tags{1, 3, 8}));
    QCOMPARE(selected(actions, 0, 19), Tags{});
    QCOMPARE(selected(actions, 0, 24), (Tags{39, 40, 42}));
}

void TestSelection::keepsPlayersApart()
{
    MadeGame game;
    game.select(1, 0, {1});
    game.select(1, 1, {2});
    game.select(2, GlobalUser, {3});
    game.select(2, 9, {4}); // an observer
    game.group(3, 0, 1, GroupAction::Set);
    game.group(4, 1, 1, GroupAction::Recall);
    const PlayerActions actions = readActions(twoPlayers(), game.events);
    QCOMPARE(selected(actions, 0, 9), (Tags{1}));
    QCOMPARE(selected(actions, 1, 3), (Tags{2}));
    QCOMPARE(selected(actions, 1, 4), Tags{});
    QVERIFY(selected(actions, 2, 9).empty());
}

void TestSelection::sharesEqualSelections()
{
    MadeGame game;
    for (std::uint32_t i = 0; i < 100; ++i) {
        game.select(4 * i, 0, {5, 6, 7}, game.mask(MaskKind::ZeroIndices, {}));
        game.select(4 * i + 1, 0, {5, 6, 7}, game.mask(MaskKind::ZeroIndices, {})); // no change
        game.select(4 * i + 2, 0, {8}, game.mask(MaskKind::ZeroIndices, {}));
    }
    const PlayerActions actions = readActions(twoPlayers(), game.events);
    QCOMPARE(actions.selections[0].size(), std::size_t(200));
    QCOMPARE(actions.selectionTags.size(), std::size_t(4));
    QCOMPARE(selected(actions, 0, 397), (Tags{5, 6, 7}));
}

void TestSelection::ordersKnowTheirSelection()
{
    MadeGame game;
    game.command(1, 0, 38, 2, {}); // nothing selected yet
    game.select(2, 0, {1, 2});
    game.command(3, 0, -1, 0, MadeGame::at(10, 20), CommandQueued);
    game.select(4, 0, {}, game.mask(MaskKind::OneIndices, {0}));
    game.command(5, 0, 109, 3, MadeGame::at(30, 40));
    game.event(6, 0, GameEventKind::CommandState);
    const PlayerActions actions = readActions(twoPlayers(), game.events);
    QCOMPARE(actions.orders.size(), std::size_t(4));
    const auto of = [&](std::size_t i) {
        const Order& order = actions.orders[i];
        const SelectionState& state = actions.selections[0][order.selection];
        const auto* tags = actions.selectionTags.data() + state.first;
        return Tags(tags, tags + state.count);
    };
    QVERIFY(!actions.orders[0].hasSelection);
    QCOMPARE(actions.orders[0].purpose, CommandPurpose::HoldOrStop);
    QCOMPARE(of(1), (Tags{1, 2}));
    QVERIFY(actions.orders[1].queued);
    QVERIFY(!actions.orders[1].hasAbility);
    QCOMPARE(of(2), (Tags{2}));
    QCOMPARE(actions.orders[2].name.command, std::string_view("Build Barracks"));
    QCOMPARE(actions.orders[2].purpose, CommandPurpose::Build);
    QVERIFY(actions.orders[3].repeated);
    QCOMPARE(actions.orders[3].target.point.x, 30.0F);
}

void TestSelection::aNewTargetAndItsStateAreOneAction()
{
    MadeGame game;
    game.retarget(1, 0, MadeGame::at(1, 1)); // nothing to aim anew
    game.event(1, 0, GameEventKind::CommandState);
    game.select(2, 0, {1});
    game.command(3, 0, -1, 0, MadeGame::at(10, 20));
    game.retarget(20, 0, MadeGame::unit(77, 50, 60));
    game.event(20, 0, GameEventKind::CommandState);
    game.event(40, 0, GameEventKind::CommandState);
    const PlayerActions actions = readActions(twoPlayers(), game.events);
    QCOMPARE(actions.orders.size(), std::size_t(3));
    QVERIFY(actions.orders[1].retargeted && !actions.orders[1].repeated);
    QCOMPARE(actions.orders[1].target.tag, 77U);
    QVERIFY(actions.orders[2].repeated && !actions.orders[2].retargeted);
    QCOMPARE(actions.orders[2].target.tag, 77U);
}

void TestSelection::camerasKeepWhatIsAbsent()
{
    MadeGame game;
    game.camera(3, 0, 50, 60);
    CameraUpdate zoom;
    zoom.hasDistance = true;
    zoom.distance = 20;
    game.events.cameras.push_back(zoom);
    game.add(5, 0, GameEventKind::Camera, 1);
    game.camera(5, 0, 51, 61);
    const PlayerActions actions = readActions(twoPlayers(), game.events);
    const auto& cameras = actions.cameras[0];
    QCOMPARE(cameras.size(), std::size_t(2));
    QCOMPARE(cameras[0].distance, 34.0F);
    QCOMPARE(cameras[1].loop, 5U);
    QCOMPARE(cameras[1].x, 51.0F);
    QCOMPARE(cameras[1].distance, 20.0F);
    QCOMPARE(cameras[1].pitch, 56.0F);
    QVERIFY(actions.cameras[1].empty());
}

void TestSelection::countsActionsPerMinute()
{
    // Faster: a minute is 1344 loops. One action every 20 loops for two minutes, every second one a right
    // click to the place of the one before; then nothing.
    MadeGame game;
    game.select(1, 0, {1});
    game.group(2, 0, 3, GroupAction::Set);
    for (std::uint32_t loop = 20; loop <= 1340; loop += 20) {
        game.command(loop, 0, -1, 0, MadeGame::at(float(loop), 5));
        game.command(loop + 3, 0, -1, 0, MadeGame::at(float(loop), 5.5F));
    }
    for (std::uint32_t loop = 0; loop < 1000; loop += 100)
        game.camera(loop, 1, loop % 200 == 0 ? 10.0F : 60.0F, 10);
    for (std::uint32_t loop = 1001; loop < 1050; ++loop)
        game.camera(loop, 1, 60.0F + float(loop - 1000), 10); // a drag: seen where it ends
    game.select(2600, 1, {9});
    const PlayerActions actions = readActions(twoPlayers(), game.events);
    const auto& rates = actions.rates[0];
    QCOMPARE(rates.size(), std::size_t(3000 / RateStep + 1));
    for (std::size_t i = 0; i < rates.size(); ++i)
        QCOMPARE(rates[i].loop, std::uint32_t(i) * RateStep);
    QCOMPARE(rates[8].loop, 1280U); // not a whole minute yet: 2 + 64 + 63 in 1280 loops
    QVERIFY(std::abs(rates[8].apm - 129.0F * 1344 / 1280) < 0.1F);
    QVERIFY(std::abs(rates[8].epm - 66.0F * 1344 / 1280) < 0.1F);
    QVERIFY(std::abs(rates[8].groups - 1.0F * 1344 / 1280) < 0.01F);
    QCOMPARE(rates[17].apm, 0.0F); // 2720: more than a minute after the last
    const double minutes = 3000.0 / 1344;
    QVERIFY(std::abs(actions.averageApm[0] - 136 / minutes) < 0.01);
    QVERIFY(std::abs(actions.averageEpm[0] - 69 / minutes) < 0.01);
    // Nine jumps and the end of the drag; the first look is where the game began.
    QVERIFY(std::abs(actions.rates[1][7].screens - 10.0F * 1344 / 1120) < 0.01F);
    QVERIFY(std::abs(actions.averageApm[1] - 1 / minutes) < 0.01);
}

/// Thousands of events of three bytes, each of a thousand units: bounded, and said.
void TestSelection::followsOnlySoMuch()
{
    MadeGame game;
    SelectionDelta all;
    all.group = 10;
    all.tags = MaxSelected;
    for (std::uint32_t i = 0; i < MaxSelected; ++i)
        game.events.tags.push_back(i << 20); // the same lower bits
    game.events.selections.push_back(all);
    game.add(1, 0, GameEventKind::Selection, 0);
    game.group(2, 0, 1, GroupAction::Add);
    for (std::uint32_t i = 0; i < 300'000; ++i)
        game.add(3 + i / 100, 0, GameEventKind::ControlGroup, 0);
    QElapsedTimer time;
    time.start();
    const PlayerActions actions = readActions(twoPlayers(), game.events);
    QVERIFY2(time.elapsed() < 60'000, qPrintable(QString::number(time.elapsed())));
    QCOMPARE(actions.selectedAt(0, 5000).size(), MaxSelected);
    QCOMPARE(actions.diagnostics.size(), decltype(actions.diagnostics.size()){1});
}

void TestSelection::survivesNonsense()
{
    MadeGame game;
    for (int i = 0; i < 200; ++i) {
        SelectionDelta delta;
        delta.group = static_cast<std::uint8_t>(i % 16);
        delta.remove = {static_cast<MaskKind>(i % 4), 0xFFFF'FF00U + std::uint32_t(i), 0xFFFF'FFFFU, 7};
        delta.firstTag = std::uint32_t(i) * 3;
        delta.tags = 0xFFFF'FFFFU;
        game.events.selections.push_back(delta);
        game.events.tags.resize(5000, std::uint32_t(i) * 77777);
        game.add(std::uint32_t(i), i % 5, GameEventKind::Selection, std::size_t(i));
        game.add(std::uint32_t(i), i % 5, GameEventKind::Selection, 100000);
        game.group(std::uint32_t(i), 0, i % 16, static_cast<GroupAction>(i % 7));
        game.event(std::uint32_t(i), 1, static_cast<GameEventKind>(i % 15));
    }
    for (std::uint32_t& tag : game.events.tags)
        tag = std::uint32_t(&tag - game.events.tags.data());
    const PlayerActions actions = readActions(twoPlayers(), game.events);
    for (const auto& states : actions.selections)
        for (const SelectionState& state : states)
            QVERIFY(state.count <= MaxSelected);
    QVERIFY(readActions(ReplayHead{}, game.events).selections.empty());
}

} // namespace tst_sc2_selection

GHOSTLINE_TEST(tst_sc2_selection, TestSelection)
#include "tst_sc2_selection.moc"
