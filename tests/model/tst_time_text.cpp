// SPDX-License-Identifier: GPL-3.0-or-later
// Typed and shown times.
#include "model/time/time_text.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_time_text {

using namespace ghostline::model;

class TestTimeText : public QObject
{
    Q_OBJECT

    static TimeAxis axis() { return TimeAxis::uniform(90'001, 1, 20); } // 1 h 15 min at 20 Hz

private Q_SLOTS:
    void parses_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("place"); // frame + fraction
        const auto row = [](const char* text, double place) {
            QTest::newRow(text) << QString::fromLatin1(text) << place;
        };
        row("0", 0);
        row("75.5", 1510);
        row("1:15.5", 1510);
        row("1:01:15", 73'500);
        row("  2:00  ", 2400);
        row("007", 140);
        row("0.025", 0.5);
        row("0.05000049", 1);
        row("0.0499996", 1);  // rounded to the microsecond
        row("90:00", 90'000); // beyond the end
        row("9:99:99.5", -1);
        row("99999999999999999999", 90'000);
        row("99999999999:59:59.999999999", 90'000);
        row("#373", 373);
        row("#999999999999999999999", 90'000);
        row("50%", 45'000);
        row("12.5%", 11'250);
        row("100%", 90'000);
        row("250%", 90'000);
        // From frame 1000 and a half:
        row("+10s", 1200.5);
        row("-10s", 800.5);
        row("+500ms", 1010.5);
        row("-0.5m", 400.5);
        row("+2m", 3400.5);
        row("+1:00", 2200.5);
        row("+1.5", 1030.5);
        row("-1:00:00", 0);
        row("+99999999999999999999m", 90'000);
        row("+3f", 1003);
        row("-1f", 1000); // to the start of the frame one is in
        row("-2f", 999);
        row("+0f", 1000.5);
        row("-99999999f", 0);
    }
    void parses()
    {
        QFETCH(QString, text);
        QFETCH(double, place);
        const auto parsed = parseTime(text, axis(), {1000, 0.5});
        if (place < 0) {
            QVERIFY(!parsed);
            return;
        }
        QVERIFY2(parsed, qPrintable(text));
        QVERIFY2(std::abs(static_cast<double>(parsed->frame) + parsed->fraction - place) < 1e-6,
                 qPrintable(QStringLiteral("%1 + %2").arg(parsed->frame).arg(parsed->fraction)));
    }

    void refuses_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text :
             {"",    "   ", "abc",  "1:",   ":1",  "1:60", "1:2:3:4", "1:60:00", "1.",  ".5",    "1,5", "1e3",
              "#",   "#-1", "#1.5", "%",    "-5%", "5%%",  "+",       "-",       "+-1", "+1.5f", "+f",  "+ms",
              "10s", "3f",  "1 2",  "0x10", "nan", "inf",  "--1",     "#1f",     "+1h", "+1.s"})
            QTest::newRow(text) << QString::fromLatin1(text);
        QTest::newRow("other digits") << QStringLiteral("\u0661\u0662");
    }
    void refuses()
    {
        QFETCH(QString, text);
        const auto parsed = parseTime(text, axis(), {});
        QVERIFY(!parsed);
        QCOMPARE(parsed.error().code, ErrorCode::InvalidArgument);
        QVERIFY(parsed.error().message.contains(QStringLiteral("[[H:]M:]S[.fff]")));
    }

    void emptyReplay()
    {
        for (const char* text : {"5", "#3", "50%", "+1s", "-1f"})
            QCOMPARE(*parseTime(QString::fromLatin1(text), {}, {}), FrameTime{});
    }

    void behindTheEnd_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("behind");
        const TimeAxis a = axis();
        const QString last = QString::number(a.frames() - 1);
        QTest::newRow("begin") << QStringLiteral("0") << false;
        QTest::newRow("last frame") << u'#' + last << false;
        QTest::newRow("a frame too far") << u'#' + QString::number(a.frames()) << true;
        QTest::newRow("steps to the last frame") << u'+' + last + u'f' << false;
        QTest::newRow("a step too far") << QStringLiteral("+%1f").arg(a.frames()) << true;
        QTest::newRow("share") << QStringLiteral("100%") << false;
        QTest::newRow("last time") << formatTime(a.timeOf(a.frames() - 1)) << false;
        QTest::newRow("long after") << QStringLiteral("99:00:00") << true;
        QTest::newRow("no time") << QStringLiteral("soon") << false;
    }
    void behindTheEnd()
    {
        QFETCH(QString, text);
        QFETCH(bool, behind);
        QCOMPARE(isBehindEnd(text, axis()), behind);
        QCOMPARE(!behindEndText(text, axis()).isEmpty(), behind);
        QVERIFY(!isBehindEnd(text, {}));
    }
    void whatIsShownOfTheEndIsNotBehindIt()
    {
        for (FrameNumber frames = 2; frames < 200; ++frames) {
            const TimeAxis sixty = TimeAxis::uniform(frames, 1, 60);
            QVERIFY(!isBehindEnd(formatTime(sixty.duration()), sixty));
            QVERIFY(isBehindEnd(formatTime(sixty.duration() + Micros{1'500}), sixty));
        }
    }

    void formats_data()
    {
        QTest::addColumn<qint64>("us");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("shortText");
        QTest::newRow("zero") << qint64{0} << "0:00.000"
                              << "0:00";
        QTest::newRow("ms") << qint64{12'433'000} << "0:12.433"
                            << "0:12";
        QTest::newRow("rounds up") << qint64{59'999'600} << "1:00.000"
                                   << "0:59";
        QTest::newRow("minutes") << qint64{860'000'000} << "14:20.000"
                                 << "14:20";
        QTest::newRow("hour") << qint64{3'600'000'000} << "1:00:00.000"
                              << "1:00:00";
        QTest::newRow("hours") << qint64{36'061'001'000} << "10:01:01.001"
                               << "10:01:01";
        QTest::newRow("negative") << qint64{-1'500'000} << "-0:01.500"
                                  << "-0:01";
        QTest::newRow("negative nothing") << qint64{-400} << "0:00.000"
                                          << "0:00";
    }
    void formats()
    {
        QFETCH(qint64, us);
        QFETCH(QString, text);
        QFETCH(QString, shortText);
        QCOMPARE(formatTime(Micros{us}), text);
        QCOMPARE(formatTimeShort(Micros{us}), shortText);
    }

    void whatIsShownCanBeTyped()
    {
        const TimeAxis a = axis();
        for (FrameNumber f = 0; f < a.frames(); f += 97)
            QCOMPARE(parseTime(formatTime(a.timeOf(f)), a, {})->frame, f);
    }
};

} // namespace tst_time_text

GHOSTLINE_TEST(tst_time_text, TestTimeText)
#include "tst_time_text.moc"
