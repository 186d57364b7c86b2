// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of game events from streams written for it: every layout of a target, masks, cameras of all ages,
// and the choice of a table when the build has none.
#include "codecs/sc2/base/limits.h"
#include "codecs/sc2/protocol/game_events.h"
#include "codecs/sc2/sample/packed_writer.h"
#include "tests/support/test_driver.h"

#include <QJsonArray>
#include <QTest>

namespace tst_sc2_game_events {

using namespace ghostline;
using namespace ghostline::sc2;

namespace {

const EventType* eventNamed(const Protocol& protocol, std::string_view name)
{
    for (const EventType& event : protocol.game) {
        if (event.name == name) {
            return &event;
        }
    }
    return nullptr;
}

QJsonObject point(int x, int y, int z)
{
    return {{QStringLiteral("x"), x}, {QStringLiteral("y"), y}, {QStringLiteral("z"), z}};
}

} // namespace

class TestSc2GameEvents : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesCommandsApart_data();
    void takesCommandsApart();
    void takesSelectionsApart();
    void scalesCameras();
    void triesNeighbours();
    void saysWhereItEnds();
};

void TestSc2GameEvents::takesCommandsApart_data()
{
    QTest::addColumn<quint32>("build");
    QTest::addColumn<QJsonObject>("fields");
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("hasAbility");
    QTest::addColumn<quint32>("tag");
    const QJsonObject ability{{QStringLiteral("m_abilLink"), 121}, {QStringLiteral("m_abilCmdIndex"), 3}};
    const QJsonObject place = point(8192, 6144, 4096);
    const QJsonObject unit{{QStringLiteral("m_tag"), 4718593},
                           {QStringLiteral("m_snapshotControlPlayerId"), 2},
                           {QStringLiteral("m_snapshotPoint"), place}};
    const auto flat = [&](int link, int tag, const QJsonObject& where) {
        return QJsonObject{{QStringLiteral("m_abilLink"), link},
                           {QStringLiteral("m_abilCmdIndex"), 3},
                           {QStringLiteral("m_targetUnitTag"), tag},
                           {QStringLiteral("m_targetUnitSnapshotPlayerId"), 2},
                           {QStringLiteral("m_targetPoint"), where}};
    };
    const auto now = [&](const QJsonValue& abil, const QJsonObject& data) {
        return QJsonObject{{QStringLiteral("m_abil"), abil}, {QStringLiteral("m_data"), data}};
    };
    const int none = int(TargetKind::None);
    const int somewhere = int(TargetKind::Point);
    const int somebody = int(TargetKind::Unit);
    for (const quint32 build : {0U, 15405U}) {
        const QByteArray name = QByteArray::number(build);
        QTest::newRow(name + " plain") << build << flat(121, 0, point(0, 0, 0)) << none << true << 0U;
        QTest::newRow(name + " place") << build << flat(0xFFFF, 0, place) << somewhere << false << 0U;
        QTest::newRow(name + " unit") << build << flat(121, 4718593, place) << somebody << true << 4718593U;
    }
    for (const quint32 build : {19458U, 34784U, 80949U}) {
        const QByteArray name = QByteArray::number(build);
        QTest::newRow(name + " plain")
            << build << now(ability, {{QStringLiteral("None"), QJsonValue::Null}}) << none << true << 0U;
        QTest::newRow(name + " place")
            << build << now({}, {{QStringLiteral("TargetPoint"), place}}) << somewhere << false << 0U;
        QTest::newRow(name + " unit")
            << build << now(ability, {{QStringLiteral("TargetUnit"), unit}}) << somebody << true << 4718593U;
        QTest::newRow(name + " number")
            << build << now(ability, {{QStringLiteral("Data"), 77}}) << int(TargetKind::Data) << true << 77U;
    }
}

void TestSc2GameEvents::takesCommandsApart()
{
    QFETCH(quint32, build);
    QFETCH(QJsonObject, fields);
    QFETCH(bool, hasAbility);
    const Protocol& protocol = protocolFor(build);
    PackedWriter out;
    fields.insert(QStringLiteral("m_cmdFlags"), 0x102);
    fields.insert(QStringLiteral("m_otherUnit"), 99);
    out.event(300, 3, GameEventIdBits, *eventNamed(protocol, "SCmdEvent"), fields);
    out.event(1, 16, GameEventIdBits, *eventNamed(protocol, "SUserFinishedLoadingSyncEvent"), {});

    const GameEvents events = parseGameEvents(out.written(), build == 0 ? 14621 : build);
    QVERIFY2(!events.failure, qPrintable(events.failure ? events.failure->message : QString()));
    QCOMPARE(events.order.size(), std::size_t{2});
    QCOMPARE(events.bytesRead, out.written().size());
    QCOMPARE(events.lastLoop, 301U);
    QCOMPARE(events.order[0].user, std::uint8_t{3});
    QCOMPARE(events.order[0].kind, GameEventKind::Command);
    QCOMPARE(events.order[1].kind, GameEventKind::Loaded);
    const Command& command = events.commands.at(events.order[0].index);
    QCOMPARE(command.flags, 0x102U);
    QCOMPARE(command.otherUnit, 99U);
    QCOMPARE(command.hasAbility, hasAbility);
    QCOMPARE(command.ability, std::uint16_t(hasAbility ? 121 : 0));
    QCOMPARE(command.index, std::uint8_t(hasAbility ? 3 : 0));
    QTEST(int(command.target.kind), "kind");
    QTEST(command.target.tag, "tag");
    const bool placed = command.target.kind == TargetKind::Point || command.target.kind == TargetKind::Unit;
    QCOMPARE(command.target.point.x, placed ? 2.0F : 0.0F);
    QCOMPARE(command.target.point.y, placed ? 1.5F : 0.0F);
    QCOMPARE(command.target.point.z, placed ? 1.0F : 0.0F);
    if (command.target.kind == TargetKind::Unit) {
        QCOMPARE(command.target.controlPlayer, std::int8_t{2});
    }
}

void TestSc2GameEvents::takesSelectionsApart()
{
    const Protocol& protocol = protocolFor(80949);
    const EventType& type = *eventNamed(protocol, "SSelectionDeltaEvent");
    const auto delta = [](const QJsonObject& mask, int units) {
        QJsonArray subgroups;
        QJsonArray tags;
        for (int i = 0; i < units; ++i) {
            subgroups.append(
                QJsonObject{{QStringLiteral("m_unitLink"), 50 + i}, {QStringLiteral("m_count"), 1}});
            tags.append((i + 1) << 18 | 1);
        }
        return QJsonObject{
            {QStringLiteral("m_controlGroupId"), 10},
            {QStringLiteral("m_delta"), QJsonObject{{QStringLiteral("m_removeMask"), mask},
                                                    {QStringLiteral("m_addSubgroups"), subgroups},
                                                    {QStringLiteral("m_addUnitTags"), tags}}}};
    };
    PackedWriter out;
    out.event(0, 1, GameEventIdBits, type, delta({{QStringLiteral("None"), QJsonValue::Null}}, 3));
    // 52 = 110100: counted from the lowest bit, the third, fifth and sixth.
    out.event(0, 1, GameEventIdBits, type, delta({{QStringLiteral("Mask"), QJsonArray{6, 52}}}, 0));
    out.event(0, 1, GameEventIdBits, type, delta({{QStringLiteral("ZeroIndices"), QJsonArray{0, 7}}}, 1));
    out.event(0, 1, GameEventIdBits, type, delta({{QStringLiteral("OneIndices"), QJsonArray{400}}}, 0));

    const GameEvents events = parseGameEvents(out.written(), 80949);
    QVERIFY(!events.failure && events.exactBuild);
    QCOMPARE(events.selections.size(), std::size_t{4});
    const auto positions = [&](std::size_t i) {
        const RemoveMask& mask = events.selections[i].remove;
        return std::vector<std::uint16_t>(events.positions.begin() + mask.first,
                                          events.positions.begin() + mask.first + mask.count);
    };
    QCOMPARE(events.selections[0].remove.kind, MaskKind::None);
    QCOMPARE(events.selections[1].remove.kind, MaskKind::Mask);
    QCOMPARE(events.selections[1].remove.length, 6U);
    QCOMPARE(positions(1), (std::vector<std::uint16_t>{2, 4, 5}));
    QCOMPARE(events.selections[2].remove.kind, MaskKind::ZeroIndices);
    QCOMPARE(positions(2), (std::vector<std::uint16_t>{0, 7}));
    QCOMPARE(events.selections[3].remove.kind, MaskKind::OneIndices);
    QCOMPARE(positions(3), (std::vector<std::uint16_t>{400}));
    QCOMPARE(events.selections[0].group, std::uint8_t{10});
    QCOMPARE(events.selections[0].tags, 3U);
    QCOMPARE(events.tags[2], 3U << 18 | 1U);
    QCOMPARE(events.subgroups[2].unitLink, std::uint16_t{52});
    QCOMPARE(events.subgroups[2].count, std::uint16_t{1});
    QCOMPARE(events.selections[2].firstTag, 3U);
    QCOMPARE(events.selections[2].firstSubgroup, 3U);
}

void TestSc2GameEvents::scalesCameras()
{
    struct Recorded
    {
        std::uint32_t build;
        int x, y, distance, pitch, yaw;
    };
    // What every game begins with: 34 cells away, 56 degrees down, straight up the map.
    for (const Recorded& recorded :
         {Recorded{14621, 405504, 552968, 139550, 5097, 16384},
          Recorded{15405, 25344, 34498, 8704, 318, 1024}, Recorded{80949, 25344, 34498, 8704, 318, 1024}}) {
        const Protocol& protocol = protocolFor(recorded.build);
        PackedWriter out;
        out.event(0, 1, GameEventIdBits, *eventNamed(protocol, "SCameraUpdateEvent"),
                  QJsonObject{{QStringLiteral("m_target"), QJsonObject{{QStringLiteral("x"), recorded.x},
                                                                       {QStringLiteral("y"), recorded.y}}},
                              {QStringLiteral("m_distance"), recorded.distance},
                              {QStringLiteral("m_pitch"), recorded.pitch},
                              {QStringLiteral("m_yaw"), recorded.yaw}});
        const GameEvents events = parseGameEvents(out.written(), recorded.build);
        QCOMPARE(events.cameras.size(), std::size_t{1});
        const CameraUpdate& camera = events.cameras.front();
        QVERIFY(camera.hasTarget && camera.hasDistance && camera.hasPitch && camera.hasYaw);
        QCOMPARE(camera.x, 99.0F);
        QVERIFY(qAbs(camera.y - 134.76F) < 0.5F);
        QVERIFY(qAbs(camera.distance - 34.0F) < 0.1F);
        QVERIFY(qAbs(camera.pitch - 56.0F) < 0.2F);
        QCOMPARE(camera.yaw, 90.0F);
    }
}

void TestSc2GameEvents::triesNeighbours()
{
    // 38215 widened the flags of commands from 23 to 25 bits. A build before it that has no table is tried
    // with the one below first, then with this one.
    const Protocol& later = protocolFor(38215);
    PackedWriter out;
    for (int i = 0; i < 20; ++i) {
        out.event(5, 1, GameEventIdBits, *eventNamed(later, "SCmdEvent"),
                  QJsonObject{{QStringLiteral("m_cmdFlags"), 0x108},
                              {QStringLiteral("m_data"),
                               QJsonObject{{QStringLiteral("TargetPoint"), point(40960 + i, 8192, 0)}}}});
    }
    const GameEvents guessed = parseGameEvents(out.written(), 38000);
    QVERIFY(!guessed.failure && !guessed.exactBuild);
    QCOMPARE(guessed.protocol, &later);
    QCOMPARE(guessed.commands.size(), std::size_t{20});
    QCOMPARE(guessed.commands.back().target.point.x, 10.0F + 19.0F / 4096.0F);
    const GameEvents known = parseGameEvents(out.written(), 38215);
    QVERIFY(!known.failure && known.exactBuild);

    // The beta's second phase: the table of 1.0 comes before that of the first phase.
    PackedWriter beta;
    beta.event(5, 1, GameEventIdBits, *eventNamed(protocols().front(), "SCameraUpdateEvent"), {});
    const GameEvents second = parseGameEvents(beta.written(), 15250);
    QVERIFY(!second.failure && !second.exactBuild);
    QCOMPARE(second.protocol, &protocols().front());
}

void TestSc2GameEvents::saysWhereItEnds()
{
    const Protocol& protocol = protocolFor(80949);
    PackedWriter out;
    out.event(7, 1, GameEventIdBits, *eventNamed(protocol, "SCameraSaveEvent"), {});
    const auto whole = out.written().size();
    out.bits(0, 8); // no time
    out.bits(1, 5); // user
    out.bits(1, 7); // a type that no table has
    out.bits(0, 64);
    const GameEvents events = parseGameEvents(out.written(), 80949);
    QVERIFY(events.failure.has_value());
    QCOMPARE(events.bytesRead, whole);
    QCOMPARE(events.order.size(), std::size_t{1});
    QVERIFY2(events.failure->message.contains(QStringLiteral("byte %1 of").arg(whole)),
             qPrintable(events.failure->message));
    int records = 0;
    const auto count = [&records](const model::Record&) { return ++records < 100; };
    QVERIFY(!parseGameRecords(out.written(), protocol, QStringLiteral("x"), count));
    QCOMPARE(records, 1);

    PackedWriter late;
    late.varUint32(MaxLoops + 1);
    late.bits(16, 5);
    late.bits(5, 7);
    late.bits(0, 64);
    QVERIFY(parseGameEvents(late.written(), 80949).failure.has_value());
}

} // namespace tst_sc2_game_events

GHOSTLINE_TEST(tst_sc2_game_events, TestSc2GameEvents)
#include "tst_sc2_game_events.moc"
