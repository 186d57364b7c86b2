// SPDX-License-Identifier: GPL-3.0-or-later
// The evidence strip: where its lines, frames and limits lie, how it is drawn and used, what is remembered.
#include "app/gui/review/evidence_panel.h"
#include "app/gui/review/evidence_strip.h"
#include "app/gui/review/strip_axes.h"
#include "app/gui/widgets/panel_style.h"
#include "tests/app/gui/docks_driver.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>

#include <cmath>
#include <limits>

namespace tst_review_strip {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;

namespace {

constexpr double None = std::numeric_limits<double>::quiet_NaN();

model::EvidenceRow figures(const QString& id, bool recorded, std::vector<double> values)
{
    model::EvidenceRow row;
    row.id = id;
    row.name = id;
    row.unit = QStringLiteral("m/s");
    row.recorded = recorded;
    row.values = std::move(values);
    return row;
}

/// Frames 100 .. 109: a computed speed, a recorded pose, a recorded click interval.
model::Evidence evidenceOfTen()
{
    model::Evidence evidence;
    evidence.frames = {100, 110};
    evidence.actor = actorId(0);
    evidence.times.reserve(10);
    for (int i = 0; i < 10; ++i)
        evidence.times.push_back(model::Micros{(100 + i) * 50'000});
    evidence.rows.push_back(figures(QStringLiteral("speed"), false, {1, 1, 1, 9, 9, 1, None, 1, -8, 1}));
    model::EvidenceRow pose = figures(QStringLiteral("property:pose"), true, {});
    pose.words.reserve(10);
    for (int i = 0; i < 10; ++i)
        pose.words.push_back(i < 4   ? QStringLiteral("standing")
                             : i < 6 ? QString()
                                     : QStringLiteral("gliding"));
    evidence.rows.push_back(pose);
    evidence.rows.push_back(figures(QStringLiteral("click_interval"), true,
                                    {None, None, 80, None, 12, None, None, 90, None, None}));
    return evidence;
}

} // namespace

class TestReviewStrip : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void linesStandInGroups();
    void framesAndPixels_data();
    void framesAndPixels();
    void ticksAreRoundFromTheFlag();
    void beyondALimit_data();
    void beyondALimit();
    void wordsRunOn();
    void valuesAsText();
    void limitsAreInRange();
    void axesHaveRoundValues_data();
    void axesHaveRoundValues();
    void timeRunsFromTheFlag_data();
    void timeRunsFromTheFlag();
    void unevenTimesKeepTheirDistance();
    void aFlagsLimitIsDrawn_data();
    void aFlagsLimitIsDrawn();
    void theFlagsFigureIsChosen();
    void clocksAreReadFromWhereTheyStand();
    void aTimersFlagShowsTheClock_data();
    void aTimersFlagShowsTheClock();
    void tracksGrowWithTheStrip();
    void beyondIsMarkedInThePicture();
    void stripIsUsedByMouseAndKeys();
    void limitsAreRemembered();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestReviewStrip::init()
{
    QStandardPaths::setTestModeEnabled(true);
    m_folder = std::make_unique<QTemporaryDir>();
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder->path());
}

// ---- geometry ----

void TestReviewStrip::linesStandInGroups()
{
    const std::vector<StripLine> lines = stripLines(evidenceOfTen(), 24, 16);
    QCOMPARE(lines.size(), 5U);
    QCOMPARE(lines[0].row, -1);
    QVERIFY(lines[0].recorded);
    QCOMPARE(lines[1].row, 1);
    QCOMPARE(lines[2].row, 2);
    QCOMPARE(lines[3].row, -1);
    QVERIFY(!lines[3].recorded);
    QCOMPARE(lines[4].row, 0);
    int top = 0;
    for (const StripLine& line : lines) {
        QCOMPARE(line.top, top);
        top += line.height;
    }
    QCOMPARE(contentHeight(lines), top);
    QCOMPARE(top, 3 * 24 + 2 * 16);
    QVERIFY(stripLines({}, 24, 16).empty());
}

void TestReviewStrip::framesAndPixels_data()
{
    QTest::addColumn<int>("width");
    QTest::newRow("wide cells") << 1200;
    QTest::newRow("odd cells") << 97;
    QTest::newRow("several frames a pixel") << 31;
}

void TestReviewStrip::framesAndPixels()
{
    QFETCH(int, width);
    const FrameScale scale({100, 220}, 80, width);
    for (model::FrameNumber frame = 100; frame < 220; ++frame)
        QCOMPARE(scale.frameAt(scale.centreOf(frame)), frame);
    QCOMPARE(scale.frameAt(-50.0), 100);
    QCOMPARE(scale.frameAt(5000.0), 219);
    QCOMPARE(scale.right(), 80.0 + width);
}

void TestReviewStrip::ticksAreRoundFromTheFlag()
{
    const FrameScale scale({83, 204}, 0, 600);
    const auto ticks = scale.ticks(143, 56.0);
    QVERIFY(std::find(ticks.begin(), ticks.end(), 143) != ticks.end());
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        QVERIFY(ticks[i] >= 83 && ticks[i] < 204);
        QCOMPARE((ticks[i] - 143) % 20, 0);
        if (i > 0)
            QVERIFY(scale.xOf(static_cast<double>(ticks[i])) - scale.xOf(static_cast<double>(ticks[i - 1])) >=
                    56.0);
    }
}

void TestReviewStrip::beyondALimit_data()
{
    QTest::addColumn<int>("row");
    QTest::addColumn<double>("limit");
    QTest::addColumn<QString>("stretches");
    QTest::newRow("above, both ways") << 0 << 5.0 << QStringLiteral("3-5 8-9");
    QTest::newRow("on the limit is not beyond it") << 0 << 9.0 << QString();
    QTest::newRow("a gap ends a stretch") << 0 << 0.5 << QStringLiteral("0-6 7-10");
    QTest::newRow("clicks: what is short") << 2 << 50.0 << QStringLiteral("4-5");
}

void TestReviewStrip::beyondALimit()
{
    QFETCH(int, row);
    QFETCH(double, limit);
    QFETCH(QString, stretches);
    QStringList found;
    for (const model::FrameRange& range : beyond(evidenceOfTen().rows[static_cast<std::size_t>(row)], limit))
        found << QStringLiteral("%1-%2").arg(range.first).arg(range.end);
    QCOMPARE(found.join(QLatin1Char(' ')), stretches);
}

void TestReviewStrip::wordsRunOn()
{
    const auto runs = wordRuns(evidenceOfTen().rows[1]);
    QCOMPARE(runs.size(), 2U);
    QCOMPARE(runs[0], (model::FrameRange{0, 4}));
    QCOMPARE(runs[1], (model::FrameRange{6, 10}));
}

void TestReviewStrip::valuesAsText()
{
    const model::Evidence evidence = evidenceOfTen();
    QCOMPARE(valueText(evidence.rows[0], 3), QStringLiteral("9 m/s"));
    QCOMPARE(valueText(figures({}, true, {1.234}), 0), QStringLiteral("1.23 m/s"));
    for (const int frame : {-1, 6, 10})
        QCOMPARE(valueText(evidence.rows[0], frame), QStringLiteral("–"));
    QCOMPARE(valueText(evidence.rows[1], 9), QStringLiteral("gliding"));
    QCOMPARE(valueText(evidence.rows[1], 5), QStringLiteral("–"));
}

void TestReviewStrip::limitsAreInRange()
{
    const model::EvidenceRow row = evidenceOfTen().rows[0];
    const ValueRange range = valueRange(row, 20.0);
    QVERIFY(range.low <= -20.0 && range.high >= 20.0);
    QVERIFY(valueRange(figures({}, true, {3, 4}), 20.0).low == 0.0);
    const ValueRange flat = valueRange(figures({}, true, {0, 0}), std::nullopt);
    QVERIFY(flat.high > flat.low);
    const QRectF track(0, 10, 100, 40);
    QCOMPARE(range.yOf(range.low, track), 50.0);
    QCOMPARE(range.yOf(range.high, track), 10.0);
}

void TestReviewStrip::axesHaveRoundValues_data()
{
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<int>("most");
    QTest::addColumn<QString>("labels");
    QTest::newRow("from zero") << 0.0 << 6.4 << 4 << QStringLiteral("0 2 4 6");
    QTest::newRow("low track") << 0.0 << 3.0 << 2 << QStringLiteral("0 2");
    QTest::newRow("both signs") << -4.0 << 4.0 << 4 << QStringLiteral("-2.5 0.0 2.5");
    QTest::newRow("small") << 0.0 << 0.05 << 3 << QStringLiteral("0.00 0.02 0.04");
    QTest::newRow("not from zero") << 6.0 << 14.0 << 3 << QStringLiteral("7.5 10.0 12.5");
    QTest::newRow("one would be left") << 11.0 << 19.0 << 2 << QStringLiteral("12.5 17.5");
    QTest::newRow("no extent") << 1.0 << 1.0 << 4 << QString();
    QTest::newRow("fewer than two are none") << 0.0 << 1.0 << 0 << QStringLiteral("0 1");
}

void TestReviewStrip::axesHaveRoundValues()
{
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(int, most);
    QFETCH(QString, labels);
    const std::vector<double> ticks = valueTicks({low, high}, most);
    QStringList texts;
    for (const double tick : ticks) {
        QVERIFY(tick >= low - 1e-9 && tick <= high + 1e-9);
        texts << valueTickText(tick, ticks);
    }
    QCOMPARE(texts.join(QLatin1Char(' ')), labels);
}

void TestReviewStrip::timeRunsFromTheFlag_data()
{
    QTest::addColumn<int>("flag");
    QTest::addColumn<double>("pixels");
    QTest::addColumn<QString>("labels");
    QTest::newRow("every other frame") << 105 << 150.0 << QStringLiteral("-0.2 -0.1 0 +0.1 +0.2");
    QTest::newRow("at its beginning") << 100 << 350.0 << QStringLiteral("0 +0.2 +0.4");
    QTest::newRow("only the flag") << 105 << 5000.0 << QStringLiteral("0");
    QTest::newRow("the flag is elsewhere") << 99 << 56.0 << QString();
}

void TestReviewStrip::timeRunsFromTheFlag()
{
    QFETCH(int, flag);
    QFETCH(double, pixels);
    QFETCH(QString, labels);
    const FrameScale scale({100, 110}, 0, 1000); // 50 ms and 100 pixels a frame
    QStringList texts;
    for (const TimeTick& tick : timeTicks(evidenceOfTen(), scale, flag, pixels)) {
        texts << timeTickText(tick.seconds);
        QVERIFY(std::abs(tick.x - (scale.centreOf(flag) + tick.seconds * 2000.0)) < 0.5);
    }
    QCOMPARE(texts.join(QLatin1Char(' ')), labels);
}

void TestReviewStrip::unevenTimesKeepTheirDistance()
{
    model::Evidence evidence = evidenceOfTen();
    for (std::size_t i = 7; i < 10; ++i)
        evidence.times[i] += model::Micros{2'000'000}; // nothing for two seconds
    const FrameScale scale({100, 110}, 0, 1000);
    const std::vector<TimeTick> ticks = timeTicks(evidence, scale, 105, 56.0);
    QVERIFY(ticks.size() > 1);
    for (std::size_t i = 1; i < ticks.size(); ++i)
        QVERIFY(ticks[i].x - ticks[i - 1].x >= 55.0 && ticks[i].seconds > ticks[i - 1].seconds);
}

// ---- strip ----

void TestReviewStrip::aFlagsLimitIsDrawn_data()
{
    QTest::addColumn<QString>("detail");
    QTest::addColumn<bool>("drawn");
    QTest::newRow("told") << QStringLiteral("9 m/s, at most 5 expected") << true;
    QTest::newRow("not told") << QStringLiteral("over the limit by 4 m/s") << false;
    QTest::newRow("of something else") << QStringLiteral("1.2 %, at most 0.5 expected") << false;
}

void TestReviewStrip::aFlagsLimitIsDrawn()
{
    QFETCH(QString, detail);
    QFETCH(bool, drawn);
    QWidget host;
    auto* strip = new EvidenceStrip(&host);
    host.resize(1200, 400);
    strip->setGeometry(host.rect());
    strip->setTheme(render::Theme::light());
    model::Flag flag;
    flag.frame = 106;
    flag.check = QStringLiteral("speed");
    flag.limit = model::flagLimit({}, detail);
    strip->setEvidence(evidenceOfTen(), flag);
    host.show();
    QCOMPARE(strip->toldLimit(0), drawn ? std::optional(5.0) : std::nullopt);
    QVERIFY(!strip->toldLimit(2) && !strip->toldLimit(-1) && !strip->toldLimit(9));
    QCOMPARE(strip->accessibleValue().contains(QStringLiteral("own limit 5 m/s")), drawn);
    // The curve stands out where it is beyond: 9 is the top of the track.
    const QImage image = strip->grab().toImage();
    const double top = insideTrack(strip->trackOf(0)).top();
    const auto stoodOut = [&](model::FrameNumber frame) {
        const QPoint place(static_cast<int>(strip->frames().centreOf(frame)), qRound(top));
        return image.pixelColor(place) == render::Theme::light().error;
    };
    QCOMPARE(stoodOut(103), drawn);
    QCOMPARE(stoodOut(104), drawn);
    QVERIFY(!stoodOut(101) && !stoodOut(105));
}

void TestReviewStrip::theFlagsFigureIsChosen()
{
    QWidget host;
    auto* strip = new EvidenceStrip(&host);
    model::Flag flag;
    flag.frame = 105;
    flag.check = QStringLiteral("clicks");
    strip->setEvidence(evidenceOfTen(), flag);
    QCOMPARE(strip->currentRow(), 2);
    flag.check = QStringLiteral("speed");
    strip->setEvidence(evidenceOfTen(), flag);
    QCOMPARE(strip->currentRow(), 0);
    strip->setCurrentRow(1); // by hand: it stays
    strip->setEvidence(evidenceOfTen(), flag);
    QCOMPARE(strip->currentRow(), 1);
    strip->clear();
    strip->setEvidence(evidenceOfTen(), 105);
    QCOMPARE(strip->currentRow(), 1); // the top one
}

void TestReviewStrip::clocksAreReadFromWhereTheyStand()
{
    model::EvidenceRow clock =
        figures(QStringLiteral("match:run_time"), true, {None, 1480.0, 1480.5, 1481.0});
    QCOMPARE(valueRange(clock, std::nullopt).low, 0.0);
    clock.clock = true;
    const ValueRange range = valueRange(clock, std::nullopt);
    QCOMPARE(range.low, 1480.0);
    QCOMPARE(range.high, 1481.0);
    QCOMPARE(valueRange(clock, 1475.0).low, 1475.0); // a limit is always in sight
    clock.values = {None, None};
    QVERIFY(valueRange(clock, std::nullopt).high > valueRange(clock, std::nullopt).low);
}

void TestReviewStrip::aTimersFlagShowsTheClock_data()
{
    QTest::addColumn<int>("actor"); // -1 = the flag names nobody
    QTest::newRow("somebody's") << 0;
    QTest::newRow("nobody's") << -1;
}

void TestReviewStrip::aTimersFlagShowsTheClock()
{
    QFETCH(int, actor);
    FakeReplayOptions options = withEvents(9);
    options.match = true;
    OpenReplay replay(std::move(options));
    Shown<EvidencePanel> shown(replay, {900, 400});
    model::Flag flag;
    flag.frame = 200;
    flag.time = replay.session->index()->timeAxis.timeOf(flag.frame);
    flag.actor = actor < 0 ? model::ActorId::None : actorId(actor);
    flag.check = QStringLiteral("timer");
    flag.limit = model::FlagLimit{.value = 9.0, .unit = QStringLiteral("s")};
    shown.panel.showFlag(flag);
    EvidenceStrip* strip = shown.panel.strip();
    QTRY_VERIFY(!strip->evidence().rows.empty());
    const auto& rows = strip->evidence().rows;
    const auto clock = std::find_if(rows.begin(), rows.end(), [](const model::EvidenceRow& row) {
        return row.id == QLatin1String("match:clock");
    });
    QVERIFY(clock != rows.end());
    QVERIFY(clock->recorded && clock->clock);
    QCOMPARE(strip->currentRow(), static_cast<int>(clock - rows.begin())); // it is what the flag is about
    QVERIFY(strip->trackOf(strip->currentRow()).isValid());
    QCOMPARE(std::any_of(rows.begin(), rows.end(), [](const auto& row) { return row.id == u"speed"; }),
             actor >= 0);
    // It tells seconds of nothing: the made-up clock has no unit, so the flag's limit is not its own.
    QVERIFY(!strip->toldLimit(strip->currentRow()));

    flag.check = QStringLiteral("speed");
    flag.actor = actorId(0);
    shown.panel.showFlag(flag);
    QTRY_VERIFY(std::none_of(strip->evidence().rows.begin(), strip->evidence().rows.end(),
                             [](const auto& row) { return row.clock; }));
}

void TestReviewStrip::tracksGrowWithTheStrip()
{
    QWidget host;
    auto* strip = new EvidenceStrip(&host);
    strip->setEvidence(evidenceOfTen(), 105);
    host.resize(800, 200);
    strip->setGeometry(host.rect());
    host.show();
    const QRect low = strip->trackOf(0);
    const int words = strip->trackOf(1).height();
    strip->setGeometry(0, 0, 800, 420);
    QTRY_VERIFY(strip->trackOf(0).height() > low.height() * 3 / 2);
    QCOMPARE(strip->trackOf(1).height(), words);
    QCOMPARE(strip->trackOf(2).height(), strip->trackOf(0).height());
}

void TestReviewStrip::beyondIsMarkedInThePicture()
{
    QWidget host;
    auto* strip = new EvidenceStrip(&host);
    host.resize(800, 300);
    strip->setGeometry(host.rect());
    strip->setTheme(render::Theme::light());
    strip->setEvidence(evidenceOfTen(), 105);
    host.show();
    const QRect track = strip->trackOf(0);
    const auto barAt = [&](model::FrameNumber frame) {
        const QImage image = strip->grab().toImage();
        const QPoint place(static_cast<int>(strip->frames().centreOf(frame)), track.bottom() - 1);
        return image.pixelColor(place) == render::Theme::light().error;
    };
    QVERIFY(!barAt(103));
    strip->setLimits({{QStringLiteral("speed"), 5.0}});
    QVERIFY(barAt(103));
    QVERIFY(barAt(104));
    QVERIFY(barAt(108));
    QVERIFY(!barAt(102));
    QVERIFY(!barAt(106));
}

void TestReviewStrip::stripIsUsedByMouseAndKeys()
{
    QWidget host;
    auto* strip = new EvidenceStrip(&host);
    host.resize(800, 300);
    strip->setGeometry(host.rect());
    strip->setEvidence(evidenceOfTen(), 105);
    host.show();
    QSignalSpy chosen(strip, &EvidenceStrip::frameChosen);
    const QRect track = strip->trackOf(2);
    const QPoint place(static_cast<int>(strip->frames().centreOf(107)), track.center().y());
    QTest::mouseClick(strip->viewport(), Qt::LeftButton, {}, place);
    QCOMPARE(chosen.takeLast().at(0).toLongLong(), 107);
    QCOMPARE(strip->currentRow(), 2);
    QTest::mouseClick(strip->viewport(), Qt::LeftButton, {}, QPoint(20, strip->trackOf(1).center().y()));
    QCOMPARE(strip->currentRow(), 1);
    QVERIFY(chosen.isEmpty());
    strip->setPlayhead({107, 0.0});
    QTest::keyClick(strip, Qt::Key_Right);
    QCOMPARE(chosen.takeLast().at(0).toLongLong(), 108);
    QTest::keyClick(strip, Qt::Key_Left);
    QCOMPARE(chosen.takeLast().at(0).toLongLong(), 106);
    strip->setPlayhead({109, 0.0});
    QTest::keyClick(strip, Qt::Key_Right);
    QCOMPARE(chosen.takeLast().at(0).toLongLong(), 109);
    QTest::keyClick(strip, Qt::Key_Down);
    QCOMPARE(strip->currentRow(), 2);
    QTest::keyClick(strip, Qt::Key_Down);
    QCOMPARE(strip->currentRow(), 0); // the computed one stands last
    QTest::keyClick(strip, Qt::Key_Down);
    QCOMPARE(strip->currentRow(), 0);
}

void TestReviewStrip::limitsAreRemembered()
{
    OpenReplay replay(withEvents(9));
    for (const bool first : {true, false}) {
        Shown<EvidencePanel> shown(replay, {900, 300});
        const auto flags = model::flagsOf(*replay.session->index()->events);
        QVERIFY(!flags.empty());
        shown.panel.showFlag(flags.front());
        EvidenceStrip* strip = shown.panel.strip();
        QTRY_VERIFY(!strip->evidence().rows.empty());
        const auto& rows = strip->evidence().rows;
        const auto speed = std::find_if(rows.begin(), rows.end(), [](const model::EvidenceRow& row) {
            return row.id == QLatin1String("speed");
        });
        QVERIFY(speed != rows.end());
        strip->setCurrentRow(static_cast<int>(speed - rows.begin()));
        auto* limit = shown.panel.findChild<QDoubleSpinBox*>();
        auto* limited = shown.panel.findChild<QCheckBox*>();
        QCOMPARE(limited->isChecked(), !first);
        if (first) {
            limit->setValue(4.25);
            QVERIFY(limited->isChecked());
        }
        QCOMPARE(limit->value(), 4.25);
        QCOMPARE(strip->limitOf(*speed), std::optional(4.25));
    }
}

} // namespace tst_review_strip

GHOSTLINE_TEST(tst_review_strip, TestReviewStrip, QApplication)
#include "tst_review_strip.moc"
