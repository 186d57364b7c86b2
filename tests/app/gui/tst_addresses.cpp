// SPDX-License-Identifier: GPL-3.0-or-later
// Where addresses are typed and dropped: those of the web, and lines to watch together by.
#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/replay_address.h"
#include "tests/support/test_driver.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QtTest>

namespace tst_addresses {

using namespace ghostline::app;

namespace {

const QString Line = QStringLiteral("ghostline://192.0.2.7:4000/ABCDE-FGHJK");

} // namespace

class TestAddresses : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QGuiApplication::clipboard()->clear(); }

    void typed_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("handedOut"); // empty = it cannot be opened
        QTest::addColumn<QString>("wrong");
        QTest::newRow("nothing") << QString() << QString() << QString();
        QTest::newRow("a path") << QStringLiteral("/home/me/a.rec") << QString() << QString();
        QTest::newRow("web") << QStringLiteral(" https://example.org/a.rec ")
                             << QStringLiteral("https://example.org/a.rec") << QString();
        QTest::newRow("line") << Line + u'\t' << Line << QString();
        QTest::newRow("line without its code")
            << QStringLiteral("ghostline://192.0.2.7/") << QString() << QStringLiteral("no code");
        QTest::newRow("line with half a code")
            << Line.chopped(3) << QString() << QStringLiteral("the code in");
    }
    void typed()
    {
        QFETCH(QString, typed);
        QFETCH(QString, handedOut);
        QFETCH(QString, wrong);
        QWidget window;
        QString opened;
        const QPointer<QDialog> dialog =
            showAddressDialog(&window, [&opened](const QString& address) { opened = address; });
        dialog->findChild<QLineEdit*>(QStringLiteral("address"))->setText(typed);
        const auto* said = dialog->findChild<QLabel*>(QStringLiteral("wrongAddress"));
        QCOMPARE(said->isVisibleTo(dialog), !wrong.isEmpty());
        QVERIFY2(said->text().contains(wrong), qPrintable(said->text()));
        auto* open = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Open);
        QCOMPARE(open->isEnabled(), !handedOut.isEmpty());
        open->click();
        QCOMPARE(opened, handedOut);
    }

    void copied_data()
    {
        QTest::addColumn<QString>("copied");
        QTest::addColumn<QString>("offered");
        QTest::newRow("web") << QStringLiteral("http://example.org/a.rec\n")
                             << QStringLiteral("http://example.org/a.rec");
        QTest::newRow("line") << Line << Line;
        QTest::newRow("text") << QStringLiteral("See you at eight") << QString();
        QTest::newRow("several lines") << Line + QStringLiteral("\nSee you") << QString();
    }
    void copied()
    {
        QFETCH(QString, copied);
        QGuiApplication::clipboard()->setText(copied);
        QWidget window;
        const QDialog* dialog = showAddressDialog(&window, [](const QString&) {});
        QTEST(dialog->findChild<QLineEdit*>(QStringLiteral("address"))->text(), "offered");
    }

    void dropped_data()
    {
        QTest::addColumn<QStringList>("urls");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("found");
        const QString web = QStringLiteral("https://example.org/a.rec#fingerprint=ab");
        QTest::newRow("file") << QStringList{QStringLiteral("file:///a%20run.rec"), Line} << QString()
                              << QStringLiteral("/a run.rec");
        QTest::newRow("web") << QStringList{web} << QString() << web;
        QTest::newRow("line") << QStringList{Line} << QString() << Line;
        QTest::newRow("mail") << QStringList{QStringLiteral("mailto:me@example.org")} << QString()
                              << QString();
        QTest::newRow("text") << QStringList() << QStringLiteral("See you at eight") << QString();
        QTest::newRow("line as text") << QStringList() << Line + u'\n' << Line;
        QTest::newRow("line within text") << QStringList() << Line + QStringLiteral("\nSee you") << QString();
    }
    void dropped()
    {
        QFETCH(QStringList, urls);
        QFETCH(QString, text);
        QMimeData data;
        QList<QUrl> list;
        for (const QString& url : urls)
            list << QUrl(url);
        if (!list.isEmpty())
            data.setUrls(list);
        if (!text.isEmpty())
            data.setText(text);
        QTEST(firstAddress(&data), "found");
    }

    void fingerprintsAreNotShown_data()
    {
        QTest::addColumn<QString>("address");
        const QString hex(64, u'a');
        QTest::newRow("file") << QStringLiteral("https://example.org/cup/a.rec#fingerprint=") + hex;
        QTest::newRow("folder") << QStringLiteral("https://example.org/cup/a.rec/#fingerprint=") + hex;
    }
    void fingerprintsAreNotShown()
    {
        QFETCH(QString, address);
        QCOMPARE(wholeAddress(address), address);
        QCOMPARE(shortName(address), QStringLiteral("a.rec"));
        QVERIFY2(!whereabouts(address).contains(QStringLiteral("fingerprint")),
                 qPrintable(whereabouts(address)));
    }
};

} // namespace tst_addresses

GHOSTLINE_TEST(tst_addresses, TestAddresses, QApplication)
#include "tst_addresses.moc"
