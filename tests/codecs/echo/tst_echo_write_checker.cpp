// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings written as .butter and decoded by an independent program, in the exact and in the reference's
// own way: nothing is further from the recorded frames than in the files of the format's own writer.
#include "codecs/echo/butter/butter_encode.h"
#include "codecs/echo/frame/frame_file.h"
#include "tests/codecs/echo/butter_frames.h"
#include "tests/codecs/echo/written_butter.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

namespace tst_echo_write_checker {

using namespace ghostline;
using namespace ghostline::echo;

namespace {

/// Largest differences by field, as the checker prints them.
using Errors = QMap<QString, double>;

Errors parseErrors(const QString& line)
{
    Errors out;
    static const QRegularExpression entry(QStringLiteral("'([^']+)': ([-+.e0-9]+)"));
    const QString list = line.section(u'{', 1, 1).section(u'}', 0, 0);
    for (auto it = entry.globalMatch(list); it.hasNext();) {
        const auto match = it.next();
        out.insert(match.captured(1), match.captured(2).toDouble());
    }
    return out;
}

QString shared(const char* relative) { return test::sharedData(QLatin1String(relative)); }

QString python() { return qEnvironmentVariable("GHOSTLINE_PYTHON", QStringLiteral("python3")); }

QString checkerPath()
{
    return QDir::cleanPath(shared("echo") + QStringLiteral("/../../tools/echo_ref_check.py"));
}

bool canCheck()
{
    QProcess process;
    process.start(python(), {QStringLiteral("-c"), QStringLiteral("import numpy")});
    return process.waitForFinished(30'000) && process.exitCode() == 0;
}

/// What the checker says of a file in the modes given, in their order.
QList<Errors> check(const QString& butter, const QString& recording, const QString& modes)
{
    QProcess process;
    process.start(python(), {checkerPath(), QStringLiteral("truth"), butter, recording, modes});
    if (!process.waitForFinished(120'000) || process.exitCode() != 0)
        return {};
    QList<Errors> out;
    for (const QString& line : QString::fromUtf8(process.readAllStandardOutput()).split(u'\n')) {
        if (line.contains(QLatin1String(" of ")))
            out += parseErrors(line);
    }
    return out;
}

/// The largest errors in files of the reference writer, from the reference data.
Errors expected(const QString& name, const QString& mode)
{
    const QString text = QString::fromUtf8(test::readAll(shared("echo/expected-errors.txt")));
    for (const QString& line : text.split(u'\n')) {
        if (line.startsWith(name + QStringLiteral(" ") + mode + QStringLiteral(" ")))
            return parseErrors(line);
    }
    return {};
}

/// How far off the middle of a bin can be: half a bin in each axis.
double binRadius(const glm::vec3& value)
{
    const glm::dvec3 v(value);
    return glm::length(glm::dvec3(encode::halfStep(v.x), encode::halfStep(v.y), encode::halfStep(v.z))) / 2;
}

/// Of vectors that keyframes cut off to halfs anew: our files may have more keyframes than those of the
/// reference writer, so that its largest errors are no bound, but this is one.
Errors binRadii(const FrameBlock& block)
{
    Errors out;
    const auto raise = [&](const char* field, const glm::vec3& value) {
        double& bound = out[QLatin1String(field)];
        bound = std::max(bound, binRadius(value));
    };
    for (const Frame& frame : block.frames) {
        raise("disc", frame.disc.position);
        raise("disc vel", frame.discVelocity);
        raise("vr", frame.vr.position);
        for (const PlayerFrame& player : block.playersOf(frame)) {
            for (const PartPose& part : player.parts)
                raise("part", part.position);
        }
    }
    return out;
}

/// `bins`: how many half bins off a reader of this kind may be.
QString exceeded(const Errors& found, const Errors& allowed, const Errors& radii, double bins)
{
    QStringList out;
    for (auto it = found.begin(); it != found.end(); ++it) {
        const double printed = 0.00005;
        const double listed = allowed.value(it.key(), 0.0) * 1.05;
        const double bound = std::max(listed, radii.value(it.key(), 0.0) * bins) + printed;
        if (it.value() > bound)
            out += QStringLiteral("%1 %2 > %3").arg(it.key()).arg(it.value()).arg(bound);
    }
    return out.join(QStringLiteral(", "));
}

} // namespace

class EchoWriteChecker : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void againstRecordings_data();
    void againstRecordings();
    void sizes();

private:
    static std::unique_ptr<test::Scanned> recording(const QString& path);
};

std::unique_ptr<test::Scanned> EchoWriteChecker::recording(const QString& path)
{
    auto file = openEchoReplay(model::MemorySource::fromByteArray(test::readAll(path), path), {});
    if (!file)
        return nullptr;
    auto out = std::make_unique<test::Scanned>();
    out->file = std::move(*file);
    return out->file->scan(*out, {}) ? std::move(out) : nullptr;
}

void EchoWriteChecker::againstRecordings_data()
{
    QTest::addColumn<QString>("reference");
    QTest::addColumn<int>("interval");
    QTest::addColumn<bool>("tight");
    QTest::addColumn<bool>("gzip");
    const QDir folder(shared("echo"));
    static const QString ending = QStringLiteral(".gzip.butter");
    for (const QString& name : folder.entryList({u'*' + ending}, QDir::Files)) {
        const int interval = name.section(u'.', 1, 1).mid(1).toInt();
        for (const bool tight : {false, true}) {
            const QString row = name.chopped(ending.size()) + QLatin1String(tight ? " tight" : " plain");
            QTest::newRow(qPrintable(row)) << name << interval << tight << (interval == 300);
        }
    }
    if (shared("echo").isEmpty())
        QTest::newRow("no data") << QString() << 60 << false << false;
}

void EchoWriteChecker::againstRecordings()
{
    GHOSTLINE_REQUIRE_SHARED("echo");
    if (!QFile::exists(checkerPath()))
        QSKIP("the independent decoder is not there");
    static const bool able = canCheck();
    if (!able)
        QSKIP("python3 with numpy is not there: set GHOSTLINE_PYTHON");
    QFETCH(QString, reference);
    QFETCH(int, interval);
    QFETCH(bool, tight);
    QFETCH(bool, gzip);
    const QString path = shared("echo/") + reference.section(u'.', 0, 0) + QStringLiteral(".zip.echoreplay");
    const auto match = recording(path);
    QVERIFY(match);
    const ButterOptions options{.keyframeInterval = interval,
                                .compression = gzip ? ButterCompression::Gzip : ButterCompression::None,
                                .tight = tight};
    const auto written = test::writeButterBytes(
        test::writeJob(match->file->header(), match->file->names(), match->frames), options);
    QVERIFY2(written.has_value(), written ? "" : qPrintable(written.error().message));
    const QTemporaryDir out;
    const QString butter = out.filePath(QStringLiteral("written.butter"));
    QFile file(butter);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(written->bytes);
    file.close();

    // Bones are absolute at keyframes, for the readers that forget them there; the checker's exact mode
    // carries them on over keyframes without a look, its mode "bonereset" does not.
    const QList<Errors> errors = check(butter, path, QStringLiteral("bonereset,ref"));
    QCOMPARE(errors.size(), 2);
    const Errors exact = expected(reference, QStringLiteral("ours"));
    Errors shown = expected(reference, QStringLiteral("ref"));
    QVERIFY(!exact.isEmpty() && !shown.isEmpty());
    // The reference reader takes differences of team statistics for the numbers themselves.
    for (const char* field : {"team stats!=", "team stuns", "team posstime"})
        shown[QLatin1String(field)] = std::numeric_limits<double>::infinity();
    const Errors radii = binRadii(match->frames);
    const QString wrong = exceeded(errors[0], exact, radii, 1.0);
    QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("exact: ") + wrong));
    const QString wrongReference = exceeded(errors[1], shown, radii, 2.0);
    QVERIFY2(wrongReference.isEmpty(), qPrintable(QStringLiteral("reference: ") + wrongReference));
}

/// Bytes per frame of the recording of real motion, printed as a table; the goal of the small form is 70 % of
/// the reference writer's file.
void EchoWriteChecker::sizes()
{
    GHOSTLINE_REQUIRE_SHARED("echo/milk_short.k300.gzip.butter");
    const QString path = shared("echo/milk_short.zip.echoreplay");
    const auto match = recording(path);
    QVERIFY(match);
    const auto frames = static_cast<double>(match->frames.size());
    const auto referenceSize =
        static_cast<double>(QFileInfo(shared("echo/milk_short.k300.gzip.butter")).size());
    qInfo("zip %.1f, reference gzip %.1f bytes per frame",
          static_cast<double>(QFileInfo(path).size()) / frames, referenceSize / frames);
    const auto job = test::writeJob(match->file->header(), match->file->names(), match->frames);
    double smallest = 0.0;
    for (const bool tight : {false, true}) {
        for (const auto compression :
             {ButterCompression::None, ButterCompression::Gzip, ButterCompression::Zstd}) {
            const auto written = test::writeButterBytes(job, {.compression = compression, .tight = tight});
            QVERIFY(written.has_value());
            smallest = static_cast<double>(written->bytes.size());
            qInfo("%s, compression %d: %.1f", tight ? "tight" : "plain", static_cast<int>(compression),
                  smallest / frames);
            if (!tight && compression == ButterCompression::None)
                QCOMPARE(written->bytes.size(), QFileInfo(shared("echo/milk_short.k300.none.butter")).size());
        }
    }
    QVERIFY(smallest <= 0.7 * referenceSize);
}

} // namespace tst_echo_write_checker

GHOSTLINE_TEST(tst_echo_write_checker, EchoWriteChecker)
#include "tst_echo_write_checker.moc"
