// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever is open and whichever panel is in front, the window fits a small screen.
#include "app/gui/observer/observer_panel.h"
#include "app/gui/review/flags_view.h"
#include "app/gui/review/queue_model.h"
#include "app/gui/review/queue_view.h"
#include "app/gui/review/review_panel.h"
#include "app/gui/settings/language.h"
#include "app/gui/shell/layouts.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/view/provenance_legend.h"
#include "render/view/still.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QDockWidget>
#include <QFileInfo>
#include <QPushButton>
#include <QScrollBar>
#include <QTabBar>
#include <QTreeView>

#include <algorithm>

namespace tst_window_size {

using namespace ghostline;
using namespace ghostline::test;
using app::MainWindow;

namespace {

/// 1280 x 720 less the borders and the title that a desktop puts round a window.
constexpr QSize MostOfAll{1240, 700};
/// The picture keeps the most room.
constexpr QSize LeastView{480, 300};

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

/// Tab bars that cut a title off, and which. One that has to be scrolled to is whole.
QByteArray cutTitles(const MainWindow& window)
{
    QStringList cut;
    for (const QTabBar* bar : window.findChildren<QTabBar*>()) {
        if (!bar->isVisible())
            continue;
        for (int i = 0; i < bar->count(); ++i) {
            const QRect tab = bar->tabRect(i);
            if (tab.width() <= bar->fontMetrics().horizontalAdvance(bar->tabText(i)) ||
                (!bar->usesScrollButtons() && !bar->rect().contains(tab)))
                cut << bar->tabText(i);
        }
    }
    return cut.join(QStringLiteral(", ")).toUtf8();
}

/// Whole, and not scrolled out of its panel.
bool isSeenWhole(const QWidget& widget)
{
    return widget.isVisible() && widget.visibleRegion() == QRegion(widget.rect());
}

int shownScrollBars(const QWidget& panel)
{
    const auto bars = panel.findChildren<QScrollBar*>();
    return static_cast<int>(
        std::count_if(bars.begin(), bars.end(), [](const QScrollBar* bar) { return bar->isVisible(); }));
}

/// Panels that lie over each other, which happens when they are given less room than they ask for.
QByteArray panelsOverEachOther(const MainWindow& window)
{
    std::vector<const QDockWidget*> shown;
    for (const QDockWidget* dock : window.findChildren<QDockWidget*>()) {
        if (!dock->isFloating() && !dock->visibleRegion().isEmpty())
            shown.push_back(dock);
    }
    QStringList over;
    for (auto a = shown.begin(); a != shown.end(); ++a) {
        for (auto b = a + 1; b != shown.end(); ++b) {
            if ((*a)->geometry().intersects((*b)->geometry()))
                over << (*a)->objectName() + QStringLiteral(" and ") + (*b)->objectName();
        }
    }
    return over.join(QStringLiteral(", ")).toUtf8();
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
    void cleanup() { app::speak(app::LanguageChoice::English); }
    void startsInItsSize();
    void isNoLargerThanTheScreen();
    void theSizeThatIsAskedForCounts();
    void fitsASmallScreen_data();
    void fitsASmallScreen();
    void reviewFitsASmallScreen_data();
    void reviewFitsASmallScreen();
    void theLegendIsWholeInGerman_data();
    void theLegendIsWholeInGerman();
};

void TestWindowSize::initTestCase()
{
    if (!render::probeGl())
        QSKIP("no OpenGL here");
}

/// The first start as the one after it, which lists what was opened before.
void TestWindowSize::startsInItsSize()
{
    const WindowPlace place;
    app::clearRecent();
    for (int starts = 0; starts < 2; ++starts) {
        const std::unique_ptr<MainWindow> window = showWindow({1280, 720});
        QVERIFY(window != nullptr);
        QVERIFY2(fits(*window), sizesOf(*window).constData());
        QCOMPARE(window->size(), QSize(1280, 720));
        app::rememberRecent({place.file(QStringLiteral("a.bin")), QStringLiteral("any"),
                             model::Micros{1'000'000}, QDateTime::currentDateTimeUtc()});
    }
}

/// Title, borders and a bar of the desktop included.
void TestWindowSize::isNoLargerThanTheScreen()
{
    QCOMPARE(app::sizeFor({1280, 800}, {1920, 1040}), QSize(1280, 800));
    const QSize small = app::sizeFor({1280, 800}, {1366, 728});
    QVERIFY(small.height() < 728 - 30 && small.height() > 640 && small.width() == 1280);
}

/// What is asked for on the command line counts after a session that was maximised, too.
void TestWindowSize::theSizeThatIsAskedForCounts()
{
    const WindowPlace place;
    app::WindowSetup setup;
    setup.registry = std::make_shared<model::CodecRegistry>();
    {
        app::MainWindow window(setup);
        window.setWindowState(Qt::WindowMaximized);
        window.layouts().save();
    }
    app::MainWindow window(setup);
    QVERIFY(window.isMaximized()); // as it was left
    app::setSize(window, {1100, 640});
    QVERIFY(bringUp(window));
    QVERIFY(!window.isMaximized());
    QCOMPARE(window.size(), QSize(1100, 640));
}

void TestWindowSize::fitsASmallScreen_data()
{
    QTest::addColumn<QString>("sample");
    QTest::addColumn<int>("language");
    const auto row = [](const char* sample, app::LanguageChoice language) {
        QTest::addRow("%s %s", sample, qPrintable(app::languageWords().at(static_cast<int>(language))))
            << QString(QLatin1String(sample)) << static_cast<int>(language);
    };
    for (const char* sample : {"sample-match.butter", "sample-town.log", "sample-run.hcrp",
                               "sample-strategy-game.SC2Replay", "sample-skirmish.icrep"})
        row(sample, app::LanguageChoice::English);
    // Longer words; these have the most panels.
    for (const char* sample : {"sample-match.butter", "sample-skirmish.icrep"})
        row(sample, app::LanguageChoice::German);
}

void TestWindowSize::fitsASmallScreen()
{
    QFETCH(QString, sample);
    QFETCH(int, language);
    app::speak(static_cast<app::LanguageChoice>(language));
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
    // What the inspector lists is scrolled, and nothing around it.
    window->session()->actors()->select(window->session()->playback()->state().ids.front());
    const QDockWidget* inspector = window->dock(QStringLiteral("inspector"));
    QTRY_VERIFY(inspector->findChild<QTreeView*>()->isVisible());
    QCOMPARE(shownScrollBars(*inspector), 1);

    // With all the marks there can be, and the fullest of panels.
    if (const auto players = app::perspectivesIn(window->session()->info()); !players.empty())
        window->session()->actors()->setPerspective(players.front());
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
    QCOMPARE(cutTitles(*window), QByteArray());
    QCOMPARE(window->size(), QSize(1280, 720));
    QVERIFY2(window->area().viewWidget()->width() >= LeastView.width(), sizesOf(*window).constData());
}

void TestWindowSize::reviewFitsASmallScreen_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("1280x720") << QSize(1280, 720);
    QTest::newRow("1280x800") << QSize(1280, 800);
}

/// Going through flags with the evidence open: verdicts are given without scrolling.
void TestWindowSize::reviewFitsASmallScreen()
{
    QFETCH(QSize, size);
    const QString sample = QStringLiteral("sample-run.hcrp"); // with a flag in it
    const QString bundled =
        QCoreApplication::applicationDirPath() + QStringLiteral("/../share/ghostline/samples/") + sample;
    if (!QFileInfo::exists(bundled))
        QSKIP("this sample was not built");
    const WindowPlace place;
    const QString folder = place.folder.filePath(QStringLiteral("runs"));
    QVERIFY(QDir().mkpath(folder));
    QVERIFY(QFile::copy(bundled, folder + QLatin1Char('/') + sample));
    const std::unique_ptr<MainWindow> window = showWindow(size);
    QVERIFY(window != nullptr);
    window->openFile(folder);
    auto* panel = window->findChild<app::ReviewPanel*>();
    QTRY_COMPARE_WITH_TIMEOUT(panel->queue()->model().rowCount(), 1, OpenMs);
    window->actions().get(QStringLiteral("review.nextFile"))->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(panel->flags()->current().has_value(), OpenMs);
    QTRY_VERIFY(window->dock(QStringLiteral("evidence"))->isVisible());

    int buttons = 0;
    for (const char* verb : {"review.confirm", "review.reject", "review.unsure", "review.needsMore"}) {
        const QString name = window->actions().get(QLatin1String(verb))->text();
        for (const QPushButton* button : panel->findChildren<QPushButton*>()) {
            if (button->text() != name)
                continue;
            ++buttons;
            QTRY_VERIFY2(isSeenWhole(*button), sizesOf(*window).constData());
        }
    }
    QCOMPARE(buttons, 4);
    QCOMPARE(cutTitles(*window), QByteArray());
    QVERIFY2(fits(*window), sizesOf(*window).constData());
    QCOMPARE(window->size(), size);
    QCOMPARE(panelsOverEachOther(*window), QByteArray());
    const QSize view = window->area().viewWidget()->size();
    QVERIFY2(view.width() >= LeastView.width() && view.height() >= LeastView.height(),
             QByteArray::number(view.width()) + 'x' + QByteArray::number(view.height()));
}

void TestWindowSize::theLegendIsWholeInGerman_data()
{
    QTest::addColumn<QString>("sample");
    for (const char* sample : {"sample-match.butter", "sample-strategy-game.SC2Replay"})
        QTest::newRow(sample) << QString(QLatin1String(sample));
}

/// As the window comes up at first, with the longer words: none of the four is left out. The legend comes
/// when it is asked for; the strip that it stood in is one line.
void TestWindowSize::theLegendIsWholeInGerman()
{
    QFETCH(QString, sample);
    app::speak(app::LanguageChoice::German);
    const QString bundled =
        QCoreApplication::applicationDirPath() + QStringLiteral("/../share/ghostline/samples/") + sample;
    if (!QFileInfo::exists(bundled))
        QSKIP("this sample was not built");
    const WindowPlace place;
    const QString copy = place.folder.filePath(sample);
    QVERIFY(QFile::copy(bundled, copy));
    const std::unique_ptr<MainWindow> window = showWindow({1280, 800});
    QVERIFY(window != nullptr);
    QVERIFY(openAndWait(*window, copy));
    QCOMPARE(window->size(), QSize(1280, 800));
    const auto* legend = window->findChild<app::ProvenanceLegend*>();
    QVERIFY(!legend->isVisible());
    window->actions().get(QStringLiteral("view.legend"))->trigger();
    QTRY_VERIFY(legend->isVisible());
    QTRY_COMPARE(legend->shownWords().size(), 4);
    QCOMPARE(legend->shownWords().last(), QStringLiteral("gehalten"));
}

} // namespace tst_window_size

GHOSTLINE_TEST(tst_window_size, TestWindowSize, ghostline::test::GraphicsApplication)
#include "tst_window_size.moc"
