// SPDX-License-Identifier: GPL-3.0-or-later
// What grows with a recording, or with a tick, costs in proportion to it: a server waits for the recorder.
#include "codecs/recording/recorder/event_check.h"
#include "codecs/recording/recorder/kept_recording.h"
#include "codecs/recording/recorder/tick_builder.h"
#include "tests/support/test_driver.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <functional>

namespace tst_recording_recorder_large {

using namespace ghostline;
using namespace ghostline::recording;

namespace {

/// Takes anything and knows nobody.
class NoRecorder final : public Recorder
{
public:
    model::Result<void> tick(std::span<const Event> events) override
    {
        m_ticks += events.empty() ? 0 : 1;
        return {};
    }
    std::int32_t nextTick() const override { return m_ticks; }
    std::optional<glm::dvec3> decodedPosition(std::int32_t) const override { return std::nullopt; }
    bool nextTickIsAbsolute() const override { return false; }

private:
    std::int32_t m_ticks = 0;
};

constexpr int Few = 1000;
constexpr int Many = 16 * Few;

} // namespace

class TestRecordingRecorderLarge : public QObject
{
    Q_OBJECT

    /// How much longer `work` takes for sixteen times as many, at best: another program only adds to it.
    static double growth(const std::function<void(int)>& work)
    {
        double best = 1e9;
        for (int attempt = 0; attempt < 5; ++attempt) {
            QElapsedTimer timer;
            timer.start();
            for (int i = 0; i < 8; ++i)
                work(Few);
            const double few = static_cast<double>(std::max<qint64>(timer.nsecsElapsed(), 1)) / 8;
            timer.restart();
            work(Many);
            best = std::min(best, static_cast<double>(timer.nsecsElapsed()) / few);
        }
        return best;
    }
    // In proportion: 16, and somewhat more where memory no longer fits the cache. Each with each: 256.
    static constexpr double Most = 70;

private Q_SLOTS:
    void aTickOfManyEntities()
    {
        NoRecorder nowhere;
        std::size_t events = 0;
        const double grown = growth([&](int entities) {
            TickBuilder tick(nowhere);
            for (int i = 1; i <= entities; ++i)
                tick.spawn(i, "minecraft:stray", {});
            for (int i = 1; i <= entities; ++i)
                tick.move(i, {{1.0, 0.0, 0.0}, 0.0F, 0.0F});
            events = tick.events().size();
            QVERIFY(std::holds_alternative<DeltaMove>(tick.events().back()));
        });
        QCOMPARE(events, std::size_t{2 * Many});
        QVERIFY2(grown < Most, qPrintable(QString::number(grown)));
    }

    void theirCheck()
    {
        EventCheck check(Profile::H5);
        const World world;
        const double grown = growth([&](int entities) {
            std::vector<Event> events;
            events.reserve(2 * static_cast<std::size_t>(entities));
            for (int i = 1; i <= entities; ++i)
                events.emplace_back(SpawnEntity{i, {"minecraft:stray", -1}, {}});
            for (int i = 1; i <= entities; ++i)
                events.emplace_back(DeltaMove{i, {}, {}});
            QVERIFY(check.check(events, 0, world));
            events.pop_back();
            events.emplace_back(DestroyEntity{entities + 1});
            QVERIFY(!check.check(events, 0, world)); // forgot nothing, made up nobody
        });
        QVERIFY2(grown < Most, qPrintable(QString::number(grown)));
    }

    void manyReviewedFlags()
    {
        const double grown = growth([](int count) {
            std::vector<RecordedFlag> flags(static_cast<std::size_t>(count));
            for (RecordedFlag& flag : flags) {
                flag.tick = 7;
                flag.endTick = 7;
                flag.check = QStringLiteral("other");
                flag.reviewed = true;
            }
            flags.back().check = QStringLiteral("speed");
            const ReviewedFlags reviewed(flags);
            int found = 0;
            for (int i = 0; i < count; ++i)
                found += reviewed.contains(QStringLiteral("speed"), 7) ? 1 : 0;
            QCOMPARE(found, count);
        });
        QVERIFY2(grown < Most, qPrintable(QString::number(grown)));
    }
};

} // namespace tst_recording_recorder_large

GHOSTLINE_TEST(tst_recording_recorder_large, TestRecordingRecorderLarge)
#include "tst_recording_recorder_large.moc"
