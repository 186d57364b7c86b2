// SPDX-License-Identifier: GPL-3.0-or-later
// Who jumps to a keyframe, and how a stretch that no keyframe covers is shown in bounded pieces.
#include "codecs/ironcurtain/replay/ironcurtain_source.h"
#include "codecs/ironcurtain/sample/journal_writer.h"
#include "model/bytes/byte_sources.h"
#include "tests/codecs/ironcurtain/golden.h"
#include "tests/codecs/ironcurtain/made_segment.h"
#include "tests/support/test_driver.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_icrep_jumps {

using namespace ghostline;
using namespace ghostline::ironcurtain;
using namespace ghostline::test;
using model::Provenance;
using model::SamplePolicy;

namespace {

constexpr std::int32_t Cell = 1024;
using Change = std::function<void(SegmentMatch&)>;

/// A stretch from tick 300 with the one before it; unit 1:1 stands at 0 at tick 0, and so does a building.
SegmentMatch laterStretch()
{
    SegmentMatch match;
    match.first = Next;
    match.last = 2 * Next;
    match.from.tick = Next;
    match.to.tick = 2 * Next;
    match.before = match.from;
    match.before->tick = 0;
    Slots yard{{0, identityOf(0, 0, 4)}, {1, placeOf(0, 0)}};
    for (MadeState* const state : {&*match.before, &match.from, &match.to}) {
        state->entities[{1, 1}] = unitAt(0, 0);
        state->entities[{2, 1}] = yard;
    }
    return match;
}

AnalysisEvent bornAt(SimTick tick, UnitTag tag)
{
    AnalysisEvent event;
    event.tick = tick;
    event.body = UnitCreated{tag, 1, 0, {0, 0, 0}};
    return event;
}
AnalysisEvent diedAt(SimTick tick, UnitTag tag)
{
    AnalysisEvent event;
    event.tick = tick;
    event.body = UnitDestroyed{tag, std::nullopt, std::nullopt};
    return event;
}

/// A unit that marches 8 units a tick, reported every 100 ticks up to 5000; keyframes at 0 and 9000 only.
Bytes bareJournal()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("bare.icrep"));
    const QJsonObject metadata{{QStringLiteral("game_speed"), QStringLiteral("normal")}};
    auto writer = JournalWriter::create(path, metadata, {}, HasEvents, 50);
    if (!writer)
        return {};
    bool ok = true;
    for (SimTick tick = 0; tick <= 9300; ++tick) {
        if (tick % 100 == 0 && tick > 0 && tick <= 5000) {
            const std::array<UnitPlace, 1> place{
                UnitPlace{{1, 1}, {static_cast<std::int32_t>(8 * tick), 0, 0}}};
            AnalysisEvent event;
            event.tick = tick;
            event.body = UnitPositionSample{PackedList<UnitPlace>(std::span<const UnitPlace>(place))};
            ok = ok && (*writer)->event(event);
        }
        OrderFrame frame;
        frame.tick = tick;
        ok = ok && (*writer)->frame(frame);
        if (tick % 9000 == 0) {
            MadeState state = smallState(tick);
            state.entities[{1, 1}] = unitAt(static_cast<std::int32_t>(8 * tick), 0);
            ok = ok && (*writer)->keyframe(state.state());
        }
    }
    ok = ok && (*writer)->close();
    return ok ? fileBytes(path) : Bytes{};
}

} // namespace

class TestIcrepJumps : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void nextKeyframeShowsAJump();
    void toAKeyframe_data();
    void toAKeyframe();
    void window_data();
    void window();
    void lastPlaces();
    void farFromTheKeyframe();
    void stretchIsCutIntoPieces();
};

void TestIcrepJumps::nextKeyframeShowsAJump()
{
    SegmentMatch match;
    match.from.entities[{1, 1}] = unitAt(0, 0, 0);
    match.to.entities[{1, 1}] = unitAt(400 * Cell, 0, 512);
    const auto segment = match.segment();
    const Seen before = look(*segment, {299, 0.9}, unit(0));
    QCOMPARE(before.x, 0.0);
    QCOMPARE(before.velocity.x, 0.0F);
    QCOMPARE(before.provenance, Provenance::Held);
    QCOMPARE(before.turn.y, look(*segment, {0, 0.0}, unit(0)).turn.y); // not turned on the way, either
}

void TestIcrepJumps::toAKeyframe_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<bool>("jumps");
    const auto row = [](const char* name, bool jumps, const Change& change) {
        QTest::newRow(name) << change << jumps;
    };
    const auto at = [](std::int32_t cells) { return unitAt(cells * Cell, 0); };
    row("stands", false, [](SegmentMatch&) {});
    row("a cell a tick", false, [=](SegmentMatch& m) { m.from.entities[{1, 1}] = at(300); });
    row("more", true, [=](SegmentMatch& m) { m.from.entities[{1, 1}] = at(301); });
    row("was seen on the way", false, [=](SegmentMatch& m) {
        m.place(290, {1, 1}, 400 * Cell, 0);
        m.from.entities[{1, 1}] = at(405);
    });
    row("was seen elsewhere", true, [=](SegmentMatch& m) {
        m.place(290, {1, 1}, 0, 0);
        m.from.entities[{1, 1}] = at(100);
    });
    row("a report of the keyframe's own tick", true, [=](SegmentMatch& m) {
        m.place(300, {1, 1}, 400 * Cell, 0);
        m.from.entities[{1, 1}] = at(400);
    });
    row("nothing is joined so far", true, [=](SegmentMatch& m) {
        m.maxGap = 100;
        m.from.entities[{1, 1}] = at(1);
    });
    row("was gone until then", true, [](SegmentMatch& m) { m.events.push_back(diedAt(100, {1, 1})); });
    row("out of sight until then", true, [=](SegmentMatch& m) {
        m.before->entities.erase({1, 1});
        m.events.push_back(bornAt(0, {1, 1}));
        m.from.entities[{1, 1}] = at(100);
    });
    row("born nearby", false, [=](SegmentMatch& m) {
        m.before->entities.erase({1, 1});
        m.events.push_back(bornAt(200, {1, 1}));
        m.from.entities[{1, 1}] = at(100);
    });
    row("born far away", true, [=](SegmentMatch& m) {
        m.before->entities.erase({1, 1});
        m.events.push_back(bornAt(200, {1, 1}));
        m.from.entities[{1, 1}] = at(101);
    });
}

void TestIcrepJumps::toAKeyframe()
{
    QFETCH(Change, change);
    QFETCH(bool, jumps);
    SegmentMatch match = laterStretch();
    change(match);
    const auto segment = match.segment();
    // Numbered by tag, or as they were first told of.
    const auto who = unit(match.before->entities.contains({1, 1}) ? 0 : 1);
    const auto flag = [&](model::FrameTime when, SamplePolicy policy) {
        return (look(*segment, when, who, policy).flags & model::Discontinuity) != 0;
    };
    QVERIFY(look(*segment, {300, 0.0}, who).there);
    QCOMPARE(flag({300, 0.0}, SamplePolicy::Interpolate), jumps);
    QCOMPARE(flag({300, 0.0}, SamplePolicy::ExactOnly), jumps);
    QVERIFY(!flag({301, 0.0}, SamplePolicy::Interpolate));
    QVERIFY(!flag({400, 0.0}, SamplePolicy::ExactOnly));
    QCOMPARE(look(*segment, {300, 0.0}, who).provenance, Provenance::Exact);
    // Buildings do not drive.
    QVERIFY((look(*segment, {300, 0.0}, unit(1 - (model::index(who) - 4))).flags & model::Discontinuity) ==
            0);
}

void TestIcrepJumps::window_data()
{
    QTest::addColumn<int>("before"); // tick of a state; -1: none
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("to");
    QTest::addColumn<int>("wantFirst");
    QTest::addColumn<int>("wantLast");
    QTest::addColumn<bool>("cut");
    QTest::newRow("between keyframes") << 5700 << 6000 << 9000 << 5701 << 9000 << false;
    QTest::newRow("first keyframe") << -1 << 6000 << 9000 << 6001 << 9000 << false;
    QTest::newRow("last keyframe") << 5700 << 6000 << -1 << 5701 << 9599 << false;
    QTest::newRow("keyframe long ago") << -1 << 0 << -1 << 5400 << 9599 << true;
    QTest::newRow("the one before long ago") << 0 << 6000 << 9000 << 5400 << 9000 << true;
    QTest::newRow("no keyframe") << -1 << -1 << -1 << 5400 << 9599 << true;
}

void TestIcrepJumps::window()
{
    QFETCH(int, before);
    QFETCH(int, from);
    QFETCH(int, to);
    QFETCH(int, wantFirst);
    QFETCH(int, wantLast);
    QFETCH(bool, cut);
    const auto stateAt = [](int tick) {
        auto state = std::make_shared<SimState>();
        state->tick = static_cast<SimTick>(std::max(0, tick));
        return tick < 0 ? nullptr : state;
    };
    SegmentInput input;
    input.before = stateAt(before);
    input.from = stateAt(from);
    input.to = stateAt(to);
    input.first = 6000;
    input.end = 9000;
    const EventWindow window = eventWindow(input, 20'000);
    QCOMPARE(window.first, static_cast<SimTick>(wantFirst));
    QCOMPARE(window.last, static_cast<SimTick>(wantLast));
    QCOMPARE(window.cut, cut);
    QCOMPARE(eventWindow(input, 9100).last, to < 0 ? SimTick{9100} : static_cast<SimTick>(to));
}

void TestIcrepJumps::lastPlaces()
{
    LastPlacesBuilder builder;
    const auto add = [&builder](SimTick tick, UnitTag tag, std::int32_t x) {
        const std::array<UnitPlace, 1> place{UnitPlace{tag, {x, 0, 0}}};
        builder.add(tick, UnitPositionSample{PackedList<UnitPlace>(std::span<const UnitPlace>(place))});
    };
    add(100, {1, 1}, 1);
    add(100, {1, 2}, 50); // the index, used again
    add(100 + LongestGap, {1, 1}, 2);
    add(101 + 2 * LongestGap, {1, 1}, 3); // a silence before it
    const LastPlaces places = builder.finish();
    const auto x = [&places](UnitTag tag, SimTick tick) {
        const auto found = places.before(tag, tick);
        return found ? found->at.x : -1;
    };
    QCOMPARE(x({1, 1}, 100 + LongestGap), -1); // followed soon enough: nobody needs the first
    QCOMPARE(x({1, 1}, 101 + LongestGap), 2);
    QCOMPARE(x({1, 1}, 101 + 2 * LongestGap), 2);
    QCOMPARE(x({1, 1}, 102 + 2 * LongestGap), 3);
    QCOMPARE(x({1, 2}, 101), 50);
    QCOMPARE(x({1, 2}, 100), -1);
    QCOMPARE(x({1, 3}, 5000), -1);
    QCOMPARE(places.bytes(), std::size_t{3 * 20});
}

void TestIcrepJumps::farFromTheKeyframe()
{
    SegmentMatch match;
    match.hasTo = false;
    match.first = 6000;
    match.last = 20'000;
    for (std::uint16_t index = 1; index <= 4; ++index)
        match.from.entities[{index, 1}] = unitAt(0, 0);
    match.place(100, {1, 1}, 5 * Cell, 0); // and never again
    match.place(5990, {2, 1}, 10 * Cell, 0);
    match.place(6010, {2, 1}, 20 * Cell, 0);
    match.place(6290, {3, 1}, 30 * Cell, 0);
    match.place(6310, {3, 1}, 40 * Cell, 0);
    const auto segment = match.segment();
    QVERIFY(segment);
    const Seen silent = look(*segment, {6000, 0.0}, unit(0));
    QCOMPARE(silent.x, 5.0);
    QCOMPARE(silent.provenance, Provenance::Held);
    const Seen seam = look(*segment, {6000, 0.0}, unit(1));
    QCOMPARE(seam.x, 15.0);
    QCOMPARE(seam.provenance, Provenance::Interpolated);
    const Seen end = look(*segment, {6299, 0.0}, unit(2));
    QCOMPARE(end.x, 34.5);
    QCOMPARE(look(*segment, {6289, 0.0}, unit(2)).x, 0.0);
    QCOMPARE(look(*segment, {6100, 0.0}, unit(3)).x, 0.0); // as the keyframe has it
    QCOMPARE(look(*segment, {6100, 0.0}, unit(0), SamplePolicy::ExactOnly).x, 0.0);
}

void TestIcrepJumps::stretchIsCutIntoPieces()
{
    auto opened = IronCurtainSource::open(std::make_unique<model::MemorySource>(bareJournal()), {});
    QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().message));
    const auto& source = **opened;
    QVERIFY(source.waitComplete());
    const auto index = source.index();
    std::vector<model::FrameNumber> frames;
    for (const model::Keyframe& keyframe : index->keyframes.entries()) {
        frames.push_back(keyframe.frame);
        QCOMPARE(keyframe.size > 0, keyframe.frame % 9000 == 0); // who has none is no keyframe of the file
    }
    QCOMPARE(frames, (std::vector<model::FrameNumber>{0, 3000, 6000, 9000}));
    const auto seen = [&](model::FrameNumber tick) {
        const auto segment = source.readSegment(index->keyframes.at(tick), nullptr, {});
        model::WorldState state;
        Seen one;
        if (!segment || !(*segment)->frames().contains(tick))
            return one;
        (*segment)->sample({tick, 0.0}, SamplePolicy::Interpolate, state);
        for (std::size_t row = 0; row < state.size(); ++row) {
            if (static_cast<std::uint64_t>(index->info->cast[model::index(state.ids[row])].nativeId) !=
                UnitTag{1, 1}.key())
                continue;
            one.there = true;
            one.x = state.positions[row].x * Cell;
            one.provenance = state.provenance[row];
            one.flags = state.flags[row];
        }
        return one;
    };
    // Even at the seams.
    for (const model::FrameNumber tick : {50, 2950, 2999, 3000, 3001, 4999}) {
        const Seen one = seen(tick);
        QVERIFY(one.there);
        QCOMPARE(one.x, 8.0 * static_cast<double>(tick));
        QVERIFY((one.flags & model::Discontinuity) == 0);
    }
    QCOMPARE(seen(3000).provenance, Provenance::Sampled);
    for (const model::FrameNumber tick : {5700, 6000, 8999}) {
        QCOMPARE(seen(tick).x, 8.0 * 5000);
        QCOMPARE(seen(tick).provenance, Provenance::Held);
    }
    QCOMPARE(seen(9000).x, 8.0 * 9000);
    QCOMPARE(seen(9000).provenance, Provenance::Exact);
    QVERIFY((seen(9000).flags & model::Discontinuity) != 0); // held for so long, then there
}

} // namespace tst_icrep_jumps

GHOSTLINE_TEST(tst_icrep_jumps, TestIcrepJumps)
#include "tst_icrep_jumps.moc"
