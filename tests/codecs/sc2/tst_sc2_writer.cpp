// SPDX-License-Identifier: GPL-3.0-or-later
// What our own writers make is read back the same: archives stored in every way, values that describe
// themselves, and every event of every table. Neither side shares code with the other.
#include "codecs/sc2/container/mpq_archive.h"
#include "codecs/sc2/protocol/game_events.h"
#include "codecs/sc2/sample/mpq_writer.h"
#include "codecs/sc2/sample/packed_writer.h"
#include "codecs/sc2/sample/versioned_writer.h"
#include "tests/support/test_driver.h"

#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <array>
#include <deque>
#include <limits>
#include <map>

namespace tst_sc2_writer {

using namespace ghostline;
using namespace ghostline::sc2;

namespace {

using Bytes = std::vector<std::byte>;

/// Half of it packs well, half not at all.
Bytes someBytes(io::Random& random, std::size_t size)
{
    Bytes out(size);
    for (std::size_t i = 0; i < size; ++i)
        out[i] = i % 2048 < 1024 ? static_cast<std::byte>(i / 100) : static_cast<std::byte>(random.next());
    return out;
}

/// Texts live in `texts`, because values only look at them.
VersionedValue randomTree(io::Random& random, std::deque<std::string>& texts, int depth)
{
    VersionedValue out;
    constexpr int Plain = 5;
    constexpr int All = 10;
    constexpr std::array Kinds{VersionedKind::Blob,   VersionedKind::U8,     VersionedKind::Fixed4,
                               VersionedKind::Fixed8, VersionedKind::Vint,   VersionedKind::BitArray,
                               VersionedKind::Array,  VersionedKind::Choice, VersionedKind::Optional,
                               VersionedKind::Struct};
    static_assert(Kinds.size() == All);
    out.kind = Kinds[static_cast<std::size_t>(random.below(depth > 5 ? Plain : All))];
    const auto child = [&] { out.items.push_back(randomTree(random, texts, depth + 1)); };
    const int few = random.below(5);
    switch (out.kind) {
    case VersionedKind::Blob:
    case VersionedKind::BitArray:
        texts.emplace_back(static_cast<std::size_t>(few), 'x');
        out.bytes = texts.back();
        out.number = out.kind == VersionedKind::BitArray ? few * 8 - (few > 0 ? 3 : 0) : 0;
        break;
    case VersionedKind::U8:
        out.number = random.below(256);
        break;
    case VersionedKind::Fixed4:
        out.number = static_cast<std::int64_t>(random.next() >> 32);
        break;
    case VersionedKind::Fixed8:
        out.number = static_cast<std::int64_t>(random.next());
        break;
    case VersionedKind::Vint: {
        const std::uint64_t magnitude = random.next() >> (1 + random.below(62));
        out.number = static_cast<std::int64_t>(magnitude) * (random.chance(0.5) ? -1 : 1);
        break;
    }
    case VersionedKind::Optional:
        out.number = few > 1 ? 1 : 0;
        if (few > 1)
            child();
        break;
    case VersionedKind::Choice:
        out.number = few;
        child();
        break;
    case VersionedKind::Array:
    case VersionedKind::Struct:
        for (int i = 0; i < few; ++i) {
            child();
            if (out.kind == VersionedKind::Struct)
                out.tags.push_back(i * 3 - 1);
        }
        break;
    }
    return out;
}

bool sameTree(const VersionedValue& a, const VersionedValue& b)
{
    return a.kind == b.kind && a.number == b.number && a.bytes == b.bytes && a.tags == b.tags &&
           std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(), sameTree);
}

struct Sent
{
    std::uint32_t loop = 0;
    int user = 0;
    const EventType* type = nullptr;
    QJsonValue fields;
};

/// Every event of the table several times, in an order that is nobody's.
std::vector<Sent> everyEvent(std::span<const EventType> types, io::Random& random, int rounds)
{
    std::vector<Sent> out;
    std::uint32_t loop = 0;
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < types.size(); ++i) {
            const auto which = static_cast<std::size_t>(random.below(static_cast<int>(types.size())));
            const EventType& type = round % 2 == 0 ? types[i] : types[which];
            // Three of the four widths of a delta come up: the widest is longer than any game.
            const int width = random.below(40);
            loop += width == 0   ? 30'000U
                    : width == 1 ? 20'000U
                    : width < 5  ? 100U
                                 : static_cast<std::uint32_t>(random.below(4));
            Sent sent;
            sent.loop = loop;
            sent.user = random.below(17);
            sent.type = &type;
            sent.fields = randomValue(random, type.type);
            out.push_back(std::move(sent));
        }
    }
    return out;
}

Bytes written(const std::vector<Sent>& events, unsigned idBits)
{
    PackedWriter out;
    std::uint32_t last = 0;
    for (const Sent& sent : events) {
        out.event(sent.loop - last, static_cast<unsigned>(sent.user), idBits, *sent.type, sent.fields);
        last = sent.loop;
    }
    return out.written();
}

QString nameOf(const EventType& type)
{
    return QString::fromLatin1(type.name.data(), static_cast<qsizetype>(type.name.size()));
}

/// A sink that holds every record against what was sent.
model::RecordSink against(const std::vector<Sent>& events, std::size_t& at)
{
    return [&events, &at](const model::Record& record) {
        if (at >= events.size())
            return false;
        const Sent& sent = events[at];
        const bool same = record.frame == std::optional<std::int64_t>(sent.loop) &&
                          record.name == nameOf(*sent.type) &&
                          record.data.value(QLatin1String("user")).toInt() == sent.user &&
                          record.data.value(QLatin1String("fields")) == sent.fields;
        at += same ? 1 : 0;
        return same;
    };
}

} // namespace

class TestSc2Writer : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void archivesComeBack_data();
    void archivesComeBack();
    void deletedMembersAreGone();
    void fullTablesAreSearched();
    void treesComeBack();
    void numbersComeBack();
    void allEventsComeBack_data();
    void allEventsComeBack();
};

void TestSc2Writer::archivesComeBack_data()
{
    QTest::addColumn<int>("format");
    QTest::addColumn<MpqPacking>("packing");
    QTest::addColumn<bool>("sectors");
    QTest::addColumn<bool>("checksums");
    for (const int format : {1, 3}) {
        for (const auto& [name, packing] :
             {std::pair{"raw", MpqPacking::Raw}, {"zlib", MpqPacking::Zlib}, {"bzip2", MpqPacking::Bzip2}}) {
            const QByteArray row = QByteArray(name) + " format " + QByteArray::number(format);
            QTest::newRow(row + " whole") << format << packing << false << false;
            QTest::newRow(row + " in sectors") << format << packing << true << false;
            QTest::newRow(row + " in sectors with checksums") << format << packing << true << true;
        }
    }
}

void TestSc2Writer::archivesComeBack()
{
    QFETCH(int, format);
    QFETCH(MpqPacking, packing);
    QFETCH(bool, sectors);
    QFETCH(bool, checksums);
    io::Random random(static_cast<std::uint64_t>(format));
    MpqWriteOptions options;
    options.formatVersion = format;
    options.sectorShift = format == 1 ? 3 : 5;
    std::vector<MpqWriteMember> members;
    constexpr std::array<std::size_t, 9> Sizes{0, 1, 2, 4095, 4096, 4097, 16384, 50'000, 131'072};
    for (std::size_t i = 0; i < Sizes.size(); ++i) {
        MpqWriteMember member(std::string(memberNames()[i]), someBytes(random, Sizes[i]), packing);
        member.sectors = sectors;
        member.checksums = checksums;
        members.push_back(std::move(member));
    }
    const Bytes head = someBytes(random, 100);
    const Bytes file = writeMpq(head, members, options);
    const auto archive = MpqArchive::open(file);
    QVERIFY(archive.has_value());
    QVERIFY(!archive->damage());
    QCOMPARE(archive->formatVersion(), format);
    QCOMPARE(archive->sectorSize(), 512U << options.sectorShift);
    QCOMPARE(archive->members().size(), members.size());
    QVERIFY(std::equal(head.begin(), head.end(), archive->userData().begin(), archive->userData().end()));
    for (const MpqWriteMember& member : members) {
        const auto read = archive->read(member.name);
        QVERIFY2(read.has_value(), member.name.c_str());
        QVERIFY2(*read == member.bytes, member.name.c_str());
    }
}

void TestSc2Writer::deletedMembersAreGone()
{
    std::vector<MpqWriteMember> members;
    members.emplace_back("replay.details", Bytes(10));
    members.emplace_back("replay.details.backup", Bytes(20));
    members.front().deleted = true;
    const Bytes file = writeMpq({}, members);
    const auto archive = MpqArchive::open(file);
    QVERIFY(archive && archive->members().size() == 1);
    QVERIFY(archive->find("replay.details") == nullptr);
    const auto read = archive->read("replay.details");
    QVERIFY(!read && read.error().code == model::ErrorCode::NotFound);
    QCOMPARE(archive->read("REPLAY.DETAILS.BACKUP").has_value(), false);
    QCOMPARE(archive->read("replay.details.backup").value().size(), std::size_t{20});
}

/// Names that fall on the same place of the table are found behind it.
void TestSc2Writer::fullTablesAreSearched()
{
    std::vector<MpqWriteMember> members;
    for (std::size_t i = 0; i < 16; ++i)
        members.emplace_back(std::string(memberNames()[i]), Bytes(i + 1));
    MpqWriteOptions options;
    options.hashEntries = 16;
    const Bytes file = writeMpq({}, members, options);
    const auto archive = MpqArchive::open(file);
    QVERIFY(archive.has_value());
    QCOMPARE(archive->members().size(), members.size());
    for (std::size_t i = 0; i < members.size(); ++i)
        QCOMPARE(archive->read(members[i].name).value().size(), i + 1);
}

void TestSc2Writer::treesComeBack()
{
    io::Random random(3);
    for (int round = 0; round < 2000; ++round) {
        std::deque<std::string> texts;
        const VersionedValue tree = randomTree(random, texts, 0);
        VersionedWriter out;
        out.value(tree);
        io::ByteCursor in(out.bytes());
        const auto read = parseVersioned(in);
        QVERIFY2(read.has_value(), qPrintable(QString::number(round)));
        QVERIFY(in.atEnd());
        QVERIFY2(sameTree(*read, tree), qPrintable(QString::number(round)));
        io::ByteCursor again(out.bytes());
        VersionedReader(again).skip();
        QVERIFY(again.ok() && again.atEnd());
    }
}

void TestSc2Writer::numbersComeBack()
{
    constexpr std::int64_t Most = std::numeric_limits<std::int64_t>::max();
    const auto comesBack = [](std::int64_t value) {
        VersionedWriter out;
        out.vint(value);
        io::ByteCursor in(out.bytes());
        return readVint(in) == value && in.ok() && in.atEnd();
    };
    for (int bit = 0; bit < 63; ++bit) {
        for (const std::int64_t near : {-1, 0, 1}) {
            const std::int64_t value = (std::int64_t{1} << bit) + near;
            QVERIFY2(comesBack(value) && comesBack(-value), qPrintable(QString::number(value)));
        }
    }
    QVERIFY(comesBack(Most) && comesBack(-Most));
}

void TestSc2Writer::allEventsComeBack_data()
{
    QTest::addColumn<int>("table");
    for (std::size_t i = 0; i < protocols().size(); ++i)
        QTest::newRow(QByteArray::number(protocols()[i].baseBuild).constData()) << static_cast<int>(i);
}

void TestSc2Writer::allEventsComeBack()
{
    QFETCH(int, table);
    const Protocol& protocol = protocols()[static_cast<std::size_t>(table)];
    io::Random random(static_cast<std::uint64_t>(protocol.baseBuild) + 1);

    const auto sent = everyEvent(protocol.game, random, 4);
    const Bytes stream = written(sent, GameEventIdBits);
    std::size_t at = 0;
    const auto read = parseGameRecords(stream, protocol, QStringLiteral("game"), against(sent, at));
    QVERIFY2(read.has_value(), read ? "" : qPrintable(read.error().message));
    QVERIFY2(at == sent.size(), qPrintable(at < sent.size() ? nameOf(*sent[at].type) : QString()));

    // The same once more the quick way, which keeps columns instead of values.
    const GameEvents events = parseGameEvents(stream, protocol.baseBuild);
    QVERIFY2(!events.failure, events.failure ? qPrintable(events.failure->message) : "");
    QCOMPARE(events.protocol, &protocol);
    QCOMPARE(events.order.size(), sent.size());
    QCOMPARE(events.bytesRead, stream.size());
    QCOMPARE(events.lastLoop, sent.back().loop);
    std::map<GameEventKind, std::size_t> counts;
    for (std::size_t i = 0; i < sent.size(); ++i) {
        QCOMPARE(events.order[i].loop, sent[i].loop);
        QCOMPARE(static_cast<int>(events.order[i].user), sent[i].user);
        QCOMPARE(protocol.game[events.order[i].type].name, sent[i].type->name);
        ++counts[events.order[i].kind];
    }
    QCOMPARE(events.commands.size(), counts[GameEventKind::Command]);
    QCOMPARE(events.selections.size(), counts[GameEventKind::Selection]);
    QCOMPARE(events.cameras.size(), counts[GameEventKind::Camera]);
    QVERIFY(counts[GameEventKind::Command] > 1 && counts[GameEventKind::Camera] > 1);

    const auto messages = everyEvent(protocol.message, random, 12);
    const Bytes messageStream = written(messages, MessageEventIdBits);
    at = 0;
    QVERIFY(parseMessageRecords(messageStream, protocol, QStringLiteral("messages"), against(messages, at))
                .has_value());
    QCOMPARE(at, messages.size());
    const MessageEvents said = parseMessageEvents(messageStream, protocol.baseBuild);
    QVERIFY(!said.failure);
    QCOMPARE(static_cast<std::ptrdiff_t>(said.chat.size()),
             std::count_if(messages.begin(), messages.end(),
                           [](const Sent& m) { return m.type->name == "SChatMessage"; }));
}

} // namespace tst_sc2_writer

GHOSTLINE_TEST(tst_sc2_writer, TestSc2Writer)
#include "tst_sc2_writer.moc"
