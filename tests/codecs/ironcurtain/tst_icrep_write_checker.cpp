// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that we write, held against a reader that is not ours.
#include "codecs/ironcurtain/state/keyframe_store.h"
#include "codecs/ironcurtain/write/finaliser.h"
#include "tests/codecs/ironcurtain/made_match.h"
#include "tests/support/test_driver.h"

#include <QJsonArray>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace tst_icrep_write_checker {

using namespace ghostline;
using namespace ghostline::test;
using namespace Qt::StringLiterals;
using namespace ghostline::ironcurtain;

class TestIcrepWriteChecker : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QString path(const QString& name) const { return m_folder.filePath(name + u".icrep"_s); }

    static QJsonObject checked(const QString& file)
    {
        // Beside data/, whose folder is what sharedData() knows.
        const QString tool =
            QDir::cleanPath(sharedData(u"iron-curtain"_s) + u"/../../tools/mk_golden_icrep.py"_s);
        QProcess process;
        process.start(u"python3"_s, {tool, u"check"_s, file});
        if (!process.waitForFinished(60'000) || process.exitStatus() != QProcess::NormalExit)
            return {};
        const QJsonObject found = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
        if (found.isEmpty())
            qWarning("%s", process.readAllStandardError().constData());
        return found;
    }
    /// Why a file does not pass; empty when it does.
    static QString complaint(const QJsonObject& found)
    {
        if (found["ok"_L1].toBool())
            return {};
        return QString::fromUtf8(QJsonDocument(QJsonObject{{u"damages"_s, found["damages"_L1]},
                                                           {u"verdicts"_s, found["verdicts"_L1]}})
                                     .toJson());
    }
    static QJsonObject states(const QJsonObject& found)
    {
        QJsonObject out;
        for (const auto keyframe : found["keyframes"_L1].toArray())
            out[QString::number(keyframe["tick"_L1].toInteger())] = keyframe["state_sha256"_L1];
        return out;
    }
    static QJsonArray column(const QJsonObject& found, const char* name)
    {
        QJsonArray out;
        for (const auto keyframe : found["keyframes"_L1].toArray())
            out.append(keyframe[QLatin1String(name)]);
        return out;
    }

private Q_SLOTS:
    void initTestCase()
    {
        GHOSTLINE_REQUIRE_SHARED("iron-curtain/expected.json");
        if (QStandardPaths::findExecutable(u"python3"_s).isEmpty())
            QSKIP("python3 not found: the independent reader cannot run");
    }

    void goldenFilesAreWrittenAnew_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("deltas");
        QTest::addColumn<QStringList>("notes"); ///< codes, each once
        const auto row = [](const char* label, const char* name, DeltaMode deltas, const QStringList& notes) {
            QTest::newRow(label) << QString::fromLatin1(name) << int(deltas) << notes;
        };
        row("cumulative to chained", "golden-cumulative", DeltaMode::Chained, {});
        row("chained to cumulative", "golden-chained", DeltaMode::Cumulative, {});
        row("cumulative as it is", "golden-cumulative", DeltaMode::Unknown, {});
        row("journal finalised", "golden-journal", DeltaMode::Unknown,
            {u"frames-missing"_s, u"signatures-left-out"_s});
        row("journal to cumulative", "golden-journal", DeltaMode::Cumulative,
            {u"frames-missing"_s, u"signatures-left-out"_s});
        row("torn journal", "golden-journal-torn", DeltaMode::Unknown,
            {u"frames-missing"_s, u"signatures-left-out"_s});
        row("truncated", "golden-truncated", DeltaMode::Unknown,
            {u"keyframe-left-out"_s, u"signatures-left-out"_s});
        row("truncated to chained", "golden-truncated", DeltaMode::Chained,
            {u"keyframe-left-out"_s, u"signatures-left-out"_s});
    }
    void goldenFilesAreWrittenAnew()
    {
        QFETCH(QString, name);
        QFETCH(int, deltas);
        QFETCH(QStringList, notes);
        const QJsonObject truth = expected(name);
        const auto source = openGolden(name);
        QVERIFY(source);
        FinaliseRequest request;
        request.path = path(u"written"_s);
        request.deltas = DeltaMode(deltas);
        const auto said = finalise(*source, request, {});
        QVERIFY2(said, said ? "" : qPrintable(said.error().message));
        QStringList codes;
        for (const model::Diagnostic& note : *said)
            codes << note.code;
        codes.removeDuplicates();
        codes.sort();
        QCOMPARE(codes, notes);
        if (name == u"golden-cumulative"_s && request.deltas == DeltaMode::Unknown)
            QCOMPARE(fileBytes(request.path), goldenBytes(name));

        const QJsonObject found = checked(request.path);
        QVERIFY(!found.isEmpty());
        QVERIFY2(complaint(found).isEmpty(), qPrintable(complaint(found)));
        QCOMPARE(found["form"_L1].toString(), u"finalised"_s);
        QCOMPARE(found["total_ticks"_L1], truth["total_ticks"_L1]);
        QJsonObject expectedStates = truth["keyframes"_L1].toObject();
        for (const QString& tick : expectedStates.keys()) {
            if (expectedStates[tick].toString() == u"lost"_s)
                expectedStates.remove(tick);
        }
        QCOMPARE(states(found), expectedStates);
        for (const char* same : {"events", "orders", "voice", "votes", "metrics", "unknown"})
            QCOMPARE(found[QLatin1String(same)], truth[QLatin1String(same)]);
        const bool intact = notes.isEmpty();
        if (intact) {
            QCOMPARE(found["verdicts"_L1], truth["verdicts"_L1]);
            QCOMPARE(found["signatures"_L1], truth["signatures"_L1]);
            const QJsonObject other = request.deltas == DeltaMode::Chained ? expected(u"golden-chained"_s)
                                                                           : expected(u"golden-cumulative"_s);
            QCOMPARE(column(found, "links"), other["links"_L1].toArray());
            QCOMPARE(column(found, "campaign"), truth["campaign"_L1].toArray());
            QCOMPARE(column(found, "script"), truth["script"_L1].toArray());
        } else {
            QCOMPARE(found["verdicts"_L1]["chain"_L1].toString(), u"unsigned"_s);
        }
        const int missing = truth["orders"_L1]["missing"_L1].toInt();
        QCOMPARE(found["header"_L1]["lost_frame_count"_L1].toInt(), missing);
    }

    void whatWasTamperedWithStaysSo_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"golden-tampered-hash", "golden-tampered-sig", "golden-tampered-chain"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void whatWasTamperedWithStaysSo()
    {
        QFETCH(QString, name);
        FinaliseRequest request;
        request.path = path(u"tampered"_s);
        request.deltas = DeltaMode::Chained;
        QVERIFY(finalise(*openGolden(name), request, {}));
        QCOMPARE(checked(request.path)["verdicts"_L1], expected(name)["verdicts"_L1]);
    }

    void aMadeMatchPasses_data()
    {
        QTest::addColumn<bool>("chained");
        QTest::addColumn<bool>("journal");
        QTest::addColumn<bool>("lost");
        QTest::newRow("cumulative") << false << false << false;
        QTest::newRow("chained") << true << false << false;
        QTest::newRow("chained journal") << true << true << false;
        QTest::newRow("lost frames") << false << false << true;
    }
    void aMadeMatchPasses()
    {
        QFETCH(bool, chained);
        QFETCH(bool, journal);
        QFETCH(bool, lost);
        MadeMatch match;
        match.settings.deltas = chained ? DeltaMode::Chained : DeltaMode::Cumulative;
        match.settings.keyframeEvery = 50;
        match.settings.fullEvery = 4;
        match.settings.signEvery = 50;
        match.settings.eventBlockTicks = 200;
        if (lost)
            match.lost = {310, 311};
        QString file = path(u"made-journal"_s);
        const auto problem = recordMade(match, file);
        QVERIFY2(!problem, problem ? qPrintable(problem->message) : "");
        if (!journal) {
            FinaliseRequest request;
            request.path = path(u"made"_s);
            QVERIFY(finalise(*openPath(file), request, {}));
            file = request.path;
        }
        const QJsonObject found = checked(file);
        QVERIFY2(complaint(found).isEmpty(), qPrintable(complaint(found)));
        QCOMPARE(found["form"_L1].toString(), journal ? u"journal"_s : u"finalised"_s);
        QCOMPARE(found["recovered"_L1].toString(), u"15 of 15 keyframes"_s);
        const QJsonObject verdicts = found["verdicts"_L1].toObject();
        QCOMPARE(verdicts["signed_keyframes"_L1].toString(), u"ok (15 of 15)"_s);
        QCOMPARE(verdicts["order_hashes"_L1].toString(), u"ok (15 keyframes)"_s);
        QCOMPARE(verdicts["chain"_L1].toString(),
                 lost ? u"valid, key unknown, gap of 2 ticks"_s : u"valid, key unknown"_s);
        if (!journal)
            QCOMPARE(verdicts["final_hash"_L1].toString(), u"ok"_s);
        QCOMPARE(found["orders"_L1]["frames"_L1].toInt(), lost ? 699 : 701);
    }
};

} // namespace tst_icrep_write_checker

GHOSTLINE_TEST(tst_icrep_write_checker, TestIcrepWriteChecker)
#include "tst_icrep_write_checker.moc"
