// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Requests for byte ranges, made in a network thread: retried, and resumed after a broken connection.
#include "model/bytes/http_reply_check.h"
#include "model/bytes/http_source.h"

#include <QThread>

#include <atomic>

namespace ghostline::model {

/// One range of one resource to be fetched.
struct HttpJob
{
    std::uint64_t id = 0;
    QUrl url;
    ByteRange range;
    std::optional<HttpFacts> known; ///< null for the first of a resource
    QUrl given{};                   ///< asked when `url`, where it led before, has expired
};

/// Receives the results of a job, in the network thread.
class HttpSink
{
public:
    virtual ~HttpSink() = default;
    /// The first acceptable answer to a job without `known`; and whenever redirects led elsewhere than known.
    virtual void learned(std::uint64_t job, const HttpFacts& facts) = 0;
    /// In order and without gaps. The last byte comes only when the answer ended where it should.
    virtual void arrived(std::uint64_t job, std::uint64_t offset, std::span<const std::byte> bytes) = 0;
    /// Nothing comes after this. Null: everything arrived.
    virtual void ended(std::uint64_t job, std::optional<Error> error) = 0;
};

/// The network thread. Methods may be called from any thread; the destructor, not from the network thread,
/// aborts what is under way and waits for the thread.
class HttpFetcher
{
public:
    explicit HttpFetcher(HttpOptions options);
    ~HttpFetcher();
    HttpFetcher(const HttpFetcher&) = delete;
    HttpFetcher& operator=(const HttpFetcher&) = delete;

    std::uint64_t newId() { return ++m_lastId; }
    void start(HttpJob job, std::shared_ptr<HttpSink> sink);
    /// The sink may be told something for a moment yet.
    void cancel(std::uint64_t id);

private:
    class Worker;
    QThread m_thread;
    Worker* m_worker; ///< lives in, and goes with, the thread
    std::atomic<std::uint64_t> m_lastId{0};
};

} // namespace ghostline::model
