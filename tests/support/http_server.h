// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A web server for tests that does as told: honest by default, slow, broken or lying when a script says so.
#include <QByteArray>
#include <QSslConfiguration>
#include <QThread>
#include <QUrl>

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace ghostline::test {

struct HttpRequest
{
    QByteArray method;
    QByteArray path;
    std::vector<std::pair<QByteArray, QByteArray>> headers; ///< names in lower case
    QByteArray header(const QByteArray& name) const;
    /// First and last byte of "Range: bytes=a-b".
    std::optional<std::pair<qint64, qint64>> range() const;
};

/// What one answer is. Everything unset is as an honest server would have it.
struct HttpScript
{
    std::optional<int> status{};
    std::optional<QByteArray> contentRange{}; ///< empty: no such header
    std::optional<QByteArray> contentLength{};
    std::optional<QByteArray> etag{};
    std::optional<QByteArray> lastModified{};
    std::vector<QByteArray> moreHeaders{}; ///< "Content-Encoding: gzip"
    std::optional<QByteArray> body{};      ///< instead of the bytes asked for
    std::optional<QByteArray> raw{};       ///< instead of the whole answer
    bool chunked = false;                  ///< Transfer-Encoding: chunked, no length
    bool untilClose = false;               ///< no length: ends with the connection
    bool endless = false;                  ///< the body goes on after its end, without end
    std::optional<qint64> only{};          ///< bytes of the body; Content-Length says no more
    std::optional<qint64> stallAfter{};    ///< bytes of the body, then nothing more comes
    bool stallBeforeHeaders = false;
    bool endlessHeaders = false;
    std::optional<int> drip{}; ///< milliseconds from one byte of the body to the next
};

/// Serves one resource, at every path, on a port of this machine, from a thread of its own. Methods may be
/// called from any thread.
class ScriptedHttpServer
{
public:
    /// Encrypts, where it is given a certificate to show.
    explicit ScriptedHttpServer(QByteArray bytes, const QSslConfiguration& encryption = {});
    ~ScriptedHttpServer();
    ScriptedHttpServer(const ScriptedHttpServer&) = delete;
    ScriptedHttpServer& operator=(const ScriptedHttpServer&) = delete;

    QUrl url(const QString& path = QStringLiteral("/run.bin")) const;
    /// The next answers, one each; after them `always()` holds.
    void next(std::vector<HttpScript> scripts);
    void always(HttpScript script);
    /// Breaks off what is under way. With stallAfter one can wait until its bytes arrived.
    void closeConnections();
    std::vector<HttpRequest> requests() const;
    /// Bytes of bodies handed to the system so far.
    qint64 bodyBytes() const { return m_bodyBytes; }
    int openConnections() const { return m_openConnections; }

private:
    friend class HttpConnection;
    class Listener;
    std::shared_ptr<const HttpScript> take(const HttpRequest& request);

    const QByteArray m_bytes;
    mutable std::mutex m_mutex;
    std::deque<std::shared_ptr<const HttpScript>> m_next;
    std::shared_ptr<const HttpScript> m_always = std::make_shared<const HttpScript>();
    std::vector<HttpRequest> m_requests;
    std::atomic<qint64> m_bodyBytes{0};
    std::atomic<int> m_openConnections{0};
    quint16 m_port = 0;
    const bool m_encrypts;
    Listener* m_listener; ///< lives in, and goes with, the thread
    QThread m_thread;
};

} // namespace ghostline::test
