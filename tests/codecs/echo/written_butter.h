// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Writes frames as .butter into memory.
#include "codecs/echo/frame/frame_writer.h"

#include "codecs/echo/butter/butter_writer.h"

#include <QFile>
#include <QTemporaryDir>

namespace ghostline::test {

struct WrittenButter
{
    QByteArray bytes;
    model::WriteReport report;
};

echo::WriteJob writeJob(const echo::MatchHeader& header, const echo::MatchNames& names,
                        const echo::FrameBlock& block);
model::Result<WrittenButter> writeButterBytes(const echo::WriteJob& job, const echo::ButterOptions& options);

} // namespace ghostline::test
