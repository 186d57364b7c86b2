// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/clips/gif_comment.h"

#include <QFile>

#include <algorithm>

namespace ghostline::app {

namespace {

constexpr char Trailer = 0x3B;
constexpr qsizetype LongestBlock = 255; // bytes; one before each says how many

/// A Comment Extension as the format has it, in UTF-8: it wants ASCII, and whoever reads more than that reads
/// this.
QByteArray commentExtension(const QString& text)
{
    const QByteArray bytes = text.toUtf8();
    QByteArray out("\x21\xFE", 2);
    for (qsizetype at = 0; at < bytes.size(); at += LongestBlock) {
        const qsizetype length = std::min(LongestBlock, bytes.size() - at);
        out += static_cast<char>(length);
        out += bytes.sliced(at, length);
    }
    return out + '\0';
}

} // namespace

model::Result<void> addGifComment(const QString& path, const QString& text)
{
    QFile file(path);
    const auto failed = [&file] {
        return model::fail(model::ErrorCode::WriteFailed,
                           model::Sentence::of(QStringLiteral("a temporary file could not be written: %1"),
                                               {file.errorString()}));
    };
    if (!file.open(QIODevice::ReadWrite | QIODevice::ExistingOnly))
        return failed();
    const QByteArray version = file.read(6);
    char last = 0;
    const qint64 end = file.size() - 1;
    if (version != "GIF89a" || !file.seek(end) || !file.getChar(&last) || last != Trailer)
        return {};
    const QByteArray bytes = commentExtension(text) + Trailer;
    if (!file.seek(end) || file.write(bytes) != bytes.size() || !file.flush())
        return failed();
    return {};
}

} // namespace ghostline::app
