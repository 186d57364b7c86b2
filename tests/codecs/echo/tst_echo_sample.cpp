// SPDX-License-Identifier: GPL-3.0-or-later
// Made-up matches: people and the disc move as they can, and add up to the score.
#include "codecs/echo/sample/arena.h"
#include "tests/codecs/echo/sample_rows.h"
#include "tests/support/test_driver.h"

#include <map>

namespace tst_echo_sample {

using namespace ghostline;
using namespace ghostline::echo;
using namespace ghostline::test;

namespace {

double angleBetween(const glm::quat& a, const glm::quat& b)
{
    return 2.0 * std::acos(std::min(1.0, static_cast<double>(std::abs(glm::dot(a, b)))));
}

} // namespace

class TestEchoSample : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase_data() { addSampleRows(); }

    void placesAndSpeeds()
    {
        const SampleOptions options = optionsOfRow();
        const auto match = matchOf(options);
        QVERIFY(match);
        const double step = 1.0 / options.hz;
        std::map<std::int32_t, int> inside;
        const std::int64_t frames =
            visitAll(*match, [&](std::int64_t number, const Seen& before, const Seen& now) {
                const bool jumped = reset(before, now) || number == 0;
                for (const PlayerFrame& player : now.players) {
                    const glm::vec3 head = player.part(Part::Head).position;
                    QCOMPARE(head, player.part(Part::Body).position);
                    // A moment in a cushion is a collision; to stay there is not.
                    int& stuck = inside[player.person];
                    stuck = sample::clearance(glm::dvec3(head)) < 0.15 ? stuck + 1 : 0;
                    QVERIFY2(stuck < options.hz / 3, qPrintable(QStringLiteral("frame %1").arg(number)));
                    QVERIFY(sample::clearance(glm::dvec3(head)) > -0.25);
                    QVERIFY(glm::length(player.velocity) < 16.0F);
                    const PlayerFrame* last = jumped ? nullptr : before.person(player.person);
                    if (last == nullptr) {
                        QCOMPARE(player.velocity, glm::vec3(0.0F));
                        continue;
                    }
                    const glm::vec3 gone = head - last->part(Part::Head).position;
                    QVERIFY(distance(player.velocity, gone * static_cast<float>(options.hz)) <
                            0.002 * options.hz);
                    // Inertia: even a blow or a wall needs a few hundredths of a second.
                    QVERIFY2(distance(player.velocity, last->velocity) < 110.0 * step,
                             qPrintable(QStringLiteral("frame %1").arg(number)));
                    QVERIFY(angleBetween(player.part(Part::Head).orientation,
                                         last->part(Part::Head).orientation) < 14.0 * step);
                    for (const Part hand : {Part::LeftHand, Part::RightHand})
                        QVERIFY(distance(player.part(hand).position - head,
                                         last->part(hand).position - last->part(Part::Head).position) <
                                12.0 * step);
                }
                // A hand may push the disc into a corner by as much as it is wide.
                QVERIFY(sample::clearance(glm::dvec3(now.frame.disc.position)) >
                        (now.holder() != nullptr ? -0.15 : -0.02));
                const double moved = distance(now.frame.disc.position, before.frame.disc.position);
                QVERIFY2(jumped || moved < 24.0 * step,
                         qPrintable(QStringLiteral("frame %1: %2 m").arg(number).arg(moved)));
            });
        QVERIFY(frames > 0);
    }

    void countersAndScore()
    {
        const auto match = matchOf(optionsOfRow());
        std::array<std::int32_t, 2> scored{};
        visitAll(*match, [&](std::int64_t number, const Seen& before, const Seen& now) {
            const bool newRound =
                now.frame.status == GameStatus::RoundStart &&
                (before.frame.status == GameStatus::RoundOver || before.frame.status == GameStatus::PreMatch);
            if (newRound)
                scored = {};
            std::array<Stats, 2> sums{};
            for (const PlayerFrame& player : now.players) {
                const PlayerFrame* last = newRound ? nullptr : before.person(player.person);
                for (std::size_t i = 0; i < Counters; ++i) {
                    QVERIFY(player.stats.counters[i] >= (last != nullptr ? last->stats.counters[i] : 0));
                    sums[static_cast<std::size_t>(player.team)].counters[i] += player.stats.counters[i];
                }
                QVERIFY(player.stats.stuns >= (last != nullptr ? last->stats.stuns : 0));
                QVERIFY(player.stats.possessionTime >= (last != nullptr ? last->stats.possessionTime : 0.0F));
                QVERIFY(!player.stunned || !player.invulnerable);
                QVERIFY(player.ping > 0 && player.ping < 120 && player.packetLoss >= 0.0F &&
                        player.packetLoss < 0.1F);
            }
            for (std::size_t team = 0; team < 2; ++team) {
                const Stats& all = now.frame.teamStats[team];
                if (now.players.size() == static_cast<std::size_t>(match->names().people()))
                    QCOMPARE(all.counters, sums[team].counters);
                QCOMPARE(now.frame.points[team], static_cast<float>(all[Counter::Points]));
                const auto more = static_cast<std::int32_t>(now.frame.points[team] -
                                                            (newRound ? 0.0F : before.frame.points[team]));
                if (more == 0)
                    continue;
                QVERIFY(more == 2 || more == 3);
                QCOMPARE(now.frame.score.points, more);
                QCOMPARE(now.frame.score.team, static_cast<TeamCode>(team));
                QCOMPARE(now.frame.status, GameStatus::Score);
                QCOMPARE(more == 3, now.frame.score.distance >= 14.0F);
                const PlayerFrame* scorer = now.person(now.frame.score.scorer);
                QVERIFY(scorer != nullptr && scorer->team == now.frame.score.team);
                QCOMPARE(scorer->stats[Counter::Goals],
                         before.person(scorer->person)->stats[Counter::Goals] + 1);
                scored[team] += more;
            }
            for (std::size_t team = 0; team < 2; ++team)
                QCOMPARE(now.frame.points[team], static_cast<float>(scored[team]));
            QVERIFY(number == 0 || now.frame.timeMs > before.frame.timeMs);
            if (!newRound && number > 0) {
                const double ticked = static_cast<double>(before.frame.clock - now.frame.clock);
                QVERIFY(ticked > -1e-4 && ticked < 0.05);
                QVERIFY(ticked < 1e-4 || before.frame.status == GameStatus::Playing ||
                        now.frame.status == GameStatus::Playing);
            }
        });
    }
};

} // namespace tst_echo_sample

GHOSTLINE_TEST(tst_echo_sample, TestEchoSample)
#include "tst_echo_sample.moc"
