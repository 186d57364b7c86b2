// SPDX-License-Identifier: GPL-3.0-or-later
// The strip above the picture: who drives, whether one follows, requests, the way out.
#include "app/gui/together/together_strip.h"
#include "app/gui/verbs/actions.h"
#include "render/base/theme.h"
#include "tests/app/gui/together_fakes.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <algorithm>

namespace tst_together_strip {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test::party;
using Phase = WatchParty::Phase;
using Role = WatchParty::Role;

namespace {

struct ShownStrip
{
    explicit ShownStrip(PersonId me) : own(me)
    {
        own.say(threePeople());
        strip.setFace(&face);
        face.watch(&own);
        strip.resize(800, strip.sizeHint().height());
    }

    QToolButton* button(const char* name) { return strip.findChild<QToolButton*>(QLatin1String(name)); }
    void press(const char* name) { QTest::mouseClick(button(name), Qt::LeftButton); }
    /// Those ask, nobody else.
    void ask(std::initializer_list<PersonId> asking)
    {
        std::vector<Person> people = own.people();
        for (Person& one : people)
            one.asks = std::ranges::find(asking, one.id) != asking.end();
        own.say(people);
    }
    void drive(PersonId driver)
    {
        std::vector<Person> people = own.people();
        for (Person& one : people)
            one.drives = one.id == driver;
        own.say(people);
    }

    Actions actions{};
    FakeParticipant own;
    FakeFace face{};
    TogetherStrip strip{&actions};
};

} // namespace

class TestTogetherStrip : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void hiddenWithoutAParty()
    {
        Actions actions;
        TogetherStrip strip(&actions);
        QVERIFY(strip.isHidden());
        FakeFace face;
        strip.setFace(&face);
        QVERIFY(strip.isHidden());
        FakeParticipant own(Ada);
        face.watch(&own);
        QVERIFY(!strip.isHidden());
        face.watch(nullptr);
        QVERIFY(strip.isHidden());
        face.watch(&own);
        strip.setParty(nullptr);
        QVERIFY(strip.isHidden());
    }

    void saysWhatIs_data()
    {
        QTest::addColumn<PersonId>("me");
        QTest::addColumn<PersonId>("driver");
        QTest::addColumn<int>("phase");
        QTest::addColumn<bool>("apart");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("follows"); ///< has a button to
        QTest::addColumn<QString>("end");
        const auto row = [](const char* name, PersonId me, PersonId driver, Phase phase, bool apart,
                            const char* text, bool follows, const char* end) {
            QTest::newRow(name) << me << driver << static_cast<int>(phase) << apart << QString::fromUtf8(text)
                                << follows << QString(QLatin1String(end));
        };
        const PersonId host = PersonId::Host;
        row("host drives", host, host, Phase::Together, false, "You drive", false, "Stop");
        row("a guest drives", host, Ada, Phase::Together, false, "Ada drives", false, "Stop");
        row("host apart", host, Ada, Phase::Together, true, "You are looking on your own", true, "Stop");
        row("still compared", host, host, Phase::Comparing, false, "You drive", false, "Stop");
        row("guest", Ada, host, Phase::Together, false, "Coach drives", false, "Leave");
        row("guest drives", Ada, Ada, Phase::Together, false, "You drive", false, "Leave");
        row("nobody", Ada, PersonId::None, Phase::Together, false, "Nobody drives", false, "Leave");
        row("guest apart", Ada, host, Phase::Together, true, "You are looking on your own", true, "Leave");
        row("lost", Ada, host, Phase::Lost, true, "The connection is lost, trying again…", false, "Leave");
        row("connecting", Ada, host, Phase::Starting, false, "Connecting…", false, "Leave");
        row("opening", Ada, host, Phase::Opening, false, "Opening the host's recording…", false, "Leave");
    }

    void saysWhatIs()
    {
        QFETCH(PersonId, me);
        QFETCH(PersonId, driver);
        QFETCH(int, phase);
        QFETCH(bool, apart);
        QFETCH(QString, text);
        QFETCH(bool, follows);
        QFETCH(QString, end);
        ShownStrip shown(me);
        shown.drive(driver);
        shown.face.apart = apart;
        shown.face.go(shown.face.shownRole, static_cast<Phase>(phase));
        QCOMPARE(shown.strip.text(), text);
        QCOMPARE(!shown.button("togetherFollow")->isHidden(), follows);
        QCOMPARE(shown.button("togetherLeave")->text(), end);
        for (const QToolButton* button : shown.strip.findChildren<QToolButton*>())
            QVERIFY(!button->accessibleName().isEmpty());
    }

    void countsThoseWhoAreHere()
    {
        ShownStrip shown(Ada);
        const auto* count = shown.strip.findChild<QLabel*>(QStringLiteral("togetherCount"));
        QCOMPARE(count->text(), QStringLiteral("3 here"));
        std::vector<Person> people = threePeople();
        people[2].lost = true;
        shown.own.say(people);
        QCOMPARE(count->text(), QStringLiteral("2 here"));
    }

    void buttonsAreVerbs_data()
    {
        QTest::addColumn<QByteArray>("button");
        QTest::addColumn<QString>("verb");
        QTest::newRow("follow") << QByteArray("togetherFollow") << QStringLiteral("together.follow");
        QTest::newRow("leave") << QByteArray("togetherLeave") << QStringLiteral("together.leave");
        QTest::newRow("people and chat")
            << QByteArray("togetherPeopleAndChat") << QStringLiteral("together.panel");
    }

    void buttonsAreVerbs()
    {
        QFETCH(QByteArray, button);
        QFETCH(QString, verb);
        ShownStrip shown(Ada);
        shown.actions.get(verb)->setEnabled(true);
        QSignalSpy triggered(shown.actions.get(verb), &QAction::triggered);
        shown.face.apart = true;
        Q_EMIT shown.face.changed();
        shown.press(button.constData());
        QCOMPARE(triggered.count(), 1);
    }

    void peopleAndChatSayWhatTheyAre()
    {
        ShownStrip shown(Ada);
        const QToolButton* button = shown.button("togetherPeopleAndChat");
        QAction* verb = shown.actions.get(QStringLiteral("together.panel"));
        QVERIFY(!button->isHidden() && !button->icon().isNull());
        QCOMPARE(button->toolTip(), verb->toolTip());
        QCOMPARE(button->accessibleName(), verb->text());
        verb->setToolTip(QStringLiteral("another"));
        QCOMPARE(button->toolTip(), QStringLiteral("another"));
    }

    void theNamelessAreSomebody()
    {
        ShownStrip shown(PersonId::Host);
        std::vector<Person> people = threePeople();
        for (Person& one : people)
            one.name.clear();
        shown.own.say(people);
        shown.drive(Ada);
        shown.ask({Ben});
        QCOMPARE(shown.strip.text(), QStringLiteral("Somebody drives"));
        QCOMPARE(shown.strip.requestText(), QStringLiteral("Somebody asks for the drive"));
    }

    void namesTheKeyThereIs()
    {
        ShownStrip shown(Ada);
        QAction* follow = shown.actions.get(QStringLiteral("together.follow"));
        const QString key = QKeySequence(Qt::CTRL | Qt::Key_J).toString(QKeySequence::NativeText);
        QVERIFY(shown.button("togetherFollow")->text().contains(key));
        follow->setShortcuts(QList<QKeySequence>{});
        QCOMPARE(shown.button("togetherFollow")->text(), QStringLiteral("Follow again"));
    }

    void whoIsTold_data()
    {
        QTest::addColumn<PersonId>("me");
        QTest::addColumn<PersonId>("driver");
        QTest::addColumn<bool>("told");
        QTest::newRow("host who drives") << PersonId::Host << PersonId::Host << true;
        QTest::newRow("host, who may always") << PersonId::Host << Ada << true;
        QTest::newRow("guest who drives") << Ada << Ada << true;
        QTest::newRow("guest") << Ada << PersonId::Host << false;
        QTest::newRow("who asks") << Ben << PersonId::Host << false;
    }

    void whoIsTold()
    {
        QFETCH(PersonId, me);
        QFETCH(PersonId, driver);
        QFETCH(bool, told);
        ShownStrip shown(me);
        shown.drive(driver);
        shown.ask({Ben});
        QCOMPARE(shown.strip.requestText(), told ? QStringLiteral("Ben asks for the drive") : QString());
    }

    void handedOver()
    {
        ShownStrip shown(PersonId::Host);
        shown.ask({Ben});
        shown.press("togetherGive");
        QCOMPARE(shown.own.given, std::vector<PersonId>{Ben});
        shown.ask({});
        QVERIFY(shown.strip.requestText().isEmpty());
    }

    void notNowIsUntilTheyAskAgain()
    {
        ShownStrip shown(PersonId::Host);
        shown.ask({Ada, Ben});
        QCOMPARE(shown.strip.requestText(), QStringLiteral("Ada asks for the drive"));
        shown.press("togetherNotNow");
        QCOMPARE(shown.strip.requestText(), QStringLiteral("Ben asks for the drive")); // one at a time
        shown.press("togetherNotNow");
        QVERIFY(shown.strip.requestText().isEmpty());
        shown.ask({Ada, Ben}); // the same requests, said again
        QVERIFY(shown.strip.requestText().isEmpty());
        shown.ask({Ben});
        shown.ask({Ada, Ben});
        QCOMPARE(shown.strip.requestText(), QStringLiteral("Ada asks for the drive"));
        QVERIFY(shown.own.given.empty());
    }

    void fitsANarrowWindow()
    {
        ShownStrip shown(PersonId::Host);
        std::vector<Person> people = threePeople();
        for (Person& one : people)
            one.name = QString(64, QLatin1Char('W'));
        shown.own.say(people);
        shown.drive(Ada);
        shown.ask({Ben});
        shown.face.apart = true;
        Q_EMIT shown.face.changed();
        constexpr int Narrow = 400;
        QVERIFY2(shown.strip.minimumSizeHint().width() <= Narrow,
                 qPrintable(QString::number(shown.strip.minimumSizeHint().width())));
        // Names give way, buttons do not.
        shown.strip.resize(Narrow, shown.strip.sizeHint().height());
        shown.strip.show();
        for (const QToolButton* button : shown.strip.findChildren<QToolButton*>()) {
            QVERIFY(button->width() >= std::min(button->minimumSizeHint().width(), button->maximumWidth()));
            QVERIFY(shown.strip.rect().contains(
                QRect(button->mapTo(&shown.strip, QPoint(0, 0)), button->size())));
        }
        auto* asks = shown.strip.findChild<QLabel*>(QStringLiteral("togetherRequest"));
        asks->grab();
        QCOMPARE(asks->toolTip(), asks->text()); // of what does not fit
    }

    void aLostLineIsReadable()
    {
        ShownStrip shown(Ada);
        shown.face.go(Role::Guest, Phase::Lost);
        const auto* state = shown.strip.findChild<QLabel*>(QStringLiteral("togetherState"));
        const QColor colour = state->palette().color(QPalette::WindowText);
        QVERIFY(colour != shown.strip.palette().color(QPalette::WindowText));
        const bool dark = shown.strip.palette().color(QPalette::Window).lightness() < 128;
        const render::Theme& theme = dark ? render::Theme::dark() : render::Theme::light();
        for (const QColor& ground : theme.grounds())
            QVERIFY(render::contrast(colour, ground) >= render::TextContrast);
        shown.face.go(Role::Guest, Phase::Together);
        QCOMPARE(state->palette().color(QPalette::WindowText),
                 shown.strip.palette().color(QPalette::WindowText));
    }
};

} // namespace tst_together_strip

GHOSTLINE_TEST(tst_together_strip, TestTogetherStrip, QApplication)
#include "tst_together_strip.moc"
