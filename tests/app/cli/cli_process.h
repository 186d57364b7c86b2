// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Runs the real program as a user's shell would.
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>

namespace ghostline::test {

struct CliOutcome
{
    int code = -1; ///< -1: crashed or did not end in time
    QByteArray out;
    QByteArray err;
    QJsonObject json() const { return QJsonDocument::fromJson(out).object(); }
};

inline CliOutcome runCli(const QStringList& arguments, int limitMs = 60'000)
{
    QProcess process;
    process.start(QStringLiteral(GHOSTLINE_CLI), arguments);
    const bool ended = process.waitForFinished(limitMs);
    if (!ended) {
        process.kill();
        process.waitForFinished();
        return {};
    }
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            process.readAllStandardOutput(), process.readAllStandardError()};
}

inline QString sampleLog() { return QStringLiteral(GHOSTLINE_SAMPLES "/sample-town.log"); }

} // namespace ghostline::test
