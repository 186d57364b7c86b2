// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/recording/damaged_recording.h"

namespace ghostline::test {

QList<int> goodChunks(const RecordingFile& file, const RecordingBuilder& built)
{
    QList<int> good;
    const auto all = file.readChunks(0, static_cast<int>(file.chunks().size()));
    if (!all)
        return good;
    for (std::size_t i = 0; i < all->size(); ++i) {
        const auto& raw = (*all)[i];
        if (!raw && (raw.error().where.chunk != static_cast<std::int64_t>(i) || !raw.error().where.offset ||
                     !raw.error().message.contains(QStringLiteral("chunk %1 ").arg(i))))
            qWarning("an error without a place: %s", qPrintable(raw.error().message));
        if (raw && i < built.chunks.size() && *raw == built.chunks[i].raw)
            good.append(static_cast<int>(i));
    }
    return good;
}

QStringList codes(const RecordingFile& file)
{
    // Which file it is is shown beside every message.
    const QString name = file.bytes()->identity().name;
    QStringList out;
    for (const model::Diagnostic& diagnostic : file.description().diagnostics)
        out.append(diagnostic.message.contains(name) ? diagnostic.message : diagnostic.code);
    return out;
}

QList<int> firstNumbers(int count)
{
    QList<int> out(count);
    std::iota(out.begin(), out.end(), 0);
    return out;
}

} // namespace ghostline::test
