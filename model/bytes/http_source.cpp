// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/bytes/http_source.h"

#include "model/base/text.h"
#include "model/bytes/byte_sources.h"
#include "model/bytes/http_transfers.h"

#include <QLocale>

#include <algorithm>

namespace ghostline::model {

namespace {

/// Asked for when opening: enough that most formats are recognised, and small files read, without another
/// request.
constexpr std::uint64_t FirstBytes = std::uint64_t{256} << 10;

tl::unexpected<Error> badAddress(const QUrl& url, const Sentence& message)
{
    auto bad = fail(ErrorCode::InvalidArgument, message);
    bad.value().file = addressText(url);
    return bad;
}

/// "Sun, 06 Nov 1994 08:49:37 GMT"; invalid when it is anything else.
QDateTime httpDate(const QByteArray& text)
{
    QDateTime date = QLocale::c().toDateTime(QString::fromLatin1(text.trimmed()),
                                             QStringLiteral("ddd, dd MMM yyyy hh:mm:ss 'GMT'"));
    date.setTimeSpec(Qt::UTC);
    return date;
}

const QLatin1String FingerprintFragment("fingerprint=");

bool isHexOfSha256(const QByteArray& text)
{
    const auto isHex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    return text.size() == 64 && std::ranges::all_of(text, isHex);
}

/// What the address and the options ask for; what cannot be kept to is an error, and never "any".
Result<QByteArray> fingerprintFor(const QUrl& url, const HttpOptions& options)
{
    const QString fragment = url.fragment(QUrl::FullyDecoded);
    const bool said = fragment.startsWith(FingerprintFragment);
    QByteArray fingerprint =
        said ? fragment.mid(FingerprintFragment.size()).toLatin1().toLower() : options.fingerprint;
    if (!said && fingerprint.isEmpty())
        return fingerprint;
    if (!isHexOfSha256(fingerprint))
        return badAddress(url, Sentence::of(QStringLiteral(
                                   "the fingerprint in the address is none: it has 64 hexadecimal digits")));
    if (url.scheme() != QLatin1String("https"))
        return badAddress(url,
                          Sentence::of(QStringLiteral("an address with a fingerprint begins with https://, "
                                                      "as only there a certificate is shown")));
    return fingerprint;
}

/// A resource and what it shares with those opened through it.
class HttpSource final : public ByteSource
{
public:
    HttpSource(HttpOptions options, std::shared_ptr<HttpFetcher> fetcher, std::shared_ptr<HttpShared> shared)
        : m_options(std::move(options)), m_fetcher(std::move(fetcher)), m_shared(std::move(shared)),
          m_transfers(std::make_shared<HttpTransfers>(m_shared))
    {
    }
    ~HttpSource() override { m_transfers->cancelAll(*m_fetcher); }
    HttpSource(const HttpSource&) = delete;
    HttpSource& operator=(const HttpSource&) = delete;

    Result<void> open(const QUrl& url, std::stop_token stop)
    {
        auto facts = m_transfers->open(*m_fetcher, url, FirstBytes, std::move(stop));
        if (!facts)
            return tl::unexpected(std::move(facts.error()));
        m_url = facts->url.isEmpty() ? url : facts->url;
        m_identity.name = addressText(url);
        m_identity.size = facts->size;
        m_identity.etag = facts->etag;
        m_identity.modified = httpDate(facts->lastModified);
        m_identity.fingerprint = m_options.fingerprint;
        return {};
    }

    Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out,
                             std::stop_token stop) const override
    {
        if (stop.stop_requested())
            return fail(ErrorCode::Cancelled, QStringLiteral("reading was cancelled"));
        if (offset >= m_identity.size || out.empty())
            return std::size_t{0};
        const std::uint64_t count = std::min<std::uint64_t>(out.size(), m_identity.size - offset);
        auto done = m_transfers->read(*m_fetcher, offset, out.first(count), std::move(stop));
        if (!done)
            return tl::unexpected(std::move(done.error()));
        return static_cast<std::size_t>(count);
    }

    std::uint64_t size() const override { return m_identity.size; }
    Identity identity() const override { return m_identity; }

    Result<std::unique_ptr<ByteSource>> sibling(std::string_view name, std::stop_token stop) const override
    {
        const QString text = textOf(name);
        if (!isSafeSiblingName(text))
            return fail(ErrorCode::InvalidArgument,
                        QStringLiteral("\"%1\" does not name a file beside the recording").arg(text));
        // "./": a name with a colon is not a scheme.
        const QUrl relative = QUrl::fromEncoded("./" + QUrl::toPercentEncoding(text, "/"), QUrl::StrictMode);
        const QUrl url = m_url.resolved(relative);
        auto source = std::make_unique<HttpSource>(m_options, m_fetcher, m_shared);
        auto opened = source->open(url, std::move(stop));
        if (!opened)
            return tl::unexpected(std::move(opened.error()));
        return source;
    }

private:
    HttpOptions m_options;
    std::shared_ptr<HttpFetcher> m_fetcher;
    std::shared_ptr<HttpShared> m_shared;
    std::shared_ptr<HttpTransfers> m_transfers;
    QUrl m_url; ///< where redirects led
    Identity m_identity;
};

} // namespace

bool isWebAddress(const QString& path)
{
    return path.startsWith(QLatin1String("http://"), Qt::CaseInsensitive) ||
           path.startsWith(QLatin1String("https://"), Qt::CaseInsensitive);
}

QString withoutPassword(const QString& path)
{
    if (!isWebAddress(path))
        return path;
    const QString separator = QStringLiteral("://");
    const qsizetype begin = path.indexOf(separator) + separator.size();
    qsizetype end = begin;
    while (end < path.size() && !QStringView(u"/?#").contains(path[end]))
        ++end;
    qsizetype at = QStringView(path).first(end).lastIndexOf(u'@');
    // A password that was not encoded may hold what ends the name of a server.
    if (!QUrl(path).isValid())
        at = std::max(at, path.lastIndexOf(QLatin1Char('@')));
    return at < begin ? path : path.first(begin) + path.sliced(at + 1);
}

QUrl withFingerprint(QUrl address, const QByteArray& fingerprint)
{
    if (!fingerprint.isEmpty())
        address.setFragment(FingerprintFragment + QString::fromLatin1(fingerprint));
    return address;
}

QString withoutFingerprint(const QString& path)
{
    const qsizetype at = isWebAddress(path) ? path.indexOf(u'#') : -1;
    return at >= 0 && QStringView(path).sliced(at + 1).startsWith(FingerprintFragment) ? path.first(at)
                                                                                       : path;
}

Result<std::unique_ptr<ByteSource>> openUrl(const QUrl& url, HttpOptions options, std::stop_token stop)
{
    if (!isWebAddress(url.scheme() + QStringLiteral("://")))
        return badAddress(url, Sentence::of(QStringLiteral(
                                   "this is not a web address: it must begin with http:// or https://")));
    if (!url.isValid() || url.host().isEmpty())
        return badAddress(url, Sentence::of(QStringLiteral(
                                   "this is not a complete web address: the name of the server is missing")));
    auto fingerprint = fingerprintFor(url, options);
    if (!fingerprint)
        return tl::unexpected(std::move(fingerprint.error()));
    options.fingerprint = std::move(*fingerprint);
    options.attempts = std::max(options.attempts, 1);
    const QUrl address = url.adjusted(QUrl::RemoveFragment);
    auto source = std::make_unique<HttpSource>(options, std::make_shared<HttpFetcher>(options),
                                               std::make_shared<HttpShared>(options.cacheBytes));
    auto opened = source->open(address, std::move(stop));
    if (!opened)
        return tl::unexpected(std::move(opened.error()));
    return source;
}

} // namespace ghostline::model
