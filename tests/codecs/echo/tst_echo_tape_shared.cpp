// SPDX-License-Identifier: GPL-3.0-or-later
// Tapes that another program made of known recordings: every file against what was put into it, every place
// of it read by itself, and damaged ones.
#include "codecs/echo/tape/tape_file.h"
#include "model/codec/codec_registry.h"
#include "tests/codecs/echo/json_match.h"
#include "tests/codecs/echo/replay_text.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QTest>

#include <algorithm>
#include <map>
#include <set>

namespace tst_echo_tape_shared {

using namespace ghostline;
using namespace ghostline::test;

namespace {

const QString Folder = QStringLiteral("tape");

QByteArray readAll(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString tapePath(const QString& name) { return sharedData(Folder + u'/' + name); }

model::Result<std::unique_ptr<echo::FrameFile>> openPath(const QString& path)
{
    return echo::openTape(model::MemorySource::fromByteArray(readAll(path), path), {});
}

QJsonObject expectedFiles() { return sharedJson(QStringLiteral("tape/expected.json"))[u"files"].toObject(); }

/// Six or more digits of a 32-bit number.
bool same(float found, const QJsonValue& value)
{
    const double told = value.toDouble();
    return std::abs(static_cast<double>(found) - told) <= 1e-6 * std::max(1.0, std::abs(told));
}

bool same(const glm::vec3& found, const QJsonValue& value)
{
    const QJsonArray list = value.toArray();
    return list.size() == 3 && same(found.x, list[0]) && same(found.y, list[1]) && same(found.z, list[2]);
}

/// Why a player is another than the one expected; empty when not.
QString difference(const echo::PlayerFrame& row, const echo::MatchNames& names, const QJsonObject& told)
{
    const auto place = [&](echo::Part part, const char* key) {
        return same(row.part(part).position, told[QLatin1String(key)]);
    };
    if (row.slot != told[u"slot"].toInt())
        return QStringLiteral("slot");
    if (QString::fromStdString(names[row.person].name) != told[u"name"].toString())
        return QStringLiteral("name");
    if (QString::number(names[row.person].userId) != told[u"userid"].toString())
        return QStringLiteral("userid");
    if (static_cast<int>(row.team) != told[u"team"].toInt())
        return QStringLiteral("team");
    if (!place(echo::Part::Head, "head") || !place(echo::Part::Body, "body") ||
        !place(echo::Part::LeftHand, "lhand") || !place(echo::Part::RightHand, "rhand"))
        return QStringLiteral("place");
    return same(row.velocity, told[u"velocity"]) ? QString() : QStringLiteral("velocity");
}

bool near(const glm::quat& a, const glm::quat& b)
{
    // The axes in the source have three decimals, and need not be at right angles to each other.
    return (a == echo::NoRotation) == (b == echo::NoRotation) &&
           (a == echo::NoRotation || std::abs(std::abs(glm::dot(a, b)) - 1.0F) < 1e-5F);
}

bool near(const echo::PartPose& a, const echo::PartPose& b)
{
    return a.position == b.position && near(a.orientation, b.orientation);
}

/// Makes a row of the truth what can be found of it, so that the rest can be compared as a whole.
void takeOver(echo::PlayerFrame& truth, const echo::PlayerFrame& found)
{
    truth.person = found.person;
    for (std::size_t i = 0; i < echo::Parts; ++i) {
        if (near(truth.parts[i], found.parts[i]))
            truth.parts[i] = found.parts[i];
    }
    truth.loadout.arm = -1; // not stored
}

} // namespace

class TestEchoTapeShared : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { GHOSTLINE_REQUIRE_SHARED("tape/expected.json"); }
    void asExpected_data();
    void asExpected();
    void theWholeTruth_data();
    void theWholeTruth();
    void recordedEvents_data() { asExpected_data(); }
    void recordedEvents();
    void anyOrder_data() { asExpected_data(); }
    void anyOrder();
    void hostile_data();
    void hostile();
    void cutAnywhere_data();
    void cutAnywhere();
    void flippedBits();
    void throughTheCodec_data() { asExpected_data(); }
    void throughTheCodec();
    void verdicts_data();
    void verdicts();
    void sameEvents();
    void recordedOnTheTimeline_data() { asExpected_data(); }
    void recordedOnTheTimeline();
};

void TestEchoTapeShared::asExpected_data()
{
    QTest::addColumn<QString>("name");
    const QJsonObject files = expectedFiles();
    for (auto it = files.begin(); it != files.end(); ++it)
        QTest::newRow(qPrintable(it.key())) << it.key();
}

void TestEchoTapeShared::asExpected()
{
    QFETCH(QString, name);
    const QJsonObject told = expectedFiles()[name].toObject();
    const auto file = openPath(tapePath(name));
    QVERIFY2(file.has_value(), file ? "" : qPrintable(file.error().message));
    const echo::MatchHeader& header = (*file)->header();
    QCOMPARE(header.sessionId, told[u"session"].toString());
    QCOMPARE(header.mapName, told[u"map"].toString());
    QCOMPARE(header.matchType.toLower(), told[u"match_type"].toString().toLower());
    QCOMPARE(header.client, told[u"client"].toString());
    ScannedText scanned;
    QVERIFY((*file)->scan(scanned, {}).has_value());
    QVERIFY(scanned.monotonic);
    const auto frames = static_cast<std::size_t>(told[u"frames_read"].toInt());
    QCOMPARE(scanned.block.size(), frames);
    const bool damaged = told[u"exit"].toInt() != 0;
    QCOMPARE(scanned.find("truncated") != nullptr, damaged);
    QCOMPARE(scanned.find("no-footer") != nullptr, damaged);
    QVERIFY(scanned.missing.empty());
    const auto unknown = told[u"unknown_records"].toInt();
    QCOMPARE(scanned.find("unknown-record") != nullptr, unknown > 0);
    int compared = 0;
    const bool oddStatus = name == QLatin1String("unknown_fields.tape");
    const std::int64_t start = scanned.block.frames.front().timeMs;
    const std::int64_t firstMs = told[u"samples"][0][u"t_ms"].toInteger();
    for (const QJsonValue& sample : told[u"samples"].toArray()) {
        const auto number = static_cast<std::size_t>(sample[u"frame"].toInt());
        if (number >= frames)
            continue;
        const echo::Frame& frame = scanned.block.frames[number];
        QCOMPARE(frame.timeMs - start, sample[u"t_ms"].toInteger() - firstMs);
        if (!oddStatus || number % 5 != 0)
            QCOMPARE(QString(echo::statusWord(frame.status)), sample[u"game_status"].toString());
        else
            QCOMPARE(frame.status, echo::GameStatus::Uncoded);
        QVERIFY(same(frame.clock, sample[u"game_clock"]));
        QCOMPARE(frame.hasDisc, sample[u"disc"].isArray());
        if (frame.hasDisc)
            QVERIFY(same(frame.disc.position, sample[u"disc"]));
        const auto rows = scanned.block.playersOf(frame);
        const QJsonArray players = sample[u"players"].toArray();
        QCOMPARE(rows.size(), static_cast<std::size_t>(players.size()));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const QString other =
                difference(rows[i], (*file)->names(), players[static_cast<qsizetype>(i)].toObject());
            QVERIFY2(other.isEmpty(),
                     qPrintable(QStringLiteral("frame %1 player %2: %3").arg(number).arg(i).arg(other)));
        }
        QCOMPARE(scanned.block.bonesOf(frame).size(),
                 static_cast<std::size_t>(told[u"bone_sets_per_frame"].toInt()));
        ++compared;
    }
    QVERIFY(compared >= 5);
}

void TestEchoTapeShared::theWholeTruth_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("source");
    QTest::addColumn<bool>("full"); // not of the early writers, which leave a lot out
    const auto row = [](const char* name, const char* source, bool full) {
        QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(source) << full;
    };
    row("arena.tape", "milk_short", true);
    row("old_stream.tape", "milk_short", false);
    row("legacy_v1.nevrcap", "milk_short", true);
    row("bones.tape", "synth_bones_short", true);
    row("bones_unnamed_raw.tape", "synth_bones_short", true);
    row("combat.tape", "combat_short", true);
    row("index_gaps.tape", "lobby", true);
}

void TestEchoTapeShared::theWholeTruth()
{
    QFETCH(QString, name);
    QFETCH(QString, source);
    QFETCH(bool, full);
    JsonMatch truth;
    QVERIFY(readJsonMatch(readAll(sharedData(QStringLiteral("echo/%1.zip.echoreplay").arg(source))), truth));
    const auto file = openPath(tapePath(name));
    QVERIFY(file.has_value());
    ScannedText scanned;
    QVERIFY((*file)->scan(scanned, {}).has_value());
    QVERIFY(scanned.block.size() > 0 && scanned.block.size() <= truth.block.size());
    const echo::MatchNames& names = (*file)->names();
    const std::int64_t shift = scanned.block.frames[0].timeMs - truth.block.frames[0].timeMs;
    for (std::size_t i = 0; i < scanned.block.size(); ++i) {
        const echo::Frame& found = scanned.block.frames[i];
        const echo::Frame& told = truth.block.frames[i];
        const auto at = [i](const char* what) {
            return QStringLiteral("frame %1: %2").arg(i).arg(QLatin1String(what));
        };
        const auto who = [&](std::int32_t a, std::int32_t b) { return names[a].name == truth.names[b].name; };
        QVERIFY2(std::abs(found.timeMs - told.timeMs - shift) <= 1, qPrintable(at("time")));
        QVERIFY2(found.status == told.status && found.clock == told.clock, qPrintable(at("clock")));
        for (std::size_t t = 0; t < found.points.size(); ++t) // stored as whole numbers
            QVERIFY2(found.points[t] == std::trunc(told.points[t]), qPrintable(at("points")));
        QVERIFY2(found.hasDisc == told.hasDisc && found.discVelocity == told.discVelocity,
                 qPrintable(at("disc")));
        QVERIFY2(!told.hasDisc || near(found.disc, told.disc), qPrintable(at("disc")));
        QVERIFY2(found.restartRequest == told.restartRequest, qPrintable(at("restart")));
        const auto rows = scanned.block.playersOf(found);
        const auto truths = truth.block.playersOf(told);
        QCOMPARE(rows.size(), truths.size());
        for (std::size_t p = 0; p < rows.size(); ++p) {
            QVERIFY2(who(rows[p].person, truths[p].person), qPrintable(at("name")));
            echo::PlayerFrame row = truths[p];
            takeOver(row, rows[p]);
            if (full) {
                QVERIFY2(row == rows[p], qPrintable(at("player")));
            } else {
                QCOMPARE(rows[p].parts, row.parts);
                QCOMPARE(rows[p].stunned, row.stunned);
            }
        }
        const auto sets = scanned.block.bonesOf(found);
        const auto setTruths = truth.block.bonesOf(told);
        QCOMPARE(sets.size(), setTruths.size());
        for (std::size_t b = 0; b < sets.size(); ++b)
            QVERIFY2(sets[b].bones == setTruths[b].bones, qPrintable(at("bones")));
        if (!full)
            continue;
        QVERIFY2(found.lastThrow == told.lastThrow, qPrintable(at("throw")));
        QVERIFY2(found.score.points == told.score.points && found.score.team == told.score.team &&
                     found.score.discSpeed == told.score.discSpeed && found.score.type == told.score.type &&
                     who(found.score.scorer, told.score.scorer) &&
                     who(found.score.assister, told.score.assister),
                 qPrintable(at("goal")));
        QVERIFY2(found.inputs == told.inputs && near(found.vr, told.vr), qPrintable(at("recording player")));
    }
}

/// What the maker's log says against the list that frames carry.
void TestEchoTapeShared::recordedEvents()
{
    QFETCH(QString, name);
    const QJsonObject told = expectedFiles()[name].toObject();
    const auto file = openPath(tapePath(name));
    QVERIFY(file.has_value());
    ScannedText scanned;
    QVERIFY((*file)->scan(scanned, {}).has_value());
    std::vector<std::pair<int, int>> expected;
    for (const QJsonValue& entry : told[u"events"].toArray()) {
        const int kind = entry[1].toInt();
        const bool state = kind == 15 || kind == 24 || kind == 25 || kind == 26 || kind == 58 || kind == 60;
        if (!state && entry[0].toInt() < told[u"frames_read"].toInt())
            expected.emplace_back(entry[0].toInt(), kind);
    }
    std::vector<std::pair<int, int>> found;
    for (const echo::RecordedEvent& event : scanned.block.recorded)
        found.emplace_back(static_cast<int>(event.frame), static_cast<int>(event.kind));
    QCOMPARE(found, expected);
}

/// Chunks alone, from the back and at random, bring what reading in order brought.
void TestEchoTapeShared::anyOrder()
{
    QFETCH(QString, name);
    const auto file = openPath(tapePath(name));
    QVERIFY(file.has_value());
    ScannedText scanned;
    QVERIFY((*file)->scan(scanned, {}).has_value());
    QVERIFY(chunksAgree(**file, scanned));
    // Opened anew and scanned again, without what a first pass might have left behind.
    const auto again = openPath(tapePath(name));
    ScannedText second;
    QVERIFY((*again)->scan(second, {}).has_value());
    QVERIFY(chunksAgree(**again, second));
    const auto raw = (*file)->readRaw({});
    const auto streams = (*file)->streams({});
    QVERIFY(raw.has_value() && streams.has_value() && streams->size() == 1);
    QCOMPARE(streams->front().kinds.at(QStringLiteral("frame")),
             static_cast<std::uint64_t>(scanned.block.size()));
    QVERIFY(streams->front().bytes < *raw);
}

void TestEchoTapeShared::hostile_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("frames");
    QTest::addColumn<bool>("problems");
    const QJsonObject files = sharedJson(QStringLiteral("tape/expected.json"))[u"hostile"].toObject();
    for (auto it = files.begin(); it != files.end(); ++it)
        QTest::newRow(qPrintable(it.key()))
            << QStringLiteral("hostile/%1.tape").arg(it.key()) << it.value()[u"frames_read"].toInt()
            << !it.value()[u"problems"].toArray().isEmpty();
}

void TestEchoTapeShared::hostile()
{
    QFETCH(QString, name);
    QFETCH(int, frames);
    QFETCH(bool, problems);
    const auto file = openPath(tapePath(name));
    QCOMPARE(file.has_value(), frames > 0);
    if (!file) {
        QVERIFY(!file.error().message.isEmpty());
        return;
    }
    ScannedText scanned;
    QVERIFY((*file)->scan(scanned, {}).has_value());
    QCOMPARE(static_cast<int>(scanned.block.size()), frames);
    QCOMPARE(!scanned.diagnostics.empty(), problems);
    QVERIFY(chunksAgree(**file, scanned));
}

void TestEchoTapeShared::cutAnywhere_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name :
         {"bones_unnamed_raw.tape", "index_gaps.tape", "legacy_v1.nevrcap", "hostile/table-missing.tape"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestEchoTapeShared::cutAnywhere()
{
    QFETCH(QString, name);
    const QByteArray whole = readAll(tapePath(name));
    QVERIFY(!whole.isEmpty());
    std::size_t most = 0;
    for (qsizetype size = 0; size < whole.size(); size += std::max<qsizetype>(1, whole.size() / 150)) {
        const auto file = echo::openTape(model::MemorySource::fromByteArray(whole.first(size), name), {});
        if (!file)
            continue;
        ScannedText scanned;
        QVERIFY((*file)->scan(scanned, {}).has_value());
        QVERIFY(chunksAgree(**file, scanned));
        QVERIFY2(!scanned.diagnostics.empty() || size + 100 > whole.size(),
                 qPrintable(QString::number(size)));
        QVERIFY(scanned.block.size() >= most); // never less for more bytes
        most = scanned.block.size();
    }
    QVERIFY(most > 0);
}

/// Every block has a checksum: no flipped bit may go by without a word.
void TestEchoTapeShared::flippedBits()
{
    const QByteArray whole = readAll(tapePath(QStringLiteral("hostile/table-missing.tape")));
    QVERIFY(!whole.isEmpty());
    const auto unflipped = echo::openTape(model::MemorySource::fromByteArray(whole, QStringLiteral("f")), {});
    ScannedText sound;
    QVERIFY(unflipped.has_value() && (*unflipped)->scan(sound, {}).has_value());
    for (qsizetype bit = 0; bit < whole.size() * 8; bit += 61) {
        QByteArray flipped = whole;
        flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
        const auto file =
            echo::openTape(model::MemorySource::fromByteArray(flipped, QStringLiteral("f")), {});
        if (!file)
            continue;
        ScannedText scanned;
        QVERIFY((*file)->scan(scanned, {}).has_value());
        // Some bits can be either: what comes out is then the same.
        const bool unharmed =
            scanned.block.frames == sound.block.frames && scanned.block.players == sound.block.players;
        QVERIFY2(!scanned.diagnostics.empty() || unharmed, qPrintable(QStringLiteral("bit %1").arg(bit)));
        QVERIFY(chunksAgree(**file, scanned));
    }
}

void TestEchoTapeShared::throughTheCodec()
{
    QFETCH(QString, name);
    const QJsonObject told = expectedFiles()[name].toObject();
    const model::CodecRegistry codecs;
    const auto source = codecs.open(tapePath(name), {});
    QVERIFY2(source.has_value(), source ? "" : qPrintable(source.error().message));
    QVERIFY((*source)->waitComplete().has_value());
    const auto index = (*source)->index();
    QCOMPARE(index->info->format, QStringLiteral("echo"));
    QCOMPARE(index->frames(), static_cast<model::FrameNumber>(told[u"frames_read"].toInt()));
    std::multimap<QString, QString> people;
    for (const model::ActorInfo& actor : index->info->cast) {
        for (const auto& [key, value] : actor.attributes) {
            if (key == QLatin1String("user_id"))
                people.emplace(value, actor.name);
        }
    }
    for (const QJsonValue& player : told[u"players"].toArray()) {
        if (player[u"first_frame"].toInt() >= told[u"frames_read"].toInt())
            continue;
        const auto known = people.find(player[u"userid"].toString());
        QVERIFY(known != people.end());
        QVERIFY(known->second.startsWith(player[u"name"].toString()));
    }
    const model::FrameNumber last = index->frames() - 1;
    const auto segment = (*source)->readSegment(index->keyframes.at(last), nullptr, {});
    QVERIFY(segment.has_value());
    model::WorldState state;
    (*segment)->sample({last, 0.0}, model::SamplePolicy::Interpolate, state);
    QVERIFY(state.size() > 0);
    QVERIFY((*source)->nativeState(last, {}).has_value());
}

/// The checksums of all blocks are one integrity check.
void TestEchoTapeShared::verdicts_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("state"); // -1: nothing to check by
    const auto row = [](const char* name, int state) {
        QTest::newRow(name) << QString::fromLatin1(name) << state;
    };
    row("arena.tape", static_cast<int>(model::VerdictState::Ok));
    row("cut.tape", static_cast<int>(model::VerdictState::CannotCheck));
    row("hostile/flip.tape", static_cast<int>(model::VerdictState::Failed));
    row("bones_unnamed_raw.tape", -1);
}

void TestEchoTapeShared::verdicts()
{
    QFETCH(QString, name);
    QFETCH(int, state);
    const model::CodecRegistry codecs;
    const auto source = codecs.open(tapePath(name), {});
    QVERIFY(source.has_value());
    const std::vector<model::Verdict> verdicts = (*source)->verify({}, {});
    QCOMPARE(verdicts.empty(), state < 0);
    if (state >= 0)
        QCOMPARE(static_cast<int>(verdicts.front().state), state);
}

namespace {

std::shared_ptr<const model::EventTable> eventsOf(const QString& path)
{
    const model::CodecRegistry codecs;
    const auto source = codecs.open(path, {});
    if (!source || !(*source)->waitComplete())
        return std::make_shared<model::EventTable>();
    return (*source)->index()->events;
}

/// The kind of event that an entry of a recorder becomes; empty for those that are plays or only states.
QString kindOf(int entry)
{
    switch (entry) {
    case 10:
        return QStringLiteral("round_start");
    case 11:
        return QStringLiteral("pause");
    case 13:
    case 14:
        return QStringLiteral("round_end");
    case 20:
    case 22:
        return QStringLiteral("joined");
    case 21:
        return QStringLiteral("left");
    case 23:
        return QStringLiteral("emote");
    case 31:
        return QStringLiteral("throw");
    case 40:
    case 41:
        return QStringLiteral("goal");
    default:
        return {};
    }
}

} // namespace

/// A whole tape has the events of the recording it was made of; and a throw that only its recorder tells.
void TestEchoTapeShared::sameEvents()
{
    const auto texts = [](const QString& path) {
        QStringList out;
        const auto events = eventsOf(path);
        for (const model::Event& event : events->events) {
            if (event.text != QLatin1String("P0 threw the disc"))
                out << QStringLiteral("%1 %2").arg(event.frame).arg(event.text);
        }
        return out;
    };
    const QStringList found = texts(tapePath(QStringLiteral("arena.tape")));
    QVERIFY(found.size() > 5);
    QCOMPARE(found, texts(sharedData(QStringLiteral("echo/milk_short.zip.echoreplay"))));
}

/// What the maker's log says has happened is on the timeline, once and as recorded.
void TestEchoTapeShared::recordedOnTheTimeline()
{
    QFETCH(QString, name);
    const QJsonObject told = expectedFiles()[name].toObject();
    const auto events = eventsOf(tapePath(name));
    std::set<std::pair<int, QString>> found;
    for (const model::Event& event : events->events) {
        const QString kind = events->kinds[static_cast<std::size_t>(event.kind)].id;
        if (!event.data[u"recorded"].toBool())
            continue;
        found.emplace(static_cast<int>(event.frame), kind);
    }
    for (const QJsonValue& entry : told[u"events"].toArray()) {
        const int frame = entry[0].toInt();
        const QString kind = kindOf(entry[1].toInt());
        // The first frame is where things start from. Goals by nobody in particular are none.
        const bool none = name == QLatin1String("slots_reused.tape") && (frame == 180 || frame == 240);
        if (kind.isEmpty() || frame == 0 || none || frame >= told[u"frames_read"].toInt())
            continue;
        QVERIFY2(found.contains({frame, kind}), qPrintable(QStringLiteral("%1 %2").arg(frame).arg(kind)));
    }
}

} // namespace tst_echo_tape_shared

GHOSTLINE_TEST(tst_echo_tape_shared, TestEchoTapeShared)
#include "tst_echo_tape_shared.moc"
