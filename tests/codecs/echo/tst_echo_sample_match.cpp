// SPDX-License-Identifier: GPL-3.0-or-later
// The course of a made-up match: rounds, goals, a pause, who comes and goes; and what it is written to.
#include "codecs/echo/sample/sample_match.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <map>
#include <set>

namespace tst_echo_sample_match {

using namespace ghostline;
using namespace ghostline::echo;

namespace {

/// All frames of a short match.
FrameBlock framesOf(const SampleOptions& options)
{
    FrameBlock all;
    const auto match = SampleMatch::create(options);
    if (!match)
        return all;
    const auto fed = (*match)->frames()(
        [&all](const FrameBlock& block, std::size_t first, std::size_t end) -> model::Result<void> {
            for (std::size_t i = first; i < end; ++i) {
                Frame frame = block.frames[i];
                const auto players = block.playersOf(frame);
                const auto bones = block.bonesOf(frame);
                frame.players.first = static_cast<std::uint32_t>(all.players.size());
                frame.bones.first = static_cast<std::uint32_t>(all.bones.size());
                all.players.insert(all.players.end(), players.begin(), players.end());
                all.bones.insert(all.bones.end(), bones.begin(), bones.end());
                all.frames.push_back(frame);
            }
            return {};
        });
    return fed ? all : FrameBlock{};
}

SampleOptions shortMatch(std::uint64_t seed)
{
    SampleOptions options;
    options.seed = seed;
    options.seconds = 60.0;
    return options;
}

/// The words of what comes one after the other.
QStringList course(const FrameBlock& match)
{
    QStringList words;
    for (const Frame& frame : match.frames) {
        const QString word = statusWord(frame.status);
        if (words.isEmpty() || words.back() != word)
            words << word;
    }
    return words;
}

} // namespace

class TestEchoSampleMatch : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theSameSeedGivesTheSameMatch()
    {
        const FrameBlock one = framesOf(shortMatch(11));
        const FrameBlock again = framesOf(shortMatch(11));
        const FrameBlock other = framesOf(shortMatch(12));
        QVERIFY(one.size() > 1000);
        QVERIFY(one.frames == again.frames);
        QVERIFY(one.players == again.players);
        QVERIFY(one.bones == again.bones);
        QVERIFY(one.players != other.players);
    }

    void theBundledMatchShowsEverything()
    {
        const FrameBlock match = framesOf({});
        const double seconds = static_cast<double>(match.size()) / SampleOptions{}.hz;
        QVERIFY2(seconds > 105.0 && seconds < 150.0, qPrintable(QString::number(seconds)));
        // Counters of each round as they were at its end.
        std::map<Counter, std::int32_t> counted;
        std::int32_t stuns = 0;
        int rounds = 0;
        std::set<TeamCode> scorers;
        std::set<int> states;
        for (std::size_t i = 1; i < match.size(); ++i) {
            const Frame& before = match.frames[i - 1];
            const Frame& now = match.frames[i];
            states.insert(static_cast<int>(now.pause.state));
            if (now.status == GameStatus::Score)
                scorers.insert(now.score.team);
            if (now.status != GameStatus::RoundOver || before.status == GameStatus::RoundOver)
                continue;
            ++rounds;
            for (const Stats& team : now.teamStats) {
                stuns += team.stuns;
                for (std::size_t c = 0; c < Counters; ++c)
                    counted[static_cast<Counter>(c)] += team.counters[c];
            }
        }
        QCOMPARE(rounds, 2);
        QVERIFY(counted[Counter::Goals] >= 3 && counted[Counter::Goals] <= 6);
        for (const Counter counter :
             {Counter::Assists, Counter::Blocks, Counter::Catches, Counter::Interceptions, Counter::Passes,
              Counter::Saves, Counter::Steals, Counter::ShotsTaken})
            QVERIFY2(counted[counter] >= 1, qPrintable(counterWord(counter)));
        QVERIFY(stuns >= 2);
        QCOMPARE(scorers.size(), std::size_t{2});
        QCOMPARE(states.size(), std::size_t{4});
        QVERIFY(std::any_of(match.players.begin(), match.players.end(),
                            [](const PlayerFrame& p) { return p.emote; }));
        QVERIFY(std::any_of(match.players.begin(), match.players.end(), [](const PlayerFrame& p) {
            return p.holdingLeft == holding::Geo || p.holdingRight == holding::Geo;
        }));
        QVERIFY(std::any_of(match.frames.begin(), match.frames.end(),
                            [](const Frame& f) { return f.restartRequest[1]; }));
        QCOMPARE(match.frames.front().rulesChangedBy, 0U);
        QVERIFY(match.frames.back().rulesChangedBy != 0);
        QVERIFY(match.frames.back().lastThrow[1] > 5.0F);
    }

    void phasesFollowEachOther()
    {
        const QStringList words = course(framesOf(shortMatch(3)));
        QCOMPARE(words.front(), QStringLiteral("pre_match"));
        QCOMPARE(words.back(), QStringLiteral("post_match"));
        const std::map<QString, QStringList> next{
            {QStringLiteral("pre_match"), {QStringLiteral("round_start")}},
            {QStringLiteral("round_start"), {QStringLiteral("playing")}},
            {QStringLiteral("playing"), {QStringLiteral("score"), QStringLiteral("round_over")}},
            {QStringLiteral("score"), {QStringLiteral("round_start")}},
            {QStringLiteral("round_over"), {QStringLiteral("round_start"), QStringLiteral("post_match")}}};
        for (qsizetype i = 0; i + 1 < words.size(); ++i)
            QVERIFY2(next.at(words[i]).contains(words[i + 1]), qPrintable(words[i] + u' ' + words[i + 1]));
    }

    void theGameStandsStillInAPause()
    {
        const FrameBlock match = framesOf({});
        float longest = 0.0F;
        for (std::size_t i = 1; i < match.size(); ++i) {
            const Frame& before = match.frames[i - 1];
            const Frame& now = match.frames[i];
            if (before.pause.state == PauseState::Unpaused || now.pause.state == PauseState::Unpaused)
                continue;
            QCOMPARE(now.clock, before.clock);
            QCOMPARE(now.status, GameStatus::Playing);
            QCOMPARE(now.pause.requestedBy, TeamCode::Blue);
            QVERIFY(now.pause.pausedTimer >= before.pause.pausedTimer);
            if (now.pause.state == PauseState::Unpausing)
                QCOMPARE(now.pause.unpausedBy, TeamCode::Orange);
            longest = std::max(longest, now.pause.pausedTimer);
        }
        QVERIFY(longest > 3.0F && longest < 4.5F);
    }

    void oneComesLateAndOneLeaves()
    {
        const FrameBlock match = framesOf({});
        const auto has = [&match](const Frame& frame, std::int32_t person) {
            const auto players = match.playersOf(frame);
            return std::any_of(players.begin(), players.end(),
                               [person](const PlayerFrame& p) { return p.person == person; });
        };
        const std::int32_t late = 7;
        const std::int32_t leaver = 2;
        QVERIFY(!has(match.frames.front(), late) && has(match.frames.back(), late));
        QVERIFY(has(match.frames.front(), leaver) && !has(match.frames.back(), leaver));
        int changes = 0;
        for (std::size_t i = 1; i < match.size(); ++i)
            changes += match.frames[i].players.count != match.frames[i - 1].players.count ? 1 : 0;
        QCOMPARE(changes, 2);
    }

    void otherMapsHaveOtherFields()
    {
        SampleOptions options = shortMatch(1);
        options.map = QStringLiteral("mpl_combat_dyson");
        options.bones = false;
        const FrameBlock combat = framesOf(options);
        QVERIFY(combat.size() > 1000);
        QVERIFY(!combat.frames[600].hasDisc && combat.players[600].loadout.weapon >= 0 &&
                combat.bones.empty());
        QCOMPARE(combat.players[600].holdingLeft, holding::NotRecorded);
    }

    void impossibleOrdersAreRefused_data()
    {
        QTest::addColumn<int>("players");
        QTest::addColumn<double>("hz");
        QTest::addColumn<double>("seconds");
        QTest::addColumn<QString>("map");
        const QString arena = QStringLiteral("mpl_arena_a");
        QTest::newRow("nobody") << 0 << 30.0 << 60.0 << arena;
        QTest::newRow("too many") << 8 << 30.0 << 60.0 << arena;
        QTest::newRow("no frames") << 4 << 0.0 << 60.0 << arena;
        QTest::newRow("no time") << 4 << 30.0 << 0.0 << arena;
        QTest::newRow("no map") << 4 << 30.0 << 60.0 << QStringLiteral("mpl_nowhere");
    }
    void impossibleOrdersAreRefused()
    {
        QFETCH(int, players);
        QFETCH(double, hz);
        QFETCH(double, seconds);
        QFETCH(QString, map);
        SampleOptions options;
        options.players = players;
        options.hz = hz;
        options.seconds = seconds;
        options.map = map;
        const auto match = SampleMatch::create(options);
        QVERIFY(!match);
        QCOMPARE(match.error().code, model::ErrorCode::InvalidArgument);
    }

    void namesSayThatTheyAreMadeUp()
    {
        const auto match = SampleMatch::create({});
        QVERIFY(match);
        QCOMPARE((*match)->header().client, QStringLiteral("Ghostline sample"));
        QVERIFY((*match)->header().sessionIp.startsWith(QStringLiteral("192.0.2.")));
        QCOMPARE((*match)->names().people(), 8);
        std::set<std::string> names;
        for (std::int32_t i = 0; i < 8; ++i)
            names.insert((*match)->names()[i].name);
        QCOMPARE(names.size(), std::size_t{8});
        QVERIFY(names.contains("Blue 1 Kestrel"));
    }
};

} // namespace tst_echo_sample_match

GHOSTLINE_TEST(tst_echo_sample_match, TestEchoSampleMatch)
#include "tst_echo_sample_match.moc"
