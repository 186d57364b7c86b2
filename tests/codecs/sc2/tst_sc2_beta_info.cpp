// SPDX-License-Identifier: GPL-3.0-or-later
// What replays of the beta say in a member of their own.
#include "tests/codecs/sc2/made_members.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_sc2_beta_info {

using namespace ghostline;
using namespace ghostline::sc2;
using namespace ghostline::sc2::made;

class TestSc2BetaInfo : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void betaInfo()
    {
        PackedWriter out;
        const auto blob = [&](std::string_view s, unsigned bits) {
            out.bits(s.size(), bits);
            out.bytes(std::as_bytes(std::span(s.data(), s.size())));
        };
        out.bits(2, 5);
        for (const char* name : {"Ann", "Watcher"}) {
            blob(name, 8);
            out.bits(77, 32);
            out.bits(1, 1);
            out.bits(3, 8);
            out.bits(0, 4);
        }
        out.bits(4242, 32);
        blob("Dflt", 10);
        out.bits(1, 1);
        out.bits(0, 15);
        out.bits(2, 3);
        out.bits(0, 3);
        out.bits(8, 5);
        out.bits(0, 5);
        out.bits(4, 4);
        out.bits(0, 25);
        out.bits(0, 8);
        out.bits(168, 8);
        out.bits(1, 32);
        blob("ab/cd.s2ma", 10);
        out.bits(0x2AAAA, 19); // what is not understood
        blob("Кулас", 10);
        out.bits(0, 8);
        out.bits(16, 8);
        for (int i = 0; i < 16; ++i) {
            blob(i == 3 ? "Ann" : "", 8);
            blob(i == 3 ? "Protoss" : "", 8);
            blob(i == 3 ? "255,1,2,3" : "", 8);
        }
        const auto info = parseBetaInfo(out.written());
        QVERIFY(info);
        QCOMPARE(info->users, (std::vector<QString>{QStringLiteral("Ann"), QStringLiteral("Watcher")}));
        QCOMPARE(info->map, QString::fromUtf8("Кулас"));
        QCOMPARE(info->randomValue, 4242U);
        QCOMPARE(info->gameSpeed, 2);
        QVERIFY(info->lockTeams);
        QCOMPARE(info->displays.size(), std::size_t(1));

        PackedWriter beta;
        const std::string_view signature = "StarCraft II replay\x1B"
                                           "2";
        beta.bits(signature.size(), 8);
        beta.bytes(std::as_bytes(std::span(signature.data(), signature.size())));
        beta.bits(1, 8);
        beta.bits(0x000900, 24);
        beta.bits(14621, 32);
        beta.bits(14621, 32);
        beta.bits(2, 3);
        beta.bits(100, 32);
        const auto head = headOf(beta.written(), {{"replay.info", out.written()}});
        QVERIFY(head);
        QCOMPARE(head->participants.size(), std::size_t(1));
        const Participant& ann = head->participants[0];
        QCOMPARE(ann.playerId, 3);
        QCOMPARE(head->participantOfUser(3), 0);
        QCOMPARE(ann.played, Race::Protoss);
        QCOMPARE(int(ann.rgb[0]), 1);
        QCOMPARE(head->observers.size(), std::size_t(1));
        QCOMPARE(head->mapSizeX, 256);
        QCOMPARE(head->loopsPerSecond(), std::pair(16, 1));

        // Cut anywhere: an error or less of it, never a crash.
        for (std::size_t length = 0; length < out.written().size(); ++length)
            static_cast<void>(parseBetaInfo(std::span(out.written()).first(length)));
    }
};

} // namespace tst_sc2_beta_info

GHOSTLINE_TEST(tst_sc2_beta_info, TestSc2BetaInfo)
#include "tst_sc2_beta_info.moc"
