// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown around a flag, against closed forms; what is recorded and what is worked out kept apart.
#include "model/review/evidence.h"
#include "model/review/flag.h"
#include "tests/model/scripted_replay.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <array>
#include <cmath>
#include <memory>

namespace tst_evidence {

using namespace ghostline;
using namespace ghostline::model;
using test::declared;
using test::evidence;
using test::idsOf;
using test::lookOf;
using test::near;
using test::NotANumber;
using test::rowOf;
using test::Script;
using test::ScriptedReplay;
using test::valueAt;
using namespace Qt::StringLiterals;

namespace {

/// A run whose clock starts at frame 105; nobody's place is known from frame 130 to 139.
Script matchScript()
{
    Script script;
    script.info.matchProperties = {
        declared("run_time", PropertyType::Real), declared("resets", PropertyType::Integer),
        declared("stage", PropertyType::Text), declared("never", PropertyType::Real),
        declared("left", PropertyType::Real)};
    script.info.matchProperties[0].unit = u"s"_s;
    script.info.scoreboard.clock = MatchPropertyId(4);
    StringTable strings;
    const StringId stage = strings.intern(u"tower"_s);
    script.info.strings = std::make_shared<StringTable>(strings);
    script.fill = [stage](FrameNumber frame, WorldState& state) {
        const double t = 0.05 * static_cast<double>(frame);
        state.positions[0].x = t;
        if (frame >= 130 && frame < 140)
            state.provenance[0] = Provenance::Held;
        state.match.assign(5, PropertyValue());
        if (frame >= 105)
            state.match[0] = PropertyValue::real(t);
        state.match[1] = PropertyValue::integer(2);
        state.match[2] = PropertyValue::text(stage);
        state.match[4] = PropertyValue::real(600.0 - t);
        return true;
    };
    return script;
}

} // namespace

class TestEvidence : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void speeds()
    {
        Script script;
        script.fill = [](FrameNumber frame, WorldState& state) {
            const double t = 0.05 * static_cast<double>(frame);
            state.positions[0] = {3.0 * t, 64.0 - 2.0 * t, 4.0 * t};
            return true;
        };
        const Evidence shown = evidence(script, {100, 140});
        QCOMPARE(shown.frames, (FrameRange{100, 140}));
        QCOMPARE(shown.times.size(), std::size_t{40});
        QCOMPARE(shown.times.front(), Micros{5'000'000});
        QCOMPARE(idsOf(shown), (QStringList{QStringLiteral("speed"), QStringLiteral("vertical_speed"),
                                            QStringLiteral("yaw_rate"), QStringLiteral("pitch_rate"),
                                            QStringLiteral("air_frames")}));
        for (FrameNumber frame = 100; frame < 140; ++frame) { // the first has one before it too
            QVERIFY(near(valueAt(shown, "speed", frame), std::sqrt(29.0), 1e-9));
            QVERIFY(near(valueAt(shown, "vertical_speed", frame), -2.0, 1e-9));
        }
        // Nothing lies before the first frame of all, and nothing behind the last one.
        const Evidence ends = evidence(script, {-20, 9999});
        QCOMPARE(ends.frames, (FrameRange{0, 400}));
        QVERIFY(std::isnan(valueAt(ends, "speed", 0)) && !std::isnan(valueAt(ends, "speed", 1)));
    }

    /// A place that is merely held is drawn by nobody: neither a standstill nor the leap at its end.
    void nothingRecordedNothingDrawn()
    {
        Script script;
        script.info.actorProperties = {declared("throttle", PropertyType::Real)};
        script.fill = [](FrameNumber frame, WorldState& state) {
            const bool held = frame >= 120 && frame < 130;
            const double t = 0.05 * static_cast<double>(held ? 119 : frame);
            state.positions[0] = {3.0 * t, 64.0, 4.0 * t};
            state.velocities[0] = {3.0F, 0.0F, 4.0F};
            state.flags[0] = VelocityRecorded;
            state.provenance[0] = held ? Provenance::Held : Provenance::Exact;
            state.propertiesOf(0)[0] = PropertyValue::real(t);
            return true;
        };
        const Evidence shown = evidence(script, {100, 140});
        for (FrameNumber frame = 101; frame < 140; ++frame) {
            const bool nothing = frame >= 120 && frame < 130;
            for (const char* row : {"recorded_speed", "property:throttle"})
                QCOMPARE(std::isnan(valueAt(shown, row, frame)), nothing);
            QCOMPARE(std::isnan(valueAt(shown, "speed", frame)), nothing || frame == 130);
            if (!nothing && frame != 130)
                QVERIFY(near(valueAt(shown, "speed", frame), 5.0, 1e-6));
        }
    }

    void turningGoesTheShorterWay()
    {
        Script script;
        script.fill = [](FrameNumber frame, WorldState& state) { // over the seam every two seconds
            state.orientations[0] = lookOf(9.0 * static_cast<double>(frame), 0.0);
            return true;
        };
        const Evidence shown = evidence(script, {0, 200});
        for (FrameNumber frame = 1; frame < 200; ++frame)
            QVERIFY2(near(valueAt(shown, "yaw_rate", frame), 180.0, 0.01),
                     qPrintable(QString::number(frame)));
    }

    void whereTheHeadLooks()
    {
        Script script;
        script.info.skeletons = {{QStringLiteral("body"),
                                  {QStringLiteral("hips"), QStringLiteral("eyes")},
                                  {-1, 0},
                                  {BoneRole::Pelvis, BoneRole::TrackedHead}}};
        script.info.cast.resize(1);
        script.info.cast[0].skeleton = 0;
        script.fill = [](FrameNumber frame, WorldState& state) { // the body faces one way
            const double pitch = frame < 60 ? static_cast<double>(frame) : 90.0;
            state.bonePoses = {{},
                               {glm::vec3(0.0F), lookOf(175.0 + 4.0 * static_cast<double>(frame), pitch)}};
            state.bones[0] = {0, 2};
            return true;
        };
        const Evidence shown = evidence(script, {10, 70});
        for (FrameNumber frame = 10; frame < 60; ++frame) {
            QVERIFY(near(valueAt(shown, "pitch_rate", frame), 20.0, 0.05));
            QVERIFY(near(valueAt(shown, "yaw_rate", frame), 80.0, 0.05));
        }
        // Who looks straight up faces no way.
        QVERIFY(std::isnan(valueAt(shown, "yaw_rate", 65)));
        QVERIFY(near(valueAt(shown, "pitch_rate", 65), 0.0, 0.05));
    }

    void jumpsHaveNoSpeed_data()
    {
        QTest::addColumn<double>("metres");
        QTest::addColumn<bool>("told");
        QTest::addColumn<bool>("jump");
        QTest::newRow("too far") << 8.01 << false << true;
        QTest::newRow("as far as may be") << 8.0 << false << false;
        QTest::newRow("told by the recording") << 0.3 << true << true;
    }
    void jumpsHaveNoSpeed()
    {
        QFETCH(double, metres);
        QFETCH(bool, told);
        QFETCH(bool, jump);
        Script script;
        script.fill = [=](FrameNumber frame, WorldState& state) {
            state.positions[0] = {0.0, frame < 50 ? 0.0 : metres, 0.0};
            if (frame == 50 && told)
                state.flags[0] |= Discontinuity;
            return true;
        };
        const Evidence shown = evidence(script, {40, 60});
        for (const char* id : {"speed", "vertical_speed", "yaw_rate", "pitch_rate"}) {
            QCOMPARE(std::isnan(valueAt(shown, id, 50)), jump);
            QVERIFY(near(valueAt(shown, id, 51), 0.0));
        }
        QCOMPARE(rowOf(shown, "jump") != nullptr, jump);
        QVERIFY(!jump || near(valueAt(shown, "jump", 50), metres));
        QCOMPARE(valueAt(shown, "air_frames", 50), jump ? 0.0 : 1.0);
    }

    void framesInTheAir()
    {
        Script script;
        script.fill = [](FrameNumber frame, WorldState& state) {
            // Up and down from frame 100 to 112; the top moves by 3 mm only, as in a jump.
            static constexpr std::array Rise{0.42,   0.333, 0.248, 0.165, 0.083,  0.003,
                                             -0.076, -0.15, -0.23, -0.3,  -0.296, -0.2};
            double y = 64.0;
            for (std::size_t i = 0; i < Rise.size() && static_cast<FrameNumber>(i) < frame - 99; ++i)
                y += Rise[i];
            state.positions[0].y = y;
            return true;
        };
        const Evidence shown = evidence(script, {90, 130});
        for (FrameNumber frame = 90; frame < 130; ++frame) {
            const bool flies = frame >= 100 && frame < 112;
            QCOMPARE(valueAt(shown, "air_frames", frame), flies ? static_cast<double>(frame - 99) : 0.0);
        }
        // A strip that begins up there counts on.
        QCOMPARE(valueAt(evidence(script, {108, 120}), "air_frames", 108), 9.0);
        QVERIFY(!rowOf(shown, "air_frames")->recorded);
    }

    void clicks_data()
    {
        QTest::addColumn<QList<int>>("swings"); ///< frames
        QTest::addColumn<QList<int>>("uses");
        QTest::addColumn<QList<double>>("expected"); ///< frame, milliseconds, ...
        QTest::newRow("none") << QList<int>{} << QList<int>{} << QList<double>{};
        QTest::newRow("one") << QList<int>{120} << QList<int>{} << QList<double>{};
        QTest::newRow("two") << QList<int>{110, 120} << QList<int>{} << QList<double>{120, 500};
        QTest::newRow("the one before the strip counts")
            << QList<int>{40, 105} << QList<int>{} << QList<double>{105, 3250};
        QTest::newRow("several in a frame")
            << QList<int>{105, 110, 110} << QList<int>{} << QList<double>{110, 0};
        QTest::newRow("each button for itself")
            << QList<int>{105, 115} << QList<int>{106, 115} << QList<double>{115, 450};
        QTest::newRow("outside") << QList<int>{10, 20, 300, 310} << QList<int>{} << QList<double>{};
    }
    void clicks()
    {
        QFETCH(QList<int>, swings);
        QFETCH(QList<int>, uses);
        QFETCH(QList<double>, expected);
        Script script;
        script.events.kinds = {
            {.id = QStringLiteral("chat"), .name = QStringLiteral("Chat")},
            {.id = QStringLiteral("hand_swing"), .name = QStringLiteral("Swing"), .shownByDefault = false},
            {.id = QStringLiteral("item_use"), .name = QStringLiteral("Use"), .shownByDefault = false}};
        const auto add = [&script](int frame, int kind, ActorId actor, const QJsonObject& data = {}) {
            script.events.events.push_back(
                {.frame = frame, .kind = kind, .actors = {actor}, .text = {}, .data = data});
        };
        for (int frame = 0; frame < 400; ++frame) {
            add(frame, 0, ActorId{0});
            add(frame, 1, ActorId{7}); // somebody else
            add(frame, 2, ActorId{0}, {{QStringLiteral("released"), true}});
            for (qsizetype i = swings.count(frame); i > 0; --i)
                add(frame, 1, ActorId{0});
            for (qsizetype i = uses.count(frame); i > 0; --i)
                add(frame, 2, ActorId{0});
        }
        const Evidence shown = evidence(script, {100, 200});
        const EvidenceRow* const row = rowOf(shown, "click_interval");
        QCOMPARE(row != nullptr, !expected.isEmpty());
        for (FrameNumber frame = 100; row != nullptr && frame < 200; ++frame) {
            const qsizetype at = expected.indexOf(static_cast<double>(frame));
            const double value = valueAt(shown, "click_interval", frame);
            QVERIFY(at < 0 ? std::isnan(value) : near(value, expected[at + 1]));
        }
        QVERIFY(row == nullptr || !row->recorded);
    }

    void recordedVelocityIsApart()
    {
        Script script;
        script.info.actorProperties = {declared("speed", PropertyType::Real)};
        script.fill = [](FrameNumber frame, WorldState& state) {
            state.positions[0].x = 0.1 * static_cast<double>(frame);
            state.velocities[0] = {3.0F, -4.0F, 0.0F};
            if (frame >= 100)
                state.flags[0] |= VelocityRecorded;
            state.propertiesOf(0)[0] = PropertyValue::real(static_cast<double>(frame));
            return true;
        };
        const Evidence shown = evidence(script, {90, 110});
        const EvidenceRow* const recorded = rowOf(shown, "recorded_speed");
        QVERIFY(recorded != nullptr && recorded->recorded && !rowOf(shown, "speed")->recorded);
        QVERIFY(std::isnan(valueAt(shown, "recorded_speed", 99)));
        QCOMPARE(valueAt(shown, "recorded_speed", 100), 5.0);
        QCOMPARE(valueAt(shown, "recorded_vertical_speed", 100), -4.0);
        QVERIFY(near(valueAt(shown, "speed", 100), 2.0, 1e-6));
        // A codec's own speed may be worked out: it is not passed off as a record.
        QVERIFY(rowOf(shown, "property:speed") == nullptr);
    }

    void recordedProperties()
    {
        Script script;
        StringTable strings;
        const StringId sword = strings.intern(QStringLiteral("sword"));
        script.info.strings = std::make_shared<StringTable>(strings);
        script.info.actorProperties = {
            declared("level", PropertyType::Integer),
            declared("ping", PropertyType::Integer),
            declared("always_one", PropertyType::Integer),
            declared("held", PropertyType::Text),
            declared("pose", PropertyType::Enumeration,
                     {QStringLiteral("standing"), QStringLiteral("sneaking")}),
            declared("on_fire", PropertyType::Boolean),
            declared("never_on_fire", PropertyType::Boolean),
            declared("never_known", PropertyType::Real),
            declared("look", PropertyType::Integer),
            declared("shoes", PropertyType::Text),
            declared("hat", PropertyType::Text),
        };
        script.info.lookProperty = ActorPropertyId(8);
        script.fill = [sword](FrameNumber frame, WorldState& state) {
            const auto p = state.propertiesOf(0);
            p[0] = PropertyValue::integer(frame / 10);
            if (frame >= 105)
                p[1] = PropertyValue::integer(30);
            p[2] = PropertyValue::integer(1);
            p[3] = PropertyValue::text(sword);
            p[4] = PropertyValue::integer(1);
            p[5] = PropertyValue::boolean(frame == 103);
            p[6] = PropertyValue::boolean(false);
            p[8] = PropertyValue::integer(frame);
            p[9] = p[10] = PropertyValue::text(sword);
            return true;
        };
        const Evidence shown = evidence(script, {100, 120});
        QStringList recorded;
        for (const EvidenceRow& row : shown.rows) {
            QCOMPARE(row.recorded, row.id.startsWith(QLatin1StringView("property:")));
            QCOMPARE(row.values.empty() ? row.words.size() : row.values.size(), std::size_t{20});
            QVERIFY(row.values.empty() != row.words.empty());
            if (row.recorded)
                recorded += row.id.mid(9);
        }
        // What changes, words first; then a little of what stays.
        QCOMPARE(recorded,
                 (QStringList{QStringLiteral("on_fire"), QStringLiteral("level"), QStringLiteral("ping"),
                              QStringLiteral("pose"), QStringLiteral("held")}));
        QCOMPARE(rowOf(shown, "property:on_fire")->words[2], QStringLiteral("No"));
        QCOMPARE(rowOf(shown, "property:on_fire")->words[3], QStringLiteral("Yes"));
        QCOMPARE(rowOf(shown, "property:pose")->words[0], QStringLiteral("sneaking"));
        QCOMPARE(rowOf(shown, "property:held")->words[19], QStringLiteral("sword"));
        QVERIFY(std::isnan(valueAt(shown, "property:ping", 104)));
        QCOMPARE(valueAt(shown, "property:ping", 105), 30.0);
        QCOMPARE(valueAt(shown, "property:level", 119), 11.0);
    }

    void whatACodecWorkedOutIsNotRecorded()
    {
        Script script;
        script.info.actorProperties = {declared("level", PropertyType::Integer),
                                       declared("pace", PropertyType::Real)};
        script.info.actorProperties[1].computed = true;
        script.fill = [](FrameNumber frame, WorldState& state) {
            state.propertiesOf(0)[0] = PropertyValue::integer(frame);
            state.propertiesOf(0)[1] = PropertyValue::real(static_cast<double>(frame));
            return true;
        };
        const Evidence shown = evidence(script, {100, 120});
        QVERIFY(rowOf(shown, "property:level")->recorded && !rowOf(shown, "property:pace")->recorded);
        const auto workedOut = [](const EvidenceRow& row) { return !row.recorded; };
        QVERIFY(std::is_partitioned(shown.rows.begin(), shown.rows.end(), workedOut));
    }

    void whatACheckSaysOfTheMatch_data()
    {
        QTest::addColumn<QString>("check");
        QTest::addColumn<QStringList>("rows");
        QTest::newRow("timer") << u"timer"_s << QStringList{u"match:run_time"_s, u"match:left"_s};
        QTest::newRow("in a longer name")
            << u"Clock skew"_s << QStringList{u"match:run_time"_s, u"match:left"_s};
        QTest::newRow("a property's own name") << u"Resets"_s << QStringList{u"match:resets"_s};
        QTest::newRow("of words") << u"stage"_s << QStringList{u"match:stage"_s};
        QTest::newRow("never told") << u"never"_s << QStringList();
        QTest::newRow("speed") << u"speed"_s << QStringList();
        QTest::newRow("none") << QString() << QStringList();
    }
    void whatACheckSaysOfTheMatch()
    {
        QFETCH(QString, check);
        QFETCH(QStringList, rows);
        Script script = matchScript();
        const ScriptedReplay replay(script);
        const auto read = evidenceOf(replay, ActorId{0}, {100, 120}, {}, check);
        QVERIFY(read);
        QStringList found;
        for (const EvidenceRow& row : read->rows) {
            if (!row.id.startsWith("match:"_L1))
                continue;
            found += row.id;
            QVERIFY(row.recorded);
            QCOMPARE(row.clock, row.id == "match:run_time"_L1 || row.id == "match:left"_L1);
            Flag flag;
            flag.check = check;
            QVERIFY(speaksOf(flag, row));
            flag.check = u"reach"_s;
            QVERIFY(!speaksOf(flag, row));
        }
        QCOMPARE(found, rows);
        QVERIFY(rowOf(*read, "speed") != nullptr); // beside what the actor did
    }

    /// The match has it whether anybody is there or not, and only where it is told.
    void aClockRunsOnWithoutAnybody()
    {
        Script script = matchScript();
        const ScriptedReplay replay(script);
        const auto read = evidenceOf(replay, ActorId{0}, {100, 150}, {}, u"timer"_s);
        QVERIFY(read);
        for (FrameNumber frame = 100; frame < 150; ++frame) {
            const double expected = frame < 105 ? NotANumber : 0.05 * static_cast<double>(frame);
            const double value = valueAt(*read, "match:run_time", frame);
            QVERIFY(std::isnan(expected) ? std::isnan(value) : near(value, expected, 1e-9));
        }
        QVERIFY(std::isnan(valueAt(*read, "speed", 135))); // held there
        QCOMPARE(rowOf(*read, "match:run_time")->unit, u"s"_s);

        const auto nobody = evidenceOf(replay, ActorId::None, {100, 150}, {}, u"timer"_s);
        QVERIFY(nobody);
        QCOMPARE(idsOf(*nobody), (QStringList{u"match:run_time"_s, u"match:left"_s}));
        const auto nothing = evidenceOf(replay, ActorId::None, {100, 150}, {}, u"speed"_s);
        QVERIFY(!nothing);
        QCOMPARE(nothing.error().code, ErrorCode::NotFound);
    }

    void rowsStayFew()
    {
        Script script;
        for (int i = 0; i < 60; ++i)
            script.info.actorProperties.push_back(
                declared(qPrintable(QStringLiteral("p%1").arg(i)), PropertyType::Real));
        script.fill = [](FrameNumber frame, WorldState& state) {
            for (PropertyValue& value : state.propertiesOf(0))
                value = PropertyValue::real(static_cast<double>(frame));
            return true;
        };
        const Evidence shown = evidence(script, {0, 50});
        QCOMPARE(std::count_if(shown.rows.begin(), shown.rows.end(),
                               [](const EvidenceRow& row) { return row.recorded; }),
                 10);
    }

    void absentAndBrokenFramesHaveNoValues()
    {
        Script script;
        script.brokenKeyframe = 2; // frames 100 to 149
        script.info.actorProperties = {declared("ping", PropertyType::Integer)};
        script.fill = [](FrameNumber frame, WorldState& state) {
            state.positions[0].x = 0.1 * static_cast<double>(frame);
            state.propertiesOf(0)[0] = PropertyValue::integer(frame);
            if (frame >= 160 && frame < 165)
                state.flags[0] |= Hidden;
            return frame < 170;
        };
        const Evidence shown = evidence(script, {90, 200});
        for (FrameNumber frame = 90; frame < 200; ++frame) {
            const bool broken = frame >= 100 && frame < 150;
            const bool hidden = frame >= 160 && frame < 165;
            const bool there = !broken && !hidden && frame < 170;
            QCOMPARE(std::isnan(valueAt(shown, "speed", frame)), !there || frame == 150 || frame == 165);
            QCOMPARE(std::isnan(valueAt(shown, "air_frames", frame)), !there);
            QCOMPARE(std::isnan(valueAt(shown, "property:ping", frame)), broken || frame >= 170);
        }
        QCOMPARE(shown.times.size(), std::size_t{110});
    }

    void longPausesAreNotBridged()
    {
        Script script;
        script.stepMs = 1100;
        script.fill = [](FrameNumber frame, WorldState& state) {
            state.positions[0].x = static_cast<double>(frame);
            return true;
        };
        QVERIFY(rowOf(evidence(script, {10, 20}), "speed") == nullptr);
        script.stepMs = 1000;
        QVERIFY(near(valueAt(evidence(script, {10, 20}), "speed", 15), 1.0, 1e-9));
    }

    void refusals()
    {
        Script script;
        script.frames = MostEvidenceFrames + 1;
        script.segment = 10'000;
        const ScriptedReplay replay(script);
        const auto nobody = evidenceOf(replay, ActorId{3}, {0, 10}, {});
        QVERIFY(!nobody);
        QCOMPARE(nobody.error().code, ErrorCode::NotFound);
        const auto tooLong = evidenceOf(replay, ActorId{0}, {0, script.frames}, {});
        QVERIFY(!tooLong);
        QCOMPARE(tooLong.error().code, ErrorCode::LimitExceeded);
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = evidenceOf(replay, ActorId{0}, {0, 10}, stop.get_token());
        QVERIFY(!stopped);
        QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
        const auto empty = evidenceOf(replay, ActorId{0}, {script.frames + 5, script.frames + 9}, {});
        QVERIFY(empty && empty->frames.empty() && empty->rows.empty());
    }
};

} // namespace tst_evidence

GHOSTLINE_TEST(tst_evidence, TestEvidence)
#include "tst_evidence.moc"
