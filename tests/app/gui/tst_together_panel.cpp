// SPDX-License-Identifier: GPL-3.0-or-later
// The panel of those who watch together: how it begins, people, who may do what, what is said.
#include "app/gui/together/chat_view.h"
#include "app/gui/together/people_model.h"
#include "app/gui/together/together_panel.h"
#include "app/gui/verbs/actions.h"
#include "tests/app/gui/together_fakes.h"
#include "tests/support/test_driver.h"
#include "together/host.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include <algorithm>

namespace tst_together_panel {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test::party;
using Tester = QAbstractItemModelTester;

namespace {

/// A panel that can be seen, with a party of three in it; whoever `me` is.
struct ShownPanel
{
    explicit ShownPanel(PersonId me) : own(me)
    {
        own.say(threePeople());
        panel.setFace(&face);
        face.watch(&own);
        panel.resize(360, 640);
        panel.show();
    }

    QPushButton* button(const char* name) { return panel.findChild<QPushButton*>(QLatin1String(name)); }
    void press(const char* name) { QTest::mouseClick(button(name), Qt::LeftButton); }
    void select(int row) { table()->selectRow(row); }
    QTableView* table() { return panel.findChild<QTableView*>(QStringLiteral("togetherPeople")); }
    QPlainTextEdit* chat() { return panel.findChild<QPlainTextEdit*>(QStringLiteral("chatLog")); }
    QLineEdit* line() { return panel.findChild<QLineEdit*>(QStringLiteral("chatLine")); }
    QString lastSaid()
    {
        return panel.log().entries().empty() ? QString() : panel.log().entries().back().text;
    }

    Actions actions{};
    FakeParticipant own;
    FakeFace face{};
    TogetherPanel panel{&actions};
};

std::vector<Person> changedPeople(const std::function<void(std::vector<Person>&)>& change)
{
    std::vector<Person> people = threePeople();
    change(people);
    return people;
}

} // namespace

class TestTogetherPanel : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void beginsByVerbs_data()
    {
        QTest::addColumn<QString>("button");
        QTest::addColumn<QString>("verb");
        QTest::newRow("host") << QStringLiteral("togetherBegin") << QStringLiteral("together.share");
        QTest::newRow("guest") << QStringLiteral("togetherJoin") << QStringLiteral("together.join");
    }

    void beginsByVerbs()
    {
        QFETCH(QString, button);
        QFETCH(QString, verb);
        Actions actions;
        actions.setReplayOpen(true);
        TogetherPanel panel(&actions); // of no recording, and nobody
        panel.show();
        QSignalSpy triggered(actions.get(verb), &QAction::triggered);
        auto* begin = panel.findChild<QPushButton*>(button);
        QVERIFY(begin != nullptr && begin->isVisible());
        QTest::mouseClick(begin, Qt::LeftButton);
        QCOMPARE(triggered.count(), 1);
        actions.get(verb)->setEnabled(false);
        QVERIFY(!begin->isEnabled());
    }

    void verbsByRole_data()
    {
        QTest::addColumn<PersonId>("me");
        QTest::addColumn<PersonId>("driver");
        QTest::addColumn<bool>("asks");
        QTest::addColumn<QString>("wish");   ///< empty = no such button
        QTest::addColumn<int>("wanted");     ///< what it says to the participant, -1 = nothing
        QTest::addColumn<bool>("handsOver"); ///< can, with somebody selected
        QTest::addColumn<bool>("removes");
        const auto row = [](const char* name, PersonId me, PersonId driver, bool asks, const char* wish,
                            int wanted, bool handsOver, bool removes) {
            QTest::newRow(name) << me << driver << asks << QString(QLatin1String(wish)) << wanted << handsOver
                                << removes;
        };
        row("host who drives", PersonId::Host, PersonId::Host, false, "", -1, true, true);
        row("host, a guest drives", PersonId::Host, Ada, false, "Take over", 1, true, true);
        row("guest", Ada, PersonId::Host, false, "Ask for the drive", 1, false, false);
        row("guest who asks", Ada, PersonId::Host, true, "Take back the request", 0, false, false);
        row("guest who drives", Ada, Ada, false, "", -1, true, false);
        row("guest, nobody drives", Ada, PersonId::None, false, "Take over", 1, false, false);
    }

    void verbsByRole()
    {
        QFETCH(PersonId, me);
        QFETCH(PersonId, driver);
        QFETCH(bool, asks);
        QFETCH(QString, wish);
        QFETCH(int, wanted);
        QFETCH(bool, handsOver);
        QFETCH(bool, removes);
        ShownPanel shown(me);
        shown.own.say(changedPeople([&](std::vector<Person>& people) {
            for (Person& one : people) {
                one.drives = one.id == driver;
                one.asks = asks && one.id == me;
            }
        }));
        shown.select(2);
        QCOMPARE(shown.button("togetherWish")->isVisible(), !wish.isEmpty());
        QCOMPARE(shown.button("togetherHandOver")->isVisible(), handsOver);
        QCOMPARE(shown.button("togetherRemove")->isVisible(), removes);
        if (!wish.isEmpty()) {
            QCOMPARE(shown.button("togetherWish")->text(), wish);
            shown.press("togetherWish");
            QCOMPARE(shown.own.wishes, std::vector<bool>{wanted == 1});
        }
        if (handsOver) {
            shown.press("togetherHandOver");
            QCOMPARE(shown.own.given, std::vector<PersonId>{Ben});
        }
    }

    void aDriverWhoseLineIsLostIsNotAsked_data()
    {
        QTest::addColumn<bool>("asks");
        QTest::newRow("asked nothing yet") << false;
        QTest::newRow("asked before") << true;
    }

    void aDriverWhoseLineIsLostIsNotAsked()
    {
        QFETCH(bool, asks);
        ShownPanel shown(Ada);
        shown.own.say(changedPeople([asks](std::vector<Person>& people) {
            people[0].drives = false;
            people[1].asks = asks;
            people[2].drives = true;
            people[2].lost = true;
        }));
        QCOMPARE(shown.button("togetherWish")->text(), QStringLiteral("Take over"));
        shown.press("togetherWish");
        QCOMPARE(shown.own.wishes, std::vector<bool>{true});
    }

    void theNamelessAreSomebody()
    {
        ShownPanel shown(PersonId::Host);
        shown.own.say(changedPeople([](std::vector<Person>& people) {
            for (Person& one : people)
                one.name = QStringLiteral(" ");
        }));
        const auto name = [&](int row) {
            return shown.table()->model()->index(row, PeopleModel::NameColumn).data().toString();
        };
        QCOMPARE(name(0), QStringLiteral("Somebody (you)"));
        QCOMPARE(name(1), QStringLiteral("Somebody"));
        Q_EMIT shown.own.chatted({Ben, QStringLiteral("hello")});
        QCOMPARE(shown.panel.log().entries().back().name, QStringLiteral("Somebody"));
        shown.select(1);
        shown.press("togetherRemove");
        QVERIFY(shown.panel.findChild<QMessageBox*>()->text().contains(QStringLiteral("Somebody")));
    }

    void nothingIsHandedToWhoCannotDrive()
    {
        ShownPanel shown(PersonId::Host);
        QVERIFY(!shown.button("togetherHandOver")->isEnabled()); // nobody is selected
        shown.select(0);
        QVERIFY(!shown.button("togetherHandOver")->isEnabled()); // drives already
        QVERIFY(!shown.button("togetherRemove")->isEnabled());   // nobody sends himself away
        shown.select(1);
        QVERIFY(shown.button("togetherHandOver")->isEnabled());
        shown.own.say(changedPeople([](std::vector<Person>& people) { people[1].lost = true; }));
        QVERIFY(!shown.button("togetherHandOver")->isEnabled());
        QVERIFY(shown.button("togetherRemove")->isEnabled());
    }

    void removingAsksFirst_data()
    {
        QTest::addColumn<bool>("sure");
        QTest::newRow("yes") << true;
        QTest::newRow("no") << false;
    }

    void removingAsksFirst()
    {
        QFETCH(bool, sure);
        ShownPanel shown(PersonId::Host);
        shown.select(1);
        shown.press("togetherRemove");
        auto* box = shown.panel.findChild<QMessageBox*>();
        QVERIFY(box != nullptr && !box->isModal());
        QVERIFY(box->text().contains(QStringLiteral("Ada")));
        QVERIFY(shown.face.removed.empty());
        QTest::mouseClick(sure ? box->findChild<QPushButton*>(QStringLiteral("togetherRemoveNow"))
                               : box->button(QMessageBox::Cancel),
                          Qt::LeftButton);
        QCOMPARE(shown.face.removed, sure ? std::vector<PersonId>{Ada} : std::vector<PersonId>{});
    }

    void selectionStays_data()
    {
        QTest::addColumn<std::vector<Person>>("people");
        QTest::newRow("another lag") << changedPeople(
            [](std::vector<Person>& people) { people[2].lagMs = 300; });
        QTest::newRow("one above leaves")
            << changedPeople([](std::vector<Person>& people) { people.erase(people.begin() + 1); });
        QTest::newRow("one comes above") << changedPeople([](std::vector<Person>& people) {
            people.insert(people.begin() + 1, person(PersonId{7}, QStringLiteral("Cleo")));
        });
        QTest::newRow("another order")
            << changedPeople([](std::vector<Person>& people) { std::swap(people[0], people[2]); });
    }

    void selectionStays()
    {
        QFETCH(std::vector<Person>, people);
        ShownPanel shown(PersonId::Host);
        const Tester tester(shown.table()->model(), Tester::FailureReportingMode::QtTest);
        const QSignalSpy reset(shown.table()->model(), &QAbstractItemModel::modelReset);
        shown.select(2);
        shown.own.say(people);
        const auto* model = qobject_cast<PeopleModel*>(shown.table()->model());
        QCOMPARE(model->rowCount(), static_cast<int>(people.size()));
        for (int row = 0; row < model->rowCount(); ++row)
            QCOMPARE(*model->at(row), people[static_cast<std::size_t>(row)]);
        const QModelIndexList rows = shown.table()->selectionModel()->selectedRows();
        QCOMPARE(rows.size(), 1);
        QCOMPARE(model->at(rows.front().row())->id, Ben);
        QCOMPARE(reset.count(), 0);
    }

    void linesHaveColours_data()
    {
        QTest::addColumn<int>("lagMs");
        QTest::addColumn<bool>("lost");
        QTest::addColumn<int>("line");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, int lagMs, bool lost, PeopleModel::Line line,
                            const char* text) {
            QTest::newRow(name) << lagMs << lost << static_cast<int>(line) << QString::fromUtf8(text);
        };
        row("at once", 0, false, PeopleModel::Line::Good, "0 ms");
        row("just good", 149, false, PeopleModel::Line::Good, "149 ms");
        row("no longer good", 150, false, PeopleModel::Line::Slow, "150 ms");
        row("unknown", -1, false, PeopleModel::Line::Unknown, "–");
        row("lost", 20, true, PeopleModel::Line::Lost, "connection lost");
    }

    void linesHaveColours()
    {
        QFETCH(int, lagMs);
        QFETCH(bool, lost);
        QFETCH(int, line);
        QFETCH(QString, text);
        Person guest = person(Ada, QStringLiteral("Ada"), lagMs);
        guest.lost = lost;
        QCOMPARE(static_cast<int>(PeopleModel::lineOf(guest)), line);
        PeopleModel model;
        model.setPeople({guest}, Ada);
        const QModelIndex cell = model.index(0, PeopleModel::LagColumn);
        QCOMPARE(cell.data().toString(), text);
        QVERIFY(!cell.data(Qt::ToolTipRole).toString().isEmpty());
        QVERIFY(!cell.data(Qt::DecorationRole).value<QIcon>().isNull()); // never colour alone
        for (const render::Theme& theme : {render::Theme::dark(), render::Theme::light()}) {
            model.setTheme(theme);
            const auto colour = cell.data(Qt::ForegroundRole).value<QColor>();
            for (const QColor& ground : theme.grounds())
                QVERIFY2(render::contrast(colour, ground) >= render::TextContrast, qPrintable(colour.name()));
        }
        QCOMPARE(model.index(0, PeopleModel::NameColumn).data().toString(), QStringLiteral("Ada (you)"));
    }

    void whatIsSaid()
    {
        ShownPanel shown(Ada);
        QTest::keyClicks(shown.line(), QStringLiteral("  watch the keeper "));
        QTest::keyClick(shown.line(), Qt::Key_Return);
        QCOMPARE(shown.own.said, QStringList{QStringLiteral("watch the keeper")});
        QVERIFY(shown.line()->text().isEmpty());
        QTest::keyClick(shown.line(), Qt::Key_Return); // nothing is nothing to say
        QCOMPARE(shown.own.said.size(), 1);
        Q_EMIT shown.own.chatted({Ben, QStringLiteral("<b>bold</b> <img src=\"/etc/x\">")});
        QVERIFY(shown.chat()->toPlainText().contains(QStringLiteral("Ben <b>bold</b> <img")));
        QVERIFY(shown.chat()->toPlainText().contains(QStringLiteral("Ada watch the keeper")));
        // Nobody writes what looks like another line.
        const int lines = shown.chat()->blockCount();
        Q_EMIT shown.own.chatted({Ben, QStringLiteral("a\n12:00 Ada left\u2029b")});
        QCOMPARE(shown.chat()->blockCount(), lines + 1);
        // Who has left since is nobody.
        Q_EMIT shown.own.chatted({PersonId{99}, QStringLiteral("bye")});
        QCOMPARE(shown.lastSaid(), QStringLiteral("bye"));
    }

    void theLogIsBounded()
    {
        ShownPanel shown(Ada);
        for (std::size_t i = 0; i < ChatLog::Most + 20; ++i)
            Q_EMIT shown.own.chatted({Ben, QString::number(i)});
        QCOMPARE(shown.panel.log().entries().size(), ChatLog::Most);
        QCOMPARE(shown.panel.log().entries().front().text, QStringLiteral("20"));
        QCOMPARE(shown.chat()->blockCount(), static_cast<int>(ChatLog::Most));
        QCOMPARE(shown.lastSaid(), QString::number(ChatLog::Most + 19));
    }

    void notedForAGuest_data()
    {
        QTest::addColumn<std::vector<Person>>("before");
        QTest::addColumn<std::vector<Person>>("after");
        QTest::addColumn<QString>("noted"); ///< empty = nothing
        const std::vector<Person> all = threePeople();
        const std::vector<Person> two(all.begin(), all.begin() + 2);
        const auto lost = changedPeople([](std::vector<Person>& people) { people[2].lost = true; });
        const auto driven = changedPeople([](std::vector<Person>& people) {
            people[0].drives = false;
            people[2].drives = true;
        });
        const auto slower = changedPeople([](std::vector<Person>& people) { people[2].lagMs = 500; });
        QTest::newRow("comes") << two << all << QStringLiteral("Ben joined");
        QTest::newRow("leaves") << all << two << QStringLiteral("Ben left");
        QTest::newRow("connection lost") << all << lost << QStringLiteral("The connection to Ben is lost");
        QTest::newRow("back") << lost << all << QStringLiteral("Ben is back");
        QTest::newRow("drives") << all << driven << QStringLiteral("Ben drives");
        QTest::newRow("a lag") << all << slower << QString();
        QTest::newRow("first list") << std::vector<Person>{} << all << QString();
    }

    void notedForAGuest()
    {
        QFETCH(std::vector<Person>, before);
        QFETCH(std::vector<Person>, after);
        QFETCH(QString, noted);
        FakeParticipant own(Ada);
        own.say(before);
        ChatLog log;
        log.setParticipant(&own);
        own.say(after);
        QCOMPARE(log.entries().size(), noted.isEmpty() ? 0U : 1U);
        if (!noted.isEmpty())
            QCOMPARE(log.entries().front().text, noted);
    }

    void noticesAreSoManyInASecond()
    {
        using Answer = NoticeRate::Answer;
        using std::chrono::milliseconds;
        NoticeRate rate;
        const std::chrono::steady_clock::time_point began{std::chrono::hours(1)};
        for (int second = 0; second < 2; ++second) {
            const auto from = began + std::chrono::seconds(second);
            for (int i = 0; i < NoticeRate::Most; ++i)
                QVERIFY(rate.take(from + milliseconds(i)) == Answer::Whole);
            QVERIFY(rate.take(from + milliseconds(500)) == Answer::Mark);
            QVERIFY(rate.take(from + milliseconds(500)) == Answer::None);
            QVERIFY(rate.take(from + milliseconds(999)) == Answer::None);
        }
    }

    void absurdListsDoNotFillTheLog()
    {
        FakeParticipant own(Ada);
        own.say(threePeople());
        ChatLog log;
        log.setParticipant(&own);
        Q_EMIT own.chatted({Ben, QStringLiteral("hello")});
        QElapsedTimer taken;
        taken.start();
        for (unsigned round = 0; round < 20; ++round) {
            own.say(changedPeople([round](std::vector<Person>& people) {
                for (unsigned i = 0; i < 40; ++i)
                    people.push_back(person(PersonId{100 + 40 * round + i}, QStringLiteral("Cleo")));
            }));
        }
        const auto seconds = static_cast<std::size_t>(taken.elapsed() / 1000 + 2); // begun ones
        QVERIFY(log.entries().size() <= 1 + seconds * (NoticeRate::Most + 1));
        QCOMPARE(log.entries().front().text, QStringLiteral("hello"));
        const auto isMark = [](const ChatEntry& entry) { return entry.text == QStringLiteral("…"); };
        QVERIFY(std::ranges::any_of(log.entries(), isMark));
        Q_EMIT own.chatted({Ben, QStringLiteral("still here")}); // what is said is no notice
        QCOMPARE(log.entries().back().text, QStringLiteral("still here"));
    }

    void aHostIsToldByItsHost()
    {
        together::Host host;
        ChatLog log;
        log.setParticipant(&host);
        together::HostNotice notice;
        notice.text = model::Sentence::of(QStringLiteral("%1 joined from %2"),
                                          {QStringLiteral("Ada"), QStringLiteral("192.0.2.1")});
        Q_EMIT host.noticed(notice);
        QCOMPARE(log.entries().size(), 1U);
        QCOMPARE(log.entries().front().text, QStringLiteral("Ada joined from 192.0.2.1"));
    }

    void whereNobodyMayWrite_data()
    {
        QTest::addColumn<bool>("allowed");
        QTest::addColumn<bool>("lost");
        QTest::newRow("the host wants none") << false << false;
        QTest::newRow("the line is lost") << true << true;
    }

    void whereNobodyMayWrite()
    {
        QFETCH(bool, allowed);
        QFETCH(bool, lost);
        ShownPanel shown(Ada);
        QVERIFY(shown.line()->isEnabled());
        shown.own.chatAllowed = allowed;
        shown.face.go(WatchParty::Role::Guest, lost ? WatchParty::Phase::Lost : WatchParty::Phase::Together);
        QVERIFY(!shown.line()->isEnabled());
        QVERIFY(!shown.line()->placeholderText().isEmpty());
        QCOMPARE(shown.button("togetherWish")->isEnabled(), !lost);
    }

    void anotherPartyBeginsAnew()
    {
        ShownPanel shown(Ada);
        Q_EMIT shown.own.chatted({Ben, QStringLiteral("hello")});
        shown.face.watch(nullptr);
        QVERIFY(!shown.button("togetherBegin")->isVisible());
        QCOMPARE(shown.lastSaid(), QStringLiteral("hello")); // can still be read
        QVERIFY(shown.chat()->isVisible());
        FakeParticipant next(PersonId::Host);
        next.say(threePeople());
        shown.face.watch(&next);
        QVERIFY(!shown.button("togetherBegin")->isVisible());
        QVERIFY(shown.panel.log().entries().empty());
        QVERIFY(shown.chat()->toPlainText().isEmpty());
        Q_EMIT shown.own.chatted({Ben, QStringLiteral("late")}); // of the one before
        QVERIFY(shown.panel.log().entries().empty());
        shown.face.watch(nullptr);
    }
};

} // namespace tst_together_panel

GHOSTLINE_TEST(tst_together_panel, TestTogetherPanel, QApplication)
#include "tst_together_panel.moc"
