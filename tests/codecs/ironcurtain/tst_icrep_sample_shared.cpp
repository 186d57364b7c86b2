// SPDX-License-Identifier: GPL-3.0-or-later
// Made-up matches, held against a reader that is not ours.
#include "codecs/ironcurtain/sample/crowd.h"
#include "codecs/ironcurtain/sample/skirmish.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace tst_icrep_sample_shared {

using namespace ghostline;
using namespace ghostline::test;
using namespace ghostline::ironcurtain;

class TestIcrepSampleShared : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

private Q_SLOTS:
    void initTestCase()
    {
        GHOSTLINE_REQUIRE_SHARED("iron-curtain/expected.json");
        if (QStandardPaths::findExecutable(QStringLiteral("python3")).isEmpty())
            QSKIP("python3 not found: the independent reader cannot run");
    }

    void passes_data()
    {
        QTest::addColumn<int>("players");
        QTest::addColumn<int>("minutes");
        QTest::addColumn<bool>("chained");
        QTest::addColumn<bool>("journal");
        QTest::newRow("the bundled match") << 4 << 20 << false << false;
        QTest::newRow("two, chained") << 2 << 8 << true << false;
        QTest::newRow("three, journal") << 3 << 5 << false << true;
        QTest::newRow("four, chained journal") << 4 << 3 << true << true;
        QTest::newRow("a crowd") << 0 << 3 << false << false;
    }
    void passes()
    {
        QFETCH(int, players);
        QFETCH(int, minutes);
        QFETCH(bool, chained);
        QFETCH(bool, journal);
        const QString out = m_folder.filePath(QStringLiteral("match.icrep"));
        const SimTick ticks = static_cast<SimTick>(minutes) * 900;
        WriteSettings write;
        write.deltas = chained ? DeltaMode::Chained : DeltaMode::Cumulative;
        const auto done = players > 0 ? recordSkirmish({1, players, ticks, 96}, write, out, journal)
                                      : recordCrowd(1, 300, ticks + 70, write, out);
        QVERIFY2(done, done ? "" : qPrintable(done.error().message));
        QProcess process;
        process.start(QStringLiteral("python3"),
                      {QDir::cleanPath(sharedData(QStringLiteral("iron-curtain")) +
                                       QStringLiteral("/../../tools/mk_golden_icrep.py")),
                       QStringLiteral("check"), out});
        QVERIFY(process.waitForFinished(60'000));
        const QJsonObject found = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
        QVERIFY2(!found.isEmpty(), process.readAllStandardError().constData());
        const auto said = [&found](const char* key) { return found[QLatin1String(key)]; };
        QVERIFY2(process.exitCode() == 0 && said("damages").toArray().isEmpty(),
                 QJsonDocument(said("verdicts").toObject()).toJson().constData());
        QCOMPARE(said("verdicts").toObject()[QLatin1String("chain")].toString(),
                 QStringLiteral("valid, key unknown"));
        QVERIFY(!found.contains(QLatin1String("warnings")));
        if (minutes == 20) // every kind of event there is
            QCOMPARE(said("events").toObject()[QLatin1String("by_kind")].toObject().size(), 21);
    }
};

} // namespace tst_icrep_sample_shared

GHOSTLINE_TEST(tst_icrep_sample_shared, TestIcrepSampleShared)
#include "tst_icrep_sample_shared.moc"
