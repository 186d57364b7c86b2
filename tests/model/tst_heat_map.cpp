// SPDX-License-Identifier: GPL-3.0-or-later
// Heat maps of positions against sums that are worked out by hand or by the slowest way there is; sheets.
#include "model/heat/heat_csv.h"
#include "model/heat/heat_map.h"
#include "tests/model/heat_replay.h"
#include "tests/model/posed_replay.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <array>
#include <cmath>
#include <numeric>
#include <random>

namespace tst_heat_map {

using namespace ghostline::model;
using namespace ghostline::test;

namespace {

constexpr double Nothing = std::numeric_limits<double>::quiet_NaN();
constexpr double Infinite = std::numeric_limits<double>::infinity();

/// Random walks with everything that must not be counted.
PosedOptions wildWalks(unsigned seed)
{
    PosedOptions options;
    options.frames = 400;
    options.actors = 5;
    options.teams = 2;
    options.stepMs = 50;
    options.lostFrom = 120;
    options.lostEnd = 140;
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> place(-20.0, 20.0);
    std::uniform_int_distribution<int> odd(0, 19);
    auto poses = std::make_shared<std::vector<Posed>>();
    for (int i = 0; i < 400 * 5; ++i) {
        Posed posed;
        posed.at = {place(random), 0.0, place(random)};
        switch (odd(random)) {
        case 0:
            posed.flags = Hidden;
            break;
        case 1:
            posed.flags = Discontinuity;
            break;
        case 2:
            posed.provenance = Provenance::Held;
            break;
        case 3:
            posed.there = false;
            break;
        case 4:
            posed.flags = Ended;
            break;
        default:
            break;
        }
        poses->push_back(posed);
    }
    options.pose = [poses](int actor, FrameNumber f) {
        return (*poses)[static_cast<std::size_t>(f * 5 + actor)];
    };
    return options;
}

/// The same, pair of frames by pair of frames.
std::vector<double> slowly(const PosedOptions& posed, const HeatLayout& layout, FrameRange frames, int actor,
                           int team)
{
    const auto counts = [](const Posed& p) {
        return p.there && (p.flags & (Hidden | Ended)) == 0 && p.provenance != Provenance::Held;
    };
    const auto lost = [&posed](FrameNumber f) { return f >= posed.lostFrom && f < posed.lostEnd; };
    std::vector<double> sums(layout.cells(), 0.0);
    for (FrameNumber f = frames.first; f + 1 < frames.end; ++f) {
        for (int a = 0; a < posed.actors; ++a) {
            const Posed now = posed.pose(a, f);
            const Posed next = posed.pose(a, f + 1);
            if ((actor >= 0 && a != actor) || (team >= 0 && a % posed.teams != team) || lost(f) ||
                lost(f + 1) || !counts(now) || !counts(next) || (next.flags & Discontinuity) != 0)
                continue;
            const double column = std::floor((now.at.x - layout.x) / layout.cell);
            const double row = std::floor((now.at.z - layout.z) / layout.cell);
            if (column < 0 || row < 0 || column >= layout.columns || row >= layout.rows)
                continue;
            sums[static_cast<std::size_t>(row * layout.columns + column)] += posed.stepMs / 1000.0;
        }
    }
    return sums;
}

} // namespace

class TestHeatMap : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void positionsAreTheSlowSum_data()
    {
        QTest::addColumn<int>("actor");
        QTest::addColumn<int>("team");
        QTest::addColumn<FrameNumber>("first");
        QTest::addColumn<FrameNumber>("end");
        QTest::newRow("all") << -1 << -1 << FrameNumber{0} << FrameNumber{400};
        QTest::newRow("an actor") << 3 << -1 << FrameNumber{0} << FrameNumber{400};
        QTest::newRow("a team") << -1 << 1 << FrameNumber{0} << FrameNumber{400};
        QTest::newRow("a part") << -1 << -1 << FrameNumber{37} << FrameNumber{251};
    }
    void positionsAreTheSlowSum()
    {
        QFETCH(int, actor);
        QFETCH(int, team);
        QFETCH(FrameNumber, first);
        QFETCH(FrameNumber, end);
        const PosedOptions posed = wildWalks(7);
        const PosedReplay replay(posed);
        HeatOptions options;
        options.layout = squareLayout(-15.0, 1.5, 20); // not all of it
        options.frames = {{first, end}};
        if (actor >= 0)
            options.actors = {static_cast<ActorId>(actor)};
        if (team >= 0)
            options.teams = {team};
        const auto grid = readHeat(replay, options);
        QVERIFY(grid);
        const std::vector<double> truth = slowly(posed, *options.layout, {first, end}, actor, team);
        for (std::size_t i = 0; i < truth.size(); ++i)
            QVERIFY2(isNear(static_cast<double>(grid->values[i]), truth[i]), qPrintable(QString::number(i)));
        QVERIFY(isNear(grid->total, std::accumulate(truth.begin(), truth.end(), 0.0), 1e-3));
        QVERIFY(grid->outside > 0 && grid->samples > 0);
        QCOMPARE(grid->unit, QStringLiteral("s"));
    }

    /// Around what is found, wherever that is: nothing is lost, and smoothing loses nothing either.
    void aFreeSheetHoldsEverything()
    {
        const PosedOptions posed = wildWalks(11);
        const PosedReplay replay(posed);
        const std::vector<double> truth = slowly(posed, squareLayout(-40.0, 1.0, 80), {0, 400}, -1, -1);
        const double sum = std::accumulate(truth.begin(), truth.end(), 0.0);
        for (const double cell : {0.0, 0.2, 7.0}) {
            for (const double smooth : {0.0, 0.3, 500.0}) {
                HeatOptions options;
                options.cell = cell;
                options.smooth = smooth;
                const auto grid = readHeat(replay, options);
                QVERIFY(grid);
                QCOMPARE(grid->outside, std::int64_t{0});
                QVERIFY2(isNear(grid->total, sum, 1e-2), qPrintable(QString::number(grid->total)));
                QVERIFY(grid->layout.cells() <= MostHeatCells);
                if (cell > 0.0)
                    QCOMPARE(grid->layout.cell, cell);
            }
        }
    }

    void placesStayWhereTheyAreAsTheSheetGrows()
    {
        // Ever farther out, one second each; then it is read where each must be.
        const auto place = [](FrameNumber f) {
            const double out = std::exp2(static_cast<double>(f) * 0.25);
            return glm::dvec3(f % 2 == 0 ? out : -out, 0.0, f % 3 == 0 ? out : -out * 0.5);
        };
        PosedOptions posed;
        posed.frames = 30;
        posed.actors = 1;
        posed.stepMs = 1000;
        posed.pose = [&place](int, FrameNumber f) { return Posed{place(f)}; };
        const PosedReplay replay(posed);
        const auto grid = readHeat(replay, {});
        QVERIFY(grid);
        QCOMPARE(grid->samples, std::int64_t{29});
        QVERIFY(isNear(grid->total, 29.0));
        QVERIFY(std::max(grid->layout.columns, grid->layout.rows) <= 300);
        for (FrameNumber f = 0; f + 1 < posed.frames; ++f)
            QVERIFY2(heatValueAt(*grid, place(f).x, place(f).z) >= 0.999, qPrintable(QString::number(f)));
    }

    void oneFarOutlierIsNoBelievedPlace()
    {
        HeatReplay replay(4, 1, [](FrameNumber f, WorldState& out) {
            out.positions[0] = f == 1   ? glm::dvec3(1e12, 0.0, 0.0)
                               : f == 2 ? glm::dvec3(Nothing)
                                        : glm::dvec3(1.0, 0.0, 1.0);
        });
        const auto grid = readHeat(replay, {});
        QVERIFY(grid);
        QCOMPARE(grid->samples, std::int64_t{1});
        QCOMPARE(grid->outside, std::int64_t{2});
    }

    /// What was asked for is the least: it grows by up to its own size, and no farther.
    void aLayoutMayGrow()
    {
        const std::array<double, 4> places{5.5, 12.5, -9.5, 900.5};
        HeatReplay replay(41, 1, [&places](FrameNumber f, WorldState& out) {
            out.positions[0] = {places[static_cast<std::size_t>(std::min<FrameNumber>(f / 10, 3))], 0.0, 5.5};
        });
        HeatOptions options;
        options.layout = squareLayout(0.0, 1.0, 10);
        QCOMPARE(readHeat(replay, options)->outside, std::int64_t{30});
        options.grows = true;
        const auto grid = readHeat(replay, options);
        QVERIFY(grid);
        QCOMPARE(grid->outside, std::int64_t{10});
        QCOMPARE(grid->layout, (HeatLayout{-10.0, 0.0, 1.0, 23, 10}));
        for (const double x : {5.5, 12.5, -9.5})
            QVERIFY(isNear(heatValueAt(*grid, x, 5.5), 1.0));
        options.frames = {{0, 5}};
        QCOMPARE(readHeat(replay, options)->layout, squareLayout(0.0, 1.0, 10));
    }

    void smoothingKeepsTheSumAndTheShape()
    {
        for (const double sigma : {0.4, 1.0, 3.0, 40.0}) {
            std::vector<double> cells(31 * 21, 0.0);
            cells[0] = 2.0;             // a corner
            cells[10 * 31 + 15] = 10.0; // the middle
            cells[20 * 31 + 7] = 1.0;   // an edge
            smoothCells(cells, 31, 21, sigma);
            QVERIFY(isNear(std::accumulate(cells.begin(), cells.end(), 0.0), 13.0, 1e-9));
            QVERIFY(std::ranges::all_of(cells, [](double c) { return c >= 0.0; }));
        }
        // Against the definition, far from any edge.
        std::vector<double> cells(61 * 61, 0.0);
        cells[30 * 61 + 30] = 1.0;
        smoothCells(cells, 61, 61, 2.0);
        double norm = 0.0;
        for (int i = -6; i <= 6; ++i)
            norm += std::exp(-i * i / 8.0);
        for (int z = -6; z <= 6; ++z) {
            for (int x = -6; x <= 6; ++x)
                QVERIFY(isNear(cells[static_cast<std::size_t>((30 + z) * 61 + 30 + x)],
                               std::exp(-(x * x + z * z) / 8.0) / (norm * norm), 1e-12));
        }
        // What is even stays even, up to the edges.
        std::vector<double> even(20 * 10, 3.0);
        smoothCells(even, 20, 10, 5.0);
        QVERIFY(std::ranges::all_of(even, [](double c) { return isNear(c, 3.0, 1e-9); }));
    }

    void rangesThatOverlapCountOnce()
    {
        HeatReplay replay(101, 1, [](FrameNumber, WorldState&) {});
        HeatOptions options;
        options.frames = {{50, 71}, {10, 31}, {20, 41}, {60, 1000}, {-5, 3}, {90, 80}};
        const auto grid = readHeat(replay, options); // 10 to 40, 50 to 100, 0 to 2
        QVERIFY(grid);
        QVERIFY(isNear(grid->total, 3.0 + 5.0 + 0.2));
    }

    void recordingsLieOverOneAnother()
    {
        const PosedOptions one = wildWalks(1), two = wildWalks(2);
        HeatOptions options;
        options.layout = squareLayout(-20.0, 2.0, 20);
        options.smooth = 3.0;
        auto sum = readHeat(PosedReplay(one), options);
        const auto other = readHeat(PosedReplay(two), options);
        QVERIFY(sum && other);
        const HeatGrid first = *sum;
        QVERIFY(sum->add(*other));
        for (std::size_t i = 0; i < first.values.size(); ++i)
            QVERIFY(isNear(static_cast<double>(sum->values[i]),
                           static_cast<double>(first.values[i]) + static_cast<double>(other->values[i])));
        QCOMPARE(sum->recordings, 2);
        QVERIFY(isNear(sum->total, first.total + other->total, 1e-2));
        QCOMPARE(sum->samples, first.samples + other->samples);

        options.layout->cell = 1.0;
        QVERIFY(!sum->add(*readHeat(PosedReplay(two), options))); // other cells
        ReplayInfo elsewhere;
        elsewhere.map = QStringLiteral("elsewhere");
        const auto refused = sameHeatMap(*sum, elsewhere);
        QVERIFY(!refused && refused.error().message.contains(QStringLiteral("elsewhere")));
        QVERIFY(sameHeatMap(*sum, {}));
    }

    void meansAreWeighedByTime()
    {
        HeatGrid a;
        a.layout = squareLayout(0.0, 1.0, 1);
        a.values = {10.0F};
        a.weights = {3.0F};
        a.samples = 3;
        HeatGrid b = a;
        b.values = {20.0F};
        b.weights = {1.0F};
        QVERIFY(a.add(b));
        QVERIFY(isNear(static_cast<double>(a.values[0]), 12.5));
        QVERIFY(isNear(a.total, 12.5));
    }

    void nonsenseIsAnErrorAndNoCrash_data()
    {
        QTest::addColumn<double>("cell");
        QTest::addColumn<double>("smooth");
        QTest::newRow("negative cell") << -1.0 << 0.0;
        QTest::newRow("no cell") << Nothing << 0.0;
        QTest::newRow("endless cell") << Infinite << 0.0;
        QTest::newRow("tiny cell") << 1e-9 << 0.0;
        QTest::newRow("negative smoothing") << 1.0 << -1.0;
        QTest::newRow("no smoothing") << 1.0 << Nothing;
        QTest::newRow("endless smoothing") << 1.0 << Infinite;
    }
    void nonsenseIsAnErrorAndNoCrash()
    {
        QFETCH(double, cell);
        QFETCH(double, smooth);
        HeatReplay replay(10, 1, [](FrameNumber, WorldState&) {});
        HeatOptions options;
        options.cell = cell;
        options.smooth = smooth;
        const auto grid = readHeat(replay, options);
        QVERIFY(!grid);
        QCOMPARE(grid.error().code, ErrorCode::InvalidArgument);
        QVERIFY(!grid.error().message.isEmpty());
    }

    void whatIsNotThereIsSaid()
    {
        HeatReplay replay(10, 1, [](FrameNumber, WorldState&) {});
        const auto failsWith = [&replay](const auto& change) {
            HeatOptions options;
            change(options);
            const auto grid = readHeat(replay, options);
            return !grid && grid.error().code == ErrorCode::InvalidArgument;
        };
        QVERIFY(failsWith([](HeatOptions& o) { o.actors = {ActorId{7}}; }));
        QVERIFY(failsWith([](HeatOptions& o) { o.actors = {ActorId::None}; }));
        QVERIFY(failsWith([](HeatOptions& o) { o.teams = {0}; }));
        QVERIFY(failsWith([](HeatOptions& o) { o.what = HeatWhat::Attention; }));
        QVERIFY(failsWith([](HeatOptions& o) { o.layout = HeatLayout{0, 0, 1, 0, 5}; }));
        QVERIFY(failsWith([](HeatOptions& o) { o.layout = HeatLayout{0, 0, Nothing, 5, 5}; }));
        QVERIFY(failsWith([](HeatOptions& o) { o.layout = HeatLayout{0, 0, 1, 1 << 20, 1 << 20}; }));
        for (const char* word : {"event:none", "metric:none", "metric:distance_between"})
            QVERIFY(failsWith([word](HeatOptions& o) { QVERIFY(setHeatWhat(o, QLatin1String(word))); }));
        HeatOptions options;
        for (const char* word : {"", "event", "event:", "metric:", "positions:x", "deaths"})
            QVERIFY2(!setHeatWhat(options, QLatin1String(word)), word);
        for (const char* word : {"positions", "stops", "attention", "event:a:b", "metric:speed"}) {
            QVERIFY(setHeatWhat(options, QLatin1String(word)));
            QCOMPARE(heatWord(options), QLatin1String(word));
        }
        // Behind the end there is nothing, which is no error.
        options = {};
        options.frames = {{1000, 2000}};
        QVERIFY(readHeat(replay, options) && readHeat(replay, options)->empty());
    }

    void layoutsAreBounded()
    {
        const auto bounds = [](glm::dvec3 min, glm::dvec3 max) {
            Bounds b;
            b.include(min);
            b.include(max);
            return b;
        };
        QVERIFY(!heatLayout({}, 1.0));
        QVERIFY(!heatLayout(bounds({0, 0, 0}, {Infinite, 0, 1}), 1.0));
        QVERIFY(!heatLayout(bounds({0, 0, 0}, {1e9, 0, 1}), 1.0));
        QVERIFY(!heatLayout(bounds({0, 0, 0}, {0, 5, 0}), 1.0));
        const auto giant = heatLayout(bounds({-4e5, 0, -4e5}, {4e5, 0, 4e5}), 0.01);
        QVERIFY(giant && giant->cells() <= MostHeatCells && giant->endX() >= 4e5 && giant->x <= -4e5);
        const auto thin = heatLayout(bounds({0, 0, 3}, {100, 0, 3}), 0.0);
        QVERIFY(thin && thin->rows == 1 && thin->columns >= 100 && thin->columns <= 256);
        QVERIFY(preferredHeatLayout(bounds({0, 0, 0}, {100, 0, 50}), 1.0, false));
        QVERIFY(!preferredHeatLayout(bounds({0, 0, 0}, {3000, 0, 50}), 1.0, false));
        QVERIFY(preferredHeatLayout(bounds({0, 0, 0}, {3000, 0, 50}), 1.0, true));
    }

    void csvIsTheGrid()
    {
        HeatGrid grid;
        grid.layout = {-1.0, 2.0, 0.5, 2, 2};
        grid.values = {0.0F, 1.5F, 2.0F, 0.25F};
        grid.name = QStringLiteral("Positions\n=1");
        grid.unit = QStringLiteral("s");
        const QList<QByteArray> lines = heatCsv(grid).split('\n');
        QCOMPARE(lines.size(), 6);
        QVERIFY(lines[0].startsWith("# Positions\\n=1, s"));
        QVERIFY(lines[1].contains("x -1 to 0") && lines[1].contains("z 2 to 3"));
        QCOMPARE(lines[2], QByteArray("z\\x,-0.75,-0.25"));
        QCOMPARE(lines[3], QByteArray("2.25,0,1.5"));
        QCOMPARE(lines[4], QByteArray("2.75,2,0.25"));
        grid.weights = {0.0F, 1.0F, 1.0F, 1.0F};
        QVERIFY(heatCsv(grid).contains("\n2.25,,1.5\n"));
    }

    void aStopIsHeard()
    {
        HeatReplay replay(1000, 1, [](FrameNumber, WorldState&) {});
        std::stop_source stop;
        stop.request_stop();
        const auto grid = readHeatMap(replay, {}, {}, stop.get_token());
        QVERIFY(!grid);
        QCOMPARE(grid.error().code, ErrorCode::Cancelled);
        QVERIFY(!readHeatMap(replay, {}, [](double) { return false; }, {}));
    }
};

} // namespace tst_heat_map

GHOSTLINE_TEST(tst_heat_map, TestHeatMap, void)
#include "tst_heat_map.moc"
