// SPDX-License-Identifier: GPL-3.0-or-later
// Files that the reference writer made, against the frames that it was given.
#include "tests/codecs/echo/butter_frames.h"
#include "tests/codecs/echo/truth_measure.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QRegularExpression>
#include <QTest>

namespace tst_echo_butter_truth {

using namespace ghostline;

namespace {

using Expected = std::map<QString, double>;

/// Of one decoder ("ours", "ref") for a file; a file without a line has that of its gzip sibling.
Expected expectedErrors(const QString& file, const QString& decoder)
{
    QString listed = file;
    listed.replace(QLatin1String(".none."), QLatin1String(".gzip."));
    const QString text =
        QString::fromUtf8(test::readAll(test::sharedData(QStringLiteral("echo/expected-errors.txt"))));
    Expected out;
    for (const QString& line : text.split(QLatin1Char('\n'))) {
        if (!line.startsWith(listed + QLatin1Char(' ') + decoder + QLatin1Char(' ')))
            continue;
        static const QRegularExpression entry(QStringLiteral("'([^']+)': ([0-9.]+)"));
        for (auto it = entry.globalMatch(line); it.hasNext();) {
            const auto match = it.next();
            out[match.captured(1)] = match.captured(2).toDouble();
        }
    }
    return out;
}

QString recordingOf(const QString& file) { return file.section(QLatin1Char('.'), 0, 0); }

} // namespace

class TestEchoButterTruth : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void againstTruth_data();
    void againstTruth();
    void readAgain_data() { againstTruth_data(); }
    void readAgain();
    void dumped();
};

void TestEchoButterTruth::againstTruth_data()
{
    GHOSTLINE_REQUIRE_SHARED("echo/expected-errors.txt");
    QTest::addColumn<QString>("file");
    const QDir folder(test::sharedData(QStringLiteral("echo")));
    for (const QString& file : folder.entryList({QStringLiteral("*.butter")}, QDir::Files))
        QTest::newRow(qPrintable(file)) << file;
}

void TestEchoButterTruth::againstTruth()
{
    QFETCH(QString, file);
    const auto truth = test::truthFrames(
        test::readAll(test::sharedData(QStringLiteral("echo/%1.zip.echoreplay").arg(recordingOf(file)))));
    QVERIFY(!truth.empty());
    const auto scanned = test::scanButter(test::readAll(test::sharedData(QStringLiteral("echo/") + file)));
    QVERIFY(scanned);
    const test::Scanned& s = **scanned;
    QVERIFY(s.losses.isEmpty());
    QCOMPARE(s.frames.size(), truth.size());
    test::TruthMeasure measure(s.file->header(), s.file->names());
    for (std::size_t i = 0; i < truth.size(); ++i)
        measure.compare(truth[i], s.frames, s.frames.frames[i]);

    const Expected ours = expectedErrors(file, QStringLiteral("ours"));
    const Expected reference = expectedErrors(file, QStringLiteral("ref"));
    QVERIFY(!ours.empty());
    QStringList above;
    for (const auto& [what, value] : measure.errors) {
        const double bound = ours.contains(what) ? ours.at(what) : 0.0;
        const double ref = reference.contains(what) ? reference.at(what) : 0.0;
        const bool counts = what.endsWith(QLatin1String("!="));
        if (value != 0.0 || bound != 0.0 || ref != 0.0)
            qInfo("%-16s measured %10.5f, expected %10.4f, reference reader %10.4f", qPrintable(what), value,
                  bound, ref);
        // Maxima are printed with four decimals.
        if (value > (counts ? bound : 1.05 * (bound + 0.00005)))
            above += QStringLiteral("%1 is %2, not %3").arg(what).arg(value).arg(bound);
    }
    QVERIFY2(above.isEmpty(), qPrintable(above.join(QStringLiteral("; "))));
}

void TestEchoButterTruth::readAgain()
{
    QFETCH(QString, file);
    const auto scanned = test::scanButter(test::readAll(test::sharedData(QStringLiteral("echo/") + file)));
    QVERIFY(scanned);
    QVERIFY(test::readsTheSame(**scanned));
    const auto raw = (*scanned)->file->readRaw({});
    QVERIFY(raw);
    QVERIFY(*raw > (*scanned)->file->scanBytes() / 2);
}

void TestEchoButterTruth::dumped()
{
    GHOSTLINE_REQUIRE_SHARED("echo/expected-errors.txt");
    const auto opened = test::openButterBytes(
        test::readAll(test::sharedData(QStringLiteral("echo/synth_bones_short.k60.gzip.butter"))));
    QVERIFY(opened);
    const auto streams = (*opened)->streams({});
    QVERIFY(streams);
    QCOMPARE(streams->size(), std::size_t{1});
    QCOMPARE(streams->front().records, std::uint64_t{90});
    QCOMPARE(streams->front().kinds.at(QStringLiteral("keyframe")), std::uint64_t{2});
    int records = 0;
    const auto done =
        (*opened)->readRecords(streams->front().name,
                               [&records](const model::Record& record) {
                                   const QJsonArray teams = record.data[QStringLiteral("teams")].toArray();
                                   const bool whole = teams.size() == 3 &&
                                                      record.data.contains(QStringLiteral("user_bones")) &&
                                                      record.data.contains(QStringLiteral("disc"));
                                   return whole && record.frame == records++ && records < 70;
                               },
                               {});
    QVERIFY(done);
    QCOMPARE(records, 70);
}

} // namespace tst_echo_butter_truth

GHOSTLINE_TEST(tst_echo_butter_truth, TestEchoButterTruth)
#include "tst_echo_butter_truth.moc"
