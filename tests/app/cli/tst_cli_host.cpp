// SPDX-License-Identifier: GPL-3.0-or-later
// `host` as a service starts it: the line to paste, a guest that comes and goes, and the end.
#include "tests/app/cli/cli_process.h"
#include "tests/support/test_driver.h"
#include "together/invitation.h"
#include "together/messages.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QWebSocket>

namespace tst_cli_host {

using namespace ghostline;
using namespace ghostline::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int PatienceMs = 30'000;

/// The program while it hosts.
class Hosting
{
public:
    explicit Hosting(const QStringList& arguments)
    {
        m_process.start(QStringLiteral(GHOSTLINE_CLI),
                        QStringList{u"host"_s, sampleLog(), u"--json"_s} + arguments);
    }
    ~Hosting()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

    /// The first line about that, empty where none comes.
    QJsonObject line(const QString& event)
    {
        QJsonObject found;
        const bool came = QTest::qWaitFor(
            [&] {
                while (m_process.canReadLine())
                    m_lines.push_back(QJsonDocument::fromJson(m_process.readLine()).object());
                for (const QJsonObject& object : m_lines) {
                    if (object.value(u"event"_s) == event)
                        found = object;
                }
                return !found.isEmpty();
            },
            PatienceMs);
        return came ? found : QJsonObject();
    }
    QProcess& process() { return m_process; }

private:
    QProcess m_process;
    std::vector<QJsonObject> m_lines;
};

} // namespace

class TestCliHost : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aGuestComesAndItEnds()
    {
        QTemporaryDir folder;
        QFile code(folder.filePath(u"code"_s));
        QVERIFY(code.open(QIODevice::WriteOnly) && code.write("abcde-fghjk\n") > 0);
        code.close();
        Hosting host({u"--code-file"_s, code.fileName(), u"--offer"_s, u"--name"_s, u"Club"_s});
        const QJsonObject open = host.line(u"open"_s);
        QCOMPARE(open.value(u"recording"_s).toString(), u"sample-town.log"_s);
        const auto invitation = together::parseInvitation(open.value(u"text"_s).toString());
        QVERIFY(invitation);
        QCOMPARE(invitation->host, u"127.0.0.1"_s);
        QCOMPARE(invitation->code, u"ABCDEFGHJK"_s);

        QWebSocket guest;
        std::vector<together::Message> messages;
        QObject::connect(&guest, &QWebSocket::connected, &guest, [&] {
            guest.sendTextMessage(QString::fromUtf8(together::encode(
                together::Hello{together::ProtocolVersion, {}, u"Anna"_s, invitation->code, {}})));
        });
        QObject::connect(&guest, &QWebSocket::textMessageReceived, &guest, [&messages](const QString& text) {
            if (auto message = together::decode(text.toUtf8()))
                messages.push_back(*message);
        });
        guest.open(invitation->socketAddress());
        QTRY_VERIFY_WITH_TIMEOUT(messages.size() >= 3, PatienceMs);
        const auto& welcome = std::get<together::Welcome>(messages[0]);
        QCOMPARE(welcome.recording.name, u"sample-town.log"_s);
        QCOMPARE(welcome.recording.content.sha256.size(), qsizetype{64});
        QVERIFY(welcome.offer);
        QVERIFY(std::get<together::StateMessage>(messages[1]).state.duration > model::Micros{});
        const auto& people = std::get<together::People>(messages[2]).people;
        QCOMPARE(people.at(0).name, u"Club"_s);
        QVERIFY(std::ranges::none_of(people, &together::Person::drives)); // whoever wants to
        QCOMPARE(host.line(u"joined"_s).value(u"text"_s).toString(), u"Anna joined from 127.0.0.1"_s);

        QElapsedTimer timer;
        timer.start();
        host.process().terminate();
        QVERIFY(!host.line(u"ended"_s).isEmpty());
        QTRY_COMPARE_WITH_TIMEOUT(host.process().state(), QProcess::NotRunning, PatienceMs);
        QVERIFY2(timer.elapsed() < 1'000, qPrintable(QString::number(timer.elapsed())));
        QCOMPARE(host.process().exitStatus(), QProcess::NormalExit);
        QCOMPARE(host.process().exitCode(), 0);
        QTRY_COMPARE(guest.state(), QAbstractSocket::UnconnectedState);
        QVERIFY(std::holds_alternative<together::Bye>(messages.back()));
    }

    void whatCannotBeHosted_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("no recording") << QStringList{u"host"_s, QStringLiteral(GHOSTLINE_CLI)};
        QTest::newRow("not there") << QStringList{u"host"_s, u"/none.log"_s};
        QTest::newRow("web") << QStringList{u"host"_s, u"https://127.0.0.1:1/a.log"_s};
        QTest::newRow("address") << QStringList{u"host"_s, sampleLog(), u"--listen"_s, u"everywhere"_s};
        QTest::newRow("code") << QStringList{u"host"_s, sampleLog(), u"--code-file"_s, sampleLog()};
        QTest::newRow("key alone") << QStringList{u"host"_s, sampleLog(), u"--key"_s, sampleLog()};
        QTest::newRow("no certificate")
            << QStringList{u"host"_s, sampleLog(), u"--certificate"_s, sampleLog(), u"--key"_s, sampleLog()};
    }

    void whatCannotBeHosted()
    {
        QFETCH(QStringList, arguments);
        const CliOutcome outcome = runCli(arguments);
        QVERIFY(outcome.code > 0);
        QVERIFY(!outcome.err.isEmpty());
        QVERIFY(outcome.out.isEmpty());
    }
};

} // namespace tst_cli_host

GHOSTLINE_TEST(tst_cli_host, TestCliHost)
#include "tst_cli_host.moc"
