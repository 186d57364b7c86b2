// SPDX-License-Identifier: GPL-3.0-or-later
// Watching together begins: the host's dialog up to the line to paste.
#include "app/gui/review/review_settings.h"
#include "app/gui/together/together_settings.h"
#include "tests/app/gui/together_dialogs.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QRadioButton>
#include <QScopeGuard>
#include <QSettings>
#include <QSpinBox>
#include <QStandardPaths>
#include <QSysInfo>
#include <QTemporaryDir>
#include <QToolButton>

namespace tst_together_dialogs {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test::party;

class TestTogetherDialogs : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QStandardPaths::setTestModeEnabled(true);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder->path());
        QGuiApplication::clipboard()->clear();
    }

    void nameIsRemembered()
    {
        ReviewSettings review = loadReviewSettings();
        review.reviewer = QStringLiteral("Referee");
        saveReviewSettings(review);
        {
            ShownShare shown;
            QCOMPARE(shown.part<QLineEdit>("togetherName")->text(), QStringLiteral("Referee"));
            shown.write("togetherName", QStringLiteral("Coach"));
            shown.press("shareStart");
        }
        ShownShare again;
        QCOMPARE(again.part<QLineEdit>("togetherName")->text(), QStringLiteral("Coach"));
        ShownJoin join;
        QCOMPARE(join.part<QLineEdit>("joinName")->text(), QStringLiteral("Coach"));
    }

    void aNameIsNeverMissing_data()
    {
        QTest::addColumn<QString>("saved");
        QTest::addColumn<QString>("reviewer");
        QTest::addColumn<QByteArray>("account");
        QTest::addColumn<QString>("name"); ///< empty = the machine's
        const QString coach = QStringLiteral("Coach");
        const QString referee = QStringLiteral("Referee");
        QTest::newRow("saved") << coach << referee << QByteArray("ada") << coach;
        QTest::newRow("reviewer") << QStringLiteral(" ") << referee << QByteArray("ada") << referee;
        QTest::newRow("account") << QString() << QString() << QByteArray("ada") << QStringLiteral("ada");
        QTest::newRow("machine") << QString() << QStringLiteral("  ") << QByteArray() << QString();
        QTest::newRow("too long") << QString(200, QLatin1Char('n')) << QString() << QByteArray()
                                  << QString(static_cast<qsizetype>(together::MostNameLetters),
                                             QLatin1Char('n'));
    }

    void aNameIsNeverMissing()
    {
        QFETCH(QString, saved);
        QFETCH(QString, reviewer);
        QFETCH(QByteArray, account);
        QFETCH(QString, name);
        const QByteArray user = qgetenv("USER");
        const QByteArray userName = qgetenv("USERNAME");
        const auto restored = qScopeGuard([&] {
            qputenv("USER", user);
            qputenv("USERNAME", userName);
        });
        qputenv("USER", account);
        qputenv("USERNAME", QByteArray());
        ReviewSettings review = loadReviewSettings();
        review.reviewer = reviewer;
        saveReviewSettings(review);
        saveTogetherName(saved);
        const QString got = loadShareChoice().name;
        QVERIFY(!got.isEmpty());
        const QString machine = QSysInfo::machineHostName();
        if (!name.isEmpty() || !machine.isEmpty())
            QCOMPARE(got, name.isEmpty() ? machine : name);
    }

    void startsAsChosen()
    {
        ShownShare shown;
        QVERIFY(shown.part<QRadioButton>("togetherAlone")->isChecked()); // unless more is asked for
        shown.write("togetherName", QStringLiteral(" Coach  K "));
        shown.part<QRadioButton>("togetherEverybody")->click();
        shown.part<QCheckBox>("togetherDraw")->click();
        QVERIFY(!shown.part<QSpinBox>("togetherPort")->isVisible());
        shown.part<QToolButton>("togetherMore")->click();
        QVERIFY(shown.part<QSpinBox>("togetherPort")->isVisible());
        shown.part<QSpinBox>("togetherPort")->setValue(25'000);
        shown.write("togetherCertificate", QStringLiteral("/c.pem"));
        shown.write("togetherKey", QStringLiteral("/k.pem"));
        shown.press("shareStart");
        QCOMPARE(shown.face.shared.size(), 1U);
        const ShareChoice& choice = shown.face.shared.front();
        QCOMPARE(choice.name, QStringLiteral("Coach K"));
        QVERIFY(choice.everybody);
        QVERIFY(choice.offersFile);
        QVERIFY(!choice.mayDraw);
        QCOMPARE(choice.port, std::uint16_t{25'000});
        QCOMPARE(choice.certificatePath, QStringLiteral("/c.pem"));
        QCOMPARE(choice.keyPath, QStringLiteral("/k.pem"));
    }

    void saysWhoCanReadAlong()
    {
        ShownShare shown;
        const QString plain = shown.text("togetherEverybodyText");
        QVERIFY2(plain.contains(QStringLiteral("read along")), qPrintable(plain));
        shown.part<QToolButton>("togetherMore")->click();
        shown.write("togetherCertificate", QStringLiteral("/c.pem"));
        QVERIFY(shown.text("togetherEverybodyText").contains(QStringLiteral("read along")));
        shown.write("togetherKey", QStringLiteral("/k.pem"));
        QVERIFY(!shown.text("togetherEverybodyText").contains(QStringLiteral("read along")));
    }

    void cannotStart_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("certificate");
        QTest::addColumn<QString>("key");
        QTest::addColumn<bool>("can");
        const QString name = QStringLiteral("Coach");
        const QString file = QStringLiteral("/f.pem");
        QTest::newRow("plain") << name << QString() << QString() << true;
        QTest::newRow("encrypted") << name << file << file << true;
        QTest::newRow("no name") << QStringLiteral("  ") << QString() << QString() << false;
        QTest::newRow("no key") << name << file << QString() << false;
        QTest::newRow("no certificate") << name << QString() << file << false;
    }

    void cannotStart()
    {
        QFETCH(QString, name);
        QFETCH(QString, certificate);
        QFETCH(QString, key);
        QFETCH(bool, can);
        ShownShare shown;
        shown.part<QToolButton>("togetherMore")->click();
        shown.write("togetherName", name);
        shown.write("togetherCertificate", certificate);
        shown.write("togetherKey", key);
        QCOMPARE(shown.button("shareStart")->isEnabled(), can);
        QCOMPARE(shown.text("shareTrouble").isEmpty(), can); // and says why
    }

    void theLineToPaste()
    {
        ShownShare shown;
        shown.write("togetherName", QStringLiteral("Coach"));
        shown.listen(reachAt({"192.0.2.7"}));
        QCOMPARE(shown.lines().size(), 1);
        QLineEdit* line = shown.lines().front();
        QVERIFY(line->isVisible() && line->isReadOnly());
        QCOMPARE(line->text(), shown.face.shownReach->invitations.front().text());
        QVERIFY(together::parseInvitation(line->text()).has_value());
        QPushButton* copy = shown.button("shareCopy");
        QTest::mouseClick(copy, Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text(), line->text());
        QCOMPARE(copy->text(), QStringLiteral("Copied"));
        QVERIFY(!shown.button("shareStart")->isVisible());
        shown.press("shareStop");
        QCOMPARE(shown.face.ended, 1);
        QVERIFY(shown.part<QLineEdit>("togetherName")->isVisible()); // may begin again
        QVERIFY(shown.button("shareStart")->isEnabled());
    }

    void saysHowItIsReached_data()
    {
        QTest::addColumn<bool>("everybody");
        QTest::addColumn<bool>("encrypted");
        QTest::addColumn<bool>("otherPort");
        QTest::addColumn<QString>("reach"); ///< a part of it
        QTest::addColumn<QString>("more");  ///< a part of it; empty = nothing more is said
        const QString port = QStringLiteral("is taken, it is 24612");
        QTest::newRow("alone") << false << false << false << QStringLiteral("Only this machine") << QString();
        QTest::newRow("all") << true << false << false << QStringLiteral("read along") << QString();
        QTest::newRow("encrypted") << true << true << false << QStringLiteral("All of it is encrypted")
                                   << QString();
        QTest::newRow("other port") << true << false << true << QStringLiteral("read along") << port;
    }

    void saysHowItIsReached()
    {
        QFETCH(bool, everybody);
        QFETCH(bool, encrypted);
        QFETCH(bool, otherPort);
        QFETCH(QString, reach);
        QFETCH(QString, more);
        ShownShare shown;
        together::HostReach listens = reachAt({"192.0.2.7"}, encrypted ? QByteArray(64, 'a') : QByteArray());
        listens.everybody = everybody;
        listens.otherPort = otherPort;
        if (otherPort)
            ++listens.port;
        shown.listen(listens);
        QVERIFY2(shown.text("shareReach").contains(reach), qPrintable(shown.text("shareReach")));
        QCOMPARE(shown.text("shareMore").isEmpty(), more.isEmpty());
        QVERIFY2(shown.text("shareMore").contains(more), qPrintable(shown.text("shareMore")));
    }

    void saysWhyThereIsNoFile()
    {
        ShownShare shown;
        together::HostReach reach = reachAt({"192.0.2.7", "2001:db8::7"});
        reach.noFile =
            model::Sentence::of(QStringLiteral("a recording that is a folder cannot be handed out"));
        shown.listen(reach);
        QCOMPARE(shown.lines().size(), 2); // one for each address
        QVERIFY(shown.text("shareMore").contains(reach.noFile.text()));
    }

    void countsItsGuests()
    {
        FakeParticipant host(PersonId::Host);
        std::vector<Person> people = threePeople();
        host.say({people.front()});
        ShownShare shown;
        shown.face.shownReach = reachAt({"192.0.2.7"});
        shown.face.watch(&host);
        QCOMPARE(shown.text("shareHere"), QStringLiteral("Nobody has come yet"));
        host.say(people);
        QCOMPARE(shown.text("shareHere"), QStringLiteral("Guests here: 2"));
        people.back().lost = true;
        host.say(people);
        QCOMPARE(shown.text("shareHere"), QStringLiteral("Guests here: 1"));
        shown.face.watch(nullptr);
        host.say({});
        FakeParticipant next(PersonId::Host);
        shown.face.watch(&next);
        QCOMPARE(shown.text("shareHere"), QStringLiteral("Nobody has come yet"));
    }

    void sharingIsAsHighAsItsPage()
    {
        ShownShare shown;
        shown.write("togetherName", QStringLiteral("Coach"));
        QTRY_VERIFY(shown.isFitted());
        const int form = shown.dialog->height();
        shown.listen(reachAt({"192.0.2.7"}));
        QTRY_VERIFY(shown.dialog->height() < form);
        QTRY_VERIFY(shown.isFitted());
        shown.press("shareStop");
        QTRY_COMPARE(shown.dialog->height(), form);
    }

    void aFailureStays()
    {
        ShownShare shown;
        shown.write("togetherName", QStringLiteral("Coach"));
        shown.press("shareStart");
        shown.face.go(Role::Host, Phase::Starting);
        QVERIFY(!shown.button("shareStart")->isEnabled());
        shown.face.go(Role::None, Phase::Idle);
        Q_EMIT shown.face.failed(QStringLiteral("It did not begin"), QStringLiteral("no port is free"));
        Q_EMIT shown.face.changed();
        QVERIFY(shown.text("shareTrouble").contains(QStringLiteral("no port is free")));
        QVERIFY(shown.button("shareStart")->isEnabled());
        shown.press("shareStart");
        QCOMPARE(shown.face.shared.size(), 2U);
    }

    void closedAndAskedForAgain()
    {
        ShownShare shown;
        shown.listen(reachAt({"192.0.2.7"}));
        shown.dialog->close();
        QCOMPARE(shown.face.ended, 0); // guests stay
        ShareDialog again(&shown.face, &shown.window);
        again.show();
        QCOMPARE(again.findChildren<QLineEdit*>(QStringLiteral("shareLine")).size(), 1);
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

} // namespace tst_together_dialogs

GHOSTLINE_TEST(tst_together_dialogs, TestTogetherDialogs, QApplication)
#include "tst_together_dialogs.moc"
