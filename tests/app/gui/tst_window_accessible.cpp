// SPDX-License-Identifier: GPL-3.0-or-later
// What the widgets that paint themselves tell assistive technology, asked the way it asks: by their
// interfaces.
#include "app/gui/review/evidence_strip.h"
#include "app/gui/settings/language.h"
#include "app/gui/shell/reading_gauge.h"
#include "app/gui/shell/status_line.h"
#include "app/gui/timeline/timeline_view.h"
#include "app/gui/view/replay_view.h"
#include "app/gui/view/replay_views.h"
#include "app/gui/view/view_camera.h"
#include "app/gui/widgets/accessible_content.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QAccessible>
#include <QLabel>
#include <QLocale>
#include <QRegularExpression>
#include <QScreen>

#include <limits>

namespace tst_window_accessible {

using namespace ghostline;
using namespace ghostline::test;
using model::FrameNumber;

namespace {

QAccessibleInterface* interfaceOf(QWidget* widget) { return QAccessible::queryAccessibleInterface(widget); }

QString told(QWidget* widget, QAccessible::Text which = QAccessible::Value)
{
    QAccessibleInterface* of = interfaceOf(widget);
    return of != nullptr ? of->text(which) : QString();
}

/// As if somebody listened, for as long as it lives.
struct Listener
{
    Listener() { QAccessible::setActive(true); }
    ~Listener() { QAccessible::setActive(false); }
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;
};

/// Counts how often it is asked for what it would tell.
class Asked final : public QWidget, public app::AccessibleContent
{
public:
    QAccessible::Role accessibleRole() const override { return QAccessible::Slider; }
    QString accessibleValue() const override { return QStringLiteral("one"); }
    std::optional<app::AccessibleRange> accessibleRange() const override
    {
        ++times;
        return app::AccessibleRange{};
    }
    void change() { tellChanged(this); }

    mutable int times = 0;
};

/// Frames 100 to 104 of a speed, and a word.
model::Evidence fiveFrames()
{
    model::Evidence evidence;
    evidence.frames = {100, 105};
    model::EvidenceRow& speed = evidence.rows.emplace_back();
    speed.id = speed.name = QStringLiteral("speed");
    speed.unit = QStringLiteral("m/s");
    speed.values = {1.0, 2.0, 9.5, std::numeric_limits<double>::quiet_NaN(), 1.0};
    model::EvidenceRow& pose = evidence.rows.emplace_back();
    pose.id = pose.name = QStringLiteral("pose");
    pose.recorded = true;
    pose.words = {QStringLiteral("standing"), QStringLiteral("standing"), QStringLiteral("gliding"), {}, {}};
    return evidence;
}

} // namespace

class TestWindowAccessible : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_place = std::make_unique<WindowPlace>(); }
    void cleanup()
    {
        app::speak(app::LanguageChoice::English);
        m_place.reset();
    }
    void theTimelineIsAValue_data();
    void theTimelineIsAValue();
    void theTimelineCanBeSet_data();
    void theTimelineCanBeSet();
    void nothingOpenHasNoValue();
    void theStatusLineIsRead();
    void readingStandsBehindAnIcon();
    void evidenceAtThePlayhead_data();
    void evidenceAtThePlayhead();
    void evidenceIsStepped();
    void theViewIsDescribed();
    void listenersAreToldSeldom();
    void nobodyIsToldNothing();
    void aGoneWidgetSaysNothing();

private:
    app::TimelineView* timeline(OpenWindow& w) { return w.window->findChild<app::TimelineView*>(); }
    std::unique_ptr<WindowPlace> m_place;
};

void TestWindowAccessible::theTimelineIsAValue_data()
{
    QTest::addColumn<FrameNumber>("frame");
    QTest::addColumn<double>("seconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("start") << FrameNumber{0} << 0.0 << QStringLiteral("0:00.000 of 1:39, frame 0");
    QTest::newRow("middle") << FrameNumber{1234} << 61.7 << QStringLiteral("1:01.700 of 1:39, frame 1,234");
    QTest::newRow("end") << FrameNumber{1999} << 99.95 << QStringLiteral("1:39.950 of 1:39, frame 1,999");
}

void TestWindowAccessible::theTimelineIsAValue()
{
    QFETCH(FrameNumber, frame);
    QFETCH(double, seconds);
    QFETCH(QString, text);
    FakeReplayOptions options;
    options.frames = 2000;
    OpenWindow w(*m_place, options);
    QVERIFY(w.show() && w.open());
    w.session().playhead().seek({frame, 0.0});
    QAccessibleInterface* of = interfaceOf(timeline(w));
    QVERIFY(of != nullptr);
    QCOMPARE(of->role(), QAccessible::Slider);
    QCOMPARE(of->text(QAccessible::Name), QStringLiteral("Timeline"));
    QCOMPARE(of->text(QAccessible::Value), text);
    QVERIFY(of->text(QAccessible::Description).startsWith(text));
    QAccessibleValueInterface* value = of->valueInterface();
    QVERIFY(value != nullptr);
    QCOMPARE(value->currentValue().toDouble(), seconds);
    QCOMPARE(value->minimumValue().toDouble(), 0.0);
    QCOMPARE(value->maximumValue().toDouble(), 99.95);
    QCOMPARE(value->minimumStepSize().toDouble(), 0.05);
}

void TestWindowAccessible::theTimelineCanBeSet_data()
{
    QTest::addColumn<QVariant>("wanted");
    QTest::addColumn<FrameNumber>("frame");
    QTest::newRow("inside") << QVariant(10.0) << FrameNumber{200};
    QTest::newRow("behind the end") << QVariant(1e9) << FrameNumber{1999};
    QTest::newRow("before the start") << QVariant(-1.0) << FrameNumber{0};
    QTest::newRow("no number") << QVariant(QStringLiteral("soon")) << FrameNumber{700};
}

void TestWindowAccessible::theTimelineCanBeSet()
{
    QFETCH(QVariant, wanted);
    QFETCH(FrameNumber, frame);
    FakeReplayOptions options;
    options.frames = 2000;
    OpenWindow w(*m_place, options);
    QVERIFY(w.show() && w.open());
    w.session().playhead().seek({700, 0.0});
    interfaceOf(timeline(w))->valueInterface()->setCurrentValue(wanted);
    QCOMPARE(w.frame(), frame);
}

void TestWindowAccessible::nothingOpenHasNoValue()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QAccessibleInterface* of = interfaceOf(timeline(w));
    QVERIFY(of != nullptr && of->valueInterface() == nullptr);
    QVERIFY(of->text(QAccessible::Value).isEmpty());
    QVERIFY(!of->text(QAccessible::Description).isEmpty()); // what its keys do
    QVERIFY(told(w.window->area().views().first().surface()).isEmpty());
}

void TestWindowAccessible::theStatusLineIsRead()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show() && w.open());
    w.session().playhead().seek({300, 0.0});
    app::StatusLine& line = w.window->statusLine();
    QTRY_VERIFY(told(&line).contains(QStringLiteral("frame 300 of 1,000")));
    QVERIFY2(told(&line).contains(QStringLiteral("keyframe")), qPrintable(told(&line)));
    QVERIFY2(told(&line).contains(QStringLiteral("no problems")), qPrintable(told(&line)));
    QCOMPARE(interfaceOf(&line)->role(), QAccessible::StatusBar);
    line.tell(QStringLiteral("a word in between"));
    QVERIFY(told(&line).startsWith(QStringLiteral("a word in between, ")));
    // Each part is read for what it says, not for what it is called.
    bool place = false;
    for (QLabel* label : line.findChildren<QLabel*>())
        place = place || told(label, QAccessible::Name).contains(QStringLiteral("frame 300"));
    QVERIFY(place);
}

void TestWindowAccessible::readingStandsBehindAnIcon()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show() && w.open());
    app::ReadingGauge* gauge = w.window->statusLine().reading();
    QVERIFY(gauge->isVisible() && (gauge->focusPolicy() & Qt::TabFocus) != 0);
    QVERIFY(!told(gauge, QAccessible::Name).isEmpty() && !told(gauge, QAccessible::Description).isEmpty());
    gauge->setFocus(Qt::TabFocusReason);
    QTest::keyClick(gauge, Qt::Key_Space);
    app::ReadingFigures* figures = gauge->figures();
    QTRY_VERIFY(figures->isVisible());
    QStringList said;
    for (const QLabel* label : figures->findChildren<QLabel*>()) {
        if (label->isVisible())
            said << label->text();
    }
    QVERIFY2(said.contains(QStringLiteral("Cache")), qPrintable(said.join(u',')));
    QVERIFY2(said.indexOf(QRegularExpression(QStringLiteral("^\\d+ of \\d+ MB$"))) >= 0,
             qPrintable(said.join(u',')));
    QVERIFY(figures->screen()->geometry().contains(figures->geometry()));
    QTest::keyClick(figures, Qt::Key_Escape);
    QTRY_VERIFY(!figures->isVisible());
}

void TestWindowAccessible::evidenceAtThePlayhead_data()
{
    QTest::addColumn<FrameNumber>("frame");
    QTest::addColumn<double>("limit"); // 0 = none
    QTest::addColumn<QString>("text");
    QTest::newRow("plain")
        << FrameNumber{100} << 0.0
        << QStringLiteral("-2 frames from the flag. pose: standing (recorded); speed: 1 m/s (computed)");
    QTest::newRow("limit") << FrameNumber{101} << 5.0
                           << QStringLiteral(
                                  "-1 frames from the flag. pose: standing (recorded); speed: 2 m/s "
                                  "(computed), limit 5 m/s");
    QTest::newRow("beyond it") << FrameNumber{102} << 5.0
                               << QStringLiteral("0 frames from the flag. pose: gliding (recorded); speed: "
                                                 "9.50 m/s (computed), limit 5 m/s, beyond it");
    QTest::newRow("nothing there") << FrameNumber{103} << 5.0
                                   << QString::fromUtf8(
                                          "1 frames from the flag. pose: – (recorded); speed: – "
                                          "(computed), limit 5 m/s");
}

void TestWindowAccessible::evidenceAtThePlayhead()
{
    QFETCH(FrameNumber, frame);
    QFETCH(double, limit);
    QFETCH(QString, text);
    app::EvidenceStrip strip;
    strip.setEvidence(fiveFrames(), 102);
    if (limit > 0.0)
        strip.setLimits({{QStringLiteral("speed"), limit}});
    strip.setPlayhead({frame, 0.0});
    QCOMPARE(told(&strip), text);
    // Another row chosen comes first.
    strip.setCurrentRow(0);
    QVERIFY2(told(&strip).contains(QStringLiteral("flag. speed: ")), qPrintable(told(&strip)));
}

void TestWindowAccessible::evidenceIsStepped()
{
    app::EvidenceStrip strip;
    QVERIFY(interfaceOf(&strip)->valueInterface() == nullptr);
    strip.setEvidence(fiveFrames(), 102);
    strip.setPlayhead({101, 0.0});
    QAccessibleValueInterface* value = interfaceOf(&strip)->valueInterface();
    QVERIFY(value != nullptr);
    QCOMPARE(value->currentValue().toDouble(), -1.0);
    QCOMPARE(value->minimumValue().toDouble(), -2.0);
    QCOMPARE(value->maximumValue().toDouble(), 2.0);
    qint64 chosen = -1;
    connect(&strip, &app::EvidenceStrip::frameChosen, this, [&chosen](qint64 frame) { chosen = frame; });
    value->setCurrentValue(1.0);
    QCOMPARE(chosen, 103);
    value->setCurrentValue(50.0);
    QCOMPARE(chosen, 104);
}

void TestWindowAccessible::theViewIsDescribed()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show() && w.open());
    QWidget* surface = w.window->area().views().first().surface();
    QCOMPARE(told(surface, QAccessible::Name), QStringLiteral("Replay view"));
    QCOMPARE(interfaceOf(surface)->role(), QAccessible::Canvas);
    w.session().actors()->select(model::ActorId::None);
    QVERIFY2(told(surface).startsWith(QStringLiteral("Nobody selected. ")), qPrintable(told(surface)));
    const model::ActorInfo& actor = w.session().info().cast.front();
    w.session().actors()->select(actor.id);
    const QString text = told(surface, QAccessible::Description);
    QVERIFY2(text.startsWith(actor.name + QStringLiteral(" selected, at ")), qPrintable(text));
    const model::WorldState& state = w.session().playback()->state();
    const glm::dvec3 place = state.positions[static_cast<std::size_t>(state.row(actor.id))];
    QVERIFY2(text.contains(QLocale().toString(place.x, 'f', 1)), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("4 in the picture")), qPrintable(text));
    if (!w.window->area().has3D())
        return;
    w.window->area().camera().setMode(render::CameraMode::TopDown);
    QVERIFY2(told(surface).contains(QStringLiteral("Camera: Top-down")), qPrintable(told(surface)));
}

/// Playing changes things with every picture; who listens hears of it a few times a second.
void TestWindowAccessible::listenersAreToldSeldom()
{
    Asked widget;
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget));
    const Listener listener;
    for (int picture = 0; picture < 200; ++picture)
        widget.change();
    QCOMPARE(widget.times, 0); // not at once
    QTRY_COMPARE(widget.times, 1);
    widget.change();
    QTRY_COMPARE(widget.times, 2);
}

void TestWindowAccessible::nobodyIsToldNothing()
{
    Asked before;
    Asked after;
    for (Asked* widget : {&before, &after}) {
        widget->show();
        QVERIFY(QTest::qWaitForWindowExposed(widget));
    }
    before.change();
    const Listener listener; // comes too late for that
    after.change();
    QTRY_COMPARE(after.times, 1); // what came before would have been told by now
    QCOMPARE(before.times, 0);
}

/// A bridge may ask once more while a window goes.
void TestWindowAccessible::aGoneWidgetSaysNothing()
{
    auto strip = std::make_unique<app::EvidenceStrip>();
    strip->setEvidence(fiveFrames(), 102);
    const QAccessible::Id id = QAccessible::uniqueId(interfaceOf(strip.get()));
    strip.reset();
    QVERIFY(QAccessible::accessibleInterface(id) == nullptr);
}

} // namespace tst_window_accessible

GHOSTLINE_TEST(tst_window_accessible, TestWindowAccessible, ghostline::test::GraphicsApplication)
#include "tst_window_accessible.moc"
