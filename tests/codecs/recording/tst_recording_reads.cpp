// SPDX-License-Identifier: GPL-3.0-or-later
// How often a replay is read from: at most twice to open it, once for any place in it.
#include "tests/codecs/recording/run_script.h"
#include "tests/codecs/recording/unlisted_source.h"
#include "tests/support/counted_source.h"
#include "tests/support/rounds.h"
#include "tests/support/test_driver.h"

namespace tst_recording_reads {

using namespace ghostline;
using namespace ghostline::test;

namespace {

struct Counted
{
    SourcePtr source;
    std::shared_ptr<CountedSource::Counters> counters;
};

Counted openCounted(const QByteArray& bytes, bool scan)
{
    auto counted = std::make_unique<CountedSource>(std::make_unique<UnlistedSource>(memoryFile(bytes)));
    Counted out;
    out.counters = counted->counters();
    out.source =
        openRun(std::move(counted),
                runOptions(QStringLiteral("scan"), scan ? QStringLiteral("true") : QStringLiteral("false")));
    return out;
}

} // namespace

class TestRecordingReads : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reads_data()
    {
        QTest::addColumn<int>("profile");
        QTest::addColumn<int>("ticks");
        QTest::addColumn<int>("chunkTicks");
        QTest::addColumn<int>("snapshotEvery");
        QTest::addColumn<int>("noise");
        QTest::addColumn<int>("metadata");
        for (const Profile profile : {Profile::S1, Profile::H4, Profile::H5}) {
            const int p = static_cast<int>(profile);
            QTest::addRow("%d, short", p) << p << 500 << 100 << 1 << 0 << 0;
            QTest::addRow("%d, long", p) << p << 4000 << 200 << 1 << 300 << 0;
            QTest::addRow("%d, few snapshots", p) << p << 4000 << 200 << 4 << 300 << 0;
            QTest::addRow("%d, long metadata", p) << p << 4000 << 200 << 1 << 300 << 300'000;
            if (!Sanitized || profile == Profile::H5)
                QTest::addRow("%d, long index", p) << p << 40'000 << 2 << 1 << 0 << 0;
        }
    }
    void reads()
    {
        QFETCH(int, profile);
        QFETCH(int, ticks);
        QFETCH(int, chunkTicks);
        QFETCH(int, snapshotEvery);
        QFETCH(int, noise);
        QFETCH(int, metadata);
        RecordingPlan plan;
        plan.profile = static_cast<Profile>(profile);
        plan.ticks = ticks;
        plan.chunkTicks = chunkTicks;
        plan.snapshotEvery = snapshotEvery;
        plan.noise = noise;
        plan.metadataBytes = metadata;
        const RecordingBuilder built(plan);
        const QByteArray bytes = built.file();
        const Counted run = openCounted(bytes, false);
        QVERIFY(run.source);
        QVERIFY2(run.counters->reads <= 2, qPrintable(QString::number(run.counters->reads)));
        QVERIFY(run.counters->bytes <= std::max<std::uint64_t>(256 << 10, 1'500'000));
        const auto index = run.source->index();
        QCOMPARE(index->frames(), ticks);
        std::mt19937 random(2);
        for (int i = 0; i < 50; ++i) {
            const auto keyframe =
                static_cast<int>(random() % static_cast<unsigned>(index->keyframes.count()));
            run.counters->reads = 0;
            run.counters->bytes = 0;
            const auto segment = run.source->readSegment(keyframe, nullptr, {});
            QVERIFY(segment);
            QVERIFY2(run.counters->reads <= 1, qPrintable(QString::number(run.counters->reads)));
            std::uint64_t wanted = 0;
            for (const int k : index->keyframes.chain(keyframe))
                wanted += index->keyframes[k].size;
            QVERIFY(run.counters->bytes <= wanted);
        }
    }

    void neighbourIsOneRead()
    {
        RecordingPlan plan;
        plan.ticks = 4000;
        plan.chunkTicks = 200;
        plan.snapshotEvery = 20;
        plan.noise = 300;
        const RecordingBuilder built(plan);
        const Counted run = openCounted(built.file(), false);
        QVERIFY(run.source);
        const auto before = run.source->readSegment(17, nullptr, {});
        QVERIFY(before);
        run.counters->reads = 0;
        run.counters->bytes = 0;
        QVERIFY(run.source->readSegment(18, before->get(), {}));
        QCOMPARE(run.counters->reads.load(), 1U);
        QCOMPARE(run.counters->bytes.load(), run.source->index()->keyframes[18].size);
    }

    void thePassMerges()
    {
        RecordingPlan plan;
        plan.ticks = 20'000;
        plan.chunkTicks = 50;
        plan.noise = 60;
        const RecordingBuilder built(plan);
        const QByteArray bytes = built.file();
        QVERIFY(bytes.size() > (1 << 20));
        const Counted run = openCounted(bytes, true);
        QVERIFY(run.source);
        QVERIFY(run.source->index()->complete);
        // 400 chunks in ranges of about a megabyte, each byte once.
        QVERIFY2(run.counters->reads <= 6, qPrintable(QString::number(run.counters->reads)));
        QVERIFY(run.counters->bytes <= static_cast<std::uint64_t>(bytes.size()) + (256 << 10));
    }
};

} // namespace tst_recording_reads

GHOSTLINE_TEST(tst_recording_reads, TestRecordingReads)
#include "tst_recording_reads.moc"
