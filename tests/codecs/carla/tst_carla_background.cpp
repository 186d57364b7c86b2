// SPDX-License-Identifier: GPL-3.0-or-later
// Indexing in the background: what is known before it ends, and how it ends.
#include "tests/codecs/carla/built_log.h"
#include "tests/codecs/carla/open_log.h"
#include "tests/support/same_state.h"
#include "tests/support/test_driver.h"

#include <QSignalSpy>

#include <sys/resource.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace tst_carla_background {

using namespace ghostline;
using namespace ghostline::carla;
using model::FrameNumber;
using test::BuiltLog;

namespace {

/// A slow disk: the opening thread gets on only slowly past the first blocks, any other waits at a gate
/// there.
class SlowSource final : public model::ByteSource
{
public:
    explicit SlowSource(QByteArray bytes)
        : m_inner(model::MemorySource::fromByteArray(bytes, QStringLiteral("slow.log")))
    {
    }
    model::Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out,
                                    std::stop_token stop) const override
    {
        const bool far = offset > (1U << 19);
        if (far && std::this_thread::get_id() == m_opener)
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
        while (far && std::this_thread::get_id() != m_opener && !m_open && !stop.stop_requested())
            std::this_thread::yield();
        if (stop.stop_requested())
            return model::fail(model::ErrorCode::Cancelled, QStringLiteral("cancelled"));
        if (std::this_thread::get_id() != m_opener)
            m_niceness = ::getpriority(PRIO_PROCESS, static_cast<id_t>(::syscall(SYS_gettid)));
        if (far && m_noMemory)
            throw std::bad_alloc();
        if (far && m_broken)
            return model::fail(model::ErrorCode::IoError, QStringLiteral("the disk is gone"));
        return m_inner->read(offset, out, stop);
    }
    std::uint64_t size() const override { return m_inner->size(); }
    model::Identity identity() const override { return m_inner->identity(); }
    model::Result<std::unique_ptr<model::ByteSource>> sibling(std::string_view name,
                                                              std::stop_token stop) const override
    {
        return m_inner->sibling(name, std::move(stop));
    }
    std::atomic<bool> m_open{false};
    std::atomic<bool> m_broken{false};
    std::atomic<bool> m_noMemory{false};
    mutable std::atomic<int> m_niceness{-100}; ///< of the thread that reads in the background

private:
    std::unique_ptr<model::MemorySource> m_inner;
    std::thread::id m_opener = std::this_thread::get_id();
};

} // namespace

class TestCarlaBackground : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void backgroundIndex();
    void backgroundEnds_data();
    void backgroundEnds();
};

void TestCarlaBackground::backgroundIndex()
{
    BuiltLog log;
    log.frames = 8000;
    auto slow = std::make_unique<SlowSource>(log.bytes());
    SlowSource* gate = slow.get();
    QVERIFY(gate->size() > (1U << 20));
    auto opened = CarlaCodec().open(std::move(slow), {});
    QVERIFY(opened);
    const auto source = std::move(*opened);
    const auto first = source->index();
    QVERIFY(!first->complete);
    QVERIFY(first->frames() > 0 && first->frames() < 8000);
    QVERIFY(first->progress > 0.0 && first->progress < 1.0);
    QCOMPARE(first->keyframes.range(first->keyframes.count() - 1).end, first->frames());
    // Places after the last frame shown are known to the segment before it already.
    const FrameNumber last = first->frames() - 1;
    const model::WorldState early = test::stateAt(*source, {last, 0.5});
    QVERIFY(!early.ids.empty());
    QSignalSpy changed(source.get(), &model::ReplaySource::changed);
    gate->m_open = true;
    const auto whole = source->waitComplete();
    QVERIFY(whole && (*whole)->complete);
    QCOMPARE((*whole)->frames(), 8000);
    // Indexing must not take time from the picture.
    QVERIFY(gate->m_niceness >= 10);
    QTRY_VERIFY(!changed.isEmpty());
    QCOMPARE(changed.back()[0].toULongLong(), static_cast<qulonglong>((*whole)->revision));
    // What the first revision said has not changed.
    QVERIFY(test::sameState(early, test::stateAt(*source, {last, 0.5})));
    for (int k = 0; k < first->keyframes.count(); ++k) {
        QCOMPARE((*whole)->keyframes[k].frame, first->keyframes[k].frame);
        QCOMPARE((*whole)->keyframes[k].offset, first->keyframes[k].offset);
    }
    QCOMPARE(first->frames(), last + 1);
}

void TestCarlaBackground::backgroundEnds_data()
{
    QTest::addColumn<bool>("broken");
    QTest::addColumn<bool>("noMemory");
    QTest::addColumn<QString>("said");
    QTest::newRow("closed while indexing") << false << false << QString();
    QTest::newRow("the source fails") << true << false << QStringLiteral("the disk is gone");
    QTest::newRow("memory runs out") << false << true << QStringLiteral("not enough memory");
}

void TestCarlaBackground::backgroundEnds()
{
    QFETCH(bool, broken);
    QFETCH(bool, noMemory);
    QFETCH(QString, said);
    BuiltLog log;
    log.frames = 8000;
    auto slow = std::make_unique<SlowSource>(log.bytes());
    SlowSource* gate = slow.get();
    auto opened = CarlaCodec().open(std::move(slow), {});
    QVERIFY(opened);
    std::stop_source stop;
    stop.request_stop();
    QVERIFY((*opened)->waitComplete(stop.get_token()).error().code == model::ErrorCode::Cancelled);
    if (!said.isEmpty()) {
        gate->m_broken = broken;
        gate->m_noMemory = noMemory;
        gate->m_open = true;
        const auto whole = (*opened)->waitComplete();
        QVERIFY(whole && (*whole)->lostData());
        QVERIFY((*whole)->diagnostics.front().message.contains(said));
        QVERIFY((*whole)->frames() > 0);
    }
    opened->reset(); // joins
}

} // namespace tst_carla_background

GHOSTLINE_TEST(tst_carla_background, TestCarlaBackground)
#include "tst_carla_background.moc"
