// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A run in segments behind a server that can be made to fail.
#include "codecs/recording/file/recording_segments.h"
#include "codecs/recording/replay/recording_source.h"
#include "tests/codecs/recording/far_source.h"
#include "tests/codecs/recording/run_script.h"

namespace ghostline::test {

using namespace ghostline::recording;
using model::ErrorCode;

inline const QString PreambleFile = QStringLiteral("preamble.dat");

inline RunScript script()
{
    RunScript out;
    out.ticks = 500;
    out.chunkTicks = 50;
    out.at(10, RunStart{}).at(320, CheckpointReached{"loop", 10'500});
    return out;
}

inline std::shared_ptr<FarFiles> serverOf(std::map<QString, QByteArray> files)
{
    auto out = std::make_shared<FarFiles>();
    out->files = std::move(files);
    return out;
}

inline SourcePtr openFar(const std::shared_ptr<FarFiles>& server, const Patience& patience,
                         const QString& name = PreambleFile, const model::OpenOptions& options = {})
{
    auto source = RecordingSource::open(std::make_unique<FarSource>(server, name), options, patience);
    if (!source)
        qWarning("%s", qPrintable(source.error().message));
    return source ? std::move(*source) : nullptr;
}

/// Segments from this one on cannot be had.
inline auto without(int first, ErrorCode code)
{
    return [first, code](const QString& name, bool) -> std::optional<ErrorCode> {
        return segmentOfName(name).value_or(-1) >= first ? std::optional(code) : std::nullopt;
    };
}

inline QStringList codesOf(const model::ReplayIndex& index)
{
    QStringList out;
    for (const auto& diagnostic : index.diagnostics)
        out << diagnostic.code;
    return out;
}

inline bool isWhole(const model::ReplaySource& source)
{
    const auto index = source.index();
    return index->complete && index->lost.empty() && index->diagnostics.empty() && index->frames() == 500 &&
           eventTexts(*index, QStringLiteral("checkpoint")).size() == 1;
}

} // namespace ghostline::test
