// SPDX-License-Identifier: GPL-3.0-or-later
// A file with one thing wrong: it still opens, and the damage is named where it is.
#include "codecs/ironcurtain/write/finaliser.h"
#include "tests/codecs/ironcurtain/made_match.h"
#include "tests/support/test_driver.h"

#include <QTemporaryDir>

namespace tst_icrep_file {

using namespace ghostline;
using namespace ghostline::test;
using namespace Qt::StringLiterals;
using namespace ghostline::ironcurtain;

namespace {

using File = std::shared_ptr<const ReplayFile>;

template<typename T>
void put(Bytes& bytes, std::uint64_t offset, T value)
{
    std::memcpy(bytes.data() + offset, &value, sizeof value);
}

/// "section offset", with a "?" behind it where nothing is lost; all sections walked.
QStringList told(const File& file)
{
    for (const ChunkKind kind : {ChunkKind::Orders, ChunkKind::Events, ChunkKind::Voice}) {
        const auto chunks = file->chunks(kind, {});
        if (!chunks)
            return {chunks.error().message};
    }
    QStringList out;
    for (const Damage& damage : file->damages())
        out << u"%1 %2%3"_s.arg(sectionName(damage.section))
                   .arg(damage.offset)
                   .arg(damage.lost ? QString() : u"?"_s);
    return out;
}

/// Zeros behind the end of what it is given, up to any size.
class WideSource final : public model::ByteSource
{
public:
    WideSource(Bytes bytes, std::uint64_t at, Bytes far, std::uint64_t size)
        : m_bytes(std::move(bytes)), m_at(at), m_far(std::move(far)), m_size(size)
    {
    }
    model::Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out,
                                    std::stop_token) const override
    {
        const auto size =
            offset < m_size ? std::size_t(std::min<std::uint64_t>(out.size(), m_size - offset)) : 0;
        for (std::size_t i = 0; i < size; ++i) {
            const std::uint64_t at = offset + i;
            if (at < m_bytes.size())
                out[i] = m_bytes[std::size_t(at)];
            else
                out[i] =
                    at >= m_at && at - m_at < m_far.size() ? m_far[std::size_t(at - m_at)] : std::byte{0};
        }
        return size;
    }
    std::uint64_t size() const override { return m_size; }
    model::Identity identity() const override { return {}; }
    model::Result<std::unique_ptr<model::ByteSource>> sibling(std::string_view,
                                                              std::stop_token) const override
    {
        return model::fail(model::ErrorCode::NotFound, u"alone"_s);
    }

private:
    Bytes m_bytes;
    std::uint64_t m_at;
    Bytes m_far;
    std::uint64_t m_size;
};

} // namespace

class TestIcrepFile : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    Bytes m_journal;
    Bytes m_whole;
    Header m_header;
    std::vector<KeyframeEntry> m_keyframes;
    std::vector<ChunkEntry> m_orders;

    std::uint64_t indexEntry(std::size_t i) const { return m_header.keyframes.offset + 8 + 21 * i; }

private Q_SLOTS:
    void initTestCase()
    {
        MadeMatch match;
        match.last = match.signedTo = 600;
        match.settings.keyframeEvery = 100;
        match.settings.fullEvery = 3;
        match.settings.signEvery = 100;
        QVERIFY(!recordMade(match, m_folder.filePath(u"j"_s)));
        FinaliseRequest request;
        request.path = m_folder.filePath(u"f"_s);
        QVERIFY(finalise(*openPath(m_folder.filePath(u"j"_s)), request, {}));
        m_journal = fileBytes(m_folder.filePath(u"j"_s));
        m_whole = fileBytes(request.path);
        const File file = openBytes(m_whole);
        QCOMPARE(told(file), QStringList());
        m_header = file->header();
        m_keyframes.assign(file->keyframes().begin(), file->keyframes().end());
        const auto orders = file->chunks(ChunkKind::Orders, {});
        m_orders.assign(orders->begin(), orders->end());
        QCOMPARE(m_keyframes.size(), std::size_t{7});
        QCOMPARE(m_orders.size(), std::size_t{3});
    }

    void oneThingIsWrong_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QStringList>("damages");
        QTest::addColumn<int>("keyframes");
        QTest::addColumn<int>("orders");
        const auto row = [](const char* name, const QStringList& damages, int keyframes = 7, int orders = 3) {
            QTest::newRow(name) << QString::fromLatin1(name) << damages << keyframes << orders;
        };
        const auto at = [](const char* section, std::uint64_t offset) {
            return u"%1 %2"_s.arg(QLatin1String(section)).arg(offset);
        };
        const std::uint64_t index = m_header.keyframes.offset;
        row("reserved flags", {u"header 7?"_s});
        row("events absent", {u"events 0"_s});
        row("voice outside", {at("voice", m_whole.size() + 1)});
        row("voice overlaps", {at("voice", m_header.orders.offset), at("voice", m_header.orders.offset)});
        row("metadata broken", {at("metadata", m_header.metadata.offset)});
        row("metadata absent", {u"metadata 0"_s});
        row("other total in metadata", {at("metadata", m_header.metadata.offset) + u"?"_s});
        row("total below the last keyframe",
            {at("metadata", m_header.metadata.offset) + u"?"_s, u"header 48?"_s});
        row("count too large", {at("keyframes", index), at("keyframes", index)}, 0);
        row("a tick twice", {at("keyframes", m_keyframes[3].offset)}, 6);
        row("a tick ahead", {at("keyframes", m_keyframes[3].offset)}, 6);
        row("a tick beyond all", {at("keyframes", m_keyframes[6].offset)}, 6);
        row("neither full nor delta", {at("keyframes", indexEntry(4))}, 6);
        row("first not full", {at("keyframes", m_keyframes[0].offset)});
        row("blob outside", {at("keyframes", m_keyframes[2].offset + 50'000'000)});
        row("orders flipped", {at("orders", m_orders[1].offset), at("orders", m_header.orders.offset)}, 7, 2);
        row("orders' length flipped",
            {at("orders", m_orders[1].offset), at("orders", m_header.orders.offset)}, 7, 2);
    }
    void oneThingIsWrong()
    {
        QFETCH(QString, what);
        QFETCH(QStringList, damages);
        QFETCH(int, keyframes);
        QFETCH(int, orders);
        Bytes bytes = m_whole;
        const auto json = std::string_view(reinterpret_cast<const char*>(m_whole.data()), m_whole.size());
        if (what == u"reserved flags"_s)
            bytes[7] |= std::byte{4};
        else if (what == u"events absent"_s)
            put(bytes, 32, std::uint32_t{0});
        else if (what == u"voice outside"_s)
            put(bytes, 88, std::uint32_t(m_whole.size() + 1));
        else if (what == u"voice overlaps"_s)
            put(bytes, 88, m_header.orders.offset);
        else if (what == u"metadata broken"_s)
            bytes[m_header.metadata.offset] = std::byte{'['};
        else if (what == u"metadata absent"_s)
            put(bytes, 8, std::uint32_t{0});
        else if (what == u"other total in metadata"_s)
            bytes[json.find("\"total_ticks\":600") + 14] = std::byte{'7'};
        else if (what == u"total below the last keyframe"_s)
            put(bytes, 48, std::uint64_t{450});
        else if (what == u"count too large"_s)
            put(bytes, m_header.keyframes.offset, std::uint64_t{1} << 61);
        else if (what == u"a tick twice"_s)
            put(bytes, indexEntry(3), std::uint64_t{200});
        else if (what == u"a tick ahead"_s)
            put(bytes, indexEntry(3), std::uint64_t{5000});
        else if (what == u"a tick beyond all"_s)
            put(bytes, indexEntry(6), std::uint64_t{1} << 50);
        else if (what == u"neither full nor delta"_s)
            bytes[indexEntry(4) + 20] = std::byte{2};
        else if (what == u"first not full"_s)
            bytes[indexEntry(0) + 20] = std::byte{0};
        else if (what == u"blob outside"_s)
            put(bytes, indexEntry(2) + 8,
                std::uint32_t(m_keyframes[2].offset + 50'000'000 - indexEntry(m_keyframes.size())));
        else if (what == u"orders flipped"_s)
            bytes[m_orders[1].offset + 1] ^= std::byte{1};
        else if (what == u"orders' length flipped"_s)
            bytes[m_orders[1].offset + 4] ^= std::byte{1};
        const File file = openBytes(bytes);
        QVERIFY(file);
        QCOMPARE(told(file), damages);
        QCOMPARE(int(file->keyframes().size()), keyframes);
        QCOMPARE(int(file->chunks(ChunkKind::Orders, {})->size()), orders);
        QCOMPARE(file->lastTick(), SimTick{600});
    }

    void aFlippedPayloadIsToldWhenItIsRead()
    {
        Bytes bytes = m_whole;
        bytes[m_orders[1].offset + 40] ^= std::byte{1};
        const File file = openBytes(bytes);
        const auto chunks = file->chunks(ChunkKind::Orders, {});
        QCOMPARE(chunks->size(), std::size_t{3}); // by their heads
        QVERIFY(file->damages().empty());
        for (int i = 0; i < 2; ++i) {
            const auto payload = file->payload((*chunks)[1], {});
            QVERIFY(!payload);
            QCOMPARE(payload.error().where.offset, std::optional(m_orders[1].offset));
        }
        QCOMPARE(told(file), QStringList{u"orders %1"_s.arg(m_orders[1].offset)});
        QCOMPARE(file->damages().front().first, std::optional(m_orders[1].firstTick));
    }

    void aFlippedKeyframeIsToldByItsOffset()
    {
        Bytes bytes = m_whole;
        put(bytes, m_keyframes[2].offset, m_keyframes[2].uncompressed + 1);
        const auto raw = openBytes(bytes)->keyframe(2, {});
        QVERIFY(!raw);
        QCOMPARE(raw.error().where.offset, std::optional(m_keyframes[2].offset));
        QCOMPARE(raw.error().where.frame, std::optional<std::int64_t>(200));
        put(bytes, m_keyframes[2].offset, std::uint32_t{0xFFFF'FFFF});
        put(bytes, indexEntry(2) + 16, std::uint32_t{0xFFFF'FFFF});
        QCOMPARE(openBytes(bytes)->keyframe(2, {}).error().code, model::ErrorCode::LimitExceeded);
    }

    void aJournalFindsItsWay_data()
    {
        QTest::addColumn<bool>("length");
        QTest::newRow("payload") << false;
        QTest::newRow("length") << true;
    }
    void aJournalFindsItsWay()
    {
        QFETCH(bool, length);
        const File whole = openBytes(m_journal);
        const auto keyframes = whole->chunks(ChunkKind::Keyframe, {});
        const ChunkEntry broken = (*keyframes)[3];
        Bytes bytes = m_journal;
        bytes[broken.offset + (length ? 5 : 60)] ^= std::byte{8};
        const File file = openBytes(bytes);
        QVERIFY(file);
        QCOMPARE(told(file), QStringList{u"journal %1"_s.arg(broken.offset)});
        QCOMPARE(file->keyframes().size(), whole->keyframes().size() - 1);
        QCOMPARE(file->keyframeOf(300), -1);
        for (const ChunkKind kind :
             {ChunkKind::Orders, ChunkKind::Events, ChunkKind::Voice, ChunkKind::Signatures})
            QCOMPARE(file->chunks(kind, {})->size(), whole->chunks(kind, {})->size());
    }

    void everyCutOfAJournalOpensOrSaysWhy()
    {
        std::size_t opened = 0;
        for (std::size_t size = 0; size < m_journal.size(); size += size < 800 ? 1 : 23) {
            const auto file =
                ReplayFile::open(std::make_unique<model::MemorySource>(
                                     Bytes(m_journal.begin(), m_journal.begin() + std::ptrdiff_t(size))),
                                 {}, {});
            if (!file) {
                QVERIFY(!file.error().message.isEmpty());
                continue;
            }
            ++opened;
            for (const KeyframeEntry& entry : (*file)->keyframes())
                QVERIFY((*file)->keyframe((*file)->keyframeOf(entry.tick), {}));
        }
        QVERIFY(opened > 100);
    }

    void openingAJournalCanBeCancelled()
    {
        Bytes bytes = m_journal;
        const Bytes talk(std::size_t{3} << 20);
        for (int i = 0; i < 3; ++i)
            appendChunk(bytes, ChunkKind::Voice, talk);
        std::vector<double> steps;
        const auto open = [&](double until) {
            return ReplayFile::open(std::make_unique<model::MemorySource>(bytes),
                                    [&steps, until](double done) {
                                        steps.push_back(done);
                                        return done < until;
                                    },
                                    {});
        };
        QVERIFY(open(2.0));
        QVERIFY(!steps.empty());
        QVERIFY(std::is_sorted(steps.begin(), steps.end()));
        const auto cancelled = open(0.0);
        QVERIFY(!cancelled);
        QCOMPARE(cancelled.error().code, model::ErrorCode::Cancelled);
    }

    void sectionsReachAcrossFourGigabytes()
    {
        // The keyframes begin just below 4 GiB and end above.
        Bytes bytes(m_whole.begin(), m_whole.begin() + m_header.orders.offset);
        const Bytes keyframes(m_whole.begin() + m_header.keyframes.offset,
                              m_whole.begin() + m_header.keyframes.offset + m_header.keyframes.length);
        constexpr std::uint32_t Far = 0xFFFF'FF80;
        put(bytes, 24, Far);
        bytes[7] = std::byte{0};
        put(bytes, 20, std::uint32_t{0}); // no orders
        const std::uint64_t size = std::uint64_t{Far} + keyframes.size() + 1000;
        const auto file = ReplayFile::open(std::make_unique<WideSource>(bytes, Far, keyframes, size), {}, {});
        QVERIFY2(file, file ? "" : qPrintable(file.error().message));
        QCOMPARE((*file)->keyframes().size(), std::size_t{7});
        QVERIFY((*file)->keyframes()[6].offset > std::uint64_t{1} << 32);
        for (int i = 0; i < 7; ++i)
            QVERIFY((*file)->keyframe(i, {}).value() == openBytes(m_whole)->keyframe(i, {}).value());
    }

    void notAReplayIsRefused()
    {
        for (const Bytes& bytes : {Bytes(), Bytes(50), Bytes(5000)}) {
            const auto file = ReplayFile::open(std::make_unique<model::MemorySource>(bytes), {}, {});
            QVERIFY(!file);
            QCOMPARE(file.error().code, model::ErrorCode::Damaged);
        }
        // A header and metadata, and nothing behind them.
        const Bytes bare(m_journal.begin(), m_journal.begin() + m_header.metadata.offset + 300);
        QVERIFY(!ReplayFile::open(std::make_unique<model::MemorySource>(bare), {}, {}));
    }
};

} // namespace tst_icrep_file

GHOSTLINE_TEST(tst_icrep_file, TestIcrepFile)
#include "tst_icrep_file.moc"
