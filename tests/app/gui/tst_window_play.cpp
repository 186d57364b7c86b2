// SPDX-License-Identifier: GPL-3.0-or-later
// The real window, by keys and mouse: play, reverse, step, jump, scrub, pick and follow.
#include "app/gui/shell/status_line.h"
#include "app/gui/timeline/timeline_panel.h"
#include "app/gui/timeline/timeline_view.h"
#include "app/gui/view/view_camera.h"
#include "render/view/still.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>
#include <QTreeView>

namespace tst_window_play {

using namespace ghostline;
using namespace ghostline::test;
using namespace std::chrono_literals;
using app::ReplaySession;

class TestWindowPlay : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void everyVerbIsHeard();
    void spacePlaysAndPauses();
    void backwardComesBack();
    void shuttleGoesFaster();
    void stepsAreWholeFrames();
    void jumps_data();
    void jumps();
    void loopRepeats();
    void scrubbingOnTheRuler();
    void clickOnAnEventSeeks();
    void everyControlHasAName();
    void bookmarks();
    void bufferingHoldsTime();
    void aBrokenStretchDoesNotStopPlaying();
    void growingRecordingGoesOn();
    void optionsByKey();
    void statusTellsWhatTheEyeCannot();

private:
    std::unique_ptr<WindowPlace> m_place;
};

void TestWindowPlay::initTestCase()
{
    if (!render::probeGl())
        QSKIP("no OpenGL here");
}

void TestWindowPlay::init() { m_place = std::make_unique<WindowPlace>(); }

void TestWindowPlay::everyVerbIsHeard()
{
    OpenWindow w(*m_place);
    for (const app::ActionSpec& spec : app::Actions::table())
        QVERIFY2(w.window->actions().isBound(spec.id), qPrintable(spec.id));
}

void TestWindowPlay::spacePlaysAndPauses()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    w.key(Qt::Key_Space);
    QVERIFY(w.session().playhead().playing());
    QTRY_VERIFY(w.session().playback()->state().time > model::Micros{300'000});
    w.key(Qt::Key_K);
    QVERIFY(!w.session().playhead().playing());
    const model::FrameTime stood = w.session().playhead().at();
    w.session().playhead().advance(1s);
    QCOMPARE(w.session().playhead().at(), stood);
    QTRY_COMPARE(w.session().playback()->state().at, stood);
}

void TestWindowPlay::backwardComesBack()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    w.session().playhead().seek({.frame = 500, .fraction = 0.0});
    w.key(Qt::Key_J);
    QVERIFY(w.session().playhead().rate() < 0);
    QTRY_VERIFY(w.frame() < 495);
    // Across a segment's border, too: 500 is the first frame of one.
    QTRY_VERIFY(w.session().playback()->state().at.frame < 495);
}

void TestWindowPlay::shuttleGoesFaster()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    w.key(Qt::Key_L);
    QCOMPARE(w.session().playhead().rate(), 1.0);
    w.key(Qt::Key_L);
    QVERIFY(w.session().playhead().rate() > 1.0);
    w.key(Qt::Key_J);
    QCOMPARE(w.session().playhead().rate(), -1.0);
    w.key(Qt::Key_Backspace);
    QCOMPARE(w.session().playhead().rate(), 1.0);
    w.key(Qt::Key_BracketLeft);
    QVERIFY(w.session().playhead().rate() < 1.0);
}

void TestWindowPlay::stepsAreWholeFrames()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    w.session().playhead().seek({.frame = 99, .fraction = 0.25});
    w.key(Qt::Key_Period);
    QCOMPARE(w.session().playhead().at(), (model::FrameTime{100, 0.0}));
    w.key(Qt::Key_Comma);
    w.key(Qt::Key_Comma);
    QCOMPARE(w.session().playhead().at(), (model::FrameTime{98, 0.0}));
    QTRY_COMPARE(w.session().playback()->state().at, (model::FrameTime{98, 0.0}));
    QCOMPARE(w.session().playback()->state().positions[0], fakePosition({}, 0, 98));
}

void TestWindowPlay::jumps_data()
{
    QTest::addColumn<int>("key");
    QTest::addColumn<int>("modifiers");
    QTest::addColumn<int>("frame"); // from frame 500; one frame is 50 ms, a keyframe every 100
    const int shift = static_cast<int>(Qt::ShiftModifier);
    const int ctrl = static_cast<int>(Qt::ControlModifier);
    QTest::newRow("right") << int(Qt::Key_Right) << 0 << 520;
    QTest::newRow("left") << int(Qt::Key_Left) << 0 << 480;
    QTest::newRow("shift right") << int(Qt::Key_Right) << shift << 600;
    QTest::newRow("ctrl left") << int(Qt::Key_Left) << ctrl << 200;
    QTest::newRow("home") << int(Qt::Key_Home) << 0 << 0;
    QTest::newRow("end") << int(Qt::Key_End) << 0 << 999;
    QTest::newRow("page up") << int(Qt::Key_PageUp) << 0 << 400;
    QTest::newRow("page down") << int(Qt::Key_PageDown) << 0 << 600;
    QTest::newRow("0") << int(Qt::Key_0) << 0 << 0;
    QTest::newRow("3") << int(Qt::Key_3) << 0 << 299;
}

void TestWindowPlay::jumps()
{
    QFETCH(int, key);
    QFETCH(int, modifiers);
    QFETCH(int, frame);
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    w.session().playhead().seek({.frame = 500, .fraction = 0.0});
    w.key(static_cast<Qt::Key>(key), Qt::KeyboardModifiers(modifiers));
    QCOMPARE(w.frame(), model::FrameNumber(frame));
    QTRY_COMPARE(w.session().playback()->state().at.frame, model::FrameNumber(frame));
}

void TestWindowPlay::loopRepeats()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    w.session().playhead().seek({.frame = 200, .fraction = 0.0});
    w.key(Qt::Key_I);
    w.session().playhead().seek({.frame = 220, .fraction = 0.0});
    w.key(Qt::Key_O);
    QCOMPARE(w.session().playhead().loop(), (model::FrameRange{200, 221}));
    w.key(Qt::Key_Backslash);
    QVERIFY(!w.session().playhead().loop());
}

void TestWindowPlay::scrubbingOnTheRuler()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    auto* timeline = w.window->findChild<app::TimelinePanel*>()->view();
    const QRect ruler = timeline->rulerRect();
    const QPoint from(ruler.left() + ruler.width() / 4, ruler.top() + 4);
    const QPoint to(ruler.left() + ruler.width() * 3 / 4, ruler.top() + 4);
    QTest::mousePress(timeline, Qt::LeftButton, {}, from);
    QTest::mouseMove(timeline, to);
    QTest::mouseRelease(timeline, Qt::LeftButton, {}, to);
    QVERIFY2(w.frame() > 600 && w.frame() < 900, qPrintable(QString::number(w.frame())));
    QTRY_COMPARE(w.session().playback()->state().at.frame, w.frame());
}

void TestWindowPlay::clickOnAnEventSeeks()
{
    FakeReplayOptions options;
    options.events = 9;
    OpenWindow w(*m_place, options);
    QVERIFY(w.show());
    QVERIFY(w.open());
    auto* table = w.window->dock(QStringLiteral("events"))->widget()->findChild<QTableView*>();
    QVERIFY(table != nullptr && table->model()->rowCount() > 3);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                      table->visualRect(table->model()->index(3, 1)).center());
    QTRY_COMPARE(w.frame(), w.session().index()->events->events[3].frame);
    const model::FrameNumber before = w.frame();
    w.key(Qt::Key_N);
    QTRY_VERIFY(w.frame() > before);
    w.key(Qt::Key_N, Qt::ShiftModifier);
    QTRY_COMPARE(w.frame(), before);
}

/// What a screen reader would say; a control without it is a riddle.
void TestWindowPlay::everyControlHasAName()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    QStringList nameless;
    for (const QWidget* widget : w.window->findChildren<QWidget*>()) {
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool control = button != nullptr || qobject_cast<const QLineEdit*>(widget) != nullptr ||
                             qobject_cast<const QComboBox*>(widget) != nullptr ||
                             qobject_cast<const QAbstractSlider*>(widget) != nullptr ||
                             qobject_cast<const QTreeView*>(widget) != nullptr ||
                             qobject_cast<const QTableView*>(widget) != nullptr;
        // Qt's own parts inside a control speak for it.
        const bool inner = widget->objectName().startsWith(QLatin1String("qt_")) ||
                           qobject_cast<const QScrollBar*>(widget) != nullptr ||
                           qobject_cast<const QHeaderView*>(widget) != nullptr ||
                           qobject_cast<const QComboBox*>(widget->parentWidget()) != nullptr ||
                           qobject_cast<const QAbstractSpinBox*>(widget->parentWidget()) != nullptr ||
                           qobject_cast<const QLineEdit*>(widget->parentWidget()) != nullptr ||
                           qobject_cast<const QTabBar*>(widget->parentWidget()) != nullptr ||
                           widget->inherits("QTableCornerButton");
        const bool named =
            !widget->accessibleName().isEmpty() || (button != nullptr && !button->text().isEmpty());
        if (control && !inner && !named)
            nameless << QStringLiteral("%1 '%2' in '%3'")
                            .arg(QLatin1String(widget->metaObject()->className()), widget->objectName(),
                                 widget->parentWidget()->accessibleName());
    }
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QLatin1Char('\n'))));
}

void TestWindowPlay::bookmarks()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    w.session().playhead().seek({.frame = 300, .fraction = 0.0});
    w.key(Qt::Key_B);
    w.session().playhead().seek({.frame = 700, .fraction = 0.0});
    w.key(Qt::Key_B);
    w.key(Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(w.frame(), model::FrameNumber(300));
    w.key(Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(w.frame(), model::FrameNumber(700));
    const auto saved = model::loadNotes(w.session().path());
    QVERIFY(saved.has_value());
    QCOMPARE(saved->sidecar.bookmarks.size(), std::size_t(2));
    // The sidecar names the recording by its content.
    QTRY_VERIFY(!model::loadNotes(w.session().path())->sidecar.replayHash.isEmpty());
    QCOMPARE(model::loadNotes(w.session().path())->sidecar.bookmarks.size(), std::size_t(2));
}

void TestWindowPlay::bufferingHoldsTime()
{
    auto gate = std::make_shared<std::atomic<bool>>(true);
    FakeReplayOptions options;
    options.beforeDecode = [gate](int keyframe) {
        if (keyframe == 5)
            gate->wait(false);
    };
    OpenWindow w(*m_place, options);
    QVERIFY(w.show());
    QVERIFY(w.open());
    gate->store(false);
    w.session().playhead().seek({.frame = 499, .fraction = 0.0});
    QTRY_COMPARE(w.session().playback()->state().at.frame, model::FrameNumber(499));
    w.key(Qt::Key_Space);
    QTRY_VERIFY(w.session().playback()->buffering());
    const model::FrameTime held = w.session().playhead().at();
    QVERIFY(w.session().playhead().held());
    w.session().playhead().advance(1s);
    QCOMPARE(w.session().playhead().at(), held);
    QVERIFY2(w.session().playback()->state().at < held, "the old picture stays");
    gate->store(true);
    gate->notify_all();
    QTRY_VERIFY(!w.session().playback()->buffering());
    QTRY_VERIFY(w.frame() > held.frame + 1);
}

void TestWindowPlay::aBrokenStretchDoesNotStopPlaying()
{
    FakeReplayOptions options;
    options.framesPerSegment = 10;
    options.brokenKeyframe = 1;
    OpenWindow w(*m_place, options);
    QVERIFY(w.show());
    QVERIFY(w.open());
    QSignalSpy problems(&w.session(), &ReplaySession::problem);
    w.session().playhead().setRate(4.0);
    w.key(Qt::Key_Space);
    QTRY_VERIFY(w.session().playback()->state().at.frame >= 20);
    QCOMPARE(problems.count(), 1);
}

void TestWindowPlay::growingRecordingGoesOn()
{
    FakeReplayOptions options;
    options.published = 100;
    OpenWindow w(*m_place, options);
    QVERIFY(w.show());
    QVERIFY(w.open());
    QCOMPARE(w.session().index()->frames(), model::FrameNumber(100));
    w.session().playhead().seek({.frame = 95, .fraction = 0.0});
    w.key(Qt::Key_Space);
    QTRY_COMPARE(w.frame(), model::FrameNumber(99));
    static_cast<FakeReplay&>(*w.session().source()).publish(1000, true);
    QTRY_VERIFY(w.frame() > 101);
}

void TestWindowPlay::optionsByKey()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    const auto options = [&w] { return w.window->area().options(); };
    const bool trails = options().trails;
    w.key(Qt::Key_T);
    QCOMPARE(options().trails, !trails);
    const bool labels = options().labels;
    w.key(Qt::Key_H);
    QCOMPARE(options().labels, !labels);
    const bool provenance = options().provenance;
    w.key(Qt::Key_P);
    QCOMPARE(options().provenance, !provenance);
    w.key(Qt::Key_Escape);
    w.key(Qt::Key_C);
    QCOMPARE(w.window->area().camera().mode(), render::CameraMode::Free);
}

void TestWindowPlay::statusTellsWhatTheEyeCannot()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    w.session().playhead().seek({.frame = 373, .fraction = 0.0});
    QTRY_COMPARE(w.window->statusLine().placeText(), QStringLiteral("recorded frame 373 of 1,000"));
    w.session().playhead().seek({.frame = 373, .fraction = 0.5});
    QTRY_COMPARE(w.window->statusLine().placeText(), QStringLiteral("interpolated 373 → 374 of 1,000"));
}

} // namespace tst_window_play

GHOSTLINE_TEST(tst_window_play, TestWindowPlay, ghostline::test::GraphicsApplication)
#include "tst_window_play.moc"
