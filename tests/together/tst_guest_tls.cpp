// SPDX-License-Identifier: GPL-3.0-or-later
// A line that is encrypted: the certificate that the invitation names, and no other, whoever has signed it.
#include "tests/support/certificates.h"
#include "tests/support/test_driver.h"
#include "tests/together/guest_client.h"

#include <QSslCertificate>
#include <QSslConfiguration>
#include <QStandardPaths>

namespace tst_guest_tls {

using namespace ghostline::test;
using namespace std::chrono_literals;
using Failure = GuestFailure::Kind;

namespace {

int number(Failure kind) { return static_cast<int>(kind); }

QSslCertificate certificateOf(const ServerCertificate& made) { return QSslCertificate(made.certificate); }

/// Of a server that shows it, and more behind it.
QSslConfiguration shown(const ServerCertificate& made, const QList<QSslCertificate>& more = {})
{
    QSslConfiguration configuration = made.server();
    configuration.setPeerVerifyMode(QSslSocket::VerifyNone);
    configuration.setLocalCertificateChain(QList<QSslCertificate>{certificateOf(made)} + more);
    return configuration;
}

} // namespace

class TestGuestTls : public QObject
{
    Q_OBJECT

    ServerCertificate m_named; ///< in the invitation
    ServerCertificate m_other;

    HostOptions encrypting() const
    {
        HostOptions options = ServedHost::quick();
        options.certificate = m_named.certificate;
        options.key = m_named.key;
        return options;
    }

    GuestOptions naming(Invitation invitation) const
    {
        invitation.fingerprint = m_named.fingerprint();
        return SeenGuest::optionsFor(invitation);
    }

    /// Whoever it is has heard nothing, not even a name.
    void isRefused(const FakeHost& host) const
    {
        SeenGuest seen;
        const GuestFailure failure = seen.failureOf(naming(host.invitation()));
        QCOMPARE(number(failure.kind), number(Failure::Certificate));
        QVERIFY2(failure.text.text().contains(QStringLiteral("another certificate")),
                 qPrintable(failure.text.text()));
        QVERIFY(host.received.empty());
        QVERIFY(seen.welcomes.empty());
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("openssl")).isEmpty())
            QSKIP("no openssl program to make a certificate with");
        const auto named = makeCertificate();
        const auto other = makeCertificate();
        QVERIFY(named && other);
        m_named = *named;
        m_other = *other;
        QVERIFY(m_named.fingerprint() != m_other.fingerprint());
    }

    void joins()
    {
        ServedHost served;
        QVERIFY(served.start(encrypting()));
        const Invitation& invitation = served.reach->invitations.at(0);
        QCOMPARE(invitation.fingerprint, m_named.fingerprint());
        SeenGuest seen;
        QVERIFY(seen.join(invitation));
        QTRY_VERIFY(seen.guest.hostNow() && seen.guest.people().size() == 2);
        seen.guest.chat(QStringLiteral("nobody listens in"));
        QTRY_COMPARE(served.chats.size(), std::size_t{1});
        for (int i = 0; i < 20; ++i)
            served.host.addDrawing(penStroke(QStringLiteral("d%1").arg(i), MostSharedPoints));
        QTRY_COMPARE_WITH_TIMEOUT(seen.drawings.size(), std::size_t{20}, 20'000);
        seen.guest.leave();
        QTRY_VERIFY(served.noticed(HostNotice::Kind::Left));
    }

    void theFakeHostWouldHear()
    {
        FakeHost host(shown(m_named));
        SeenGuest seen;
        QVERIFY(seen.join(naming(host.invitation())));
        QVERIFY(firstOf<Hello>(host.received));
    }

    void anotherCertificate()
    {
        FakeHost host(shown(m_other));
        isRefused(host);
    }

    /// Anybody can show it, but not with its key.
    void theRightOneBehindAnother()
    {
        FakeHost host(shown(m_other, {certificateOf(m_named)}));
        isRefused(host);
    }

    void anotherThatIsTrusted()
    {
        const QSslConfiguration before = QSslConfiguration::defaultConfiguration();
        QSslConfiguration trusting = before;
        trusting.addCaCertificates({certificateOf(m_named), certificateOf(m_other)});
        QSslConfiguration::setDefaultConfiguration(trusting);
        {
            FakeHost host(shown(m_other));
            isRefused(host);
            FakeHost right(shown(m_named));
            SeenGuest seen;
            QVERIFY(seen.join(naming(right.invitation())));
        }
        QSslConfiguration::setDefaultConfiguration(before);
    }

    void anotherWhenItComesBack()
    {
        FakeHost host(shown(m_named));
        FakeHost other(shown(m_other));
        TestLine line(host.invitation().port);
        Invitation invitation = host.invitation();
        invitation.port = line.port();
        SeenGuest seen;
        QVERIFY(seen.join(naming(invitation)));
        line.target = other.invitation().port;
        line.cut();
        QTRY_COMPARE(seen.failures.size(), std::size_t{1});
        QCOMPARE(number(seen.failures[0].kind), number(Failure::Certificate));
        QVERIFY(other.received.empty());
    }

    void comesBack()
    {
        FakeHost host(shown(m_named));
        SeenGuest seen;
        QVERIFY(seen.join(naming(host.invitation())));
        host.cut();
        QTRY_COMPARE(seen.welcomes.size(), std::size_t{2});
        QVERIFY(seen.failures.empty());
    }

    void aHostThatDoesNotEncrypt()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        SeenGuest seen;
        GuestOptions options = naming(served.reach->invitations.at(0));
        options.times.connect = 2s; // it waits for the rest of what it takes for a request
        const GuestFailure failure = seen.failureOf(options);
        QCOMPARE(number(failure.kind), number(Failure::NoHost));
        QVERIFY2(failure.text.text().contains(QStringLiteral("does not encrypt")),
                 qPrintable(failure.text.text()));
        QTRY_COMPARE(served.people.size(), std::size_t{1});
    }

    void aHostThatEncryptsUnasked()
    {
        ServedHost served;
        QVERIFY(served.start(encrypting()));
        GuestOptions options = SeenGuest::optionsFor(served.reach->invitations.at(0));
        options.invitation.fingerprint.clear();
        options.times.connect = 3s;
        SeenGuest seen;
        QCOMPARE(number(seen.failureOf(options).kind), number(Failure::NoHost));
    }
};

} // namespace tst_guest_tls

GHOSTLINE_TEST(tst_guest_tls, TestGuestTls)
#include "tst_guest_tls.moc"
