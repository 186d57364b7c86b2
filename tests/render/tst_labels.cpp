// SPDX-License-Identifier: GPL-3.0-or-later
// Which names are shown and where, and the one picture that holds their texts, all without GL.
#include "render/labels/labels.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QPainter>
#include <QtTest>

#include <algorithm>
#include <vector>

namespace tst_labels {

using namespace ghostline::render;

class TestLabels : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void labelsAreFewAndDoNotOverlap()
    {
        std::vector<LabelCandidate> all;
        for (int i = 0; i < 400; ++i)
            all.push_back(
                {QStringLiteral("actor %1").arg(i), {(i % 20) * 8.0, 2.0, -(i / 20) * 8.0}, Qt::red, 2});
        all[399].rank = 0;
        all[190].rank = 1;
        CameraPose camera;
        camera.position = {80.0, 60.0, 60.0};
        camera.target = {80.0, 0.0, -60.0};
        const QSizeF view(1280.0, 720.0);
        const auto placed = placeLabels(all, camera, view);
        QVERIFY(!placed.empty() && placed.size() <= std::size_t(MaxLabels));
        QCOMPARE(placed[0].candidate, 399U);
        QCOMPARE(placed[1].candidate, 190U);
        QCOMPARE(placed[0].opacity, 1.0F);
        std::vector<QRectF> rects;
        for (const PlacedLabel& p : placed) {
            const auto at = project(camera, all[p.candidate].anchor, view);
            const double width = labelWidth(all[p.candidate].text, true);
            const QRectF r(at->x() - width / 2, at->y() - 18, width, 18);
            for (const QRectF& other : rects)
                QVERIFY(!other.intersects(r));
            rects.push_back(r);
        }
    }

    void labelsAtTheEdgeStayWhole_data()
    {
        QTest::addColumn<double>("x");
        QTest::addColumn<bool>("shifted");
        QTest::newRow("left") << -18.0 << true;
        QTest::newRow("middle") << 0.0 << false;
        QTest::newRow("right") << 18.0 << true;
    }

    void labelsAtTheEdgeStayWhole()
    {
        QFETCH(double, x);
        const std::vector<LabelCandidate> all{
            {QStringLiteral("A rather long name of somebody"), {x, 0.0, 0.0}, Qt::red, 2}};
        CameraPose camera;
        camera.position = {0.0, 0.0, 30.0};
        camera.target = {};
        const QSizeF view(800.0, 600.0);
        const auto at = project(camera, all[0].anchor, view);
        QVERIFY(at && at->x() > -40.0 && at->x() < view.width() + 40.0);
        const auto placed = placeLabels(all, camera, view);
        QCOMPARE(placed.size(), 1U);
        QTEST(placed[0].shift != 0.0F, "shifted");
        const double half = labelWidth(all[0].text, true) / 2;
        const double centre = at->x() + static_cast<double>(placed[0].shift);
        QVERIFY2(centre - half >= 0.0 && centre + half <= view.width(), qPrintable(QString::number(centre)));
    }

    void atlasCellsKeepTheirText()
    {
        LabelAtlas atlas;
        atlas.begin();
        const int a = atlas.request({QStringLiteral("a"), Qt::red, false, false});
        const int b = atlas.request({QStringLiteral("b"), Qt::red, false, false});
        QVERIFY(a >= 0 && b >= 0 && a != b);
        std::vector<int> painted;
        const auto paint = [&] {
            painted.clear();
            for (int cell = atlas.takeChanged(); cell >= 0; cell = atlas.takeChanged())
                painted.push_back(cell);
        };
        paint();
        QCOMPARE(painted, (std::vector<int>{std::min(a, b), std::max(a, b)}));
        QVERIFY(!atlas.dirty());
        atlas.begin();
        QCOMPARE(atlas.request({QStringLiteral("b"), Qt::red, false, false}), b);
        QVERIFY2(!atlas.dirty(), "an unchanged text must not repaint the atlas");
        for (int i = 0; i < LabelAtlas::Columns * LabelAtlas::Rows - 1; ++i)
            QVERIFY(atlas.request({QString::number(i), {}, false, false}) >= 0);
        QCOMPARE(atlas.request({QStringLiteral("one too many"), {}, false, false}), -1);
        // What the last picture showed is not given up for a new text while an older one is there.
        atlas.begin();
        const auto shown = [&atlas](int i) { return atlas.request({QString::number(i), {}, false, false}); };
        for (int i = 1; i < LabelAtlas::Columns * LabelAtlas::Rows - 1; ++i)
            QVERIFY(shown(i) >= 0);
        paint();
        atlas.begin();
        const int fresh = atlas.request({QStringLiteral("new"), {}, false, false});
        QVERIFY(fresh >= 0);
        paint();
        QVERIFY2(painted == std::vector<int>{fresh}, "one new text must cost one cell");
        for (int i = 1; i < LabelAtlas::Columns * LabelAtlas::Rows - 1; ++i)
            QVERIFY(shown(i) >= 0);
        QVERIFY(!atlas.dirty());
        atlas.invalidate();
        paint();
        QCOMPARE(painted.size(), std::size_t(LabelAtlas::Columns * LabelAtlas::Rows));
    }

    void aCellIsPaintedFromItsCorner_data()
    {
        QTest::addColumn<bool>("plain");
        QTest::newRow("plate") << false;
        QTest::newRow("rim") << true;
    }

    /// Wherever it lies in the atlas; an empty one not at all.
    void aCellIsPaintedFromItsCorner()
    {
        QFETCH(bool, plain);
        LabelAtlas atlas;
        const auto painted = [&](int cell) {
            QImage image(LabelAtlas::CellWidth, LabelAtlas::CellHeight, QImage::Format_RGBA8888);
            image.fill(Qt::transparent);
            QPainter painter(&image);
            atlas.paint(painter, Theme::dark(), cell);
            painter.end();
            return image;
        };
        atlas.begin();
        const QImage empty = painted(0);
        QCOMPARE(qAlpha(empty.pixel(LabelAtlas::CellWidth / 2, LabelAtlas::CellHeight / 2)), 0);
        const int first = atlas.request({QStringLiteral("text"), Qt::red, false, plain});
        for (int i = 0; i < LabelAtlas::Columns; ++i)
            QVERIFY(atlas.request({QString::number(i), Qt::red, false, plain}) >= 0);
        const int other = atlas.request({QStringLiteral("text"), Qt::red, true, plain});
        QVERIFY(other / LabelAtlas::Columns != first / LabelAtlas::Columns);
        QVERIFY(painted(first) != empty);
        QVERIFY(painted(other) != empty);
        QVERIFY(painted(first) != painted(other));
    }
};

} // namespace tst_labels

GHOSTLINE_TEST(tst_labels, TestLabels, QApplication)
#include "tst_labels.moc"
