// SPDX-License-Identifier: GPL-3.0-or-later
// The games' own colours in both themes: the hue stays, they are seen, and no two look the same.
#include "render/base/theme.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <algorithm>
#include <array>
#include <cmath>

namespace tst_colour {

using namespace ghostline;
using namespace ghostline::render;
using model::Rgb;

namespace {

struct Named
{
    const char* name;
    Rgb rgb;
};

/// As StarCraft II records them.
constexpr std::array Recorded{Named{"Red", {180, 20, 30}},           Named{"Blue", {0, 66, 255}},
                              Named{"Teal", {28, 167, 234}},         Named{"Purple", {84, 0, 129}},
                              Named{"Yellow", {235, 225, 41}},       Named{"Orange", {254, 138, 14}},
                              Named{"Green", {22, 128, 0}},          Named{"Light pink", {204, 166, 252}},
                              Named{"Violet", {31, 1, 201}},         Named{"Light grey", {82, 84, 148}},
                              Named{"Dark green", {16, 98, 70}},     Named{"Brown", {78, 42, 4}},
                              Named{"Light green", {150, 255, 145}}, Named{"Dark grey", {35, 35, 35}},
                              Named{"Pink", {229, 91, 176}}};

const Theme& themeOf(bool light) { return light ? Theme::light() : Theme::dark(); }

double turn(double a, double b)
{
    const double between = std::abs(a - b);
    return std::min(between, 360.0 - between);
}

std::vector<model::Team> teamsOf(const std::vector<Rgb>& colours)
{
    std::vector<model::Team> teams;
    for (const Rgb& colour : colours)
        teams.push_back(
            {.name = QString::number(teams.size()), .hue = static_cast<int>(teams.size()), .colour = colour});
    return teams;
}

} // namespace

class TestColour : public QObject
{
    Q_OBJECT
private:
    static void recorded()
    {
        QTest::addColumn<bool>("light");
        QTest::addColumn<QColor>("colour");
        for (const bool light : {false, true}) {
            for (const Named& named : Recorded)
                QTest::addRow("%s, %s", light ? "light" : "dark", named.name)
                    << light << QColor(named.rgb[0], named.rgb[1], named.rgb[2]);
        }
    }

private Q_SLOTS:
    void whatIsTurnedIntoOklchComesBack()
    {
        for (const Named& named : Recorded) {
            const QColor colour(named.rgb[0], named.rgb[1], named.rgb[2]);
            QCOMPARE(fromOklch(toOklch(colour)), colour);
        }
        QVERIFY(std::abs(toOklch(Qt::white).lightness - 1.0) < 1e-3);
        QVERIFY(toOklch(QColor(120, 120, 120)).chroma < 1e-3);
        QVERIFY(std::abs(difference(Qt::black, Qt::white) - 1.0) < 1e-3);
        // The reference values of the space for pure red.
        const Oklch red = toOklch(QColor(255, 0, 0));
        QVERIFY(std::abs(red.lightness - 0.628) < 1e-3 && std::abs(red.chroma - 0.2577) < 1e-3);
        QVERIFY(std::abs(red.hue - 29.23) < 0.1);
    }

    void theHueStays_data() { recorded(); }
    void theHueStays()
    {
        QFETCH(bool, light);
        QFETCH(QColor, colour);
        const Oklch before = toOklch(colour);
        const auto shade = [&](const QColor& drawn) {
            const Oklch after = toOklch(drawn);
            if (before.chroma < 0.02)
                return after.chroma < 0.02; // grey stays grey
            return turn(before.hue, after.hue) < 3.0;
        };
        const Theme& theme = themeOf(light);
        const QColor mark = withContrast(colour, theme.grounds(), MarkContrast);
        QVERIFY2(shade(mark), qPrintable(mark.name()));
        const QColor text = readable(colour, theme);
        QVERIFY2(shade(text), qPrintable(text.name()));
        for (const QColor& ground : theme.grounds()) {
            QVERIFY2(contrast(mark, ground) >= MarkContrast, qPrintable(mark.name()));
            QVERIFY2(contrast(text, ground) >= TextContrast, qPrintable(text.name()));
        }
    }

    void whatStandsOutIsLeftAsItIs()
    {
        const QColor red(180, 20, 30);
        QCOMPARE(withContrast(red, Theme::light().grounds(), MarkContrast), red);
        QVERIFY(withContrast(red, Theme::dark().grounds(), MarkContrast) != red);
        QCOMPARE(withContrast(red, {}, MarkContrast), red);
    }

    void teamsAreToldApart_data()
    {
        QTest::addColumn<std::vector<Rgb>>("colours");
        QTest::newRow("red and blue") << std::vector<Rgb>{{180, 20, 30}, {0, 66, 255}};
        QTest::newRow("blue and teal") << std::vector<Rgb>{{0, 66, 255}, {28, 167, 234}};
        QTest::newRow("two against two")
            << std::vector<Rgb>{{180, 20, 30}, {0, 66, 255}, {28, 167, 234}, {84, 0, 129}};
        QTest::newRow("blue and violet") << std::vector<Rgb>{{0, 66, 255}, {31, 1, 201}};
        QTest::newRow("purple and violet") << std::vector<Rgb>{{84, 0, 129}, {31, 1, 201}};
        QTest::newRow("green and dark green") << std::vector<Rgb>{{22, 128, 0}, {16, 98, 70}};
        QTest::newRow("brown and orange") << std::vector<Rgb>{{78, 42, 4}, {254, 138, 14}};
        QTest::newRow("yellow and light green") << std::vector<Rgb>{{235, 225, 41}, {150, 255, 145}};
        QTest::newRow("the same") << std::vector<Rgb>{{180, 20, 30}, {180, 20, 30}};
    }
    void teamsAreToldApart()
    {
        QFETCH(std::vector<Rgb>, colours);
        const std::vector<model::Team> teams = teamsOf(colours);
        for (const bool light : {false, true}) {
            const Theme& theme = themeOf(light);
            const std::vector<QColor> drawn = teamColors(theme, teams);
            for (std::size_t i = 0; i < drawn.size(); ++i) {
                const QColor own(colours[i][0], colours[i][1], colours[i][2]);
                QVERIFY2(turn(toOklch(drawn[i]).hue, toOklch(own).hue) < 4.0, qPrintable(drawn[i].name()));
                QVERIFY(contrast(drawn[i], theme.base) >= MarkContrast);
                QVERIFY(contrast(drawn[i], theme.raised) >= MarkContrast);
                QCOMPARE(teamColor(theme, teams, static_cast<int>(i)), drawn[i]);
                for (std::size_t k = 0; k < i; ++k)
                    QVERIFY2(difference(drawn[i], drawn[k]) >= TeamDifference,
                             qPrintable(drawn[i].name() + drawn[k].name()));
            }
        }
    }

    void whatIsNotRecordedIsUpToTheTheme()
    {
        std::vector<model::Team> teams = teamsOf({{0, 114, 178}, {180, 20, 30}});
        teams.push_back({.name = QStringLiteral("by number"), .hue = 0});
        const Theme& theme = Theme::light();
        const std::vector<QColor> drawn = teamColors(theme, teams);
        QCOMPARE(drawn[2], theme.hue(0));
        QVERIFY(difference(drawn[0], drawn[2]) >= TeamDifference); // the recorded one gives way
        QVERIFY(teamColors(theme, {}).empty());
        QCOMPARE(teamColor(theme, teams, 7), theme.textMuted);
    }

    /// The last teams are kept: others, and the other theme, are not taken for them.
    void otherTeamsAreOtherColours()
    {
        const std::vector<model::Team> red = teamsOf({{180, 20, 30}});
        const std::vector<model::Team> green = teamsOf({{22, 128, 0}});
        for (int round = 0; round < 2; ++round) {
            for (const Theme* theme : {&Theme::light(), &Theme::dark()}) {
                QCOMPARE(teamColor(*theme, red, 0), teamColors(*theme, red)[0]);
                QCOMPARE(teamColor(*theme, green, 0), teamColors(*theme, green)[0]);
            }
        }
    }

    void actorsAreInTheirTeamsColour()
    {
        const std::vector<model::Team> teams = teamsOf({{22, 128, 0}, {180, 20, 30}});
        model::ActorInfo unit;
        unit.kind = model::ActorKind::Unit;
        unit.team = 1;
        QCOMPARE(actorColor(Theme::light(), unit, teams), QColor(180, 20, 30));
    }

    void noTwoHuesOfATheme_data()
    {
        QTest::addColumn<bool>("light");
        QTest::newRow("dark") << false;
        QTest::newRow("light") << true;
    }
    void noTwoHuesOfATheme()
    {
        QFETCH(bool, light);
        const Theme& theme = themeOf(light);
        for (std::size_t i = 0; i < theme.series.size(); ++i) {
            for (std::size_t k = 0; k < i; ++k)
                QVERIFY2(difference(theme.series[i], theme.series[k]) >= TeamDifference,
                         qPrintable(theme.series[i].name() + theme.series[k].name()));
        }
    }
};

} // namespace tst_colour

GHOSTLINE_TEST(tst_colour, TestColour)
#include "tst_colour.moc"
