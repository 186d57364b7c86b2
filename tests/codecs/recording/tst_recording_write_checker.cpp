// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that we write, held against a decoder that is not ours; and decoding followed by encoding gives
// the bytes that were there.
#include "codecs/recording/file/recording_segments.h"
#include "codecs/recording/rewrite/rewrite_salvage.h"
#include "tests/codecs/recording/rewrite_support.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>

namespace tst_recording_write_checker {

using namespace ghostline;
using namespace ghostline::test;
using namespace Qt::StringLiterals;

namespace {

QString synthetic(const QString& name) { return sharedData(u"recording/synthetic/"_s + name); }

QString sha(std::span<const std::byte> bytes)
{
    return QString::fromLatin1(
        QCryptographicHash::hash(toByteArray(bytes), QCryptographicHash::Sha256).toHex());
}

/// Decodes every event of a chunk and encodes it again.
std::optional<recording::Bytes> encodedAgain(Profile file, const ChunkEntry& entry,
                                             const recording::Bytes& raw)
{
    const Profile layout = recording::layoutOf(file, entry);
    recording::ChunkReader reader(file, entry, raw, 0);
    const auto snapshot = reader.snapshot();
    if (!snapshot)
        return std::nullopt;
    recording::ChunkWriter writer(layout, entry.startTick, *snapshot ? &**snapshot : nullptr);
    recording::Event event;
    while (reader.nextTick()) {
        writer.beginTick(reader.tick());
        while (reader.nextEvent(event)) {
            if (!writer.add(event))
                return std::nullopt;
        }
    }
    if (reader.failure())
        return std::nullopt;
    return writer.finish();
}

QJsonObject eventCounts(const QJsonObject& file) { return file["event_counts"_L1].toObject(); }

} // namespace

class TestRecordingWriteChecker : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QString path(const QString& name) const { return m_folder.filePath(name); }

    /// What the checker found, by file name; empty when it cannot run here.
    std::optional<QJsonObject> checked(const QStringList& paths)
    {
        // Beside data/, whose folder is what sharedData() knows.
        const QString tool = QDir::cleanPath(sharedData(u"recording"_s) + u"/../../tools/check_vectors.py"_s);
        QProcess process;
        process.start(u"python3"_s, QStringList{tool, u"--json"_s} + paths);
        if (!process.waitForFinished(60'000) || process.exitStatus() != QProcess::NormalExit)
            return std::nullopt;
        const QJsonObject found = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
        if (found.isEmpty())
            qWarning("%s", process.readAllStandardError().constData());
        return found;
    }
    static QStringList problems(const QJsonObject& found)
    {
        QStringList out;
        for (const auto problem : found["problems"_L1].toArray())
            out << problem.toString();
        return out;
    }

private Q_SLOTS:
    void initTestCase()
    {
        GHOSTLINE_REQUIRE_SHARED("recording/synthetic/expected.json");
        if (QStandardPaths::findExecutable(u"python3"_s).isEmpty())
            QSKIP("python3 not found: the independent checker cannot run");
        QProcess process;
        process.start(u"python3"_s, {u"-c"_s, u"import ctypes; ctypes.CDLL('libzstd.so.1')"_s});
        QVERIFY(process.waitForFinished());
        if (process.exitCode() != 0)
            QSKIP("libzstd.so.1 not found: the independent checker cannot run");
    }

    void decodingAndEncodingGivesTheSame()
    {
        QFile file(synthetic(u"expected.json"_s));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject expected = QJsonDocument::fromJson(file.readAll()).object();
        int chunks = 0;
        for (const QString& name : expected.keys()) {
            const FilePtr source = openRecording(synthetic(name));
            QVERIFY(source);
            const QJsonArray sums = expected[name]["chunk_sha256"_L1].toArray();
            QCOMPARE(sums.size(), qsizetype(source->chunks().size()));
            for (qsizetype i = 0; i < sums.size(); ++i) {
                recording::Bytes raw;
                if (sums[i].isNull())
                    continue; // lost in the file itself
                QVERIFY(source->readChunk(int(i), raw));
                const auto again =
                    encodedAgain(source->header().profile, source->chunks()[std::size_t(i)], raw);
                QVERIFY(again);
                QCOMPARE(sha(*again), sums[i].toString());
                ++chunks;
            }
        }
        QVERIFY2(chunks > 40, "all recordings are read");
    }

    void whatIsWrittenIsUnderstood()
    {
        QStringList outputs;
        const auto write = [&](const QString& from, const QString& to, const auto& how,
                               model::WriteRequest request) {
            request.path = path(to);
            const FilePtr source = openRecording(synthetic(from));
            if (!source)
                return false;
            const auto report = how(*source, request);
            if (!report)
                qWarning("%s: %s", qPrintable(to), qPrintable(report.error().message));
            outputs << request.path;
            return report.has_value();
        };
        const auto convert = [](const RecordingFile& file, const model::WriteRequest& request) {
            return recording::writeRecording(file, request);
        };
        const auto compact = [](const RecordingFile& file, const model::WriteRequest& request) {
            return recording::compactRecording(file, request);
        };
        const auto repair = [](const RecordingFile& file, const model::WriteRequest& request) {
            return recording::salvageRecording(file, request);
        };
        const QStringList runs{u"run-slow-v5"_s,       u"run-fast-v5"_s,  u"run-slow-s1"_s,
                               u"run-fast-s1"_s,       u"run-reset-v5"_s, u"run-swapped-v5"_s,
                               u"run-fast-s1-dict7"_s, u"run-detour-v5"_s};
        for (const QString& run : runs) {
            const QString from = run + u".hcrp"_s;
            const bool s1 = run.contains(u"s1"_s);
            const QString own = s1 ? u"s1"_s : u"h5"_s;
            QVERIFY(write(from, run + u"-same.hcrp"_s, convert, writeTo({}, {{u"profile"_s, own}})));
            QVERIFY(write(from, run + u"-h5.hcrp"_s, convert, writeTo({}, {{u"profile"_s, u"h5"_s}})));
            QVERIFY(write(from, run + u"-s1.hcrp"_s, convert, writeTo({}, {{u"profile"_s, u"s1"_s}})));
            QVERIFY(write(from, run + u"-rechunked.hcrp"_s, convert,
                          writeTo({}, {{u"profile"_s, own}, {u"keyframe_interval"_s, u"64"_s}})));
            QVERIFY(
                write(from, run + u"-cut.hcrp"_s, convert, writeTo({}, {{u"profile"_s, own}}, {137, 411})));
            QVERIFY(write(from, run + u"-cut-h5.hcrp"_s, convert,
                          writeTo({}, {{u"profile"_s, u"h5"_s}, {u"window"_s, u"10"_s}})));
            QVERIFY(write(from, run + u"-cut-s1.hcrp"_s, convert,
                          writeTo({}, {{u"profile"_s, u"s1"_s}, {u"window"_s, u"10"_s}})));
            QVERIFY(write(from, run + u"-small.hcrp"_s, compact, writeTo({})));
            QVERIFY(write(from, run + u"-repaired.hcrp"_s, repair, writeTo({})));
        }
        for (const QString& partial : {u"partial-v5"_s, u"partial-s1"_s, u"partial-torn-v5"_s,
                                       u"partial-missing-v5"_s, u"partial-unreferenced-v5"_s}) {
            QVERIFY(write(partial, partial + u"-repaired"_s, repair, writeTo({})));
            if (partial == u"partial-v5"_s || partial == u"partial-s1"_s)
                QVERIFY(write(partial, partial + u"-small.hcrp"_s, compact, writeTo({})));
        }
        QVERIFY(write(u"run-slow-v4.hcrp"_s, u"v4-repaired.hcrp"_s, repair, writeTo({})));
        const auto found = checked(outputs);
        QVERIFY(found);
        QVERIFY2(problems(*found).isEmpty(), qPrintable(problems(*found).join(u'\n')));
        const QJsonObject files = (*found)["files"_L1].toObject();
        QCOMPARE(files.size(), outputs.size());

        // The same runs in the other layout, by its own encoder, have the same events.
        for (const QString& run : {u"slow"_s, u"fast"_s}) {
            const QJsonObject original = checked({synthetic(u"run-%1-s1.hcrp"_s.arg(run))})
                                             .value_or(QJsonObject())["files"_L1]
                                             .toObject();
            const QJsonObject truth = original.begin()->toObject();
            const QJsonObject ours = files[u"run-%1-s1-h5.hcrp"_s.arg(run)].toObject();
            QCOMPARE(ours["checkpoints"_L1], truth["checkpoints"_L1]);
            QCOMPARE(ours["run_end"_L1], truth["run_end"_L1]);
            QCOMPARE(ours["flags"_L1], truth["flags"_L1]);
            QCOMPARE(ours["final_position"_L1], truth["final_position"_L1]);
            QCOMPARE(ours["metadata_flags"_L1], truth["metadata_flags"_L1]);
            QCOMPARE(ours["positions_every_20"_L1], truth["positions_every_20"_L1]);
            for (const char* same : {"-small", "-same", "-repaired", "-rechunked"})
                QCOMPARE(eventCounts(files[u"run-%1-s1%2.hcrp"_s.arg(run, QLatin1String(same))].toObject()),
                         eventCounts(truth));
            // H5 to S1: what its snapshots say over again is left out.
            const QJsonObject fromH5 = eventCounts(files[u"run-%1-v5-s1.hcrp"_s.arg(run)].toObject());
            for (const char* kind : {"SpawnEntity", "DestroyEntity", "SetBlock", "CheckpointReached",
                                     "RunStart", "RunEnd", "ChangeHeldSlot", "HandAnimation"})
                QCOMPARE(fromH5[QLatin1String(kind)].toInt(),
                         eventCounts(truth)[QLatin1String(kind)].toInt());
        }
        QCOMPARE(files[u"partial-unreferenced-v5-repaired"_s]["ticks"_L1].toInt(), 500);
        QCOMPARE(files[u"partial-torn-v5-repaired"_s]["ticks"_L1].toInt(), 400);
        QCOMPARE(files[u"partial-missing-v5-repaired"_s]["ticks"_L1].toInt(), 500);
    }
    void oldRunsKeepTheirBytes()
    {
        // No other decoder reads chunks of version 4 in a file of version 5: held against the source itself.
        const FilePtr source = openRecording(synthetic(u"run-slow-v4.hcrp"_s));
        QVERIFY(recording::compactRecording(*source, writeTo(path(u"v4-small.hcrp"_s))));
        QVERIFY(recording::writeRecording(*source, writeTo(path(u"v4.hcrp"_s))));
        for (const QString& name : {u"v4-small.hcrp"_s, u"v4.hcrp"_s}) {
            const FilePtr out = openRecording(path(name));
            QCOMPARE(eventsOf(*out), eventsOf(*source));
            QCOMPARE(statesOf(*out), statesOf(*source));
        }
    }
};

} // namespace tst_recording_write_checker

GHOSTLINE_TEST(tst_recording_write_checker, TestRecordingWriteChecker)
#include "tst_recording_write_checker.moc"
