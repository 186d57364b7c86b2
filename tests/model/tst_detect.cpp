// SPDX-License-Identifier: GPL-3.0-or-later
// Detectors: each finds what it is for, with the figure that was put in, and lets honest play pass that looks
// like it.
#include "model/detect/detect.h"
#include "model/review/action_marks.h"
#include "tests/model/posed_replay.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <cmath>
#include <random>

namespace tst_detect {

using namespace ghostline::model;
using namespace ghostline::test;

namespace {

constexpr double Tick = 0.05;
constexpr FrameNumber Frames = 400;

MotionRules walking()
{
    MotionRules rules;
    rules.tick = Micros{50'000};
    rules.groundSpeed = 5.6;
    rules.gravity = 32.0;
    rules.fallDrag = 0.98;
    rules.fallSpeed = 78.4;
    rules.jumpSpeed = 8.4;
    rules.heldSinking = {3.0};
    rules.standGrid = 1.0 / 16.0;
    rules.eyeHeight = 1.62;
    return rules;
}

using Path = std::vector<Posed>;

/// Each frame follows on the one before.
Path path(const std::function<void(FrameNumber, Posed&)>& step, Posed at = {{0.0, 64.0, 0.0}})
{
    Path out;
    for (FrameNumber f = 0; f < Frames; ++f) {
        at.flags = 0;
        step(f, at);
        out.push_back(at);
    }
    return out;
}

/// Hands never hold still: turns by a little in each frame, never twice by the same.
void tremble(Posed& at)
{
    static std::mt19937 random(7);
    static std::normal_distribution<double> amount(0.0, 0.3);
    at.yaw += amount(random);
    at.pitch += 0.3 * amount(random);
}

Path walk(const std::function<double(FrameNumber)>& speed)
{
    return path([&speed](FrameNumber f, Posed& at) {
        at.at.x += speed(f) * Tick;
        tremble(at);
    });
}

double fallen(double speed) { return (speed - 0.08) * 0.98; }

/// Jumps on the spot that begin so fast (metres a frame), one after the other with a rest on the ground.
Path jumps(double lift)
{
    constexpr FrameNumber Whole = 30; // frames from jump to jump
    return path([lift, speed = 0.0](FrameNumber f, Posed& at) mutable {
        speed = f % Whole == 0 && f > 0 ? lift : fallen(speed);
        at.at.y = std::max(64.0, at.at.y + speed);
        speed = at.at.y == 64.0 ? 0.0 : speed;
        tremble(at);
    });
}

/// Falls into something that makes another vertical speed (metres a frame) out of each, for three seconds.
Path falls(const std::function<double(double)>& next)
{
    return path([&next, speed = 0.0](FrameNumber f, Posed& at) mutable {
        if (f >= 100 && f < 170)
            speed = f < 110 ? fallen(speed) : next(speed);
        at.at.y += f >= 100 && f < 170 ? speed : 0.0;
        at.at.y = f == 170 ? std::floor(at.at.y) : at.at.y; // on the ground
        tremble(at);
    });
}

/// Goes straight on; every `period` frames its clock ticks once more than the game's. `stuck`: after a frame
/// in which nothing came.
Path doubled(FrameNumber period, bool stuck)
{
    return path([=](FrameNumber f, Posed& at) {
        const FrameNumber i = f % period;
        if (stuck && i == period - 1)
            return;
        at.at.x += i == 0 && f > 0 ? 0.5 : 0.25;
        tremble(at);
    });
}

std::shared_ptr<EventTable> clicks(const std::vector<double>& seconds)
{
    auto table = std::make_shared<EventTable>();
    EventKind swing;
    swing.id = actionmarks::Swing;
    EventKind appears;
    appears.id = QStringLiteral("appears");
    table->kinds = {swing, appears};
    for (const double at : seconds) {
        Event event;
        event.frame = static_cast<FrameNumber>(std::floor(at / Tick));
        event.time = fromSeconds(static_cast<double>(event.frame) * Tick);
        event.actors = {ActorId{0}};
        table->events.push_back(event);
    }
    return table;
}

std::vector<double> everySoOften(double from, double period, int count, double spread)
{
    std::mt19937 random(3);
    std::normal_distribution<double> off(0.0, spread);
    std::vector<double> out;
    for (double at = from; count-- > 0; at += std::max(0.02, period + off(random)))
        out.push_back(at);
    return out;
}

PosedOptions replayOf(Path first, Path second = {})
{
    PosedOptions options;
    options.frames = Frames;
    options.stepMs = 50;
    options.actors = second.empty() ? 1 : 2;
    options.motion = walking();
    options.pose = [first = std::move(first), second = std::move(second)](int actor, FrameNumber f) {
        return (actor == 0 ? first : second)[static_cast<std::size_t>(f)];
    };
    return options;
}

std::vector<Alarm> alarmsIn(const PosedOptions& options, const char* id)
{
    DetectOptions wanted = standardDetectOptions();
    for (DetectorChoice& choice : wanted.choices)
        choice.on = true;
    const auto found = detect(PosedReplay(options), wanted, {}, {});
    std::vector<Alarm> out;
    if (!found)
        return out;
    for (const Alarm& alarm : found->alarms) {
        if (QLatin1StringView(detectors()[alarm.detector].id) == QLatin1StringView(id) &&
            isAlarm(alarm, wanted) && alarm.actor == ActorId{0})
            out.push_back(alarm);
    }
    return out;
}

} // namespace

class TestDetect : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void motion_data();
    void motion();
    void clicksKeepABeat_data();
    void clicksKeepABeat();
    void movesAreRepeated();
    void answersComeTooSoon();
    void aimSnapsAndHolds_data();
    void aimSnapsAndHolds();
    void whatIsMissingIsSaid();
    void valuesOutsideAreRefused();
    void eventsSayThatTheyAreNoProof();
};

void TestDetect::motion_data()
{
    QTest::addColumn<QByteArray>("detector");
    QTest::addColumn<Path>("moves");
    QTest::addColumn<double>("value"); // 0 = no alarm
    const auto row = [](const char* name, const char* detector, Path moves, double value) {
        QTest::newRow(name) << QByteArray(detector) << std::move(moves) << value;
    };
    row("too fast at once", "speed", walk([](FrameNumber f) { return f > 50 && f < 120 ? 6.72 : 4.0; }), 1.2);
    row("as fast, by and by, as on ice", "speed",
        walk([](FrameNumber f) { return 4.0 + 6.0 * static_cast<double>(f) / Frames; }), 0.0);
    row("a line that was stuck", "speed",
        walk([](FrameNumber f) { return f % 100 < 80   ? 4.0
                                        : f % 100 < 90 ? 0.0
                                                       : 8.0; }), 0.0);
    row("a line that trembles", "timer", doubled(20, true), 0.0);
    row("a clock that is too fast", "timer", doubled(20, false), 1.05);
    row("stays in the air", "hover", path([](FrameNumber f, Posed& at) {
            at.at.x += 0.2;
            at.at.y = f > 50 && f < 91 ? 64.37 : 64.5;
            tremble(at);
        }),
        1.95);
    row("walks on half a block", "hover", path([](FrameNumber, Posed& at) {
            at.at.x += 0.2;
            at.at.y = 64.5;
            tremble(at);
        }),
        0.0);
    row("climbs", "climb", path([](FrameNumber f, Posed& at) {
            at.at.y += f > 50 && f <= 60 ? 0.3 : 0.0;
            tremble(at);
        }),
        3.0);
    row("jumps", "climb", jumps(0.42), 0.0);
    row("jumps higher than anybody can", "climb", jumps(0.55), 2.03);
    row("sinks evenly out of a fall", "hover", falls([](double) { return -0.02; }), 2.95);
    row("a ladder catches a fall", "hover", falls([](double) { return -0.15; }), 0.0);
    row("water catches a fall", "hover", falls([](double speed) { return 0.8 * speed - 0.005; }), 0.0);
    row("is elsewhere", "teleport", walk([](FrameNumber f) { return f == 100 || f == 300 ? 80.0 : 4.0; }),
        4.0);
    row("was moved by the game", "teleport", path([](FrameNumber f, Posed& at) {
            at.at.x += f % 100 == 99 ? 4.0 : 0.2;
            at.flags = f % 100 == 99 ? ActorFlags{Discontinuity} : ActorFlags{};
            tremble(at);
        }),
        0.0);
    row("turns evenly", "spin",
        path([](FrameNumber f, Posed& at) { at.yaw += f >= 100 && f < 160 ? 10.0 : 0.0; }), 3.0);
    row("turns by hand", "spin", path([](FrameNumber, Posed& at) {
            at.yaw += 10.0;
            tremble(at);
        }),
        0.0);
    row("turns on the spot, again and again", "acceleration", path([](FrameNumber f, Posed& at) {
            (f / 10 % 2 == 0 ? at.at.x : at.at.z) += 0.28;
            tremble(at);
        }),
        39.0);
    row("runs in a circle", "acceleration", path([](FrameNumber f, Posed& at) {
            at.at = {8.0 * std::cos(0.03 * static_cast<double>(f)), 64.0,
                     8.0 * std::sin(0.03 * static_cast<double>(f))};
            tremble(at);
        }),
        0.0);
}

void TestDetect::motion()
{
    QFETCH(QByteArray, detector);
    QFETCH(Path, moves);
    QFETCH(double, value);
    const std::vector<Alarm> alarms = alarmsIn(replayOf(moves), detector.constData());
    QCOMPARE(alarms.size(), value > 0.0 ? 1U : 0U);
    if (value > 0.0)
        QVERIFY2(std::abs(alarms[0].value - value) < 0.02 * value,
                 qPrintable(QStringLiteral("%1, not %2").arg(alarms[0].value).arg(value)));
}

void TestDetect::clicksKeepABeat_data()
{
    QTest::addColumn<double>("period");
    QTest::addColumn<double>("spread");
    QTest::addColumn<bool>("alarm");
    QTest::newRow("a program, 13 a second") << 1.0 / 13.0 << 0.0 << true;
    QTest::newRow("a program, 10 a second") << 0.1 << 0.0 << true;
    QTest::newRow("a program that trembles") << 0.1 << 0.003 << true;
    QTest::newRow("a hand, 8 a second") << 0.125 << 0.025 << false;
    QTest::newRow("a button that is held") << 0.3 << 0.0 << false;
}

void TestDetect::clicksKeepABeat()
{
    QFETCH(double, period);
    QFETCH(double, spread);
    PosedOptions options = replayOf(walk([](FrameNumber) { return 4.0; }));
    options.events = clicks(everySoOften(1.0, period, 130, spread));
    QFETCH(bool, alarm);
    QCOMPARE(alarmsIn(options, "clicks").size(), alarm ? 1U : 0U);
}

void TestDetect::movesAreRepeated()
{
    std::mt19937 random(5);
    std::uniform_real_distribution<double> any(-3.0, 3.0);
    std::vector<double> turns(40);
    std::ranges::generate(turns, [&] { return any(random); });
    const auto moves = [&](bool same) {
        return path([&, same](FrameNumber f, Posed& at) {
            const FrameNumber i = f % 60;
            at.yaw += i >= 40 ? any(random) : same ? turns[static_cast<std::size_t>(i)] : any(random);
        });
    };
    const std::vector<Alarm> alarms = alarmsIn(replayOf(moves(true)), "repetition");
    QCOMPARE(alarms.size(), 1U);
    QVERIFY(alarms[0].value >= 6.0 && alarms[0].value <= 7.0);
    QVERIFY(alarmsIn(replayOf(moves(false)), "repetition").empty());
}

void TestDetect::answersComeTooSoon()
{
    const Path still = walk([](FrameNumber) { return 1.0; });
    for (const double delay : {0.06, 0.25}) {
        std::vector<double> at;
        for (int i = 0; i < 8; ++i)
            at.push_back(1.0 + 2.0 * i + delay);
        PosedOptions options = replayOf(still, still);
        auto table = clicks(at);
        for (int i = 0; i < 8; ++i) {
            Event event;
            event.kind = 1;
            event.frame = static_cast<FrameNumber>((1.0 + 2.0 * i) / Tick);
            event.time = fromSeconds(1.0 + 2.0 * i);
            event.actors = {ActorId{1}};
            table->events.push_back(event);
        }
        std::ranges::stable_sort(table->events, {}, &Event::frame);
        options.events = table;
        QCOMPARE(alarmsIn(options, "reaction").size(), delay < 0.1 ? 1U : 0U);
    }
}

void TestDetect::aimSnapsAndHolds_data()
{
    QTest::addColumn<int>("framesToTurn");
    QTest::addColumn<bool>("alarm");
    QTest::newRow("in one frame") << 1 << true;
    QTest::newRow("as fast as a hand") << 6 << false;
}

/// The other runs round it; twice it turns by 60 degrees and then looks at them.
void TestDetect::aimSnapsAndHolds()
{
    QFETCH(int, framesToTurn);
    const auto bearing = [](FrameNumber f) { return 0.6 * static_cast<double>(f); };
    const Path target = path([&](FrameNumber f, Posed& at) {
        const double yaw = glm::radians(bearing(f));
        at.at = {12.0 * std::sin(yaw), 65.62, 12.0 * std::cos(yaw)};
    });
    const Path aimer = path([&](FrameNumber f, Posed& at) {
        constexpr FrameNumber Round = 200;
        const FrameNumber i = f % Round;
        const double part = std::clamp(static_cast<double>(i - 99) / framesToTurn, 0.0, 1.0);
        at.yaw = i < 100 ? bearing(f - i + 99) - 60.0 : bearing(f) - 60.0 * (1.0 - part);
    });
    QFETCH(bool, alarm);
    QCOMPARE(alarmsIn(replayOf(aimer, target), "aim").size(), alarm ? 1U : 0U);
}

void TestDetect::whatIsMissingIsSaid()
{
    PosedOptions options = replayOf(walk([](FrameNumber) { return 20.0; }));
    options.motion.reset();
    const auto found = detect(PosedReplay(options), standardDetectOptions(), {}, {});
    QVERIFY(found);
    const auto speed = static_cast<std::size_t>(detectorNamed(QStringLiteral("speed")));
    const auto said = std::ranges::find(found->notAsked, speed, &NotAsked::detector);
    QVERIFY(said != found->notAsked.end());
    QVERIFY(!missingText(said->missing).isEmpty());
    QVERIFY(
        std::ranges::none_of(found->alarms, [speed](const Alarm& alarm) { return alarm.detector == speed; }));
}

void TestDetect::valuesOutsideAreRefused()
{
    DetectOptions options = standardDetectOptions();
    options.choices[0].threshold = -1.0;
    QVERIFY(!detect(PosedReplay(replayOf(walk([](FrameNumber) { return 1.0; }))), options, {}, {}));
    options = standardDetectOptions();
    options.choices.pop_back();
    QVERIFY(!detect(PosedReplay(replayOf(walk([](FrameNumber) { return 1.0; }))), options, {}, {}));
}

void TestDetect::eventsSayThatTheyAreNoProof()
{
    const PosedReplay replay(replayOf(walk([](FrameNumber f) { return f % 100 == 99 ? 80.0 : 4.0; })));
    const DetectOptions options = standardDetectOptions();
    const auto found = detect(replay, options, {}, {});
    QVERIFY(found);
    const Findings findings = findingsOf(*found, options, replay.info());
    QVERIFY(!findings.events.empty());
    for (const Event& event : findings.events) {
        QVERIFY(event.data.value(QLatin1String("worked_out")).toBool());
        QVERIFY(event.text.contains(QLatin1String("not proof")));
        QVERIFY(!findingKinds(replay.info())[static_cast<std::size_t>(event.kind)].flag);
    }
}

} // namespace tst_detect

GHOSTLINE_TEST(tst_detect, TestDetect)
#include "tst_detect.moc"
