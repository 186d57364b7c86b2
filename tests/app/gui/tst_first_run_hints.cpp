// SPDX-License-Identifier: GPL-3.0-or-later
// Hints for newcomers: one at a time, gone once their thing was done, back only when asked for.
#include "app/gui/settings/settings.h"
#include "app/gui/shell/first_run_hints.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/view/replay_views.h"
#include "app/gui/widgets/icons.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <functional>

namespace tst_first_run_hints {

using namespace ghostline;
using app::FirstRunHints;
using Hint = FirstRunHints::Hint;

namespace {

/// A strip with what it watches.
struct Place
{
    Place() { hints.watch(&timeline, &views); }

    QWidget window;
    app::Actions actions;
    QWidget timeline;
    app::ReplayViews views{true};
    FirstRunHints hints{&actions, &window};
};

using Deed = std::function<void(Place&)>;

Deed triggered(const char* verb)
{
    return [verb](Place& place) { place.actions.get(QLatin1String(verb))->trigger(); };
}

void turnWheel(QWidget& widget)
{
    QWheelEvent wheel({4, 4}, {4, 4}, {}, {0, 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&widget, &wheel);
}

} // namespace

class TestFirstRunHints : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void goesOnceDone_data();
    void goesOnceDone();
    void nothingHitIsNobodyFollowed();
    void oneAfterTheOther();
    void allAtOnce();
    void backWhenAskedFor();
    void namesTheKeysThatHold();
    void reachedByKeyboard();
    void iconsAreCrisp_data();
    void iconsAreCrisp();

private:
    QTemporaryDir m_folder;
};

void TestFirstRunHints::init()
{
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    app::openStore()->clear();
}

void TestFirstRunHints::goesOnceDone_data()
{
    QTest::addColumn<Hint>("hint");
    QTest::addColumn<Deed>("deed");
    QTest::newRow("toggle") << Hint::Play << triggered("playback.toggle");
    QTest::newRow("pause") << Hint::Play << triggered("playback.pause");
    QTest::newRow("forward") << Hint::Play << triggered("playback.forward");
    QTest::newRow("backward") << Hint::Play << triggered("playback.backward");
    QTest::newRow("wheel") << Hint::Zoom << Deed([](Place& place) { turnWheel(place.timeline); });
    QTest::newRow("double click") << Hint::Follow << Deed([](Place& place) {
        Q_EMIT place.views.doubleClicked(model::ActorId{3});
    });
    QTest::newRow("palette") << Hint::Palette << triggered("help.palette");
}

/// Whether it is shown at the moment or still to come; windows to come do not show it either.
void TestFirstRunHints::goesOnceDone()
{
    QFETCH(Hint, hint);
    QFETCH(Deed, deed);
    Place place;
    place.actions.setReplayOpen(true);
    deed(place);
    const auto shown = [](FirstRunHints& hints) {
        std::vector<Hint> seen;
        while (const auto current = hints.current()) {
            seen.push_back(*current);
            hints.finish(*current);
        }
        return seen;
    };
    std::vector<Hint> rest{Hint::Play, Hint::Zoom, Hint::Follow, Hint::Palette};
    std::erase(rest, hint);
    Place later; // reads what is stored before the first one ends the others
    QCOMPARE(shown(place.hints), rest);
    QCOMPARE(shown(later.hints), rest);
}

void TestFirstRunHints::nothingHitIsNobodyFollowed()
{
    Place place;
    place.hints.finish(Hint::Play);
    place.hints.finish(Hint::Zoom);
    Q_EMIT place.views.doubleClicked(model::ActorId::None);
    QCOMPARE(place.hints.current(), Hint::Follow);
}

void TestFirstRunHints::oneAfterTheOther()
{
    Place place;
    auto* gotIt = place.hints.findChild<QToolButton*>(QStringLiteral("hintGotIt"));
    QVERIFY(gotIt != nullptr);
    QStringList texts;
    while (!place.hints.isHidden() && texts.size() < 10) {
        texts << place.hints.text();
        gotIt->click();
    }
    QCOMPARE(texts.size(), 4);
    QCOMPARE(texts.removeDuplicates(), 0);
    QVERIFY(!place.hints.current());
    const Place later;
    QVERIFY(later.hints.isHidden());
}

void TestFirstRunHints::allAtOnce()
{
    Place place;
    auto* none = place.hints.findChild<QToolButton*>(QStringLiteral("hintNoMore"));
    QVERIFY(none != nullptr);
    none->click();
    QVERIFY(place.hints.isHidden());
    const Place later;
    QVERIFY(later.hints.isHidden());
}

void TestFirstRunHints::backWhenAskedFor()
{
    FirstRunHints::storeAllFinished();
    Place place;
    QVERIFY(place.hints.isHidden());
    QAction* again = place.actions.get(QStringLiteral("help.hints"));
    QVERIFY(again->isEnabled() && place.actions.isBound(QStringLiteral("help.hints")));
    again->trigger();
    QVERIFY(!place.hints.isHidden());
    QCOMPARE(place.hints.current(), Hint::Play);
}

void TestFirstRunHints::namesTheKeysThatHold()
{
    Place place;
    QVERIFY2(place.hints.text().startsWith(QStringLiteral("Space ")), qPrintable(place.hints.text()));
    const auto& table = app::Actions::table();
    const auto toggle = std::find_if(table.begin(), table.end(), [](const app::ActionSpec& spec) {
        return spec.id == QLatin1String("playback.toggle");
    });
    place.actions.setKeys(*toggle, {QKeySequence(Qt::Key_F9)});
    QVERIFY2(place.hints.text().startsWith(QStringLiteral("F9 ")), qPrintable(place.hints.text()));
    place.actions.setKeys(*toggle, {});
    QVERIFY2(place.hints.text().contains(toggle->text), qPrintable(place.hints.text()));
}

void TestFirstRunHints::reachedByKeyboard()
{
    const Place place;
    QVERIFY(!place.hints.accessibleName().isEmpty());
    QCOMPARE(place.hints.accessibleDescription(), place.hints.text());
    const auto buttons = place.hints.findChildren<QToolButton*>();
    QCOMPARE(buttons.size(), 2);
    for (const QToolButton* button : buttons) {
        QVERIFY((button->focusPolicy() & Qt::TabFocus) != 0);
        QVERIFY(!button->text().isEmpty() || !button->accessibleName().isEmpty());
    }
}

void TestFirstRunHints::iconsAreCrisp_data()
{
    QTest::addColumn<double>("ratio");
    QTest::newRow("1x") << 1.0;
    QTest::newRow("1.5x") << 1.5;
    QTest::newRow("2x") << 2.0;
}

/// As many pixels as the screen has under the icon, and filled to its edges by the one colour.
void TestFirstRunHints::iconsAreCrisp()
{
    QFETCH(double, ratio);
    const QPixmap icon = app::tintedPixmap(QStringLiteral("warning"), Qt::red, 16, ratio);
    QCOMPARE(icon.devicePixelRatio(), ratio);
    QCOMPARE(icon.size(), QSize(16, 16) * ratio);
    const QImage image = icon.toImage().convertToFormat(QImage::Format_ARGB32);
    int painted = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor pixel = image.pixelColor(x, y);
            painted += pixel.alpha() > 128 && x > image.width() / 2 ? 1 : 0;
            if (pixel.alpha() == 255)
                QCOMPARE(pixel.rgb(), QColor(Qt::red).rgb());
        }
    }
    QVERIFY(painted > 10);
}

} // namespace tst_first_run_hints

GHOSTLINE_TEST(tst_first_run_hints, TestFirstRunHints, QApplication)
#include "tst_first_run_hints.moc"
