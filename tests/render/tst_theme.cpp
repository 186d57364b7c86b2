// SPDX-License-Identifier: GPL-3.0-or-later
// Contrast: text at least 4.5:1, marks at least 3:1, on both grounds; and who gets which colour.
#include "model/summary/page_style.h"
#include "render/base/colour.h"
#include "render/base/theme.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_theme {

using namespace ghostline;
using namespace ghostline::render;

class TestTheme : public QObject
{
    Q_OBJECT
private:
    static void grounds()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("dark") << true;
        QTest::newRow("light") << false;
    }
    static const Theme& theme(bool dark) { return dark ? Theme::dark() : Theme::light(); }

private Q_SLOTS:
    void contrastFormula()
    {
        QVERIFY(qAbs(contrast(Qt::black, Qt::white) - 21.0) < 0.01);
        QVERIFY(qAbs(contrast(Qt::white, Qt::white) - 1.0) < 1e-9);
        QVERIFY(qAbs(contrast(QColor(0x77, 0x77, 0x77), Qt::white) - 4.48) <
                0.01); // the well-known near miss
        QCOMPARE(contrast(Qt::red, Qt::blue), contrast(Qt::blue, Qt::red));
    }

    /// The page that is handed out has the window's colours, though it is made without a picture library.
    void summaryHasTheSameHues_data() { grounds(); }
    void summaryHasTheSameHues()
    {
        QFETCH(bool, dark);
        const auto hues = model::summaryHues(dark);
        QCOMPARE(hues.size(), theme(dark).series.size());
        for (std::size_t i = 0; i < hues.size(); ++i)
            QCOMPARE(QColor(hues[i][0], hues[i][1], hues[i][2]), theme(dark).series[i]);
    }

    void textIsReadable_data() { grounds(); }
    void textIsReadable()
    {
        QFETCH(bool, dark);
        const Theme& t = theme(dark);
        for (const QColor& ground : {t.base, t.raised}) {
            QVERIFY(contrast(t.text, ground) >= 4.5);
            QVERIFY(contrast(t.textMuted, ground) >= 4.5);
            QVERIFY(contrast(t.warning, ground) >= 4.5);
            QVERIFY(contrast(t.error, ground) >= 4.5);
        }
        QVERIFY2(contrast(t.accentText, t.accent) >= 4.5,
                 qPrintable(QString::number(contrast(t.accentText, t.accent))));
    }

    /// Window, panel and what lies over it are told apart, and by lines that are seen and stay quiet.
    void surfacesAreLevels_data() { grounds(); }
    void surfacesAreLevels()
    {
        QFETCH(bool, dark);
        const Theme& t = theme(dark);
        const auto of = [](const QColor& a, const QColor& b) { return contrast(a, b); };
        QVERIFY2(of(t.base, t.raised) >= 1.09, qPrintable(QString::number(of(t.base, t.raised))));
        QVERIFY(of(t.raised, t.overlay()) >= 1.03);
        QVERIFY(of(t.base, t.overlay()) >= 1.15);
        QVERIFY(of(t.text, t.overlay()) >= 4.5 && of(t.textMuted, t.overlay()) >= 4.5);
        for (const QColor& ground : {t.base, t.raised, t.overlay()}) {
            QVERIFY2(of(t.line, ground) >= 1.1, qPrintable(QString::number(of(t.line, ground))));
            QVERIFY2(of(t.line, ground) <= 1.6, qPrintable(QString::number(of(t.line, ground))));
        }
    }

    void marksAreVisible_data() { grounds(); }
    void marksAreVisible()
    {
        QFETCH(bool, dark);
        const Theme& t = theme(dark);
        for (const QColor& mark : t.series) {
            QVERIFY2(contrast(mark, t.base) >= 3.0, qPrintable(mark.name()));
            QVERIFY2(contrast(mark, t.raised) >= 3.0, qPrintable(mark.name()));
        }
        QVERIFY(contrast(t.accent, t.base) >= 3.0);
    }

    /// Who sees a border round a block must not take the block for selected.
    void editsAreNotSelected_data() { grounds(); }
    void editsAreNotSelected()
    {
        QFETCH(bool, dark);
        const Theme& t = theme(dark);
        for (const QColor& ground : t.grounds())
            QVERIFY(contrast(t.recordedEdit(), ground) >= MarkContrast);
        for (const QColor& other : {t.accent, t.warning, t.error})
            QVERIFY2(difference(t.recordedEdit(), other) >= TeamDifference, qPrintable(other.name()));
    }

    void seriesDiffer_data() { grounds(); }
    void seriesDiffer()
    {
        QFETCH(bool, dark);
        const Theme& t = theme(dark);
        for (std::size_t i = 0; i < t.series.size(); ++i) {
            for (std::size_t k = i + 1; k < t.series.size(); ++k)
                QVERIFY(t.series[i] != t.series[k]);
        }
        QCOMPARE(t.hue(7), t.hue(0));
        QCOMPARE(t.hue(-1), t.hue(6));
    }

    void actorsStandOutFromTheScene_data() { grounds(); }
    void actorsStandOutFromTheScene()
    {
        QFETCH(bool, dark);
        const Theme& t = theme(dark);
        for (const model::ActorKind kind :
             {model::ActorKind::Vehicle, model::ActorKind::Walker, model::ActorKind::Player}) {
            model::ActorInfo a;
            a.kind = kind;
            const QColor c = actorColor(t, a, {});
            QVERIFY(contrast(c, t.base) >= 3.0);
            for (const auto role :
                 {model::SceneRole::Ground, model::SceneRole::Road, model::SceneRole::Shoulder})
                QVERIFY2(contrast(c, t.scene(role)) >= 2.8, qPrintable(c.name() + t.scene(role).name()));
        }
        model::ActorInfo muted;
        muted.background = true;
        QVERIFY(contrast(actorColor(t, muted, {}), t.base) >= 3.0);
    }

    void teamComesFirst()
    {
        model::ActorInfo a;
        a.kind = model::ActorKind::Walker;
        a.team = 1;
        const std::vector<model::Team> teams{{QStringLiteral("a"), 0}, {QStringLiteral("b"), 3}};
        QCOMPARE(actorColor(Theme::dark(), a, teams), Theme::dark().hue(3));
        a.team = 9; // a damaged recording names a team that is not there
        QCOMPARE(actorColor(Theme::dark(), a, teams), Theme::dark().hue(2));
    }

    void theThemeChoosesForTeams_data() { grounds(); }
    void theThemeChoosesForTeams()
    {
        QFETCH(bool, dark);
        const Theme& t = theme(dark);
        const std::vector<model::Team> teams{{.name = QStringLiteral("named"), .hue = 5},
                                             {.name = QStringLiteral("by number"), .hue = -1},
                                             {.name = QStringLiteral("by number, too"), .hue = -1}};
        QCOMPARE(teamHue(teams, 0), 5);
        QCOMPARE(teamHue(teams, 1), 1);
        QCOMPARE(teamHue(teams, 2), 2);
        QCOMPARE(teamHue(teams, 3), -1);
        QCOMPARE(teamHue(teams, -1), -1);
        QCOMPARE(teamColor(t, teams, 0), t.series[5]);
        QCOMPARE(teamColor(t, teams, 2), t.series[2]);
        QCOMPARE(teamColor(t, teams, -1), t.textMuted);
        for (int team = 0; team < 3; ++team)
            QVERIFY(contrast(teamColor(t, teams, team), t.base) >= 3.0);
    }

    void everyRoleHasAColour()
    {
        for (int role = 0; role <= int(model::SceneRole::Prop); ++role) {
            QVERIFY(Theme::dark().scene(static_cast<model::SceneRole>(role)).isValid());
            QVERIFY(Theme::dark().scene(static_cast<model::SceneRole>(role)) !=
                    Theme::light().scene(static_cast<model::SceneRole>(role)));
        }
    }
};

} // namespace tst_theme

GHOSTLINE_TEST(tst_theme, TestTheme)
#include "tst_theme.moc"
