// SPDX-License-Identifier: GPL-3.0-or-later
// The player's body: whole, upright or lying as the pose says, and looking where the recording looks.
#include "codecs/io/nbt.h"
#include "codecs/recording/format/primitives.h"
#include "codecs/recording/format/run_texts.h"
#include "codecs/recording/replay/run_body.h"
#include "codecs/recording/replay/run_properties.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tst_recording_body {

using namespace ghostline;
using namespace ghostline::recording;
using model::BonePose;
using model::BoneRole;

class TestRecordingBody : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void skeleton();
    void stances_data();
    void stances();
    void standing();
    void sneakingBends();
    void proneFollowsTheLook_data();
    void proneFollowsTheLook();
    void hands();
    void legsWalk();
    void boundedForAnything();
    void items_data();
    void items();
};

namespace {

using Bones = std::array<BonePose, BodyBones>;

Bones bodyOf(const BodyState& state)
{
    Bones out;
    poseBody(state, out);
    return out;
}

std::size_t boneOf(BoneRole role)
{
    const auto roles = playerSkeleton().roles;
    return static_cast<std::size_t>(std::find(roles.begin(), roles.end(), role) - roles.begin());
}

glm::vec3 at(const Bones& bones, BoneRole role) { return bones[boneOf(role)].position; }

glm::vec3 forwardOf(const BonePose& bone) { return bone.orientation * glm::vec3(0.0F, 0.0F, 1.0F); }

bool near(const glm::vec3& a, const glm::vec3& b, float by = 0.01F) { return glm::distance(a, b) < by; }

/// The same proportions, however it lies.
bool whole(const Bones& bones)
{
    const auto length = [&](BoneRole a, BoneRole b) { return glm::distance(at(bones, a), at(bones, b)); };
    return std::abs(length(BoneRole::LeftThigh, BoneRole::LeftShin) - 0.42F) < 1e-3F &&
           std::abs(length(BoneRole::RightShin, BoneRole::RightFoot) - 0.40F) < 1e-3F &&
           std::abs(length(BoneRole::LeftForearm, BoneRole::LeftHand) - 0.26F) < 1e-3F &&
           std::abs(length(BoneRole::Pelvis, BoneRole::Neck) - 0.56F) < 1e-3F;
}

} // namespace

void TestRecordingBody::skeleton()
{
    const model::Skeleton skeleton = playerSkeleton();
    QCOMPARE(skeleton.bones.size(), BodyBones);
    QCOMPARE(skeleton.parents.size(), BodyBones);
    QCOMPARE(skeleton.roles.size(), BodyBones);
    for (std::size_t i = 0; i < BodyBones; ++i)
        QVERIFY(skeleton.parents[i] < static_cast<int>(i));
    for (const BoneRole role : {BoneRole::Pelvis, BoneRole::Head, BoneRole::Neck, BoneRole::LeftUpperArm,
                                BoneRole::RightHand, BoneRole::LeftThigh, BoneRole::RightToe})
        QVERIFY(boneOf(role) < BodyBones);
    model::ReplayInfo info;
    declareProperties(info);
    QCOMPARE(info.actorProperties.size(), std::size_t{actor_property::Count});
    QCOMPARE(info.matchProperties.size(), std::size_t{match_property::Count});
    QCOMPARE(info.actorProperties[actor_property::Boots].id, QStringLiteral("boots"));
    QCOMPARE(info.actorProperties[actor_property::EntityNumber].id, QStringLiteral("entity"));
    QCOMPARE(info.actorProperties[actor_property::FirstHotbar + 8].id, QStringLiteral("hotbar_9"));
    QCOMPARE(info.matchProperties[match_property::BlocksEdited].id, QStringLiteral("blocks_edited"));
}

void TestRecordingBody::stances_data()
{
    QTest::addColumn<int>("pose");
    QTest::addColumn<int>("flags");
    QTest::addColumn<int>("stance");
    QTest::newRow("standing") << 0 << 0 << int(Stance::Standing);
    QTest::newRow("gliding") << 1 << 0x80 << int(Stance::Prone);
    QTest::newRow("sleeping") << 2 << 0 << int(Stance::Asleep);
    QTest::newRow("swimming") << 3 << 0x10 << int(Stance::Prone);
    QTest::newRow("sneaking") << 5 << 2 << int(Stance::Sneaking);
    QTest::newRow("sneaking by its flag") << 0 << 2 << int(Stance::Sneaking);
    QTest::newRow("dying") << 7 << 0 << int(Stance::Dying);
    QTest::newRow("sitting") << 10 << 0 << int(Stance::Sitting);
    QTest::newRow("croaking") << 8 << 0 << int(Stance::Standing);
    QTest::newRow("unknown") << 400 << 0 << int(Stance::Standing);
}

void TestRecordingBody::stances()
{
    QFETCH(int, pose);
    QFETCH(int, flags);
    QFETCH(int, stance);
    QCOMPARE(int(stanceOf(pose, static_cast<std::uint8_t>(flags))), stance);
    const Bones bones = bodyOf({.position = {3.0, 70.0, -2.0}, .pose = pose});
    QVERIFY(whole(bones));
    for (const BonePose& bone : bones) {
        QVERIFY(glm::distance(bone.position, glm::vec3(3.0F, 70.0F, -2.0F)) < 1.9F);
        QVERIFY(bone.position.y > 69.6F);
    }
}

void TestRecordingBody::standing()
{
    const Bones bones = bodyOf({.position = {10.0, 64.0, 10.0}, .yaw = 90.0, .pitch = 45.0});
    // Eyes 1.62 m up; feet on the ground; west is ahead, so that left is south.
    QVERIFY(std::abs(at(bones, BoneRole::TrackedHead).y - 65.62F) < 0.03F);
    QVERIFY(std::abs(at(bones, BoneRole::LeftFoot).y - 64.06F) < 0.05F);
    QVERIFY(at(bones, BoneRole::LeftUpperArm).z > 10.1F);
    QVERIFY(at(bones, BoneRole::RightUpperArm).z < 9.9F);
    QVERIFY(at(bones, BoneRole::LeftToe).x < at(bones, BoneRole::LeftFoot).x);
    // The head alone looks down.
    const float s = std::sqrt(0.5F);
    QVERIFY(near(forwardOf(bones[boneOf(BoneRole::TrackedHead)]), {-s, -s, 0.0F}));
    QVERIFY(near(forwardOf(bones[boneOf(BoneRole::Chest)]), {-1.0F, 0.0F, 0.0F}));
}

void TestRecordingBody::sneakingBends()
{
    const Bones bones = bodyOf({.pose = 5});
    const float eyes = at(bones, BoneRole::TrackedHead).y;
    QVERIFY(eyes > 1.15F && eyes < 1.45F);
    QVERIFY(at(bones, BoneRole::Neck).z > at(bones, BoneRole::Pelvis).z + 0.15F);
    const float foot = at(bones, BoneRole::LeftFoot).y;
    QVERIFY(foot > -0.05F && foot < 0.15F);
    QVERIFY(at(bones, BoneRole::LeftShin).z > at(bones, BoneRole::LeftFoot).z);
}

void TestRecordingBody::proneFollowsTheLook_data()
{
    QTest::addColumn<double>("yaw");
    QTest::addColumn<double>("pitch");
    QTest::newRow("level south") << 0.0 << 0.0;
    QTest::newRow("level west") << 90.0 << 0.0;
    QTest::newRow("diving") << -30.0 << 60.0;
    QTest::newRow("climbing") << 200.0 << -45.0;
}

void TestRecordingBody::proneFollowsTheLook()
{
    QFETCH(double, yaw);
    QFETCH(double, pitch);
    const Bones bones = bodyOf({.yaw = yaw, .pitch = pitch, .pose = 1});
    const glm::vec3 look = lookRotation(yaw, pitch) * glm::vec3(0.0F, 0.0F, 1.0F);
    QVERIFY(near(glm::normalize(at(bones, BoneRole::Neck) - at(bones, BoneRole::Pelvis)), look));
    QVERIFY(near(forwardOf(bones[boneOf(BoneRole::TrackedHead)]), look));
    // Face down, left stays left.
    const glm::vec3 left = lookRotation(yaw, 0.0) * glm::vec3(1.0F, 0.0F, 0.0F);
    QVERIFY(near(glm::normalize(at(bones, BoneRole::LeftThigh) - at(bones, BoneRole::RightThigh)), left));
    if (pitch == 0.0)
        QVERIFY(at(bones, BoneRole::TrackedHead).y < 0.6F);
}

void TestRecordingBody::hands()
{
    const Bones still = bodyOf({});
    const auto ahead = [](const Bones& bones, BoneRole hand) { return at(bones, hand).z; };
    const Bones main = bodyOf({.swing = 0.5F});
    QVERIFY(ahead(main, BoneRole::RightHand) > ahead(still, BoneRole::RightHand) + 0.3F);
    QCOMPARE(ahead(main, BoneRole::LeftHand), ahead(still, BoneRole::LeftHand));
    const Bones off = bodyOf({.swing = 0.5F, .swingOff = true});
    QVERIFY(ahead(off, BoneRole::LeftHand) > ahead(still, BoneRole::LeftHand) + 0.3F);
    const Bones use = bodyOf({.usesMain = true});
    QVERIFY(at(use, BoneRole::RightHand).y > at(still, BoneRole::RightHand).y + 0.3F);
    QVERIFY(near(at(bodyOf({.swing = 0.0F}), BoneRole::RightHand), at(still, BoneRole::RightHand), 0.02F));
}

void TestRecordingBody::legsWalk()
{
    const auto stride = [](double seconds, double speed) {
        const Bones bones = bodyOf({.seconds = seconds, .walking = speed});
        return at(bones, BoneRole::LeftFoot).z - at(bones, BoneRole::RightFoot).z;
    };
    QVERIFY(std::abs(stride(0.3, 0.0)) < 0.001F);
    float least = 0.0F;
    float most = 0.0F;
    for (int i = 0; i < 60; ++i) {
        least = std::min(least, stride(i * 0.01, 4.3));
        most = std::max(most, stride(i * 0.01, 4.3));
    }
    QVERIFY(most > 0.4F && least < -0.4F);
    QVERIFY(std::abs(stride(0.15, 1.0)) < std::abs(stride(0.15, 4.3)));
}

void TestRecordingBody::boundedForAnything()
{
    constexpr double Huge = 1e30;
    for (const double value : {-Huge, -1.0, 0.0, 3.0, Huge}) {
        const Bones bones = bodyOf({.yaw = value,
                                    .pitch = value,
                                    .pose = 1,
                                    .seconds = value,
                                    .walking = value,
                                    .swing = 7.0F,
                                    .usesOff = true});
        for (const BonePose& bone : bones)
            QVERIFY(std::isfinite(bone.position.x + bone.position.y + bone.position.z));
    }
    // Fewer bones than there are: nothing beyond is written.
    std::array<BonePose, 3> few;
    poseBody({}, few);
}

void TestRecordingBody::items_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("countKey");
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("damage");
    QTest::addColumn<bool>("old");
    QTest::addColumn<QString>("text");
    QTest::newRow("stack") << "minecraft:ender_pearl"
                           << "count" << 4 << 0 << false << "ender_pearl x4";
    QTest::newRow("one") << "minecraft:elytra"
                         << "count" << 1 << 0 << false << "elytra";
    QTest::newRow("worn") << "minecraft:elytra"
                          << "count" << 1 << 12 << false << "elytra (damage 12)";
    QTest::newRow("old") << "minecraft:bow"
                         << "Count" << 2 << 3 << true << "bow x2 (damage 3)";
    QTest::newRow("no count") << "minecraft:bow"
                              << "" << 0 << 0 << false << "bow";
    QTest::newRow("other namespace") << "map:key"
                                     << "count" << 1 << 0 << false << "map:key";
    QTest::newRow("air") << "minecraft:air"
                         << "count" << 1 << 0 << false << "";
    QTest::newRow("none") << "minecraft:bow"
                          << "count" << 0 << 0 << false << "";
    QTest::newRow("empty") << ""
                           << "" << 0 << 0 << false << "";
}

void TestRecordingBody::items()
{
    QFETCH(QString, id);
    QFETCH(QString, countKey);
    QFETCH(int, count);
    QFETCH(int, damage);
    QFETCH(bool, old);
    QFETCH(QString, text);
    io::NbtCompound root;
    if (!id.isEmpty())
        root.set(QStringLiteral("id"), io::NbtValue(id));
    if (!countKey.isEmpty() && old)
        root.set(countKey, io::NbtValue(static_cast<std::int8_t>(count)));
    else if (!countKey.isEmpty())
        root.set(countKey, io::NbtValue(std::int32_t{count}));
    if (damage > 0) {
        io::NbtCompound inner;
        inner.set(old ? QStringLiteral("Damage") : QStringLiteral("minecraft:damage"),
                  io::NbtValue(std::int32_t{damage}));
        root.set(old ? QStringLiteral("tag") : QStringLiteral("components"), io::NbtValue(inner));
    }
    Bytes nbt;
    io::writeNbt(nbt, root);
    QCOMPARE(itemText(nbt), text);
    nbt.resize(nbt.size() / 2);
    QCOMPARE(itemText(nbt), QString());
}

} // namespace tst_recording_body

GHOSTLINE_TEST(tst_recording_body, TestRecordingBody)
#include "tst_recording_body.moc"
