// SPDX-License-Identifier: GPL-3.0-or-later
// Heat maps against sums that are worked out by hand or by the slowest way there is.
#include "model/heat/heat_csv.h"
#include "model/heat/heat_map.h"
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

/// One segment, whose states and index a test sets as it likes.
class HeatReplay final : public ReplaySource
{
public:
    using Fill = std::function<void(FrameNumber, WorldState&)>;

    HeatReplay(FrameNumber frames, int actors, Fill fill) : m_fill(std::move(fill))
    {
        for (int i = 0; i < actors; ++i) {
            ActorInfo actor;
            actor.id = static_cast<ActorId>(i);
            actor.name = QStringLiteral("A%1").arg(i);
            actor.kind = ActorKind::Player;
            info.cast.push_back(actor);
        }
        events.kinds.resize(2);
        events.kinds[0].id = QStringLiteral("hit");
        events.kinds[0].columns = {
            {QStringLiteral("worth"), QStringLiteral("Worth"), QStringLiteral("J"), 0}};
        events.kinds[1].id = QStringLiteral("note");
        m_index->complete = true;
        m_index->timeAxis = TimeAxis::uniform(frames, 1, 10);
        Keyframe first;
        m_index->keyframes = KeyframeIndex({first}, frames);
    }

    ReplayInfo info;
    EventTable events;
    SpanList lost;

    std::shared_ptr<const ReplayIndex> index() const override
    {
        auto index = std::make_shared<ReplayIndex>(*m_index);
        index->info = std::make_shared<ReplayInfo>(info);
        index->lost = lost;
        index->events = std::make_shared<EventTable>(events);
        return index;
    }
    Result<std::shared_ptr<const ReplayIndex>> waitComplete(std::stop_token) const override
    {
        return index();
    }
    Result<std::shared_ptr<const Segment>> readSegment(int, const Segment*, std::stop_token) const override
    {
        return std::make_shared<const Whole>(*this);
    }
    Result<std::uint64_t> readRaw(std::stop_token) const override { return 0; }

    void addEvent(FrameNumber frame, std::vector<ActorId> actors, std::optional<glm::dvec3> place = {},
                  const QJsonObject& data = {}, int kind = 0)
    {
        Event event;
        event.frame = frame;
        event.kind = kind;
        event.actors = std::move(actors);
        event.placed = place.has_value();
        event.place = place.value_or(glm::dvec3(0.0));
        event.data = data;
        events.events.push_back(event);
    }

private:
    class Whole final : public Segment
    {
    public:
        explicit Whole(const HeatReplay& replay) : m_replay(replay) {}
        FrameRange frames() const override { return {0, m_replay.m_index->frames()}; }
        std::size_t bytes() const override { return sizeof(*this); }
        void sample(FrameTime at, SamplePolicy, WorldState& out) const override
        {
            out.clear();
            out.at = at;
            out.time = m_replay.m_index->timeAxis.timeOf(at.frame);
            out.resize(m_replay.info.cast.size(), m_replay.info.actorProperties.size());
            for (std::size_t row = 0; row < out.size(); ++row)
                out.ids[row] = static_cast<ActorId>(row);
            m_replay.m_fill(at.frame, out);
        }

    private:
        const HeatReplay& m_replay;
    };

    Fill m_fill;
    std::shared_ptr<ReplayIndex> m_index = std::make_shared<ReplayIndex>();
};

/// From the +Z that actors face.
glm::quat turnedTo(const glm::vec3& along)
{
    const glm::vec3 ahead(0.0F, 0.0F, 1.0F);
    return glm::normalize(glm::quat(1.0F + glm::dot(ahead, along), glm::cross(ahead, along)));
}

HeatLayout square(double from, double cell, int side) { return {from, from, cell, side, side}; }

double valueAt(const HeatGrid& grid, double x, double z)
{
    const int column = static_cast<int>(std::floor((x - grid.layout.x) / grid.layout.cell));
    const int row = static_cast<int>(std::floor((z - grid.layout.z) / grid.layout.cell));
    if (column < 0 || row < 0 || column >= grid.layout.columns || row >= grid.layout.rows)
        return Nothing;
    return static_cast<double>(grid.at(column, row));
}

bool near(double a, double b, double slack = 1e-4) { return std::abs(a - b) <= slack; }

Result<HeatGrid> read(const ReplaySource& source, const HeatOptions& options)
{
    return readHeatMap(source, options, {}, {});
}

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
        options.layout = square(-15.0, 1.5, 20); // not all of it
        options.frames = {{first, end}};
        if (actor >= 0)
            options.actors = {static_cast<ActorId>(actor)};
        if (team >= 0)
            options.teams = {team};
        const auto grid = read(replay, options);
        QVERIFY(grid);
        const std::vector<double> truth = slowly(posed, *options.layout, {first, end}, actor, team);
        for (std::size_t i = 0; i < truth.size(); ++i)
            QVERIFY2(near(static_cast<double>(grid->values[i]), truth[i]), qPrintable(QString::number(i)));
        QVERIFY(near(grid->total, std::accumulate(truth.begin(), truth.end(), 0.0), 1e-3));
        QVERIFY(grid->outside > 0 && grid->samples > 0);
        QCOMPARE(grid->unit, QStringLiteral("s"));
    }

    /// Around what is found, wherever that is: nothing is lost, and smoothing loses nothing either.
    void aFreeSheetHoldsEverything()
    {
        const PosedOptions posed = wildWalks(11);
        const PosedReplay replay(posed);
        const std::vector<double> truth = slowly(posed, square(-40.0, 1.0, 80), {0, 400}, -1, -1);
        const double sum = std::accumulate(truth.begin(), truth.end(), 0.0);
        for (const double cell : {0.0, 0.2, 7.0}) {
            for (const double smooth : {0.0, 0.3, 500.0}) {
                HeatOptions options;
                options.cell = cell;
                options.smooth = smooth;
                const auto grid = read(replay, options);
                QVERIFY(grid);
                QCOMPARE(grid->outside, std::int64_t{0});
                QVERIFY2(near(grid->total, sum, 1e-2), qPrintable(QString::number(grid->total)));
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
        const auto grid = read(replay, {});
        QVERIFY(grid);
        QCOMPARE(grid->samples, std::int64_t{29});
        QVERIFY(near(grid->total, 29.0));
        QVERIFY(std::max(grid->layout.columns, grid->layout.rows) <= 300);
        for (FrameNumber f = 0; f + 1 < posed.frames; ++f)
            QVERIFY2(valueAt(*grid, place(f).x, place(f).z) >= 0.999, qPrintable(QString::number(f)));
    }

    void oneFarOutlierIsNoBelievedPlace()
    {
        HeatReplay replay(4, 1, [](FrameNumber f, WorldState& out) {
            out.positions[0] = f == 1   ? glm::dvec3(1e12, 0.0, 0.0)
                               : f == 2 ? glm::dvec3(Nothing)
                                        : glm::dvec3(1.0, 0.0, 1.0);
        });
        const auto grid = read(replay, {});
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
        options.layout = square(0.0, 1.0, 10);
        QCOMPARE(read(replay, options)->outside, std::int64_t{30});
        options.grows = true;
        const auto grid = read(replay, options);
        QVERIFY(grid);
        QCOMPARE(grid->outside, std::int64_t{10});
        QCOMPARE(grid->layout, (HeatLayout{-10.0, 0.0, 1.0, 23, 10}));
        for (const double x : {5.5, 12.5, -9.5})
            QVERIFY(near(valueAt(*grid, x, 5.5), 1.0));
        options.frames = {{0, 5}};
        QCOMPARE(read(replay, options)->layout, square(0.0, 1.0, 10));
    }

    void whatWasToldLastStays()
    {
        // Nothing is recorded anew from frame 10 on; from frame 20 on all of it is lost.
        HeatReplay replay(31, 1, [](FrameNumber f, WorldState& out) {
            out.positions[0] = {0.5, 0.0, 0.5};
            out.properties[0] = PropertyValue::real(4.0);
            out.provenance[0] = f < 10 ? Provenance::Exact : Provenance::Held;
        });
        PropertyInfo gauge;
        gauge.id = QStringLiteral("gauge");
        replay.info.actorProperties = {gauge};
        replay.lost = {LostSpan{{20, 31}, {}}};
        HeatOptions options;
        QVERIFY(near(read(replay, options)->total, 0.9));
        QVERIFY(setHeatWhat(options, QStringLiteral("metric:gauge")));
        options.sum = HeatSum::Integral;
        QVERIFY(near(read(replay, options)->total, 4.0 * 1.9));
    }

    void smoothingKeepsTheSumAndTheShape()
    {
        for (const double sigma : {0.4, 1.0, 3.0, 40.0}) {
            std::vector<double> cells(31 * 21, 0.0);
            cells[0] = 2.0;             // a corner
            cells[10 * 31 + 15] = 10.0; // the middle
            cells[20 * 31 + 7] = 1.0;   // an edge
            smoothCells(cells, 31, 21, sigma);
            QVERIFY(near(std::accumulate(cells.begin(), cells.end(), 0.0), 13.0, 1e-9));
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
                QVERIFY(near(cells[static_cast<std::size_t>((30 + z) * 61 + 30 + x)],
                             std::exp(-(x * x + z * z) / 8.0) / (norm * norm), 1e-12));
        }
        // What is even stays even, up to the edges.
        std::vector<double> even(20 * 10, 3.0);
        smoothCells(even, 20, 10, 5.0);
        QVERIFY(std::ranges::all_of(even, [](double c) { return near(c, 3.0, 1e-9); }));
    }

    void stopsAreSlowSeconds()
    {
        // 2 m/s for a second, then it stands for two; the recorded speed of the second one lies.
        HeatReplay replay(31, 2, [](FrameNumber f, WorldState& out) {
            const double x = 0.2 * static_cast<double>(std::min<FrameNumber>(f, 10));
            out.positions[0] = {x, 0.0, 0.0};
            out.positions[1] = {x, 0.0, 10.0};
            out.flags[1] = VelocityRecorded;
            out.velocities[1] = {5.0F, 0.0F, 0.0F};
        });
        HeatOptions options;
        options.what = HeatWhat::Stops;
        options.cell = 1.0;
        const auto grid = read(replay, options);
        QVERIFY(grid);
        QVERIFY(near(grid->total, 2.0));
        QVERIFY(near(valueAt(*grid, 2.0, 0.0), 2.0));
        options.stopSpeed = 3.0;
        QVERIFY(near(read(replay, options)->total, 3.0));
    }

    void rangesThatOverlapCountOnce()
    {
        HeatReplay replay(101, 1, [](FrameNumber, WorldState&) {});
        HeatOptions options;
        options.frames = {{50, 71}, {10, 31}, {20, 41}, {60, 1000}, {-5, 3}, {90, 80}};
        const auto grid = read(replay, options); // 10 to 40, 50 to 100, 0 to 2
        QVERIFY(grid);
        QVERIFY(near(grid->total, 3.0 + 5.0 + 0.2));
    }

    void eventsLieWhereTheySayOrWhereSomebodyWas()
    {
        HeatReplay replay(50, 3, [](FrameNumber f, WorldState& out) {
            for (std::size_t row = 0; row < 3; ++row)
                out.positions[row] = {10.0 * static_cast<double>(row) + 0.5, 0.0, 0.5};
            out.flags[2] = f >= 20 ? ActorFlags{Hidden} : ActorFlags{0}; // gone from then on
        });
        const ActorId zero{0}, one{1}, two{2};
        replay.info.teams.resize(2);
        replay.info.cast[0].team = 0;
        replay.info.cast[1].team = 1;
        replay.info.cast[2].team = 1;
        replay.addEvent(5, {zero, one}, glm::dvec3(40.5, 0.0, 0.5), {{QStringLiteral("worth"), 3}});
        replay.addEvent(6, {one, zero}, {}, {{QStringLiteral("worth"), 4.5}});
        replay.addEvent(20, {two, zero}, {}, {{QStringLiteral("worth"), QStringLiteral("much")}});
        replay.addEvent(30, {}, {});
        replay.addEvent(31, {zero}, glm::dvec3(0.5, 0.0, 0.5), {}, 1); // another kind
        HeatOptions options;
        QVERIFY(setHeatWhat(options, QStringLiteral("event:hit")));
        options.layout = square(0.0, 1.0, 50);
        auto grid = read(replay, options);
        QVERIFY(grid);
        QCOMPARE(valueAt(*grid, 40.5, 0.5), 1.0);
        QCOMPARE(valueAt(*grid, 10.5, 0.5), 1.0);
        QCOMPARE(valueAt(*grid, 20.5, 0.5), 1.0); // where it was a frame before
        QCOMPARE(grid->total, 3.0);
        QCOMPARE(grid->outside, std::int64_t{1});

        options.place = HeatPlace::Last;
        grid = read(replay, options);
        QCOMPARE(valueAt(*grid, 0.5, 0.5), 2.0);
        QCOMPARE(valueAt(*grid, 10.5, 0.5), 1.0);
        options.actors = {one}; // only where it is the last of them
        QCOMPARE(read(replay, options)->total, 1.0);
        options.place = HeatPlace::Recorded;
        QCOMPARE(read(replay, options)->total, 2.0);
        options.actors = {};
        options.teams = {0};
        options.place = HeatPlace::First;
        QCOMPARE(read(replay, options)->total, 1.0);
        options.teams = {};
        options.place = HeatPlace::Recorded;
        options.frames = {{6, 50}};
        QCOMPARE(read(replay, options)->total, 2.0);

        options.frames = {};
        options.weightKey = QStringLiteral("worth");
        grid = read(replay, options);
        QCOMPARE(grid->total, 7.5);
        QCOMPARE(grid->unit, QStringLiteral("J"));
        options.weightKey = QStringLiteral("nothing");
        QVERIFY(!read(replay, options));
    }

    void metricsByPlace()
    {
        // Two places: 2 s at 10 and 1 s at 20, then a counter that grows by 6 on the second place.
        HeatReplay replay(31, 1, [](FrameNumber f, WorldState& out) {
            out.positions[0] = {f < 20 ? 0.5 : 5.5, 0.0, 0.5};
            out.properties[0] = PropertyValue::real(f < 20 ? 10.0 : 20.0);
            out.properties[1] = PropertyValue::integer(f < 25 ? 3 : f < 28 ? 9 : 7);
            if (f == 5)
                out.properties[0] = PropertyValue();
        });
        PropertyInfo gauge;
        gauge.id = QStringLiteral("gauge");
        gauge.unit = QStringLiteral("bar");
        PropertyInfo counter;
        counter.id = QStringLiteral("counter");
        counter.type = PropertyType::Integer;
        replay.info.actorProperties = {gauge, counter};
        HeatOptions options;
        QVERIFY(setHeatWhat(options, QStringLiteral("metric:gauge")));
        options.layout = square(0.0, 1.0, 8);
        auto grid = read(replay, options);
        QVERIFY(grid);
        QVERIFY(grid->isMean());
        QVERIFY(near(valueAt(*grid, 0.5, 0.5), 10.0));
        QVERIFY(near(valueAt(*grid, 5.5, 0.5), 20.0));
        QVERIFY(near(grid->total, (10.0 * 1.9 + 20.0) / 2.9)); // a frame without a value is none of it
        QVERIFY(!grid->known(3));
        options.sum = HeatSum::Integral;
        grid = read(replay, options);
        QVERIFY(near(grid->total, 39.0));
        QCOMPARE(grid->unit, QStringLiteral("bar\u00B7s"));
        QVERIFY(setHeatWhat(options, QStringLiteral("metric:counter")));
        options.sum = HeatSum::Growth;
        grid = read(replay, options);
        QVERIFY(near(valueAt(*grid, 5.5, 0.5), 6.0));
        QVERIFY(near(grid->total, 6.0));
        QVERIFY(setHeatWhat(options, QStringLiteral("metric:x"))); // worked out, not recorded
        options.sum = HeatSum::Mean;
        QVERIFY(near(valueAt(*read(replay, options), 5.5, 0.5), 5.5));
    }

    void camerasLookAtTheGround()
    {
        // 10 m up, 45 degrees down to the east; for the last second level.
        HeatReplay replay(21, 2, [](FrameNumber f, WorldState& out) {
            out.positions[1] = {0.5, 10.0, 0.5};
            const glm::vec3 along =
                f < 10 ? glm::normalize(glm::vec3(1.0F, -1.0F, 0.0F)) : glm::vec3(1.0F, 0.0F, 0.0F);
            out.orientations[1] = turnedTo(along);
            if (f == 7)
                out.flags[1] = Discontinuity; // it has looked at the old place until then
        });
        replay.info.cast[1].shape = ActorShape::View;
        replay.info.cast[1].kind = ActorKind::Camera;
        replay.info.cast[1].parent = ActorId{0};
        HeatOptions options;
        QVERIFY(setHeatWhat(options, QStringLiteral("attention")));
        options.layout = square(0.0, 1.0, 20);
        auto grid = read(replay, options);
        QVERIFY(grid);
        QVERIFY(near(valueAt(*grid, 10.5, 0.5), 1.0));
        QVERIFY(near(grid->total, 1.0));
        QCOMPARE(grid->outside, std::int64_t{10});
        options.actors = {ActorId{0}}; // whose it is
        QVERIFY(near(read(replay, options)->total, 1.0));
        options.ground = 5.0;
        QVERIFY(near(valueAt(*read(replay, options), 5.5, 0.5), 1.0));
        replay.info.cast[1].shape = ActorShape::Box;
        QVERIFY(!read(replay, options));
    }

    void recordingsLieOverOneAnother()
    {
        const PosedOptions one = wildWalks(1), two = wildWalks(2);
        HeatOptions options;
        options.layout = square(-20.0, 2.0, 20);
        options.smooth = 3.0;
        auto sum = read(PosedReplay(one), options);
        const auto other = read(PosedReplay(two), options);
        QVERIFY(sum && other);
        const HeatGrid first = *sum;
        QVERIFY(sum->add(*other));
        for (std::size_t i = 0; i < first.values.size(); ++i)
            QVERIFY(near(static_cast<double>(sum->values[i]),
                         static_cast<double>(first.values[i]) + static_cast<double>(other->values[i])));
        QCOMPARE(sum->recordings, 2);
        QVERIFY(near(sum->total, first.total + other->total, 1e-2));
        QCOMPARE(sum->samples, first.samples + other->samples);

        options.layout->cell = 1.0;
        QVERIFY(!sum->add(*read(PosedReplay(two), options))); // other cells
        ReplayInfo elsewhere;
        elsewhere.map = QStringLiteral("elsewhere");
        const auto refused = sameHeatMap(*sum, elsewhere);
        QVERIFY(!refused && refused.error().message.contains(QStringLiteral("elsewhere")));
        QVERIFY(sameHeatMap(*sum, {}));
    }

    void meansAreWeighedByTime()
    {
        HeatGrid a;
        a.layout = square(0.0, 1.0, 1);
        a.values = {10.0F};
        a.weights = {3.0F};
        a.samples = 3;
        HeatGrid b = a;
        b.values = {20.0F};
        b.weights = {1.0F};
        QVERIFY(a.add(b));
        QVERIFY(near(static_cast<double>(a.values[0]), 12.5));
        QVERIFY(near(a.total, 12.5));
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
        const auto grid = read(replay, options);
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
            const auto grid = read(replay, options);
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
        QVERIFY(read(replay, options) && read(replay, options)->empty());
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
