// SPDX-License-Identifier: GPL-3.0-or-later
// What stands beside a unit, and the edge of what units see together.
#include "field_fixture.h"
#include "render/actors/unit_marks.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <set>

namespace tst_unit_marks {

using namespace ghostline;
using namespace ghostline::render;
using namespace ghostline::test::field;
using model::ActorId;
using test::Field;

namespace {

using Dashes = std::vector<SightOutline::Dash>;

/// What is drawn of the field as one player sees it (-1 = everyone), with somebody selected.
struct Sighted
{
    Sighted(Field& f, int player) : field(f)
    {
        field.finish();
        styles.setCast(*field.world.info, Theme::dark());
        styles.setPerspective(player < 0 ? ActorId::None : static_cast<ActorId>(player));
        styles.updateVisibility(field.world.state);
    }
    Dashes dashes(ActorId selection = ActorId::None)
    {
        outline.update(field.world.state, styles, selection, playing, now);
        Dashes out;
        outline.appendDashes(out, 1.0);
        return out;
    }
    Field& field;
    ActorStyles styles;
    SightOutline outline;
    SightOutline::Clock::time_point now;
    bool playing = false;
};

bool sameDashes(const Dashes& a, const Dashes& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const auto& x, const auto& y) { return x.from == y.from && x.to == y.to; });
}

} // namespace

class TestUnitMarks : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void barsStandOverTheHurtAndTheChosen()
    {
        Field field;
        const std::size_t whole = field.unit(0, 0.0, 0.0, 5.0);
        const std::size_t hurt = field.unit(0, 2.0, 0.0, 5.0);
        const std::size_t veteran = field.unit(2, 4.0, 0.0, 5.0);
        field.finish();
        model::WorldState& state = field.world.state;
        const auto tell = [&state](std::size_t row, double health, int rank) {
            state.propertiesOf(row)[Health] = model::PropertyValue::real(health);
            state.propertiesOf(row)[MaxHealth] = model::PropertyValue::real(100.0);
            state.propertiesOf(row)[Rank] = model::PropertyValue::integer(rank);
        };
        tell(whole, 100.0, 0);
        tell(hurt, 40.0, 0);
        tell(veteran, 100.0, 2);
        ActorStyles styles;
        styles.setCast(*field.world.info, Theme::dark());
        UnitMarks marks;
        marks.setInfo(*field.world.info, Theme::dark());
        const CameraPose camera{{0.0, 8.0, 8.0}, {0.0, 0.0, 0.0}};
        const auto lines = [&](ActorId selection, double height = 600.0) {
            std::vector<Instance> out;
            marks.appendBars(out, state, styles, {glm::dvec3(0.0), camera, {800.0, height}, selection});
            return out.size();
        };
        constexpr std::size_t Bar = 2;
        constexpr std::size_t Chevron = 4; // two strokes, and a casing under each
        QCOMPARE(lines(ActorId::None), Bar + 2 * Chevron);
        QCOMPARE(lines(static_cast<ActorId>(whole)), 2 * Bar + 2 * Chevron);
        QCOMPARE(lines(ActorId::None, 20.0), std::size_t{0}); // a few pixels wide: nothing to be read
    }

    void whoseSightIsShown_data()
    {
        QTest::addColumn<int>("player");
        QTest::addColumn<int>("selection"); // 0 to 2 players, 3 to 5 their units, 6 nobody's
        QTest::addColumn<QString>("teams");
        QTest::addColumn<bool>("own"); // the selected unit's circle
        QTest::newRow("nobody chosen: every player") << -1 << -1 << QStringLiteral("0 1 2") << false;
        QTest::newRow("nobody's unit: every player") << -1 << 6 << QStringLiteral("0 1 2") << true;
        QTest::newRow("a player") << -1 << 1 << QStringLiteral("1") << false;
        QTest::newRow("a unit: its player") << -1 << 5 << QStringLiteral("2") << true;
        QTest::newRow("a perspective: one's side together") << 0 << -1 << QStringLiteral("0") << false;
        QTest::newRow("a perspective, an own unit") << 0 << 3 << QStringLiteral("0") << true;
        QTest::newRow("a perspective, an ally's unit") << 0 << 4 << QStringLiteral("1") << true;
        QTest::newRow("a perspective, an enemy: not what they see") << 0 << 2 << QStringLiteral("0") << false;
        QTest::newRow("a perspective, an enemy out of sight") << 0 << 5 << QStringLiteral("0") << false;
    }
    void whoseSightIsShown()
    {
        QFETCH(int, player);
        QFETCH(int, selection);
        Field field;
        for (int team = 0; team < 3; ++team)
            field.unit(team, 30.0 * team, 0.0, 5.0);
        field.unit(-1, 60.0, 60.0, 5.0);
        Sighted sighted(field, player);
        std::set<int> teams;
        std::size_t own = 0;
        for (const SightOutline::Dash& dash :
             sighted.dashes(selection < 0 ? ActorId::None : static_cast<ActorId>(selection))) {
            dash.selected ? void(++own) : void(teams.insert(dash.team));
        }
        QStringList told;
        for (const int team : teams)
            told << QString::number(team);
        QTEST(told.join(u' '), "teams");
        QTEST(own > 0, "own");
    }

    void whoIsNotDrawnIsNotOutlined_data()
    {
        QTest::addColumn<bool>("selected");
        QTest::newRow("all") << false;
        QTest::newRow("the selected one") << true;
    }
    void whoIsNotDrawnIsNotOutlined()
    {
        QFETCH(bool, selected);
        Field field;
        field.unit(0, 0.0, 0.0, 5.0);
        const auto hidden = static_cast<ActorId>(field.unit(0, 30.0, 0.0, 5.0));
        Sighted sighted(field, -1);
        const auto most = [&] {
            double east = -1e9;
            for (const SightOutline::Dash& dash : sighted.dashes(selected ? hidden : ActorId::None))
                east = std::max(east, dash.from.x);
            return east;
        };
        QVERIFY(std::abs(most() - 35.0) < 0.5);
        sighted.styles.setHidden({model::index(hidden)});
        QVERIFY(std::abs(most() - 5.0) < 0.5);
        sighted.styles.setHidden({});
        QVERIFY(std::abs(most() - 35.0) < 0.5);
    }

    void alliesSeeTogether()
    {
        Field field;
        field.unit(0, 0.0, 0.0, 5.0);
        field.unit(1, 30.0, 0.0, 5.0);
        double east = 0.0;
        for (const SightOutline::Dash& dash : Sighted(field, 0).dashes())
            east = std::max(east, dash.from.x);
        QVERIFY(std::abs(east - 35.0) < 0.5);
    }

    /// However many they are, the whole edge is there, and nothing within it.
    void armiesOfAnySize_data()
    {
        QTest::addColumn<int>("side");
        for (const int side : {1, 10, 20, 70, 140})
            QTest::addRow("%d units", side * side) << side;
    }
    void armiesOfAnySize()
    {
        QFETCH(int, side);
        constexpr double Apart = 3.0;
        constexpr double Reach = 6.0;
        Field field;
        for (int i = 0; i < side * side; ++i)
            field.unit(0, Apart * (i % side), Apart * (i / side), Reach);
        const double last = Apart * (side - 1);
        const Dashes dashes = Sighted(field, -1).dashes();
        QVERIFY(dashes.size() >= 12 && dashes.size() <= 2500);
        glm::dvec2 low(1e9);
        glm::dvec2 high(-1e9);
        for (const SightOutline::Dash& dash : dashes) {
            // Nearest of the army, which stands on a square.
            const glm::dvec2 nearest =
                glm::clamp(glm::round(dash.from / Apart) * Apart, glm::dvec2(0.0), glm::dvec2(last));
            const double away = glm::distance(dash.from, nearest);
            QVERIFY2(away > Reach - 0.7 && away < Reach + 0.3, qPrintable(QString::number(away)));
            low = glm::min(low, dash.from);
            high = glm::max(high, dash.from);
        }
        for (const double edge : {-low.x, -low.y, high.x - last, high.y - last})
            QVERIFY2(std::abs(edge - Reach) < 1.2, qPrintable(QString::number(edge)));
    }

    /// However many edges there are, their dashes are bounded, and none cuts across what it goes round.
    void manyEdges_data()
    {
        QTest::addColumn<int>("side");
        QTest::addColumn<int>("lines");
        for (const int side : {14, 20, 40})
            QTest::addRow("%d units", side * side) << side << side * side;
        QTest::newRow("3025 units: some are left out") << 55 << 2000;
    }
    void manyEdges()
    {
        QFETCH(int, side);
        QFETCH(int, lines);
        constexpr double Apart = 40.0;
        constexpr double Reach = 6.0;
        Field field;
        std::size_t last = 0;
        for (int i = 0; i < side * side; ++i)
            last = field.unit(0, Apart * (i % side), Apart * (i / side), Reach);
        const Dashes dashes = Sighted(field, -1).dashes(static_cast<ActorId>(last));
        QVERIFY2(dashes.size() <= 2500, qPrintable(QString::number(dashes.size())));
        std::set<std::pair<double, double>> outlined;
        std::size_t own = 0;
        for (const SightOutline::Dash& dash : dashes) {
            QVERIFY(glm::distance(dash.from, dash.to) < Reach);
            const glm::dvec2 whose = glm::round(dash.from / Apart);
            dash.selected ? void(++own) : void(outlined.emplace(whose.x, whose.y));
        }
        QCOMPARE(outlined.size(), static_cast<std::size_t>(lines));
        QVERIFY(own > 0); // the chosen one's, whatever else is left out
    }

    void followedAnewWhenSomebodyMoved_data()
    {
        QTest::addColumn<double>("step"); // metres
        QTest::addColumn<int>("later");   // ms of game time
        QTest::addColumn<int>("passed");  // ms before the screen
        QTest::addColumn<bool>("playing");
        QTest::addColumn<bool>("anew");
        QTest::newRow("nothing happened") << 0.0 << 0 << 0 << false << false;
        QTest::newRow("stands still") << 0.0 << 5000 << 5000 << true << false;
        QTest::newRow("hardly moved") << 0.1 << 5000 << 5000 << true << false;
        QTest::newRow("plays on") << 2.0 << 100 << 100 << true << true;
        QTest::newRow("plays on, a moment ago it was followed") << 2.0 << 40 << 40 << true << false;
        QTest::newRow("fast") << 2.0 << 5000 << 40 << true << false;
        QTest::newRow("backward") << 2.0 << -40 << 40 << true << false;
        QTest::newRow("backward for long enough") << 2.0 << -100 << 100 << true << true;
        QTest::newRow("paused a moment later") << 2.0 << 40 << 40 << false << true;
        QTest::newRow("a single step") << 2.0 << 40 << 0 << false << true;
        QTest::newRow("a single step back") << 2.0 << -40 << 0 << false << true;
        QTest::newRow("otherwise shown at the same time") << 2.0 << 0 << 0 << false << true;
    }
    void followedAnewWhenSomebodyMoved()
    {
        QFETCH(double, step);
        QFETCH(int, later);
        QFETCH(int, passed);
        QFETCH(bool, playing);
        Field field;
        const std::size_t unit = field.unit(0, 0.2, 0.2, 5.0);
        const std::size_t other = field.unit(2, 50.2, 0.2, 5.0);
        field.world.state.time = model::Micros{1'000'000};
        Sighted sighted(field, -1);
        const Dashes before = sighted.dashes();
        model::WorldState& state = field.world.state;
        state.positions[unit].x += step;
        state.time += std::chrono::milliseconds(later);
        sighted.now += std::chrono::milliseconds(passed);
        sighted.playing = playing;
        QTEST(!sameDashes(before, sighted.dashes()), "anew");
        // Another choice does not wait.
        QVERIFY(!sameDashes(before, sighted.dashes(static_cast<ActorId>(other))));
    }

    void linesLieOverTheirCasing()
    {
        Field field;
        field.unit(0, 0.0, 0.0, 5.0);
        field.finish();
        ActorStyles styles;
        styles.setCast(*field.world.info, Theme::light());
        UnitMarks marks;
        marks.setInfo(*field.world.info, Theme::light());
        CameraPose camera;
        camera.position = {0.0, 20.0, 20.0};
        std::vector<Instance> out;
        constexpr double Ground = 3.0;
        marks.appendSight(out, field.world.state, styles,
                          {glm::dvec3(100.0, 0.0, 0.0), camera, {800.0, 600.0}, ActorId::None, Ground});
        QVERIFY(!out.empty() && out.size() % 2 == 0);
        const std::size_t half = out.size() / 2;
        for (std::size_t i = 0; i < half; ++i) {
            const Instance& under = out[i];
            const Instance& line = out[half + i];
            QCOMPARE(glm::vec3(under.place), glm::vec3(line.place));
            QVERIFY(under.place.w > line.place.w + 1.0F);
            QCOMPARE(glm::vec3(under.colour), glm::vec3(toVec4(Theme::light().base)));
            QCOMPARE(line.colour, toVec4(Theme::light().hue(0)));
            QVERIFY(line.place.x < -90.0F && line.place.y > 3.0F && line.place.y < 3.5F);
        }
    }
};

} // namespace tst_unit_marks

GHOSTLINE_TEST(tst_unit_marks, TestUnitMarks)
#include "tst_unit_marks.moc"
