// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Many recordings at once: what accuses whom in each of them, and what nobody has reviewed yet.
#include "model/codec/opening.h"
#include "model/review/flag.h"

#include <functional>
#include <optional>

namespace ghostline::model {

/// One recording of a queue. A value.
struct ReviewedFile
{
    QString path;
    std::optional<Error> error; ///< it could not be opened; nothing below is filled
    QStringList people;         ///< who played: those that are accused first, each once
    QStringList peopleIds;      ///< of each of them, what outlives a name ("uuid"); empty where none is told
    QString map;
    QDateTime recordedAt;
    Micros duration{};
    std::vector<Flag> flags;
    Sidecar sidecar;
    std::optional<Error> sidecarError; ///< notes beside it that cannot be read
    DiagnosticList diagnostics;
    SpanList lost;
    bool lostData = false;

    /// Flags of at least this severity that are open (isOpen()).
    GHOSTLINE_MODEL_EXPORT int openFlags(int fromSeverity = 0, const ReviewRules& rules = {}) const;
    GHOSTLINE_MODEL_EXPORT int disputedFlags(const ReviewRules& rules = {}) const;
    GHOSTLINE_MODEL_EXPORT int worstSeverity() const; ///< -1 without flags
};

/// Opens one, waits for its index, reads the notes beside it. Stopped by `options.stop`: the error then is
/// Cancelled.
GHOSTLINE_MODEL_EXPORT ReviewedFile reviewFile(const QString& path, const Opener& open,
                                               const OpenOptions& options);

/// Opens each file, waits for its index, reads the notes beside it. As many at once as `threads` (0 = as
/// keeps all cores busy); `sink` is called in the calling thread, in the order of `files`, as soon as the
/// next is known; false ends it. One broken file stops nothing. Cancelled when stopped.
GHOSTLINE_MODEL_EXPORT Result<void> reviewFiles(const QStringList& files, const Opener& open,
                                                const OpenOptions& options, int threads,
                                                const std::function<bool(ReviewedFile&&)>& sink,
                                                std::stop_token stop);

} // namespace ghostline::model
