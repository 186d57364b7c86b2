// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What can still be read of a damaged recording, and what is said of the rest.
#include "codecs/recording/file/recording_file.h"
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
QList<int> goodChunks(const RecordingFile& file, const RecordingBuilder& built);
QStringList codes(const RecordingFile& file);
QList<int> firstNumbers(int count);

} // namespace ghostline::test
