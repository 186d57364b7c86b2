// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles of players against sums that a test does by hand; two beside each other; parts of a match.
#include "model/analysis/zone_visits.h"
#include "model/metrics/stat_history.h"
#include "model/players/comparison_table.h"
#include "model/players/match_part.h"
#include "model/players/place_grid.h"
#include "tests/model/posed_replay.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <array>
#include <cmath>

namespace tst_player_profile {

using namespace ghostline::model;
using namespace ghostline::test;

namespace {

constexpr double Step = 0.1; // seconds from frame to frame of a PosedReplay
constexpr auto First = static_cast<ActorId>(0);
constexpr auto Second = static_cast<ActorId>(1);

bool near(double a, double b, double tolerance = 1e-6) { return std::abs(a - b) <= tolerance; }

/// Everything that must not be measured: hidden, merely held, jumped, gone, lost.
Posed troubled(FrameNumber f)
{
    Posed posed;
    const double t = Step * static_cast<double>(f);
    posed.at = {20.0 * std::cos(t), 0.3 * t, 10.0 * std::sin(1.7 * t)};
    if (f >= 150)
        posed.at.x += 50.0;
    if (f == 150)
        posed.flags = Discontinuity;
    if (f >= 100 && f < 110)
        posed.flags = Hidden;
    if (f >= 120 && f < 130)
        posed.provenance = Provenance::Held;
    posed.there = f < 170 || f >= 175;
    return posed;
}

PosedOptions troubles()
{
    PosedOptions options;
    options.frames = 200;
    options.teams = 2;
    options.lostFrom = 60;
    options.lostEnd = 70;
    options.pose = [](int actor, FrameNumber f) {
        Posed posed = troubled(f + 7 * actor);
        posed.at.x += actor;
        return posed;
    };
    return options;
}

struct Expected
{
    double distance = 0.0;
    double measured = 0.0;
    double present = 0.0;
};

Expected byHand(const PosedOptions& options, FrameRange frames)
{
    Expected sum;
    const auto lost = [&](FrameNumber f) { return f >= options.lostFrom && f < options.lostEnd; };
    for (FrameNumber f = std::max<FrameNumber>(frames.first, 1); f < frames.end; ++f) {
        const Posed before = options.pose(0, f - 1);
        const Posed now = options.pose(0, f);
        if (lost(f) || lost(f - 1) || !before.there || !now.there || ((before.flags | now.flags) & Hidden))
            continue;
        sum.present += Step;
        if (before.provenance == Provenance::Held || now.provenance == Provenance::Held ||
            (now.flags & Discontinuity))
            continue;
        sum.measured += Step;
        sum.distance += glm::distance(before.at, now.at);
    }
    return sum;
}

PlayerProfile profile(const ReplaySource& source, ActorId actor, FrameRange frames,
                      const std::vector<Zone>& zones = {})
{
    const auto read = profileOf(source, actor, frames, {zones}, {}, {});
    return read ? *read : PlayerProfile{};
}

Zone circle(double x, double radius)
{
    Zone zone;
    zone.id = QStringLiteral("spot");
    zone.name = QStringLiteral("Spot");
    zone.centre = {x, 0.0};
    zone.radius = radius;
    return zone;
}

/// Actor 0 goes 1 m/s for 10 s, 8 m/s for 3 s, stands for 5 s, goes 8 m/s for half a second, stands again.
double wayOf(FrameNumber f)
{
    const double t = Step * static_cast<double>(f);
    return std::min(t, 10.0) + 8.0 * std::clamp(t - 10.0, 0.0, 3.0) + 8.0 * std::clamp(t - 18.0, 0.0, 0.5);
}

PosedOptions runner()
{
    PosedOptions options;
    options.frames = 201;
    options.actors = 1;
    options.pose = [](int, FrameNumber f) { return Posed{{wayOf(f), 0.0, 0.0}}; };
    return options;
}

double valueOf(const ProfileComparison& comparison, const char* id, bool b = false)
{
    for (const ProfileRow& row : comparison.rows) {
        if (row.id == QLatin1String(id))
            return b ? row.b : row.a;
    }
    return std::nan("");
}

ReplayIndex indexWith(const ReplayIndex& index, const std::function<void(ReplayInfo&)>& change)
{
    ReplayIndex changed = index;
    auto info = std::make_shared<ReplayInfo>(*index.info);
    change(*info);
    changed.info = std::move(info);
    return changed;
}

} // namespace

class TestPlayerProfile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyWhatWasRecorded_data()
    {
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("end");
        QTest::newRow("whole") << 0 << 200;
        QTest::newRow("around the lost frames") << 50 << 80;
        QTest::newRow("hidden, held, jumped") << 95 << 160;
        QTest::newRow("one frame") << 40 << 41;
        QTest::newRow("past the end") << 180 << 1000;
    }
    void onlyWhatWasRecorded()
    {
        QFETCH(int, first);
        QFETCH(int, end);
        const PosedOptions options = troubles();
        const PosedReplay replay(options);
        const FrameRange frames{first, std::min(end, 200)};
        const Expected expected = byHand(options, frames);
        const PlayerProfile found = profile(replay, First, {first, end});
        QCOMPARE(found.parts, std::vector<FrameRange>{frames});
        QVERIFY2(near(found.distance, expected.distance), qPrintable(QString::number(found.distance)));
        QVERIFY(near(found.measured, expected.measured));
        QVERIFY(near(found.present, expected.present));
        double covered = 0.0;
        for (const SpeedStep& step : found.steps)
            covered += double{step.speed} * seconds(Micros{step.micros});
        QVERIFY(near(covered, expected.distance, 1e-3));
    }

    void partsAddUp()
    {
        const PosedReplay replay(troubles());
        const std::vector<Zone> zones{circle(5.0, 12.0)};
        const PlayerProfile whole = profile(replay, First, {0, 200}, zones);
        const PlayerProfile a = profile(replay, First, {0, 77}, zones);
        const PlayerProfile b = profile(replay, First, {77, 200}, zones);
        QVERIFY(near(whole.length, a.length + b.length));
        QVERIFY(near(whole.distance, a.distance + b.distance));
        QVERIFY(near(whole.present, a.present + b.present));
        QVERIFY(whole.zones[0].seconds > 0.0);
        QVERIFY(near(whole.zones[0].seconds, a.zones[0].seconds + b.zones[0].seconds));
        QCOMPARE(whole.zones[0].entries, a.zones[0].entries + b.zones[0].entries);
        QCOMPARE(whole.steps.size(), a.steps.size() + b.steps.size());
        // As two parts of one question, out of order and overlapping.
        const std::array<ProfileRequest, 2> requests{ProfileRequest{First, {{77, 200}, {0, 90}}},
                                                     ProfileRequest{Second, {{10, 20}, {30, 40}}}};
        const auto read = readProfiles(replay, requests, {zones}, {}, {});
        QVERIFY(read);
        QCOMPARE((*read)[0].parts, (std::vector<FrameRange>{{0, 200}}));
        QCOMPARE((*read)[0].distance, whole.distance);
        QVERIFY(near((*read)[1].distance, profile(replay, Second, {10, 20}).distance +
                                              profile(replay, Second, {30, 40}).distance));
    }

    /// The same as who was in which zone by the other analysis, where nothing is held.
    void timeInZones()
    {
        PosedOptions options;
        options.teams = 2;
        options.pose = [](int actor, FrameNumber f) {
            return Posed{{actor == 0 ? 0.2 * static_cast<double>(f - 50) : 0.0, 0.0, 0.0}};
        };
        const PosedReplay replay(options);
        const std::vector<Zone> zones{circle(0.05, 5.0)};
        const auto visits = findZoneVisits(replay, zones, {}, {}, {});
        QVERIFY(visits);
        for (const ZoneTotal& total : visits->totals) {
            if (total.actor == ActorId::None)
                continue;
            const PlayerProfile found = profile(replay, total.actor, {0, 100}, zones);
            QVERIFY(near(found.zones[0].seconds, seconds(total.inside), 1e-5));
            QCOMPARE(found.zones[0].entries, total.entries);
        }
    }

    void company()
    {
        PosedOptions options;
        options.actors = 4;
        options.teams = 2; // 0 and 2 against 1 and 3
        options.pose = [](int actor, FrameNumber) {
            constexpr std::array Places{0.0, 3.0, 4.0, 10.0};
            return Posed{{Places[static_cast<std::size_t>(actor)], 0.0, 0.0}};
        };
        const PosedReplay replay(options);
        const PlayerProfile found = profile(replay, First, {0, 100});
        QVERIFY(near(found.toTeamMates, 4.0));
        QVERIFY(near(found.toOpponents, 6.5));
        QVERIFY(near(found.toNearestOpponent, 3.0));
        QVERIFY(near(found.toNearest, 3.0));
        QVERIFY(std::isnan(found.toFocus));
        options.teams = 0;
        QVERIFY(std::isnan(profile(PosedReplay(options), First, {0, 100}).toTeamMates));
    }

    void toTheDisc()
    {
        FakeReplayOptions options;
        options.focus = true;
        options.motion = [](int actor, FrameNumber, double) { return glm::dvec3{7.0 * actor, 0.0, 0.0}; };
        const auto source = makeFakeReplay(options);
        QVERIFY(near(profile(*source, First, {0, 100}).toFocus, 21.0));
    }

    void speeds()
    {
        const PosedReplay replay(runner());
        const PlayerProfile found = profile(replay, First, {0, 201});
        const PlayerProfile* const both[] = {&found};
        const SpeedScale scale = speedScaleOf(both);
        QVERIFY(near(scale.reference, 8.0, 1e-3));
        QVERIFY(near(scale.still, 0.4, 1e-3));
        QVERIFY(near(scale.sprint, 6.0, 1e-3));
        QVERIFY(near(scale.bandWidth, 1.0));
        const SpeedFigures figures = speedFiguresOf(found, scale);
        QVERIFY(near(figures.mean, found.distance / 20.0, 1e-4));
        QVERIFY(near(figures.median, 1.0, 1e-4));
        QVERIFY(near(figures.most, 8.0, 1e-4));
        QVERIFY(near(figures.standing, 6.5, 1e-4));
        QCOMPARE(figures.sprints, 1.0); // half a second is none
        QVERIFY(near(figures.sprintSeconds, 3.0, 1e-4));
        QVERIFY(near(figures.sprintDistance, 24.0, 1e-3));
        double all = 0.0;
        for (const double band : figures.bands)
            all += band;
        QVERIFY(near(all, 20.0, 1e-4));
        // Chosen by hand; what makes no sense is chosen from the data.
        QCOMPARE(speedScaleOf(both, {0.5, 9.0}).sprint, 9.0);
        QCOMPARE(speedScaleOf(both, {-1.0, std::nan("")}).sprint, scale.sprint);
        QCOMPARE(speedFiguresOf(found, speedScaleOf(both, {0.5, 9.0})).sprints, 0.0);
    }

    void nobodyMoves()
    {
        PosedOptions options = runner();
        options.pose = [](int, FrameNumber) { return Posed{}; };
        const PlayerProfile found = profile(PosedReplay(options), First, {0, 201});
        const PlayerProfile* const both[] = {&found};
        const SpeedFigures figures = speedFiguresOf(found, speedScaleOf(both));
        QVERIFY(near(figures.standing, 20.0, 1e-4));
        QCOMPARE(figures.sprints, 0.0);
        QCOMPARE(found.places.size(), std::size_t{1});
        // Who is never there has no figures, not noughts.
        options.pose = [](int, FrameNumber) { return Posed{{}, 0, Provenance::Exact, false}; };
        const PlayerProfile none = profile(PosedReplay(options), First, {0, 201});
        QVERIFY(std::isnan(none.distance) && std::isnan(none.present) && none.steps.empty());
        QVERIFY(std::isnan(speedFiguresOf(none, speedScaleOf(both)).mean));
    }

    /// As the history of the match tells it, rounds that start over included.
    void statistics()
    {
        FakeReplayOptions options;
        options.match = true;
        options.frames = 1000;
        const auto source = makeFakeReplay(options);
        const auto history = StatHistory::read(*source, {}, {});
        QVERIFY(history);
        for (const FrameRange frames : {FrameRange{0, 1000}, FrameRange{0, 400}, FrameRange{400, 800},
                                        FrameRange{333, 777}, FrameRange{999, 1000}}) {
            const auto at = [&](FrameNumber frame) {
                return frame < 0 ? 0.0 : (*history)->actorValue(0, First, frame, StatSpan::Match);
            };
            QCOMPARE(profile(*source, First, frames).statistics.at(0),
                     at(frames.end - 1) - at(frames.first - 1));
        }
    }

    void eventsAndFigures()
    {
        FakeReplayOptions options;
        options.events = 50;
        const auto source = makeFakeReplay(options);
        const FrameRange frames{100, 700};
        const PlayerProfile found = profile(*source, Second, frames);
        const auto events = source->index()->events;
        std::vector<EventTally> expected(events->kinds.size());
        for (const Event& event : events->events) {
            for (std::size_t i = 0; i < event.actors.size() && frames.contains(event.frame); ++i) {
                EventTally& tally = expected[static_cast<std::size_t>(event.kind)];
                if (event.actors[i] == Second)
                    ++(i == 0 ? tally.done : tally.named);
            }
        }
        int all = 0;
        for (std::size_t kind = 0; kind < expected.size(); ++kind) {
            QCOMPARE(found.events[kind].done, expected[kind].done);
            QCOMPARE(found.events[kind].named, expected[kind].named);
            all += expected[kind].done + expected[kind].named;
        }
        QVERIFY(all > 0);

        for (const FigureSpan& figure : found.figures) {
            const MetricRequest request{figure.metric, Second, ActorId::None};
            const auto series = readMetrics(*source, std::span(&request, 1), frames, 1'000'000, {}, {});
            QVERIFY(series);
            double most = std::nan("");
            double end = most;
            for (const MetricSample& sample : series->at(0).samples) {
                most = std::fmax(most, sample.value);
                end = std::isnan(sample.value) ? end : sample.value;
            }
            const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
            QVERIFY(same(figure.most, most) && same(figure.end, end));
            QVERIFY(std::isnan(most) ||
                    (figure.mean > figure.least - 1e-6 && figure.mean < figure.most + 1e-6));
        }
        QVERIFY(!found.figures.empty());
    }

    void sideBySide()
    {
        const PosedReplay replay(runner());
        const PlayerProfile a = profile(replay, First, {0, 101});
        const PlayerProfile b = profile(replay, First, {101, 201});
        const auto index = replay.index();
        const auto compared = compareProfiles({index, a}, {index, b}, {});
        QVERIFY(compared);
        QVERIFY(near(valueOf(*compared, "distance"), 10.0));
        QVERIFY(near(valueOf(*compared, "distance", true), 28.0));
        QCOMPARE(valueOf(*compared, "sprints"), 0.0);
        QCOMPARE(valueOf(*compared, "sprints", true), 1.0);
        const auto way = std::ranges::find(compared->rows, QStringLiteral("distance"), &ProfileRow::id);
        QVERIFY(near(way->difference(), 18.0));
        QCOMPARE(rowValue(*way, way->b), way->decimals == 0 ? QStringLiteral("28") : QStringLiteral("28.00"));
        QSet<QString> ids;
        for (const ProfileRow& row : compared->rows)
            ids << row.id;
        QCOMPARE(ids.size(), static_cast<qsizetype>(compared->rows.size()));
        QVERIFY(!ids.contains(QStringLiteral("to_team_mates"))); // neither has any
        const QByteArray csv = comparisonCsv(*compared);
        QVERIFY(csv.startsWith("section,id,name,unit,a,b,difference\n"));
        QVERIFY(csv.contains("\ntime,measured,Way recorded,s,10,10,0\n")); // not 9.99999
        QCOMPARE(csv.count('\n'), static_cast<qsizetype>(compared->rows.size()) + 1);

        const std::array both{&a, &b};
        const std::vector<HeatGrid> grids = placeGrids(both, 32, 1.0);
        QCOMPARE(grids[0].layout, grids[1].layout);
        QVERIFY(near(grids[0].total, a.measured, 1e-3) && near(grids[1].total, b.measured, 1e-3));
    }

    /// What only one of two recordings tells of stands alone.
    void twoRecordings()
    {
        FakeReplayOptions match;
        match.match = true;
        const auto source = makeFakeReplay(match);
        const PosedReplay other(runner());
        const PlayerProfile a = profile(*source, First, {0, 1000});
        const PlayerProfile b = profile(other, First, {0, 201});
        const auto compared = compareProfiles({source->index(), a}, {other.index(), b}, {});
        QVERIFY(compared);
        const QString goals = QStringLiteral("stat.") + source->index()->info->scoreboard.statistics.at(0).id;
        QVERIFY(valueOf(*compared, goals.toLatin1().constData()) > 0.0);
        QVERIFY(std::isnan(valueOf(*compared, goals.toLatin1().constData(), true)));
        const auto cells = std::make_shared<ReplayIndex>(
            indexWith(*other.index(), [](ReplayInfo& info) { info.lengthUnit = QStringLiteral("cells"); }));
        const auto refused = compareProfiles({source->index(), a}, {cells, b}, {});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::InvalidArgument);
        QVERIFY(refused.error().message.contains(QLatin1String("cells")));
    }

    void oneSentenceEach()
    {
        const PosedReplay replay(troubles());
        const auto errorOf = [&replay](ActorId actor, FrameRange frames, std::vector<Zone> zones) {
            const auto read = profileOf(replay, actor, frames, {std::move(zones)}, {}, {});
            return read ? QString() : read.error().message;
        };
        QCOMPARE(errorOf(static_cast<ActorId>(99), {0, 10}, {}),
                 QStringLiteral("there is no actor 99 in this recording"));
        QVERIFY(errorOf(ActorId::None, {0, 10}, {}).startsWith(QLatin1String("there is no actor")));
        for (const FrameRange none : {FrameRange{5, 5}, FrameRange{9, 2}, FrameRange{500, 600}})
            QCOMPARE(errorOf(First, none, {}), QStringLiteral("the part asked for of A0 has no frames"));
        QCOMPARE(errorOf(First, {0, 10}, {circle(std::nan(""), 1.0)}),
                 QStringLiteral("the zone \"Spot\" has no area"));
        const auto stopped = profileOf(replay, First, {0, 200}, {}, [](double) { return false; }, {});
        QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
    }

    /// Places that are no numbers are measured no more than those that were not recorded.
    void placesThatAreNoNumbers()
    {
        PosedOptions options = runner();
        options.pose = [](int, FrameNumber f) {
            return Posed{{f % 10 == 0 ? std::nan("") : 0.5 * static_cast<double>(f), 0.0, 0.0}};
        };
        const PosedReplay replay(options);
        const PlayerProfile found = profile(replay, First, {0, 201}, {circle(0.0, 5.0)});
        QVERIFY(near(found.distance, 160 * 0.5)); // eight steps between two such frames
        const PlayerProfile* const both[] = {&found};
        QVERIFY(near(speedFiguresOf(found, speedScaleOf(both)).most, 5.0, 1e-4));
        QCOMPARE(placeGrids(both)[0].outside, 0);
    }

    void partsOfAMatch()
    {
        FakeReplayOptions options;
        options.match = true;
        options.frames = 1000;
        const auto source = makeFakeReplay(options);
        const ReplayIndex& index = *source->index();
        const auto framesOf = [&index](const char* word) {
            const auto part = partNamed(QLatin1String(word), index);
            return part ? part->frames : FrameRange{-1, -1};
        };
        QCOMPARE(framesOf("whole"), (FrameRange{0, 1000}));
        QCOMPARE(framesOf(""), (FrameRange{0, 1000}));
        QCOMPARE(framesOf("round:2"), (FrameRange{400, 800}));
        QCOMPARE(framesOf("Round:3"), (FrameRange{800, 1000}));
        QCOMPARE(framesOf("half:1").end, framesOf("half:2").first);
        QCOMPARE(framesOf("half:2").end, FrameNumber{1000});
        QCOMPARE(framesOf("#10..#20"), (FrameRange{10, 21}));
        QCOMPARE(framesOf("..#20"), (FrameRange{0, 21}));
        QCOMPARE(framesOf("#990.."), (FrameRange{990, 1000}));
        QCOMPARE(partsOf(index).size(), std::size_t{6});
        for (const char* wrong : {"round:4", "round:0", "round:x", "half:3", "first", "5..x", "#20..#10",
                                  "9:00:00..", "round:99999999999999999999"}) {
            const auto part = partNamed(QLatin1String(wrong), index);
            QVERIFY2(!part, wrong);
            QCOMPARE(part.error().code, ErrorCode::InvalidArgument);
            QVERIFY(!part.error().message.isEmpty());
        }
        const auto noRounds = makeFakeReplay();
        QVERIFY(partNamed(QStringLiteral("round:1"), *noRounds->index())
                    .error()
                    .message.contains(QLatin1String("does not tell of rounds")));
        QVERIFY(!partNamed(QStringLiteral("whole"), ReplayIndex{}));
        QVERIFY(partsOf(ReplayIndex{}).empty());
    }
};

} // namespace tst_player_profile

GHOSTLINE_TEST(tst_player_profile, TestPlayerProfile)
#include "tst_player_profile.moc"
