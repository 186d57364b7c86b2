// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever is open and whichever panel is in front, the window fits a small screen.
#include "app/gui/observer/observer_panel.h"
#include "tests/app/gui/window_driver.h"

#include <QDockWidget>
#include <QFileInfo>

using namespace ghostline;
using namespace ghostline::test;
using app::MainWindow;

namespace {

/// 1280 x 720 less the borders and the title that a desktop puts round a window.
constexpr QSize MostOfAll{1240, 700};

/// Each panel and its size, for a message: the largest at least are to be found.
QByteArray sizesOf(const MainWindow& window)
{
    QStringList lines;
    for (const QDockWidget* dock : window.findChildren<QDockWidget*>()) {
        const QSize least = dock->minimumSizeHint();
        if (!dock->isHidden())
            lines
                << QStringLiteral("%1 %2x%3").arg(dock->objectName()).arg(least.width()).arg(least.height());
    }
    const QSize whole = window.minimumSizeHint();
    lines << QStringLiteral("window %1x%2").arg(whole.width()).arg(whole.height());
    return lines.join(QStringLiteral(", ")).toUtf8();
}

bool fits(const MainWindow& window)
{
    const QSize least = window.minimumSizeHint();
    return least.width() <= MostOfAll.width() && least.height() <= MostOfAll.height();
}

} // namespace

class TestWindowSize : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void fitsASmallScreen_data();
    void fitsASmallScreen();
};

void TestWindowSize::initTestCase()
{
    if (!render::probeGl())
        QSKIP("no OpenGL here");
}

void TestWindowSize::fitsASmallScreen_data()
{
    QTest::addColumn<QString>("sample");
    for (const char* sample : {"sample-match.butter", "sample-town.log", "sample-run.hcrp",
                               "sample-strategy-game.SC2Replay", "sample-skirmish.icrep"})
        QTest::newRow(sample) << QString(QLatin1String(sample));
}

void TestWindowSize::fitsASmallScreen()
{
    QFETCH(QString, sample);
    const QString bundled =
        QCoreApplication::applicationDirPath() + QStringLiteral("/../share/ghostline/samples/") + sample;
    if (!QFileInfo::exists(bundled))
        QSKIP("this sample was not built");
    const WindowPlace place;
    const QString copy = place.folder.filePath(sample);
    QVERIFY(QFile::copy(bundled, copy)); // bookmarks go beside it
    const std::unique_ptr<MainWindow> window = showWindow({1280, 720});
    QVERIFY(window != nullptr);
    QVERIFY(openAndWait(*window, copy));
    QVERIFY2(fits(*window), sizesOf(*window).constData());
    QCOMPARE(window->size(), QSize(1280, 720));

    // With all the marks there can be, and the fullest of panels.
    if (const auto players = window->session()->perspectives(); !players.empty())
        window->session()->setPerspective(players.front());
    window->actions().get(QStringLiteral("view.reported"))->setChecked(false);
    window->actions().get(QStringLiteral("view.reported"))->trigger();
    window->findChild<app::ObserverPanel*>()->setDensity(model::Density::Full);
    for (QDockWidget* dock : window->findChildren<QDockWidget*>()) {
        if (dock->isHidden())
            continue;
        dock->raise();
        QCoreApplication::processEvents();
        QVERIFY2(fits(*window), sizesOf(*window).constData());
    }
    QCOMPARE(window->size(), QSize(1280, 720));
    // The picture keeps the most room.
    QVERIFY2(window->area().viewWidget()->width() >= 480, sizesOf(*window).constData());
}

GHOSTLINE_WINDOW_TEST_MAIN(TestWindowSize)
#include "tst_window_size.moc"
