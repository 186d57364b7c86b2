// SPDX-License-Identifier: GPL-3.0-or-later
// Units of one type and team that stand together share a mark.
#include "render/labels/glyph_clumps.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_glyph_clumps {

using namespace ghostline::render;

class TestGlyphClumps : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void together_data()
    {
        QTest::addColumn<QString>("units"); // type, team and place of each
        QTest::addColumn<double>("reach");
        QTest::addColumn<QString>("clumps"); // type, team, how many and where their middle is
        const auto row = [](const char* what, const char* units, double reach, const char* clumps) {
            QTest::newRow(what) << QString::fromLatin1(units) << reach << QString::fromLatin1(clumps);
        };
        row("nobody", "", 5.0, "");
        row("one", "1,0,3", 5.0, "1,0,1,3");
        row("two that stand together", "1,0,3 1,0,5", 5.0, "1,0,2,4");
        row("too far from each other", "1,0,0 1,0,6", 5.0, "1,0,1,0 1,0,1,6");
        row("other types and teams", "1,0,0 2,0,1 1,1,2", 5.0, "1,0,1,0 1,1,1,2 2,0,1,1");
        row("each for itself", "1,0,0 1,0,0", 0.0, "1,0,1,0 1,0,1,0");
        row("two places, mixed", "1,0,0 1,0,20 1,0,2 1,0,22", 5.0, "1,0,2,1 1,0,2,21");
        row("no chain: near the first one", "1,0,0 1,0,4 1,0,8", 5.0, "1,0,2,2 1,0,1,8");
    }
    void together()
    {
        QFETCH(QString, units);
        QFETCH(double, reach);
        std::vector<GlyphUnit> all;
        for (const QString& word : units.split(u' ', Qt::SkipEmptyParts)) {
            const QStringList part = word.split(u',');
            GlyphUnit unit;
            unit.row = static_cast<std::uint32_t>(all.size());
            unit.type = part[0].toUInt();
            unit.team = part[1].toInt();
            unit.top = {part[2].toDouble(), 1.0, 0.0};
            all.push_back(unit);
        }
        std::vector<GlyphClump> made;
        clumpGlyphs(all, reach, made);
        QStringList told;
        for (const GlyphClump& clump : made)
            told << QStringLiteral("%1,%2,%3,%4")
                        .arg(clump.type)
                        .arg(clump.team)
                        .arg(clump.count)
                        .arg(clump.anchor.x);
        QTEST(told.join(u' '), "clumps");
    }

    void asWideAndAsHighAsTheyAre()
    {
        std::vector<GlyphUnit> all(2);
        all[0].top = {0.0, 2.0, 0.0};
        all[1].top = {3.0, 5.0, 4.0};
        all[1].row = 1;
        std::vector<GlyphClump> made;
        clumpGlyphs(all, 6.0, made);
        QCOMPARE(made.size(), std::size_t{1});
        QCOMPARE(made[0].extent, 5.5);
        QCOMPARE(made[0].anchor, glm::dvec3(1.5, 5.0, 2.0));
    }
};

} // namespace tst_glyph_clumps

GHOSTLINE_TEST(tst_glyph_clumps, TestGlyphClumps)
#include "tst_glyph_clumps.moc"
