// SPDX-License-Identifier: GPL-3.0-or-later
// The three texts against every expected file beside the reference logs, byte for byte.
#include "codecs/carla/reports/reports.h"
#include "model/bytes/byte_sources.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QCryptographicHash>
#include <QDirIterator>
#include <QRegularExpression>
#include <QTest>

#include <clocale>

namespace tst_carla_reports {

using namespace ghostline;
using namespace ghostline::carla;

namespace {

/// Where two texts part, for the message of a failure.
QByteArray difference(const QByteArray& got, const QByteArray& want)
{
    qsizetype i = 0;
    while (i < got.size() && i < want.size() && got[i] == want[i])
        ++i;
    const qsizetype from = std::max<qsizetype>(0, i - 80);
    return "at byte " + QByteArray::number(i) + "\n got: ..." + got.mid(from, 200) + "\nwant: ..." +
           want.mid(from, 200);
}

model::Result<QByteArray> report(const QString& log, const QString& name, const QStringList& arguments,
                                 ReportVariant variant)
{
    const auto file = model::openFile(log);
    if (!file)
        return tl::unexpected(file.error());
    return carlaReport(**file, name, arguments, variant, {});
}

} // namespace

class TestCarlaReports : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void expectedTexts_data();
    void expectedTexts();
    void longTexts_data();
    void longTexts();
    void badArguments_data();
    void badArguments();
    void defaults();
    void cancelled();
};

void TestCarlaReports::initTestCase()
{
    // A locale with decimal commas, where there is one: the texts must not care.
    std::setlocale(LC_ALL, "de_DE.UTF-8");
    QLocale::setDefault(QLocale(QLocale::German));
}

void TestCarlaReports::expectedTexts_data()
{
    QTest::addColumn<QString>("log");
    QTest::addColumn<QString>("label");
    QTest::addColumn<QString>("expected");
    const QString root = test::sharedData(QStringLiteral("carla"));
    if (root.isEmpty()) {
        QTest::newRow("no reference data") << QString() << QString() << QString();
        return;
    }
    static const QRegularExpression form(QStringLiteral("^(.*\\.log)\\.([a-z0-9-]+(?:\\.fixed)?)\\.txt$"));
    QDirIterator files(root, {QStringLiteral("*.txt")}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        const QRegularExpressionMatch match = form.match(path);
        if (match.hasMatch())
            QTest::newRow(qPrintable(files.fileName())) << match.captured(1) << match.captured(2) << path;
    }
}

void TestCarlaReports::expectedTexts()
{
    GHOSTLINE_REQUIRE_SHARED("carla");
    QFETCH(QString, log);
    QFETCH(QString, label);
    QFETCH(QString, expected);
    // "blocked-5-100.fixed", "collisions-hv", "info-all-newest"
    ReportVariant variant = ReportVariant::Carla;
    if (label.endsWith(QLatin1String(".fixed"))) {
        variant = ReportVariant::Fixed;
        label.chop(6);
    } else if (label.endsWith(QLatin1String("-newest"))) {
        variant = ReportVariant::Newest;
        label.chop(7);
    }
    QStringList arguments = label.split(QLatin1Char('-'));
    const QString name = arguments.takeFirst();
    if (name == QLatin1String("collisions"))
        arguments = QStringList{arguments[0].left(1), arguments[0].mid(1)};
    QFile file(expected);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray want = file.readAll();
    const auto got = report(log, name, arguments, variant);
    QVERIFY2(got, got ? "" : qPrintable(got.error().message));
    QVERIFY2(*got == want, difference(*got, want).constData());
}

void TestCarlaReports::longTexts_data()
{
    QTest::addColumn<QString>("log");
    QTest::addColumn<QByteArray>("hash");
    const QString reference = test::sharedData(QStringLiteral("carla/info-all.sha256"));
    QFile sums(reference);
    if (reference.isEmpty() || !sums.open(QIODevice::ReadOnly)) {
        QTest::newRow("no reference data") << QString() << QByteArray();
        return;
    }
    while (!sums.atEnd()) {
        const QList<QByteArray> parts = sums.readLine().simplified().split(' ');
        const QString name = QString::fromUtf8(parts.value(1)).remove(QStringLiteral(".info-all.txt"));
        QTest::newRow(qPrintable(name)) << test::sharedData(QStringLiteral("carla/") + name) << parts[0];
    }
}

void TestCarlaReports::longTexts()
{
    GHOSTLINE_REQUIRE_SHARED("carla/info-all.sha256");
    QFETCH(QString, log);
    QFETCH(QByteArray, hash);
    const auto got = report(log, QStringLiteral("info"), {QStringLiteral("all")}, ReportVariant::Carla);
    QVERIFY(got);
    QCOMPARE(QCryptographicHash::hash(*got, QCryptographicHash::Sha256).toHex(), hash);
}

void TestCarlaReports::badArguments_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* words, const char* says) {
        QTest::newRow(words) << QString::fromLatin1(words).split(QLatin1Char(' '))
                             << QString::fromLatin1(says);
    };
    row("info everything", "all");
    row("info all all", "all");
    row("collisions v", "two letters");
    row("collisions v x", "two letters");
    row("collisions vw a", "two letters");
    row("blocked soon", "seconds");
    row("blocked 5 -1", "seconds");
    row("blocked 5,5", "seconds");
    row("blocked nan", "seconds");
    row("blocked 1 2 3", "seconds");
    row("blocked 1 2 all", "seconds"); // only with report=fixed
    row("summary", "info, collisions and blocked");
}

void TestCarlaReports::badArguments()
{
    QFETCH(QStringList, words);
    QFETCH(QString, says);
    const auto log = model::MemorySource::fromByteArray(QByteArray::fromHex("01000e00") + "CARLA_RECORDER" +
                                                            QByteArray(8, '\0') + QByteArray::fromHex("0000"),
                                                        QStringLiteral("empty.log"));
    const QString name = words.takeFirst();
    const auto got = carlaReport(*log, name, words, ReportVariant::Carla, {});
    QVERIFY(!got);
    QCOMPARE(got.error().code, model::ErrorCode::InvalidArgument);
    QVERIFY2(got.error().message.contains(says), qPrintable(got.error().message));
}

void TestCarlaReports::defaults()
{
    GHOSTLINE_REQUIRE_SHARED("carla/synthetic/quirks.log");
    const QString log = test::sharedData(QStringLiteral("carla/synthetic/quirks.log"));
    const QString blocked = QStringLiteral("blocked");
    const QString collisions = QStringLiteral("collisions");
    QCOMPARE(
        report(log, blocked, {}, ReportVariant::Carla).value(),
        report(log, blocked, {QStringLiteral("30"), QStringLiteral("10")}, ReportVariant::Carla).value());
    QCOMPARE(
        report(log, collisions, {}, ReportVariant::Carla).value(),
        report(log, collisions, {QStringLiteral("a"), QStringLiteral("a")}, ReportVariant::Carla).value());
    const QStringList every{QStringLiteral("5"), QStringLiteral("100"), QStringLiteral("all")};
    const QByteArray fixed = report(log, blocked, every.mid(0, 2), ReportVariant::Fixed).value();
    const QByteArray all = report(log, blocked, every, ReportVariant::Fixed).value();
    QVERIFY(all.contains("static.prop.bench01") && !fixed.contains("static.prop.bench01"));
    QCOMPARE(reportVariant(QStringLiteral("fixed")).value(), ReportVariant::Fixed);
    QCOMPARE(reportVariant(QString()).value(), ReportVariant::Carla);
    QVERIFY(!reportVariant(QStringLiteral("best")));
}

void TestCarlaReports::cancelled()
{
    GHOSTLINE_REQUIRE_SHARED("carla/synthetic/quirks.log");
    const auto file = model::openFile(test::sharedData(QStringLiteral("carla/synthetic/quirks.log")));
    std::stop_source stop;
    stop.request_stop();
    const auto got = carlaReport(**file, QStringLiteral("info"), {}, ReportVariant::Carla, stop.get_token());
    QVERIFY(!got);
    QCOMPARE(got.error().code, model::ErrorCode::Cancelled);
}

} // namespace tst_carla_reports

GHOSTLINE_TEST(tst_carla_reports, TestCarlaReports)
#include "tst_carla_reports.moc"
