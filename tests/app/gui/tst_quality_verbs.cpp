// SPDX-License-Identifier: GPL-3.0-or-later
// View > Picture quality: what was chosen is shown and remembered, and automatic says what it means.
#include "app/gui/shell/command_line.h"
#include "app/gui/shell/quality_verbs.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/view/replay_views.h"
#include "app/gui/view/view_area.h"
#include "render/view/still.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QMenu>

namespace tst_quality_verbs {

using namespace ghostline;
using namespace ghostline::app;
using render::Quality;
using test::WindowPlace;

namespace {

const QString ByCard = QStringLiteral("NVIDIA GeForce RTX 3060/PCIe/SSE2\nNVIDIA\n3.3");
const QString BySoftware = QStringLiteral("llvmpipe (LLVM 15.0.6, 256 bits)\nMesa\n4.5");

/// The verbs in a menu, over a view.
struct Desk
{
    explicit Desk(const QString& renderer, std::optional<QualityWish> said = {}, const QString& noGl = {},
                  bool plainOnly = false)
        : area(noGl)
    {
        for (const char* verb :
             {"view.qualityAuto", "view.qualityLow", "view.qualityMedium", "view.qualityHigh"})
            menu.addAction(action(verb));
        verbs =
            std::make_unique<QualityVerbs>(&actions, &area, GlRenderer{renderer, plainOnly}, said, nullptr);
    }
    QAction* action(const char* verb) const { return actions.get(id(verb)); }
    Quality shown() const { return area.views().content().quality; }
    /// The one that is ticked when the menu opens.
    QString ticked()
    {
        Q_EMIT menu.aboutToShow();
        for (const QAction* each : menu.actions()) {
            if (each->isChecked())
                return each->text();
        }
        return {};
    }

    Actions actions;
    QMenu menu;
    ViewArea area;
    std::unique_ptr<QualityVerbs> verbs; // goes first
};

} // namespace

class TestQualityVerbs : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_place = std::make_unique<WindowPlace>(); }

    void automatic_data()
    {
        QTest::addColumn<QString>("renderer");
        QTest::addColumn<Quality>("quality");
        QTest::addColumn<QString>("text");
        QTest::newRow("software") << BySoftware << Quality::Low
                                  << QStringLiteral("Automatic (low: drawn by software)");
        QTest::newRow("card") << ByCard << Quality::Medium << QStringLiteral("Automatic (medium)");
    }
    void automatic()
    {
        if (!render::probeGl())
            QSKIP("needs OpenGL 3.3");
        QFETCH(QString, renderer);
        QFETCH(Quality, quality);
        QFETCH(QString, text);
        Desk desk(renderer);
        QCOMPARE(desk.verbs->wish(), QualityWish::Automatic);
        QCOMPARE(desk.shown(), quality);
        QCOMPARE(desk.ticked(), text);
    }

    void chosen_data()
    {
        QTest::addColumn<QByteArray>("verb");
        QTest::addColumn<Quality>("quality");
        QTest::addColumn<QualityWish>("wish");
        QTest::newRow("low") << QByteArray("view.qualityLow") << Quality::Low << QualityWish::Low;
        QTest::newRow("medium") << QByteArray("view.qualityMedium") << Quality::Medium << QualityWish::Medium;
        QTest::newRow("high") << QByteArray("view.qualityHigh") << Quality::High << QualityWish::High;
    }
    void chosen()
    {
        if (!render::probeGl())
            QSKIP("needs OpenGL 3.3");
        QFETCH(QByteArray, verb);
        QFETCH(Quality, quality);
        QFETCH(QualityWish, wish);
        {
            Desk desk(BySoftware);
            desk.action(verb.constData())->trigger();
            QCOMPARE(desk.shown(), quality);
            QCOMPARE(desk.ticked(), desk.action(verb.constData())->text());
        }
        QCOMPARE(loadQualityWish(), wish);
        Desk again(BySoftware);
        QCOMPARE(again.shown(), quality);
        again.action("view.qualityAuto")->trigger();
        QCOMPARE(again.shown(), Quality::Low);
        QCOMPARE(loadQualityWish(), QualityWish::Automatic);
    }

    void saidOnTheCommandLine()
    {
        if (!render::probeGl())
            QSKIP("needs OpenGL 3.3");
        saveQualityWish(QualityWish::Low);
        const Desk desk(BySoftware, QualityWish::High);
        QCOMPARE(desk.shown(), Quality::High);
        QCOMPARE(loadQualityWish(), QualityWish::Low); // and not remembered
    }

    /// Of an old driver.
    void onlyTheLowest()
    {
        if (!render::probeGl())
            QSKIP("needs OpenGL 3.3");
        const Desk desk(ByCard, QualityWish::High, {}, true);
        QCOMPARE(desk.shown(), Quality::Low);
        QVERIFY(desk.action("view.qualityLow")->isEnabled());
        QVERIFY(!desk.action("view.qualityMedium")->isEnabled());
        QVERIFY(!desk.action("view.qualityHigh")->isEnabled());
    }

    void nothingToChooseWithoutOpenGl()
    {
        const Desk desk(QString(), {}, QStringLiteral("no driver"));
        QVERIFY(!desk.action("view.qualityHigh")->isEnabled());
        QVERIFY(!desk.actions.whyNot(id("view.qualityHigh")).isEmpty());
    }

    void commandLine_data()
    {
        QTest::addColumn<QString>("word");
        QTest::addColumn<int>("wish"); // -1 = refused
        QTest::newRow("auto") << QStringLiteral("auto") << static_cast<int>(QualityWish::Automatic);
        QTest::newRow("low") << QStringLiteral("low") << static_cast<int>(QualityWish::Low);
        QTest::newRow("medium") << QStringLiteral("medium") << static_cast<int>(QualityWish::Medium);
        QTest::newRow("high") << QStringLiteral("high") << static_cast<int>(QualityWish::High);
        QTest::newRow("unknown") << QStringLiteral("ultra") << -1;
    }
    void commandLine()
    {
        QFETCH(QString, word);
        QFETCH(int, wish);
        const auto line = parseCommandLine({QStringLiteral("ghostline"), QStringLiteral("--quality"), word});
        QCOMPARE(line.has_value(), wish >= 0);
        if (line)
            QCOMPARE(static_cast<int>(line->quality.value()), wish);
    }

    void damagedSetting()
    {
        saveQualityWish(QualityWish::High);
        const auto store = openStore();
        for (const QString& key : store->allKeys()) {
            if (store->value(key) == QStringLiteral("high"))
                store->setValue(key, QStringLiteral("dazzling"));
        }
        store->sync();
        QCOMPARE(loadQualityWish(), QualityWish::Automatic);
    }

private:
    std::unique_ptr<WindowPlace> m_place;
};

} // namespace tst_quality_verbs

GHOSTLINE_TEST(tst_quality_verbs, TestQualityVerbs, ghostline::test::GraphicsApplication)
#include "tst_quality_verbs.moc"
