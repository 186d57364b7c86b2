// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/http_reads.h"

namespace ghostline::test {

QByteArray noise(qsizetype size, quint32 seed)
{
    QRandomGenerator random(seed);
    QByteArray bytes((size + 3) / 4 * 4, Qt::Uninitialized);
    random.generate(reinterpret_cast<quint32*>(bytes.data()),
                    reinterpret_cast<quint32*>(bytes.data() + bytes.size()));
    bytes.truncate(size);
    return bytes;
}

model::Result<QByteArray> readAt(const model::ByteSource& source, std::uint64_t offset, std::size_t count,
                                 std::stop_token stop)
{
    QByteArray out(static_cast<qsizetype>(count), '\0');
    const auto got =
        source.read(offset, std::as_writable_bytes(std::span(out.data(), count)), std::move(stop));
    if (!got)
        return tl::unexpected<model::Error>(got.error());
    out.truncate(static_cast<qsizetype>(*got));
    return out;
}

} // namespace ghostline::test
