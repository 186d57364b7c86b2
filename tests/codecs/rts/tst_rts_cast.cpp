// SPDX-License-Identifier: GPL-3.0-or-later
// Teams, players and cameras of strategy games, names of units, and the scenery they share.
#include "codecs/rts/cast.h"
#include "codecs/rts/scene.h"
#include "codecs/rts/text.h"
#include "codecs/rts/world_rows.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_rts_cast {

using namespace ghostline;
using model::Rgb;
using rts::PlayerInfo;

class TestRtsCast : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void plainColoursKeepTheirHues()
    {
        const std::vector<PlayerInfo> players{
            {1, QStringLiteral("Ada"), Rgb{250, 250, 20}}, {2, QStringLiteral("Ben"), Rgb{180, 20, 30}},
            {3, QStringLiteral("Cem"), Rgb{0, 66, 255}},   {4, QStringLiteral("Dan"), Rgb{22, 128, 0}},
            {5, QStringLiteral("Eve"), Rgb{84, 0, 129}},   {6, QStringLiteral("Fay"), Rgb{254, 138, 14}},
        };
        const std::vector<int> expected{6, 3, 0, 2, 5, 1};
        const auto teams = rts::describeTeams(players);
        for (std::size_t p = 0; p < players.size(); ++p) {
            QCOMPARE(teams[p].hue, expected[p]);
            QVERIFY(teams[p].colour == players[p].colour);
            QCOMPARE(teams[p].name, players[p].name);
            QVERIFY(teams[p].side.isEmpty());
        }
    }

    void noTwoHuesAreAlikeWhileThereAreEnough()
    {
        const std::vector<std::optional<Rgb>> same(model::TeamHues, Rgb{200, 40, 30});
        auto hues = model::chooseHues(same);
        QCOMPARE(hues.front(), 3);
        std::sort(hues.begin(), hues.end());
        for (int hue = 0; hue < model::TeamHues; ++hue)
            QCOMPARE(hues[static_cast<std::size_t>(hue)], hue);
        const std::vector<std::optional<Rgb>> more(2 * model::TeamHues + 1);
        const auto all = model::chooseHues(more);
        QCOMPARE(all.size(), more.size());
        QCOMPARE(std::count(all.begin(), all.end(), 0), 3);
        QCOMPARE(std::count(all.begin(), all.end(), 6), 2);
        QVERIFY(model::chooseHues({}).empty());
    }

    void playersHaveCamerasOfTheirOwn()
    {
        const rts::ActorNumbers numbers{2};
        const PlayerInfo ben{7, QStringLiteral("Ben"), {}, 1};
        const auto player = rts::playerActor(numbers, 1, ben, {0, 50});
        const auto camera = rts::cameraActor(numbers, 1, ben, {0, 50}, 0.5F);
        QCOMPARE(model::index(player.id), 1U);
        QCOMPARE(model::index(camera.id), 3U);
        QCOMPARE(model::index(numbers.unit(0)), 4U);
        QCOMPARE(camera.parent, player.id);
        QCOMPARE(camera.name, QStringLiteral("Camera of Ben"));
        QCOMPARE(camera.nativeId, std::int64_t{7});
        QVERIFY(player.principal && camera.background);
        QCOMPARE(rts::describeTeams(std::span(&ben, 1)).front().side, QStringLiteral("Team 2"));
        QCOMPARE(rts::colourText({180, 4, 255}), QStringLiteral("#b404ff"));
    }

    void onlyUnitsOfAKindAreNumbered()
    {
        rts::UnitNames names;
        names.count(1, 5);
        names.count(1, 5);
        names.count(2, 5);
        const auto tank = [] { return QStringLiteral("Tank"); };
        QCOMPARE(names.next(1, 5, tank), QStringLiteral("Tank 1"));
        QCOMPARE(names.next(2, 5, tank), QStringLiteral("Tank"));
        QCOMPARE(names.next(1, 5, tank), QStringLiteral("Tank 2"));
    }

    void playersOfOneNameHaveStartsOfTheirOwn()
    {
        model::SceneDescription scene;
        rts::addOutline(scene, {0, 1, 0}, {8, 0, -4});
        QCOMPARE(scene.lines.front().points.size(), std::size_t{5});
        QCOMPARE(scene.lines.front().points[2], glm::vec3(8, 1, -4));
        for (const qint64 id : {1, 2})
            rts::addStartCamera(scene, QStringLiteral("Ada"), id, {}, 30.0);
        QCOMPARE(scene.cameras[0].name, QStringLiteral("Start of Ada"));
        QCOMPARE(scene.cameras[1].name, QStringLiteral("Start of Ada (2)"));
        QVERIFY(scene.cameras[0].position.y > 0 && scene.cameras[0].position.z > 0);
    }

    void numbersAndNamesAsPeopleWriteThem()
    {
        QCOMPARE(rts::grouped(999), QStringLiteral("999"));
        QCOMPARE(rts::grouped(-1200300), QStringLiteral("-1,200,300"));
        QCOMPARE(rts::joined({}), QString());
        QCOMPARE(rts::joined({QStringLiteral("Ada"), QStringLiteral("%1"), QStringLiteral("Cem")}),
                 QStringLiteral("Ada, %1 and Cem"));
        QCOMPARE(rts::counted(1, "%1 unit", "%1 units").text(), QStringLiteral("1 unit"));
        QCOMPARE(rts::oneLine(QStringLiteral("a\nb\tc")), QStringLiteral("a b c"));
        QCOMPARE(rts::oneLine(std::string_view("abcdef"), 4), QStringLiteral("abc…"));
    }

    void rowsStartAtRest()
    {
        model::WorldState state;
        state.resize(3, 2);
        state.velocities[1] = {1, 2, 3};
        state.flags[2] = model::Hidden;
        state.bones[0] = {1, 2};
        state.attachments.resize(1);
        rts::resetRows(state);
        QCOMPARE(state.velocities[1], glm::vec3(0));
        QCOMPARE(state.flags[2], model::ActorFlags{0});
        QCOMPARE(state.bones[0].count, 0U);
        QVERIFY(state.attachments.empty());
    }
};

} // namespace tst_rts_cast

GHOSTLINE_TEST(tst_rts_cast, TestRtsCast)
#include "tst_rts_cast.moc"
