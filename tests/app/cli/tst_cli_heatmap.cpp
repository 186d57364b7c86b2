// SPDX-License-Identifier: GPL-3.0-or-later
// `heatmap` in process, on replays whose every value is known.
#include "tests/app/cli/cli_outcome.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

namespace tst_cli_heatmap {

using namespace ghostline;
using namespace Qt::StringLiterals;
using test::Outcome;

namespace {

/// Four actors: 0 and 1 stand, a metre's cell each; the others are far from both and from each other.
test::FakeReplayOptions standing()
{
    test::FakeReplayOptions options;
    options.frames = 201; // 10 s
    options.players = true;
    options.motion = [](int actor, model::FrameNumber, double) {
        return glm::dvec3(10.0 * actor + 0.5, 0.0, 0.5);
    };
    return options;
}

Outcome run(const QString& line, const test::FakeReplayOptions& options = standing())
{
    return test::runLine(line,
                         [&options](const QString& path, const model::OpenOptions&)
                             -> model::Result<std::unique_ptr<model::ReplaySource>> {
                             test::FakeReplayOptions own = options;
                             if (path.contains(u"elsewhere"))
                                 own.foreign = u" elsewhere"_s; // of the map's name, too
                             return std::make_unique<test::FakeReplay>(own);
                         });
}

} // namespace

class TestCliHeatmap : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void jsonIsTheGrid()
    {
        const Outcome o = run(u"heatmap x --cell 1 --json"_s);
        QCOMPARE(o.code, 0);
        const QJsonObject json = o.json();
        QCOMPARE(json["what"_L1].toString(), u"positions"_s);
        QCOMPARE(json["unit"_L1].toString(), u"s"_s);
        QVERIFY(std::abs(json["total"_L1].toDouble() - 40.0) < 1e-3);
        QCOMPARE(json["samples"_L1].toInt(), 800);
        QCOMPARE(json["cell"_L1].toDouble(), 1.0);
        const QJsonArray rows = json["values"_L1].toArray();
        QCOMPARE(rows.size(), json["rows"_L1].toInt());
        QCOMPARE(rows[0].toArray().size(), json["columns"_L1].toInt());
        const auto at = [&](double x, double z) {
            const int column = static_cast<int>(std::floor(x - json["x"_L1].toDouble()));
            const int row = static_cast<int>(std::floor(z - json["z"_L1].toDouble()));
            return rows[row].toArray()[column].toDouble();
        };
        for (const double x : {0.5, 10.5, 20.5, 30.5})
            QVERIFY(std::abs(at(x, 0.5) - 10.0) < 1e-4);
        QCOMPARE(at(5.5, 0.5), 0.0);
    }

    void filtersAndTimes()
    {
        const auto total = [](const QString& line) { return run(line).json()["total"_L1].toDouble(); };
        QVERIFY(std::abs(total(u"heatmap x --json --actor 2"_s) - 10.0) < 1e-3);
        QVERIFY(std::abs(total(u"heatmap x --json --team 1"_s) - 20.0) < 1e-3);
        QVERIFY(std::abs(total(u"heatmap x --json --from 2 --to 5"_s) - 12.0) < 1e-3);
        QVERIFY(std::abs(total(u"heatmap x --json --smooth 2"_s) - 40.0) < 1e-2);
        QVERIFY(std::abs(total(u"heatmap x --json --what stops"_s) - 40.0) < 1e-3);
        QVERIFY(std::abs(total(u"heatmap a b c --json"_s) - 120.0) < 1e-2);
        QCOMPARE(run(u"heatmap a b c --json"_s).json()["recordings"_L1].toInt(), 3);
    }

    void textSaysWhereThereIsMost()
    {
        const Outcome o = run(u"heatmap x --cell 1"_s);
        QCOMPARE(o.code, 0);
        QVERIFY(o.out.startsWith("Positions: sum 40 s of 800 samples\n"));
        QVERIFY(o.out.contains("Most"));
    }

    void csvHasCentres()
    {
        const Outcome o = run(u"heatmap x --cell 1 --actor 0 --csv"_s);
        QCOMPARE(o.code, 0);
        const QList<QByteArray> lines = o.out.split('\n');
        QVERIFY(lines[0].startsWith("# Positions, s"));
        QVERIFY(lines[2].startsWith("z\\x,") && lines[2].contains(",0.5"));
    }

    void pictureIsWrittenOnce()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(u"heat.png"_s);
        const QString line = u"heatmap x --size 64 --png "_s + path;
        for (int i = 0; i < 2; ++i) { // a picture is replaced
            QCOMPARE(run(line).code, 0);
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY(file.readAll().startsWith("\x89PNG\r\n\x1a\n"));
        }
        QFile other(folder.filePath(u"precious.png"_s));
        QVERIFY(other.open(QIODevice::WriteOnly) && other.write("notes") == 5);
        other.close();
        const Outcome refused = run(u"heatmap x --png "_s + other.fileName());
        QCOMPARE(refused.code, 2);
        QVERIFY(refused.err.contains("is no PNG"));
        QVERIFY(other.open(QIODevice::ReadOnly));
        QCOMPARE(other.readAll(), QByteArray("notes"));
        const QString nowhere = folder.filePath(u"none/heat.png"_s);
        QCOMPARE(run(u"heatmap x --png "_s + nowhere).code, 2);
    }

    void otherMapsAreRefused()
    {
        const Outcome refused = run(u"heatmap x elsewhere --json"_s);
        QCOMPARE(refused.code, 2);
        QVERIFY(refused.err.contains("elsewhere"));
        QCOMPARE(run(u"heatmap x elsewhere --other-maps --json"_s).code, 0);
    }

    void nonsenseIsOneSentence_data()
    {
        QTest::addColumn<QString>("line");
        for (const char* line : {"--what deaths", "--what event:none", "--what metric:none",
                                 "--what metric:distance_between", "--what attention", "--actor nobody",
                                 "--team nobody", "--from 99:00", "--cell 0.000001", "--cell 0", "--cell=-1",
                                 "--sum mean", "--by worth", "--at first", "--what event:hit --by nothing"})
            QTest::newRow(line) << QString::fromLatin1(line);
    }
    void nonsenseIsOneSentence()
    {
        QFETCH(QString, line);
        test::FakeReplayOptions options = standing();
        options.events = 9;
        const Outcome o = run(u"heatmap x "_s + line, options);
        QCOMPARE(o.code, 2);
        QVERIFY(o.out.isEmpty());
        QVERIFY(!o.err.isEmpty());
        QVERIFY2(!line.startsWith(u"--cell") || o.err.contains("between 0.01 m and 1000 km"),
                 o.err.constData());
    }
};

} // namespace tst_cli_heatmap

GHOSTLINE_TEST(tst_cli_heatmap, TestCliHeatmap)
#include "tst_cli_heatmap.moc"
