// SPDX-License-Identifier: GPL-3.0-or-later
// People out of bones: arms reach what they can, elbows stay on their side, nothing is ever infinite.
#include "match_fixture.h"
#include "render/actors/body_pose.h"
#include "tests/support/test_driver.h"

#include <QRandomGenerator>
#include <QtTest>

#include <limits>

namespace tst_body_pose {

using namespace ghostline;
using namespace ghostline::render;
using model::BonePose;
using model::BoneRole;
using test::Match;

namespace {

constexpr float Upper = 0.30F;
constexpr float Lower = 0.28F;
const float NaN = std::numeric_limits<float>::quiet_NaN();

bool finite(const glm::vec3& v) { return std::isfinite(v.x + v.y + v.z); }

bool sound(const BodyFigure& f)
{
    if (!finite(f.head) || !finite(f.low) || !finite(f.high) || !finite(f.guard) || !finite(f.up))
        return false;
    for (const BodyPiece& p : f.view()) {
        const bool sizes = p.half.x > 0.0F && p.half.y > 0.0F && p.half.z > 0.0F && p.half.y < 2.0F;
        if (!finite(p.centre) || !finite(p.half) || !sizes || qAbs(glm::length(p.turn) - 1.0F) > 1e-3F)
            return false;
    }
    return f.count > 0;
}

std::size_t countOf(const BodyFigure& f, BodyForm form)
{
    std::size_t n = 0;
    for (const BodyPiece& p : f.view())
        n += p.form == form;
    return n;
}

struct Made
{
    Match world;
    BodyPlan plan;
    std::vector<BonePose> bones;
};

Made made(const Match::Person& person)
{
    Made m;
    m.world.addPerson(person);
    m.plan = planBody(m.world.info->skeletons[0]);
    const auto span = m.world.state.bonesOf(0);
    m.bones.assign(span.begin(), span.end());
    return m;
}

} // namespace

class TestBodyPose : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void armKeepsItsLengthsAndReachesItsTarget_data()
    {
        QTest::addColumn<float>("distance");
        for (const double d : {0.05, 0.2, 0.4, 0.55, 0.579})
            QTest::addRow("%g m", d) << float(d);
    }
    void armKeepsItsLengthsAndReachesItsTarget()
    {
        QFETCH(float, distance);
        for (const glm::vec3& way :
             {glm::vec3(1, 0, 0), glm::vec3(0, -1, 0), glm::vec3(0.6F, 0.64F, 0.48F)}) {
            const glm::vec3 shoulder{3.0F, -2.0F, 7.0F};
            const glm::vec3 target = shoulder + way * distance;
            const ArmPose arm = solveTwoBone(shoulder, target, Upper, Lower, {0.1F, -0.8F, -0.5F});
            QVERIFY(qAbs(glm::distance(shoulder, arm.elbow) - Upper) < 1e-4F);
            QVERIFY(qAbs(glm::distance(arm.elbow, arm.wrist) - Lower) < 1e-4F);
            QVERIFY(glm::distance(arm.wrist, target) < 1e-3F);
        }
    }

    void reachIsClamped_data()
    {
        QTest::addColumn<float>("distance");
        QTest::addColumn<float>("reached");
        QTest::newRow("too far") << 4.0F << Upper + Lower;
        QTest::newRow("very far") << 1.0e6F << Upper + Lower;
        QTest::newRow("too near") << 0.001F << Upper - Lower;
    }
    void reachIsClamped()
    {
        QFETCH(float, distance);
        QFETCH(float, reached);
        const ArmPose arm = solveTwoBone({}, {0.0F, 0.0F, distance}, Upper, Lower, {0.0F, -1.0F, 0.0F});
        QVERIFY(qAbs(glm::length(arm.wrist) - reached) < 1e-3F);
        QVERIFY(arm.wrist.z > 0.0F); // still toward the hand
        QVERIFY(qAbs(glm::length(arm.elbow) - Upper) < 1e-3F);
    }

    void elbowStaysOnThePolesSide()
    {
        // The hand goes all the way round: the elbow must neither flip nor jump.
        const glm::vec3 pole = glm::normalize(glm::vec3(0.6F, -0.75F, -0.3F));
        glm::vec3 before{0.0F};
        for (int i = 0; i <= 720; ++i) {
            const float a = glm::radians(static_cast<float>(i) * 0.5F);
            // A cone about the shoulder's front that never points along the pole.
            const glm::vec3 hand{0.25F * std::sin(a), 0.25F * std::cos(a), 0.33F};
            const ArmPose arm = solveTwoBone({}, hand, Upper, Lower, pole);
            const glm::vec3 middle = hand * (glm::dot(arm.elbow, hand) / glm::dot(hand, hand));
            QVERIFY(glm::dot(arm.elbow - middle, pole) > 0.0F);
            if (i > 0)
                QVERIFY(glm::distance(arm.elbow, before) < 0.02F);
            before = arm.elbow;
        }
    }

    void degenerateArmsAreFinite_data()
    {
        QTest::addColumn<glm::vec3>("target");
        QTest::addColumn<glm::vec3>("pole");
        QTest::newRow("hand in the shoulder") << glm::vec3(0.0F) << glm::vec3(0, -1, 0);
        QTest::newRow("hand along the pole") << glm::vec3(0, -0.4F, 0) << glm::vec3(0, -1, 0);
        QTest::newRow("hand against the pole") << glm::vec3(0, 0.4F, 0) << glm::vec3(0, -1, 0);
        QTest::newRow("no pole") << glm::vec3(0.3F, 0, 0) << glm::vec3(0.0F);
        QTest::newRow("nothing at all") << glm::vec3(0.0F) << glm::vec3(0.0F);
        QTest::newRow("not a number") << glm::vec3(NaN, 0, 0) << glm::vec3(0, NaN, 0);
        QTest::newRow("infinite") << glm::vec3(std::numeric_limits<float>::infinity(), 0, 0)
                                  << glm::vec3(0, -1, 0);
    }
    void degenerateArmsAreFinite()
    {
        QFETCH(glm::vec3, target);
        QFETCH(glm::vec3, pole);
        for (const float lower : {0.28F, 0.30F, 0.1F}) {
            const ArmPose arm = solveTwoBone({}, target, Upper, lower, pole);
            QVERIFY(finite(arm.elbow) && finite(arm.wrist));
            QVERIFY(glm::length(arm.elbow) < Upper * 1.01F);
            QVERIFY(glm::length(arm.wrist) < Upper + lower + 0.01F);
        }
    }

    void aTrunkWithoutNeckEndsAtTheShoulders()
    {
        model::Skeleton skeleton;
        skeleton.roles = {BoneRole::Pelvis, BoneRole::Head, BoneRole::LeftUpperArm, BoneRole::RightUpperArm,
                          BoneRole::Helper};
        const std::vector<model::BonePose> bones{{{0.0F, 0.9F, 0.0F}},
                                                 {{0.0F, 1.6F, 0.0F}},
                                                 {{0.2F, 1.4F, 0.0F}},
                                                 {{-0.2F, 1.4F, 0.0F}},
                                                 {{0.0F, 0.0F, 0.0F}}};
        const BodyPlan plan = planBody(skeleton);
        BodyFigure f;
        QVERIFY(plan.recognised && buildBody(plan, bones, {1.0F, 0.0F, 0.0F, 0.0F}, f));
        QCOMPARE(countOf(f, BodyForm::Joint), 0U); // what only holds others is not seen
        for (const BodyPiece& piece : f.view()) {
            if (piece.form == BodyForm::Torso)
                QVERIFY(std::abs(piece.centre.y + piece.half.y - 1.4F) < 0.06F);
        }
    }

    void fullBodyHasAllItsParts()
    {
        const Made m = made({.head = {10.0, 3.0, -5.0}, .yaw = 90.0F, .gesture = 1});
        QVERIFY(m.plan.recognised);
        BodyFigure f;
        QVERIFY(buildBody(m.plan, m.bones, m.world.state.orientations[0], f));
        QVERIFY(sound(f));
        QCOMPARE(countOf(f, BodyForm::Head), 1U);
        QCOMPARE(countOf(f, BodyForm::Torso), 1U);
        QCOMPARE(countOf(f, BodyForm::Hand), 2U);
        QCOMPARE(countOf(f, BodyForm::Joint), 2U); // bones without a role
        QCOMPARE(countOf(f, BodyForm::Limb), 12U); // 4 arm, 6 leg, neck, hips
        QVERIFY(f.count <= 26U);
        // Every limb of the arms and legs ends at its joints.
        const auto joined = [&](BoneRole from, BoneRole to) {
            const glm::vec3 a = m.bones[std::size_t(m.plan.of(from))].position;
            const glm::vec3 b = m.bones[std::size_t(m.plan.of(to))].position;
            for (const BodyPiece& p : f.view()) {
                const glm::vec3 along = p.turn * glm::vec3(0.0F, 1.0F, 0.0F);
                if (p.form == BodyForm::Limb && glm::distance(p.centre, (a + b) * 0.5F) < 1e-3F)
                    return glm::dot(along, glm::normalize(b - a)) > 0.999F &&
                           p.half.y >= glm::distance(a, b) * 0.5F;
            }
            return false;
        };
        QVERIFY(joined(BoneRole::LeftUpperArm, BoneRole::LeftForearm));
        QVERIFY(joined(BoneRole::RightForearm, BoneRole::RightHand));
        QVERIFY(joined(BoneRole::LeftThigh, BoneRole::LeftShin));
        QVERIFY(joined(BoneRole::RightFoot, BoneRole::RightToe));
        QVERIFY(glm::dot(f.forward, glm::vec3(1.0F, 0.0F, 0.0F)) > 0.99F); // yaw 90: looks to +X
        QVERIFY(f.high.y - f.low.y > 1.6F && f.high.y - f.low.y < 2.4F);
    }

    void visorLooksWhereTheHeadLooks_data()
    {
        QTest::addColumn<bool>("full");
        QTest::newRow("full body") << true;
        QTest::newRow("tracked points") << false;
    }
    void visorLooksWhereTheHeadLooks()
    {
        QFETCH(bool, full);
        const Made m = made({.head = {1.0, 2.0, 3.0}, .yaw = -90.0F, .full = full, .lookUp = 30.0F});
        BodyFigure f;
        QVERIFY(buildBody(m.plan, m.bones, m.world.state.orientations[0], f));
        for (const BodyPiece& p : f.view()) {
            if (p.form != BodyForm::Head)
                continue;
            const glm::vec3 look = p.turn * glm::vec3(0.0F, 0.0F, 1.0F);
            QVERIFY(glm::distance(look, glm::vec3(-std::cos(glm::radians(30.0F)), 0.5F, 0.0F)) < 1e-4F);
            QVERIFY(glm::distance(p.centre, glm::vec3(1.0F, 2.0F, 3.0F)) < 0.05F);
        }
    }

    void trackedPointsGetTorsoBelowAndArmsToTheHands()
    {
        const Made m = made({.head = {0.0, 1.7, 0.0}, .full = false, .gesture = 1});
        BodyFigure f;
        QVERIFY(buildBody(m.plan, m.bones, m.world.state.orientations[0], f));
        QVERIFY(sound(f));
        QVERIFY(f.count >= 11U);
        int hands = 0;
        for (const BodyPiece& p : f.view()) {
            if (p.form == BodyForm::Torso) {
                QVERIFY(p.centre.y < 1.7F - 0.3F && p.centre.y > 1.7F - 0.6F);
                QVERIFY(qAbs(p.centre.x) < 1e-4F && qAbs(p.centre.z) < 1e-4F);
            }
            if (p.form == BodyForm::Hand)
                hands += glm::distance(p.centre, m.bones[1].position) < 1e-4F ||
                         glm::distance(p.centre, m.bones[2].position) < 1e-4F;
        }
        QCOMPARE(hands, 2);
        // Lying on its side: the torso hangs along the body's own down, not the world's.
        const glm::quat side = glm::angleAxis(glm::radians(90.0F), glm::vec3(0.0F, 0.0F, 1.0F));
        QVERIFY(buildBody(m.plan, m.bones, side, f));
        for (const BodyPiece& p : f.view()) {
            if (p.form == BodyForm::Torso)
                QVERIFY(p.centre.x > 0.3F && qAbs(p.centre.y - 1.7F) < 1e-3F);
        }
    }

    void brokenBonesLeaveOutWhatTheyCarry()
    {
        Made m = made({.gesture = 2});
        BodyFigure f;
        const auto at = [&m](BoneRole role) { return std::size_t(m.plan.of(role)); };
        m.bones[at(BoneRole::LeftForearm)].position.y = NaN;
        m.bones[at(BoneRole::RightShin)].position = {900.0F, 0.0F, 0.0F};
        m.bones[at(BoneRole::TrackedHead)].orientation = {0.0F, 0.0F, 0.0F, 0.0F};
        QVERIFY(buildBody(m.plan, m.bones, {0.0F, 0.0F, 0.0F, 0.0F}, f));
        QVERIFY(sound(f));
        QCOMPARE(countOf(f, BodyForm::Limb), 12U - 4U);
        QVERIFY(f.high.x < 10.0F);
        // Without its hips it falls back to the tracked points; without a head there is nobody.
        m.bones[at(BoneRole::Pelvis)].position.x = NaN;
        QVERIFY(buildBody(m.plan, m.bones, glm::quat(1.0F, 0.0F, 0.0F, 0.0F), f));
        QVERIFY(sound(f));
        m.bones[at(BoneRole::TrackedHead)].position.x = NaN;
        QVERIFY(!buildBody(m.plan, m.bones, glm::quat(1.0F, 0.0F, 0.0F, 0.0F), f));
        QVERIFY(!buildBody(m.plan, {}, glm::quat(1.0F, 0.0F, 0.0F, 0.0F), f));
    }

    void anyNumbersAreSurvived()
    {
        const quint32 seed = 20'231;
        QRandomGenerator random(seed);
        Made m = made({});
        BodyFigure f;
        for (int round = 0; round < 3000; ++round) {
            for (BonePose& bone : m.bones) {
                const auto value = [&random] {
                    const double r = random.generateDouble();
                    return r < 0.04 ? NaN : r < 0.3 ? 0.0F : float((random.generateDouble() - 0.5) * 3.0);
                };
                bone.position = {value(), value(), value()};
                bone.orientation = {value(), value(), value(), value()};
            }
            const std::size_t count = random.bounded(quint32(m.bones.size() + 1));
            if (buildBody(m.plan, std::span(m.bones).first(count), m.bones[5].orientation, f))
                QVERIFY2(sound(f), qPrintable(QStringLiteral("seed %1, round %2").arg(seed).arg(round)));
        }
    }

    void skeletonsWithoutRolesAreNotBodies()
    {
        model::Skeleton plain{
            QStringLiteral("plain"), {QStringLiteral("a"), QStringLiteral("b")}, {-1, 0}, {}};
        QVERIFY(!planBody(plain).recognised);
        plain.roles = {BoneRole::Other, static_cast<BoneRole>(200)}; // a role nobody knows
        QVERIFY(!planBody(plain).recognised);
        // More joints than a figure has room for.
        model::Skeleton many;
        many.roles.assign(200, BoneRole::Other);
        many.roles[0] = BoneRole::Pelvis;
        many.roles[1] = BoneRole::Head;
        std::vector<BonePose> bones(200);
        for (std::size_t i = 0; i < bones.size(); ++i)
            bones[i].position = {0.0F, static_cast<float>(i) * 0.01F, 0.0F};
        BodyFigure f;
        QVERIFY(buildBody(planBody(many), bones, glm::quat(1.0F, 0.0F, 0.0F, 0.0F), f));
        QCOMPARE(f.count, BodyFigure::Capacity);
    }
};

} // namespace tst_body_pose

GHOSTLINE_TEST(tst_body_pose, TestBodyPose)
#include "tst_body_pose.moc"
