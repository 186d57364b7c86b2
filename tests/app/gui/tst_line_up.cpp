// SPDX-License-Identifier: GPL-3.0-or-later
// The cards of who plays: what they say, how they stand, what a click and copying do.
#include "app/gui/match/line_up.h"
#include "app/gui/match/match_panel.h"
#include "app/gui/match/player_card_view.h"
#include "app/gui/widgets/panel_style.h"
#include "tests/app/gui/docks_driver.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QTabWidget>

namespace tst_line_up {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;

namespace {

FakeReplayOptions withPlayers(int actors, int teams, int sides = 0)
{
    FakeReplayOptions options;
    options.actors = actors;
    options.teams = teams;
    options.sides = sides;
    options.players = true;
    options.lineUp = true;
    return options;
}

QAction* entry(const QMenu& menu, const QString& text)
{
    for (QAction* action : menu.actions()) {
        if (action->text() == text)
            return action;
    }
    return nullptr;
}

} // namespace

class TestLineUp : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void hiddenWhereNobodyIsIntroduced()
    {
        OpenReplay replay({});
        Shown<MatchPanel> shown(replay);
        auto* lineUp = shown.panel.findChild<LineUp*>();
        QVERIFY(lineUp->isHidden());
        OpenReplay players(withPlayers(2, 2));
        shown.panel.setSession(players.session.get());
        QVERIFY(!lineUp->isHidden()); // although nothing keeps score
        QVERIFY(shown.panel.findChild<QTabWidget*>()->isHidden());
        shown.panel.setSession(nullptr);
        QVERIFY(lineUp->isHidden());
    }

    void cardsSayAll()
    {
        OpenReplay replay(withPlayers(2, 2));
        Shown<LineUp> shown(replay);
        const auto& cards = shown.panel.cards();
        QCOMPARE(cards.size(), std::size_t{2});
        QCOMPARE(cards[0]->accessibleName(),
                 QStringLiteral("Player 0 of Clan, Team 1, Win, Kind Walker (random), "
                                "Rating 4000"));
        QCOMPARE(cards[1]->resultText(), QStringLiteral("Loss (inferred)"));
        QVERIFY(cards[1]->accessibleName().contains(QStringLiteral("Loss (inferred)")));
        QCOMPARE(cards[0]->copyText(),
                 QStringLiteral("[Clan] Player 0\tWin\tKind: Walker (random)\tRating: 4000"));
        QVERIFY(cards[1]->toolTipText().contains(QStringLiteral("not recorded")));
        QVERIFY(!cards[0]->toolTipText().contains(QStringLiteral("not recorded")));
    }

    /// What there is no room for is at least counted: the command line prints it.
    void hiddenFactsAreCounted()
    {
        model::PlayerCard both;
        both.name = QStringLiteral("Ada");
        both.result = QStringLiteral("Loss");
        both.facts = {
            {QStringLiteral("Kind"), QStringLiteral("A walker of the older sort, chosen at random")},
            {QStringLiteral("Game APM"), QStringLiteral("120 (counted here)")}};
        model::PlayerCard first = both;
        first.facts.pop_back();
        const auto picture = [](const model::PlayerCard& card, int lines) {
            PlayerCardView view(card, nullptr, -1, nullptr);
            view.setFactLines(lines);
            view.setAttribute(Qt::WA_DontShowOnScreen);
            view.resize(160, view.heightForWidth(160));
            return view.grab().toImage();
        };
        QCOMPARE(picture(both, 1).size(), picture(first, 1).size());
        QVERIFY(picture(both, 1) != picture(first, 1));
        // That the end is only concluded is never left out, however narrow the card.
        model::PlayerCard inferred = first;
        inferred.result = QStringLiteral("A long word for a loss");
        model::PlayerCard plain = inferred;
        inferred.resultInferred = true;
        QVERIFY(picture(inferred, 1) != picture(plain, 1));
    }

    void layout_data()
    {
        QTest::addColumn<int>("players");
        QTest::addColumn<int>("teams");
        QTest::addColumn<int>("sides");
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("columns");
        QTest::newRow("two beside each other") << 2 << 2 << 0 << 400 << 2;
        QTest::newRow("two below each other") << 2 << 2 << 0 << 220 << 1;
        QTest::newRow("four in two lines") << 4 << 4 << 0 << 560 << 2; // three would leave one alone
        QTest::newRow("eight for themselves") << 8 << 8 << 0 << 700 << 4;
        QTest::newRow("two sides") << 4 << 4 << 2 << 400 << 2;
        QTest::newRow("two sides, narrow") << 4 << 4 << 2 << 220 << 1;
        QTest::newRow("four sides") << 8 << 8 << 4 << 400 << 2;
    }

    /// However narrow: nothing overlaps, nothing sticks out, sides stay together below their heading.
    void layout()
    {
        QFETCH(int, players);
        QFETCH(int, teams);
        QFETCH(int, sides);
        QFETCH(int, width);
        OpenReplay replay(withPlayers(players, teams, sides));
        Shown<LineUp> shown(replay, {width, 400});
        shown.panel.setRoom(400);
        const auto& cards = shown.panel.cards();
        QCOMPARE(cards.size(), static_cast<std::size_t>(players));
        QSet<int> lefts;
        for (std::size_t i = 0; i < cards.size(); ++i) {
            const QRect mine = cards[i]->geometry();
            lefts.insert(mine.left());
            QVERIFY2(mine.left() >= 0 && mine.right() < width, qPrintable(QString::number(mine.right())));
            QVERIFY(mine.height() >= cards[i]->heightForWidth(mine.width()));
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY(!mine.intersects(cards[j]->geometry()));
        }
        QTEST(static_cast<int>(lefts.size()), "columns");
        QCOMPARE(static_cast<int>(shown.panel.findChildren<ElidedLabel*>().size()), sides);
        for (const ElidedLabel* heading : shown.panel.findChildren<ElidedLabel*>()) {
            for (const PlayerCardView* card : cards)
                QVERIFY(!card->geometry().intersects(heading->geometry()));
        }
    }

    void clickSelectsAndFollows()
    {
        OpenReplay replay(withPlayers(2, 2));
        Shown<LineUp> shown(replay);
        const auto& cards = shown.panel.cards();
        QTest::mouseClick(cards[1], Qt::LeftButton);
        QCOMPARE(replay.session->actors()->selected(), actorId(1));
        QTest::keyClick(cards[0], Qt::Key_Return);
        QCOMPARE(replay.session->actors()->selected(), actorId(0));
        QTest::mouseDClick(cards[1], Qt::LeftButton);
        QCOMPARE(replay.session->actors()->followed(), actorId(1));
    }

    void copies()
    {
        OpenReplay replay(withPlayers(4, 4, 2));
        Shown<LineUp> shown(replay);
        const auto& cards = shown.panel.cards();
        QTest::keyClick(cards[3], Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), cards[3]->copyText());
        QMenu* menu = shown.panel.menuFor(cards[0], {});
        QVERIFY(entry(*menu, QStringLiteral("Copy this player")) != nullptr);
        entry(*menu, QStringLiteral("Copy the line-up"))->trigger();
        delete menu;
        const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), 6);
        QCOMPARE(lines[0], QStringLiteral("Side 1"));
        QCOMPARE(lines[1], cards[0]->copyText());
        QCOMPARE(lines[3], QStringLiteral("Side 2"));
    }
};

} // namespace tst_line_up

GHOSTLINE_TEST(tst_line_up, TestLineUp, QApplication)
#include "tst_line_up.moc"
