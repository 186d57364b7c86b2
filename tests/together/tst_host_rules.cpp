// SPDX-License-Identifier: GPL-3.0-or-later
// What a host decides without a line: how much may be said, who drives, whose drawings are kept.
#include "tests/support/test_driver.h"
#include "tests/together/host_client.h"
#include "together/drive.h"
#include "together/message_budget.h"
#include "together/shared_drawings.h"

#include <QtTest>

namespace tst_host_rules {

using namespace ghostline::together;
using ghostline::test::penStroke;
using namespace std::chrono_literals;

namespace {

constexpr PersonId Anna{1};
constexpr PersonId Ben{2};

} // namespace

class TestHostRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aBucketFillsEvenly()
    {
        const OwnInstant now{1h};
        TokenBucket bucket(10.0, 5.0);
        for (int i = 0; i < 5; ++i)
            QVERIFY(bucket.take(1.0, now));
        QVERIFY(!bucket.take(1.0, now));
        QVERIFY(!bucket.take(1.0, now + 99ms));
        QVERIFY(bucket.take(1.0, now + 100ms));
        QVERIFY(!bucket.take(1.0, now + 100ms));
        // Never fuller than full, and nothing from a clock that goes back.
        QVERIFY(!bucket.take(6.0, now + 1h));
        QVERIFY(bucket.take(5.0, now + 1h));
        QVERIFY(!bucket.take(1.0, now));
        QVERIFY(!bucket.take(1.0, now + 1h));
    }

    void messagesAndBytesCountApart()
    {
        const OwnInstant now{1h};
        MessageBudget budget(
            {.messagesPerSecond = 1, .messageBurst = 2, .bytesPerSecond = 10, .byteBurst = 100});
        QVERIFY(budget.takeBytes(100, now));
        QVERIFY(!budget.takeBytes(1, now));
        QVERIFY(budget.takeMessage(now));
        QVERIFY(budget.takeMessage(now));
        QVERIFY(!budget.takeMessage(now));
        QVERIFY(budget.takeMessage(now + 1s));
        QVERIFY(budget.takeBytes(10, now + 1s));
    }

    /// What a guest by the book says in a minute of dragging is never too much.
    void anHonestGuestIsNeverCutOff()
    {
        MessageBudget budget;
        const OwnInstant now{1h};
        for (int i = 0; i < 60 * 60; ++i) {
            QVERIFY(budget.takeMessage(now + i * 17ms));
            QVERIFY(budget.takeBytes(2'000, now + i * 17ms));
        }
    }

    void theDriveIsAskedForAndHandedOver()
    {
        Drive drive(true);
        QCOMPARE(drive.driver(), PersonId::Host);
        QVERIFY(!drive.handOver(Anna, Anna));
        QVERIFY(!drive.handOver(PersonId::None, Anna));
        QVERIFY(drive.request(Anna, true));
        QVERIFY(!drive.request(Anna, true));
        QVERIFY(drive.asks(Anna));
        QVERIFY(drive.give(Anna));
        QVERIFY(!drive.asks(Anna));
        QVERIFY(!drive.request(Anna, true)); // has it
        QVERIFY(drive.handOver(Anna, Ben));
        QCOMPARE(drive.driver(), Ben);
        QVERIFY(!drive.handOver(Anna, Anna));
        QVERIFY(drive.give(PersonId::Host));
        QCOMPARE(drive.driver(), PersonId::Host);
    }

    void takenOverOnlyFromNobodyAndTheLost()
    {
        Drive drive(true);
        QVERIFY(drive.takeOver(Anna, false));
        QCOMPARE(drive.driver(), PersonId::Host);
        QVERIFY(drive.asks(Anna)); // it counts as a request
        QVERIFY(drive.give(Ben));
        QVERIFY(drive.takeOver(Anna, true));
        QCOMPARE(drive.driver(), Anna);
        QVERIFY(drive.left(Anna));
        QCOMPARE(drive.driver(), PersonId::Host);
    }

    void whereNobodySitsNobodyDrivesAtFirst()
    {
        Drive drive(false);
        QCOMPARE(drive.driver(), PersonId::None);
        QVERIFY(drive.takeOver(Anna, false));
        QVERIFY(!drive.takeOver(Ben, false) || drive.driver() == Anna);
        QVERIFY(drive.handOver(Anna, PersonId::Host));
        QCOMPARE(drive.driver(), PersonId::None);
        QVERIFY(drive.takeOver(Ben, false));
        QCOMPARE(drive.driver(), Ben);
        QVERIFY(drive.left(Ben));
        QCOMPARE(drive.driver(), PersonId::None);
    }

    void drawingsBelongToTheirAuthors()
    {
        SharedDrawings drawings;
        QVERIFY(drawings.add(Anna, penStroke(QStringLiteral("a"), 3)));
        QVERIFY(!drawings.add(Ben, penStroke(QStringLiteral("a"), 4)));
        QVERIFY(!drawings.add(PersonId::Host, penStroke(QStringLiteral("a"), 4)));
        QVERIFY(drawings.add(Anna, penStroke(QStringLiteral("a"), 5)));
        QCOMPARE(drawings.count(), std::size_t{1});
        QCOMPARE(drawings.newest(), std::uint64_t{2});
        QVERIFY(!drawings.remove(Ben, QStringLiteral("a")));
        QVERIFY(drawings.remove(PersonId::Host, QStringLiteral("a")));
        QVERIFY(!drawings.remove(Anna, QStringLiteral("a")));
        QVERIFY(!drawings.add(Anna, penStroke(QString(), 3)));
        QVERIFY(!drawings.add(Anna, penStroke(QStringLiteral("none"), 0)));
    }

    void drawingsAreBounded()
    {
        SharedDrawings drawings(
            {.drawings = 5, .drawingsPerPerson = 2, .points = 100, .pointsPerPerson = 40});
        const auto add = [&](PersonId who, int number, std::size_t points) {
            return drawings.add(who, penStroke(QString::number(number), points));
        };
        QVERIFY(add(Anna, 1, 20));
        QVERIFY(!add(Anna, 2, 21));
        QVERIFY(add(Anna, 2, 20));
        QVERIFY(!add(Anna, 3, 2));
        QVERIFY(add(Anna, 2, 10)); // another version is no third one
        QVERIFY(add(Ben, 4, 20));
        QVERIFY(add(Ben, 5, 20));
        QVERIFY(!add(PersonId::Host, 6, 31)); // 70 are there
        QVERIFY(add(PersonId::Host, 6, 30));
        QVERIFY(!add(PersonId::Host, 7, 1));
        QVERIFY(!drawings.add(PersonId::Host, penStroke(QStringLiteral("8"), MostSharedPoints + 1)));
    }

    void laterOnesComeInOrder()
    {
        SharedDrawings drawings;
        for (const char* id : {"a", "b", "a", "c"})
            QVERIFY(drawings.add(Anna, penStroke(QString::fromLatin1(id), 2)));
        QStringList order;
        std::uint64_t number = 0;
        while (const SharedDrawings::Entry* next = drawings.after(number)) {
            order << next->added.drawing.id;
            number = next->number;
        }
        QCOMPARE(order.join(QString()), QStringLiteral("bac"));
        QCOMPARE(number, drawings.newest());
    }
};

} // namespace tst_host_rules

GHOSTLINE_TEST(tst_host_rules, TestHostRules, void)
#include "tst_host_rules.moc"
