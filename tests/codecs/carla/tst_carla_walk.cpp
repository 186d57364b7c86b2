// SPDX-License-Identifier: GPL-3.0-or-later
// A walk that reads ahead in a second thread finds the very packets of one that does not.
#include "codecs/carla/format/packet_reader.h"
#include "model/bytes/byte_sources.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <random>

namespace tst_carla_walk {

using namespace ghostline;
using carla::Packet;
using carla::PacketReader;
using model::ErrorCode;

namespace {

constexpr std::size_t Block = 4096;
constexpr std::uint64_t Everything = UINT64_MAX;

void putPacket(QByteArray& out, std::uint8_t id, std::uint32_t size, std::mt19937& random)
{
    out.append(static_cast<char>(id));
    for (int shift = 0; shift < 32; shift += 8)
        out.append(static_cast<char>((size >> shift) & 0xFF));
    for (std::uint32_t i = 0; i < size; ++i)
        out.append(static_cast<char>(random() & 0xFF));
}

/// Many small packets, some larger than a block or several; a part of them of an id that is skipped.
QByteArray manyPackets(std::uint32_t seed, std::uint32_t largest)
{
    std::mt19937 random(seed);
    QByteArray out;
    while (out.size() < 1'500'000) {
        const auto size = static_cast<std::uint32_t>(random() % (random() % 20 == 0 ? largest : 300));
        putPacket(out, random() % 3 == 0 ? 200 : 8, size + 2, random);
    }
    return out;
}

/// Fails wherever a read touches one place.
class BadPlace final : public model::ByteSource
{
public:
    BadPlace(QByteArray bytes, std::uint64_t place)
        : m_bytes(model::MemorySource::fromByteArray(bytes, QStringLiteral("bad"))), m_place(place)
    {
    }
    model::Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out,
                                    std::stop_token stop) const override
    {
        if (m_place >= offset && m_place < offset + out.size())
            return model::fail(ErrorCode::IoError, QStringLiteral("bad place"), {.offset = m_place});
        return m_bytes->read(offset, out, std::move(stop));
    }
    std::uint64_t size() const override { return m_bytes->size(); }
    model::Identity identity() const override { return m_bytes->identity(); }
    model::Result<std::unique_ptr<ByteSource>> sibling(std::string_view name,
                                                       std::stop_token stop) const override
    {
        return m_bytes->sibling(name, std::move(stop));
    }

private:
    std::unique_ptr<model::MemorySource> m_bytes;
    std::uint64_t m_place;
};

} // namespace

class TestCarlaWalk : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void samePackets_data();
    void samePackets();
    void badPlace();
    void cancelledAndGoneOn();
};

void TestCarlaWalk::samePackets_data()
{
    QTest::addColumn<quint32>("largest");
    QTest::addColumn<int>("cut");
    for (const quint32 largest : {300U, 4096U, 30'000U, 200'000U}) {
        for (const int cut : {0, 1, 150'000})
            QTest::addRow("up to %u bytes, %d cut off", largest, cut) << largest << cut;
    }
}

void TestCarlaWalk::samePackets()
{
    QFETCH(quint32, largest);
    QFETCH(int, cut);
    QByteArray bytes = manyPackets(largest, largest);
    bytes.chop(cut);
    const auto source = model::MemorySource::fromByteArray(bytes, QStringLiteral("walk"));
    PacketReader plain(*source, 0, {}, Everything, Block);
    PacketReader ahead(*source, 0, {}, Everything, Block, PacketReader::Ahead::Yes);
    Packet one;
    Packet other;
    for (bool more = true; more;) {
        const auto first = plain.next(one);
        const auto second = ahead.next(other);
        QVERIFY(first && second);
        QCOMPARE(*second, *first);
        more = *first;
        if (!more)
            break;
        QCOMPARE(other.offset, one.offset);
        QCOMPARE(other.id, one.id);
        QCOMPARE(other.size, one.size);
        QVERIFY(std::ranges::equal(other.data, one.data));
    }
    QCOMPARE(ahead.walkEnd(), plain.walkEnd());
    QCOMPARE(ahead.offset(), plain.offset());
    QCOMPARE(plain.walkEnd() == carla::WalkEnd::EndOfFile, cut == 0);
}

void TestCarlaWalk::badPlace()
{
    constexpr std::uint64_t place = 777'777;
    const BadPlace source(manyPackets(1, 300), place);
    PacketReader walk(source, 0, {}, Everything, Block, PacketReader::Ahead::Yes);
    Packet packet;
    auto more = walk.next(packet);
    while (more && *more)
        more = walk.next(packet);
    QVERIFY(!more);
    QCOMPARE(more.error().code, ErrorCode::IoError);
    QCOMPARE(more.error().where.offset.value_or(0), place);
    // No more is lost than without reading ahead: less than a block.
    QVERIFY(walk.offset() <= place && walk.offset() + Block > place);
}

void TestCarlaWalk::cancelledAndGoneOn()
{
    const QByteArray bytes = manyPackets(2, 30'000);
    const auto source = model::MemorySource::fromByteArray(bytes, QStringLiteral("walk"));
    PacketReader walk(*source, 0, {}, Everything, Block, PacketReader::Ahead::Yes);
    std::stop_source stop;
    stop.request_stop();
    Packet packet;
    int cancelled = 0;
    std::uint64_t end = 0;
    while (true) {
        auto more = walk.next(packet, stop.get_token());
        if (!more) {
            QCOMPARE(more.error().code, ErrorCode::Cancelled);
            ++cancelled;
            more = walk.next(packet);
        }
        QVERIFY(more);
        if (!*more)
            break;
        QCOMPARE(packet.offset, end);
        end = packet.end();
    }
    QVERIFY(cancelled > 10);
    QCOMPARE(end, static_cast<std::uint64_t>(bytes.size()));
}

} // namespace tst_carla_walk

GHOSTLINE_TEST(tst_carla_walk, TestCarlaWalk)
#include "tst_carla_walk.moc"
