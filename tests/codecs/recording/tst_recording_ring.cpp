// SPDX-License-Identifier: GPL-3.0-or-later
// The ring: it covers its window, keeps to its bytes, saves what led to a trigger and what followed, and
// loses nothing by saving.
#include "codecs/recording/recorder/ring_recorder.h"
#include "tests/codecs/recording/recorder_script.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

namespace tst_recording_ring {

using namespace ghostline;
using namespace ghostline::recording;
using namespace ghostline::test;

namespace {

constexpr std::int64_t Start = 1'786'000'000'000;

RecorderHead headOf(Profile profile)
{
    RecorderHead head;
    head.profile = profile;
    head.startMs = Start;
    head.dataVersion = 4903;
    head.playerName = QStringLiteral("Runner");
    return head;
}

RingOptions smallRing()
{
    RingOptions options;
    options.windowTicks = 600;
    options.tailTicks = 100;
    options.chunkTicks = 50;
    return options;
}

/// Ticks of noise: chat that does not compress.
model::Result<void> recordNoise(RingRecorder& ring, int ticks, std::size_t bytesPerTick)
{
    TickBuilder tick(ring);
    for (int i = 0; i < ticks; ++i) {
        std::uint64_t state = static_cast<std::uint64_t>(ring.nextTick()) + 1;
        std::string text;
        while (text.size() < bytesPerTick) {
            state = state * 6364136223846793005ULL + 1442695040888963407ULL;
            text += static_cast<char>('!' + (state >> 33) % 90);
        }
        tick.move(0, RecorderScript::place(ring.nextTick()));
        tick.chat(0, text);
        if (auto done = tick.commit(); !done)
            return done;
    }
    return {};
}

} // namespace

class TestRecordingRing : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;
    int m_files = 0;
    QString newFile() { return m_dir.filePath(QStringLiteral("%1.hcrp").arg(m_files++)); }
    static Profile profile()
    {
        QFETCH_GLOBAL(int, profile);
        return static_cast<Profile>(profile);
    }

private Q_SLOTS:
    void initTestCase_data()
    {
        QTest::addColumn<int>("profile");
        QTest::newRow("h5") << static_cast<int>(Profile::H5);
        QTest::newRow("s1") << static_cast<int>(Profile::S1);
    }

    void coversItsWindowAndNotMuchMore()
    {
        auto ring = RingRecorder::create(headOf(profile()), smallRing());
        QVERIFY(ring);
        QCOMPARE(ring->coveredTicks(), 0);
        QVERIFY(!ring->trigger(newFile(), QStringLiteral("too early")));
        for (int end = 1; end < 3000; end += 37) {
            QVERIFY(recordScript(*ring, end));
            QVERIFY(ring->coveredTicks() >= std::min(end, 600));
            QVERIFY(ring->coveredTicks() < 600 + 50 + 1);
        }
    }

    void savesWhatLedToItAndWhatFollowed()
    {
        std::vector<RingSave> saves;
        auto ring = RingRecorder::create(headOf(profile()), smallRing(),
                                         [&](const RingSave& save, const model::Result<void>& result) {
                                             QVERIFY(result);
                                             saves.push_back(save);
                                         });
        QVERIFY(ring);
        QVERIFY(recordScript(*ring, 2025));
        const QString path = newFile();
        QCOMPARE(ring->trigger(path, QStringLiteral("reported")).value_or(-1), 1);
        QVERIFY(recordScript(*ring, 2124));
        QVERIFY(!QFile::exists(path));
        QVERIFY(recordScript(*ring, 2125));
        QVERIFY(QFile::exists(path));
        QCOMPARE(ring->pending(), 0);
        QCOMPARE(saves.size(), std::size_t{1});
        QVERIFY(saves[0].originTick <= 2025 - 600);
        QCOMPARE(saves[0].originTick + saves[0].ticks, 2125);

        const auto played = playRecording(path);
        QVERIFY2(played, played ? "" : qPrintable(played.error().message));
        QCOMPARE(static_cast<int>(played->player.size()), saves[0].ticks);
        QCOMPARE(scriptDiffers(*played, saves[0].ticks, saves[0].originTick), QString());
        QCOMPARE(blocksOf(played->world), scriptBlocks(2125));
        const FileDescription& known = played->known;
        QCOMPARE(known.header.startMs, Start + 50 * saves[0].originTick);
        QCOMPARE(known.chunks.front().startTick, 0);
        QVERIFY(known.chunks.front().hasSnapshot());
        QVERIFY(known.metadata.ring);
        QCOMPARE(known.metadata.ring->originTick, saves[0].originTick);
        QCOMPARE(known.metadata.ring->reason, QStringLiteral("reported"));
        // A tick of the file: the last there was when somebody asked.
        QCOMPARE(saves[0].triggerTick, 2024);
        QCOMPARE(known.metadata.ring->trigger, 2024 - saves[0].originTick);
        // Accusations keep their place: 1477, 1688, 1899, 2110 of the ring.
        QVERIFY(!known.metadata.flags.empty());
        QCOMPARE((known.metadata.flags.front().tick + saves[0].originTick) % 211, 0);
        QCOMPARE(QDir(m_dir.path()).entryList({QStringLiteral(".*")}, QDir::Files | QDir::Hidden),
                 QStringList());
    }

    void twoTriggersBothGetTheirEvidence()
    {
        std::vector<RingSave> saves;
        auto ring = RingRecorder::create(
            headOf(profile()), smallRing(),
            [&](const RingSave& save, const model::Result<void>&) { saves.push_back(save); });
        QVERIFY(ring);
        QVERIFY(recordScript(*ring, 1500));
        const QString first = newFile();
        const QString second = newFile();
        QVERIFY(ring->trigger(first, QStringLiteral("one")));
        QVERIFY(recordScript(*ring, 1560));
        QVERIFY(ring->trigger(second, QStringLiteral("two")));
        QVERIFY(ring->coveredTicks() >= 600);
        QVERIFY(recordScript(*ring, 1700));
        QCOMPARE(saves.size(), std::size_t{2});
        const std::array ends{1600, 1660};
        const std::array from{1500, 1560};
        for (std::size_t i = 0; i < 2; ++i) {
            const auto played = playRecording(saves[i].path);
            QVERIFY(played);
            QCOMPARE(saves[i].originTick + saves[i].ticks, ends[i]);
            QVERIFY(saves[i].originTick <= from[i] - 600);
            QCOMPARE(scriptDiffers(*played, saves[i].ticks, saves[i].originTick), QString());
        }
        QCOMPARE(saves[1].path, second);
    }

    void bytesBeatTime()
    {
        RingOptions options = smallRing();
        options.windowTicks = 100'000;
        options.maxBytes = 200'000;
        auto ring = RingRecorder::create(headOf(profile()), options);
        QVERIFY(ring);
        std::size_t peak = 0;
        for (int i = 0; i < 60; ++i) {
            QVERIFY(recordNoise(*ring, 50, 400));
            peak = std::max(peak, ring->bytes());
        }
        // 50 ticks of 400 bytes, open, come to it.
        QVERIFY2(peak <= options.maxBytes + 2 * 50 * 450, qPrintable(QString::number(peak)));
        QVERIFY(ring->coveredTicks() > 300);
        QVERIFY(ring->coveredTicks() < 1000);
    }

    void pendingTriggersAreBoundToo()
    {
        RingOptions options = smallRing();
        options.windowTicks = 100'000;
        options.tailTicks = 100'000;
        options.maxBytes = 200'000;
        options.maxPending = 2;
        int saved = 0;
        auto ring = RingRecorder::create(headOf(profile()), options,
                                         [&](const RingSave&, const model::Result<void>&) { ++saved; });
        QVERIFY(ring);
        QVERIFY(recordNoise(*ring, 1000, 400));
        QVERIFY(ring->trigger(newFile(), QStringLiteral("one")));
        QVERIFY(ring->trigger(newFile(), QStringLiteral("two")));
        const auto third = ring->trigger(newFile(), QStringLiteral("three"));
        QVERIFY(!third);
        QCOMPARE(third.error().code, model::ErrorCode::LimitExceeded);
        std::size_t peak = 0;
        for (int i = 0; i < 60; ++i) {
            QVERIFY(recordNoise(*ring, 20, 400));
            peak = std::max(peak, ring->bytes());
        }
        QCOMPARE(saved, 2); // the tails ended early: they had as many bytes as are allowed
        // Shared, not copied: both triggers and the ring together hold the frozen part and one tail.
        QVERIFY2(peak <= 2 * options.maxBytes + 3 * 50 * 450, qPrintable(QString::number(peak)));
    }

    void aSaveThatFailsIsKept()
    {
        int failed = 0;
        auto ring = RingRecorder::create(
            headOf(profile()), smallRing(),
            [&](const RingSave&, const model::Result<void>& result) { failed += result ? 0 : 1; });
        QVERIFY(ring);
        QVERIFY(recordScript(*ring, 700));
        const QString folder = newFile() + QStringLiteral(".later");
        const QString path = folder + QStringLiteral("/a.hcrp");
        QVERIFY(ring->trigger(path, QStringLiteral("no folder yet")));
        QVERIFY(recordScript(*ring, 900));
        QCOMPARE(failed, 1);
        QCOMPARE(ring->pending(), 1);
        QVERIFY(!ring->saveNow());
        QCOMPARE(ring->pending(), 1);
        QVERIFY(QDir().mkpath(folder));
        QVERIFY(ring->saveNow());
        QCOMPARE(ring->pending(), 0);
        const auto played = playRecording(path);
        QVERIFY(played);
        QCOMPARE(played->known.metadata.ring->originTick + static_cast<int>(played->player.size()), 800);
    }

    void callbacksMayTouchTheRing_data()
    {
        QTest::addColumn<QString>("does");
        QTest::addColumn<bool>("fails");
        QTest::addColumn<int>("calls");
        QTest::addColumn<int>("left");
        // Two triggers wait; the callback of each (as often as it is called) does that.
        QTest::newRow("trigger") << QStringLiteral("trigger") << false << 2 << 4;
        QTest::newRow("trigger, failed") << QStringLiteral("trigger") << true << 2 << 6;
        QTest::newRow("save") << QStringLiteral("save") << false << 2 << 0;
        QTest::newRow("save, failed") << QStringLiteral("save") << true << 2 << 2;
        QTest::newRow("drop") << QStringLiteral("drop") << false << 1 << 0;
        QTest::newRow("drop, failed") << QStringLiteral("drop") << true << 1 << 0;
    }
    void callbacksMayTouchTheRing()
    {
        QFETCH(QString, does);
        QFETCH(bool, fails);
        QFETCH(int, calls);
        QFETCH(int, left);
        const QString folder = fails ? newFile() + QStringLiteral(".absent/") : newFile() + u'.';
        for (const bool now : {false, true}) {
            RingRecorder* itself = nullptr;
            std::vector<RingSave> saves;
            int nested = 0;
            auto ring = RingRecorder::create(
                headOf(profile()), smallRing(), [&](const RingSave& save, const model::Result<void>& result) {
                    QCOMPARE(result.has_value(), !fails);
                    const QString path = save.path;
                    for (int i = 0; i < 2 && does == u"trigger"; ++i)
                        QVERIFY(itself->trigger(folder + QString::number(++nested), QStringLiteral("again")));
                    if (does == u"save")
                        QCOMPARE(itself->saveNow().has_value(), !fails);
                    if (does == u"drop")
                        itself->dropPending();
                    QCOMPARE(save.path, path);
                    saves.push_back(save);
                });
            QVERIFY(ring);
            itself = &*ring;
            QVERIFY(recordScript(*ring, 700));
            const QString name = folder + (now ? QStringLiteral("now") : QStringLiteral("then"));
            QVERIFY(ring->trigger(name + u'1', QStringLiteral("one")));
            QVERIFY(ring->trigger(name + u'2', QStringLiteral("two")));
            if (now)
                QCOMPARE(ring->saveNow().has_value(), !fails);
            else
                QVERIFY(recordScript(*ring, 801)); // both tails end with tick 799
            QCOMPARE(static_cast<int>(saves.size()), calls);
            QCOMPARE(ring->pending(), left);
            QCOMPARE(saves[0].originTick + saves[0].ticks, now ? 700 : 800);
            for (const RingSave& save : saves)
                QCOMPARE(playRecording(save.path).has_value(), !fails);
            ring->dropPending();
        }
    }

    void goingAwaySaves()
    {
        const QString path = newFile();
        {
            auto ring = RingRecorder::create(headOf(profile()), smallRing());
            QVERIFY(ring);
            QVERIFY(recordScript(*ring, 120));
            ring->setTime(Start + 1'000'000);
            QVERIFY(ring->trigger(path, QStringLiteral("server stops")));
            QVERIFY(recordScript(*ring, 130));
        }
        const auto played = playRecording(path);
        QVERIFY(played);
        QCOMPARE(scriptDiffers(*played, 130), QString());
        QCOMPARE(played->known.header.startMs, Start);
    }
};

} // namespace tst_recording_ring

GHOSTLINE_TEST(tst_recording_ring, TestRecordingRing)
#include "tst_recording_ring.moc"
