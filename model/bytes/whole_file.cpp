// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/bytes/whole_file.h"

#include "model/bytes/byte_sources.h"

#include <span>

namespace ghostline::model {

Result<QByteArray> wholeFile(const QString& path, std::uint64_t most, const QString& tooLarge)
{
    const Result<std::unique_ptr<ByteSource>> file = openFile(path);
    if (!file)
        return tl::unexpected<Error>(file.error());
    const std::uint64_t size = (*file)->size();
    if (size > most) {
        auto large = fail(ErrorCode::LimitExceeded,
                          Sentence::of(tooLarge, {QString::number(size), QString::number(most)}));
        large.value().file = path;
        return large;
    }
    QByteArray text(static_cast<qsizetype>(size), Qt::Uninitialized);
    const auto bytes = std::as_writable_bytes(std::span(text.data(), static_cast<std::size_t>(size)));
    const Result<std::size_t> got = (*file)->read(0, bytes);
    if (!got)
        return tl::unexpected<Error>(got.error());
    text.truncate(static_cast<qsizetype>(*got));
    return text;
}

} // namespace ghostline::model
