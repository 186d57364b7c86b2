// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Windows' parties on one machine, each with a recording that is open, and a line between them to be cut.
#include "app/gui/together/watch_party.h"
#include "tests/support/fake_replay.h"

#include <QTcpServer>
#include <QTemporaryDir>

namespace ghostline::test {

/// Being made while it is open.
FakeReplayOptions growingReplay();

/// A window as its party sees it: what it is asked to open, a moment later is.
class PartySide
{
public:
    PartySide();
    ~PartySide();
    PartySide(const PartySide&) = delete;
    PartySide& operator=(const PartySide&) = delete;

    /// A replay that is made up, under the path of a file. The one before goes first.
    void show(const QString& path, const FakeReplayOptions& options = {});
    void close();
    /// Whether it does, and what of the recording's content can be known is.
    bool share(app::ShareChoice choice = {});
    /// `port`: another way to the host.
    bool join(const PartySide& host, std::uint16_t port = 0);
    /// Joins and watches.
    bool joins(const PartySide& host, std::uint16_t port = 0);
    /// Without a trace.
    bool isOver() const;

    std::shared_ptr<FakeReplay> source{};
    std::unique_ptr<app::ReplaySession> session{};
    QStringList recent{};
    bool opens = true;
    QStringList opened{}; ///< what it was asked for
    QStringList told{};
    QStringList titles{}; ///< of failures
    QStringList details{};
    std::vector<app::WatchParty::Phase> phases{};
    app::WatchParty party; ///< last: goes before its session

private:
    void open(const QString& path);
};

/// Between a guest and a host.
class CutLine
{
public:
    explicit CutLine(std::uint16_t hostPort);
    bool listen() { return m_server.listen(QHostAddress::LocalHost); }
    std::uint16_t port() const { return m_server.serverPort(); }
    void cut();

    bool passes = true; ///< whoever comes

private:
    void passOn(std::uint16_t hostPort);

    QTcpServer m_server;
};

/// Folder and files of a test: the host's recording, a copy of it, another one that is as long.
struct PartyFiles
{
    /// A name without a folder is one of its files; addresses stay.
    QString path(const QString& name) const;
    bool put(const QString& name, const QByteArray& bytes) const;
    bool make();

    QTemporaryDir folder{};
    QByteArray bytes{};
    QString match{};
    QString copy{};
    QString other{};
};

} // namespace ghostline::test
