// SPDX-License-Identifier: GPL-3.0-or-later
// Three small real replays with bytes changed and ends cut off: whatever is left is read, the rest is refused
// with a reason, and nothing crashes or hangs.
#include "codecs/sc2/container/head.h"
#include "tests/codecs/sc2/expected.h"
#include "tests/support/test_driver.h"

namespace tst_sc2_head_damage_shared {

using namespace ghostline;
using namespace ghostline::sc2;
using namespace ghostline::test;

namespace {

/// Everything that the container and the head can be asked; gives how many answers were refusals.
int readAll(std::span<const std::byte> file)
{
    const auto archive = MpqArchive::open(file);
    if (!archive)
        return archive.error().message.isEmpty() ? -1 : 1;
    int refused = archive->damage() ? 1 : 0;
    auto head = readHead(*archive);
    if (!head) {
        if (head.error().message.isEmpty())
            return -1;
        ++refused;
    } else {
        refused += static_cast<int>(head->diagnostics.size());
        joinSetup(*head, std::vector<PlayerSetup>{{1, 1, 0, 0}, {2, 1, 1, 1}});
        for (const Participant& participant : head->participants) {
            if (head->participantOfPlayer(participant.playerId) < 0)
                return -1;
        }
    }
    for (const MpqMember& member : archive->members()) {
        // The parts of the head have been read already.
        if (member.name.find("events") == std::string::npos)
            continue;
        const auto bytes = archive->read(member.name);
        if (!bytes && bytes.error().message.isEmpty())
            return -1;
        refused += bytes ? 0 : 1;
    }
    return refused;
}

} // namespace

class TestSc2HeadDamageShared : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void damage_data()
    {
        QTest::addColumn<QString>("replay");
        for (const char* name : {"1.5.4.24540_tiny", "2.0.0.24247_hotsbeta_vsAI", "4.3.0.64469"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void damage()
    {
        GHOSTLINE_REQUIRE_SHARED("sc2/replays");
        QFETCH(QString, replay);
        const auto good = replayBytes(replay);
        QVERIFY(!good.empty());
        QCOMPARE(readAll(good), 0);
        int refused = 0;
        // Every byte of headers and the small members, then ever fewer: the large ones are one packed stream.
        for (std::size_t i = 0; i < good.size(); i += i < 200 ? 1 : i < 1000 ? 40 : 7 + good.size() / 2000) {
            auto bad = good;
            bad[i] ^= static_cast<std::byte>(1U << (i % 8));
            const int answer = readAll(bad);
            QVERIFY2(answer >= 0, qPrintable(QStringLiteral("byte %1").arg(i)));
            refused += answer;
        }
        QVERIFY(refused > 100);
        for (std::size_t length = 0; length < good.size(); length += 1 + length / 100) {
            const int answer = readAll(std::span(good).first(length));
            QVERIFY2(answer > 0, qPrintable(QStringLiteral("cut at %1").arg(length)));
        }
    }
};

} // namespace tst_sc2_head_damage_shared

GHOSTLINE_TEST(tst_sc2_head_damage_shared, TestSc2HeadDamageShared)
#include "tst_sc2_head_damage_shared.moc"
