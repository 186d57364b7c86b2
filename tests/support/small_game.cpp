// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/small_game.h"

#include <QTcpSocket>

namespace ghostline::test {

namespace {

QByteArray part(const char* name, const char* place, double x, double z)
{
    return QStringLiteral(R"("%1":{"%2":[%3,1.5,%4],"forward":[0,0,1],"left":[1,0,0],"up":[0,1,0]})")
        .arg(QLatin1String(name), QLatin1String(place))
        .arg(x, 0, 'f', 3)
        .arg(z, 0, 'f', 3)
        .toLatin1();
}

QByteArray player(int number, double z)
{
    const double x = number * 2.0;
    return QStringLiteral(R"({"name":"Player %1","playerid":%1,"userid":%2,"number":%1,"level":9,"ping":30,)"
                          R"("stunned":false,"invulnerable":false,"blocking":false,"possession":false,)"
                          R"("velocity":[0,0,1],)")
               .arg(number)
               .arg(1000 + number)
               .toLatin1() +
           part("head", "position", x, z) + ',' + part("body", "position", x, z) + ',' +
           part("lhand", "pos", x, z) + ',' + part("rhand", "pos", x, z) + '}';
}

QByteArray reply(const QByteArray& status, const QByteArray& body)
{
    return "HTTP/1.1 " + status + "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" +
           body;
}

} // namespace

SmallGame::SmallGame()
{
    m_server.listen(QHostAddress::LocalHost);
    QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this] {
        while (QTcpSocket* socket = m_server.nextPendingConnection())
            QObject::connect(socket, &QTcpSocket::readyRead, &m_server, [this, socket] { answer(socket); });
    });
}

SmallGame::~SmallGame() { stop(); }

QString SmallGame::address() const
{
    return QStringLiteral("http://127.0.0.1:%1/session").arg(m_server.serverPort());
}

void SmallGame::stop()
{
    m_server.close();
    const auto open = m_server.findChildren<QTcpSocket*>();
    qDeleteAll(open);
}

/// Requests have no bodies, and come one after the other.
void SmallGame::answer(QTcpSocket* socket)
{
    const QByteArray request = socket->readAll();
    if (!request.endsWith("\r\n\r\n"))
        return;
    const bool asksForMatch = request.startsWith("GET /session ");
    m_refusals += m_inLobby && asksForMatch ? 1 : 0;
    if (m_inLobby)
        socket->write(reply("404 Not Found", R"({"err_code":-6,"err_description":"in a lobby"})"));
    else if (asksForMatch)
        socket->write(reply("200 OK", session()));
    else
        socket->write(reply("200 OK", R"({"user_bones":[],"err_code":0})"));
}

QByteArray SmallGame::session()
{
    m_frame = std::min(m_frame + 1, m_end);
    const double along = m_frame * 0.05;
    return QStringLiteral(R"({"sessionid":"%1","map_name":"mpl_arena_a","match_type":"Echo_Arena",)"
                          R"("game_status":"playing","game_clock":%2,"blue_points":0,"orange_points":0,)")
               .arg(sessionId())
               .arg(300.0 - m_frame / 30.0, 0, 'f', 3)
               .toLatin1() +
           R"("disc":{"position":[0,2,)" + QByteArray::number(along, 'f', 3) +
           R"(],"velocity":[0,0,1],"bounce_count":0},"teams":[{"team":"BLUE TEAM","players":[)" +
           player(0, along) + R"(]},{"team":"ORANGE TEAM","players":[)" + player(1, -along) + "]},{}]}";
}

} // namespace ghostline::test
