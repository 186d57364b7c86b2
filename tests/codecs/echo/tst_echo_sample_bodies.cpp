// SPDX-License-Identifier: GPL-3.0-or-later
// Made-up matches: bodies hold together, and the disc flies straight or is held.
#include "tests/codecs/echo/sample_rows.h"
#include "tests/support/test_driver.h"

namespace tst_echo_sample_bodies {

using namespace ghostline;
using namespace ghostline::echo;
using namespace ghostline::test;

namespace {

/// Bones that a limb joins, and how long it is.
struct Limb
{
    std::size_t from;
    std::size_t to;
    double length;
};
constexpr std::array<Limb, 12> Limbs{{{7, 5, 0.30},
                                      {6, 4, 0.30},
                                      {5, 3, 0.29},
                                      {4, 2, 0.29},
                                      {15, 17, 0.41},
                                      {16, 18, 0.41},
                                      {17, 19, 0.41},
                                      {18, 20, 0.41},
                                      {19, 21, 0.1523},
                                      {20, 22, 0.1523},
                                      {11, 12, 0.1204},
                                      {12, 0, 0.1204}}};

} // namespace

class TestEchoSampleBodies : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase_data() { addSampleRows(); }

    void theDiscFliesStraightOrRestsInAHand()
    {
        const SampleOptions options = optionsOfRow();
        const auto match = matchOf(options);
        int straight = 0;
        int free = 0;
        int heldFor = 0;
        visitAll(*match, [&](std::int64_t, const Seen& before, const Seen& now) {
            const PlayerFrame* last = before.holder();
            heldFor = last != nullptr && now.holder() != nullptr && last->person == now.holder()->person
                          ? heldFor + 1
                          : 0;
            int holders = 0;
            for (const PlayerFrame& player : now.players) {
                for (const auto& [held, part] : {std::pair{player.holdingLeft, Part::LeftHand},
                                                 {player.holdingRight, Part::RightHand}}) {
                    if (held != holding::Disc)
                        continue;
                    ++holders;
                    QVERIFY(!player.stunned);
                    if (heldFor > options.hz / 2)
                        QVERIFY(distance(player.part(part).position, now.frame.disc.position) < 0.2);
                }
            }
            QVERIFY(holders < 2);
            if (last != nullptr || now.holder() != nullptr || reset(before, now))
                return;
            ++free;
            const glm::vec3 expected =
                before.frame.disc.position + before.frame.discVelocity / static_cast<float>(options.hz);
            straight += distance(expected, now.frame.disc.position) < 0.02 ? 1 : 0;
        });
        QVERIFY(free > 100);
        QVERIFY2(straight > free * 0.9, qPrintable(QStringLiteral("%1 of %2").arg(straight).arg(free)));
    }

    void bodiesAreWhole()
    {
        const auto match = matchOf(optionsOfRow());
        visitAll(*match, [&](std::int64_t number, const Seen&, const Seen& now) {
            if (number % 7 != 0)
                return;
            QVERIFY(now.frame.hasBones);
            QCOMPARE(now.bones.size(), now.players.size());
            for (std::size_t i = 0; i < now.bones.size(); ++i) {
                const PlayerFrame& player = now.players[i];
                const auto& bones = now.bones[i].bones;
                QCOMPARE(now.bones[i].slot, static_cast<std::int16_t>(player.slot));
                for (const Bone& bone : bones) {
                    QVERIFY(std::abs(glm::length(bone.orientation) - 1.0F) < 1e-4F);
                    QVERIFY(glm::length(bone.position) < 1.9F);
                }
                for (const Limb& limb : Limbs)
                    QVERIFY(std::abs(distance(bones[limb.from].position, bones[limb.to].position) -
                                     limb.length) < 2e-3);
                const PartPose& body = player.part(Part::Body);
                for (const auto& [part, bone] : {std::pair{Part::LeftHand, 3}, {Part::RightHand, 2}}) {
                    const glm::vec3 place =
                        body.position + body.orientation * bones[static_cast<std::size_t>(bone)].position;
                    QVERIFY(distance(place, player.part(part).position) < 3e-3);
                }
                // Left is left: of the hands, of the shoulders and of the hips.
                QVERIFY(bones[7].position.x > bones[6].position.x &&
                        bones[15].position.x > bones[16].position.x);
            }
        });
    }
};

} // namespace tst_echo_sample_bodies

GHOSTLINE_TEST(tst_echo_sample_bodies, TestEchoSampleBodies)
#include "tst_echo_sample_bodies.moc"
