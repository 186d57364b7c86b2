// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/certificates.h"

#include <QCryptographicHash>
#include <QFile>
#include <QSslCertificate>
#include <QSslKey>
#include <QTemporaryDir>

#include <cstdlib>

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
    // Not by QProcess, whose way of starting others ThreadSanitizer 16 dies of. The folder's name is Qt's
    // own.
    const QString command =
        QStringLiteral("openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=127.0.0.1 "
                       "-addext subjectAltName=IP:127.0.0.1 -keyout '%1' -out '%2' >/dev/null 2>&1")
            .arg(key, certificate);
    if (std::system(QFile::encodeName(command).constData()) != 0)
        return std::nullopt;
    return ServerCertificate{contentOfPem(certificate), contentOfPem(key)};
}

} // namespace ghostline::test
