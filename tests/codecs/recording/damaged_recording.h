// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What can still be read of a damaged recording, and what is said of the rest.
#include "codecs/recording/recording_file.h"
#include "tests/codecs/recording/recording_builder.h"

namespace ghostline::test {

using recording::Profile;
using recording::RecordingFile;

using File = std::shared_ptr<const RecordingFile>;

inline File openOrNull(std::shared_ptr<const model::ByteSource> source, const QStringList& dictionaries = {})
{
    return RecordingFile::open(std::move(source), dictionaries).value_or(nullptr);
}

/// Numbers of the chunks that read as they were written; those that cannot be read say where they are.
inline QList<int> goodChunks(const RecordingFile& file, const RecordingBuilder& built)
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

inline QStringList codes(const RecordingFile& file)
{
    // Which file it is is shown beside every message.
    const QString name = file.bytes()->identity().name;
    QStringList out;
    for (const model::Diagnostic& diagnostic : file.description().diagnostics)
        out.append(diagnostic.message.contains(name) ? diagnostic.message : diagnostic.code);
    return out;
}

inline QList<int> firstNumbers(int count)
{
    QList<int> out(count);
    std::iota(out.begin(), out.end(), 0);
    return out;
}

inline void addProfiles()
{
    QTest::addColumn<int>("version");
    QTest::newRow("draft") << static_cast<int>(Profile::S1);
    QTest::newRow("version 4") << static_cast<int>(Profile::H4);
    QTest::newRow("version 5") << static_cast<int>(Profile::H5);
}

} // namespace ghostline::test
