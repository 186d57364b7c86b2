// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses that accept one certificate: whose it is decides before anything of the request is sent.
#include "model/codec/codec_registry.h"
#include "model/sidecar/sidecar.h"
#include "tests/model/http_served.h"
#include "tests/support/certificates.h"
#include "tests/support/test_driver.h"

#include <QFileInfo>
#include <QSslCertificate>

namespace tst_http_tls {

using namespace ghostline::model;
using namespace ghostline::test;

namespace {

const QByteArray NobodysFingerprint(64, 'a');

/// As if an authority that this computer trusts had signed it, for a while.
class Trusted
{
public:
    explicit Trusted(const ServerCertificate& own)
    {
        QSslConfiguration trusting = m_before;
        trusting.addCaCertificate(QSslCertificate(own.certificate));
        QSslConfiguration::setDefaultConfiguration(trusting);
    }
    ~Trusted() { QSslConfiguration::setDefaultConfiguration(m_before); }
    Trusted(const Trusted&) = delete;
    Trusted& operator=(const Trusted&) = delete;

private:
    QSslConfiguration m_before = QSslConfiguration::defaultConfiguration();
};

} // namespace

class TestHttpTls : public QObject, protected HttpServed
{
    Q_OBJECT

    std::optional<ServerCertificate> m_own;

    QUrl address(const QByteArray& fingerprint) const
    {
        return withFingerprint(m_server->url(), fingerprint);
    }

    /// Nobody is connected any more, and nobody has asked for anything.
    static bool wasAskedNothing(const ScriptedHttpServer& server)
    {
        return QTest::qWaitFor([&server] { return server.openConnections() == 0; }) &&
               server.requests().empty();
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_own = makeCertificate();
        if (!m_own)
            QSKIP("no openssl program to make a certificate with");
    }
    void init() { m_server = std::make_unique<ScriptedHttpServer>(m_bytes, m_own->server()); }

    void whoIsSpokenTo_data()
    {
        QTest::addColumn<bool>("trusted");
        QTest::addColumn<QByteArray>("fingerprint");
        QTest::addColumn<QString>("refusal"); // empty = it is read
        const QByteArray own = m_own ? m_own->fingerprint() : QByteArray();
        const QString another = QStringLiteral("shows another certificate than the address says");
        QTest::newRow("nobody's, none said") << false << QByteArray() << QStringLiteral("could not be read");
        QTest::newRow("nobody's, the right one") << false << own << QString();
        QTest::newRow("nobody's, written large") << false << own.toUpper() << QString();
        QTest::newRow("nobody's, another one") << false << NobodysFingerprint << another;
        QTest::newRow("an authority's, none said") << true << QByteArray() << QString();
        QTest::newRow("an authority's, the right one") << true << own << QString();
        QTest::newRow("an authority's, another one") << true << NobodysFingerprint << another;
    }
    void whoIsSpokenTo()
    {
        QFETCH(bool, trusted);
        QFETCH(QByteArray, fingerprint);
        QFETCH(QString, refusal);
        std::optional<Trusted> authority;
        if (trusted)
            authority.emplace(*m_own);
        const auto opened = openUrl(address(fingerprint), impatient());
        if (refusal.isEmpty()) {
            QVERIFY2(opened, qPrintable(problemOf(opened)));
            const auto got = readAt(**opened, 500'000, 1'000);
            QVERIFY2(got, qPrintable(problemOf(got)));
            QVERIFY(*got == m_bytes.mid(500'000, 1'000));
            return;
        }
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::IoError);
        QVERIFY2(opened.error().message.contains(refusal), qPrintable(opened.error().message));
        QVERIFY(!opened.error().message.contains(QStringLiteral("tried")));
        QVERIFY(wasAskedNothing(*m_server));
    }

    void saidInTheOptions()
    {
        HttpOptions options = impatient();
        options.fingerprint = m_own->fingerprint();
        GHOSTLINE_OPEN_URL(source, m_server->url(), options);
        options.fingerprint = NobodysFingerprint;
        QVERIFY(!openUrl(m_server->url(), options));
        options.fingerprint = "none";
        QCOMPARE(openUrl(m_server->url(), options).error().code, ErrorCode::InvalidArgument);
    }

    void namesAreWithoutIt()
    {
        GHOSTLINE_OPEN_URL(source, address(m_own->fingerprint()), impatient());
        QCOMPARE(source->identity().name, m_server->url().toString());
        QCOMPARE(source->identity().fingerprint, m_own->fingerprint());
        const auto sibling = source->sibling("beside.bin");
        QVERIFY2(sibling, qPrintable(problemOf(sibling)));
        QCOMPARE((*sibling)->identity().fingerprint, m_own->fingerprint());
        const auto failed = openUrl(address(NobodysFingerprint), impatient());
        QCOMPARE(failed.error().file, m_server->url().toString());
    }

    /// Where a server sends elsewhere it must be itself there.
    void elsewhereItIsTheSame()
    {
        const auto otherCertificate = makeCertificate();
        QVERIFY(otherCertificate);
        const ScriptedHttpServer other(m_bytes, otherCertificate->server());
        m_server->always({.status = 302, .moreHeaders = {"Location: " + other.url().toString().toLatin1()}});
        const auto opened = openUrl(address(m_own->fingerprint()), impatient());
        QVERIFY(!opened);
        QVERIFY2(opened.error().message.contains(QStringLiteral("another certificate")),
                 qPrintable(opened.error().message));
        QVERIFY(wasAskedNothing(other));
    }

    void wrongFingerprints_data()
    {
        QTest::addColumn<QString>("address");
        const QString hex = QString::fromLatin1(NobodysFingerprint);
        QTest::newRow("empty") << QStringLiteral("https://127.0.0.1:1/a#fingerprint=");
        QTest::newRow("short") << QStringLiteral("https://127.0.0.1:1/a#fingerprint=") + hex.chopped(1);
        QTest::newRow("long") << QStringLiteral("https://127.0.0.1:1/a#fingerprint=") + hex + u'a';
        QTest::newRow("no digits") << QStringLiteral("https://127.0.0.1:1/a#fingerprint=") +
                                          QString(64, u'g');
        QTest::newRow("not encrypted") << QStringLiteral("http://127.0.0.1:1/a#fingerprint=") + hex;
    }
    void wrongFingerprints()
    {
        QFETCH(QString, address);
        const auto opened = openUrl(QUrl(address), impatient());
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::InvalidArgument);
        QVERIFY2(opened.error().message.contains(QStringLiteral("fingerprint")),
                 qPrintable(opened.error().message));
    }

    void otherFragmentsSayNothing()
    {
        const Trusted authority(*m_own);
        QUrl url = m_server->url();
        url.setFragment(QStringLiteral("t=12"));
        GHOSTLINE_OPEN_URL(source, url, impatient());
        QVERIFY(source->identity().fingerprint.isEmpty());
    }

    void addressesWithIt_data()
    {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("without");
        const auto row = [](const char* address, const char* without) {
            QTest::newRow(address) << QString::fromLatin1(address) << QString::fromLatin1(without);
        };
        row("https://host/a.rec#fingerprint=ab", "https://host/a.rec");
        row("https://host/a?b#fingerprint=", "https://host/a?b");
        row("https://host/a#b", "https://host/a#b");
        row("https://host/a", "https://host/a");
        row("/home/a#fingerprint=ab", "/home/a#fingerprint=ab");
    }
    void addressesWithIt()
    {
        QFETCH(QString, address);
        QFETCH(QString, without);
        QCOMPARE(withoutFingerprint(address), without);
        // Notes are of the recording, whatever certificate its server shows.
        QCOMPARE(privateSidecarPath(address), privateSidecarPath(without));
    }

    void foldersKeepIt()
    {
        const CodecRegistry registry({QFileInfo(QStringLiteral(FAKE_CODEC)).path()});
        for (const char* path : {"/4711/", "/4711/head.part"}) {
            const QUrl url = withFingerprint(m_server->url(QString::fromLatin1(path)), m_own->fingerprint());
            const QString replay = registry.replayPath(url.toString());
            QVERIFY2(replay.endsWith(QStringLiteral("/4711/#fingerprint=") +
                                     QString::fromLatin1(m_own->fingerprint())),
                     qPrintable(replay));
            const auto bytes = registry.openBytes(replay);
            QVERIFY2(bytes, qPrintable(problemOf(bytes)));
            QVERIFY((*bytes)->identity().name.endsWith(QStringLiteral("/4711/head.part")));
        }
        // A refusal is none of what might be a folder.
        const auto refused = registry.openBytes(address(NobodysFingerprint).toString());
        QVERIFY(!refused);
        QVERIFY(refused.error().message.contains(QStringLiteral("another certificate")));
    }
};

} // namespace tst_http_tls

GHOSTLINE_TEST(tst_http_tls, TestHttpTls)
#include "tst_http_tls.moc"
