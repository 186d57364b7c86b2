// SPDX-License-Identifier: GPL-3.0-or-later
// Logs larger than any recording: what does not fit is said, and memory does not follow the file's wishes.
#include "codecs/carla/replay/event_builder.h"
#include "tests/codecs/carla/built_log.h"
#include "tests/codecs/carla/open_log.h"
#include "tests/support/test_driver.h"

namespace tst_carla_limits {

using namespace ghostline;

namespace {

QStringList codesOf(const model::ReplayIndex& index)
{
    QStringList codes;
    for (const model::Diagnostic& d : index.diagnostics)
        codes.append(d.code);
    return codes;
}

} // namespace

class TestCarlaLimits : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void actorsBeyondTheCap();
    void eventsBeyondTheCap();
    void attributesBeyondTheCap();
};

void TestCarlaLimits::actorsBeyondTheCap()
{
    carla::LogWriter out;
    out.header(0, "Town01");
    for (int f = 0; f < 80; ++f) {
        out.beginFrame(static_cast<std::uint64_t>(f) + 1, 0.05, f * 0.05);
        if (f == 5) { // signs: nothing but these Adds ever tells of them
            std::vector<carla::EventAdd> adds;
            for (std::uint32_t id = 1; id <= carla::MaxActors + 1; ++id) {
                adds.push_back(test::addOf(id, 4, "", {}));
                if (adds.size() == 50'000 || id > carla::MaxActors) {
                    out.write(adds);
                    adds.clear();
                }
            }
        }
        out.endFrame();
    }
    const auto source = test::openLog(out.take());
    QVERIFY(source);
    const auto index = (*source)->index();
    QCOMPARE(index->info->cast.size(), carla::MaxActors);
    QCOMPARE(codesOf(*index), QStringList{QStringLiteral("too-many-actors")});
    QCOMPARE(index->diagnostics[0].where.frame.value_or(-1), 5);
    // A row for every actor and frame of a segment would be a hundred times the file.
    for (int k = 1; k < index->keyframes.count(); ++k)
        QCOMPARE(index->keyframes.range(k).count(), 1);
    const auto segment = (*source)->readSegment(1, nullptr, {});
    QVERIFY(segment && (*segment)->bytes() < (std::size_t{128} << 20));
}

void TestCarlaLimits::eventsBeyondTheCap()
{
    constexpr int Each = 60'000;
    carla::LogWriter out;
    out.header(0, "Town01");
    for (int f = 0; f < 6; ++f) {
        out.beginFrame(static_cast<std::uint64_t>(f) + 1, 0.05, f * 0.05);
        if (f == 0)
            test::put(out, {test::addOf(7, 3, "traffic.traffic_light", {})});
        std::vector<carla::LightState> states;
        for (int i = 0; i < Each; ++i)
            states.push_back({7, false, 0.0F, static_cast<std::int8_t>((i + f) % 2)});
        out.write(states);
        out.endFrame();
    }
    const auto source = test::openLog(out.take());
    QVERIFY(source);
    const auto index = (*source)->index();
    QCOMPARE(index->events->events.size(), carla::MaxEvents);
    QCOMPARE(codesOf(*index), QStringList{QStringLiteral("too-many-events")});
    // The first frame's first state is no change, nor is a packet's first when it goes on as it was.
    const int changes = 6 * Each - 6;
    QVERIFY2(
        index->diagnostics[0].message.contains(QString::number(changes - static_cast<int>(carla::MaxEvents))),
        qPrintable(index->diagnostics[0].message));
}

void TestCarlaLimits::attributesBeyondTheCap()
{
    constexpr std::uint32_t Each = 60'000;
    carla::LogWriter out;
    out.header(0, "Town01");
    out.beginFrame(1, -1.0, 0.0);
    for (std::uint32_t id = 1; id * Each <= carla::MaxAttributes + Each; ++id) {
        carla::EventAdd add = test::addOf(id, 4, "traffic.stop", {});
        add.attributes.resize(Each);
        test::put(out, {add});
    }
    out.endFrame();
    const auto source = test::openLog(out.take());
    QVERIFY(source);
    const auto index = (*source)->index();
    std::size_t kept = 0;
    for (const model::ActorInfo& actor : index->info->cast)
        kept += actor.attributes.size();
    QVERIFY(kept > 0 && kept <= carla::MaxAttributes);
    QCOMPARE(codesOf(*index), QStringList{QStringLiteral("too-many-attributes")});
}

} // namespace tst_carla_limits

GHOSTLINE_TEST(tst_carla_limits, TestCarlaLimits)
#include "tst_carla_limits.moc"
