// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/bytes/http_transfers.h"

#include <algorithm>
#include <cstring>

namespace ghostline::model {

namespace {

/// Bytes kept already are fetched once more when that saves a request.
constexpr std::uint64_t SmallGap = std::uint64_t{64} << 10;
constexpr std::size_t MostRequests = 2;

} // namespace

HttpTransfers::HttpTransfers(std::shared_ptr<HttpShared> shared) : m_shared(std::move(shared))
{
    const std::lock_guard lock(m_shared->mutex);
    m_file = m_shared->cache.addFile();
}

HttpTransfers::~HttpTransfers()
{
    const std::lock_guard lock(m_shared->mutex);
    m_shared->cache.dropFile(m_file);
}

Result<HttpFacts> HttpTransfers::open(HttpFetcher& fetcher, const QUrl& url, std::uint64_t firstBytes,
                                      std::stop_token stop)
{
    std::unique_lock lock(m_shared->mutex);
    const std::uint64_t id = fetcher.newId();
    m_given = url;
    m_transfers.push_back({id, {0, firstBytes}, true});
    fetcher.start({id, url, {0, firstBytes}, std::nullopt, url}, shared_from_this());
    m_changed.wait(lock, stop, [this] { return m_facts || m_openError; });
    if (m_facts)
        return *m_facts;
    if (m_openError)
        return tl::unexpected(*m_openError);
    return cancelled();
}

Result<void> HttpTransfers::read(HttpFetcher& fetcher, std::uint64_t offset, std::span<std::byte> out,
                                 std::stop_token stop)
{
    std::unique_lock lock(m_shared->mutex);
    Reader reader{offset, out, ByteRanges({offset, offset + out.size()})};
    m_shared->cache.copy(m_file, offset, out, reader.missing);
    if (reader.missing.empty())
        return {};
    if (m_replaced)
        return tl::unexpected(*m_replaced);
    m_readers.push_back(&reader);
    do {
        request(fetcher, reader.missing);
        reader.orphaned = false;
        m_changed.wait(lock, stop,
                       [&reader] { return reader.missing.empty() || reader.error || reader.orphaned; });
    } while (!reader.missing.empty() && !reader.error && !stop.stop_requested());
    leave(fetcher, reader);
    if (reader.missing.empty())
        return {};
    if (reader.error)
        return tl::unexpected(std::move(*reader.error));
    return cancelled();
}

/// Starts requests for what nobody has asked for yet.
void HttpTransfers::request(HttpFetcher& fetcher, const ByteRanges& missing)
{
    ByteRanges wanted = missing;
    for (const Transfer& transfer : m_transfers)
        wanted.remove(transfer.rest);
    wanted.join(SmallGap, MostRequests);
    for (const ByteRange& part : wanted.parts()) {
        const std::uint64_t id = fetcher.newId();
        m_transfers.push_back({id, part, false});
        fetcher.start({id, m_facts->url, part, m_facts, m_given}, shared_from_this());
    }
}

/// Forgets a reader, and gives up the requests that nobody waits for any more.
void HttpTransfers::leave(HttpFetcher& fetcher, const Reader& reader)
{
    m_readers.erase(std::remove(m_readers.begin(), m_readers.end(), &reader), m_readers.end());
    const auto unwanted = [this, &fetcher](const Transfer& transfer) {
        const bool wanted = transfer.keep || transfer.rest.empty() ||
                            std::any_of(m_readers.begin(), m_readers.end(), [&](const Reader* other) {
                                return other->missing.overlaps(transfer.rest);
                            });
        if (!wanted)
            fetcher.cancel(transfer.job);
        return !wanted;
    };
    m_transfers.erase(std::remove_if(m_transfers.begin(), m_transfers.end(), unwanted), m_transfers.end());
}

void HttpTransfers::cancelAll(HttpFetcher& fetcher)
{
    const std::lock_guard lock(m_shared->mutex);
    for (const Transfer& transfer : m_transfers)
        fetcher.cancel(transfer.job);
    m_transfers.clear();
    m_shared->cache.dropFile(m_file);
}

void HttpTransfers::learned(std::uint64_t job, const HttpFacts& facts)
{
    const std::lock_guard lock(m_shared->mutex);
    for (Transfer& transfer : m_transfers) {
        if (transfer.job == job)
            transfer.rest.end = std::min(transfer.rest.end, facts.size);
    }
    m_facts = facts;
    m_changed.notify_all();
}

void HttpTransfers::arrived(std::uint64_t job, std::uint64_t offset, std::span<const std::byte> bytes)
{
    const std::lock_guard lock(m_shared->mutex);
    const auto transfer = std::find_if(m_transfers.begin(), m_transfers.end(),
                                       [job](const Transfer& running) { return running.job == job; });
    // Given up meanwhile; what it brings is right all the same, but nobody reads here any more.
    if (transfer == m_transfers.end())
        return;
    const ByteRange range{offset, offset + bytes.size()};
    transfer->rest.begin = range.end;
    m_shared->cache.insert(m_file, offset, bytes);
    bool complete = false;
    for (Reader* reader : m_readers) {
        const std::uint64_t begin = std::max(range.begin, reader->offset);
        const std::uint64_t end = std::min<std::uint64_t>(range.end, reader->offset + reader->out.size());
        if (begin >= end || !reader->missing.overlaps({begin, end}))
            continue;
        std::memcpy(reader->out.data() + (begin - reader->offset), bytes.data() + (begin - offset),
                    end - begin);
        reader->missing.remove({begin, end});
        complete = complete || reader->missing.empty();
    }
    if (complete)
        m_changed.notify_all();
}

void HttpTransfers::ended(std::uint64_t job, std::optional<Error> error)
{
    const std::lock_guard lock(m_shared->mutex);
    const auto transfer = std::find_if(m_transfers.begin(), m_transfers.end(),
                                       [job](const Transfer& running) { return running.job == job; });
    if (transfer == m_transfers.end())
        return;
    for (Reader* reader : m_readers) {
        if (!reader->missing.overlaps(transfer->rest))
            continue;
        reader->orphaned = true;
        if (error)
            reader->error = error;
    }
    m_transfers.erase(transfer);
    if (error && error->code == ErrorCode::Changed)
        m_replaced = error;
    if (!m_facts)
        m_openError = error;
    m_changed.notify_all();
}

} // namespace ghostline::model
