// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/butter/butter_chunks.h"

#include <QTemporaryFile>

#include <algorithm>
#include <limits>
#include <zlib.h>
#include <zstd.h>

namespace ghostline::echo::encode {

using model::ErrorCode;
using model::fail;
using model::Result;

namespace {

constexpr int UsualGzip = 6;
constexpr int UsualZstd = 7;
constexpr int ThoroughGzip = 9;
constexpr int ThoroughZstd = 19;

int levelFor(const ButterOptions& options)
{
    const bool zstd = options.compression == ButterCompression::Zstd;
    if (options.level >= 0)
        return zstd ? std::clamp(options.level, 1, ZSTD_maxCLevel()) : std::clamp(options.level, 0, 9);
    if (options.tight)
        return zstd ? ThoroughZstd : ThoroughGzip;
    return zstd ? UsualZstd : UsualGzip;
}

/// One gzip member; empty when the library fails.
void gzip(std::span<const std::byte> raw, int level, Bytes& out)
{
    out.clear();
    z_stream stream{};
    constexpr int GzipWindow = 15 + 16;
    if (deflateInit2(&stream, level, Z_DEFLATED, GzipWindow, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
        return;
    out.resize(deflateBound(&stream, static_cast<uLong>(raw.size())));
    // zlib's interface is not const-correct; it does not write to its input
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(raw.data()));
    stream.avail_in = static_cast<uInt>(raw.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const int done = deflate(&stream, Z_FINISH);
    out.resize(done == Z_STREAM_END ? stream.total_out : 0);
    deflateEnd(&stream);
}

void zstd(std::span<const std::byte> raw, int level, Bytes& out)
{
    out.resize(ZSTD_compressBound(raw.size()));
    const std::size_t size = ZSTD_compress(out.data(), out.size(), raw.data(), raw.size(), level);
    out.resize(ZSTD_isError(size) != 0U ? 0 : size);
}

} // namespace

ButterChunks::ButterChunks(const ButterOptions& options, std::size_t memory)
    : m_compression(options.compression), m_level(levelFor(options)), m_memory(memory)
{
}

ButterChunks::~ButterChunks() = default;

std::uint8_t ButterChunks::code() const
{
    if (m_compression != ButterCompression::Zstd)
        return static_cast<std::uint8_t>(m_compression);
    return static_cast<std::uint8_t>(m_level <= 3 ? 2 : m_level <= 7 ? 3 : m_level <= 15 ? 4 : 5);
}

Result<std::span<const std::byte>> ButterChunks::packed(std::span<const std::byte> raw)
{
    if (m_compression == ButterCompression::None)
        return raw;
    if (m_compression == ButterCompression::Gzip)
        gzip(raw, m_level, m_packed);
    else
        zstd(raw, m_level, m_packed);
    if (m_packed.empty())
        return fail(ErrorCode::WriteFailed,
                    QStringLiteral("a chunk of %1 bytes could not be compressed").arg(raw.size()));
    return std::span<const std::byte>(m_packed);
}

Result<void> ButterChunks::add(std::span<const std::byte> raw)
{
    const auto bytes = packed(raw);
    if (!bytes)
        return tl::unexpected(bytes.error());
    if (bytes->size() > std::numeric_limits<std::uint32_t>::max())
        return fail(ErrorCode::LimitExceeded, QStringLiteral("a chunk is larger than 4 GiB"));
    m_sizes.push_back(static_cast<std::uint32_t>(bytes->size()));
    return keep(*bytes);
}

Result<void> ButterChunks::keep(std::span<const std::byte> bytes)
{
    m_kept.insert(m_kept.end(), bytes.begin(), bytes.end());
    if (m_kept.size() <= m_memory)
        return {};
    if (m_file == nullptr) {
        m_file = std::make_unique<QTemporaryFile>();
        if (!m_file->open())
            return fail(ErrorCode::WriteFailed,
                        QStringLiteral("no temporary file can be made: %1").arg(m_file->errorString()));
    }
    const auto size = static_cast<qint64>(m_kept.size());
    if (m_file->write(reinterpret_cast<const char*>(m_kept.data()), size) != size)
        return fail(ErrorCode::WriteFailed,
                    QStringLiteral("the temporary file cannot be written: %1").arg(m_file->errorString()));
    m_kept.clear();
    return {};
}

Result<void> ButterChunks::writeTo(model::AtomicFile& out)
{
    if (m_file != nullptr) {
        constexpr qint64 Piece = 1 << 20;
        if (!m_file->seek(0))
            return fail(ErrorCode::IoError, QStringLiteral("the temporary file cannot be read"));
        for (qint64 left = m_file->size(); left > 0;) {
            const QByteArray piece = m_file->read(std::min(left, Piece));
            if (piece.isEmpty())
                return fail(
                    ErrorCode::IoError,
                    QStringLiteral("the temporary file cannot be read: %1").arg(m_file->errorString()));
            auto written = out.write(
                std::as_bytes(std::span(piece.constData(), static_cast<std::size_t>(piece.size()))));
            if (!written)
                return written;
            left -= piece.size();
        }
    }
    return m_kept.empty() ? Result<void>{} : out.write(m_kept);
}

} // namespace ghostline::echo::encode
