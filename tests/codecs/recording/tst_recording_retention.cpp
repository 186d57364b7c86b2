// SPDX-License-Identifier: GPL-3.0-or-later
// Retention: each option removes what it says and nothing else, and never evidence.
#include "codecs/recording/recorder/kept_recording.h"
#include "codecs/recording/recorder/retention.h"
#include "codecs/recording/recorder/ring_recorder.h"
#include "model/sidecar/sidecar.h"
#include "tests/codecs/recording/recorder_script.h"
#include "tests/support/test_driver.h"

#include <QDateTime>
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace tst_recording_retention {

using namespace ghostline;
using namespace ghostline::recording;
using namespace ghostline::test;

namespace {

constexpr std::int64_t Day = std::int64_t{24} * 60 * 60 * 1000;
constexpr std::int64_t Now = 1'786'000'000'000;

struct Made
{
    const char* name;
    int daysAgo;
    const char* player = "a";
    const char* map = "m";
    bool flagged = false;
    bool finished = true;
};

} // namespace

class TestRecordingRetention : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_dir;

    QString path(const char* name) const { return m_dir->filePath(QLatin1String(name)); }
    QStringList left() const
    {
        return QDir(m_dir->path())
            .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
    }
    void make(const Made& made)
    {
        RecorderHead head;
        head.profile = made.daysAgo % 2 == 0 ? Profile::H5 : Profile::S1;
        head.startMs = Now - made.daysAgo * Day;
        head.playerName = QLatin1String(made.player);
        head.mapId = QLatin1String(made.map);
        auto writer = RecordingWriter::create(path(made.name), head);
        QVERIFY(writer);
        TickBuilder tick(*writer);
        for (int t = 0; t < 20; ++t) {
            tick.move(0, RecorderScript::place(t));
            if (made.flagged && t == 7)
                tick.flag("speed", 1, 0.5F, "");
            QVERIFY(tick.commit());
        }
        if (made.finished)
            QVERIFY(writer->finish(QStringLiteral("finish")));
    }
    RetentionReport apply(RetentionOptions options)
    {
        options.nowMs = Now;
        auto report = applyRetention(m_dir->path(), options);
        return report ? *report : RetentionReport{};
    }
    static QStringList names(const std::vector<RemovedRecording>& list)
    {
        QStringList out;
        for (const RemovedRecording& one : list)
            out << QFileInfo(one.path).fileName();
        out.sort();
        return out;
    }

private Q_SLOTS:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        QVERIFY(m_dir->isValid());
    }

    void offByDefault()
    {
        make({"old", 1000});
        QVERIFY(apply({}).removed.empty());
        QCOMPARE(left(), QStringList{QStringLiteral("old")});
        QVERIFY(!applyRetention(path("nowhere"), {}));
    }

    void ageRemovesWhatIsOldButNoEvidence()
    {
        make({"new", 2});
        make({"old", 12});
        make({"flagged", 13, "a", "m", true});
        make({"growing", 14, "a", "m", false, false});
        make({"mixed", 15});
        QFile other(path("mixed") + QStringLiteral("/notes.txt"));
        QVERIFY(other.open(QIODevice::WriteOnly));
        QFile stray(path("readme.txt"));
        QVERIFY(stray.open(QIODevice::WriteOnly));
        QFile damaged(path("damaged.hcrp"));
        QVERIFY(damaged.open(QIODevice::WriteOnly));
        damaged.write("HCRP", 4);
        damaged.close();
        QFile sidecar(model::sidecarPath(path("old")));
        QVERIFY(sidecar.open(QIODevice::WriteOnly));

        RetentionOptions options;
        options.retainDays = 7;
        options.dryRun = true;
        const QStringList before = left();
        QCOMPARE(names(apply(options).removed), QStringList{QStringLiteral("old")});
        QCOMPARE(left(), before);
        options.dryRun = false;
        const RetentionReport report = apply(options);
        QCOMPARE(names(report.removed), QStringList{QStringLiteral("old")});
        QVERIFY(report.removed[0].reason.contains(QStringLiteral("11 days")));
        QCOMPARE(names(report.kept), (QStringList{QStringLiteral("flagged"), QStringLiteral("growing"),
                                                  QStringLiteral("mixed")}));
        QCOMPARE(left(), (QStringList{QStringLiteral("damaged.hcrp"), QStringLiteral("flagged"),
                                      QStringLiteral("growing"), QStringLiteral("mixed"),
                                      QStringLiteral("new"), QStringLiteral("readme.txt")}));
    }

    void savedByATriggerStays()
    {
        RecorderHead head;
        head.startMs = Now - 100 * Day;
        {
            auto ring = RingRecorder::create(head);
            QVERIFY(ring);
            QVERIFY(recordScript(*ring, 40));
            QVERIFY(ring->trigger(path("report.hcrp"), QStringLiteral("reported by staff")));
        }
        RetentionOptions options;
        options.retainDays = 1;
        options.retainCount = 1;
        options.retainBytes = 1;
        const RetentionReport report = apply(options);
        QVERIFY(report.removed.empty());
        QCOMPARE(report.kept.size(), std::size_t{1});
        QVERIFY(report.kept[0].reason.contains(QStringLiteral("reported by staff")));
        QVERIFY(report.bytesLeft > 0);
    }

    void aFlagInTheStreamAloneCounts()
    {
        // As another recorder would write it: the metadata knows nothing of the flag.
        RecorderHead head;
        head.startMs = Now - 100 * Day;
        {
            auto ring = RingRecorder::create(head);
            QVERIFY(ring);
            TickBuilder tick(*ring);
            tick.move(0, RecorderScript::place(0));
            tick.flag("speed", 1, 0.5F, "");
            QVERIFY(tick.commit());
            QVERIFY(ring->trigger(path("stream.hcrp"), QStringLiteral("x")));
        }
        QFile file(path("stream.hcrp"));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QByteArray bytes = file.readAll();
        // Same lengths, other names: neither key is known any more.
        bytes.replace("hc:flags", "xx:flags").replace("hc:ring", "xx:ring");
        file.seek(0);
        file.write(bytes);
        file.close();
        RetentionOptions options;
        options.retainDays = 1;
        const RetentionReport report = apply(options);
        QVERIFY(report.removed.empty());
        QVERIFY(report.kept[0].reason.contains(QStringLiteral("flag")));
    }

    void timesBeyondAllTimeAreNotOld()
    {
        RecorderHead head;
        for (const std::int64_t start : {INT64_MAX, INT64_MAX - 999, INT64_MIN}) {
            head.startMs = start;
            auto writer = RecordingWriter::create(path("absurd"), head);
            QVERIFY(writer);
            QVERIFY(recordScript(*writer, 40)); // two seconds
            QVERIFY(writer->finish(QStringLiteral("finish")));
            const auto seen = lookAtRecording(QFileInfo(path("absurd")));
            QVERIFY(seen);
            if (start > 0)
                QCOMPARE(seen->endMs, INT64_MAX);
            RetentionOptions options;
            options.retainDays = 1;
            options.nowMs = QDateTime::currentMSecsSinceEpoch();
            const auto report = applyRetention(m_dir->path(), options);
            QVERIFY(report);
            QVERIFY(report->removed.empty());
            QVERIFY(QDir(path("absurd")).removeRecursively());
        }
    }

    void reviewedIsTheSameCheckWithinItsTicks()
    {
        std::vector<RecordedFlag> flags;
        const auto add = [&flags](int tick, int endTick, const char* check, bool reviewed = true) {
            RecordedFlag flag;
            flag.tick = tick;
            flag.endTick = endTick;
            flag.check = QLatin1String(check);
            flag.reviewed = reviewed;
            flags.push_back(flag);
        };
        add(100, 200, "speed");
        add(10, 20, "speed");
        add(15, 17, "speed");
        add(18, 30, "speed");
        add(40, 40, "speed");
        add(50, 60, "speed", false);
        add(0, INT32_MAX, "reach");
        const ReviewedFlags reviewed(flags);
        for (int tick = 0; tick < 250; ++tick) {
            const bool within = (tick >= 10 && tick <= 30) || tick == 40 || (tick >= 100 && tick <= 200);
            QVERIFY2(reviewed.contains(QStringLiteral("speed"), tick) == within,
                     qPrintable(QString::number(tick)));
        }
        QVERIFY(reviewed.contains(QStringLiteral("reach"), INT32_MAX));
        QVERIFY(!reviewed.contains(QStringLiteral("timer"), 15));
        QVERIFY(!ReviewedFlags({}).contains(QStringLiteral("speed"), 15));
    }

    void countIsPerPlayerAndMap()
    {
        make({"a1", 1});
        make({"a2", 2});
        make({"a3", 3});
        make({"a4flagged", 4, "a", "m", true});
        make({"b5", 5, "b"});
        make({"n6", 6, "a", "n"});
        make({"nobody", 7, ""});
        RetentionOptions options;
        options.retainCount = 2;
        const RetentionReport report = apply(options);
        QCOMPARE(names(report.removed), QStringList{QStringLiteral("a3")});
        QCOMPARE(names(report.kept), QStringList{QStringLiteral("a4flagged")});
    }

    void bytesTakeTheOldestFirst()
    {
        make({"d1", 1});
        make({"d2", 2});
        make({"d3flagged", 3, "a", "m", true});
        make({"d4", 4});
        RetentionOptions options;
        options.dryRun = true;
        const std::uint64_t all = apply(options).bytesLeft;
        QVERIFY(all > 0);
        options.dryRun = false;
        options.retainBytes = all - 1;
        QCOMPARE(names(apply(options).removed), QStringList{QStringLiteral("d4")});
        options.retainBytes = 1;
        const RetentionReport report = apply(options);
        QCOMPARE(names(report.removed), (QStringList{QStringLiteral("d1"), QStringLiteral("d2")}));
        QCOMPARE(left(), QStringList{QStringLiteral("d3flagged")});
        QVERIFY(report.bytesLeft > 0);
    }
};

} // namespace tst_recording_retention

GHOSTLINE_TEST(tst_recording_retention, TestRecordingRetention)
#include "tst_recording_retention.moc"
