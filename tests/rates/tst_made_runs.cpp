// SPDX-License-Identifier: GPL-3.0-or-later
// Made-up runs are recordings without a fault, the same for the same seed, and what their truth says of them.
#include "codecs/recording/recorder/lone_recorder.h"
#include "tests/codecs/recording/recorder_script.h"
#include "tests/rates/run_folder.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tst_made_runs {

using namespace ghostline;
using namespace ghostline::rates;
using namespace Qt::StringLiterals;

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QJsonArray truthIn(const QString& folder)
{
    return QJsonDocument::fromJson(contentOf(folder + u"/truth.json"_s)).object()[u"runs"_s].toArray();
}

double longestStep(const std::vector<glm::dvec3>& track, int from, int to)
{
    double longest = 0.0;
    for (int i = std::max(from, 1); i <= to; ++i)
        longest = std::max(longest, glm::distance(track[static_cast<std::size_t>(i)],
                                                  track[static_cast<std::size_t>(i - 1)]));
    return longest;
}

} // namespace

class TestMadeRuns : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;

    /// Six minutes of clean runs, one run of each cheat in each strength.
    QString folder(const char* name, bool cheats, std::uint64_t seed)
    {
        FolderPlan plan;
        plan.folder = m_dir.filePath(QLatin1String(name));
        plan.seed = seed;
        plan.hours = cheats ? 0.0 : 0.1;
        plan.each = cheats ? 1 : 0;
        return writeFolder(plan) ? plan.folder : QString();
    }

private Q_SLOTS:
    void sameSeedSameBytes()
    {
        const QString one = folder("one", false, 5);
        const QString two = folder("two", false, 5);
        const QString other = folder("other", false, 6);
        const QStringList names = QDir(one).entryList(QDir::Files);
        QVERIFY(names.size() >= 2);
        QCOMPARE(QDir(two).entryList(QDir::Files), names);
        for (const QString& name : names)
            QCOMPARE(contentOf(two + u'/' + name), contentOf(one + u'/' + name));
        QVERIFY(contentOf(other + u'/' + names[0]) != contentOf(one + u'/' + names[0]));
    }

    void filesAreWithoutFault_data()
    {
        QTest::addColumn<bool>("cheats");
        QTest::newRow("clean") << false;
        QTest::newRow("cheats") << true;
    }
    void filesAreWithoutFault()
    {
        QFETCH(bool, cheats);
        const QString path = folder(cheats ? "cheats" : "clean", cheats, 9);
        const QJsonArray truth = truthIn(path);
        QCOMPARE(QDir(path).entryList({u"*.hcrp"_s}, QDir::Files).size(), truth.size());
        QVERIFY(!cheats || truth.size() == qsizetype(cheatKinds().size()) * Strengths);
        for (const QJsonValue& each : truth) {
            const QString name = each[u"file"_s].toString();
            const auto played = test::playRecording(path + u'/' + name);
            QVERIFY2(played, played ? "" : qPrintable(name + u": "_s + played.error().message));
            QCOMPARE(played->problems, QStringList());
            const int ticks = each[u"ticks"_s].toInt();
            QCOMPARE(static_cast<int>(played->player.size()), ticks);
            const recording::Run& run = played->world.run();
            QVERIFY(run.startTick && run.endTick);
            QCOMPARE(static_cast<int>(*run.endTick), ticks - 1);
            QVERIFY(played->known.metadata.runTimeMs);
            QCOMPARE(*played->known.metadata.runTimeMs, (ticks - 1 - *run.startTick) * 50);
            QCOMPARE(each[u"cheat"_s].isNull(), !cheats);
            if (cheats)
                QVERIFY2(each[u"from_tick"_s].toInt() > 0 && each[u"to_tick"_s].toInt() < ticks - 100,
                         qPrintable(name));
            for (const QJsonValue& one : each[u"ingredients"_s].toArray())
                QVERIFY(one[u"from"_s].toInt() >= 0 && one[u"from"_s].toInt() <= one[u"to"_s].toInt() &&
                        one[u"to"_s].toInt() < ticks);
        }
    }

    /// Against what players have measured in the game, metres a second.
    void paceIsTheGames_data()
    {
        QTest::addColumn<double>("slip");
        QTest::addColumn<bool>("sprint");
        QTest::addColumn<bool>("jump");
        QTest::addColumn<double>("pace");
        QTest::newRow("walk") << 0.6 << false << false << 4.317;
        QTest::newRow("sprint") << 0.6 << true << false << 5.612;
        QTest::newRow("sprint and jump") << 0.6 << true << true << 7.127;
        QTest::newRow("sprint and jump on ice") << 0.98 << true << true << 9.23;
    }
    void paceIsTheGames()
    {
        QFETCH(double, slip);
        QFETCH(bool, sprint);
        QFETCH(bool, jump);
        QFETCH(double, pace);
        Body body;
        Keys keys;
        keys.slip = slip;
        keys.sprint = sprint;
        keys.jump = jump;
        for (int i = 0; i < 240; ++i)
            body.walk(keys);
        const double from = body.place.z;
        for (int i = 0; i < 1200; ++i)
            body.walk(keys);
        const double got = (body.place.z - from) / 60.0;
        QVERIFY2(std::abs(got - pace) < 0.01 * pace, qPrintable(QString::number(got)));
    }

    void jumpsFallsAndWingsAreTheGames()
    {
        Body jumper;
        Keys keys;
        keys.push = 0.0;
        keys.jump = true;
        double top = 0.0;
        for (int i = 0; i < 12; ++i, keys.jump = false) {
            jumper.walk(keys);
            top = std::max(top, jumper.place.y - jumper.floor);
        }
        QVERIFY2(std::abs(top - 1.2522) < 0.001, qPrintable(QString::number(top)));
        QVERIFY(jumper.grounded);

        Body faller;
        faller.floor = -1e6;
        for (int i = 0; i < 1000; ++i)
            faller.walk({});
        QVERIFY(std::abs(faller.speed.y + 3.92) < 0.001);

        Body climber;
        climber.climb(1);
        QVERIFY(std::abs(climber.speed.y * 20.0 - 2.352) < 0.001);

        Body flyer;
        flyer.floor = -1e6;
        for (int i = 0; i < 100; ++i)
            flyer.glide(0.0, 0.0, true);
        QVERIFY2(std::abs(flyer.speed.z * 20.0 - 33.5) < 0.7,
                 qPrintable(QString::number(flyer.speed.z * 20.0)));
    }

    /// A blink is as far as its strength says, and where the truth has it.
    void blinksAreThere_data()
    {
        QTest::addColumn<int>("strength");
        QTest::addColumn<double>("far");
        QTest::newRow("weak") << 0 << 3.0;
        QTest::newRow("middle") << 1 << 8.0;
        QTest::newRow("strong") << 2 << 30.0;
    }
    void blinksAreThere()
    {
        QFETCH(int, strength);
        QFETCH(double, far);
        const RunPlan plan{77, 1500, Cheat{"teleport", static_cast<Strength>(strength)}};
        auto recorder = recording::LoneRecorder::create(headOf(plan));
        QVERIFY(recorder);
        const auto truth = recordRun(*recorder, plan);
        QVERIFY(truth);
        const QString path = m_dir.filePath(u"blink.hcrp"_s);
        QVERIFY(recorder->save(path, u"finish"_s));
        const auto played = test::playRecording(path);
        QVERIFY(played);
        const double longest = longestStep(played->player, truth->from, truth->to);
        QVERIFY2(longest >= far && longest < far + 1.0, qPrintable(QString::number(longest)));
    }
};

} // namespace tst_made_runs

GHOSTLINE_TEST(tst_made_runs, TestMadeRuns)
#include "tst_made_runs.moc"
