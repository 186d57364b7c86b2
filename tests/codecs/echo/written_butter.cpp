// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/echo/written_butter.h"

namespace ghostline::test {

echo::WriteJob writeJob(const echo::MatchHeader& header, const echo::MatchNames& names,
                        const echo::FrameBlock& block)
{
    return {.header = header,
            .names = &names,
            .frames = [&block](const echo::FrameTaker& take) { return take(block, 0, block.size()); },
            .total = static_cast<model::FrameNumber>(block.size()),
            .progress = {},
            .stop = {}};
}

model::Result<WrittenButter> writeButterBytes(const echo::WriteJob& job, const echo::ButterOptions& options)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.butter"));
    auto file = model::AtomicFile::create(path);
    if (!file)
        return tl::unexpected(file.error());
    auto report = echo::writeButter(job, options, *file);
    if (!report)
        return tl::unexpected(report.error());
    if (auto done = file->commit(); !done)
        return tl::unexpected(done.error());
    QFile written(path);
    if (!written.open(QIODevice::ReadOnly))
        return model::fail(model::ErrorCode::IoError, QStringLiteral("cannot read it back"));
    return WrittenButter{written.readAll(), std::move(*report)};
}

} // namespace ghostline::test
