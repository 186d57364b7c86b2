// SPDX-License-Identifier: GPL-3.0-or-later
// How far a run has come, at instants of the bundled one; and who has won, which nobody is told before.
#include "app/gui/match/scoreboard_reader.h"
#include "app/gui/match/scoreboard_strip.h"
#include "model/codec/codec_registry.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QPainter>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_scoreboard_reader {

using namespace ghostline;
using namespace ghostline::app;
using model::FrameNumber;

namespace {

constexpr FrameNumber Decided = 60;

/// Two players, a game in which nothing is scored, a hundred frames.
struct Game
{
    std::shared_ptr<model::ReplayInfo> info = std::make_shared<model::ReplayInfo>();
    std::shared_ptr<model::EventTable> events = std::make_shared<model::EventTable>();
    bool whole = true;

    explicit Game(const QStringList& results, bool inferred = false)
    {
        info->scoreboard.sideFigures = {{QStringLiteral("Supply"), QStringLiteral("Supply"), {}, {}}};
        for (int i = 0; i < 2; ++i) {
            model::Team team;
            team.name = i == 0 ? QStringLiteral("Ada") : QStringLiteral("Ben");
            info->teams.push_back(team);
            model::PlayerCard card;
            card.team = i;
            card.result = results[i];
            card.resultInferred = inferred && !card.result.isEmpty();
            info->players.push_back(card);
        }
    }
    void tellEnd()
    {
        model::EventKind kind{.id = QStringLiteral("result"), .name = QStringLiteral("Result")};
        kind.highlight.ending = true;
        events->kinds.push_back(kind);
        model::Event event;
        event.frame = Decided;
        events->events.push_back(event);
    }
    QString at(FrameNumber frame) const
    {
        model::ReplayIndex index;
        index.complete = whole;
        index.growing = !whole;
        index.info = info;
        index.events = events;
        index.timeAxis = model::TimeAxis::uniform(100, 1, 10);
        model::WorldState state;
        state.at = {frame, 0.0};
        ScoreboardReader reader;
        QStringList told;
        for (const ScoreboardContent::Side& side : reader.read(index, state).sides)
            told << QStringLiteral("%1 %2").arg(side.name, side.result.text).trimmed();
        return told.join(QStringLiteral(", "));
    }
};

struct Shown
{
    std::shared_ptr<model::ReplaySource> source;
    std::unique_ptr<ReplaySession> session;
};

/// Of what a maker makes without being told how.
Shown opened(const QTemporaryDir& folder, const QString& maker, const QString& file)
{
    const QString path = folder.filePath(file);
    if (!test::runMaker(maker, {QStringLiteral("--out"), path}))
        return {};
    const model::CodecRegistry registry;
    auto source = registry.open(path);
    if (!source || !(*source)->waitComplete())
        return {};
    Shown shown;
    shown.source = std::move(*source);
    shown.session = std::make_unique<ReplaySession>(shown.source, path, std::size_t{64} << 20);
    return shown;
}

ScoreboardContent runContent(const QString& next, const QString& status)
{
    ScoreboardContent content;
    content.clock = QStringLiteral("1:02.3");
    content.status = status;
    content.run = RunProgress{QStringLiteral("Checkpoint 12 of 15"), QStringLiteral("Next: ") + next,
                              QStringLiteral("Resets: 3")};
    return content;
}

QImage painted(const ScoreboardContent& content, int width)
{
    QImage image(width, scoreboardHeight(content, QApplication::font()), QImage::Format_RGB32);
    QPainter painter(&image);
    paintScoreboard(painter, image.rect(), content, {}, render::Theme::dark(), QApplication::font());
    return image;
}

} // namespace

class TestScoreboardReader : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    /// Forward and back, with what the events of `ghostline-cli events` say.
    void run()
    {
        const QTemporaryDir folder;
        const Shown shown = opened(folder, QStringLiteral(GHOSTLINE_MAKE_RUN), QStringLiteral("run.hcrp"));
        QVERIFY(shown.session != nullptr);
        ReplaySession& session = *shown.session;
        const std::vector<std::pair<FrameNumber, const char*>> told = {
            {0, "0:00.0 waiting, Checkpoint 0 of 5, Next: orchard, Resets: 0"},
            {38, "0:00.0 running, Checkpoint 0 of 5, Next: orchard, Resets: 0"},
            {276, "0:11.9 running, Checkpoint 1 of 5, Next: springs, Resets: 0"},
            {700, "0:33.1 running, Checkpoint 2 of 5, Next: rainbow, Resets: 1"},
            {1000, "0:48.1 running, Checkpoint 2 of 5, Next: rainbow, Resets: 2"},
            {1300, "1:03.1 running, Checkpoint 3 of 5, Next: tower, Resets: 2"},
            {1830, "1:29.6 running, Checkpoint 5 of 5, Next: finish, Resets: 2"},
            {1900, "1:30.4 finished, Checkpoint 5 of 5, Resets: 2"}};
        QWidget host;
        ScoreboardStrip strip(&host);
        strip.setSession(&session);
        QVERIFY(!strip.isHidden());
        const auto is = [&](std::size_t i) {
            session.playhead().seek({told[i].first, 0.0});
            QTRY_COMPARE_WITH_TIMEOUT(strip.text(), QString::fromLatin1(told[i].second), 20'000);
        };
        for (std::size_t i = 0; i < told.size(); ++i)
            is(i);
        for (std::size_t i = told.size(); i-- > 0;)
            is(i);
        strip.setWanted(false);
        QVERIFY(strip.isHidden());
        strip.setSession(nullptr);
    }

    /// What stands beside the clock is cut short; it never reaches into it, nor moves it.
    void theClockStaysWhereItIs_data()
    {
        QTest::addColumn<int>("width");
        for (const int width : {240, 480, 700, 1400})
            QTest::addRow("%d px", width) << width;
    }
    void theClockStaysWhereItIs()
    {
        QFETCH(int, width);
        const QString text = QStringLiteral("a checkpoint whose name goes on and on ").repeated(6);
        const QImage small = painted(runContent(QStringLiteral("a"), QStringLiteral("b")), width);
        const QImage large = painted(runContent(text, text), width);
        QCOMPARE(small.size(), large.size());
        QVERIFY(small != large);
        const int clock = std::min(144, width / 3) - 4;
        const QRect middle((width - clock) / 2, 0, clock, small.height());
        QCOMPARE(small.copy(middle), large.copy(middle));
    }

    void results_data()
    {
        QTest::addColumn<QStringList>("results");
        QTest::addColumn<bool>("inferred");
        QTest::addColumn<bool>("told"); // an event says when
        QTest::addColumn<bool>("whole");
        QTest::addColumn<FrameNumber>("from"); // -1 = never
        QTest::addColumn<QString>("text");
        const QStringList ada{QStringLiteral("Win"), QStringLiteral("Loss")};
        const QString won = QStringLiteral("Ada Won, Ben Lost");
        const auto row = [](const char* name, const QStringList& results, bool inferred, bool told,
                            bool whole, FrameNumber from, const QString& text) {
            QTest::newRow(name) << results << inferred << told << whole << from << text;
        };
        row("an event says so", ada, false, true, true, Decided, won);
        row("still read", ada, false, true, false, Decided, won);
        row("no event says so", ada, false, false, true, 99, won);
        row("no event, still read", ada, false, false, false, -1, won);
        row("concluded", ada, true, true, true, Decided, QStringLiteral("Ada Won?, Ben Lost?"));
        row("of one alone", {QString(), QStringLiteral("Loss")}, false, true, true, Decided,
            QStringLiteral("Ada, Ben Lost"));
        row("nobody knows", {QString(), QString()}, false, true, true, -1, QString());
    }
    void results()
    {
        QFETCH(QStringList, results);
        QFETCH(bool, inferred);
        QFETCH(bool, told);
        QFETCH(bool, whole);
        QFETCH(FrameNumber, from);
        QFETCH(QString, text);
        Game game(results, inferred);
        game.whole = whole;
        if (told)
            game.tellEnd();
        for (const FrameNumber frame : {0, 30, 59, 60, 61, 98, 99}) {
            const bool known = from >= 0 && frame >= from;
            QCOMPARE(game.at(frame), known ? text : QStringLiteral("Ada, Ben"));
        }
    }

    void resultsOfGames_data()
    {
        QTest::addColumn<QString>("maker");
        QTest::addColumn<QString>("file");
        QTest::addColumn<FrameNumber>("from"); // `ghostline-cli events --kind result`, or match_end
        QTest::addColumn<QStringList>("words");
        const QString won = QStringLiteral("Won"), lost = QStringLiteral("Lost");
        QTest::newRow("StarCraft II")
            << QStringLiteral(GHOSTLINE_MAKE_LADDER_GAME) << QStringLiteral("game.SC2Replay")
            << FrameNumber{8034} << QStringList{won, lost};
        QTest::newRow("Iron Curtain")
            << QStringLiteral(GHOSTLINE_MAKE_SKIRMISH) << QStringLiteral("match.icrep") << FrameNumber{18000}
            << QStringList{won, lost};
    }
    void resultsOfGames()
    {
        QFETCH(QString, maker);
        QFETCH(QString, file);
        QFETCH(FrameNumber, from);
        QFETCH(QStringList, words);
        const QTemporaryDir folder;
        const Shown shown = opened(folder, maker, file);
        QVERIFY(shown.session != nullptr);
        const std::shared_ptr<const model::ReplayIndex> index = shown.session->index();
        ScoreboardReader reader;
        for (const FrameNumber frame : {FrameNumber{0}, from - 1, from, index->frames() - 1, from - 1}) {
            model::WorldState state;
            state.at = {frame, 0.0};
            QStringList told;
            for (const ScoreboardContent::Side& side : reader.read(*index, state).sides) {
                told << side.result.text;
                QCOMPARE(side.result.won, frame >= from && side.result.text == QStringLiteral("Won"));
            }
            QCOMPARE(told, frame >= from ? words : QStringList(words.size(), QString()));
        }
    }
};

} // namespace tst_scoreboard_reader

GHOSTLINE_TEST(tst_scoreboard_reader, TestScoreboardReader, QApplication)
#include "tst_scoreboard_reader.moc"
