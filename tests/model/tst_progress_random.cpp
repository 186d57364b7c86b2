// SPDX-License-Identifier: GPL-3.0-or-later
// Generated runs, the same ones every time: where the paths are further apart than the limit there is no
// number, and every number is the one that looking at the whole section gives.
#include "model/compare/progress.h"
#include "tests/support/run_tracks.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <random>

namespace tst_progress_random {

using namespace ghostline::model;
using namespace ghostline::test;

namespace {

using Random = std::mt19937;

double between(Random& random, double low, double high)
{
    return std::uniform_real_distribution<double>(low, high)(random);
}

constexpr double Length = 400.0;
const char* const Ids[] = {"p", "q", "r", "s"};

/// A winding line along x that comes nowhere near itself.
glm::dvec3 pathAt(double x) { return {x, 2.0 * std::sin(x / 15.0), 6.0 * std::sin(x / 20.0)}; }

/// Checkpoints are 80 m apart; some references jump, some stand.
RunMaker reference(Random& random)
{
    RunMaker run(pathAt(0.0));
    std::size_t taken = 0;
    const double jumpAt = between(random, 0.0, 2.0 * Length);
    const double stopAt = between(random, 0.0, 2.0 * Length);
    for (double x = 0.0; x < Length;) {
        const double before = x;
        x += between(random, 0.2, 0.4);
        if (before < stopAt && stopAt <= x)
            run.stand(15);
        if (before < jumpAt && jumpAt <= x)
            run.jump(pathAt(x += 15.0));
        else
            run.walk(pathAt(x), 1e9);
        if (taken < std::size(Ids) && x > 80.0 * static_cast<double>(taken + 1))
            run.checkpoint(Ids[taken++]);
    }
    return run.finish();
}

/// Drifts aside and back, falls and is reset, jumps on, misses or swaps checkpoints.
RunMaker wanderer(Random& random)
{
    std::vector<const char*> ids(std::begin(Ids), std::end(Ids));
    if (between(random, 0.0, 1.0) < 0.3)
        std::swap(ids[1], ids[2]);
    if (between(random, 0.0, 1.0) < 0.3)
        ids[static_cast<std::size_t>(between(random, 0.0, 4.0))] = nullptr;
    RunMaker run(pathAt(0.0));
    std::size_t taken = 0;
    glm::dvec3 aside{0.0};
    glm::dvec3 wanted{0.0};
    double checkpoint = 0.0;
    int resets = 0;
    for (double x = 0.0; x < Length;) {
        x += between(random, 0.2, 0.6);
        if (between(random, 0.0, 1.0) < 0.02)
            wanted = {0.0, between(random, -9.0, 9.0), between(random, -9.0, 9.0)};
        aside += (wanted - aside) * 0.05;
        const double chance = between(random, 0.0, 1.0);
        if (chance < 0.003 && resets++ < 5) {
            x = checkpoint;
            aside = wanted = glm::dvec3{0.0};
            run.jump(pathAt(x)).reset();
        } else if (chance < 0.005) {
            run.jump(pathAt(x += 12.0) + aside);
        } else if (chance < 0.007) {
            run.stand(5);
        } else {
            run.walk(pathAt(x) + aside, 1e9);
        }
        if (taken < ids.size() && x > 80.0 * static_cast<double>(taken + 1)) {
            checkpoint = x;
            if (const char* const id = ids[taken++])
                run.checkpoint(id);
        }
    }
    return run;
}

/// Straightforward and slow: what the rules say of one frame, from the tracks alone.
struct Brute
{
    explicit Brute(const RunTrack& a) : track(a)
    {
        double gone = 0.0;
        for (FrameNumber f = a.start; f <= a.last(); ++f) {
            const auto i = static_cast<std::size_t>(f);
            if (f > a.start && !a.jumped[i])
                gone += glm::distance(a.positions[i - 1], a.positions[i]);
            metres.push_back(gone);
        }
    }

    struct Foot
    {
        double distance = std::numeric_limits<double>::infinity();
        double metres = 0.0;
        double frame = 0.0;
        bool end = false; ///< of the section, or of the way at a jump
    };

    Foot nearest(const glm::dvec3& p, FrameNumber first, FrameNumber last) const
    {
        Foot best;
        for (FrameNumber f = first; f < last; ++f) {
            const auto i = static_cast<std::size_t>(f);
            if (track.jumped[i + 1])
                continue;
            const glm::dvec3 way = track.positions[i + 1] - track.positions[i];
            const double square = glm::dot(way, way);
            const double u =
                square > 0.0 ? std::clamp(glm::dot(p - track.positions[i], way) / square, 0.0, 1.0) : 0.0;
            const double distance = glm::distance(p, track.positions[i] + u * way);
            if (distance >= best.distance)
                continue;
            const bool begins = u == 0.0 && (f == first || track.jumped[i]);
            const bool ends = u == 1.0 && (f + 1 == last || track.jumped[i + 2]);
            best = {distance, glm::mix(metres[i], metres[i + 1], u), static_cast<double>(f) + u,
                    begins || ends};
        }
        return best;
    }

    /// First and last frame of a section.
    std::pair<FrameNumber, FrameNumber> section(std::size_t number) const
    {
        const auto& c = track.checkpoints;
        return {number == 0 ? track.start : c[number - 1].frame,
                number < c.size() ? c[number].frame : track.last()};
    }

    const RunTrack& track;
    std::vector<double> metres;
};

/// How many the run had taken; nothing when the reference never had the same ones.
std::optional<std::size_t> sectionOf(const RunTrack& a, const RunTrack& b, FrameNumber frame)
{
    QStringList mine;
    for (const CheckpointTaken& checkpoint : b.checkpoints) {
        if (checkpoint.frame <= frame)
            mine << checkpoint.id;
    }
    QStringList theirs;
    for (std::size_t i = 0; i < a.checkpoints.size() && theirs.size() < mine.size(); ++i)
        theirs << a.checkpoints[i].id;
    mine.sort();
    theirs.sort();
    return mine == theirs ? std::optional(static_cast<std::size_t>(mine.size())) : std::nullopt;
}

/// So near to a limit that rounding decides.
bool onTheEdge(const Brute::Foot& foot)
{
    return std::abs(foot.distance - OffPathLimit) < 1e-9 || std::abs(foot.distance - SectionEndLimit) < 1e-9;
}

} // namespace

class TestProgressRandom : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pairs_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 60; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }
    void pairs()
    {
        QFETCH(unsigned, seed);
        Random random(seed);
        const RunTrack a = reference(random).track();
        const RunTrack b = wanderer(random).track();
        const Course course(std::make_shared<const RunTrack>(a));
        const ProgressComparison progress = *compareProgress(course, b, {});
        const Brute brute(a);
        QVERIFY(std::abs(course.length() - brute.metres.back()) < 1e-6);
        for (FrameNumber f = b.start; f <= b.last(); ++f) {
            const ProgressSample sample = progress.at(f);
            const glm::dvec3& place = b.positions[static_cast<std::size_t>(f)];
            const auto number = sectionOf(a, b, f);
            QCOMPARE(sample.why == NoNumber::Checkpoints, !number.has_value());
            QCOMPARE(std::isnan(sample.delta), sample.why != NoNumber::None);
            if (!number) {
                QVERIFY(std::isnan(sample.metres));
                continue;
            }
            const auto [first, last] = brute.section(*number);
            const Brute::Foot foot = brute.nearest(place, first, last);
            if (onTheEdge(foot))
                continue;
            const bool counts =
                foot.distance <= OffPathLimit && (!foot.end || foot.distance <= SectionEndLimit);
            const QByteArray where = QStringLiteral("frame %1: %2 m, %3 away; looked at all: %4 m, %5 away")
                                         .arg(f)
                                         .arg(sample.metres)
                                         .arg(sample.distance)
                                         .arg(foot.metres)
                                         .arg(foot.distance)
                                         .toLatin1();
            QVERIFY2(!std::isnan(sample.metres) == counts, where.constData());
            if (!counts)
                continue;
            QVERIFY2(std::abs(sample.metres - foot.metres) < 1e-6, where.constData());
            QVERIFY2(std::abs(sample.distance - foot.distance) < 1e-9, where.constData());
            const double delta = seconds(b.runTime(f)) - 0.05 * foot.frame;
            QVERIFY2(sample.why == NoNumber::ReferenceStoodStill || std::abs(sample.delta - delta) < 1e-6,
                     where.constData());
        }
        passes(course, b, progress);
    }

private:
    /// The last pass of a place, found by looking at every pair of frames.
    static void passes(const Course& course, const RunTrack& b, const ProgressComparison& progress)
    {
        for (double metres = 0.5; metres < course.length(); metres += 3.7) {
            std::optional<double> last;
            for (FrameNumber f = b.start + 1; f <= b.last(); ++f) {
                const double from = progress.at(f - 1).metres;
                const double to = progress.at(f).metres;
                if (from < metres && metres <= to && !b.jumped[static_cast<std::size_t>(f)])
                    last = static_cast<double>(f - 1) + (metres - from) / (to - from);
            }
            const auto found = progress.passOf(metres);
            QCOMPARE(found.has_value(), last.has_value());
            if (found)
                QVERIFY(std::abs(static_cast<double>(found->frame) + found->fraction - *last) < 1e-9);
        }
    }
};

} // namespace tst_progress_random

GHOSTLINE_TEST(tst_progress_random, TestProgressRandom)
#include "tst_progress_random.moc"
