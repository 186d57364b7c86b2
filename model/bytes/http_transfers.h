// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who waits for which bytes of one web resource, and which requests are under way for them.
#include "model/bytes/http_fetcher.h"

#include <condition_variable>
#include <mutex>

namespace ghostline::model {

/// What the sources of one opened address share: its lock guards their transfers, too.
struct HttpShared
{
    explicit HttpShared(std::size_t cacheBytes) : cache(cacheBytes) {}
    std::mutex mutex;
    HttpCache cache;
};

/// Thread-safe. The network thread holds on to it as long as a request runs; it never reaches the fetcher
/// from there.
class HttpTransfers final : public HttpSink, public std::enable_shared_from_this<HttpTransfers>
{
public:
    explicit HttpTransfers(std::shared_ptr<HttpShared> shared);
    ~HttpTransfers() override;

    /// Asks for the first `firstBytes` and waits until the answer has told what the resource is.
    Result<HttpFacts> open(HttpFetcher& fetcher, const QUrl& url, std::uint64_t firstBytes,
                           std::stop_token stop);
    /// Fills `out`; all of it lies within the resource.
    Result<void> read(HttpFetcher& fetcher, std::uint64_t offset, std::span<std::byte> out,
                      std::stop_token stop);
    /// Gives up all requests; called before the fetcher may go.
    void cancelAll(HttpFetcher& fetcher);

    void learned(std::uint64_t job, const HttpFacts& facts) override;
    void arrived(std::uint64_t job, std::uint64_t offset, std::span<const std::byte> bytes) override;
    void ended(std::uint64_t job, std::optional<Error> error) override;

private:
    struct Reader
    {
        std::uint64_t offset;
        std::span<std::byte> out;
        ByteRanges missing;
        std::optional<Error> error{};
        bool orphaned = false; ///< a request it counted on is gone
    };
    struct Transfer
    {
        std::uint64_t job = 0;
        ByteRange rest;    ///< not yet arrived
        bool keep = false; ///< goes on without a reader
    };

    void request(HttpFetcher& fetcher, const ByteRanges& missing);
    void leave(HttpFetcher& fetcher, const Reader& reader);

    std::shared_ptr<HttpShared> m_shared;
    std::condition_variable_any m_changed;
    // Guarded by m_shared->mutex:
    unsigned m_file;
    std::vector<Reader*> m_readers;
    std::vector<Transfer> m_transfers;
    std::optional<HttpFacts> m_facts;
    std::optional<Error> m_openError;
    std::optional<Error> m_replaced; ///< the resource has changed: no more requests are made
    QUrl m_given;                    ///< the address before any redirect
};

} // namespace ghostline::model
