// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/bytes/http_fetcher.h"

#include <QCryptographicHash>
#include <QHostAddress>
#include <QNetworkAccessManager>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslError>
#include <QTimer>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace ghostline::model {

class HttpFetch final : public QObject
{
public:
    HttpFetch(QNetworkAccessManager& manager, const HttpOptions& options, const HttpJob& job,
              std::shared_ptr<HttpSink> sink);
    ~HttpFetch() override;

    /// Asks for what has not arrived yet.
    void attempt();
    std::function<void()> onEnd; ///< called once, after the sink's ended()

private:
    void checkHeaders();
    void follow(const QByteArray& location);
    bool mayHaveExpired(int status) const;
    void goBack();
    void takeBytes();
    bool takeSome();
    bool showedAnotherCertificate() const;
    void replyFinished();
    Sentence silenceText() const;
    void wasSilent();
    void checkPace();
    bool everythingArrived() const { return m_known && m_held.size() == 1; }
    void complete();
    /// The attempt broke off: goes on after a pause, or gives up.
    void brokeOff(const Sentence& message);
    void fail(Error error);
    void dropReply();

    QNetworkAccessManager& m_manager;
    HttpOptions m_options;
    HttpJob m_job;
    std::shared_ptr<HttpSink> m_sink;
    std::optional<HttpFacts> m_known;
    QString m_host;
    QNetworkReply* m_reply = nullptr;
    bool m_accepted = false;       ///< the headers of the current reply were right
    std::uint64_t m_position = 0;  ///< all before it was handed on
    std::uint64_t m_startedAt = 0; ///< m_position when the current attempt began
    QByteArray m_held;             ///< the last byte, until the answer ended
    int m_failures = 0;            ///< in a row
    int m_redirects = 0;           ///< in a row
    bool m_wentBack = false;       ///< to the address given, as the one known refused
    std::uint64_t m_pacedFrom = 0; ///< m_position when the pace was last looked at
    QTimer m_silence;
    QTimer m_pace;
    QTimer m_pause;
};

namespace {

/// The system's proxies, but never for this machine itself, which a proxy elsewhere cannot reach.
class ProxyFactory final : public QNetworkProxyFactory
{
public:
    QList<QNetworkProxy> queryProxy(const QNetworkProxyQuery& query) override
    {
        const QString host = query.peerHostName();
        if (host == QLatin1String("localhost") || QHostAddress(host).isLoopback())
            return {QNetworkProxy(QNetworkProxy::NoProxy)};
        return systemProxyForQuery(query);
    }
};

} // namespace

/// Everything here runs in the network thread, the constructor excepted.
class HttpFetcher::Worker final : public QObject
{
public:
    explicit Worker(HttpOptions options) : m_options(std::move(options)) {}

    void start(const HttpJob& job, const std::shared_ptr<HttpSink>& sink)
    {
        if (!m_manager) {
            m_manager = std::make_unique<QNetworkAccessManager>();
            m_manager->setProxyFactory(new ProxyFactory);
        }
        auto fetch = std::make_unique<HttpFetch>(*m_manager, m_options, job, sink);
        HttpFetch& started = *fetch;
        m_fetches.insert_or_assign(job.id, std::move(fetch));
        // Later: it ends in a slot of its own object.
        started.onEnd = [this, id = job.id] {
            QMetaObject::invokeMethod(
                this, [this, id] { cancel(id); }, Qt::QueuedConnection);
        };
        started.attempt();
    }

    void cancel(std::uint64_t id) { m_fetches.erase(id); }

private:
    HttpOptions m_options;
    std::unique_ptr<QNetworkAccessManager> m_manager;
    std::map<std::uint64_t, std::unique_ptr<HttpFetch>> m_fetches; ///< gone before the manager
};

HttpFetcher::HttpFetcher(HttpOptions options) : m_worker(new Worker(std::move(options)))
{
    m_thread.setObjectName(QStringLiteral("network"));
    m_worker->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    m_thread.start();
}

HttpFetcher::~HttpFetcher()
{
    m_thread.quit();
    m_thread.wait();
}

void HttpFetcher::start(HttpJob job, std::shared_ptr<HttpSink> sink)
{
    QMetaObject::invokeMethod(
        m_worker,
        [worker = m_worker, request = std::move(job), target = std::move(sink)] {
            worker->start(request, target);
        },
        Qt::QueuedConnection);
}

void HttpFetcher::cancel(std::uint64_t id)
{
    QMetaObject::invokeMethod(
        m_worker, [worker = m_worker, id] { worker->cancel(id); }, Qt::QueuedConnection);
}

namespace {

/// An attempt that brought this much was not in vain: failures are counted from there anew.
constexpr std::uint64_t WorthIt = std::uint64_t{64} << 10;
/// What Qt may hold of an answer before it is looked at.
constexpr qint64 ReadBuffer = qint64{1} << 20;
constexpr int MostRedirects = 5;
/// Somebody waits to see a recording open: a server that is not there is said so soon.
constexpr int RefusalsWhenOpening = 3;
/// The slowest modem was ten times as fast.
constexpr std::uint64_t LeastBytesPerSecond = 64;

QNetworkRequest makeRequest(const QUrl& url, ByteRange range, const HttpFacts* known)
{
    QNetworkRequest request(url);
    request.setRawHeader("Range", "bytes=" + QByteArray::number(qulonglong{range.begin}) + '-' +
                                      QByteArray::number(qulonglong{range.end - 1}));
    request.setRawHeader("Accept-Encoding", "identity");
    // Only a strong ETag may be compared by the server; others are compared here.
    if (known && !known->etag.isEmpty() && !known->etag.startsWith("W/"))
        request.setRawHeader("If-Range", known->etag);
    request.setHeader(QNetworkRequest::UserAgentHeader, QStringLiteral("Ghostline/" GHOSTLINE_VERSION));
    // Followed here: when Qt does, headers of the redirect and of where it leads may come mixed.
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::CacheLoadControlAttribute, QNetworkRequest::AlwaysNetwork);
    // One connection a range: giving one up then never disturbs another.
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    return request;
}

bool isFingerprintOf(const QSslCertificate& certificate, const QByteArray& fingerprint)
{
    return !certificate.isNull() && certificate.digest(QCryptographicHash::Sha256).toHex() == fingerprint;
}

/// Looked at before anything of the request is sent, on every connection that it takes. Whoever signed it,
/// and which names and dates it has, counts for nothing. The reply asks itself: it does so, too, where nobody
/// listens to it any more.
void acceptOnly(QNetworkReply& reply, const QByteArray& fingerprint)
{
    const auto isRight = [&reply, fingerprint] {
        return isFingerprintOf(reply.sslConfiguration().peerCertificate(), fingerprint);
    };
    QObject::connect(&reply, &QNetworkReply::sslErrors, &reply, [&reply, isRight] {
        if (isRight())
            reply.ignoreSslErrors();
    });
    QObject::connect(&reply, &QNetworkReply::encrypted, &reply, [&reply, isRight] {
        if (!isRight())
            reply.abort();
    });
}

HttpAnswer answerOf(const QNetworkReply& reply)
{
    HttpAnswer answer;
    answer.status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    answer.contentRange = reply.rawHeader("Content-Range");
    answer.contentLength = reply.rawHeader("Content-Length");
    answer.contentType = reply.rawHeader("Content-Type");
    answer.contentEncoding = reply.rawHeader("Content-Encoding");
    answer.etag = reply.rawHeader("ETag");
    answer.lastModified = reply.rawHeader("Last-Modified");
    return answer;
}

Sentence failureText(const QString& host, const QNetworkReply& reply)
{
    switch (reply.error()) {
    case QNetworkReply::ConnectionRefusedError:
        return Sentence::of(QStringLiteral("%1 refused the connection"), {host});
    case QNetworkReply::RemoteHostClosedError:
        return Sentence::of(QStringLiteral("%1 closed the connection"), {host});
    case QNetworkReply::HostNotFoundError:
        return Sentence::of(QStringLiteral("%1 is not known: no such host"), {host});
    case QNetworkReply::TimeoutError:
        return Sentence::of(QStringLiteral("%1 did not answer in time"), {host});
    default:
        return Sentence::of(QStringLiteral("%1 could not be read from: %2"), {host, reply.errorString()});
    }
}

Error anotherCertificate(const QString& host)
{
    Error error{ErrorCode::IoError, {}, {}, {}, {}};
    error.say(Sentence::of(QStringLiteral("%1 shows another certificate than the address says"), {host}));
    error.advise(Sentence::of(
        QStringLiteral("Somebody else could be answering, so nothing was asked of it; where the server has a "
                       "new certificate, a new address is needed")));
    return error;
}

bool isRedirect(int status)
{
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

/// Failures that the next attempt would meet again.
bool isFinal(QNetworkReply::NetworkError error)
{
    switch (error) {
    case QNetworkReply::SslHandshakeFailedError:
    case QNetworkReply::ProtocolUnknownError:
    case QNetworkReply::ProtocolInvalidOperationError:
    case QNetworkReply::ProxyNotFoundError:
    case QNetworkReply::ProxyAuthenticationRequiredError:
        return true;
    default:
        return false;
    }
}

Sentence adviceFor(QNetworkReply::NetworkError error)
{
    switch (error) {
    case QNetworkReply::SslHandshakeFailedError:
        return Sentence::of(QStringLiteral("Somebody else could be answering, so nothing is read; the server "
                                           "needs a certificate that this computer trusts"));
    case QNetworkReply::HostNotFoundError:
        return Sentence::of(QStringLiteral("Check how the name of the server is spelt"));
    default:
        return {};
    }
}

} // namespace

HttpFetch::HttpFetch(QNetworkAccessManager& manager, const HttpOptions& options, const HttpJob& job,
                     std::shared_ptr<HttpSink> sink)
    : m_manager(manager), m_options(options), m_job(job), m_sink(std::move(sink)), m_known(job.known),
      m_host(hostText(job.url)), m_position(job.range.begin)
{
    m_silence.setSingleShot(true);
    m_silence.setInterval(options.silence);
    connect(&m_silence, &QTimer::timeout, this, [this] {
        if (everythingArrived())
            complete();
        else
            wasSilent();
    });
    m_pace.setInterval(options.silence);
    connect(&m_pace, &QTimer::timeout, this, [this] { checkPace(); });
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, [this] { attempt(); });
}

HttpFetch::~HttpFetch() { dropReply(); }

Sentence HttpFetch::silenceText() const
{
    const double seconds = std::chrono::duration<double>(m_options.silence).count();
    return Sentence::of(QStringLiteral("%1 s"), {Sentence::figure(QString::number(seconds, 'g', 3))});
}

/// Also where headers go on and on: nothing is known of an answer before they end.
void HttpFetch::wasSilent()
{
    if (!m_known)
        m_options.attempts = std::min(m_options.attempts, RefusalsWhenOpening);
    brokeOff(Sentence::of(m_accepted ? QStringLiteral("%1 sent nothing for %2")
                                     : QStringLiteral("%1 sent no answer for %2"),
                          {m_host, silenceText()}));
}

/// A byte now and then is no silence, and would never end either.
void HttpFetch::checkPace()
{
    const std::uint64_t came = m_position - std::exchange(m_pacedFrom, m_position);
    const std::uint64_t least =
        LeastBytesPerSecond * static_cast<std::uint64_t>(m_options.silence.count()) / 1000;
    if (m_accepted && !everythingArrived() && came < least)
        brokeOff(Sentence::of(QStringLiteral("%1 sent only %2 bytes in %3"),
                              {m_host, QString::number(came), silenceText()}));
}

void HttpFetch::attempt()
{
    m_accepted = false;
    m_startedAt = m_pacedFrom = m_position;
    m_reply =
        m_manager.get(makeRequest(m_job.url, {m_position, m_job.range.end}, m_known ? &*m_known : nullptr));
    m_reply->setReadBufferSize(ReadBuffer);
    if (!m_options.fingerprint.isEmpty())
        acceptOnly(*m_reply, m_options.fingerprint);
    connect(m_reply, &QNetworkReply::metaDataChanged, this, [this] {
        // Qt may ask again by itself; what comes then begins at the old place, and is not the rest.
        if (m_accepted)
            brokeOff(Sentence::of(QStringLiteral("%1 closed the connection"), {m_host}));
        else
            checkHeaders();
    });
    connect(m_reply, &QNetworkReply::readyRead, this, [this] { takeBytes(); });
    connect(m_reply, &QNetworkReply::finished, this, [this] { replyFinished(); });
    m_silence.start();
    m_pace.start();
}

void HttpFetch::checkHeaders()
{
    if (m_accepted || !m_reply)
        return;
    const HttpAnswer answer = answerOf(*m_reply);
    if (answer.status == 0)
        return;
    if (isRedirect(answer.status) && m_reply->hasRawHeader("Location"))
        return follow(m_reply->rawHeader("Location"));
    m_silence.start();
    auto facts = checkAnswer(answer, {m_position, m_job.range.end}, m_known ? &*m_known : nullptr, m_host);
    if (!facts && facts.error().again)
        return brokeOff(facts.error().error.said());
    if (!facts && mayHaveExpired(answer.status))
        return goBack();
    if (!facts)
        return fail(std::move(facts.error().error));
    m_accepted = true;
    m_redirects = 0;
    if (m_known) {
        if (m_known->url != m_job.url) {
            m_known->url = m_job.url;
            m_sink->learned(m_job.id, *m_known);
        }
        return;
    }
    facts->url = m_job.url;
    m_known = *facts;
    m_job.range.end = std::min(m_job.range.end, facts->size);
    m_sink->learned(m_job.id, *facts);
    if (facts->size == 0)
        complete();
}

/// Where redirects led once may be good for a while only.
bool HttpFetch::mayHaveExpired(int status) const
{
    return !m_wentBack && m_known && m_job.given.isValid() && m_known->url == m_job.url &&
           m_job.given != m_job.url && (status == 401 || status == 403 || status == 404 || status == 410);
}

/// To the address that was given, which tells where it is now.
void HttpFetch::goBack()
{
    m_wentBack = true;
    dropReply();
    m_job.url = m_job.given;
    m_host = hostText(m_job.url);
    attempt();
}

void HttpFetch::follow(const QByteArray& location)
{
    const QUrl target = m_job.url.resolved(QUrl::fromEncoded(location)).adjusted(QUrl::RemoveFragment);
    const bool web = target.isValid() && !target.host().isEmpty() && isWebAddress(target.toString());
    const auto refuse = [&](const Sentence& why) {
        Error error{ErrorCode::NotReadable, {}, {}, {}, {}};
        error.say(Sentence::of(QStringLiteral("%1 sends elsewhere, to %2: %3"),
                               {m_host, addressText(target), why}));
        fail(std::move(error));
    };
    if (!web)
        return refuse(Sentence::of(QStringLiteral("that is not a web address")));
    if (m_job.url.scheme() == QLatin1String("https") && target.scheme() != QLatin1String("https"))
        return refuse(Sentence::of(QStringLiteral("the way there is less safe (http after https)")));
    if (++m_redirects > MostRedirects)
        return refuse(Sentence::of(QStringLiteral("that was the last of %1 redirects in a row"),
                                   {QString::number(m_redirects)}));
    dropReply();
    m_job.url = target;
    m_host = hostText(target);
    attempt();
}

void HttpFetch::takeBytes()
{
    checkHeaders();
    while (m_reply && m_accepted && takeSome())
        m_silence.start();
}

bool HttpFetch::takeSome()
{
    const std::uint64_t left = m_job.range.end - m_position;
    // One byte more than wanted is enough to see that there is too much.
    QByteArray bytes = m_reply->read(static_cast<qint64>(std::min<std::uint64_t>(left, ReadBuffer)) + 1);
    if (bytes.isEmpty())
        return false;
    if (static_cast<std::uint64_t>(bytes.size() + m_held.size()) > left) {
        Error error{ErrorCode::IoError, {}, {.offset = m_job.range.end}, {}, {}};
        error.say(
            Sentence::of(QStringLiteral("%1 sends more than was asked for: the answer goes on after the "
                                        "%2 bytes it announced"),
                         {m_host, QString::number(m_job.range.end - m_startedAt)}));
        fail(std::move(error));
        return false;
    }
    if (static_cast<std::uint64_t>(bytes.size()) == left) {
        m_held = bytes.right(1);
        bytes.chop(1);
    }
    if (!bytes.isEmpty()) {
        const std::uint64_t offset = m_position;
        m_position += static_cast<std::uint64_t>(bytes.size());
        m_sink->arrived(m_job.id, offset,
                        std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
    }
    return true;
}

bool HttpFetch::showedAnotherCertificate() const
{
    const QSslCertificate shown = m_reply->sslConfiguration().peerCertificate();
    return !m_options.fingerprint.isEmpty() && !shown.isNull() &&
           !isFingerprintOf(shown, m_options.fingerprint);
}

void HttpFetch::replyFinished()
{
    takeBytes();
    if (!m_reply)
        return;
    if (everythingArrived())
        return complete();
    if (showedAnotherCertificate())
        return fail(anotherCertificate(m_host));
    const Sentence what = failureText(m_host, *m_reply);
    const QNetworkReply::NetworkError error = m_reply->error();
    const bool neverReached = error == QNetworkReply::HostNotFoundError && !m_known;
    if (!m_accepted && (isFinal(error) || neverReached)) {
        Error met{ErrorCode::IoError, {}, {}, {}, {}};
        met.say(what);
        met.advise(adviceFor(error));
        return fail(std::move(met));
    }
    if (error == QNetworkReply::ConnectionRefusedError && !m_known)
        m_options.attempts = std::min(m_options.attempts, RefusalsWhenOpening);
    if (error == QNetworkReply::NoError)
        return brokeOff(Sentence::of(m_accepted ? QStringLiteral("%1 sent fewer bytes than were asked for")
                                                : QStringLiteral("%1 gave an answer that is not HTTP"),
                                     {m_host}));
    brokeOff(what);
}

void HttpFetch::complete()
{
    dropReply();
    if (!m_held.isEmpty())
        m_sink->arrived(m_job.id, m_position, std::as_bytes(std::span(m_held.constData(), 1)));
    m_sink->ended(m_job.id, std::nullopt);
    onEnd();
}

void HttpFetch::brokeOff(const Sentence& message)
{
    dropReply();
    m_held.clear();
    if (m_position - m_startedAt >= WorthIt)
        m_failures = 0;
    ++m_failures;
    if (m_failures >= m_options.attempts) {
        Error error{ErrorCode::IoError, {}, {.offset = m_position}, {}, {}};
        error.say(
            Sentence::of(QStringLiteral("%1 (tried %2 times)"), {message, QString::number(m_failures)}));
        error.advise(Sentence::of(
            QStringLiteral("Check the connection, and whether the server runs; then try again")));
        return fail(std::move(error));
    }
    auto pause = m_options.firstPause;
    for (int i = 1; i < m_failures && pause < m_options.longestPause; ++i)
        pause *= 2;
    m_pause.start(std::min(pause, m_options.longestPause));
}

void HttpFetch::fail(Error error)
{
    dropReply();
    error.file = addressText(m_job.url);
    m_sink->ended(m_job.id, std::move(error));
    onEnd();
}

void HttpFetch::dropReply()
{
    m_silence.stop();
    m_pace.stop();
    if (!m_reply)
        return;
    m_reply->disconnect(this);
    // Not abort(): Qt may have news of the reply on their way, which an aborted one takes for a mistake.
    // Going, it gives up its request just so. Later, as its own slots come here.
    m_reply->deleteLater();
    m_reply = nullptr;
}

} // namespace ghostline::model
