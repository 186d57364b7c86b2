// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings written as .tape: read by an independent program against the text they were made of, and by our
// own reader, there and back between all layouts.
#include "model/codec/codec_registry.h"
#include "tests/codecs/echo/butter_frames.h"
#include "tests/codecs/echo/replay_text.h"
#include "tests/codecs/echo/truth_frames.h"
#include "tests/codecs/echo/written_tape.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <random>

namespace tst_echo_tape_checker {

using namespace ghostline;
using namespace ghostline::test;

namespace {

QString python() { return qEnvironmentVariable("GHOSTLINE_PYTHON", QStringLiteral("python3")); }

QString readerPath()
{
    return QDir::cleanPath(sharedData(QStringLiteral("tape")) + QStringLiteral("/../../tools/read_tape.py"));
}

bool canRead()
{
    QProcess process;
    process.start(python(), {QStringLiteral("-c"), QStringLiteral("import zstandard")});
    return process.waitForFinished(30'000) && process.exitCode() == 0;
}

/// Everything in a file of frames.
struct Recording
{
    std::unique_ptr<echo::FrameFile> file;
    ScannedText scanned;
    FramesOf frames() const { return {scanned.block, file->names()}; }
};

std::unique_ptr<Recording> recording(const QString& path)
{
    const std::shared_ptr<model::ByteSource> bytes = model::MemorySource::fromByteArray(readAll(path), path);
    auto file = path.endsWith(QLatin1String(".echoreplay")) ? echo::openEchoReplay(bytes, {})
                : path.endsWith(QLatin1String(".butter"))
                    ? echo::openButter(bytes, echo::ButterDecoding::Exact, {})
                    : echo::openTape(bytes, {});
    if (!file)
        return nullptr;
    auto out = std::make_unique<Recording>();
    out->file = std::move(*file);
    return out->file->scan(out->scanned, {}) ? std::move(out) : nullptr;
}

/// As the program converts; empty when it went well.
QString convert(const QString& from, const QString& to, model::FrameRange range = {0, INT32_MAX})
{
    const model::CodecRegistry codecs;
    const auto source = codecs.open(from, {});
    const auto codec = codecs.load(QStringLiteral("echo"));
    if (!source || !codec)
        return QStringLiteral("cannot be opened");
    model::WriteRequest request;
    request.path = to;
    request.frames = range;
    const auto report = (*codec)->write(**source, request);
    return report ? QString() : report.error().message;
}

QStringList samples(const QString& folder, const QStringList& patterns)
{
    return QDir(sharedData(folder)).entryList(patterns, QDir::Files);
}

float number(const QJsonValue& value) { return static_cast<float>(value.toDouble()); }

bool same(const QJsonValue& told, const QJsonValue& found)
{
    const QJsonArray a = told.toArray();
    const QJsonArray b = found.toArray();
    return a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(),
                      [](const auto& x, const auto& y) { return number(x) == number(y); });
}

/// Why a player as read differs from the one of the text.
QString playerDifference(const QJsonObject& told, const QJsonObject& found)
{
    const std::array<std::pair<const char*, const char*>, 4> parts{
        {{"head", "position"}, {"body", "position"}, {"lhand", "pos"}, {"rhand", "pos"}}};
    for (const auto& [part, place] : parts) {
        if (!same(told[QLatin1String(part)][QLatin1String(place)], found[QLatin1String(part)][u"p"]))
            return QLatin1String(part);
    }
    if (!same(told[u"velocity"], found[u"velocity"]))
        return QStringLiteral("velocity");
    if (told[u"name"] != found[u"name"] ||
        QString::number(told[u"userid"].toInteger()) != found[u"userid"].toString() ||
        told[u"playerid"] != found[u"slot"])
        return QStringLiteral("person");
    if (told[u"number"] != found[u"number"] || told[u"level"] != found[u"level"])
        return QStringLiteral("number");
    for (const char* flag : {"stunned", "invulnerable", "blocking", "possession"}) {
        if (told[QLatin1String(flag)].toBool() != found[QLatin1String(flag)].toBool())
            return QLatin1String(flag);
    }
    if (told[u"ping"].toInt() != found[u"ping"].toInt())
        return QStringLiteral("ping");
    if (told[u"holding_left"].toString() != found[u"hold"][0].toString() ||
        told[u"holding_right"].toString() != found[u"hold"][1].toString())
        return QStringLiteral("hands");
    const std::array<const char*, 3> arms{"Weapon", "Ordnance", "TacMod"};
    for (qsizetype i = 0; i < 3; ++i) {
        if (told[QLatin1String(arms[static_cast<std::size_t>(i)])].toString() != found[u"load"][i].toString())
            return QStringLiteral("loadout");
    }
    const QJsonObject stats = told[u"stats"].toObject();
    for (auto it = stats.begin(); it != stats.end(); ++it) {
        const bool time = it.key() == QLatin1String("possession_time");
        if (number(it.value()) != number(time ? found[it.key()] : found[u"stats"][it.key()]))
            return it.key();
    }
    return {};
}

/// Of a frame as read against the line it was made of.
QString lineDifference(const QByteArray& line, const QJsonObject& found)
{
    const QByteArrayList columns = line.trimmed().split('\t');
    const QJsonObject told = QJsonDocument::fromJson(columns.value(1)).object();
    if (told[u"game_status"].toString() != found[u"status"].toString() ||
        number(told[u"game_clock"]) != number(found[u"clock"]))
        return QStringLiteral("status");
    if (static_cast<int>(told[u"blue_points"].toDouble()) != found[u"blue"].toInt() ||
        static_cast<int>(told[u"orange_points"].toDouble()) != found[u"orange"].toInt())
        return QStringLiteral("points");
    if (told[u"disc"].isObject() && (!same(told[u"disc"][u"position"], found[u"disc"][u"p"]) ||
                                     !same(told[u"disc"][u"velocity"], found[u"disc"][u"v"])))
        return QStringLiteral("disc");
    QJsonArray players;
    for (const QJsonValue& team : told[u"teams"].toArray()) {
        for (const QJsonValue& player : team[u"players"].toArray())
            players.append(player);
    }
    const QJsonArray others = found[u"players"].toArray();
    if (players.size() != others.size())
        return QStringLiteral("number of players");
    for (qsizetype i = 0; i < players.size(); ++i) {
        if (const QString other = playerDifference(players[i].toObject(), others[i].toObject());
            !other.isEmpty())
            return other;
    }
    const QJsonArray bones = QJsonDocument::fromJson(columns.value(2)).object()[u"user_bones"].toArray();
    const QJsonArray sets = found[u"bones"].toArray();
    if (bones.size() != sets.size())
        return QStringLiteral("number of bones");
    for (qsizetype i = 0; i < bones.size(); ++i) {
        const QJsonArray places = bones[i][u"bone_t"].toArray();
        for (qsizetype k = 0; k < places.size(); ++k) {
            if (number(places[k]) != number(sets[i][u"t"][k / 3][k % 3]))
                return QStringLiteral("bones");
        }
    }
    return {};
}

/// The events of a recorder, by frame, of those kinds that another order would not change.
std::vector<echo::RecordedEvent> sorted(std::vector<echo::RecordedEvent> events)
{
    std::ranges::sort(events, {}, [](const echo::RecordedEvent& e) {
        return std::tuple(e.frame, e.kind, e.slot, e.other, e.value);
    });
    return events;
}

} // namespace

class TestEchoTapeChecker : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { GHOSTLINE_REQUIRE_SHARED("tape/expected.json"); }
    void readByAnother_data();
    void readByAnother();
    void fromText_data() { readByAnother_data(); }
    void fromText();
    void fromButter_data();
    void fromButter();
    void fromTape_data();
    void fromTape();
    void parts();
    void damagedSources_data();
    void damagedSources();

private:
    QTemporaryDir m_folder;
};

void TestEchoTapeChecker::readByAnother_data()
{
    QTest::addColumn<QString>("name");
    for (const QString& name : samples(QStringLiteral("echo"), {QStringLiteral("*.echoreplay")}))
        QTest::newRow(qPrintable(name)) << name;
}

void TestEchoTapeChecker::readByAnother()
{
    if (!QFile::exists(readerPath()))
        QSKIP("the independent reader is not there");
    static const bool able = canRead();
    if (!able)
        QSKIP("python3 with zstandard is not there: set GHOSTLINE_PYTHON");
    QFETCH(QString, name);
    const QString source = sharedData(QStringLiteral("echo/") + name);
    const QString tape = m_folder.filePath(QStringLiteral("read.tape"));
    QCOMPARE(convert(source, tape), QString());
    QProcess process;
    process.start(python(), {readerPath(), tape});
    QVERIFY(process.waitForFinished(120'000));
    const QByteArrayList out = process.readAllStandardOutput().trimmed().split('\n');
    QVERIFY2(process.exitCode() == 0, out.last().constData());
    const QJsonObject end = QJsonDocument::fromJson(out.last()).object()[u"end"].toObject();
    QCOMPARE(end[u"layout"].toString(), QStringLiteral("blocks"));
    QVERIFY(end[u"problems"].toArray().isEmpty());
    for (const char* none :
         {"unknown_fields", "unknown_events", "unknown_records", "wrong_type", "index_gaps"})
        QCOMPARE(end[QLatin1String(none)].toInt(), 0);
    QByteArrayList lines = firstZipEntry(readAll(source)).trimmed().split('\n');
    QCOMPARE(out.size() - 2, lines.size());
    QCOMPARE(end[u"footer"][u"frame_count"].toInt(), static_cast<int>(lines.size()));
    QCOMPARE(end[u"footer"][u"keyframes"].toArray().size(), (lines.size() + 99) / 100);
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const QString other = lineDifference(lines[i], QJsonDocument::fromJson(out[i + 1]).object());
        QVERIFY2(other.isEmpty(), qPrintable(QStringLiteral("frame %1: %2").arg(i).arg(other)));
    }
    // Its seek goes by the table, and finds the same frame.
    process.start(python(), {readerPath(), tape, QStringLiteral("--at"), QStringLiteral("4000")});
    QVERIFY(process.waitForFinished(120'000));
    QCOMPARE(process.exitCode(), 0);
}

void TestEchoTapeChecker::fromText()
{
    QFETCH(QString, name);
    const QString source = sharedData(QStringLiteral("echo/") + name);
    const QString tape = m_folder.filePath(QStringLiteral("text.tape"));
    const QString back = m_folder.filePath(QStringLiteral("back.echoreplay"));
    QCOMPARE(convert(source, tape), QString());
    QCOMPARE(convert(tape, back), QString());
    const auto told = recording(source);
    const auto found = recording(tape);
    const auto again = recording(back);
    QVERIFY(told && found && again);
    QCOMPARE(framesDifference(told->frames(), found->frames()), QString());
    QVERIFY(found->scanned.diagnostics.empty());
    QVERIFY(chunksAgree(*found->file, found->scanned));
    QCOMPARE(framesDifference(told->frames(), again->frames()), QString());
    QCOMPARE(again->file->header().matchType, told->file->header().matchType);
    QCOMPARE(again->file->header().teamNames, told->file->header().teamNames);
    QCOMPARE(again->file->header().sessionId, told->file->header().sessionId);
}

void TestEchoTapeChecker::fromButter_data()
{
    QTest::addColumn<QString>("name");
    for (const QString& name : samples(QStringLiteral("echo"), {QStringLiteral("*.butter")}))
        QTest::newRow(qPrintable(name)) << name;
}

void TestEchoTapeChecker::fromButter()
{
    QFETCH(QString, name);
    const QString source = sharedData(QStringLiteral("echo/") + name);
    const QString tape = m_folder.filePath(QStringLiteral("butter.tape"));
    const QString back = m_folder.filePath(QStringLiteral("back.butter"));
    const QString straight = m_folder.filePath(QStringLiteral("straight.butter"));
    QCOMPARE(convert(source, tape), QString());
    QCOMPARE(convert(tape, back), QString());
    QCOMPARE(convert(source, straight), QString());
    const auto told = recording(source);
    const auto found = recording(tape);
    QVERIFY(told && found);
    QCOMPARE(framesDifference(told->frames(), found->frames()), QString());
    // By way of a tape or straight: the same .butter, as far as that keeps it.
    const auto first = recording(straight);
    const auto second = recording(back);
    QVERIFY(first && second);
    QCOMPARE(second->scanned.block.size(), first->scanned.block.size());
    for (std::size_t i = 0; i < first->scanned.block.players.size(); ++i) {
        const echo::PlayerFrame& a = first->scanned.block.players[i];
        const echo::PlayerFrame& b = second->scanned.block.players[i];
        QCOMPARE(b.slot, a.slot);
        for (std::size_t p = 0; p < echo::Parts; ++p)
            QCOMPARE(b.parts[p].position, a.parts[p].position);
    }
}

void TestEchoTapeChecker::fromTape_data()
{
    QTest::addColumn<QString>("name");
    for (const QString& name :
         samples(QStringLiteral("tape"), {QStringLiteral("*.tape"), QStringLiteral("*.nevrcap")}))
        QTest::newRow(qPrintable(name)) << name;
}

/// Also what the recorder wrote down comes through.
void TestEchoTapeChecker::fromTape()
{
    QFETCH(QString, name);
    const QString source = sharedData(QStringLiteral("tape/") + name);
    const QString tape = m_folder.filePath(QStringLiteral("again.tape"));
    QCOMPARE(convert(source, tape), QString());
    const auto told = recording(source);
    const auto found = recording(tape);
    QVERIFY(told && found);
    if (name != QLatin1String("unknown_fields.tape")) // has words that nobody knows
        QCOMPARE(framesDifference(told->frames(), found->frames()), QString());
    QCOMPARE(found->scanned.block.size(), told->scanned.block.size());
    QVERIFY(found->scanned.diagnostics.empty());
    if (name.endsWith(QLatin1String(".nevrcap")))
        return; // has no events: those of states are new
    const auto events = sorted(found->scanned.block.recorded);
    const auto originals = sorted(told->scanned.block.recorded);
    for (std::size_t i = 0; i < std::min(events.size(), originals.size()); ++i)
        QVERIFY2(events[i] == originals[i], qPrintable(QStringLiteral("frame %1, kind %2; frame %3, kind %4")
                                                           .arg(originals[i].frame)
                                                           .arg(static_cast<int>(originals[i].kind))
                                                           .arg(events[i].frame)
                                                           .arg(static_cast<int>(events[i].kind))));
    QCOMPARE(events.size(), originals.size());
}

/// A part begins with everything that was said before it.
void TestEchoTapeChecker::parts()
{
    for (const QString& name : {QStringLiteral("tape/slots_reused.tape"), QStringLiteral("tape/combat.tape"),
                                QStringLiteral("echo/synth_bones_short.zip.echoreplay")}) {
        const QString source = sharedData(name);
        const auto told = recording(source);
        QVERIFY(told);
        const std::size_t first = told->scanned.block.size() / 3;
        const std::size_t end = told->scanned.block.size() - 7;
        const QString tape = m_folder.filePath(QStringLiteral("part.tape"));
        QCOMPARE(convert(source, tape,
                         {static_cast<model::FrameNumber>(first), static_cast<model::FrameNumber>(end)}),
                 QString());
        const auto found = recording(tape);
        QVERIFY(found);
        echo::FrameBlock part = told->scanned.block;
        part.frames = {part.frames.begin() + static_cast<std::ptrdiff_t>(first),
                       part.frames.begin() + static_cast<std::ptrdiff_t>(end)};
        QCOMPARE(framesDifference({part, told->file->names()}, found->frames()), QString());
    }
}

void TestEchoTapeChecker::damagedSources_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("tries");
    QTest::newRow("text with bones") << QStringLiteral("echo/synth_bones_short.zip.echoreplay") << 60;
    QTest::newRow("combat") << QStringLiteral("echo/combat_short.zip.echoreplay") << 100;
    QTest::newRow("bare tape") << QStringLiteral("tape/bones_unnamed_raw.tape") << 200;
}

/// Whatever can still be read of a damaged recording can be written and read again.
void TestEchoTapeChecker::damagedSources()
{
    QFETCH(QString, name);
    QFETCH(int, tries);
    QByteArray sound = readAll(sharedData(name));
    if (name.endsWith(QLatin1String(".echoreplay")))
        sound = firstZipEntry(sound).split('\n').first(8).join('\n') + '\n';
    QVERIFY(sound.size() > 1000);
    std::mt19937 random(20); // the same every time
    int read = 0;
    for (int i = 0; i < tries; ++i) {
        QByteArray bytes = sound;
        for (int k = 0; k < 12; ++k) {
            const auto at = static_cast<qsizetype>(random() % static_cast<std::uint32_t>(bytes.size()));
            // In a text digits become others, so that numbers of all sizes come of it.
            const bool digit = bytes[at] >= '0' && bytes[at] <= '9';
            bytes[at] = digit && name.startsWith(QLatin1String("echo")) ? "0123456789eE.-"[random() % 14]
                                                                        : static_cast<char>(random());
        }
        const std::shared_ptr<model::ByteSource> source = model::MemorySource::fromByteArray(bytes, name);
        const auto file = name.startsWith(QLatin1String("tape")) ? echo::openTape(source, {})
                                                                 : echo::openEchoReplay(source, {});
        if (!file)
            continue;
        ScannedText scanned;
        if (!(*file)->scan(scanned, {}) || scanned.block.size() == 0)
            continue;
        const auto written = writeTapeBytes(writeJob((*file)->header(), (*file)->names(), scanned.block));
        QVERIFY2(written.has_value(), written ? "" : qPrintable(written.error().message));
        const auto again = echo::openTape(model::MemorySource::fromByteArray(written->bytes, name), {});
        QVERIFY2(again.has_value(), again ? "" : qPrintable(again.error().message));
        ScannedText found;
        QVERIFY((*again)->scan(found, {}).has_value());
        QCOMPARE(found.block.size(), scanned.block.size());
        QCOMPARE(found.block.players.size(), scanned.block.players.size());
        ++read;
    }
    QVERIFY(read > tries / 5);
}

} // namespace tst_echo_tape_checker

GHOSTLINE_TEST(tst_echo_tape_checker, TestEchoTapeChecker)
#include "tst_echo_tape_checker.moc"
