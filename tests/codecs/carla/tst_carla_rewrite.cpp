// SPDX-License-Identifier: GPL-3.0-or-later
// Every packet kind that is read is written again byte for byte.
#include "codecs/carla/format/header.h"
#include "codecs/carla/format/packet_reader.h"
#include "codecs/carla/write/log_state.h"
#include "codecs/carla/write/log_writer.h"
#include "codecs/io/sample_random.h"
#include "tests/codecs/carla/written_log.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QDir>

#include <algorithm>
#include <cmath>

namespace tst_carla_rewrite {

using namespace ghostline;
using namespace ghostline::carla;
using test::logNamed;

namespace {

/// Parses every packet of a log and writes it again with LogWriter.
QByteArray rewritten(const QByteArray& log)
{
    const auto bytes = model::MemorySource::fromByteArray(log, QStringLiteral("a.log"));
    const auto header = readHeader(*bytes);
    Layout layout = *detectLayout(*bytes, header->firstPacket);
    PacketReader learn(*bytes, header->firstPacket, layout);
    Packet p;
    while (learn.next(p).value_or(false)) {
    }
    layout = learn.layout();
    LogWriter out(LogFormat{.doubles = layout.doubles,
                            .doorsFirst = layout.late[1] == PacketKind::Wheels,
                            .physicsWheelBytes = layout.physicsWheelBytes});
    out.header(header->date, header->map, header->version);
    PacketReader reader(*bytes, header->firstPacket, layout);
    while (reader.next(p).value_or(false)) {
        const auto all = [&](auto list) {
            std::vector<typename decltype(list)::value_type::Iterator::value_type> records;
            for (auto it = list->begin(); !(it == list->end()); ++it)
                records.push_back(*it);
            return records;
        };
        switch (p.kind) {
        case PacketKind::FrameStart: {
            const auto f = parseFrameStart(p.data);
            out.beginFrame(f->id, f->duration, f->elapsed);
            break;
        }
        case PacketKind::FrameEnd:
            out.endFrame();
            break;
        case PacketKind::EventAdd:
            out.write(*parseAdds(p.data, layout));
            break;
        case PacketKind::EventDel:
            out.write(all(records<EventDel>(p.data, layout)));
            break;
        case PacketKind::EventParent:
            out.write(all(records<EventParent>(p.data, layout)));
            break;
        case PacketKind::Collision:
            out.write(all(records<Collision>(p.data, layout)));
            break;
        case PacketKind::Position:
        case PacketKind::Kinematics:
        case PacketKind::BoundingBox:
        case PacketKind::TriggerVolume:
            out.write(p.kind, all(records<ActorVectors>(p.data, layout)));
            break;
        case PacketKind::LightState:
            out.write(all(records<LightState>(p.data, layout)));
            break;
        case PacketKind::VehicleControl:
            out.write(all(records<VehicleControl>(p.data, layout)));
            break;
        case PacketKind::WalkerControl:
            out.write(all(records<WalkerControl>(p.data, layout)));
            break;
        case PacketKind::VehicleLight:
            out.write(all(records<VehicleLight>(p.data, layout)));
            break;
        case PacketKind::SceneLight:
            out.write(all(records<SceneLight>(p.data, layout)));
            break;
        case PacketKind::LightTime:
            out.write(all(records<LightTime>(p.data, layout)));
            break;
        case PacketKind::Biker:
            out.write(all(records<Biker>(p.data, layout)));
            break;
        case PacketKind::Door:
            out.write(all(records<Door>(p.data, layout)));
            break;
        case PacketKind::Weather:
            out.write(all(records<Weather>(p.data, layout)));
            break;
        case PacketKind::Physics:
            out.write(*parsePhysics(p.data, layout));
            break;
        case PacketKind::WalkerBones:
            out.write(*parseBones(p.data, layout));
            break;
        case PacketKind::Wheels:
            out.write(*parseWheels(p.data));
            break;
        case PacketKind::PlatformTime:
        case PacketKind::VisualTime:
            out.seconds(p.kind, *parseSeconds(p.data));
            break;
        case PacketKind::FrameCounter:
            out.raw(p.id, p.data);
            break;
        case PacketKind::Unknown: {
            const QByteArray data = log.mid(static_cast<qsizetype>(p.offset + PacketHeaderBytes), p.size);
            out.raw(p.id, std::as_bytes(std::span(data.constData(), static_cast<std::size_t>(data.size()))));
            break;
        }
        }
    }
    return out.take();
}

} // namespace

class TestCarlaRewrite : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void rewrittenByteForByte_data();
    void rewrittenByteForByte();
    void rotationsThereAndBack();
};

void TestCarlaRewrite::rewrittenByteForByte_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("traffic") << QStringLiteral("traffic");
    QTest::newRow("traffic-ue5") << QStringLiteral("traffic-ue5");
    const QDir root(test::sharedData(QStringLiteral("carla")));
    if (test::sharedData(QStringLiteral("carla")).isEmpty())
        return;
    for (const QString& folder : {QString(), QStringLiteral("synthetic/")}) {
        for (const QString& name : QDir(root.filePath(folder)).entryList({QStringLiteral("*.log")})) {
            if (!name.startsWith(QLatin1String("damaged")))
                QTest::newRow(qPrintable(name)) << folder + name;
        }
    }
}

void TestCarlaRewrite::rewrittenByteForByte()
{
    QFETCH(QString, name);
    const QByteArray log = logNamed(name);
    QVERIFY(log.size() > 100);
    const QByteArray again = rewritten(log);
    QCOMPARE(again.size(), log.size());
    const auto differs = std::mismatch(again.begin(), again.end(), log.begin());
    QVERIFY2(differs.first == again.end(), qPrintable(QString::number(differs.first - again.begin())));
}

void TestCarlaRewrite::rotationsThereAndBack()
{
    io::Random random(5);
    for (int i = 0; i < 5000; ++i) {
        const Rotation r{random.between(-180, 180), i % 10 == 0 ? 90.0 : random.between(-90, 90),
                         random.between(-180, 180)};
        const glm::quat q = worldOrientation(r);
        const glm::quat back = worldOrientation(nativeRotation(q));
        QVERIFY(std::abs(glm::dot(q, back)) > 1.0F - 1e-5F);
    }
    const glm::dvec3 p{1.5, -2.25, 300.0};
    QCOMPARE(worldPosition(nativeLocation(p)), p);
}

} // namespace tst_carla_rewrite

GHOSTLINE_TEST(tst_carla_rewrite, TestCarlaRewrite)
#include "tst_carla_rewrite.moc"
