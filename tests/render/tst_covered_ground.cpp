// SPDX-License-Identifier: GPL-3.0-or-later
// Which ground discs cover together, and the lines round it.
#include "render/actors/covered_ground.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <algorithm>
#include <random>

namespace tst_covered_ground {

using ghostline::render::CoveredGround;

namespace {

struct Disc
{
    glm::dvec2 centre{0.0};
    double reach = 0.0;
};

struct Edges
{
    explicit Edges(const std::vector<Disc>& discs)
    {
        glm::dvec2 low(1e300);
        glm::dvec2 high(-1e300);
        for (const Disc& disc : discs) {
            low = glm::min(low, disc.centre - disc.reach);
            high = glm::max(high, disc.centre + disc.reach);
        }
        ground.begin(low, high);
        for (const Disc& disc : discs)
            ground.cover(disc.centre, disc.reach);
        ground.appendEdge(points, ends);
    }
    CoveredGround ground;
    std::vector<glm::dvec2> points;
    std::vector<std::size_t> ends;
};

/// Metres from a place to the edge of all discs together, negative = within.
double outside(const std::vector<Disc>& discs, const glm::dvec2& at)
{
    double least = 1e300;
    for (const Disc& disc : discs)
        least = std::min(least, glm::distance(at, disc.centre) - disc.reach);
    return least;
}

} // namespace

class TestCoveredGround : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void linesRoundDiscs_data()
    {
        QTest::addColumn<std::vector<Disc>>("discs");
        QTest::addColumn<int>("lines");
        using Discs = std::vector<Disc>;
        QTest::newRow("one") << Discs{{{3.3, -7.1}, 9.0}} << 1;
        QTest::newRow("small") << Discs{{{0.4, 0.6}, 1.5}} << 1;
        QTest::newRow("two that meet") << Discs{{{0.0, 0.0}, 6.0}, {{8.0, 3.0}, 5.0}} << 1;
        QTest::newRow("two apart") << Discs{{{0.0, 0.0}, 6.0}, {{20.0, 3.0}, 5.0}} << 2;
        QTest::newRow("one within another") << Discs{{{0.0, 0.0}, 9.0}, {{2.0, 1.0}, 3.0}} << 1;
        QTest::newRow("a hole in the middle")
            << Discs{{{10.0, 0.0}, 9.0}, {{-10.0, 0.0}, 9.0}, {{0.0, 10.0}, 9.0}, {{0.0, -10.0}, 9.0}} << 2;
        QTest::newRow("far from the origin") << Discs{{{4e6, -6e6}, 6.0}, {{4e6 + 20.0, -6e6}, 5.0}} << 2;
    }
    void linesRoundDiscs()
    {
        QFETCH(std::vector<Disc>, discs);
        const Edges edges(discs);
        QTEST(static_cast<int>(edges.ends.size()), "lines");
        QCOMPARE(edges.ends.back(), edges.points.size());
        std::size_t begin = 0;
        for (const std::size_t end : edges.ends) {
            QVERIFY(end > begin + 3);
            for (std::size_t i = begin; i < end; ++i) {
                const glm::dvec2& next = edges.points[i + 1 < end ? i + 1 : begin];
                QVERIFY(glm::distance(edges.points[i], next) < 1.5); // no piece is missing
                const double away = outside(discs, edges.points[i]);
                QVERIFY2(std::abs(away) < 0.25, qPrintable(QString::number(away)));
            }
            begin = end;
        }
    }

    void crowd()
    {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> place(-150.0, 150.0);
        std::uniform_real_distribution<double> reach(4.0, 12.0);
        std::vector<Disc> discs;
        discs.reserve(300);
        for (int i = 0; i < 300; ++i)
            discs.push_back({{place(random), place(random)}, reach(random)});
        const Edges edges(discs);
        for (const glm::dvec2& point : edges.points)
            QVERIFY(std::abs(outside(discs, point)) < 0.5);
        for (int i = 0; i < 5000; ++i) {
            const glm::dvec2 at(place(random), place(random));
            const double away = outside(discs, at);
            if (std::abs(away) > 0.8)
                QCOMPARE(edges.ground.covers(at), away < 0.0);
        }
    }

    void whatStandsStillKeepsItsEdge()
    {
        const Disc still{{0.3, 0.7}, 6.0};
        const Edges one({still, {{30.0, 0.0}, 5.0}});
        const Edges two({still, {{47.3, -11.9}, 5.0}});
        const auto west = [](const Edges& edges) {
            std::vector<glm::dvec2> out;
            std::copy_if(edges.points.begin(), edges.points.end(), std::back_inserter(out),
                         [](const glm::dvec2& point) { return point.x < 15.0; });
            return out;
        };
        const auto before = west(one);
        const auto after = west(two);
        QVERIFY(!before.empty());
        QCOMPARE(after.size(), before.size());
        for (std::size_t i = 0; i < before.size(); ++i)
            QVERIFY(glm::distance(before[i], after[i]) < 0.02);
    }

    void worldsApart()
    {
        // Cells of 16 m: what is little smaller is there wherever it stands.
        for (const double x : {0.0, 3.0, 7.0, 11.0}) {
            const std::vector<Disc> discs{{{x, x}, 9.0}, {{12000.0, 0.0}, 5.0}};
            const Edges edges(discs);
            QCOMPARE(edges.ends.size(), std::size_t{2});
            for (const Disc& disc : discs)
                QVERIFY(edges.ground.covers(disc.centre));
            QVERIFY(!edges.ground.covers({6000.0, 0.0}));
        }
        // Of 4 km: 5 m are nothing.
        const Edges edges({{{0.0, 0.0}, 5.0}, {{4e6, 0.0}, 5.0}});
        QVERIFY(edges.ends.empty());
        QVERIFY(!edges.ground.covers({1000.0, 1000.0}));
    }

    void nothing()
    {
        CoveredGround ground;
        QVERIFY(!ground.covers({0.0, 0.0}));
        const double huge = std::numeric_limits<double>::max();
        for (const double side : {std::nan(""), huge, HUGE_VAL}) {
            ground.begin(glm::dvec2(-side), glm::dvec2(side));
            ground.cover({0.0, 0.0}, 5.0);
            std::vector<glm::dvec2> points;
            std::vector<std::size_t> ends;
            ground.appendEdge(points, ends);
            QVERIFY(points.empty() && ends.empty());
            QVERIFY(!ground.covers({0.0, 0.0}));
        }
    }
};

} // namespace tst_covered_ground

GHOSTLINE_TEST(tst_covered_ground, TestCoveredGround)
#include "tst_covered_ground.moc"
