// SPDX-License-Identifier: GPL-3.0-or-later
// The commentators' bar over games in which nothing is scored: its figures at three instants of each bundled
// game, going forward and back. What they have to be was read with `ghostline-cli metrics`.
#include "app/gui/match/scoreboard_content.h"
#include "app/gui/match/scoreboard_strip.h"
#include "model/codec/codec_registry.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QLocale>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_scoreboard_figures {

using namespace ghostline;
using namespace ghostline::app;
using model::FrameNumber;

namespace {

/// "Supply 17/23 17/22", without separators in large numbers.
QStringList linesOf(const ScoreboardContent& content)
{
    QStringList lines;
    for (const ScoreboardContent::Figure& figure : content.figures) {
        QString line = figure.name + QLatin1Char(' ') + figure.texts.join(QLatin1Char(' '));
        lines << line.remove(QLocale().groupSeparator());
    }
    return lines;
}

QStringList linesIn(const char* lines)
{
    QStringList all;
    for (const QString& line : QString::fromLatin1(lines).split(QLatin1Char(';')))
        all << line.trimmed();
    return all;
}

QList<int> aheadIn(const ScoreboardContent& content)
{
    QList<int> ahead;
    for (const ScoreboardContent::Figure& figure : content.figures)
        ahead << figure.ahead;
    return ahead;
}

struct Moment
{
    FrameNumber frame = 0;
    const char* figures = ""; ///< as linesOf(), with ";" between them
    QList<int> ahead{};       ///< whose figure is the highest, -1 = nobody's
};

struct Game
{
    QString maker;
    QStringList arguments; ///< of it, so that it makes the bundled game
    QString file;
    QStringList sides;
    std::vector<Moment> moments;
};

Game ladderGame()
{
    return {QStringLiteral(GHOSTLINE_MAKE_LADDER_GAME),
            {},
            QStringLiteral("game.SC2Replay"),
            {QStringLiteral("Ada"), QStringLiteral("Ben")},
            {{1344,
              "Supply 17/23 17/22; Workers 16 17; Minerals 227 150; Gas 0 0; Income 618 707; Army 0 0; "
              "APM 30 25",
              {-1, 1, 0, -1, 1, -1, 0}},
             {4000,
              "Supply 23/46 44/44; Workers 20 33; Minerals 46 186; Gas 147 174; Income 783 1390; Army 0 500; "
              "APM 54 69",
              {1, 1, 1, 1, 1, 1, 1}},
             {7400,
              "Supply 61/78 41/82; Workers 37 38; Minerals 152 2418; Gas 227 921; Income 1478 1567; "
              "Army 1150 0; APM 91 73",
              {0, 1, 1, 1, 1, 0, 0}}}};
}

Game skirmish()
{
    return {QStringLiteral(GHOSTLINE_MAKE_SKIRMISH),
            {QStringLiteral("--players"), QStringLiteral("4")},
            QStringLiteral("match.icrep"),
            {QStringLiteral("Nightjar"), QStringLiteral("Quartermaine"), QStringLiteral("Palisade"),
             QStringLiteral("Ostrova")},
            {{1000,
              "Power 50/100 50/100 50/100 50/100; Harv. 1 1 1 1; Credits 6200 5100 5980 6200; "
              "Income 0 0 0 0; Army 1300 1300 1300 1200; Killed 0 0 0 0; APM 17 15 16 14",
              {-1, -1, -1, -1, -1, -1, 0}},
             {9000,
              "Power 495/800 645/800 790/900 660/900; Harv. 3 2 7 6; Credits 480 30 70 550; "
              "Income 2430 363 5377 2091; Army 4900 2800 17550 8310; Killed 11440 11890 31300 19000; "
              "APM 50 31 59 45",
              {2, 2, 3, 2, 2, 2, 2}},
             {16000,
              "Power 685/1000 585/1000 740/1000 340/500; Harv. 6 5 0 0; Credits 225 230 200 260; "
              "Income 1 0 0 1; Army 8700 2600 1900 0; Killed 74750 29440 37450 32450; APM 46 47 34 35",
              {2, 0, 3, 0, 0, 0, 1}}}};
}

} // namespace

class TestScoreboardFigures : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void figures_data()
    {
        QTest::addColumn<int>("game");
        QTest::newRow("StarCraft II") << 0;
        QTest::newRow("Iron Curtain") << 1;
    }

    void figures()
    {
        QFETCH(int, game);
        const Game played = game == 0 ? ladderGame() : skirmish();
        const QTemporaryDir folder;
        const QString path = folder.filePath(played.file);
        QVERIFY(test::runMaker(played.maker, QStringList{QStringLiteral("--out"), path} + played.arguments));
        const model::CodecRegistry registry;
        auto opened = registry.open(path);
        QVERIFY(opened);
        const std::shared_ptr<model::ReplaySource> source = std::move(*opened);
        QVERIFY(source->waitComplete());
        ReplaySession session(source, path, std::size_t{64} << 20);
        QWidget host;
        ScoreboardStrip strip(&host);
        strip.setSession(&session);
        QVERIFY(!strip.isHidden());
        // Forward, then back: the middle from both sides.
        for (const std::size_t i : {0U, 1U, 2U, 1U, 0U}) {
            const Moment& moment = played.moments[i];
            session.playhead().seek({moment.frame, 0.0});
            QTRY_COMPARE_WITH_TIMEOUT(session.playback()->state().at.frame, moment.frame, 20'000);
            const ScoreboardContent content = readScoreboard(session.info(), session.playback()->state());
            QStringList names;
            for (const ScoreboardContent::Side& side : content.sides)
                names << side.name;
            QCOMPARE(names, played.sides);
            QCOMPARE(linesOf(content), linesIn(moment.figures));
            QCOMPARE(aheadIn(content), moment.ahead);
            QTRY_COMPARE(strip.text(), content.text()); // the strip says the same
        }
        strip.setSession(nullptr);
    }

    /// A growing recording's state may hold actors that the cast at hand does not list yet.
    void whoIsNotInTheCastDoesNotCount()
    {
        model::ReplayInfo info;
        info.teams = {model::Team{.name = QStringLiteral("Ada")}, model::Team{.name = QStringLiteral("Ben")}};
        info.actorProperties.resize(1);
        info.actorProperties[0].type = model::PropertyType::Integer;
        info.scoreboard.sideFigures.push_back({.name = QStringLiteral("Supply"),
                                               .shortName = QStringLiteral("Supply"),
                                               .value = model::ActorPropertyId(0)});
        info.cast.resize(2);
        model::WorldState state;
        state.resize(3, 1);
        state.ids = {model::ActorId{0}, model::ActorId{1}, model::ActorId{2'000'000}};
        for (std::size_t row = 0; row < 3; ++row) {
            state.propertiesOf(row)[0] = model::PropertyValue::integer(static_cast<std::int64_t>(5 + row));
            if (row >= info.cast.size())
                continue;
            info.cast[row].kind = model::ActorKind::Player;
            info.cast[row].team = static_cast<int>(row);
        }
        QCOMPARE(linesOf(readScoreboard(info, state)), QStringList{QStringLiteral("Supply 5 6")});
    }
};

} // namespace tst_scoreboard_figures

GHOSTLINE_TEST(tst_scoreboard_figures, TestScoreboardFigures, QApplication)
#include "tst_scoreboard_figures.moc"
