// SPDX-License-Identifier: GPL-3.0-or-later
// The reference recordings: every frame against an independent parser, and written again.
#include "codecs/echo/frame/frame_writer.h"
#include "codecs/echo/text/echo_replay_writer.h"
#include "tests/codecs/echo/json_match.h"
#include "tests/codecs/echo/replay_text.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <set>

namespace tst_echo_replay_shared {

using namespace ghostline;
using namespace ghostline::test;

namespace {

QByteArray readAll(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// What a frame does not hold.
bool leftOut(const QString& key)
{
    static const QStringList keys{QStringLiteral("bounce_count"), QStringLiteral("err_code"),
                                  QStringLiteral("error_code"), QStringLiteral("err_description"),
                                  QStringLiteral("game_clock_display")};
    return keys.contains(key);
}

bool isDirection(const QString& path)
{
    return path.endsWith(QLatin1String("forward")) || path.endsWith(QLatin1String("left")) ||
           path.endsWith(QLatin1String("up"));
}

/// Path of the first value of `a` that is another one in `b`, empty when all are there.
QString difference(const QJsonValue& a, const QJsonValue& b, const QString& path)
{
    if (a.isObject()) {
        const QJsonObject left = a.toObject();
        for (auto it = left.begin(); it != left.end(); ++it) {
            if (leftOut(it.key()) ||
                (path == QLatin1String("session") && it.key() == QLatin1String("possession")))
                continue;
            const QString inner = difference(it.value(), b[it.key()], path + u'.' + it.key());
            if (!inner.isEmpty())
                return inner;
        }
        return {};
    }
    if (a.isArray()) {
        const QJsonArray left = a.toArray();
        for (qsizetype i = 0; i < left.size(); ++i) {
            const QString inner = difference(left[i], b.toArray().at(i), path);
            if (!inner.isEmpty())
                return inner;
        }
        return left.size() == b.toArray().size() ? QString() : path;
    }
    if (a.isDouble() && b.isDouble()) {
        // The axes were rounded to three decimals each, which leaves them askew by as much.
        const bool same = isDirection(path)
                              ? std::abs(a.toDouble() - b.toDouble()) <= 0.0016
                              : static_cast<float>(a.toDouble()) == static_cast<float>(b.toDouble());
        // User ids are above what a float, and a double, tells apart.
        const bool whole = std::abs(a.toDouble()) > 1e7;
        return same && (!whole || a.toInteger() == b.toInteger()) ? QString() : path;
    }
    const bool flags = (a.isBool() && b.isDouble()) || (a.isDouble() && b.isBool());
    if (flags)
        return (a.toBool() || a.toDouble() != 0.0) == (b.toBool() || b.toDouble() != 0.0) ? QString() : path;
    if (path.endsWith(QLatin1String("goal_type")) && b.toString() == QLatin1String("[NO GOAL]") &&
        echo::goalTypeFromWord(a.toString().toStdString()) == echo::GoalType::Unknown)
        return {}; // a word that nobody listed
    return a == b ? QString() : path;
}

} // namespace

class TestEchoReplayShared : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { GHOSTLINE_REQUIRE_SHARED("echo"); }

    void everyFrame_data() { recordings(); }
    void everyFrame()
    {
        QFETCH(QString, path);
        JsonMatch truth;
        QVERIFY(readJsonMatch(readAll(path), truth));
        const auto file = openText(readAll(path));
        QVERIFY2(file.has_value(), file ? "" : qPrintable(file.error().message));
        QCOMPARE((*file)->version(), QStringLiteral("zip"));
        QCOMPARE((*file)->header().client, truth.header.client);
        QCOMPARE((*file)->header().sessionId, truth.header.sessionId);
        QCOMPARE((*file)->header().sessionIp, truth.header.sessionIp);
        QCOMPARE((*file)->header().map, truth.header.map);
        QCOMPARE((*file)->header().privateMatch, truth.header.privateMatch);
        ScannedText scanned;
        QVERIFY((*file)->scan(scanned, {}).has_value());
        QVERIFY(scanned.missing.empty());
        for (const model::Diagnostic& note : scanned.diagnostics)
            QVERIFY2(note.code == QLatin1String("unknown-goal-type"), qPrintable(note.message));
        QVERIFY(scanned.monotonic);
        QCOMPARE((*file)->scanBytes(), static_cast<std::uint64_t>(truth.text.size()));
        QCOMPARE(scanned.block.size(), truth.block.size());
        const echo::MatchNames& names = (*file)->names();
        for (std::size_t i = 0; i < truth.block.size(); ++i) {
            echo::Frame expected = truth.block.frames[i];
            const echo::Frame& found = scanned.block.frames[i];
            const auto who = [&](std::int32_t a, std::int32_t b) {
                return a == b ||
                       (names[a].name == truth.names[b].name && names[a].userId == truth.names[b].userId);
            };
            QVERIFY2(who(found.score.scorer, expected.score.scorer), qPrintable(QString::number(i)));
            QVERIFY(who(found.score.assister, expected.score.assister));
            QCOMPARE(names.textAt(found.rulesChangedBy), truth.names.textAt(expected.rulesChangedBy));
            expected.rulesChangedBy = found.rulesChangedBy;
            expected.score.scorer = found.score.scorer;
            expected.score.assister = found.score.assister;
            QVERIFY2(found == expected, qPrintable(QStringLiteral("frame %1").arg(i)));
            const auto rows = scanned.block.playersOf(found);
            const auto truths = truth.block.playersOf(expected);
            for (std::size_t p = 0; p < rows.size(); ++p) {
                echo::PlayerFrame row = truths[p];
                QVERIFY(names[rows[p].person].name == truth.names[row.person].name);
                QVERIFY(names[rows[p].person].userId == truth.names[row.person].userId);
                row.person = rows[p].person;
                QVERIFY2(row == rows[p], qPrintable(QStringLiteral("frame %1 player %2").arg(i).arg(p)));
            }
            QVERIFY(std::ranges::equal(scanned.block.bonesOf(found), truth.block.bonesOf(expected)));
        }
        QVERIFY(chunksAgree(**file, scanned));
    }

    void rawAndRecords_data() { recordings(); }
    void rawAndRecords()
    {
        QFETCH(QString, path);
        const auto file = openText(readAll(path));
        QVERIFY(file.has_value());
        const auto raw = (*file)->readRaw({});
        QVERIFY(raw.has_value());
        const auto streams = (*file)->streams({});
        QVERIFY(streams.has_value() && streams->size() == 1);
        const QByteArrayList lines = firstZipEntry(readAll(path)).split('\n');
        QCOMPARE(streams->front().records, static_cast<std::uint64_t>(lines.size() - 1));
        qsizetype at = 0;
        bool same = true;
        const auto done = (*file)->readRecords(
            {},
            [&](const model::Record& record) {
                const QByteArrayList columns = lines[at].trimmed().split('\t');
                same = same && record.frame == at &&
                       record.data[u"session"].toObject() == QJsonDocument::fromJson(columns[1]).object();
                ++at;
                return true;
            },
            {});
        QVERIFY(done.has_value() && same);
        QCOMPARE(at, lines.size() - 1);
    }

    void writtenAgain_data() { recordings(); }
    void writtenAgain()
    {
        QFETCH(QString, path);
        const auto file = openText(readAll(path));
        QVERIFY(file.has_value());
        ScannedText scanned;
        QVERIFY((*file)->scan(scanned, {}).has_value());
        const QByteArrayList before = firstZipEntry(readAll(path)).split('\n');
        const QTemporaryDir dir;
        for (const bool zip : {false, true}) {
            echo::WriteJob job;
            job.header = (*file)->header();
            job.names = &(*file)->names();
            job.frames = [&](const echo::FrameTaker& take) {
                return take(scanned.block, 0, scanned.block.size());
            };
            const QString target = dir.filePath(QStringLiteral("out.echoreplay"));
            auto out = model::AtomicFile::create(target);
            QVERIFY(out.has_value());
            const auto report = echo::writeEchoReplay(job, {.zip = zip, .entryName = {}}, *out);
            QVERIFY2(report.has_value(), report ? "" : qPrintable(report.error().message));
            QVERIFY(out->commit().has_value());
            QCOMPARE(report->frames, static_cast<model::FrameNumber>(scanned.block.size()));
            const QByteArray bytes = readAll(target);
            QCOMPARE(report->bytes, static_cast<std::uint64_t>(bytes.size()));
            QCOMPARE(bytes.startsWith("PK"), zip);
            const QByteArrayList after = (zip ? firstZipEntry(bytes) : bytes).split('\n');
            QCOMPARE(after.size(), before.size());
            for (qsizetype i = 0; i + 1 < before.size(); ++i)
                compareLines(before[i].trimmed(), after[i].trimmed(), i);
            readBack(bytes, scanned);
        }
    }

private:
    static void recordings()
    {
        QTest::addColumn<QString>("path");
        const QDir dir(sharedData(QStringLiteral("echo")));
        for (const QString& name : dir.entryList({QStringLiteral("*.zip.echoreplay")}))
            QTest::newRow(qPrintable(name)) << dir.filePath(name);
    }

    static void compareLines(const QByteArray& before, const QByteArray& after, qsizetype line)
    {
        const QByteArrayList a = before.split('\t');
        const QByteArrayList b = after.split('\t');
        QCOMPARE(b.front(), a.front());
        QCOMPARE(b.size(), a.size());
        const QString at = difference(QJsonDocument::fromJson(a[1]).object(),
                                      QJsonDocument::fromJson(b[1]).object(), QStringLiteral("session"));
        QVERIFY2(at.isEmpty(),
                 qPrintable(QStringLiteral("line %1: %2\n%3").arg(line).arg(at, QString::fromUtf8(b[1]))));
        if (a.size() > 2) {
            const QString bones = difference(QJsonDocument::fromJson(a[2]).object(),
                                             QJsonDocument::fromJson(b[2]).object(), QStringLiteral("bones"));
            QVERIFY2(bones.isEmpty(), qPrintable(bones));
        }
    }

    /// Positions and values are the very same; directions within what four decimals leave.
    static void readBack(const QByteArray& bytes, const ScannedText& scanned)
    {
        const auto again = openText(bytes);
        QVERIFY(again.has_value());
        ScannedText second;
        QVERIFY((*again)->scan(second, {}).has_value());
        QVERIFY(second.diagnostics.empty());
        QCOMPARE(second.block.size(), scanned.block.size());
        QVERIFY(second.block.bones == scanned.block.bones);
        float widest = 0.0F;
        for (std::size_t p = 0; p < scanned.block.players.size(); ++p) {
            echo::PlayerFrame row = second.block.players[p];
            const echo::PlayerFrame& first = scanned.block.players[p];
            for (std::size_t i = 0; i < echo::Parts; ++i) {
                widest = std::max(
                    widest, 1.0F - std::abs(glm::dot(row.parts[i].orientation, first.parts[i].orientation)));
                row.parts[i].orientation = first.parts[i].orientation;
            }
            row.person = first.person;
            QVERIFY(row == first);
        }
        QVERIFY2(widest < 1e-6F, qPrintable(QString::number(widest)));
    }
};

} // namespace tst_echo_replay_shared

GHOSTLINE_TEST(tst_echo_replay_shared, TestEchoReplayShared)
#include "tst_echo_replay_shared.moc"
