// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the verbs that write have in common: where they may write, and what they say afterwards.
#include "app/cli/verbs.h"

namespace ghostline::app {

/// The codec of the recording itself, once it is known that OUT may be written: it may not be IN nor lie in
/// it, nor replace another file unasked. `likeInput`: of a folder a folder is made, which must be new or
/// empty.
model::Result<const model::CodecInfo*> findInput(const Session& session, const WriteArguments& arguments,
                                                 bool likeInput);

/// What is written says by its name what it is, or no other program would open it.
model::Result<void> checkEnding(const QString& path, const QString& ending);

/// Before minutes are spent on a page that could not be written, or that nobody has asked for: neither a file
/// nor JSON. Says it; the exit code then.
std::optional<int> refusePage(const Session& session, const WriteArguments& arguments);

/// Only a regular file is replaced, and only an empty one unasked.
model::Result<void> checkReplaced(const QString& path, bool force);

/// All that is needed to write.
struct WriteJob
{
    Replay replay;
    const model::Codec* codec = nullptr;
    model::WriteRequest request;
};
using WriteStep = model::Result<model::WriteReport> (model::Codec::*)(const model::ReplaySource&,
                                                                      const model::WriteRequest&) const;
/// Writes, says what was written; the exit code.
int runWrite(const Session& session, const WriteArguments& arguments, const model::Result<WriteJob>& job,
             WriteStep write);

} // namespace ghostline::app
