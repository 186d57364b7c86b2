// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/http_fetcher.h"

#include "model/http_fetch.h"

#include <QHostAddress>
#include <QNetworkAccessManager>
#include <QNetworkProxy>

#include <map>

namespace ghostline::model {

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
    explicit Worker(HttpOptions options) : m_options(options) {}

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

HttpFetcher::HttpFetcher(HttpOptions options) : m_worker(new Worker(options))
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

} // namespace ghostline::model
