// SPDX-License-Identifier: GPL-3.0-or-later
// Who is let in, with a clock that the test turns.
#include "tests/support/test_driver.h"
#include "together/admission.h"
#include "together/invitation.h"

#include <QtTest>

namespace tst_admission {

using namespace ghostline::together;
using namespace std::chrono_literals;
using Verdict = Admission::Verdict;
using Ids = std::vector<ConnectionId>;

namespace {

const QString Right = QStringLiteral("ABCDEFGHJK");
const QString Wrong = QStringLiteral("ABCDEFGHJL");

QHostAddress machine(quint32 number) { return QHostAddress(0x0A00'0000U + number); }

} // namespace

class TestAdmission : public QObject
{
    Q_OBJECT

    OwnInstant m_now{1h};

private Q_SLOTS:
    void theCodeAsItIsTyped()
    {
        Admission admission;
        QCOMPARE(admission.checkCode(machine(1), Right, Right, 0, m_now).verdict, Verdict::Right);
        QCOMPARE(admission.checkCode(machine(1), QStringLiteral("abcde-fghjk"), Right, 0, m_now).verdict,
                 Verdict::Right);
        for (const QString& typed : {Wrong, QString(), Right + u'2', Right.left(9)})
            QCOMPARE(admission.checkCode(machine(2), typed, Right, 0, m_now).verdict, Verdict::Wrong);
    }

    void wrongOnesAreDelayedAndCutOff()
    {
        Admission admission({.wrongPerAddress = 5, .firstDelay = 250ms, .longestDelay = 1'500ms});
        for (const auto delay : {250ms, 500ms, 1'000ms, 1'500ms}) {
            const auto answer = admission.checkCode(machine(1), Wrong, Right, 0, m_now);
            QCOMPARE(answer.verdict, Verdict::Wrong);
            QCOMPARE(answer.delay, delay);
            QVERIFY(!answer.cutOff);
        }
        QVERIFY(admission.checkCode(machine(1), Wrong, Right, 0, m_now).cutOff);
        // The right one does not help any more: who guesses must not learn from it.
        QCOMPARE(admission.checkCode(machine(1), Right, Right, 0, m_now).verdict, Verdict::Later);
        QVERIFY(admission.isCutOff(machine(1), m_now));
        QCOMPARE(admission.checkCode(machine(2), Right, Right, 0, m_now).verdict, Verdict::Right);
        QCOMPARE(admission.checkCode(machine(1), Right, Right, 0, m_now + 10min).verdict, Verdict::Right);
    }

    void codesAndSecretsAreCountedTogether()
    {
        Admission admission({.wrongPerAddress = 2});
        QCOMPARE(admission.checkSecret(machine(1), "x", "secret", false, m_now).verdict, Verdict::Wrong);
        QCOMPARE(admission.checkSecret(machine(1), "secret", "secret", true, m_now).verdict, Verdict::Right);
        QCOMPARE(admission.checkSecret(machine(2), "", "", false, m_now).verdict, Verdict::Wrong);
        QCOMPARE(admission.checkCode(machine(1), Wrong, Right, 0, m_now).verdict, Verdict::Wrong);
        QCOMPARE(admission.checkSecret(machine(1), "secret", "secret", true, m_now).verdict, Verdict::Later);
        QCOMPARE(admission.checkSecret(machine(1), "secreT", "secret", true, m_now).verdict, Verdict::Later);
    }

    /// An address of before, asked for again and again.
    void anotherSecretIsNoGuess()
    {
        Admission admission({.wrongPerAddress = 2, .wrongInAll = 3});
        for (int i = 0; i < 100; ++i) {
            const auto answer = admission.checkSecret(machine(1), "secreT", "secret", true, m_now);
            QCOMPARE(answer.verdict, Verdict::Other);
            QCOMPARE(answer.delay, 0ms);
        }
        QCOMPARE(admission.addressesKnown(), std::size_t{0});
        QCOMPARE(admission.checkSecret(machine(1), "secret", "secret", true, m_now).verdict, Verdict::Right);
    }

    void guessedFromManyMachines()
    {
        Admission admission({.wrongInAll = 20});
        QCOMPARE(admission.checkCode(machine(1), Right, Right, 0, m_now).verdict, Verdict::Right);
        for (quint32 i = 100; i < 120; ++i)
            QCOMPARE(admission.checkCode(machine(i), Wrong, Right, 0, m_now).verdict, Verdict::Wrong);
        QCOMPARE(admission.checkCode(machine(200), Right, Right, 0, m_now).verdict, Verdict::Later);
        // Who is known comes back.
        QCOMPARE(admission.checkCode(machine(1), Right, Right, 0, m_now).verdict, Verdict::Right);
        QCOMPARE(admission.checkCode(machine(200), Right, Right, 0, m_now + 10min).verdict, Verdict::Right);
    }

    void remembersNoMoreThanItMay()
    {
        Admission admission({.wrongInAll = 1'000'000, .addresses = 50});
        for (quint32 i = 0; i < 5'000; ++i)
            static_cast<void>(admission.checkCode(machine(i), Wrong, Right, 0, m_now + i * 1ms));
        QCOMPARE(admission.addressesKnown(), std::size_t{50});
        static_cast<void>(admission.isCutOff(machine(1), m_now + 1h));
        QCOMPARE(admission.addressesKnown(), std::size_t{0});
    }

    void oneHouseholdIsOneAddress()
    {
        const auto key = [](const char* text) { return addressKey(QHostAddress(QString::fromLatin1(text))); };
        QCOMPARE(key("2001:db8:1:2::1"), key("2001:db8:1:2:ffff::9"));
        QVERIFY(key("2001:db8:1:2::1") != key("2001:db8:1:3::1"));
        QCOMPARE(key("::ffff:192.0.2.7"), key("192.0.2.7"));
        QVERIFY(key("192.0.2.7") != key("192.0.2.8"));
    }

    void fullOnlyForThoseWithTheCode()
    {
        Admission admission;
        QCOMPARE(admission.checkCode(machine(1), Right, Right, MostGuests, m_now).verdict, Verdict::Full);
        QCOMPARE(admission.checkCode(machine(1), Wrong, Right, MostGuests, m_now).verdict, Verdict::Wrong);
        QCOMPARE(admission.checkCode(machine(1), Right, Right, MostGuests - 1, m_now).verdict,
                 Verdict::Right);
    }

    void halfMadeAreDroppedInTime()
    {
        Admission admission({.handshake = 5s});
        QCOMPARE(admission.connected(1, machine(1), m_now), Ids{});
        QCOMPARE(admission.connected(2, machine(2), m_now + 1s), Ids{});
        QCOMPARE(admission.connected(3, machine(3), m_now + 1s), Ids{});
        admission.settled(3);
        QCOMPARE(admission.overdue(m_now + 4'999ms), Ids{});
        QCOMPARE(admission.overdue(m_now + 5s), Ids{1});
        QCOMPARE(admission.halfMade(), std::size_t{1});
        admission.extend(2, m_now + 9s);
        QCOMPARE(admission.overdue(m_now + 8s), Ids{});
        QCOMPARE(admission.overdue(m_now + 9s), Ids{2});
        QCOMPARE(admission.halfMade(), std::size_t{0});
    }

    void theOldestGoesWhereTooManyWait()
    {
        Admission admission({.halfMade = 4, .halfMadePerAddress = 2});
        QCOMPARE(admission.connected(1, machine(1), m_now), Ids{});
        QCOMPARE(admission.connected(2, machine(1), m_now), Ids{});
        QCOMPARE(admission.connected(3, machine(1), m_now), Ids{1});
        QCOMPARE(admission.connected(4, machine(2), m_now), Ids{});
        QCOMPARE(admission.connected(5, machine(3), m_now), Ids{});
        QCOMPARE(admission.connected(6, machine(4), m_now), Ids{2});
        QCOMPARE(admission.halfMade(), std::size_t{4});
    }

    void secretsAreComparedWhole()
    {
        QVERIFY(sameSecret("abc", "abc"));
        for (const char* given : {"", "ab", "abd", "abcd", "xbc"})
            QVERIFY(!sameSecret(given, "abc"));
        QVERIFY(!sameSecret("", ""));
    }
};

} // namespace tst_admission

GHOSTLINE_TEST(tst_admission, TestAdmission, void)
#include "tst_admission.moc"
