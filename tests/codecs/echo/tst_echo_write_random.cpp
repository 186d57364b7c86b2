// SPDX-License-Identifier: GPL-3.0-or-later
// A thousand made-up matches written as .butter and read again: every field of every frame is within what its
// bins allow. A failing match is cut down and printed as the seed, frames and people that still fail.
#include "codecs/echo/butter/butter_encode.h"
#include "tests/codecs/echo/butter_frames.h"
#include "tests/codecs/echo/random_match.h"
#include "tests/codecs/echo/written_butter.h"
#include "tests/support/rounds.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <map>

namespace tst_echo_write_random {

using namespace ghostline;
using namespace ghostline::echo;

namespace {

double cut(double value) { return encode::halfStep(std::abs(value)); }
double cut(const glm::vec3& v) { return glm::length(glm::dvec3(cut(v.x), cut(v.y), cut(v.z))); }

constexpr double FloatNoise = 2e-5;   ///< metres; sums of floats over a chunk, at the places used here
constexpr double RotationBin = 0.275; ///< degrees, the middle of the coarsest bin to its corner
constexpr double BonePositionBin = encode::BoneStep * 1.7321 + 1e-6; ///< the bin around 0 is the widest

/// How far off a sum of cut-off steps can be; the plain form adds half a bin a frame, the tight one stays
/// within a bin of the place and the plain one's bound.
struct Drift
{
    double bound = 0.0;
    glm::vec3 truth{0.0F};

    void vector(const glm::vec3& now, bool fresh, double ignored = 0.0)
    {
        const glm::vec3 step = fresh ? now : now - truth;
        const auto length = static_cast<double>(glm::length(step));
        const double added = length <= ignored ? length : cut(step) / 2;
        bound = (fresh ? 0.0 : bound) + added + FloatNoise;
        truth = now;
    }
};

struct PlayerDrift
{
    std::array<Drift, Parts> parts;
    Drift velocity;
    bool seen = false;
};

struct BoneDrift
{
    Bone truth;
    double position = 0.0;
    double rotation = 0.0;
};

/// Compares what was read with what was written, frame for frame.
class Comparison
{
public:
    Comparison(const test::RandomMatch& match, const test::Scanned& read, bool tight)
        : m_match(match), m_read(read), m_names(read.file->names()), m_tight(tight)
    {
    }

    /// What is wrong first; empty when nothing is.
    QString run()
    {
        check(m_read.frames.size() == m_match.block.size(), "frames");
        check(m_read.losses.isEmpty(), "losses");
        std::size_t chunk = 0;
        std::size_t next = 0;
        for (std::size_t i = 0; i < m_match.block.size() && m_wrong.isEmpty(); ++i) {
            m_key = i == next;
            if (m_key)
                next += m_read.chunks[chunk++].frames;
            m_number = i;
            frame(m_match.block.frames[i], m_read.frames.frames[i]);
        }
        return m_wrong;
    }

private:
    void check(bool fine, const char* what)
    {
        if (!fine && m_wrong.isEmpty())
            m_wrong = QStringLiteral("frame %1: %2").arg(m_number).arg(QLatin1String(what));
    }
    void near(double a, double b, double bound, const char* what)
    {
        if (!(std::abs(a - b) <= bound) && m_wrong.isEmpty())
            m_wrong = QStringLiteral("frame %1: %2 is %3, not %4 within %5")
                          .arg(m_number)
                          .arg(QLatin1String(what))
                          .arg(a)
                          .arg(b)
                          .arg(bound);
    }
    void place(const glm::vec3& a, const glm::vec3& truth, const Drift& drift, double largest,
               const char* what)
    {
        // the tight form is bound by the worst that the plain one did anywhere so far, and by the place's own
        // bin
        const double bound = m_tight ? std::max(largest, drift.bound) + cut(truth) / 2 : drift.bound;
        near(static_cast<double>(glm::distance(a, truth)), 0.0, bound, what);
    }
    void rotation(const glm::quat& a, const glm::quat& truth, double bound, const char* what)
    {
        near(encode::degreesBetween(glm::dquat(a), glm::dquat(truth)), 0.0, bound, what);
    }
    std::int64_t user(const MatchNames& names, std::int32_t person) const
    {
        return person == Nobody ? -1 : names[person].userId;
    }

    void frame(const Frame& truth, const Frame& read)
    {
        if (!m_match.clockWentBack)
            check(truth.timeMs == read.timeMs, "time");
        near(static_cast<double>(read.clock), static_cast<double>(truth.clock), 1e-4, "clock");
        check(truth.status == read.status, "status");
        check(truth.inputs == read.inputs, "inputs");
        check(truth.restartRequest == read.restartRequest, "restart requests");
        check(truth.possession == read.possession, "possession");
        for (std::size_t i = 0; i < 2; ++i)
            near(static_cast<double>(read.points[i]), static_cast<double>(truth.points[i]),
                 m_match.header.mode() == Mode::Combat ? cut(static_cast<double>(truth.points[i])) : 0.0,
                 "points");
        pause(truth.pause, read.pause);
        score(truth.score, read.score);
        for (std::size_t i = 0; i < ThrowValues; ++i)
            number(read.lastThrow[i], truth.lastThrow[i], "throw");
        check(truth.payload.contested == read.payload.contested &&
                  truth.payload.checkpoint == read.payload.checkpoint &&
                  truth.payload.defenders == read.payload.defenders,
              "payload");
        number(read.payload.distance, truth.payload.distance, "payload distance");
        number(read.payload.speed, truth.payload.speed, "payload speed");
        check(truth.rulesChangedAt == read.rulesChangedAt, "rules changed at");
        check(m_match.names.textAt(truth.rulesChangedBy) == m_names.textAt(read.rulesChangedBy),
              "rules changed by");
        m_vr.vector(truth.vr.position, m_key);
        m_worstVr = std::max(m_worstVr, m_vr.bound);
        place(read.vr.position, truth.vr.position, m_vr, m_worstVr, "vr");
        rotation(read.vr.orientation, truth.vr.orientation, RotationBin, "vr rotation");
        disc(truth, read);
        for (std::size_t team = 0; team < Teams; ++team) {
            check(truth.hasTeamStats[team] == read.hasTeamStats[team], "team statistics");
            stats(truth.teamStats[team], read.teamStats[team]);
        }
        players(truth, read);
        bones(truth, read);
    }

    void number(float read, float truth, const char* what)
    {
        near(static_cast<double>(read), static_cast<double>(truth), cut(static_cast<double>(truth)), what);
    }

    void pause(const Pause& truth, const Pause& read)
    {
        check(truth.state == read.state && truth.requestedBy == read.requestedBy &&
                  truth.unpausedBy == read.unpausedBy,
              "pause");
        // a timer that ended with a keyframe cannot be told from one that goes on
        const bool ended = m_key && truth.state == m_pause.state;
        const Pause before = m_pause;
        m_pause = truth;
        if (ended && (truth.pausedTimer == 0.0F || truth.unpausedTimer == 0.0F))
            return;
        // a difference is cut off as well: one that takes back minutes by more than one of milliseconds
        const auto timer = [this](float found, float now, float last, const char* what) {
            const double bound = 0.0005 + cut(static_cast<double>(std::max(now, last)));
            near(static_cast<double>(found), static_cast<double>(now), bound, what);
        };
        timer(read.pausedTimer, truth.pausedTimer, before.pausedTimer, "paused timer");
        timer(read.unpausedTimer, truth.unpausedTimer, before.unpausedTimer, "unpaused timer");
    }

    void score(const LastScore& truth, const LastScore& read)
    {
        if (m_match.header.mode() != Mode::Arena)
            return;
        check(truth.team == read.team && truth.type == read.type && (truth.points == 2) == (read.points == 2),
              "score");
        check(user(m_match.names, truth.scorer) == user(m_names, read.scorer), "scorer");
        check(user(m_match.names, truth.assister) == user(m_names, read.assister), "assister");
        number(read.discSpeed, truth.discSpeed, "disc speed of the score");
        number(read.distance, truth.distance, "distance of the score");
    }

    void disc(const Frame& truth, const Frame& read)
    {
        check(truth.hasDisc == read.hasDisc, "disc is there");
        if (!truth.hasDisc) {
            m_discSeen = false;
            return;
        }
        const bool fresh = m_key || !m_discSeen;
        m_discSeen = true;
        m_disc.vector(truth.disc.position, fresh);
        m_discSpeed.vector(truth.discVelocity, fresh);
        m_worstDisc = std::max(m_worstDisc, m_disc.bound);
        m_worstDiscSpeed = std::max(m_worstDiscSpeed, m_discSpeed.bound);
        place(read.disc.position, truth.disc.position, m_disc, m_worstDisc, "disc");
        place(read.discVelocity, truth.discVelocity, m_discSpeed, m_worstDiscSpeed, "speed of the disc");
        rotation(read.disc.orientation, truth.disc.orientation, RotationBin, "rotation of the disc");
    }

    void stats(const Stats& truth, const Stats& read)
    {
        check(truth.counters == read.counters, "counters");
        check(truth.stuns == read.stuns, "stuns");
        number(read.possessionTime, truth.possessionTime, "possession time");
    }

    void players(const Frame& truth, const Frame& read)
    {
        const auto written = m_match.block.playersOf(truth);
        const auto found = m_read.frames.playersOf(read);
        check(written.size() == found.size(), "players");
        for (auto& [person, drift] : m_players)
            drift.seen = false;
        for (std::size_t i = 0; i < written.size() && m_wrong.isEmpty(); ++i)
            player(written[i], found[i]);
        for (auto it = m_players.begin(); it != m_players.end();)
            it = it->second.seen ? std::next(it) : m_players.erase(it);
    }

    void player(const PlayerFrame& truth, const PlayerFrame& read)
    {
        check(m_match.names[truth.person].name == m_names[read.person].name &&
                  user(m_match.names, truth.person) == user(m_names, read.person) &&
                  truth.slot == read.slot && truth.team == read.team,
              "who");
        check(truth.possession == read.possession && truth.blocking == read.blocking &&
                  truth.stunned == read.stunned && truth.invulnerable == read.invulnerable &&
                  truth.emote == read.emote,
              "flags");
        check(truth.hasStats == read.hasStats, "statistics");
        if (truth.hasStats)
            stats(truth.stats, read.stats);
        check(truth.ping == read.ping, "ping");
        near(static_cast<double>(read.packetLoss), static_cast<double>(truth.packetLoss), cut(1.0),
             "packet loss");
        check(truth.holdingLeft == read.holdingLeft && truth.holdingRight == read.holdingRight, "holding");
        check(truth.loadout == read.loadout, "loadout");
        const bool fresh = m_key || !m_players.contains(truth.person);
        PlayerDrift& drift = m_players[truth.person];
        drift.seen = true;
        for (std::size_t i = 0; i < Parts; ++i) {
            drift.parts[i].vector(truth.parts[i].position, fresh);
            m_worstPart = std::max(m_worstPart, drift.parts[i].bound);
            place(read.parts[i].position, truth.parts[i].position, drift.parts[i], m_worstPart, "part");
            rotation(read.parts[i].orientation, truth.parts[i].orientation, RotationBin,
                     "rotation of a part");
        }
        drift.velocity.vector(truth.velocity, fresh, 0.0100001);
        m_worstSpeed = std::max(m_worstSpeed, drift.velocity.bound);
        place(read.velocity, truth.velocity, drift.velocity, m_worstSpeed, "velocity");
    }

    void bones(const Frame& truth, const Frame& read)
    {
        check(truth.hasBones == read.hasBones, "bones are there");
        const auto written = m_match.block.bonesOf(truth);
        const auto found = m_read.frames.bonesOf(read);
        check(written.size() == found.size(), "skeletons");
        const bool fresh = m_key || m_bones.size() != written.size() || !truth.hasBones;
        m_bones.resize(written.size());
        for (std::size_t i = 0; i < written.size() && m_wrong.isEmpty(); ++i) {
            for (std::size_t k = 0; k < Bones; ++k)
                bone(written[i].bones[k], found[i].bones[k], m_bones[i][k], fresh);
        }
    }

    void bone(const Bone& truth, const Bone& read, BoneDrift& drift, bool fresh)
    {
        if (fresh)
            drift = {};
        const auto moved = static_cast<double>(glm::distance(truth.position, drift.truth.position));
        const double turned =
            encode::degreesBetween(glm::dquat(truth.orientation), glm::dquat(drift.truth.orientation));
        drift.position += !fresh && moved <= 0.0010001 ? moved : BonePositionBin;
        drift.rotation += !fresh && turned <= 1.0001 ? turned : RotationBin;
        drift.truth = truth;
        m_worstBone = std::max(m_worstBone, drift.position);
        m_worstTurn = std::max(m_worstTurn, drift.rotation);
        near(static_cast<double>(glm::distance(read.position, truth.position)), 0.0,
             (m_tight ? m_worstBone : drift.position) + FloatNoise, "bone");
        rotation(read.orientation, truth.orientation, (m_tight ? m_worstTurn : drift.rotation) + 0.01,
                 "turn of a bone");
    }

    const test::RandomMatch& m_match;
    const test::Scanned& m_read;
    const MatchNames& m_names;
    const bool m_tight;
    bool m_key = true;
    std::size_t m_number = 0;
    QString m_wrong;
    Drift m_vr;
    Drift m_disc;
    Drift m_discSpeed;
    bool m_discSeen = false;
    Pause m_pause;
    std::map<std::int32_t, PlayerDrift> m_players;
    std::vector<std::array<BoneDrift, Bones>> m_bones;
    double m_worstVr = 0.0;
    double m_worstDisc = 0.0;
    double m_worstDiscSpeed = 0.0;
    double m_worstPart = 0.0;
    double m_worstSpeed = 0.0;
    double m_worstBone = 0.0;
    double m_worstTurn = 0.0;
};

/// What is wrong with the match of an order; empty when nothing is.
QString wrongWith(const test::RandomOrder& order)
{
    test::RandomMatch match;
    test::RandomMaker(order, match).run();
    const ButterOptions options{.keyframeInterval = 1 + static_cast<int>(order.seed * 7 % 50),
                                .compression = order.seed % 3 == 0   ? ButterCompression::None
                                               : order.seed % 3 == 1 ? ButterCompression::Gzip
                                                                     : ButterCompression::Zstd,
                                .level = 1,
                                .tight = order.seed / 3 % 2 == 1};
    const auto written =
        test::writeButterBytes(test::writeJob(match.header, match.names, match.block), options);
    if (!written)
        return QStringLiteral("writing: ") + written.error().message;
    const auto read = test::scanButter(written->bytes);
    if (!read)
        return QStringLiteral("reading: ") + read.error().message;
    return Comparison(match, **read, options.tight).run();
}

/// The same failure with fewer frames and people, as far as it goes.
QString shrunk(test::RandomOrder order, QString wrong)
{
    for (int step = order.frames / 2; step > 0; step /= 2) {
        while (order.frames > step) {
            test::RandomOrder smaller = order;
            smaller.frames -= step;
            const QString still = wrongWith(smaller);
            if (still.isEmpty())
                break;
            order = smaller;
            wrong = still;
        }
    }
    while (order.people > 0) {
        test::RandomOrder smaller = order;
        --smaller.people;
        const QString still = wrongWith(smaller);
        if (still.isEmpty())
            break;
        order = smaller;
        wrong = still;
    }
    return QStringLiteral("seed %1, %2 frames, %3 people: %4")
        .arg(order.seed)
        .arg(order.frames)
        .arg(order.people)
        .arg(wrong);
}

} // namespace

constexpr std::uint32_t Rounds = test::rounds(125); ///< orders of a row

class EchoWriteRandom : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void roundTrip_data()
    {
        QTest::addColumn<std::uint32_t>("firstSeed");
        for (std::uint32_t row = 0; row < 8; ++row)
            QTest::addRow("seeds from %u", row * Rounds + 1) << row * Rounds + 1;
    }
    void roundTrip()
    {
        QFETCH(std::uint32_t, firstSeed);
        for (std::uint32_t seed = firstSeed; seed < firstSeed + Rounds; ++seed) {
            const test::RandomOrder order{
                .seed = seed, .frames = 15 + static_cast<int>(seed % 30), .people = 14};
            if (const QString wrong = wrongWith(order); !wrong.isEmpty())
                QFAIL(qPrintable(shrunk(order, wrong)));
        }
    }
};

} // namespace tst_echo_write_random

GHOSTLINE_TEST(tst_echo_write_random, EchoWriteRandom)
#include "tst_echo_write_random.moc"
