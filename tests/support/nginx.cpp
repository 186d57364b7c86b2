// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/nginx.h"

#include <QFile>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTcpSocket>

#include <csignal>
#include <sys/prctl.h>

namespace ghostline::test {

namespace {

constexpr int PortsTried = 5;
constexpr int LooksForAnswer = 500; ///< of 10 ms each

/// Debian keeps it where only root looks.
QString program()
{
    const QString name = QStringLiteral("nginx");
    const QString found = QStandardPaths::findExecutable(name);
    return found.isEmpty() ? QStandardPaths::findExecutable(
                                 name, {QStringLiteral("/usr/sbin"), QStringLiteral("/usr/local/sbin")})
                           : found;
}

quint16 freePort()
{
    QTcpServer probe;
    return probe.listen(QHostAddress::LocalHost) ? probe.serverPort() : quint16{0};
}

bool answers(quint16 port)
{
    QTcpSocket socket;
    socket.connectToHost(QHostAddress(QHostAddress::LocalHost), port);
    return socket.waitForConnected(1000);
}

} // namespace

bool NginxServer::isInstalled() { return !program().isEmpty(); }

bool NginxServer::start(const QString& folder, qint64 bytesPerSecond, const QString& extra)
{
    kill();
    QFile::remove(m_home.filePath(QStringLiteral("access.log")));
    m_folder = QDir(folder).absolutePath();
    m_bytesPerSecond = bytesPerSecond;
    m_extra = extra;
    // A port that was free may be taken a moment later.
    for (int i = 0; i < PortsTried; ++i) {
        m_port = freePort();
        if (writeConfiguration() && launch())
            return true;
    }
    return false;
}

QUrl NginxServer::url(const QString& name) const
{
    QUrl url(QStringLiteral("http://127.0.0.1:%1/").arg(m_port));
    url.setPath(QLatin1Char('/') + name, QUrl::DecodedMode);
    return url;
}

void NginxServer::kill()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.kill();
    m_process.waitForFinished();
}

bool NginxServer::restart() { return restart(m_bytesPerSecond, m_extra); }

bool NginxServer::restart(qint64 bytesPerSecond, const QString& extra)
{
    kill();
    m_bytesPerSecond = bytesPerSecond;
    m_extra = extra;
    return writeConfiguration() && launch();
}

bool NginxServer::writeConfiguration()
{
    const QString text = QStringLiteral("daemon off;\n"
                                        "master_process off;\n"
                                        "pid nginx.pid;\n"
                                        "error_log error.log;\n"
                                        "events { worker_connections 256; }\n"
                                        "http {\n"
                                        "  log_format ghostline '$request_method\\t$uri\\t$status\\t"
                                        "$body_bytes_sent\\t$http_range\\t$http_if_range\\t"
                                        "$http_user_agent\\t$http_accept_encoding';\n"
                                        "  access_log access.log ghostline;\n"
                                        "  client_body_temp_path body;\n"
                                        "  proxy_temp_path proxy;\n"
                                        "  fastcgi_temp_path fastcgi;\n"
                                        "  uwsgi_temp_path uwsgi;\n"
                                        "  scgi_temp_path scgi;\n"
                                        "  default_type application/octet-stream;\n"
                                        "  server {\n"
                                        "    listen 127.0.0.1:%1;\n"
                                        "    location / {\n"
                                        "      root \"%2\";\n"
                                        "      limit_rate %3;\n"
                                        "      %4\n"
                                        "    }\n"
                                        "  }\n"
                                        "}\n")
                             .arg(m_port)
                             .arg(m_folder)
                             .arg(m_bytesPerSecond)
                             .arg(m_extra);
    QFile file(m_home.filePath(QStringLiteral("nginx.conf")));
    if (file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) >= 0)
        return true;
    m_problem = QStringLiteral("nginx.conf: %1").arg(file.errorString());
    return false;
}

bool NginxServer::launch()
{
    m_process.setProgram(program());
    m_process.setArguments({QStringLiteral("-p"), m_home.path(), QStringLiteral("-c"),
                            m_home.filePath(QStringLiteral("nginx.conf")), QStringLiteral("-e"),
                            m_home.filePath(QStringLiteral("error.log"))});
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
    m_process.start(QIODevice::ReadOnly);
    if (!m_process.waitForStarted()) {
        m_problem = m_process.errorString();
        return false;
    }
    for (int i = 0; i < LooksForAnswer; ++i) {
        // Asked about its end first: something else may answer on the port that it did not get.
        if (m_process.waitForFinished(10) || m_process.state() == QProcess::NotRunning)
            break;
        if (answers(m_port))
            return true;
    }
    m_problem = QString::fromLocal8Bit(m_process.readAll());
    kill();
    return false;
}

qint64 NginxServer::bytesWritten() const
{
    QFile file(QStringLiteral("/proc/%1/io").arg(m_process.processId()));
    if (!file.open(QIODevice::ReadOnly))
        return -1;
    for (const QByteArray& line : file.readAll().split('\n')) {
        if (line.startsWith("wchar:"))
            return line.mid(6).trimmed().toLongLong();
    }
    return -1;
}

std::vector<NginxRequest> NginxServer::requests() const
{
    std::vector<NginxRequest> found;
    QFile log(m_home.filePath(QStringLiteral("access.log")));
    if (!log.open(QIODevice::ReadOnly))
        return found;
    while (!log.atEnd()) {
        const QList<QByteArray> parts = log.readLine().trimmed().split('\t');
        // Looking whether it answers leaves a line without a request.
        if (parts.size() != 8 || parts[0].isEmpty())
            continue;
        found.push_back({QString::fromUtf8(parts[0]), QString::fromUtf8(parts[1]), parts[2].toInt(),
                         parts[3].toLongLong(), parts[4], parts[5], parts[6], parts[7]});
    }
    return found;
}

} // namespace ghostline::test
