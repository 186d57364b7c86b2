// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Slurm's two daemons on loopback, of whoever runs the test, without munge; all that they write is in a
// folder that goes with them.
#include <QFile>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStandardPaths>
#include <QSysInfo>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

#include <pwd.h>
#include <unistd.h>

namespace ghostline::test {

class LocalSlurm
{
public:
    ~LocalSlurm()
    {
        for (QProcess* daemon : {&m_node, &m_controller}) {
            daemon->terminate();
            if (!daemon->waitForFinished(10'000)) {
                daemon->kill();
                daemon->waitForFinished();
            }
        }
    }

    /// The first program that is not installed; empty = all are.
    static QString missing()
    {
        for (const char* name : {"slurmctld", "slurmd", "sbatch", "sinfo"}) {
            if (programOf(name).isEmpty())
                return QString::fromLatin1(name);
        }
        return {};
    }

    /// Waits until the one node takes jobs.
    bool start()
    {
        QFile file(configuration());
        if (!file.open(QIODevice::WriteOnly) || file.write(configurationText()) < 0)
            return false;
        file.close();
        m_environment.insert(QStringLiteral("SLURM_CONF"), configuration());
        begin(m_controller, "slurmctld");
        begin(m_node, "slurmd");
        return QTest::qWaitFor([this] { return isIdle(); }, 60'000);
    }

    QString configuration() const { return m_folder.filePath(QStringLiteral("slurm.conf")); }
    QString said() { return QString::fromUtf8(m_controller.readAll() + m_node.readAll()); }

private:
    /// Debian has the daemons where only root looks.
    static QString programOf(const char* name)
    {
        const QString found = QStandardPaths::findExecutable(QString::fromLatin1(name));
        return found.isEmpty()
                   ? QStandardPaths::findExecutable(QString::fromLatin1(name), {QStringLiteral("/usr/sbin")})
                   : found;
    }

    void begin(QProcess& daemon, const char* name)
    {
        daemon.setProcessEnvironment(m_environment);
        daemon.setProcessChannelMode(QProcess::MergedChannels);
        daemon.start(programOf(name), {QStringLiteral("-D")});
    }

    bool isIdle() const
    {
        QProcess info;
        info.setProcessEnvironment(m_environment);
        info.start(programOf("sinfo"), {QStringLiteral("--noheader"), QStringLiteral("--format=%T")});
        return info.waitForFinished(30'000) && info.readAllStandardOutput().trimmed() == "idle";
    }

    static QByteArray freePort()
    {
        QTcpServer server;
        server.listen(QHostAddress::LocalHost);
        return QByteArray::number(server.serverPort());
    }

    QByteArray configurationText() const
    {
        const QByteArray host = QSysInfo::machineHostName().section(QLatin1Char('.'), 0, 0).toUtf8();
        const passwd* const user = ::getpwuid(::getuid());
        const QByteArray name = user != nullptr ? QByteArray(user->pw_name) : QByteArray::number(::getuid());
        const QByteArray folder = m_folder.path().toUtf8();
        // So many cores, whatever there are: all ten tasks at once, before sbatch asks a second time.
        return "ClusterName=ghostline\nSlurmctldHost=" + host + "(127.0.0.1)\nSlurmctldPort=" + freePort() +
               "\nSlurmdPort=" + freePort() + "\nSlurmUser=" + name + "\nSlurmdUser=" + name +
               "\nAuthType=auth/none\nCredType=cred/none\nStateSaveLocation=" + folder +
               "/state\nSlurmdSpoolDir=" + folder + "/spool\nSlurmctldPidFile=" + folder +
               "/slurmctld.pid\nSlurmdPidFile=" + folder +
               "/slurmd.pid\nProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\n"
               "SelectType=select/"
               "cons_tres\nSelectTypeParameters=CR_CPU\nSlurmdParameters=config_overrides\nMailProg=/bin/"
               "true\n"
               "SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0\n"
               "ReturnToService=2\nNodeName=" +
               host + " NodeAddr=127.0.0.1 CPUs=20 State=UNKNOWN\nPartitionName=main Nodes=ALL Default=YES\n";
    }

    QTemporaryDir m_folder;
    QProcessEnvironment m_environment = QProcessEnvironment::systemEnvironment();
    QProcess m_controller;
    QProcess m_node;
};

} // namespace ghostline::test
