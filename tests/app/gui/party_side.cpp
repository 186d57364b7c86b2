// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/gui/party_side.h"

#include "tests/support/http_reads.h"

#include <QFile>
#include <QTcpSocket>
#include <QTest>

namespace ghostline::test {

using app::WatchParty;

namespace {

constexpr std::size_t PartyBudget = std::size_t{16} << 20;
constexpr qsizetype PartyFileSize = 300'001;

} // namespace

FakeReplayOptions growingReplay()
{
    FakeReplayOptions options;
    options.frames = 2'000;
    options.published = 200;
    options.growing = true;
    return options;
}

PartySide::PartySide()
    : party(app::PartyWindow{.registry = nullptr,
                             .open = [this](const QString& path) { open(path); },
                             .recent = [this] { return recent; }})
{
    QObject::connect(&party, &WatchParty::told, &party, [this](const QString& text) { told << text; });
    QObject::connect(&party, &WatchParty::failed, &party,
                     [this](const QString& title, const QString& detail) {
                         titles << title;
                         details << detail;
                     });
    QObject::connect(&party, &WatchParty::changed, &party, [this] {
        if (phases.empty() || phases.back() != party.phase())
            phases.push_back(party.phase());
    });
}

PartySide::~PartySide() { close(); }

void PartySide::show(const QString& path, const FakeReplayOptions& options)
{
    close();
    source = makeFakeReplay(options);
    session = std::make_unique<app::ReplaySession>(source, path, PartyBudget);
    party.setSession(session.get());
}

void PartySide::close()
{
    party.setSession(nullptr);
    session.reset();
}

bool PartySide::share(app::ShareChoice choice)
{
    QTcpServer free;
    if (!free.listen(QHostAddress::LocalHost))
        return false;
    choice.port = free.serverPort();
    free.close();
    choice.name = QStringLiteral("Coach");
    party.share(choice);
    const bool began = QTest::qWaitFor([this] {
        const bool knows = party.phase() == WatchParty::Phase::Together &&
                           (session->index()->growing || !party.recording().content.sha256.isEmpty());
        return knows || !titles.isEmpty();
    });
    return began && party.role() == WatchParty::Role::Host;
}

bool PartySide::join(const PartySide& host, std::uint16_t port)
{
    auto invitation = together::parseInvitation(host.party.line());
    if (!invitation)
        return false;
    if (port > 0)
        invitation->port = port;
    party.join(*invitation, QStringLiteral("Anna"));
    return party.role() == WatchParty::Role::Guest;
}

bool PartySide::joins(const PartySide& host, std::uint16_t port)
{
    return join(host, port) &&
           QTest::qWaitFor([this] { return party.phase() == WatchParty::Phase::Together; });
}

bool PartySide::isOver() const
{
    return party.role() == WatchParty::Role::None && party.phase() == WatchParty::Phase::Idle &&
           !party.participant() && !party.playback();
}

void PartySide::open(const QString& path)
{
    opened << path;
    if (opens)
        QMetaObject::invokeMethod(
            &party, [this, path] { show(path); }, Qt::QueuedConnection);
}

CutLine::CutLine(std::uint16_t hostPort)
{
    QObject::connect(&m_server, &QTcpServer::newConnection, &m_server,
                     [this, hostPort] { passOn(hostPort); });
}

void CutLine::passOn(std::uint16_t hostPort)
{
    QTcpSocket* guest = m_server.nextPendingConnection();
    if (!passes) {
        guest->abort();
        return;
    }
    auto* host = new QTcpSocket(guest);
    const auto pass = [](QTcpSocket* from, QTcpSocket* to) {
        QObject::connect(from, &QTcpSocket::readyRead, to, [from, to] {
            const QByteArray bytes = from->readAll();
            if (to->isOpen())
                to->write(bytes);
        });
        QObject::connect(from, &QTcpSocket::disconnected, to, [to] { to->disconnectFromHost(); });
    };
    pass(guest, host);
    pass(host, guest);
    host->connectToHost(QHostAddress(QHostAddress::LocalHost), hostPort);
}

void CutLine::cut()
{
    for (QTcpSocket* guest : m_server.findChildren<QTcpSocket*>(QString(), Qt::FindDirectChildrenOnly))
        guest->abort();
}

QString PartyFiles::path(const QString& name) const
{
    return model::isWebAddress(name) ? name : folder.filePath(name);
}

bool PartyFiles::put(const QString& name, const QByteArray& content) const
{
    QFile file(path(name));
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

bool PartyFiles::make()
{
    bytes = noise(PartyFileSize, 1);
    match = path(QStringLiteral("match.rec"));
    copy = path(QStringLiteral("copy.rec"));
    other = path(QStringLiteral("other.rec"));
    return put(QStringLiteral("match.rec"), bytes) && put(QStringLiteral("copy.rec"), bytes) &&
           put(QStringLiteral("other.rec"), noise(PartyFileSize, 2));
}

} // namespace ghostline::test
