// SPDX-License-Identifier: GPL-3.0-or-later
// Watching together begins: the guest's dialog up to the recording.
#include "tests/app/gui/together_dialogs.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace tst_together_join {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test::party;

class TestTogetherJoin : public QObject
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

    void onTheWayAlready_data()
    {
        QTest::addColumn<int>("phase");
        QTest::addColumn<bool>("onTheWay");
        const auto row = [](const char* name, Phase phase, bool onTheWay) {
            QTest::newRow(name) << static_cast<int>(phase) << onTheWay;
        };
        row("connecting", Phase::Starting, true);
        row("comparing", Phase::Comparing, true);
        row("asked for the file", Phase::NeedsFile, true);
        row("opening", Phase::Opening, true);
        row("together", Phase::Together, false);
        row("lost", Phase::Lost, false);
    }

    /// Who came by a line that was given to the program sees how far it is, and no form.
    void onTheWayAlready()
    {
        QFETCH(int, phase);
        QFETCH(bool, onTheWay);
        ShownJoin shown(static_cast<Phase>(phase), Line);
        QCOMPARE(!shown.text("joinProgress").isEmpty(), onTheWay);
        QCOMPARE(shown.button("joinStart")->isVisible(), !onTheWay);
        QCOMPARE(shown.text("joinFailure").isEmpty(), onTheWay);
        if (!onTheWay)
            return;
        shown.face.go(Role::Guest, Phase::Together);
        QTRY_VERIFY(shown.dialog == nullptr);
        QCOMPARE(shown.face.ended, 0);
    }

    void onTheWayMeanwhile()
    {
        ShownJoin shown;
        shown.face.shownLine = Line;
        shown.face.go(Role::Guest, Phase::Starting);
        shown.dialog->setLine(Line); // the same one: for another try
        QCOMPARE(shown.text("joinProgress"), QStringLiteral("Connecting…"));
        shown.dialog->setLine(QStringLiteral("ghostline://198.51.100.1/ABCDE-23456"));
        QCOMPARE(shown.part<QLineEdit>("joinLine")->text(), Line);
        shown.face.go(Role::None, Phase::Idle);
        Q_EMIT shown.face.failed(QStringLiteral("Not joined"), QStringLiteral("nobody listens there"));
        QVERIFY(shown.text("joinFailure").contains(QStringLiteral("nobody listens there")));
        QVERIFY(shown.button("joinStart")->isDefault());
    }

    void joiningIsAsHighAsItsPage()
    {
        ShownJoin shown(Line);
        shown.write("joinName", QStringLiteral("Ada"));
        QTRY_VERIFY(shown.isFitted());
        const int form = shown.dialog->height();
        shown.press("joinStart");
        QTRY_VERIFY(shown.dialog->height() < form);
        QTRY_VERIFY(shown.isFitted());
    }

    void returnDoesTheLikeliest_data() { needsTheFile_data(); }

    void returnDoesTheLikeliest()
    {
        QFETCH(bool, offered);
        ShownJoin shown(Line);
        shown.write("joinName", QStringLiteral("Ada"));
        QTest::keyClick(shown.part<QLineEdit>("joinName"), Qt::Key_Return);
        QCOMPARE(shown.face.joined.size(), 1U);
        shown.face.offered = offered;
        shown.face.go(Role::Guest, Phase::NeedsFile);
        QPushButton* likeliest = shown.button(offered ? "joinFetch" : "joinOwn");
        QVERIFY(likeliest->isDefault());
        QCOMPARE(shown.dialog->focusWidget(), likeliest);
        QTest::keyClick(shown.dialog->focusWidget(), Qt::Key_Return);
        QCOMPARE(shown.face.fetched, offered ? 1 : 0);
        QCOMPARE(shown.part<QFileDialog>("joinOwnFile") != nullptr, !offered);
        // Nobody loses the button that they went to.
        shown.button("joinLeave")->setFocus();
        Q_EMIT shown.face.changed();
        QCOMPARE(shown.dialog->focusWidget(), shown.button("joinLeave"));
        // Asked again, the same.
        shown.face.go(Role::Guest, Phase::Opening);
        shown.face.go(Role::Guest, Phase::NeedsFile);
        QCOMPARE(shown.dialog->focusWidget(), likeliest);
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

} // namespace tst_together_join

GHOSTLINE_TEST(tst_together_join, TestTogetherJoin, QApplication)
#include "tst_together_join.moc"
