// SPDX-License-Identifier: GPL-3.0-or-later
// A folder that grows while it is open: each commit is a new segment, then a preamble renamed into place.
#include "tests/codecs/recording/run_script.h"
#include "tests/support/same_state.h"
#include "tests/support/test_driver.h"

#include <QSignalSpy>
#include <QTemporaryDir>

namespace tst_recording_live {

using namespace ghostline;
using namespace ghostline::test;
using namespace ghostline::recording;
using model::ActorId;

namespace {

constexpr int Wait = 8000;

RunScript script()
{
    RunScript out;
    out.ticks = 500;
    out.chunkTicks = 50;
    out.bare = {3};
    out.at(10, RunStart{}).at(20, SpawnEntity{4, {"minecraft:stray", -1}, placeAt(2, 64, 2)});
    out.at(30, ChangeHeldSlot{0, 6});
    out.at(220, CheckpointReached{"loop", 10'500});
    return out;
}

/// Puts the files of a state of a recording into place as a recorder does.
class Recorder
{
public:
    explicit Recorder(const QString& path) : m_path(path) { QDir().mkpath(path); }
    void commit(const std::map<QString, QByteArray>& files)
    {
        for (const auto& [name, bytes] : files) {
            if (name.startsWith(QLatin1String("segment")))
                writeBytes(m_path + u'/' + name, bytes);
        }
        const QString next = m_path + QStringLiteral("/preamble.tmp");
        const QString preamble = m_path + QStringLiteral("/preamble.dat");
        writeBytes(next, files.at(QStringLiteral("preamble.dat")));
        QVERIFY(std::rename(QFile::encodeName(next).constData(), QFile::encodeName(preamble).constData()) ==
                0);
        if (files.contains(QStringLiteral("finished")))
            writeBytes(m_path + QStringLiteral("/finished"), {});
    }
    SourcePtr open(const model::OpenOptions& options = {}) const
    {
        auto file = model::openFile(m_path + QStringLiteral("/preamble.dat"));
        return file ? openRun(std::move(*file), options) : nullptr;
    }

private:
    QString m_path;
};

} // namespace

class TestRecordingLive : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void grows()
    {
        const QTemporaryDir folder;
        const RunScript run = script();
        Recorder recorder(folder.filePath(QStringLiteral("run")));
        recorder.commit(run.folder(false, 2));
        const SourcePtr source = recorder.open();
        QVERIFY(source);
        QSignalSpy changed(source.get(), &model::ReplaySource::changed);
        const auto first = source->index();
        QVERIFY(first->complete);
        QVERIFY(first->growing);
        QCOMPARE(first->frames(), 100);
        QCOMPARE(first->info->cast[1].life, (model::FrameRange{20, 100}));
        const auto before = source->readSegment(1, nullptr, {});
        QVERIFY(before);

        for (int known = 3; known <= 10; ++known) {
            const auto signalled = changed.count();
            recorder.commit(run.folder(false, known));
            QTRY_COMPARE_WITH_TIMEOUT(source->index()->frames(), known * 50, Wait);
            QTRY_VERIFY_WITH_TIMEOUT(changed.count() > signalled, Wait);
            QVERIFY(source->waitComplete());
            const auto index = source->index();
            QVERIFY(index->complete);
            QVERIFY(index->growing);
            QCOMPARE(index->keyframes.count(), known);
            for (int i = 0; i < known; ++i)
                QCOMPARE(index->keyframes[i].knowledge, 1U);
            const int last = known * 50 - 1;
            const model::WorldState state = stateAt(*source, last);
            QCOMPARE(state.size(), std::size_t{2});
            QCOMPARE(state.positions[0], RunScript::walked(last));
            QCOMPARE(shown(*source, last, ActorId{0}, QStringLiteral("held_slot")), QStringLiteral("6"));
            QCOMPARE(eventTexts(*index, QStringLiteral("checkpoint")).size(), known >= 5 ? 1 : 0);
        }
        QCOMPARE(first->frames(), 100); // what a revision says stays

        recorder.commit(run.folder(true));
        QTRY_VERIFY_WITH_TIMEOUT(!source->index()->growing, Wait);
        QVERIFY(source->index()->complete);
        QCOMPARE(source->index()->frames(), 500);
        QCOMPARE(source->index()->info->metadata[QLatin1String("finished")].toBool(), true);
        // What was followed is what is found when it is opened at the end.
        const SourcePtr again = recorder.open();
        QVERIFY(again);
        QVERIFY(!again->index()->growing);
        QCOMPARE(again->index()->events->events.size(), source->index()->events->events.size());
        for (int frame = 0; frame < 500; frame += 7)
            QVERIFY(sameState(stateAt(*again, frame), stateAt(*source, frame)));
    }

    void endsQuickly()
    {
        const QTemporaryDir folder;
        Recorder recorder(folder.filePath(QStringLiteral("run")));
        recorder.commit(script().folder(false, 2));
        SourcePtr source = recorder.open();
        QVERIFY(source && source->index()->growing);
        QElapsedTimer clock;
        clock.start();
        source.reset();
        QVERIFY2(clock.elapsed() < 150, qPrintable(QString::number(clock.elapsed())));
    }

    void beginsAnew()
    {
        const QTemporaryDir folder;
        Recorder recorder(folder.filePath(QStringLiteral("run")));
        recorder.commit(script().folder(false, 6));
        const SourcePtr source = recorder.open();
        QVERIFY(source);
        QCOMPARE(source->index()->frames(), 300);
        RunScript other;
        other.ticks = 90;
        other.chunkTicks = 45;
        other.at(5, Bookmark{"another run"});
        recorder.commit(other.folder(false));
        QTRY_COMPARE_WITH_TIMEOUT(source->index()->frames(), 90, Wait);
        QVERIFY(source->waitComplete());
        const auto index = source->index();
        QCOMPARE(eventTexts(*index, QStringLiteral("bookmark")).size(), 1);
        QCOMPARE(eventTexts(*index, QStringLiteral("run_start")).size(), 0);
        QCOMPARE(index->info->cast.size(), std::size_t{1});
        const auto told = std::find_if(index->diagnostics.begin(), index->diagnostics.end(),
                                       [](const auto& d) { return d.code == QLatin1String("restarted"); });
        QVERIFY(told != index->diagnostics.end());
        QVERIFY(index->growing);
        // Nothing cached of the recording before stands for a part of this one.
        QVERIFY(index->keyframes[0].knowledge > 1);
        QCOMPARE(stateAt(*source, 89).positions[0], RunScript::walked(89));
    }

    void notFollowed()
    {
        const QTemporaryDir folder;
        const RunScript run = script();
        Recorder recorder(folder.filePath(QStringLiteral("run")));
        recorder.commit(run.folder(false, 2));
        const SourcePtr source = recorder.open(runOptions(QStringLiteral("follow"), QStringLiteral("false")));
        QVERIFY(source);
        QVERIFY(!source->index()->growing);
        QSignalSpy changed(source.get(), &model::ReplaySource::changed);
        recorder.commit(run.folder(false, 3));
        // The signal of the revision that is known may still be under way; a newer one would be told.
        const auto known = source->index()->revision;
        (void)changed.wait(600);
        QCOMPARE(source->index()->revision, known);
        QCOMPARE(source->index()->frames(), 100);
    }

    void growsUnread()
    {
        const QTemporaryDir folder;
        const RunScript run = script();
        Recorder recorder(folder.filePath(QStringLiteral("run")));
        recorder.commit(run.folder(false, 2));
        const SourcePtr source = recorder.open(runOptions(QStringLiteral("scan"), QStringLiteral("false")));
        QVERIFY(source);
        recorder.commit(run.folder(false, 4));
        QTRY_COMPARE_WITH_TIMEOUT(source->index()->frames(), 200, Wait);
        QVERIFY(source->index()->complete);
        QCOMPARE(stateAt(*source, 199).positions[0], RunScript::walked(199));
    }

    void oldFoldersDoNotGrow()
    {
        const QTemporaryDir folder;
        const RunScript run = script();
        const QString path = folder.filePath(QStringLiteral("run"));
        Recorder recorder(path);
        recorder.commit(run.folder(false, 2));
        QFile preamble(path + QStringLiteral("/preamble.dat"));
        QVERIFY(preamble.open(QIODevice::ReadWrite));
        QVERIFY(preamble.setFileTime(QDateTime::currentDateTimeUtc().addSecs(-3600),
                                     QFileDevice::FileModificationTime));
        preamble.close();
        const SourcePtr source = recorder.open();
        QVERIFY(source);
        QVERIFY(!source->index()->growing);
        // Until something happens all the same.
        recorder.commit(run.folder(false, 3));
        QTRY_COMPARE_WITH_TIMEOUT(source->index()->frames(), 150, Wait);
        QVERIFY(source->index()->growing);
    }
};

} // namespace tst_recording_live

GHOSTLINE_TEST(tst_recording_live, TestRecordingLive)
#include "tst_recording_live.moc"
