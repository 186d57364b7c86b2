// SPDX-License-Identifier: GPL-3.0-or-later
// Who is in a recording, whose skeleton is whose, who holds what.
#include "codecs/echo/frame/skeleton.h"
#include "codecs/echo/replay/properties.h"
#include "tests/codecs/echo/source_match.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_echo_cast {

using namespace ghostline;
using namespace ghostline::echo;
using namespace ghostline::test;
using model::FrameNumber;
using model::FrameTime;
using model::WorldState;

class TestEchoCast : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void comesAndGoes();
    void changesTeams();
    void oneName();
    void onePersonTwice();
    void bonesBelong_data();
    void bonesBelong();
    void bonesMove();
    void attachments_data();
    void attachments();
};

void TestEchoCast::comesAndGoes()
{
    const auto source = openWith([](int number, FrameBlock& block) {
        FrameMaker maker(block);
        maker.frame().timeMs = StartMs + number * 20;
        maker.player(0, 0, TeamCode::Blue, placeOf(0, number));
        if (number >= 100 && number < 130)
            maker.player(1, 1, TeamCode::Orange, placeOf(1, number));
        if (number >= 50 && number != 200)
            maker.disc(glm::vec3(0.0F));
    });
    QVERIFY(source);
    const auto& cast = source->index()->info->cast;
    QCOMPARE(cast.size(), std::size_t{3});
    QCOMPARE(cast[0].life, (model::FrameRange{0, 300}));
    QVERIFY(cast[1].kind == model::ActorKind::Disc);
    QCOMPARE(cast[1].life, (model::FrameRange{50, 300}));
    QCOMPARE(cast[2].life, (model::FrameRange{100, 130}));
    for (const FrameNumber f : {0, 49, 50, 99, 100, 119, 120, 129, 130, 199, 200, 201, 299}) {
        const WorldState state = stateAt(*source, {f, 0.0});
        QCOMPARE(rowOf(state, 2) != SIZE_MAX, f >= 100 && f < 130);
        QCOMPARE(rowOf(state, 1) != SIZE_MAX, f >= 50 && f != 200);
    }
    // Nothing is known between the last frame of a life and the next frame.
    const WorldState state = stateAt(*source, {129, 0.5});
    QVERIFY(near(state.positions[rowOf(state, 2)], placeOf(1, 129)));
    QVERIFY(state.provenance[rowOf(state, 2)] == model::Provenance::Held);
}

void TestEchoCast::changesTeams()
{
    const auto source = openWith(changed([](int number, Frame&, std::span<PlayerFrame> players) {
        players[1].team = number < 150 ? TeamCode::Blue : TeamCode::Orange;
        players[2].slot = number < 150 ? 2 : 7;
    }));
    QVERIFY(source);
    const auto& cast = source->index()->info->cast;
    QCOMPARE(cast.size(), std::size_t{5});
    QCOMPARE(cast[1].team, 1);
    QCOMPARE(stateAt(*source, {149, 0.0}).propertiesOf(1)[actor_property::Team].asInteger(), 0);
    QCOMPARE(stateAt(*source, {150, 0.0}).propertiesOf(1)[actor_property::Team].asInteger(), 1);
    QCOMPARE(stateAt(*source, {150, 0.0}).propertiesOf(2)[actor_property::Slot].asInteger(), 7);
}

void TestEchoCast::oneName()
{
    MemoryFileOptions options;
    options.make = plainMatch;
    auto file = memoryFile(std::move(options), 0);
    for (int i = 0; i < 4; ++i)
        file->people().append({i < 3 ? "Twin" : "", i == 2 ? -42 : 50 + i, -1, -1});
    const auto source = openMemory(std::move(file));
    QVERIFY(source);
    const auto& cast = source->index()->info->cast;
    QCOMPARE(cast[0].name, QStringLiteral("Twin (0)"));
    QCOMPARE(cast[1].name, QStringLiteral("Twin (1)"));
    QCOMPARE(cast[2].name, QStringLiteral("Twin (2)"));
    QCOMPARE(cast[3].name, QStringLiteral("Unknown player"));
    QCOMPARE(cast[1].nativeId, std::int64_t{51});
    QCOMPARE(cast[2].nativeId, std::int64_t{-42});
}

void TestEchoCast::onePersonTwice()
{
    const auto source = openWith(changed([](int number, Frame& frame, std::span<PlayerFrame> players) {
        players[3].person = players[1].person; // two records of one entry
        if (number >= 200)
            frame.players.count = 3; // the second leaves
    }));
    QVERIFY(source);
    QCOMPARE(source->index()->info->cast.size(), std::size_t{5});
    for (const FrameNumber f : {0, 61, 119, 200, 250}) {
        const WorldState state = stateAt(*source, {f, 0.0});
        QVERIFY(near(state.positions[1], placeOf(1, static_cast<int>(f))));
        QCOMPARE(rowOf(state, 3) != SIZE_MAX, f < 200);
        if (f < 200)
            QVERIFY(near(state.positions[3], placeOf(3, static_cast<int>(f))));
    }
}

void TestEchoCast::bonesBelong_data()
{
    QTest::addColumn<QList<int>>("order"); // which player each set is of
    QTest::addColumn<bool>("slots");
    QTest::addColumn<bool>("swapped");
    QTest::newRow("in the order of slots") << QList<int>{0, 1, 2, 3} << false << false;
    QTest::newRow("slots recorded") << QList<int>{3, 1, 0, 2} << true << false;
    QTest::newRow("told by the hands") << QList<int>{2, 0, 3, 1} << false << false;
    QTest::newRow("one missing") << QList<int>{0, 2, 3} << false << false;
    QTest::newRow("left and right the other way") << QList<int>{0, 1, 2, 3} << false << true;
}

void TestEchoCast::bonesBelong()
{
    QFETCH(QList<int>, order);
    QFETCH(bool, slots);
    QFETCH(bool, swapped);
    const auto source = openWith([=](int number, FrameBlock& block) {
        FrameMaker maker(block);
        maker.frame().timeMs = StartMs + number * 20;
        // Slots run against the order of the list.
        for (int i = 0; i < 4; ++i) {
            PlayerFrame& p = maker.player(i, 9 - i, TeamCode::Blue, placeOf(i, number));
            p.part(Part::Body).orientation = glm::angleAxis(0.3F, glm::vec3(0.0F, 1.0F, 0.0F));
            // Bones are recorded about the body: only how the hands are held tells one from the other.
            p.part(Part::LeftHand).position.y += 0.4F * static_cast<float>(i);
        }
        const auto players = block.playersOf(block.frames.back());
        for (const int bySlot : order) {
            const auto person = static_cast<std::size_t>(3 - bySlot);
            BoneSet& set = maker.bones(slots ? players[person].slot : -1);
            poseBones(players[person], set, swapped);
            set.bones[0].position.y = static_cast<float>(person);
        }
    });
    QVERIFY(source);
    for (const FrameNumber f : {0, 59, 60, 130}) {
        const WorldState state = stateAt(*source, {f, 0.0});
        for (std::size_t person = 0; person < 4; ++person) {
            const bool has = order.contains(3 - static_cast<int>(person));
            QCOMPARE(state.bones[person].count,
                     static_cast<std::uint32_t>(has ? TrackedBones + Bones : TrackedBones));
            if (!has)
                continue;
            const auto bones = state.bonesOf(person);
            const auto at = [&](std::size_t bone) { return bones[TrackedBones + bone].position; };
            QVERIFY(glm::distance(at(3), bones[LeftHandBone].position) < 1e-4F);
            QVERIFY(glm::distance(at(2), bones[RightHandBone].position) < 1e-4F);
            const glm::vec3 body(state.positions[person]);
            QVERIFY(glm::dot(at(15) - at(16), state.orientations[person] * glm::vec3(1, 0, 0)) > 0.19F);
            QVERIFY(std::abs(at(0).y - body.y - static_cast<float>(person)) < 1e-4F);
        }
    }
}

void TestEchoCast::bonesMove()
{
    const auto source = openWith([](int number, FrameBlock& block) {
        FrameMaker maker(block);
        maker.frame().timeMs = StartMs + number * 20;
        PlayerFrame& p = maker.player(0, 0, TeamCode::Blue, placeOf(0, number));
        p.part(Part::Body).orientation =
            glm::angleAxis(static_cast<float>(number) * 0.02F, glm::vec3(0.0F, 1.0F, 0.0F));
        BoneSet& set = maker.bones(0);
        poseBones(p, set);
        set.bones[1].position = {0.0F, 0.0F, 1.0F};
        set.bones[1].orientation = glm::angleAxis(0.5F, glm::vec3(1.0F, 0.0F, 0.0F));
    });
    QVERIFY(source);
    for (const FrameNumber f : {10, 59, 119}) { // the latter two run into the next chunk
        const WorldState state = stateAt(*source, {f, 0.5});
        const float angle = (static_cast<float>(f) + 0.5F) * 0.02F;
        const glm::vec3 want =
            glm::vec3(state.positions[0]) + glm::vec3(std::sin(angle), 0.0F, std::cos(angle));
        const model::BonePose& bone = state.bonesOf(0)[TrackedBones + 1];
        QVERIFY(glm::distance(bone.position, want) < 1e-4F);
        const glm::quat turn = glm::angleAxis(angle, glm::vec3(0.0F, 1.0F, 0.0F)) *
                               glm::angleAxis(0.5F, glm::vec3(1.0F, 0.0F, 0.0F));
        QVERIFY(std::abs(glm::dot(bone.orientation, turn)) > 0.99999F);
    }
}

void TestEchoCast::attachments_data()
{
    QTest::addColumn<int>("left");
    QTest::addColumn<int>("right");
    QTest::addColumn<int>("held"); // actor
    QTest::addColumn<int>("bone");
    QTest::newRow("nothing") << int{holding::None} << int{holding::None} << -1 << 0;
    QTest::newRow("not recorded") << int{holding::NotRecorded} << int{holding::NotRecorded} << -1 << 0;
    QTest::newRow("arena") << int{holding::Geo} << int{holding::Geo} << -1 << 0;
    QTest::newRow("disc left") << int{holding::Disc} << int{holding::None} << 4 << 1;
    QTest::newRow("disc right") << int{holding::None} << int{holding::Disc} << 4 << 2;
    QTest::newRow("disc in both, nearer right") << int{holding::Disc} << int{holding::Disc} << 4 << 2;
    QTest::newRow("a player") << 3 << int{holding::None} << 3 << 1;
    QTest::newRow("nobody has the slot") << 77 << int{holding::None} << -1 << 0;
}

void TestEchoCast::attachments()
{
    QFETCH(int, left);
    QFETCH(int, right);
    QFETCH(int, held);
    QFETCH(int, bone);
    const auto source = openWith(changed([=](int, Frame& frame, std::span<PlayerFrame> players) {
        players[1].holdingLeft = static_cast<std::int16_t>(left);
        players[1].holdingRight = static_cast<std::int16_t>(right);
        frame.disc.position = players[1].part(Part::RightHand).position;
    }));
    QVERIFY(source);
    const WorldState state = stateAt(*source, {70, 0.0});
    QCOMPARE(state.attachments.size(), std::size_t{held < 0 ? 0U : 1U});
    if (held < 0)
        return;
    QCOMPARE(int(model::index(state.attachments[0].held)), held);
    QCOMPARE(int(model::index(state.attachments[0].holder)), 1);
    QCOMPARE(int(state.attachments[0].bone), bone);
    const auto text = [&](actor_property::Id id) {
        return source->index()->info->strings->text(
            state.propertiesOf(1)[static_cast<std::size_t>(id)].asText());
    };
    QCOMPARE(text(bone == 1 ? actor_property::HoldingLeft : actor_property::HoldingRight),
             held == 4 ? QStringLiteral("Disc") : QStringLiteral("P3"));
}

} // namespace tst_echo_cast

GHOSTLINE_TEST(tst_echo_cast, TestEchoCast)
#include "tst_echo_cast.moc"
