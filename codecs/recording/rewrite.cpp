// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/rewrite.h"

#include "codecs/recording/recording_source.h"

namespace ghostline::recording {

model::Result<model::WriteReport> writeRecording(const RecordingSource& source,
                                                 const model::WriteRequest& request)
{
    return writeRecording(*source.file(), request);
}

model::Result<model::WriteReport> salvageRecording(const RecordingSource& source,
                                                   const model::WriteRequest& request)
{
    return salvageRecording(*source.file(), request);
}

model::Result<model::WriteReport> compactRecording(const RecordingSource& source,
                                                   const model::WriteRequest& request)
{
    return compactRecording(*source.file(), request);
}

} // namespace ghostline::recording
