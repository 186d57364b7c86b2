// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One range on its way from a web server: its attempts one after the other. Lives in the network thread.
#include "model/http_fetcher.h"

#include <QNetworkReply>
#include <QTimer>

#include <functional>

class QNetworkAccessManager;

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
    void replyFinished();
    bool everythingArrived() const { return m_known && m_held.size() == 1; }
    void complete();
    /// The attempt broke off: goes on after a pause, or gives up.
    void brokeOff(const QString& message);
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
    QTimer m_silence;
    QTimer m_pause;
};

} // namespace ghostline::model
