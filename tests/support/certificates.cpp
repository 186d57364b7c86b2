// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/certificates.h"

#include <QCryptographicHash>
#include <QFile>
#include <QProcess>
#include <QSslCertificate>
#include <QSslKey>
#include <QTemporaryDir>

namespace ghostline::test {

namespace {

QByteArray contentOfPem(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

QByteArray ServerCertificate::fingerprint() const
{
    return QSslCertificate(certificate).digest(QCryptographicHash::Sha256).toHex();
}

QSslConfiguration ServerCertificate::server() const
{
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setLocalCertificate(QSslCertificate(certificate));
    configuration.setPrivateKey(QSslKey(key, QSsl::Rsa));
    return configuration;
}

std::optional<ServerCertificate> makeCertificate()
{
    const QTemporaryDir folder;
    const QString key = folder.filePath(QStringLiteral("key.pem"));
    const QString certificate = folder.filePath(QStringLiteral("certificate.pem"));
    QProcess openssl; // which is talkative
    openssl.start(QStringLiteral("openssl"),
                  {QStringLiteral("req"), QStringLiteral("-x509"), QStringLiteral("-newkey"),
                   QStringLiteral("rsa:2048"), QStringLiteral("-nodes"), QStringLiteral("-subj"),
                   QStringLiteral("/CN=test"), QStringLiteral("-addext"),
                   QStringLiteral("subjectAltName=IP:127.0.0.1"), QStringLiteral("-keyout"), key,
                   QStringLiteral("-out"), certificate});
    if (!openssl.waitForFinished(60'000) || openssl.exitCode() != 0)
        return std::nullopt;
    return ServerCertificate{contentOfPem(certificate), contentOfPem(key)};
}

} // namespace ghostline::test
