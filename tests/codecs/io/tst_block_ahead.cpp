// SPDX-License-Identifier: GPL-3.0-or-later
// Reading ahead gives the bytes of the source, in order, whatever happens to the source meanwhile.
#include "codecs/io/block_ahead.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <atomic>

namespace tst_block_ahead {

using namespace ghostline;
using io::BlockAhead;
using model::ErrorCode;

namespace {

constexpr std::size_t Block = 64;

std::byte byteAt(std::uint64_t offset) { return static_cast<std::byte>((offset * 7 + offset / 251) & 0xFF); }

/// Grows, shrinks, fails and hangs as it is told.
class MovingSource final : public model::ByteSource
{
public:
    explicit MovingSource(std::uint64_t size) : m_size(size) {}

    model::Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out,
                                    std::stop_token stop) const override
    {
        ++reads;
        if (offset + out.size() > hangAt) {
            std::unique_lock lock(m_mutex);
            ++hanging;
            const bool freed = m_freed.wait(lock, stop, [this] { return hangAt == UINT64_MAX; });
            --hanging;
            if (!freed)
                return model::fail(ErrorCode::Cancelled, QStringLiteral("cancelled"));
        }
        if (failAt >= offset && failAt < offset + out.size())
            return model::fail(ErrorCode::IoError, QStringLiteral("bad place"), {.offset = failAt.load()});
        const std::uint64_t now = m_size;
        const auto size = std::min<std::uint64_t>(out.size(), now > offset ? now - offset : 0);
        for (std::uint64_t i = 0; i < size; ++i)
            out[i] = byteAt(offset + i);
        std::uint64_t end = offset + size;
        for (std::uint64_t last = furthest; last < end && !furthest.compare_exchange_weak(last, end);) {
        }
        return static_cast<std::size_t>(size);
    }
    std::uint64_t size() const override { return m_size; }
    model::Identity identity() const override { return {}; }
    model::Result<std::unique_ptr<ByteSource>> sibling(std::string_view, std::stop_token) const override
    {
        return model::fail(ErrorCode::NotFound, QStringLiteral("none"));
    }
    void resize(std::uint64_t size) { m_size = size; }
    void free()
    {
        {
            const std::scoped_lock lock(m_mutex);
            hangAt = UINT64_MAX;
        }
        m_freed.notify_all();
    }

    std::atomic<std::uint64_t> failAt{UINT64_MAX};
    std::atomic<std::uint64_t> hangAt{UINT64_MAX};
    mutable std::atomic<int> reads{0};
    mutable std::atomic<int> hanging{0};
    mutable std::atomic<std::uint64_t> furthest{0};

private:
    std::atomic<std::uint64_t> m_size;
    mutable std::mutex m_mutex;
    mutable std::condition_variable_any m_freed;
};

/// Whether `data` is what the source holds from `offset` on.
bool isSource(std::span<const std::byte> data, std::uint64_t offset)
{
    for (std::size_t i = 0; i < data.size(); ++i) {
        if (data[i] != byteAt(offset + i))
            return false;
    }
    return true;
}

} // namespace

class TestBlockAhead : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void order_data();
    void order();
    void boundedAndLazy();
    void shrinksAndGrows();
    void errorInTheMiddle();
    void elsewhere();
    void keptTooMuch();
    void cancelWhileWaiting();
    void destroyedWhileReading();
    void destroyedAtAnyMoment();
};

void TestBlockAhead::order_data()
{
    QTest::addColumn<bool>("thread");
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("kept");
    for (const bool thread : {true, false}) {
        for (const int size : {0, 1, 63, 64, 65, 6407, 64000}) {
            for (const int kept : {0, 1, 64})
                QTest::addRow("%s, %d bytes, %d kept", thread ? "thread" : "direct", size, kept)
                    << thread << size << kept;
        }
    }
}

void TestBlockAhead::order()
{
    QFETCH(bool, thread);
    QFETCH(int, size);
    QFETCH(int, kept);
    const MovingSource source(static_cast<std::uint64_t>(size) + 100); // the end given is what counts
    BlockAhead ahead(source, static_cast<std::uint64_t>(size), Block,
                     thread ? BlockAhead::Mode::Thread : BlockAhead::Mode::Direct);
    std::uint64_t at = 0;
    std::span<const std::byte> before;
    while (true) {
        const auto keep = before.last(std::min(before.size(), static_cast<std::size_t>(kept)));
        const std::size_t front = keep.size();
        const auto got = ahead.read(at, keep);
        QVERIFY(got);
        QVERIFY(isSource(*got, at - front));
        QVERIFY(got->size() >= front);
        const std::size_t fresh = got->size() - front;
        QCOMPARE(fresh, std::min<std::size_t>(Block, static_cast<std::size_t>(size) - at));
        if (fresh == 0)
            break;
        at += fresh;
        before = *got;
    }
    QCOMPARE(at, static_cast<std::uint64_t>(size));
}

void TestBlockAhead::boundedAndLazy()
{
    const MovingSource source(100 * Block);
    BlockAhead ahead(source, source.size(), Block);
    QCOMPARE(source.reads.load(), 0);
    for (std::uint64_t i = 0; i < 50; ++i) {
        QVERIFY(ahead.read(i * Block, {}));
        QTRY_COMPARE_WITH_TIMEOUT(source.furthest.load(), (i + 3) * Block, 5000);
    }
    QCOMPARE(source.reads.load(), 52);
}

void TestBlockAhead::shrinksAndGrows()
{
    MovingSource source(10 * Block);
    BlockAhead ahead(source, 20 * Block, Block);
    QVERIFY(ahead.read(0, {}));
    QTRY_COMPARE_WITH_TIMEOUT(source.reads.load(), 3, 5000);
    source.resize(4 * Block + 10);
    for (std::uint64_t i = 1; i < 4; ++i) {
        const auto got = ahead.read(i * Block, {});
        QVERIFY(got && got->size() == Block && isSource(*got, i * Block));
    }
    const auto last = ahead.read(4 * Block, {});
    QVERIFY(last && last->size() == 10 && isSource(*last, 4 * Block));
    for (int again = 0; again < 2; ++again) {
        const auto none = ahead.read(4 * Block + 10, {});
        QVERIFY(none && none->empty());
    }
    source.resize(30 * Block);
    const auto more = ahead.read(4 * Block + 10, {});
    QVERIFY(more && more->size() == Block && isSource(*more, 4 * Block + 10));
}

void TestBlockAhead::errorInTheMiddle()
{
    MovingSource source(20 * Block);
    source.failAt = 5 * Block + 3;
    BlockAhead ahead(source, source.size(), Block);
    for (std::uint64_t i = 0; i < 4; ++i)
        QVERIFY(ahead.read(i * Block, {}));
    const auto before = ahead.read(4 * Block, {});
    QVERIFY(before);
    for (int again = 0; again < 2; ++again) {
        const auto failed = ahead.read(5 * Block, {});
        QVERIFY(!failed);
        QCOMPARE(failed.error().code, ErrorCode::IoError);
        QCOMPARE(failed.error().where.offset.value_or(0), 5 * Block + 3);
    }
    QVERIFY(isSource(*before, 4 * Block)); // still there, and can be kept
    source.failAt = UINT64_MAX;
    const auto after = ahead.read(5 * Block, before->last(7));
    QVERIFY(after && after->size() == Block + 7 && isSource(*after, 5 * Block - 7));
}

void TestBlockAhead::elsewhere()
{
    const MovingSource source(1000 * Block);
    BlockAhead ahead(source, source.size(), Block);
    const auto within = [](std::uint64_t block, std::uint64_t more) { return block * Block + more; };
    for (const std::uint64_t at :
         {within(3, 0), within(4, 5), within(5, 63), within(6, 0), within(500, 9), within(501, 9),
          within(2, 1), within(2, 1), within(3, 0), within(999, 63)}) {
        const auto got = ahead.read(at, {});
        QVERIFY(got && !got->empty() && got->size() <= Block);
        QVERIFY(isSource(*got, at));
    }
    const auto past = ahead.read(1000 * Block + 5, {});
    QVERIFY(past && past->empty());
}

void TestBlockAhead::keptTooMuch()
{
    const MovingSource source(10 * Block);
    BlockAhead ahead(source, source.size(), Block);
    QCOMPARE(ahead.mostKept(), Block);
    const std::vector<std::byte> kept(Block + 1);
    const auto got = ahead.read(Block + 1, kept);
    QVERIFY(!got);
    QCOMPARE(got.error().code, ErrorCode::InvalidArgument);
}

void TestBlockAhead::cancelWhileWaiting()
{
    MovingSource source(20 * Block);
    source.hangAt = 5 * Block;
    BlockAhead ahead(source, source.size(), Block);
    for (std::uint64_t i = 0; i < 5; ++i)
        QVERIFY(ahead.read(i * Block, {}));
    QTRY_COMPARE_WITH_TIMEOUT(source.hanging.load(), 1, 5000);
    std::stop_source stop;
    std::atomic<bool> asked{false};
    std::jthread canceller([&] {
        while (!asked)
            std::this_thread::yield();
        stop.request_stop();
    });
    asked = true;
    const auto cancelled = ahead.read(5 * Block, {}, stop.get_token());
    QVERIFY(!cancelled);
    QCOMPARE(cancelled.error().code, ErrorCode::Cancelled);
    source.free();
    const auto got = ahead.read(5 * Block, {});
    QVERIFY(got && got->size() == Block && isSource(*got, 5 * Block));
}

void TestBlockAhead::destroyedWhileReading()
{
    MovingSource source(20 * Block);
    source.hangAt = 2 * Block;
    {
        BlockAhead ahead(source, source.size(), Block);
        QVERIFY(ahead.read(0, {}));
        QTRY_COMPARE_WITH_TIMEOUT(source.hanging.load(), 1, 5000);
    }
    QCOMPARE(source.hanging.load(), 0);
}

void TestBlockAhead::destroyedAtAnyMoment()
{
    const MovingSource source(100 * Block);
    for (std::uint64_t round = 0; round < 300; ++round) {
        BlockAhead ahead(source, source.size(), Block);
        for (std::uint64_t i = 0; i < round % 12; ++i) {
            const std::uint64_t at = round % 3 == 0 ? (i * 37 % 100) * Block : i * Block;
            const auto got = ahead.read(at, {});
            QVERIFY(got && isSource(*got, at));
        }
    }
}

} // namespace tst_block_ahead

GHOSTLINE_TEST(tst_block_ahead, TestBlockAhead)
#include "tst_block_ahead.moc"
