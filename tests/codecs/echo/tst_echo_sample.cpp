// SPDX-License-Identifier: GPL-3.0-or-later
// Made-up matches: the same from the same seed, and such as a match can be.
#include "codecs/echo/sample/arena.h"
#include "codecs/echo/sample/sample_match.h"

#include <QTest>

#include <map>

using namespace ghostline;
using namespace ghostline::echo;

namespace {

/// A frame and what it holds, beside the one before.
struct Seen
{
    Frame frame;
    std::vector<PlayerFrame> players;
    std::vector<BoneSet> bones;

    const PlayerFrame* person(std::int32_t number) const
    {
        const auto found = std::find_if(players.begin(), players.end(),
                                        [number](const PlayerFrame& p) { return p.person == number; });
        return found != players.end() ? &*found : nullptr;
    }
    const PlayerFrame* holder() const
    {
        const auto found = std::find_if(players.begin(), players.end(), [](const PlayerFrame& p) {
            return p.holdingLeft == holding::Disc || p.holdingRight == holding::Disc;
        });
        return found != players.end() ? &*found : nullptr;
    }
};

using Visit = std::function<void(std::int64_t number, const Seen& before, const Seen& now)>;

/// Every frame with its predecessor; the first one comes with itself. Stops at the first failed check.
std::int64_t visitAll(const SampleMatch& match, const Visit& visit)
{
    Seen before;
    Seen now;
    std::int64_t number = 0;
    const auto fed = match.frames()(
        [&](const FrameBlock& block, std::size_t first, std::size_t end) -> model::Result<void> {
            for (std::size_t i = first; i < end; ++i) {
                const Frame& frame = block.frames[i];
                const auto players = block.playersOf(frame);
                const auto bones = block.bonesOf(frame);
                now = {frame, {players.begin(), players.end()}, {bones.begin(), bones.end()}};
                visit(number, number == 0 ? now : before, now);
                if (QTest::currentTestFailed())
                    return model::fail(model::ErrorCode::Cancelled, QStringLiteral("a check failed"));
                std::swap(before, now);
                ++number;
            }
            return {};
        });
    return fed ? number : -1;
}

std::unique_ptr<SampleMatch> matchOf(const SampleOptions& options)
{
    auto match = SampleMatch::create(options);
    return match ? std::move(*match) : nullptr;
}

bool reset(const Seen& before, const Seen& now)
{
    return now.frame.status == GameStatus::RoundStart && before.frame.status != GameStatus::RoundStart;
}

double distance(const glm::vec3& a, const glm::vec3& b) { return static_cast<double>(glm::distance(a, b)); }

double angleBetween(const glm::quat& a, const glm::quat& b)
{
    return 2.0 * std::acos(std::min(1.0, static_cast<double>(std::abs(glm::dot(a, b)))));
}

void addRows()
{
    QTest::addColumn<int>("seed");
    QTest::addColumn<int>("players");
    QTest::addColumn<double>("hz");
    for (const int seed : {1, 2, 3, 4})
        QTest::addRow("seed %d", seed) << seed << 4 << 30.0;
    QTest::addRow("one against one") << 5 << 1 << 30.0;
    QTest::addRow("seven against seven") << 6 << 7 << 30.0;
    QTest::addRow("60 frames a second") << 7 << 4 << 60.0;
}

SampleOptions optionsOfRow()
{
    QFETCH_GLOBAL(int, seed);
    QFETCH_GLOBAL(int, players);
    QFETCH_GLOBAL(double, hz);
    SampleOptions options;
    options.seed = static_cast<std::uint64_t>(seed);
    options.players = players;
    options.hz = hz;
    options.seconds = 70.0;
    return options;
}

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

class TestEchoSample : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase_data() { addRows(); }

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

QTEST_GUILESS_MAIN(TestEchoSample)
#include "tst_echo_sample.moc"
