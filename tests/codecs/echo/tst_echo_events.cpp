// SPDX-License-Identifier: GPL-3.0-or-later
// Events found in small matches told frame by frame: each rule where it must find something and where it must
// not.
#include "codecs/echo/replay/cast_builder.h"
#include "codecs/echo/sample/sample_match.h"
#include "tests/codecs/echo/event_cases.h"
#include "tests/support/test_driver.h"

#include <QJsonDocument>
#include <QTest>

namespace tst_echo_events {

using namespace ghostline;
using namespace ghostline::echo;
using namespace ghostline::test;

namespace {

void addRows(const std::vector<Case>& cases)
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < cases.size(); ++i)
        QTest::newRow(qPrintable(cases[i].name)) << static_cast<int>(i);
}

void check(const std::vector<Case>& cases)
{
    QFETCH_GLOBAL(bool, reversed);
    QFETCH(int, index);
    const Case& row = cases[static_cast<std::size_t>(index)];
    MatchScript match(row.map);
    match.reversed = reversed;
    row.script(match);
    QStringList found = match.lines(row.kinds);
    QStringList expected = row.expected;
    // Which of two in one frame comes first is the order of the players'.
    if (reversed) {
        found.sort();
        expected.sort();
    }
    QCOMPARE(found.join(QLatin1Char('\n')), expected.join(QLatin1Char('\n')));
}

} // namespace

class TestEchoEvents : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    /// Players come in any order.
    void initTestCase_data()
    {
        QTest::addColumn<bool>("reversed");
        QTest::newRow("as added") << false;
        QTest::newRow("last first") << true;
    }

    void disc_data() { addRows(discCases()); }
    void disc() { check(discCases()); }
    void goals_data() { addRows(goalCases()); }
    void goals() { check(goalCases()); }
    void duels_data() { addRows(duelCases()); }
    void duels() { check(duelCases()); }
    void course_data() { addRows(matchCases()); }
    void course() { check(matchCases()); }
    void diagnostics();
    void brokenNumbers();
    void eventsStaySorted();
    void nothingHappensFast();
    void everyCountHasItsEvents();
};

void TestEchoEvents::diagnostics()
{
    MatchScript m;
    const Four f(m);
    m.step(200);
    QCOMPARE(m.diagnostics(), QStringList{});
    m[f.ada].stats[Counter::Saves] = 3;
    m.step(1);
    m[f.ada].stats[Counter::Saves] = 1; // 201
    m.step(1);
    m.add("Ada", TeamCode::Orange, 9); // 202
    m.step(1);
    m.now.clock += 100.0F; // 203
    m.step(1);
    m.gap(70'000); // before 204
    m.step(1);
    m.gap(-50); // before 205
    m.step(1);
    m.now.status = GameStatus::Uncoded; // 206
    m.step(3);
    m.now.status = GameStatus::Playing;
    m.score(TeamCode::Blue, 2, GoalType::Unknown, f.ben); // 209
    m.step(1);
    QCOMPARE(m.diagnostics(),
             (QStringList{QStringLiteral("counter-backward at 201"), QStringLiteral("unknown-status at 206"),
                          QStringLiteral("unknown-goal-type at 209"), QStringLiteral("shared-name at 202"),
                          QStringLiteral("clock-jump at 203"), QStringLiteral("time-gap at 204"),
                          QStringLiteral("time-backward at 205")}));
}

/// A text may hold any numbers.
void TestEchoEvents::brokenNumbers()
{
    MatchScript m;
    const auto ada = m.add("Ada", TeamCode::Blue, 1);
    for (const int value : {std::numeric_limits<int>::min(), std::numeric_limits<int>::max(),
                            std::numeric_limits<int>::min(), 5, -300}) {
        m[ada].stats[Counter::Saves] = value;
        m.now.score = {TeamCode::Blue, 7, GoalType::LongShot, 0, Nobody, static_cast<float>(value), 1.0F};
        m.now.points[0] = static_cast<float>(value) * 1e28F;
        m.step(5);
    }
    QVERIFY(!m.lines({QStringLiteral("save")}).isEmpty());
}

void TestEchoEvents::eventsStaySorted()
{
    MatchScript m;
    const Four f(m);
    for (int i = 0; i < 40; ++i) {
        m.hold(f.ada);
        m.step(5);
        m.release(f.ada, {20.0F, 0.0F, 0.0F});
        m[f.cem].stats.stuns += i % 3 == 0 ? 1 : 0;
        m[f.dua].emote = i % 2 == 0;
        m.step(30);
        m[f.ben].stunned = i % 2 == 0;
        m.hold(f.ben);
        m.step(5);
        m.release(f.ben, {-20.0F, 0.0F, 0.0F});
        m.step(30);
    }
    const std::vector<model::Event>& events = m.events();
    QVERIFY(events.size() > 200);
    QVERIFY(std::is_sorted(events.begin(), events.end(),
                           [](const model::Event& a, const model::Event& b) { return a.frame < b.frame; }));
    for (const model::Event& event : events) {
        QVERIFY(!event.text.isEmpty());
        QVERIFY(event.length.count() >= 0);
        QCOMPARE(event.time, model::Micros(event.frame * 33'000));
    }
}

/// A minute in which nothing happens; the whole of take() must stay far below what decoding costs.
void TestEchoEvents::nothingHappensFast()
{
    MatchScript m;
    for (std::uint8_t i = 0; i < 10; ++i)
        m.add(QByteArray("P").append(QByteArray::number(i)).constData(),
              i < 5 ? TeamCode::Blue : TeamCode::Orange, i, static_cast<float>(i) * Far);
    m.step(10);
    QBENCHMARK { m.step(1800); }
    QCOMPARE(m.events().size(), std::size_t{0});
}

/// A whole match: what a statistic has risen to is what a click on it lists.
void TestEchoEvents::everyCountHasItsEvents()
{
    QFETCH_GLOBAL(bool, reversed);
    if (reversed)
        QSKIP("once is enough");
    const auto match = SampleMatch::create({.bones = false});
    QVERIFY(match);
    CastBuilder cast((*match)->header(), (*match)->names());
    EventFinder finder((*match)->header(), (*match)->names());
    std::map<std::pair<model::ActorId, QString>, int> counts;
    std::map<model::ActorId, Stats> before;
    std::int64_t firstMs = -1;
    model::FrameNumber number = 0;
    std::chrono::nanoseconds spent{};
    const auto all = (*match)->frames()([&](const FrameBlock& block, std::size_t first,
                                            std::size_t end) -> model::Result<void> {
        cast.beginChunk();
        for (std::size_t i = first; i < end; ++i) {
            const Frame& frame = block.frames[i];
            firstMs = firstMs < 0 ? frame.timeMs : firstMs;
            const FrameActors actors = cast.take(number, block, frame);
            const auto start = std::chrono::steady_clock::now();
            finder.take(number++, std::chrono::milliseconds(frame.timeMs - firstMs), block, frame, actors);
            spent += std::chrono::steady_clock::now() - start;
            const auto rows = block.playersOf(frame);
            for (std::size_t r = 0; r < rows.size(); ++r) {
                const Stats& now = rows[r].stats;
                const auto [was, added] = before.try_emplace(actors.players[r], now);
                const auto rise = [&](const char* kind, std::int32_t from, std::int32_t to) {
                    if (to > from)
                        counts[{actors.players[r], QLatin1String(kind)}] += to - from;
                };
                const Stats& old = was->second;
                rise("assist", old[Counter::Assists], now[Counter::Assists]);
                rise("block", old[Counter::Blocks], now[Counter::Blocks]);
                rise("catch", old[Counter::Catches], now[Counter::Catches]);
                rise("goal", old[Counter::Goals], now[Counter::Goals]);
                rise("interception", old[Counter::Interceptions], now[Counter::Interceptions]);
                rise("pass", old[Counter::Passes], now[Counter::Passes]);
                rise("save", old[Counter::Saves], now[Counter::Saves]);
                rise("steal", old[Counter::Steals], now[Counter::Steals]);
                rise("shot", old[Counter::ShotsTaken], now[Counter::ShotsTaken]);
                rise("stun", old.stuns, now.stuns);
                was->second = now;
            }
        }
        (void)cast.finishChunk({});
        return {};
    });
    QVERIFY(all);
    std::map<std::pair<model::ActorId, QString>, int> found;
    std::map<QString, int> kinds;
    for (const model::Event& event : finder.events()) {
        const QString kind = EventFinder::kinds()[static_cast<std::size_t>(event.kind)].id;
        ++kinds[kind];
        const bool counted =
            event.data.value(QStringLiteral("counted")).toBool(true) &&
            !(kind == QLatin1String("stun") && event.data.value(QStringLiteral("by")).isNull());
        if (counted && !event.actors.empty())
            found[{event.actors.front(), kind}] += event.data.value(QStringLiteral("count")).toInt(1);
        if (qEnvironmentVariableIsSet("SHOW"))
            qInfo().noquote() << event.frame << kind << event.text
                              << QJsonDocument(event.data).toJson(QJsonDocument::Compact);
    }
    for (const auto& [kind, n] : kinds)
        qInfo().noquote() << kind << n;
    qInfo() << "frames" << number << "us per frame"
            << static_cast<double>(spent.count()) / 1000.0 / static_cast<double>(number);
    for (const auto& [key, n] : counts)
        QVERIFY2(found[key] == n, qPrintable(QStringLiteral("%1 of actor %2: counted %3, listed %4")
                                                 .arg(key.second)
                                                 .arg(model::index(key.first))
                                                 .arg(n)
                                                 .arg(found[key])));
    QVERIFY(kinds[QStringLiteral("goal")] > 0);
    for (const model::Diagnostic& diagnostic : finder.diagnostics())
        qInfo().noquote() << diagnostic.code << diagnostic.message;
    QVERIFY(finder.diagnostics().empty());
}

} // namespace tst_echo_events

GHOSTLINE_TEST(tst_echo_events, TestEchoEvents)
#include "tst_echo_events.moc"
