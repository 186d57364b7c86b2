// SPDX-License-Identifier: GPL-3.0-or-later
// Events one by one: what is accepted, what is refused and in which words, and that bytes come back.
#include "tests/codecs/recording/recording_bytes.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_recording_events {

using namespace ghostline;
using namespace ghostline::recording;
using namespace ghostline::test;

namespace {

constexpr Profile All[] = {Profile::S1, Profile::H4, Profile::H5};

struct One
{
    bool good = false;
    bool whole = false;
    Event event;
    std::vector<Item> items;
    QString problem;
};

One readOne(const Bytes& bytes, Profile profile)
{
    One one;
    io::ByteCursor in(bytes);
    one.good = readEvent(in, profile, one.event, one.items, one.problem);
    one.whole = one.good && in.ok() && in.atEnd();
    return one;
}

} // namespace

class TestRecordingEvents : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void bytesComeBack_data()
    {
        QTest::addColumn<int>("profile");
        QTest::newRow("S1") << int(Profile::S1);
        QTest::newRow("H4") << int(Profile::H4);
        QTest::newRow("H5") << int(Profile::H5);
    }
    void bytesComeBack()
    {
        QFETCH(int, profile);
        const auto layout = static_cast<Profile>(profile);
        RandomEvents random(17);
        std::array<int, std::variant_size_v<Event>> seen{};
        for (int round = 0; round < 5000; ++round) {
            const Event event = random.next(layout);
            const Bytes bytes = encoded(event, layout);
            const One one = readOne(bytes, layout);
            QVERIFY2(one.whole, qPrintable(one.problem + eventName(event)));
            QCOMPARE(one.event.index(), event.index());
            QCOMPARE(eventId(one.event), eventId(event));
            QCOMPARE(hexOf(encoded(one.event, layout)), hexOf(bytes));
            ++seen[event.index()];
        }
        QVERIFY(std::all_of(seen.begin(), seen.end(), [](int n) { return n > 100; }));
    }

    void cutAnywhere_data() { bytesComeBack_data(); }
    void cutAnywhere()
    {
        QFETCH(int, profile);
        const auto layout = static_cast<Profile>(profile);
        RandomEvents random(23);
        for (int round = 0; round < 300; ++round) {
            const Bytes bytes = encoded(random.next(layout), layout);
            for (std::size_t size = 0; size < bytes.size(); ++size) {
                const Bytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
                const One one = readOne(cut, layout);
                QVERIFY(!one.good);
                QVERIFY(!one.problem.isEmpty());
            }
        }
    }

    void changedAnywhere()
    {
        RandomEvents random(29);
        std::mt19937 noise(1);
        for (int round = 0; round < 20000; ++round) {
            const Profile layout = All[round % 3];
            Bytes bytes = encoded(random.next(layout), layout);
            bytes[noise() % bytes.size()] = static_cast<std::byte>(noise());
            const One one = readOne(bytes, layout);
            if (one.good) { // whatever it is now, it can be written and is read again as the same
                const Bytes again = encoded(one.event, layout);
                const One second = readOne(again, layout);
                QVERIFY(second.whole);
                QCOMPARE(hexOf(encoded(second.event, layout)), hexOf(again));
            } else {
                QVERIFY(!one.problem.isEmpty());
            }
        }
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("hex");
        QTest::addColumn<QString>("problem");
        const auto row = [](const char* name, const char* hex, const char* problem) {
            QTest::newRow(name) << QByteArray(hex) << QString::fromLatin1(problem);
        };
        row("unknown, first", "0f", "unknown event 15");
        row("unknown", "11", "unknown event 17");
        row("unknown, last", "3f", "unknown event 63");
        row("negative id", "ffffffff0f", "the number of an event");
        row("six-byte id", "80808080808000", "the number of an event");
        row("no id", "", "the number of an event");
        row("negative entity", "02ffffffff0f0000", "EntityState is cut short or broken");
        row("negative pose", "0200ffffffff0f00", "EntityState is cut short or broken");
        row("a Bool of 2", "04000200", "ItemUse is cut short or broken");
        row("negative slot", "0600ffffffff0f", "ChangeHeldSlot is cut short or broken");
        row("item that is no compound", "05000100080000", "SetItem is cut short or broken");
        row("torn item", "050001000a0800", "SetItem is cut short or broken");
        row("2 billion items", "0500ffffffff07", "SetItem is cut short or broken");
        row("text beyond the end", "0b05414243", "CheckpointReached is cut short or broken");
        row("negative scale of a velocity", "0000000000000000000700000000 00ffffffff0f",
            "DeltaMove is cut short or broken");
        row("extension beyond the end", "43030161", "the length of extension 67");
        row("negative extension length", "43ffffffff0f", "the length of extension 67");
        row("payload left over", "43030161ff", "Bookmark: 1 bytes of the payload are left over");
        row("payload too short", "4301 05 6162636465", "the payload of Bookmark is cut short or broken");
        row("tree in a payload cut", "4203 000a01 00", "the payload of EntityMeta is cut short or broken");
    }
    void refused()
    {
        QFETCH(QByteArray, hex);
        QFETCH(QString, problem);
        for (const Profile profile : All) {
            const One one = readOne(bytesOfHex(hex), profile);
            QVERIFY(!one.good);
            QVERIFY2(one.problem.startsWith(problem), qPrintable(one.problem));
        }
    }

    void numbersAndNames()
    {
        // The same event differs by profile only in how it names things.
        const Bytes byNumber = bytesOfHex("0700000000000000 00c31e");
        const One number = readOne(byNumber, Profile::H4);
        QVERIFY(number.whole);
        QCOMPARE(std::get<SetBlock>(number.event).block.number, 3907);
        QVERIFY(std::get<SetBlock>(number.event).block.name.empty());
        const Bytes byName = encoded(SetBlock{5, {"minecraft:stone", -1}}, Profile::H5);
        const One name = readOne(byName, Profile::S1);
        QVERIFY(name.whole);
        QCOMPARE(std::get<SetBlock>(name.event).block.name, std::string_view("minecraft:stone"));
        QCOMPARE(std::get<SetBlock>(name.event).block.number, -1);
        QCOMPARE(std::get<SetBlock>(name.event).position, std::int64_t{5});
        // There is no number for it: nothing negative may be written, nobody could read it.
        QVERIFY(readOne(encoded(SetBlock{5, {"minecraft:stone", -1}}, Profile::H4), Profile::H4).whole);
    }

    void extensionsAreStepped()
    {
        Bytes bytes = encoded(UnknownExtension{99, {}}, Profile::H5);
        const Bytes other = encoded(RunStart{}, Profile::H5);
        bytes.insert(bytes.end(), other.begin(), other.end());
        io::ByteCursor in(bytes);
        Event event;
        std::vector<Item> items;
        QString problem;
        QVERIFY(readEvent(in, Profile::H5, event, items, problem));
        QCOMPARE(eventName(event), QStringLiteral("extension 99"));
        QVERIFY(readEvent(in, Profile::H5, event, items, problem));
        QVERIFY(std::holds_alternative<RunStart>(event));
        QVERIFY(in.atEnd());
    }

    void names()
    {
        QCOMPARE(eventName(DeltaMove{}), QStringLiteral("DeltaMove"));
        QCOMPARE(eventName(ClearGhostBlocks{}), QStringLiteral("ClearGhostBlocks"));
        QCOMPARE(eventName(AnticheatFlag{}), QStringLiteral("AnticheatFlag"));
        QCOMPARE(eventName(Bookmark{}), QStringLiteral("Bookmark"));
        QCOMPARE(eventId(ClearGhostBlocks{}), 14);
        QCOMPARE(eventId(AnticheatFlag{}), 64);
        QCOMPARE(eventId(Bookmark{}), 67);
        QCOMPARE(eventId(UnknownExtension{1000, {}}), 1000);
        QCOMPARE(resetReason(0), QStringLiteral("lives"));
        QCOMPARE(resetReason(9), QStringLiteral("relog"));
        QCOMPARE(resetReason(10), QStringLiteral("10"));
        QCOMPARE(endReason(0), QStringLiteral("finish"));
        QCOMPARE(endReason(1), QStringLiteral("reset"));
        QCOMPARE(endReason(-5), QStringLiteral("-5"));
        QCOMPARE(poseName(0), QStringLiteral("standing"));
        QCOMPARE(poseName(5), QStringLiteral("sneaking"));
        QCOMPARE(poseName(17), QStringLiteral("inhaling"));
        QCOMPARE(poseName(99), QStringLiteral("99"));
    }
};

} // namespace tst_recording_events

GHOSTLINE_TEST(tst_recording_events, TestRecordingEvents)
#include "tst_recording_events.moc"
