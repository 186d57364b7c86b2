// SPDX-License-Identifier: GPL-3.0-or-later
// Answers for the text layout until its reader and writer are part of the build: weak, so that they win.
#include "codecs/echo/frame_file.h"
#include "codecs/echo/frame_writer.h"

namespace ghostline::echo {

[[gnu::weak]] model::Confidence probeEchoReplay(std::span<const std::byte>, const QString&)
{
    return model::Confidence::No;
}

[[gnu::weak]] model::Result<std::unique_ptr<FrameFile>> openEchoReplay(std::shared_ptr<model::ByteSource>,
                                                                       std::stop_token)
{
    return model::fail(model::ErrorCode::Unsupported, QStringLiteral(".echoreplay is not read"));
}

[[gnu::weak]] model::Result<model::WriteReport> writeEchoReplay(const WriteJob&, const EchoReplayOptions&,
                                                                model::AtomicFile&)
{
    return model::fail(model::ErrorCode::Unsupported, QStringLiteral(".echoreplay is not written"));
}

} // namespace ghostline::echo
