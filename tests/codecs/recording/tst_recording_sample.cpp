// SPDX-License-Identifier: GPL-3.0-or-later
// Made-up runs are what they promise to be, and the programs that write them do so: the bundled sample, the
// maker of long runs, and the example of a program that links the recorder.
#include "codecs/recording/recorder/lone_recorder.h"
#include "codecs/recording/sample/course.h"
#include "codecs/recording/sample/sample_run.h"
#include "tests/codecs/recording/recorder_script.h"
#include "tests/support/test_driver.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <set>
#include <tuple>

namespace tst_recording_sample {

using namespace ghostline;
using namespace ghostline::recording;
using namespace ghostline::test;

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Exit code; -1 where it did not run.
int runProgram(const QString& name, const QStringList& arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(QCoreApplication::applicationDirPath() + QStringLiteral("/../bin/") + name, arguments);
    return process.waitForFinished(60'000) ? process.exitCode() : -1;
}

} // namespace

class TestRecordingSample : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;

    QString record(const char* name, Profile profile, const SampleRunOptions& options)
    {
        const QString path = m_dir.filePath(QLatin1String(name));
        auto recorder = LoneRecorder::create(sampleRunHead(profile));
        if (!recorder || !recordSampleRun(*recorder, options) ||
            !recorder->save(path, QStringLiteral("finish")))
            return {};
        return path;
    }
    static void profiles()
    {
        QTest::addColumn<int>("profile");
        QTest::newRow("h5") << static_cast<int>(Profile::H5);
        QTest::newRow("s1") << static_cast<int>(Profile::S1);
    }

private Q_SLOTS:
    void theSampleIsARun_data() { profiles(); }
    void theSampleIsARun()
    {
        QFETCH(int, profile);
        const QString path = record("sample.hcrp", static_cast<Profile>(profile), {});
        const auto played = playRecording(path);
        QVERIFY2(played, played ? "" : qPrintable(played.error().message));
        QCOMPARE(played->problems, QStringList());
        QVERIFY(played->player.size() > 1700 && played->player.size() < 2800);
        const recording::Run& run = played->world.run();
        QCOMPARE(run.checkpointsTaken, 5);
        QCOMPARE(run.resets, 2);
        QVERIFY(run.startTick && run.endTick);
        QCOMPARE(played->known.metadata.flags.size(), std::size_t{2});
        QVERIFY(played->known.metadata.runTimeMs);
        QCOMPARE(*played->known.metadata.runTimeMs, (*run.endTick - *run.startTick) * 50);
        // Nobody moves faster than somebody who falls, but when set back.
        int jumps = 0;
        for (std::size_t t = 1; t < played->player.size(); ++t)
            jumps += glm::distance(played->player[t], played->player[t - 1]) > 2.5 ? 1 : 0;
        QCOMPARE(jumps, 2);
        std::set<std::string> kinds;
        for (const auto& [position, kind] : blocksOf(played->world))
            kinds.insert(kind);
        QVERIFY(kinds.size() > 40);
    }

    void theSameSeedIsTheSameRun()
    {
        SampleRunOptions options;
        options.ticks = 3000;
        options.busy = true;
        const QByteArray one = contentOf(record("one.hcrp", Profile::H5, options));
        const QByteArray two = contentOf(record("two.hcrp", Profile::H5, options));
        options.seed = 2;
        const QByteArray other = contentOf(record("other.hcrp", Profile::H5, options));
        QVERIFY(one.size() > 10'000);
        QVERIFY(one == two);
        QVERIFY(one != other);
    }

    void aBusyRunHasManyBlocksAndLives()
    {
        SampleRunOptions options;
        options.ticks = 4000;
        options.busy = true;
        options.blocks = 100'000;
        const auto played = playRecording(record("busy.hcrp", Profile::S1, options));
        QVERIFY(played);
        QCOMPARE(played->problems, QStringList());
        QCOMPARE(played->player.size(), std::size_t{4000});
        // Those laid over time come on top, the bridge among them.
        QVERIFY(played->world.blocks().size() >= 100'000);
        QVERIFY(played->world.blocks().size() < 101'000);
        QVERIFY(played->world.entities().size() > 8);
        QVERIFY(played->world.run().endTick);
    }

    void blocksAreSetOnce()
    {
        std::set<std::tuple<int, int, int>> places;
        for (const sample::CourseBlock& block : sample::skylineCourse(true).blocks)
            QVERIFY(places.emplace(block.at.x, block.at.y, block.at.z).second);
        const std::size_t course = places.size();
        QVERIFY(course > 2000);
        for (const sample::CourseBlock& block : sample::hillsAround(50'000))
            places.emplace(block.at.x, block.at.y, block.at.z);
        QCOMPARE(places.size(), course + 50'000);
    }

    void theProgramTellsItsChoices()
    {
        QProcess process;
        process.start(QCoreApplication::applicationDirPath() + QStringLiteral("/../bin/ghostline-make-run"),
                      {QStringLiteral("--help")});
        QVERIFY(process.waitForFinished(60'000));
        const QByteArray help = process.readAllStandardOutput();
        QVERIFY2(help.contains("{h5,s1}") && !help.contains("->"), help.constData());
    }

    void theProgramsWriteRecordings()
    {
        const QString file = m_dir.filePath(QStringLiteral("made.hcrp"));
        QCOMPARE(runProgram(QStringLiteral("ghostline-make-run"), {QStringLiteral("--out"), file}), 0);
        QCOMPARE(contentOf(file), contentOf(record("here.hcrp", Profile::H5, {})));

        const QString folder = m_dir.filePath(QStringLiteral("made"));
        const QStringList arguments{QStringLiteral("--out"),  folder,
                                    QStringLiteral("--live"), QStringLiteral("--speed"),
                                    QStringLiteral("1000"),   QStringLiteral("--profile"),
                                    QStringLiteral("s1"),     QStringLiteral("--segment-seconds"),
                                    QStringLiteral("10"),     QStringLiteral("--ticks"),
                                    QStringLiteral("900")};
        QCOMPARE(runProgram(QStringLiteral("ghostline-make-run"), arguments), 0);
        const auto live = playRecording(folder);
        QVERIFY(live);
        QCOMPARE(live->problems, QStringList());
        QCOMPARE(live->known.chunks.back().segment(), 4);
        QCOMPARE(runProgram(QStringLiteral("ghostline-make-run"), arguments), 2); // there is one already

        const QString example = m_dir.filePath(QStringLiteral("example"));
        QCOMPARE(runProgram(QStringLiteral("record_a_run"), {example}), 0);
        const auto played = playRecording(example);
        QVERIFY(played);
        QCOMPARE(played->problems, QStringList());
        QCOMPARE(played->player.size(), std::size_t{200});
        QVERIFY(played->known.finished);
        QCOMPARE(runProgram(QStringLiteral("record_a_run"), {example}), 1); // it is finished
    }
};

} // namespace tst_recording_sample

GHOSTLINE_TEST(tst_recording_sample, TestRecordingSample)
#include "tst_recording_sample.moc"
