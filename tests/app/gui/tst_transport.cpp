// SPDX-License-Identifier: GPL-3.0-or-later
// Transport: time field, clocks, speed, loop indicator.
#include "app/gui/session/replay_session.h"
#include "app/gui/timeline/speed_control.h"
#include "app/gui/timeline/transport_bar.h"
#include "app/gui/verbs/actions.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <cmath>

namespace tst_transport {

using namespace ghostline;

class TestTransport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void buttonsAreTheActions();
    void typedTimes_data();
    void typedTimes();
    void showsWhereItIs();
    void typingIsNotOverwritten();
    void wrongTextGoesNowhere();
    void clocksTakeTurns();
    void speedButtons();
    void sliderIsLogarithmic();
    void loopIndicator();
    void everythingIsNamed();
    void remembersTheClock();

private:
    QToolButton* speedButton(const QString& text) const;

    QTemporaryDir m_folder;
    app::Actions m_actions;
    std::unique_ptr<app::ReplaySession> m_session;
    std::unique_ptr<QWidget> m_window;
    app::TransportBar* m_bar = nullptr;
};

void TestTransport::init()
{
    m_session = std::make_unique<app::ReplaySession>(
        test::makeFakeReplay({}), m_folder.filePath(QStringLiteral("fake.replay")), std::size_t{64} << 20);
    // A window without a layout: the offscreen platform warns of windows with a smallest size.
    m_window = std::make_unique<QWidget>();
    m_bar = new app::TransportBar(&m_actions, m_window.get());
    m_bar->setSession(m_session.get());
    m_actions.setReplayOpen(true);
    m_window->resize(1200, 40);
    m_bar->resize(1200, 40);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void TestTransport::cleanup()
{
    m_window.reset();
    m_session.reset();
}

QToolButton* TestTransport::speedButton(const QString& text) const
{
    for (auto* button : m_bar->speed()->findChildren<QToolButton*>()) {
        if (button->text() == text)
            return button;
    }
    return nullptr;
}

void TestTransport::buttonsAreTheActions()
{
    int clicked = 0;
    for (const char* id : {"playback.start", "playback.stepBack", "playback.backward", "playback.toggle",
                           "playback.forward", "playback.stepForward", "playback.end"}) {
        auto* button = m_bar->findChild<QToolButton*>(QLatin1String(id));
        QVERIFY2(button, id);
        QCOMPARE(button->defaultAction(), m_actions.get(QLatin1String(id)));
        m_actions.on(QLatin1String(id), m_bar, [&clicked](bool) { ++clicked; });
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(!button->toolTip().isEmpty());
    }
    QCOMPARE(clicked, 7);
}

void TestTransport::typedTimes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("frame");
    QTest::newRow("seconds") << QStringLiteral("12.5") << qint64{250};
    QTest::newRow("clock") << QStringLiteral("0:30") << qint64{600};
    QTest::newRow("frame") << QStringLiteral("#373") << qint64{373};
    QTest::newRow("forward") << QStringLiteral("+10s") << qint64{300};
    QTest::newRow("a frame back") << QStringLiteral("-1f") << qint64{99};
    QTest::newRow("share") << QStringLiteral("50%") << qint64{499};
    QTest::newRow("past the end") << QStringLiteral("99:00") << qint64{999};
}

void TestTransport::typedTimes()
{
    QFETCH(QString, text);
    QFETCH(qint64, frame);
    m_session->playhead().seek({100, 0.0});
    m_bar->timeField()->setFocus();
    m_bar->timeField()->selectAll();
    QTest::keyClicks(m_bar->timeField(), text);
    QTest::keyClick(m_bar->timeField(), Qt::Key_Return);
    QCOMPARE(m_session->playhead().at().frame, frame);
    QVERIFY(!m_bar->timeField()->hasFocus()); // so that Space plays
}

void TestTransport::showsWhereItIs()
{
    m_session->playhead().seek({373, 0.0});
    QCOMPARE(m_bar->timeField()->text(), QStringLiteral("0:18.650"));
    QCOMPARE(m_bar->frameLabel()->text(), QStringLiteral("#373"));
}

void TestTransport::typingIsNotOverwritten()
{
    m_bar->timeField()->setFocus();
    m_bar->timeField()->selectAll();
    QTest::keyClicks(m_bar->timeField(), QStringLiteral("12"));
    m_session->playhead().seek({500, 0.0});
    QCOMPARE(m_bar->timeField()->text(), QStringLiteral("12"));
    QTest::keyClick(m_bar->timeField(), Qt::Key_Escape);
    QCOMPARE(m_bar->timeField()->text(), QStringLiteral("0:25.000"));
}

void TestTransport::wrongTextGoesNowhere()
{
    m_session->playhead().seek({100, 0.0});
    m_bar->timeField()->setFocus();
    m_bar->timeField()->selectAll();
    QTest::keyClicks(m_bar->timeField(), QStringLiteral("half past nine"));
    QTest::keyClick(m_bar->timeField(), Qt::Key_Return);
    QCOMPARE(m_session->playhead().at().frame, 100);
    QCOMPARE(m_bar->timeField()->text(), QStringLiteral("half past nine"));
    QVERIFY(!m_bar->timeField()->accessibleDescription().isEmpty());
    QTest::keyClick(m_bar->timeField(), Qt::Key_Escape);
    QVERIFY(m_bar->timeField()->accessibleDescription().isEmpty());
    QCOMPARE(m_bar->timeField()->text(), QStringLiteral("0:05.000"));
}

void TestTransport::clocksTakeTurns()
{
    m_session->playhead().seek({40, 0.0});
    QCOMPARE(m_bar->clockButton()->text(), QStringLiteral("time"));
    QTest::mouseClick(m_bar->clockButton(), Qt::LeftButton);
    QCOMPARE(m_bar->clockButton()->text(), QStringLiteral("frame"));
    QCOMPARE(m_bar->timeField()->text(), QStringLiteral("#40"));
    // Whoever reads frames means a frame.
    m_bar->timeField()->setFocus();
    m_bar->timeField()->selectAll();
    QTest::keyClicks(m_bar->timeField(), QStringLiteral("77"));
    QTest::keyClick(m_bar->timeField(), Qt::Key_Return);
    QCOMPARE(m_session->playhead().at().frame, 77);
    QTest::mouseClick(m_bar->clockButton(), Qt::LeftButton);
    QCOMPARE(m_bar->clockButton()->text(), QStringLiteral("time"));

    model::ReplayInfo info;
    info.recordedAt = QDateTime(QDate(2024, 5, 6), QTime(7, 8, 9), Qt::UTC);
    info.clocks = {{QStringLiteral("Game"), model::Micros{90'000'000}, -1.0}};
    const auto clocks = app::clocksOf(info);
    QCOMPARE(clocks.size(), std::size_t{4});
    const auto axis = model::TimeAxis::uniform(1000, 1, 20);
    QCOMPARE(app::clockText(clocks[2], info, axis, {20, 0.0}), QStringLiteral("2024-05-06 07:08:10.000"));
    QCOMPARE(app::clockTitle(clocks[3], info), QStringLiteral("Game"));
    QCOMPARE(app::clockText(clocks[3], info, axis, {20, 0.0}), QStringLiteral("1:29.000"));
}

void TestTransport::speedButtons()
{
    model::Playhead& playhead = m_session->playhead();
    QTest::mouseClick(speedButton(QStringLiteral("4")), Qt::LeftButton);
    QCOMPARE(playhead.rate(), 4.0);
    QVERIFY(speedButton(QStringLiteral("4"))->isChecked());
    QTest::mouseClick(speedButton(QStringLiteral("\u00BC")), Qt::LeftButton, Qt::ShiftModifier);
    QCOMPARE(playhead.rate(), -0.25);
    QVERIFY(speedButton(QStringLiteral("\u00BC"))->isChecked());
    QVERIFY(!speedButton(QStringLiteral("4"))->isChecked());
    QTest::mouseClick(speedButton(QStringLiteral("1")), Qt::LeftButton);
    QCOMPARE(playhead.rate(), 1.0);
    playhead.setRate(3.0);
    QVERIFY(!speedButton(QStringLiteral("1"))->isChecked());
}

void TestTransport::sliderIsLogarithmic()
{
    using app::SpeedControl;
    QCOMPARE(SpeedControl::rateAt(0), 0.01);
    QCOMPARE(SpeedControl::rateAt(SpeedControl::SliderSteps), 32.0);
    for (const double rate : {0.01, 0.1, 0.25, 1.0, 2.0, 8.0, 32.0}) {
        const double back = SpeedControl::rateAt(SpeedControl::positionOf(rate));
        QVERIFY2(std::abs(back / rate - 1.0) < 0.05, qPrintable(QString::number(back)));
        QCOMPARE(SpeedControl::positionOf(-rate), SpeedControl::positionOf(rate));
    }
    auto* slider = m_bar->speed()->findChild<QSlider*>();
    m_session->playhead().setRate(-1.0);
    slider->setValue(SpeedControl::positionOf(8.0));
    QVERIFY(m_session->playhead().rate() < -7.5);
    // A rate set elsewhere moves the slider and is not changed by that.
    m_session->playhead().setRate(0.37);
    QCOMPARE(m_session->playhead().rate(), 0.37);
    QCOMPARE(slider->value(), SpeedControl::positionOf(0.37));
}

void TestTransport::loopIndicator()
{
    QVERIFY(!m_bar->loopButton()->isChecked());
    m_session->playhead().setLoop(model::FrameRange{200, 400});
    QVERIFY(m_bar->loopButton()->isChecked());
    QCOMPARE(m_bar->loopButton()->text(), QStringLiteral("0:10 \u2013 0:20"));
    QTest::mouseClick(m_bar->loopButton(), Qt::LeftButton);
    QVERIFY(!m_session->playhead().loop().has_value());
    QTest::mouseClick(m_bar->loopButton(), Qt::LeftButton);
    QCOMPARE(m_session->playhead().loop(), std::optional(model::FrameRange{0, 1000}));
}

void TestTransport::everythingIsNamed()
{
    for (auto* button : m_bar->findChildren<QToolButton*>())
        QVERIFY(!button->accessibleName().isEmpty());
    for (auto* slider : m_bar->findChildren<QSlider*>())
        QVERIFY(!slider->accessibleName().isEmpty());
    QVERIFY(!m_bar->timeField()->accessibleName().isEmpty());
}

void TestTransport::remembersTheClock()
{
    QTest::mouseClick(m_bar->clockButton(), Qt::LeftButton);
    const QJsonObject state = m_bar->saveState();
    app::TransportBar other(&m_actions);
    other.setSession(m_session.get());
    other.restoreState(state);
    QCOMPARE(other.clock(), m_bar->clock());
    other.restoreState({{QStringLiteral("clock"), 3}, {QStringLiteral("named"), 7}});
    QCOMPARE(other.clock(), app::ClockChoice());
}

} // namespace tst_transport

GHOSTLINE_TEST(tst_transport, TestTransport, QApplication)
#include "tst_transport.moc"
