// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A real web server for tests: nginx as a process of our own on a free port of this machine.
#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QUrl>

#include <vector>

namespace ghostline::test {

/// One line of the access log. nginx writes it when a request is over, so after a moment; one under way when
/// the server is killed is not in it.
struct NginxRequest
{
    QString method;
    QString path; ///< "/run.bin"
    int status = 0;
    qint64 bytes = 0; ///< of the body, as sent
    QByteArray range; ///< the Range header, "-" when there was none
    QByteArray ifRange;
    QByteArray userAgent;
    QByteArray acceptEncoding;
};

/// Serves a folder. Ends with the object, and with the test program if that dies.
class NginxServer
{
public:
    /// False where nginx is not installed.
    static bool isInstalled();

    NginxServer() = default;
    ~NginxServer() { kill(); }
    NginxServer(const NginxServer&) = delete;
    NginxServer& operator=(const NginxServer&) = delete;

    /// Returns when it answers. `bytesPerSecond`: of each connection, 0 for as fast as it goes. `extra`:
    /// lines for its location block ("max_ranges 0;"). False with problem() set when it does not come up.
    bool start(const QString& folder, qint64 bytesPerSecond = 0, const QString& extra = {});
    /// The address of a file in the folder.
    QUrl url(const QString& name = {}) const;
    /// kill -9: connections break off at once.
    void kill();
    /// On the same port, with the same settings or new ones.
    bool restart();
    bool restart(qint64 bytesPerSecond, const QString& extra = {});
    /// What was asked since start(), restarts included.
    std::vector<NginxRequest> requests() const;
    /// All that the running process wrote: tells, before the log does, that an answer is on its way.
    qint64 bytesWritten() const;
    QString problem() const { return m_problem; }

private:
    bool writeConfiguration();
    bool launch();

    QTemporaryDir m_home; ///< configuration, logs, temporary files
    QString m_folder;
    qint64 m_bytesPerSecond = 0;
    QString m_extra;
    quint16 m_port = 0;
    QProcess m_process;
    QString m_problem;
};

} // namespace ghostline::test

/// Skips the test, visibly, where nginx is not installed.
#define GHOSTLINE_REQUIRE_NGINX()                                                                            \
    do {                                                                                                     \
        if (!ghostline::test::NginxServer::isInstalled())                                                    \
            QSKIP("nginx is not installed: apt-get install nginx-light");                                    \
    } while (false)
