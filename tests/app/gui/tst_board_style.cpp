// SPDX-License-Identifier: GPL-3.0-or-later
// How long a new drawing is seen, and which number comes next.
#include "app/gui/board/board_style.h"
#include "app/gui/board/board_tool.h"
#include "model/board/board.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_board_style {

using namespace ghostline;
using namespace ghostline::app;
using model::Drawing;
using model::Micros;

class TestBoardStyle : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void ranges_data();
    void ranges();
    void countsUp();
};

void TestBoardStyle::ranges_data()
{
    QTest::addColumn<BoardSpan>("span");
    QTest::addColumn<int>("now"); // milliseconds
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("to");
    QTest::newRow("3 s") << BoardSpan::Short << 10'000 << 9'700 << 13'000;
    QTest::newRow("5 s") << BoardSpan::Medium << 10'000 << 9'700 << 15'000;
    QTest::newRow("10 s, past the end") << BoardSpan::Long << 55'000 << 54'700 << 65'000;
    QTest::newRow("at the start") << BoardSpan::Medium << 0 << 0 << 5'000;
    QTest::newRow("a moment") << BoardSpan::Moment << 10'000 << 9'200 << 10'800;
    QTest::newRow("a moment at the start") << BoardSpan::Moment << 100 << 0 << 700;
    QTest::newRow("loop") << BoardSpan::Loop << 25'000 << 20'000 << 30'000;
    QTest::newRow("outside of the loop") << BoardSpan::Loop << 10'000 << 9'700 << 15'000;
    QTest::newRow("to the end") << BoardSpan::ToEnd << 10'000 << 9'700 << 60'300;
}

void TestBoardStyle::ranges()
{
    QFETCH(BoardSpan, span);
    QFETCH(int, now);
    QFETCH(int, from);
    QFETCH(int, to);
    const auto ms = [](int value) { return Micros{std::int64_t{value} * 1000}; };
    Drawing drawing;
    setRange(drawing, span, {ms(now), ms(60'000), std::pair{ms(20'000), ms(30'000)}});
    QCOMPARE(drawing.from, ms(from));
    QCOMPARE(drawing.to, ms(to));
    // In full the moment it is drawn.
    QVERIFY(model::opacityAt(drawing, ms(now)) > 0.99 || span == BoardSpan::Moment);
    QVERIFY(model::opacityAt(drawing, ms(now)) > 0.9);
}

void TestBoardStyle::countsUp()
{
    std::vector<Drawing> drawings;
    const Micros now{10'000'000};
    QCOMPARE(nextNumber(drawings, now), QStringLiteral("1"));
    for (const char* text : {"1", "3"}) {
        Drawing number;
        number.kind = model::DrawingKind::Number;
        number.points = {{}};
        number.text = QLatin1String(text);
        number.to = Micros{60'000'000};
        drawings.push_back(number);
    }
    QCOMPARE(nextNumber(drawings, now), QStringLiteral("2"));
    drawings[0].to = Micros{5'000'000}; // not seen any more
    QCOMPARE(nextNumber(drawings, now), QStringLiteral("1"));
}

} // namespace tst_board_style

GHOSTLINE_TEST(tst_board_style, TestBoardStyle, QCoreApplication)
#include "tst_board_style.moc"
