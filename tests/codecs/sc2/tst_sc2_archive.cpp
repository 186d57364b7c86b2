// SPDX-License-Identifier: GPL-3.0-or-later
// The archive reader on archives made here: every way of storing a member, and every way of lying about one.
#include "codecs/sc2/base/limits.h"
#include "codecs/sc2/container/archive_check.h"
#include "codecs/sc2/container/mpq_archive.h"
#include "codecs/sc2/container/mpq_crypto.h"
#include "codecs/sc2/sample/mpq_writer.h"
#include "tests/codecs/sc2/archive_tables.h"
#include "tests/support/test_driver.h"

#include <QElapsedTimer>
#include <QTest>

#include <bzlib.h>
#include <numeric>

namespace tst_sc2_archive {

using namespace ghostline;
using namespace ghostline::sc2;
using test::block;
using test::BlockField;
using enum test::BlockField;
using test::Bytes;
using test::Header;
using test::oneMember;
using test::pattern;
using test::readDetailsOf;
using test::setBlock;
using test::setWord;
using test::Table;
using test::text;

class TestSc2Archive : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knownHashes()
    {
        // Keys of the two tables, as every description of the format gives them.
        QCOMPARE(mpqHash("(hash table)", MpqHash::Key), 0xC3AF3770U);
        QCOMPARE(mpqHash("(block table)", MpqHash::Key), 0xEC83B3A3U);
        QCOMPARE(mpqHash("Replay\\DETAILS", MpqHash::NameA), mpqHash("replay/details", MpqHash::NameA));
    }

    void cipherReturns()
    {
        std::vector<std::uint32_t> words(37);
        std::iota(words.begin(), words.end(), 0xFFFFFFF0U);
        const auto plain = words;
        mpqEncrypt(words, 12345);
        QVERIFY(words != plain);
        mpqDecrypt(words, 12345);
        QCOMPARE(words, plain);
    }

    void members_data()
    {
        QTest::addColumn<int>("packing");
        QTest::addColumn<bool>("sectors");
        QTest::addColumn<bool>("checksums");
        QTest::addColumn<int>("size");
        const std::pair<const char*, MpqPacking> packings[] = {
            {"raw", MpqPacking::Raw}, {"zlib", MpqPacking::Zlib}, {"bzip2", MpqPacking::Bzip2}};
        for (const auto& [name, packing] : packings) {
            for (const int size : {0, 1, 100, 16384, 16385, 50000}) {
                QTest::addRow("%s, single unit, %d", name, size) << int(packing) << false << false << size;
                QTest::addRow("%s, sectors, %d", name, size) << int(packing) << true << false << size;
                QTest::addRow("%s, sectors with checksums, %d", name, size)
                    << int(packing) << true << true << size;
            }
        }
    }
    void members()
    {
        QFETCH(int, packing);
        QFETCH(bool, sectors);
        QFETCH(bool, checksums);
        QFETCH(int, size);
        const Bytes content = pattern(std::size_t(size));
        const Bytes file = oneMember(content, MpqPacking(packing), sectors, checksums);
        const auto got = readDetailsOf(file);
        QVERIFY2(got, got ? "" : qPrintable(got.error().message));
        QVERIFY(*got == content);
    }

    void sectorsThatDoNotShrinkAreRaw()
    {
        Bytes content = pattern(40000);
        // What cannot be packed any further: the middle sector.
        std::uint32_t state = 7;
        for (std::size_t i = 16384; i < 32768; ++i) {
            state = state * 1664525 + 1013904223;
            content[i] = static_cast<std::byte>(state >> 24);
        }
        const auto got = readDetailsOf(oneMember(content, MpqPacking::Zlib, true));
        QVERIFY2(got, got ? "" : qPrintable(got.error().message));
        QVERIFY(*got == content);
    }

    void listsInItsOwnOrder()
    {
        std::vector<MpqWriteMember> members;
        members.emplace_back("replay.tracker.events", pattern(10));
        members.emplace_back("replay.initData.backup", pattern(11));
        members.emplace_back("replay.details", pattern(12));
        members.emplace_back("something.else", pattern(13));
        members[2].deleted = true;
        for (const int format : {1, 3}) {
            MpqWriteOptions options;
            options.formatVersion = format;
            options.sectorShift = format == 1 ? 3 : 5;
            const Bytes file = writeMpq(text("head"), members, options);
            const auto archive = MpqArchive::open(file);
            QVERIFY(archive);
            QVERIFY(!archive->damage());
            QCOMPARE(archive->formatVersion(), format);
            QCOMPARE(archive->sectorSize(), format == 1 ? 4096U : 16384U);
            QCOMPARE(archive->userData().size(), std::size_t(4));
            QCOMPARE(archive->userDataOffset(), std::uint64_t(16));
            QCOMPARE(archive->members().size(), std::size_t(2));
            QCOMPARE(archive->members()[0].name, std::string("replay.initData.backup"));
            QCOMPARE(archive->members()[1].name, std::string("replay.tracker.events"));
            QCOMPARE(archive->read("replay.details").error().code, model::ErrorCode::NotFound);
        }
    }

    /// By names that no replay has, and as much as the caller is ready for.
    void anyMember()
    {
        std::vector<MpqWriteMember> members;
        members.emplace_back("some\\Where\\a.txt", Bytes(3U << 20), MpqPacking::Zlib);
        members.emplace_back("nothing", Bytes{}, MpqPacking::Zlib);
        members.emplace_back("gone", pattern(10));
        members[1].sectors = true;
        members[2].deleted = true;
        MpqWriteOptions options;
        options.headerOffset = 2560;
        Bytes file(512, std::byte{1});
        const Bytes made = writeMpq(text("head"), members, options);
        file.insert(file.end(), made.begin(), made.end());
        QCOMPARE(MpqArchive::open(file).error().code, model::ErrorCode::Damaged);
        const auto start = MpqArchive::findStart(file);
        QCOMPARE(start.value_or(0), std::uint64_t(512));
        const auto archive = MpqArchive::open(file, *start);
        QVERIFY(archive && !archive->damage());
        QCOMPARE(archive->headerOffset(), std::uint64_t(512 + 2560));
        QCOMPARE(archive->userDataOffset(), std::uint64_t(512 + 16));
        const auto member = archive->lookUp("SOME/where\\A.txt");
        QVERIFY(member);
        // As a replay's member it grows too much; whoever knows its size gets it.
        QCOMPARE(archive->read(*member).error().code, model::ErrorCode::LimitExceeded);
        QCOMPARE(archive->read(*member, 3U << 20).value_or(Bytes{}).size(), std::size_t(3U << 20));
        QCOMPARE(archive->read(*member, (3U << 20) - 1).error().code, model::ErrorCode::LimitExceeded);
        QVERIFY(archive->read(archive->lookUp("nothing").value(), 0).value().empty());
        QVERIFY(!archive->lookUp("gone") && !archive->lookUp("never"));
        QVERIFY(!MpqArchive::findStart({}) && !MpqArchive::findStart(Bytes(5000)));
        QVERIFY(!MpqArchive::open(file, file.size() + 1));
    }

    void bareArchive()
    {
        MpqWriteOptions options;
        options.headerOffset = 0;
        const auto file = writeMpq({}, {{"replay.details", pattern(100)}}, options);
        const auto archive = MpqArchive::open(file);
        QVERIFY(archive);
        QVERIFY(archive->userData().empty());
        QCOMPARE(archive->read("replay.details").value_or(Bytes{}), pattern(100));
    }

    void refusedByName_data()
    {
        QTest::addColumn<int>("method");
        QTest::addColumn<QString>("says");
        QTest::newRow("lzma") << 0x12 << QStringLiteral("LZMA");
        QTest::newRow("sparse") << 0x20 << QStringLiteral("sparse");
        QTest::newRow("implode") << 0x08 << QStringLiteral("PKWARE implode");
        QTest::newRow("huffman and adpcm") << 0x41 << QStringLiteral("Huffman and ADPCM mono");
        QTest::newRow("sparse and bzip2") << 0x30 << QStringLiteral("bzip2 and sparse");
        QTest::newRow("one of no library") << 0x04 << QStringLiteral("unknown");
    }
    void refusedByName()
    {
        QFETCH(int, method);
        QFETCH(QString, says);
        Bytes file = oneMember(pattern(5000), MpqPacking::Zlib);
        file[Header + block(file, Offset)] = static_cast<std::byte>(method);
        const auto got = readDetailsOf(file);
        QVERIFY(!got);
        QCOMPARE(got.error().code, model::ErrorCode::Unsupported);
        QVERIFY2(got.error().message.contains(says), qPrintable(got.error().message));
        QCOMPARE(got.error().where.offset.value_or(0), std::uint64_t{Header} + block(file, Offset));
    }

    /// As where noughts were written over it.
    void namesNoMethod()
    {
        Bytes file = oneMember(pattern(5000), MpqPacking::Zlib);
        file[Header + block(file, Offset)] = std::byte{0};
        const auto got = readDetailsOf(file);
        QVERIFY(!got);
        QCOMPARE(got.error().code, model::ErrorCode::Damaged);
    }

    void overwrittenMembers_data()
    {
        QTest::addColumn<bool>("sums");
        QTest::addColumn<bool>("packed");
        QTest::newRow("packed") << false << true;
        QTest::newRow("packed, with checksums") << true << true;
        QTest::newRow("stored, with checksums") << true << false;
    }
    /// Members that no reader asks for, and one whose name nobody knows: each is checked.
    void overwrittenMembers()
    {
        QFETCH(bool, sums);
        QFETCH(bool, packed);
        const MpqPacking packing = packed ? MpqPacking::Bzip2 : MpqPacking::Raw;
        MpqWriteOptions options;
        options.attributes = sums;
        const Bytes whole = writeMpq(
            text("user data"),
            {{"replay.smartcam.events", pattern(3000), packing}, {"some.thing.else", pattern(4000), packing}},
            options);
        const auto states = [](const Bytes& file) {
            std::vector<int> out;
            const auto archive = MpqArchive::open(file);
            for (const model::Verdict& verdict : checkMembers(archive.value(), {}))
                out.push_back(int(verdict.state));
            return out;
        };
        using enum model::VerdictState;
        const int none = int(sums ? Ok : NotPresent);
        QCOMPARE(states(whole), (std::vector<int>{int(Ok), none}));
        const std::size_t members = MpqArchive::open(whole).value().blocks().size();
        QCOMPARE(members, std::size_t(sums ? 3 : 2));
        for (std::size_t i = 0; i < members; ++i) {
            Bytes file = whole;
            const MpqMember member = MpqArchive::open(file).value().blocks()[i];
            std::fill_n(file.begin() + std::ptrdiff_t(member.offset), member.stored, std::byte{0});
            const auto got = states(file);
            QVERIFY2(std::ranges::count(got, int(Failed)) > 0,
                     qPrintable(QString::fromStdString(member.name)));
        }
    }

    void refusedByFlag()
    {
        Bytes file = oneMember(pattern(5000), MpqPacking::Zlib);
        setBlock(file, Flags, 0x80010200);
        QCOMPARE(readDetailsOf(file).error().code, model::ErrorCode::Unsupported);
        QVERIFY(readDetailsOf(file).error().message.contains(QLatin1String("encrypted")));
        setBlock(file, Flags, 0x81000100);
        QVERIFY(readDetailsOf(file).error().message.contains(QLatin1String("implode")));
    }

    void liesAboutTables_data()
    {
        QTest::addColumn<int>("field");
        QTest::addColumn<quint32>("value");
        QTest::addColumn<int>("code");
        const auto row = [](const char* name, int field, quint32 value, model::ErrorCode code) {
            QTest::newRow(name) << field << value << int(code);
        };
        using model::ErrorCode;
        row("no archive there", 0, 0x12345678, ErrorCode::Damaged);
        row("sector shift", 12, 0xFFFF0003, ErrorCode::Damaged);
        row("hash table behind the end", 16, 0x7FFFFFFF, ErrorCode::Damaged);
        row("hash table at the end of the numbers", 16, 0xFFFFFFFF, ErrorCode::Damaged);
        row("block table behind the end", 20, 0xFFFFFFF0, ErrorCode::Damaged);
        row("hash table across the end", 24, 60000, ErrorCode::Damaged);
        row("block table across the end", 28, 60000, ErrorCode::Damaged);
        row("too many hashes", 24, 0xFFFFFFFF, ErrorCode::LimitExceeded);
        row("too many blocks", 28, 0x10000001, ErrorCode::LimitExceeded);
        row("no hashes", 24, 0, ErrorCode::Damaged);
    }
    void liesAboutTables()
    {
        QFETCH(int, field);
        QFETCH(quint32, value);
        QFETCH(int, code);
        Bytes file = oneMember(pattern(5000), MpqPacking::Zlib);
        setWord(file, Header + std::size_t(field), value);
        const auto archive = MpqArchive::open(file);
        QVERIFY(archive);
        QVERIFY(archive->damage());
        QCOMPARE(int(archive->damage()->code), code);
        QVERIFY(archive->members().empty());
        QCOMPARE(int(archive->read("replay.details").error().code), code);
        QVERIFY(archive->damage()->where.offset.has_value());
    }

    void liesAboutItself()
    {
        Bytes file = oneMember(pattern(5000), MpqPacking::Zlib);
        Bytes far = file;
        setWord(far, 8, 0xFFFFFFF0); // the archive's offset
        QVERIFY(MpqArchive::open(far)->damage());
        Bytes longUserData = file;
        setWord(longUserData, 12, 0xFFFFFFFF);
        QCOMPARE(MpqArchive::open(longUserData).error().code, model::ErrorCode::Damaged);
        Bytes other = file;
        setWord(other, 0, 0x04034B50);
        QCOMPARE(MpqArchive::open(other).error().code, model::ErrorCode::Damaged);
        QCOMPARE(MpqArchive::open({}).error().code, model::ErrorCode::Damaged);
    }

    void liesAboutMembers_data()
    {
        QTest::addColumn<bool>("sectors");
        QTest::addColumn<int>("field");
        QTest::addColumn<quint32>("value");
        QTest::addColumn<int>("code");
        using model::ErrorCode;
        for (const bool sectors : {false, true}) {
            const auto row = [sectors](const char* name, BlockField field, quint32 value, ErrorCode code) {
                QTest::addRow("%s, %s", name, sectors ? "sectors" : "single unit")
                    << sectors << int(field) << value << int(code);
            };
            row("starts behind the end", Offset, 0xFFFFFFFF, ErrorCode::Damaged);
            row("ends behind the end", Stored, 0x00FFFFFF, ErrorCode::Damaged);
            row("has more than declared", Size, 39000, ErrorCode::Damaged);
            row("has less than declared", Size, 41000, ErrorCode::Damaged);
            row("has far less than declared", Size, 1U << 20, ErrorCode::Damaged);
            row("grows like none", Size, 200U << 20, ErrorCode::LimitExceeded);
            row("declares too much", Size, MaxMemberBytes + 1, ErrorCode::LimitExceeded);
            row("is cut short", Stored, 300, ErrorCode::Damaged);
            row("has a single byte", Stored, 1, ErrorCode::Damaged);
            row("has no bytes", Stored, 0, ErrorCode::Damaged);
        }
    }
    void liesAboutMembers()
    {
        QFETCH(bool, sectors);
        QFETCH(int, field);
        QFETCH(quint32, value);
        QFETCH(int, code);
        for (const MpqPacking packing : {MpqPacking::Zlib, MpqPacking::Bzip2}) {
            Bytes file = oneMember(pattern(40000), packing, sectors);
            setBlock(file, BlockField(field), value);
            QElapsedTimer timer;
            timer.start();
            const auto got = readDetailsOf(file);
            QVERIFY(!got);
            QCOMPARE(int(got.error().code), code);
            QVERIFY(timer.elapsed() < 20000);
        }
    }

    void sectorOffsetsMustAscend_data()
    {
        QTest::addColumn<int>("entry");
        QTest::addColumn<quint32>("value");
        QTest::newRow("first before the table") << 0 << quint32(0);
        QTest::newRow("second before the first") << 1 << quint32(10);
        QTest::newRow("second behind the end") << 1 << quint32(0xFFFFFFFF);
        QTest::newRow("second behind the third") << 1 << quint32(30000);
        QTest::newRow("last behind the end") << 3 << quint32(0x7FFFFFFF);
    }
    void sectorOffsetsMustAscend()
    {
        QFETCH(int, entry);
        QFETCH(quint32, value);
        Bytes file = oneMember(pattern(40000), MpqPacking::Zlib, true);
        setWord(file, Header + block(file, Offset) + std::size_t(entry) * 4, value);
        const auto got = readDetailsOf(file);
        QVERIFY(!got);
        QCOMPARE(got.error().code, model::ErrorCode::Damaged);
    }

    void nameThatLeadsNowhere()
    {
        Bytes file = oneMember(pattern(400), MpqPacking::Zlib);
        {
            Table hashes(file, true);
            for (std::size_t i = 3; i < hashes.words.size(); i += 4) {
                if (hashes.words[i] == 0)
                    hashes.words[i] = 77;
            }
        }
        const auto archive = MpqArchive::open(file);
        QVERIFY(archive && !archive->damage());
        QCOMPARE(archive->read("replay.details").error().code, model::ErrorCode::Damaged);
    }

    /// A few bytes that claim to be, or really are, many megabytes.
    void bombs()
    {
        Bytes zeros(24U << 20);
        unsigned packed = 1U << 20;
        Bytes stream(packed + 1);
        stream[0] = std::byte{0x10};
        QCOMPARE(BZ2_bzBuffToBuffCompress(reinterpret_cast<char*>(stream.data() + 1), &packed,
                                          reinterpret_cast<char*>(zeros.data()), unsigned(zeros.size()), 9, 0,
                                          0),
                 BZ_OK);
        stream.resize(packed + 1);
        zeros.clear();
        zeros.shrink_to_fit();

        Bytes file = oneMember(stream, MpqPacking::Raw);
        setBlock(file, Flags, 0x81000200);
        for (const std::uint32_t declared : {std::uint32_t(stream.size() + 1), 100000U, 1U << 20}) {
            setBlock(file, Size, declared);
            QElapsedTimer timer;
            timer.start();
            const auto got = readDetailsOf(file);
            QVERIFY(!got);
            QCOMPARE(got.error().code, model::ErrorCode::Damaged);
            QVERIFY2(got.error().message.contains(QLatin1String("more than")),
                     qPrintable(got.error().message));
            QVERIFY(timer.elapsed() < 20000);
        }
    }

    void anyByteMayBeWrong()
    {
        std::vector<MpqWriteMember> members;
        members.emplace_back("replay.details", pattern(3000), MpqPacking::Bzip2);
        members.emplace_back("replay.initData", pattern(900), MpqPacking::Zlib);
        members.back().sectors = true;
        MpqWriteOptions options;
        options.sectorShift = 0;
        options.hashEntries = 4;
        const Bytes good = writeMpq(text("x"), members, options);
        int refused = 0;
        const auto tryAll = [&](const Bytes& file) {
            const auto archive = MpqArchive::open(file);
            if (!archive) {
                ++refused;
                return;
            }
            for (const std::string_view name : memberNames()) {
                const auto got = archive->read(name);
                QVERIFY(got || !got.error().message.isEmpty());
                refused += got ? 0 : 1;
            }
        };
        for (std::size_t i = 0; i < good.size(); ++i) {
            if (i == 64)
                i = 1000; // reserved bytes up to the archive
            Bytes bad = good;
            bad[i] ^= static_cast<std::byte>(1U << (i % 8));
            tryAll(bad);
            bad.resize(i);
            tryAll(bad);
        }
        QVERIFY(refused > 1000);
    }
};

} // namespace tst_sc2_archive

GHOSTLINE_TEST(tst_sc2_archive, TestSc2Archive)
#include "tst_sc2_archive.moc"
