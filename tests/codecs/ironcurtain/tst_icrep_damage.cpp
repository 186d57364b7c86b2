// SPDX-License-Identifier: GPL-3.0-or-later
// The list of what is wrong with a file: it has an end, and nothing is told twice.
#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/container/damage.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_icrep_damage {

using namespace ghostline;
using namespace ghostline::ironcurtain;

namespace {

Damage damageAt(std::uint64_t offset, std::optional<SimTick> first = {}, std::optional<SimTick> last = {})
{
    Damage damage;
    damage.section = Section::Events;
    damage.offset = offset;
    damage.what = QStringLiteral("a block");
    damage.first = first;
    damage.last = last;
    return damage;
}

} // namespace

class TestIcrepDamage : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theListEnds()
    {
        DamageLog log;
        for (std::uint64_t i = 0; i < MaxDamages; ++i)
            log.add(damageAt(i));
        QCOMPARE(log.list().size(), MaxDamages);
        const std::size_t open = log.add(damageAt(5000, 70, 80));
        log.add(damageAt(6000));
        log.add(damageAt(7000, 40, 50));
        log.leaveOut(3);
        auto all = log.list();
        QCOMPARE(all.size(), MaxDamages + 1);
        QVERIFY2(all.back().what.startsWith(QStringLiteral("6 more")), qPrintable(all.back().what));
        QCOMPARE(all.back().offset, std::uint64_t{5000});
        QCOMPARE(all.back().first.value_or(0), SimTick{40});
        QCOMPARE(all.back().last.value_or(0), SimTick{80});
        log.lastsTo(open, 95);
        QCOMPARE(log.list().back().last.value_or(0), SimTick{95});
        log.add(damageAt(8000, 90)); // to the end
        all = log.list();
        QCOMPARE(all.back().first.value_or(0), SimTick{40});
        QVERIFY(!all.back().last);
        QVERIFY(!all.front().first);
    }

    void oneIsToldOnce()
    {
        DamageLog log;
        log.addOnce(damageAt(100));
        log.addOnce(damageAt(100));
        log.addOnce(damageAt(200));
        Damage other = damageAt(100);
        other.section = Section::Orders;
        log.addOnce(other);
        QCOMPARE(log.list().size(), std::size_t{3});
        const std::size_t number = log.add(damageAt(100, 5, 6));
        log.lastsTo(number, 9);
        QCOMPARE(log.list()[number].last.value_or(0), SimTick{9});
    }

    void whatIsAboutContent()
    {
        using model::ErrorCode;
        const auto content = [](ErrorCode code) {
            model::Error error;
            error.code = code;
            return aboutContent(error);
        };
        QVERIFY(content(ErrorCode::Damaged));
        QVERIFY(content(ErrorCode::LimitExceeded));
        for (const ErrorCode code : {ErrorCode::IoError, ErrorCode::Changed, ErrorCode::Cancelled,
                                     ErrorCode::Unsupported, ErrorCode::NotReadable})
            QVERIFY(!content(code));
    }
};

} // namespace tst_icrep_damage

GHOSTLINE_TEST(tst_icrep_damage, TestIcrepDamage)
#include "tst_icrep_damage.moc"
