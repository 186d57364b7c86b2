// SPDX-License-Identifier: GPL-3.0-or-later
// Decoding as the reference reader does, against what the reference reader made of the same files: equal,
// float for float.
#include "tests/codecs/echo/butter_frames.h"
#include "tests/support/shared_data.h"

#include "codecs/io/decompress.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

namespace tst_echo_butter_reference {

using namespace ghostline;

namespace {

float real(const QJsonValue& value)
{
    if (!value.isString())
        return static_cast<float>(value.toDouble());
    const QString text = value.toString();
    if (text == QLatin1String("NaN"))
        return std::numeric_limits<float>::quiet_NaN();
    const float infinity = std::numeric_limits<float>::infinity();
    return text == QLatin1String("-Inf") ? -infinity : infinity;
}

bool same(const QJsonValue& dumped, float decoded)
{
    const float expected = real(dumped);
    return std::isnan(expected) ? std::isnan(decoded) : expected == decoded;
}

bool same(const QJsonArray& dumped, std::initializer_list<float> decoded)
{
    int at = 0;
    for (const float value : decoded) {
        if (!same(dumped[at++], value))
            return false;
    }
    return at == dumped.size();
}

bool same(const QJsonValue& dumped, const glm::vec3& v) { return same(dumped.toArray(), {v.x, v.y, v.z}); }

/// The reference turns rotations into forward, left and up, in floats and in this order of operations.
bool sameAxes(const QJsonArray& pose, const glm::quat& q)
{
    const glm::vec3 forward(2.0F * (q.x * q.z + q.w * q.y), 2.0F * (q.y * q.z - q.w * q.x),
                            1.0F - 2.0F * (q.x * q.x + q.y * q.y));
    const glm::vec3 up(2.0F * (q.x * q.y - q.w * q.z), 1.0F - 2.0F * (q.x * q.x + q.z * q.z),
                       2.0F * (q.y * q.z + q.w * q.x));
    const glm::vec3 left(up.y * forward.z - up.z * forward.y, up.z * forward.x - up.x * forward.z,
                         up.x * forward.y - up.y * forward.x);
    return same(pose[1], forward) && same(pose[2], left) && same(pose[3], up);
}

bool sameStats(const QJsonArray& dumped, const echo::Stats& stats)
{
    for (std::size_t i = 0; i < echo::Counters; ++i) {
        if (dumped[static_cast<int>(i)].toInt() != stats.counters[i])
            return false;
    }
    return same(dumped[10], stats.possessionTime) && dumped[11].toInt() == stats.stuns;
}

QString orNotFound(const QString& word, bool found) { return found ? word : QStringLiteral("NOT FOUND"); }

} // namespace

class TestEchoButterReference : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void equalsTheReader_data();
    void equalsTheReader();

private:
    void check(const char* field, bool equal)
    {
        if (!equal)
            ++m_wrong[QLatin1String(field)];
    }
    void compareFrame(const QJsonObject& dumped, const echo::Frame& frame);
    void compareMatch(const QJsonObject& dumped, const echo::Frame& frame);
    void comparePlayer(const QJsonObject& dumped, const echo::PlayerFrame& player);

    std::map<QString, int> m_wrong;
    const echo::MatchNames* m_names = nullptr;
    const echo::FrameBlock* m_block = nullptr;
    QString name(std::int32_t person) const { return QString::fromStdString((*m_names)[person].name); }
};

void TestEchoButterReference::equalsTheReader_data()
{
    GHOSTLINE_REQUIRE_SHARED("echo/ORIGIN.md");
    QTest::addColumn<QString>("file");
    const QDir folder(test::sharedData(QStringLiteral("echo")));
    for (const QString& file : folder.entryList({QStringLiteral("*.butter")}, QDir::Files)) {
        QString dump = file.section(QLatin1Char('.'), 0, 1);
        if (!folder.exists(dump + QStringLiteral(".ref.jsonl.gz")))
            continue;
        QTest::newRow(qPrintable(file)) << file;
    }
}

void TestEchoButterReference::equalsTheReader()
{
    QFETCH(QString, file);
    const QByteArray packed = test::readAll(
        test::sharedData(QStringLiteral("echo/%1.ref.jsonl.gz").arg(file.section(QLatin1Char('.'), 0, 1))));
    const auto text = io::decompress(
        io::Compression::Gzip,
        std::as_bytes(std::span(packed.constData(), static_cast<std::size_t>(packed.size()))), 1U << 30U);
    QVERIFY(text);
    const auto scanned = test::scanButter(test::readAll(test::sharedData(QStringLiteral("echo/") + file)),
                                          echo::ButterDecoding::Reference);
    QVERIFY(scanned);
    const test::Scanned& s = **scanned;
    m_wrong.clear();
    m_names = &s.file->names();
    m_block = &s.frames;
    std::size_t next = 0;
    const QByteArray lines(reinterpret_cast<const char*>(text->data()), static_cast<qsizetype>(text->size()));
    for (const QByteArray& line : lines.split('\n')) {
        const QJsonObject dumped = QJsonDocument::fromJson(line).object();
        if (dumped.contains(QStringLiteral("header"))) {
            const QJsonObject h = dumped[QStringLiteral("header")].toObject();
            const echo::MatchHeader& header = s.file->header();
            QCOMPARE(header.client, h[QStringLiteral("client")].toString());
            QCOMPARE(header.sessionId, h[QStringLiteral("session")].toString());
            QCOMPARE(header.sessionIp, h[QStringLiteral("ip")].toString());
            QCOMPARE(header.mapName, h[QStringLiteral("map")].toString());
            QCOMPARE(header.privateMatch, h[QStringLiteral("private")].toInt() != 0);
        }
        if (!dumped.contains(QStringLiteral("i")))
            continue;
        QVERIFY(next < s.frames.size());
        compareFrame(dumped, s.frames.frames[next++]);
    }
    QCOMPARE(next, s.frames.size());
    QVERIFY(next > 0);
    QStringList wrong;
    for (const auto& [field, count] : m_wrong)
        wrong += QStringLiteral("%1: %2").arg(field).arg(count);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QStringLiteral(", "))));
}

void TestEchoButterReference::compareMatch(const QJsonObject& dumped, const echo::Frame& frame)
{
    const QJsonArray pause = dumped[QStringLiteral("pause")].toArray();
    const bool state = frame.pause.state != echo::PauseState::Unknown;
    check("pause", pause[0].toString() == orNotFound(echo::pauseWord(frame.pause.state), state) &&
                       pause[1].toString() == echo::teamWord(frame.pause.requestedBy) &&
                       pause[2].toString() == echo::teamWord(frame.pause.unpausedBy) &&
                       same(pause[3], frame.pause.pausedTimer) && same(pause[4], frame.pause.unpausedTimer));
    const QJsonArray score = dumped[QStringLiteral("score")].toArray();
    const QString type = frame.score.type == echo::GoalType::Unknown ? QStringLiteral("unknown")
                                                                     : echo::goalTypeWord(frame.score.type);
    check("score", dumped[QStringLiteral("score")].isNull()
                       ? frame.score == echo::LastScore{}
                       : score[0].toString() == echo::teamWord(frame.score.team) &&
                             score[1].toInt() == frame.score.points && score[2].toString() == type &&
                             score[3].toString() == name(frame.score.scorer) &&
                             score[4].toString() == name(frame.score.assister) &&
                             same(score[5], frame.score.discSpeed) && same(score[6], frame.score.distance));
    const QJsonArray thrown = dumped[QStringLiteral("throw")].toArray();
    for (std::size_t i = 0; i < echo::ThrowValues; ++i)
        check("throw", same(thrown[static_cast<int>(i)], frame.lastThrow[i]));
    const QJsonArray payload = dumped[QStringLiteral("payload")].toArray();
    check("payload", (payload[0].toInt() != 0) == frame.payload.contested &&
                         payload[1].toInt() == frame.payload.checkpoint &&
                         payload[2].toInt() == frame.payload.defenders &&
                         same(payload[3], frame.payload.distance) && same(payload[4], frame.payload.speed));
    const QJsonArray rules = dumped[QStringLiteral("rules")].toArray();
    check("rules", rules[0].toInteger() == frame.rulesChangedAt &&
                       rules[1].toString().toStdString() == m_names->textAt(frame.rulesChangedBy));
}

void TestEchoButterReference::compareFrame(const QJsonObject& dumped, const echo::Frame& frame)
{
    check("time", dumped[QStringLiteral("t")].toInteger() == frame.timeMs);
    check("clock", same(dumped[QStringLiteral("clock")], frame.clock));
    check("status",
          dumped[QStringLiteral("status")].toString() ==
              orNotFound(echo::statusWord(frame.status), frame.status != echo::GameStatus::Uncoded));
    check("points", same(dumped[QStringLiteral("pts")].toArray(), {frame.points[0], frame.points[1]}));
    const QJsonArray inputs = dumped[QStringLiteral("inputs")].toArray();
    for (int i = 0; i < 4; ++i)
        check("inputs", inputs[i].toInt() == (frame.inputs >> i & 1));
    const QJsonArray restart = dumped[QStringLiteral("restart")].toArray();
    check("restart", (restart[0].toInt() != 0) == frame.restartRequest[0] &&
                         (restart[1].toInt() != 0) == frame.restartRequest[1]);
    compareMatch(dumped, frame);
    const QJsonArray vr = dumped[QStringLiteral("vr")].toArray();
    check("vr", same(vr[0], frame.vr.position) && sameAxes(vr, frame.vr.orientation));
    const QJsonArray disc = dumped[QStringLiteral("disc")].toArray();
    check("disc", dumped[QStringLiteral("disc")].isNull()
                      ? !frame.hasDisc
                      : same(disc[0], frame.disc.position) && sameAxes(disc, frame.disc.orientation) &&
                            same(disc[4], frame.discVelocity));
    const auto players = m_block->playersOf(frame);
    std::size_t next = 0;
    const QJsonArray teams = dumped[QStringLiteral("teams")].toArray();
    for (int t = 0; t < teams.size(); ++t) {
        const QJsonObject team = teams[t].toObject();
        const auto number = static_cast<std::size_t>(t);
        check("possession", (team[QStringLiteral("poss")].toInt() != 0) ==
                                (number < 2 && frame.possession[std::min<std::size_t>(number, 1)]));
        check("team stats", sameStats(team[QStringLiteral("stats")].toArray(), frame.teamStats[number]));
        for (const auto player : team[QStringLiteral("players")].toArray()) {
            check("team", next < players.size() && static_cast<int>(players[next].team) == t);
            if (next < players.size())
                comparePlayer(player.toObject(), players[next++]);
        }
    }
    check("players", next == players.size());
    const auto bones = m_block->bonesOf(frame);
    const QJsonArray sets = dumped[QStringLiteral("bones")].toArray();
    check("bones", dumped.contains(QStringLiteral("bones")) == frame.hasBones &&
                       static_cast<std::size_t>(sets.size()) == bones.size());
    for (std::size_t i = 0; i < bones.size() && static_cast<int>(i) < sets.size(); ++i) {
        const QJsonArray positions = sets[static_cast<int>(i)].toArray()[0].toArray();
        const QJsonArray rotations = sets[static_cast<int>(i)].toArray()[1].toArray();
        for (int k = 0; k < static_cast<int>(echo::Bones); ++k) {
            const echo::Bone& bone = bones[i].bones[static_cast<std::size_t>(k)];
            for (int axis = 0; axis < 3; ++axis)
                check("bone positions", same(positions[3 * k + axis], bone.position[axis]));
            const std::array q{bone.orientation.x, bone.orientation.y, bone.orientation.z,
                               bone.orientation.w};
            for (int axis = 0; axis < 4; ++axis)
                check("bone rotations", same(rotations[4 * k + axis], q[static_cast<std::size_t>(axis)]));
        }
    }
}

void TestEchoButterReference::comparePlayer(const QJsonObject& dumped, const echo::PlayerFrame& player)
{
    const echo::Person& person = (*m_names)[player.person];
    check("player", dumped[QStringLiteral("name")].toString() == name(player.person) &&
                        dumped[QStringLiteral("id")].toInt() == player.slot &&
                        dumped[QStringLiteral("uid")].toInteger() == person.userId &&
                        dumped[QStringLiteral("lv")].toInt() == person.level &&
                        dumped[QStringLiteral("nr")].toInt() == person.number);
    const QJsonArray flags = dumped[QStringLiteral("fl")].toArray();
    const std::array decoded{player.possession, player.blocking, player.stunned, player.invulnerable,
                             player.emote};
    for (std::size_t i = 0; i < decoded.size(); ++i)
        check("flags", (flags[static_cast<int>(i)].toInt() != 0) == decoded[i]);
    check("stats", dumped[QStringLiteral("stats")].isNull()
                       ? !player.hasStats
                       : sameStats(dumped[QStringLiteral("stats")].toArray(), player.stats));
    check("ping", dumped[QStringLiteral("ping")].toInt() == player.ping);
    check("loss", same(dumped[QStringLiteral("loss")], player.packetLoss));
    const QJsonArray held = dumped[QStringLiteral("hold")].toArray();
    const auto holds = [](const QJsonValue& word, std::int16_t what) {
        if (what == echo::holding::NotRecorded)
            return word.isNull();
        return word.toString() == (what == echo::holding::None   ? QStringLiteral("none")
                                   : what == echo::holding::Geo  ? QStringLiteral("geo")
                                   : what == echo::holding::Disc ? QStringLiteral("disc")
                                                                 : QString::number(what));
    };
    check("holding", holds(held[0], player.holdingLeft) && holds(held[1], player.holdingRight));
    check("velocity", same(dumped[QStringLiteral("vel")], player.velocity));
    constexpr std::array parts{"head", "body", "lhand", "rhand"};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const QJsonArray pose = dumped[QLatin1String(parts[i])].toArray();
        const glm::quat& q = player.parts[i].orientation;
        check("part positions", same(pose[0], player.parts[i].position));
        check("part rotations", same(pose[1].toArray(), {q.x, q.y, q.z, q.w}));
    }
    if (dumped.contains(QStringLiteral("load"))) {
        const QJsonArray load = dumped[QStringLiteral("load")].toArray();
        constexpr std::array weapons{"rocket", "blaster", "scout", "assault"};
        constexpr std::array ordnances{"stun", "det", "burst", "arc"};
        constexpr std::array tacMods{"sensor", "wraith", "heal", "shield"};
        constexpr std::array arms{"Left", "Right"};
        const auto is = [&load](int at, const auto& words, std::int8_t index) {
            return index >= 0 && load[at].toString() == QLatin1String(words[static_cast<std::size_t>(index)]);
        };
        check("loadout", is(0, weapons, player.loadout.weapon) && is(1, ordnances, player.loadout.ordnance) &&
                             is(2, tacMods, player.loadout.tacMod) && is(3, arms, player.loadout.arm));
    }
}

} // namespace tst_echo_butter_reference

GHOSTLINE_TEST(tst_echo_butter_reference, TestEchoButterReference)
#include "tst_echo_butter_reference.moc"
