// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/live/live_client.h"

#include "model/bytes/http_reply_check.h"

#include <QDateTime>
#include <QEventLoop>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QTimer>

#include <functional>
#include <optional>

namespace ghostline::echo {

using model::Sentence;
using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds AnswerTime = 3s;
/// Bones that come so much later than the session are of another moment.
constexpr std::chrono::milliseconds BoneTime = 100ms;
/// A game without bones is asked for them seldom.
constexpr int BonelessPolls = 10;
constexpr auto BonePause = 5s;
/// What Qt may hold of an answer before it is looked at.
constexpr qint64 ReadBuffer = qint64{64} << 10;

QNetworkRequest requestFor(const QUrl& address)
{
    QNetworkRequest request(address);
    request.setRawHeader("Accept", "application/json");
    request.setRawHeader("Accept-Encoding", "identity"); // what is packed could unpack to anything
    request.setHeader(QNetworkRequest::UserAgentHeader, QStringLiteral("Ghostline"));
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::CacheLoadControlAttribute, QNetworkRequest::AlwaysNetwork);
    request.setAttribute(QNetworkRequest::CacheSaveControlAttribute, false);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    return request;
}

Sentence failureOf(const QNetworkReply& reply)
{
    const QString host = model::hostText(reply.request().url());
    switch (reply.error()) {
    case QNetworkReply::ConnectionRefusedError:
        return Sentence::of(QStringLiteral("%1 refused the connection"), {host});
    case QNetworkReply::RemoteHostClosedError:
        return Sentence::of(QStringLiteral("%1 closed the connection"), {host});
    case QNetworkReply::HostNotFoundError:
        return Sentence::of(QStringLiteral("%1 is not known: no such host"), {host});
    default:
        return Sentence::of(QStringLiteral("%1 could not be read from: %2"), {host, reply.errorString()});
    }
}

/// Ends the loop from whichever thread stops.
class StopsLoop
{
public:
    StopsLoop(const std::stop_token& stop, QEventLoop& loop) : m_callback(stop, Quit{&loop}) {}

private:
    struct Quit
    {
        QEventLoop* loop;
        void operator()() const { QMetaObject::invokeMethod(loop, &QEventLoop::quit, Qt::QueuedConnection); }
    };
    std::stop_callback<Quit> m_callback;
};

} // namespace

/// A request under way, or its answer.
class LiveClient::Question
{
public:
    Question(QNetworkAccessManager& manager, const QUrl& address, std::function<void()> done)
        : m_done(std::move(done)), m_reply(manager.get(requestFor(address)))
    {
        m_reply->setReadBufferSize(ReadBuffer);
        QObject::connect(m_reply.get(), &QIODevice::readyRead, &m_listens, [this] { read(); });
        QObject::connect(m_reply.get(), &QNetworkReply::finished, &m_listens, [this] { end(); });
    }
    ~Question()
    {
        m_reply->disconnect(&m_listens); // Qt itself goes on listening, or aborting would do nothing
        m_reply->abort();
        m_reply.release()->deleteLater(); // this may run in one of its own signals
    }
    Question(const Question&) = delete;
    Question& operator=(const Question&) = delete;

    bool ended() const { return m_ended; }
    void giveUp(const Sentence& why)
    {
        if (m_ended)
            return;
        m_answer.failure = why;
        m_ended = true;
        m_done();
    }
    /// Whoever waited for it does so no more.
    void forget()
    {
        m_done = [] {};
    }
    LiveAnswer take() { return std::move(m_answer); }
    QString host() const { return model::hostText(m_reply->request().url()); }

private:
    void read()
    {
        if (m_ended)
            return;
        m_answer.body += m_reply->read(MaxAnswerBytes + 1 - m_answer.body.size());
        if (m_answer.body.size() > MaxAnswerBytes) {
            m_answer.body.clear();
            giveUp(Sentence::of(QStringLiteral("%1 sent more than any frame has"), {host()}));
        }
    }
    void end()
    {
        read();
        if (m_ended)
            return;
        m_answer.status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
        // An error of HTTP is an answer like others.
        const bool broken =
            m_answer.status == 0 || (m_reply->error() != QNetworkReply::NoError && m_answer.status < 400);
        if (broken)
            m_answer.failure = failureOf(*m_reply);
        m_ended = true;
        m_done();
    }

    std::function<void()> m_done;
    QObject m_listens;
    std::unique_ptr<QNetworkReply> m_reply;
    LiveAnswer m_answer;
    bool m_ended = false;
};

LiveClient::LiveClient(QUrl session, QUrl bones)
    : m_session(std::move(session)), m_bones(std::move(bones)), m_beginMs(QDateTime::currentMSecsSinceEpoch())
{
    m_manager.setProxy(QNetworkProxy::NoProxy);
}

LiveClient::~LiveClient() = default;

/// A wall clock that is set meanwhile does not move it.
std::int64_t LiveClient::now() const
{
    return m_beginMs + std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - m_begin).count();
}

bool LiveClient::wantsBones()
{
    if (m_lateBones && (m_lateBones->ended() || Clock::now() >= m_lateSince + AnswerTime))
        m_lateBones.reset();
    return !m_lateBones && (m_boneless < BonelessPolls || Clock::now() >= m_bonesFrom);
}

LivePoll LiveClient::poll(const std::stop_token& stop)
{
    LivePoll poll;
    QEventLoop loop;
    const StopsLoop stops(stop, loop);
    QTimer late;
    late.setSingleShot(true);
    late.setTimerType(Qt::PreciseTimer);
    std::unique_ptr<Question> bones;
    std::optional<Question> session;
    const auto bonesEnded = [&] {
        if (session && session->ended())
            loop.quit();
    };
    session.emplace(m_manager, m_session, [&] {
        poll.timeMs = now();
        if (!bones || bones->ended())
            loop.quit();
        else
            late.start(BoneTime);
    });
    if (wantsBones())
        bones = std::make_unique<Question>(m_manager, m_bones, bonesEnded);
    QObject::connect(&late, &QTimer::timeout, &loop, [&] {
        if (!session->ended())
            session->giveUp(
                Sentence::of(QStringLiteral("%1 sent no answer for %2 s"),
                             {session->host(), Sentence::figure(double(AnswerTime.count()) / 1000, 0)}));
        loop.quit();
    });
    late.start(AnswerTime);
    if (!stop.stop_requested())
        loop.exec();
    if (!session->ended())
        session->giveUp(Sentence::of(QStringLiteral("it was stopped")));
    poll.session = session->take();
    if (bones && bones->ended())
        poll.bones = bones->take();
    const bool came = bones && bones->ended() && poll.bones.failure.isEmpty() && poll.bones.status == 200;
    if (bones && poll.session.status == 200 && poll.session.failure.isEmpty()) {
        m_boneless = came ? 0 : m_boneless + 1;
        m_bonesFrom = Clock::now() + BonePause;
    }
    if (bones && !bones->ended()) {
        bones->forget();
        m_lateBones = std::move(bones);
        m_lateSince = Clock::now();
    }
    return poll;
}

bool LiveClient::wait(std::chrono::milliseconds time, const std::stop_token& stop)
{
    QEventLoop loop;
    const StopsLoop stops(stop, loop);
    QTimer timer;
    timer.setSingleShot(true);
    timer.setTimerType(Qt::PreciseTimer);
    QObject::connect(&timer, &QTimer::timeout, &loop, &QEventLoop::quit);
    timer.start(time);
    if (!stop.stop_requested())
        loop.exec();
    return !stop.stop_requested();
}

} // namespace ghostline::echo
