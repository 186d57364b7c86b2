// SPDX-License-Identifier: GPL-3.0-or-later
// The line to paste: made, read again, and what is wrong with others said; codes.
#include "tests/support/test_driver.h"
#include "together/invitation.h"

#include <QSet>
#include <QtTest>

namespace tst_invitation {

using namespace ghostline::together;

namespace {

const QString Code = QStringLiteral("ABCDE23456");
const QByteArray Fingerprint(64, 'a');

} // namespace

class TestInvitation : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void roundTrip_data()
    {
        QTest::addColumn<QString>("host");
        QTest::addColumn<int>("port");
        QTest::addColumn<QByteArray>("fingerprint");
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("socket");
        const auto row = [](const char* host, int port, const QByteArray& print, const char* line,
                            const char* socket) {
            QTest::newRow(line) << QString::fromUtf8(host) << port << print << QString::fromUtf8(line)
                                << QString::fromUtf8(socket);
        };
        row("127.0.0.1", 24611, {}, "ghostline://127.0.0.1:24611/ABCDE-23456", "ws://127.0.0.1:24611/");
        row("coach.example.org", 80, {}, "ghostline://coach.example.org:80/ABCDE-23456",
            "ws://coach.example.org:80/");
        row("::1", 65535, {}, "ghostline://[::1]:65535/ABCDE-23456", "ws://[::1]:65535/");
        row("2001:db8::17", 1, {}, "ghostline://[2001:db8::17]:1/ABCDE-23456", "ws://[2001:db8::17]:1/");
        row("fe80::1%eth0", 9000, {}, "ghostline://[fe80::1%25eth0]:9000/ABCDE-23456",
            "ws://[fe80::1%25eth0]:9000/");
        row("host", 9000, Fingerprint,
            "ghostline://host:9000/ABCDE-23456?fingerprint="
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "wss://host:9000/");
    }
    void roundTrip()
    {
        QFETCH(QString, host);
        QFETCH(int, port);
        QFETCH(QByteArray, fingerprint);
        QFETCH(QString, line);
        QFETCH(QString, socket);
        const Invitation invitation{host, static_cast<std::uint16_t>(port), Code, fingerprint};
        QCOMPARE(invitation.text(), line);
        QVERIFY(isInvitation(line));
        QCOMPARE(QString::fromLatin1(invitation.socketAddress().toEncoded()), socket);
        QVERIFY(!socket.contains(QStringLiteral("ABCDE")));
        const auto read = parseInvitation(line);
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QCOMPARE(read->host, host);
        QVERIFY(*read == invitation);
    }

    void readsWhatPeoplePaste_data()
    {
        QTest::addColumn<QString>("line");
        for (const char* line :
             {"  ghostline://host:24611/ABCDE23456\n", "GHOSTLINE://HOST:24611/abcde-23456",
              "ghostline://host/ABCDE-23456", "ghostline://host:24611/ABCDE-23456/",
              "ghostline://host/ABC-DE2-3456", "ghostline://host/ABCDE-23456?later=1"})
            QTest::newRow(line) << QString::fromLatin1(line);
    }
    void readsWhatPeoplePaste()
    {
        QFETCH(QString, line);
        const auto read = parseInvitation(line);
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QVERIFY(*read == (Invitation{QStringLiteral("host"), DefaultPort, Code, {}}));
    }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("word"); ///< of what is said
        const auto row = [](const QString& line, const char* word) {
            QTest::newRow(qPrintable(line.left(60))) << line << QString::fromLatin1(word);
        };
        row(QString(), "begins with");
        row(QStringLiteral("https://host/ABCDE-23456"), "begins with");
        row(QStringLiteral("ghostline:host"), "begins with");
        row(QStringLiteral("ghostline://"), "no host");
        row(QStringLiteral("ghostline://a b/ABCDE-23456"), "no usable address");
        row(QStringLiteral("ghostline:///ABCDE-23456"), "host");
        row(QStringLiteral("ghostline://host"), "no code");
        row(QStringLiteral("ghostline://host/"), "no code");
        row(QStringLiteral("ghostline://host/ABCDE-2345"), "the code");
        row(QStringLiteral("ghostline://host/ABCDE-234567"), "the code");
        row(QStringLiteral("ghostline://host/ABCDE-O3456"), "the code");
        row(QStringLiteral("ghostline://host/ABCDE-1I456"), "the code");
        row(QStringLiteral("ghostline://host/ABCDE/23456"), "the code");
        row(QStringLiteral("ghostline://host:0/ABCDE-23456"), "port");
        row(QStringLiteral("ghostline://host:70000/ABCDE-23456"), "port");
        row(QStringLiteral("ghostline://host:-1/ABCDE-23456"), "port");
        row(QStringLiteral("ghostline://host:x/ABCDE-23456"), "port");
        row(QStringLiteral("ghostline://[::1/ABCDE-23456"), "host");
        row(QString::fromUtf8("ghostline://[fe80::1%25eth\u00e9]/ABCDE-23456"), "host");
        row(QStringLiteral("ghostline://me:secret@host/ABCDE-23456"), "password");
        row(QStringLiteral("ghostline://host/ABCDE-23456?fingerprint="), "fingerprint");
        row(QStringLiteral("ghostline://host/ABCDE-23456?fingerprint=abc"), "fingerprint");
        row(QStringLiteral("ghostline://host/ABCDE-23456?fingerprint=") + QString(64, u'g'), "fingerprint");
        row(QStringLiteral("ghostline://") + QString(2'000, u'a') + QStringLiteral("/ABCDE-23456"),
            "too long");
    }
    void saysWhatIsWrong()
    {
        QFETCH(QString, line);
        QFETCH(QString, word);
        const auto read = parseInvitation(line);
        QVERIFY(!read);
        QVERIFY2(read.error().message.contains(word), qPrintable(read.error().message));
        QVERIFY(!read.error().wording.empty()); // the window says it in its language
    }

    void fingerprintsAsProgramsPrintThem()
    {
        QString printed;
        for (int i = 0; i < 32; ++i)
            printed += QStringLiteral("AB:");
        printed.chop(1);
        QCOMPARE(readFingerprint(printed), QByteArray("ab").repeated(32));
        QVERIFY(readFingerprint(printed + QStringLiteral(":AB")).isEmpty());
        QVERIFY(readFingerprint(QString(63, u'a') + QChar(0x0430)).isEmpty()); // Cyrillic
    }

    void filesAreWhereTheSocketIs()
    {
        const Invitation plain{QStringLiteral("::1"), 9000, Code, {}};
        QCOMPARE(plain.fileAddress(9001, QStringLiteral("/abc/match.butter")).toEncoded(),
                 QByteArray("http://[::1]:9001/abc/match.butter"));
        const Invitation encrypted{QStringLiteral("host"), 9000, Code, Fingerprint};
        QCOMPARE(encrypted.fileAddress(9001, QStringLiteral("/a b")).toEncoded(),
                 QByteArray("https://host:9001/a%20b"));
    }

    void codesAreReadable()
    {
        QSet<QString> codes;
        QSet<QChar> signs;
        for (int i = 0; i < 1'000; ++i) {
            const QString code = makeCode();
            QCOMPARE(code.size(), CodeSigns);
            QCOMPARE(readCode(code), code);
            QCOMPARE(readCode(groupedCode(code).toLower()), code);
            codes << code;
            for (const QChar sign : code)
                signs << sign;
        }
        QCOMPARE(codes.size(), 1'000);
        QCOMPARE(signs.size(), 32); // of 10,000 drawn each is missing once in 10^136 times
        for (const QChar misread : QStringLiteral("01IO"))
            QVERIFY(!signs.contains(misread));
    }

    void codesAreCompared()
    {
        QVERIFY(sameCode(Code, QStringLiteral("ABCDE23456")));
        QVERIFY(!sameCode(Code, QStringLiteral("ABCDE23457")));
        QVERIFY(!sameCode(Code, QStringLiteral("BBCDE23456")));
        QVERIFY(!sameCode(Code, QStringLiteral("ABCDE2345")));
        QVERIFY(!sameCode(Code, QStringLiteral("ABCDE234567")));
        // A host without a code lets nobody in.
        QVERIFY(!sameCode({}, {}));
        QVERIFY(!sameCode(QString(CodeSigns, u'\0'), {}));
    }
};

} // namespace tst_invitation

GHOSTLINE_TEST(tst_invitation, TestInvitation)
#include "tst_invitation.moc"
