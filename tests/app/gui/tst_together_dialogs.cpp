// SPDX-License-Identifier: GPL-3.0-or-later
// Watching together begins: the host's dialog up to the line to paste, the guest's up to the recording.
#include "app/gui/review/review_settings.h"
#include "app/gui/together/join_dialog.h"
#include "app/gui/together/share_dialog.h"
#include "app/gui/together/together_settings.h"
#include "tests/app/gui/together_fakes.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QRadioButton>
#include <QSettings>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

namespace tst_together_dialogs {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;
using Phase = WatchParty::Phase;
using Role = WatchParty::Role;

namespace {

const QString Line = QStringLiteral("ghostline://192.0.2.7:24700/ABCDE-23456");

/// A dialog over a window, with a party that does what it is told.
template<typename Dialog>
struct ShownDialog
{
    template<typename... Arguments>
    explicit ShownDialog(const Arguments&... arguments) : dialog(new Dialog(&face, arguments..., &window))
    {
        dialog->show();
    }

    template<typename Widget>
    Widget* part(const char* name)
    {
        return dialog->template findChild<Widget*>(QLatin1String(name));
    }
    QPushButton* button(const char* name) { return part<QPushButton>(name); }
    void press(const char* name) { QTest::mouseClick(button(name), Qt::LeftButton); }
    void write(const char* name, const QString& text)
    {
        auto* field = part<QLineEdit>(name);
        field->selectAll();
        QTest::keyClick(field, Qt::Key_Delete);
        QTest::keyClicks(field, text);
    }
    /// Empty where it is not to be seen.
    QString text(const char* name)
    {
        const auto* label = part<QLabel>(name);
        return label->isVisible() ? label->text() : QString();
    }

    QWidget window{};
    FakeFace face{};
    QPointer<Dialog> dialog;
};

struct ShownShare : ShownDialog<ShareDialog>
{
    /// The host listens.
    void listen(const together::HostReach& reach)
    {
        face.shownReach = reach;
        face.go(Role::Host, Phase::Together);
    }
    QList<QLineEdit*> lines() { return dialog->findChildren<QLineEdit*>(QStringLiteral("shareLine")); }
};

struct ShownJoin : ShownDialog<JoinDialog>
{
    explicit ShownJoin(const QString& line = {}) : ShownDialog(line, QStringList()) {}
};

together::HostReach reachAt(std::initializer_list<const char*> hosts, const QByteArray& fingerprint = {})
{
    together::HostReach reach;
    for (const char* host : hosts)
        reach.invitations.push_back(
            {QLatin1String(host), together::DefaultPort, QStringLiteral("ABCDE23456"), fingerprint});
    reach.port = together::DefaultPort;
    reach.everybody = true;
    return reach;
}

} // namespace

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

    // ---- the host's ----

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
        const QString port = QStringLiteral("24611 was taken, it is 24612");
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

    // ---- the guest's ----

    void whatIsWrongAsOneTypes_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<bool>("right");
        QTest::newRow("nothing yet") << QString() << false;
        QTest::newRow("something else") << QStringLiteral("https://example.org") << false;
        QTest::newRow("no code") << QStringLiteral("ghostline://192.0.2.7") << false;
        QTest::newRow("half a code") << QStringLiteral("ghostline://192.0.2.7/ABCDE") << false;
        QTest::newRow("whole") << Line << true;
        QTest::newRow("blanks round it") << QStringLiteral("  %1 ").arg(Line) << true;
    }

    void whatIsWrongAsOneTypes()
    {
        QFETCH(QString, line);
        QFETCH(bool, right);
        ShownJoin shown;
        shown.write("joinName", QStringLiteral("Ada"));
        shown.write("joinLine", line);
        QCOMPARE(shown.button("joinStart")->isEnabled(), right);
        QCOMPARE(shown.text("joinTrouble").isEmpty(), right || line.isEmpty());
        shown.write("joinName", QString());
        QVERIFY(!shown.button("joinStart")->isEnabled());
    }

    void theClipboardsLine_data()
    {
        QTest::addColumn<QString>("copied");
        QTest::addColumn<QString>("given");
        QTest::addColumn<QString>("shown");
        const QString other = QStringLiteral("ghostline://198.51.100.1/ABCDE-23456");
        QTest::newRow("an invitation") << Line << QString() << Line;
        QTest::newRow("with its line end") << Line + QLatin1Char('\n') << QString() << Line;
        QTest::newRow("something else") << QStringLiteral("hello") << QString() << QString();
        QTest::newRow("nearly one") << QStringLiteral("ghostline://x") << QString() << QString();
        QTest::newRow("a link that was clicked") << Line << other << other;
    }

    void theClipboardsLine()
    {
        QFETCH(QString, copied);
        QFETCH(QString, given);
        QFETCH(QString, shown);
        QGuiApplication::clipboard()->setText(copied);
        ShownJoin join(given);
        QCOMPARE(join.part<QLineEdit>("joinLine")->text(), shown);
    }

    void joinsUpToTheRecording()
    {
        ShownJoin shown(Line);
        shown.write("joinName", QStringLiteral("Ada"));
        shown.press("joinStart");
        QCOMPARE(shown.face.joined, std::vector{*together::parseInvitation(Line)});
        QCOMPARE(shown.face.joinedAs, QStringList{QStringLiteral("Ada")});
        QCOMPARE(shown.text("joinProgress"), QStringLiteral("Connecting…"));
        QVERIFY(!shown.button("joinFetch")->isVisible());
        shown.face.shownRecording.name = QStringLiteral("match.rec");
        for (const Phase phase : {Phase::Comparing, Phase::Opening}) {
            shown.face.go(Role::Guest, phase);
            QVERIFY(shown.text("joinProgress").contains(QStringLiteral("match.rec")));
        }
        shown.face.go(Role::Guest, Phase::Together);
        QVERIFY(shown.dialog == nullptr || !shown.dialog->isVisible());
        QCOMPARE(shown.face.ended, 0);
        QTRY_VERIFY(shown.dialog == nullptr);
    }

    void needsTheFile_data()
    {
        QTest::addColumn<bool>("offered");
        QTest::newRow("handed out") << true;
        QTest::newRow("not handed out") << false;
    }

    void needsTheFile()
    {
        QFETCH(bool, offered);
        ShownJoin shown(Line);
        shown.write("joinName", QStringLiteral("Ada"));
        shown.press("joinStart");
        shown.face.shownRecording = {QStringLiteral("<b>match</b>.rec"), {QByteArray(64, 'a'), 12'345'678}};
        shown.face.offered = offered;
        shown.face.go(Role::Guest, Phase::NeedsFile);
        const QString asked = shown.text("joinProgress");
        QVERIFY(asked.contains(QStringLiteral("<b>match</b>.rec")));
        QVERIFY(asked.contains(QLocale().formattedDataSize(12'345'678)));
        QCOMPARE(shown.button("joinFetch")->isVisible(), offered);
        QVERIFY(shown.button("joinOwn")->isVisible());
        if (offered) {
            shown.press("joinFetch");
            QCOMPARE(shown.face.fetched, 1);
        }
        shown.press("joinOwn");
        auto* chooser = shown.part<QFileDialog>("joinOwnFile");
        QVERIFY(chooser != nullptr && !chooser->isModal());
        Q_EMIT chooser->fileSelected(QStringLiteral("/mine.rec"));
        QCOMPARE(shown.face.opened, QStringList{QStringLiteral("/mine.rec")});
        Q_EMIT shown.face.told(QStringLiteral("That is another recording"));
        QCOMPARE(shown.text("joinTold"), QStringLiteral("That is another recording"));
    }

    void aFailureCanBeTriedAgain()
    {
        ShownJoin shown(Line);
        shown.write("joinName", QStringLiteral("Ada"));
        shown.press("joinStart");
        shown.face.go(Role::None, Phase::Idle);
        Q_EMIT shown.face.failed(QStringLiteral("Not joined"), QStringLiteral("nobody listens there"));
        QVERIFY(shown.text("joinFailure").contains(QStringLiteral("nobody listens there")));
        QCOMPARE(shown.part<QLineEdit>("joinLine")->text(), Line);
        QCOMPARE(shown.button("joinStart")->text(), QStringLiteral("Try again"));
        shown.press("joinStart");
        QCOMPARE(shown.face.joined.size(), 2U);
        QVERIFY(shown.text("joinFailure").isEmpty());
    }

    void closingIsLeaving_data()
    {
        QTest::addColumn<int>("phase");
        QTest::addColumn<int>("ended");
        QTest::newRow("connecting") << static_cast<int>(Phase::Starting) << 1;
        QTest::newRow("comparing") << static_cast<int>(Phase::Comparing) << 1;
        QTest::newRow("asked for the file") << static_cast<int>(Phase::NeedsFile) << 1;
        QTest::newRow("opening goes on") << static_cast<int>(Phase::Opening) << 0;
    }

    void closingIsLeaving()
    {
        QFETCH(int, phase);
        QFETCH(int, ended);
        ShownJoin shown(Line);
        shown.write("joinName", QStringLiteral("Ada"));
        shown.press("joinStart");
        shown.face.go(Role::Guest, static_cast<Phase>(phase));
        QTest::keyClick(shown.dialog, Qt::Key_Escape);
        QCOMPARE(shown.face.ended, ended);
        QTRY_VERIFY(shown.dialog == nullptr);
    }

    void leaving()
    {
        ShownJoin shown(Line);
        shown.write("joinName", QStringLiteral("Ada"));
        shown.press("joinStart");
        shown.press("joinLeave");
        QCOMPARE(shown.face.ended, 1);
        QTRY_VERIFY(shown.dialog == nullptr);
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

} // namespace tst_together_dialogs

GHOSTLINE_TEST(tst_together_dialogs, TestTogetherDialogs, QApplication)
#include "tst_together_dialogs.moc"
