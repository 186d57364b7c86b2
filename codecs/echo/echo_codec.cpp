// SPDX-License-Identifier: GPL-3.0-or-later
// Joins the file formats into one codec.
#include "codecs/echo/echo_codec.h"

#include "codecs/echo/frame/frame_file.h"
#include "codecs/echo/live/live_address.h"
#include "codecs/echo/live/open_live.h"
#include "codecs/echo/replay/echo_source.h"

#include <algorithm>

namespace ghostline::echo {

model::Confidence EchoCodec::probe(std::span<const std::byte> firstBytes, const QString& name) const
{
    return std::max(
        {probeButter(firstBytes, name), probeEchoReplay(firstBytes, name), probeTape(firstBytes, name)});
}

model::Result<std::unique_ptr<model::ReplaySource>> EchoCodec::open(std::unique_ptr<model::ByteSource> bytes,
                                                                    const model::OpenOptions& options) const
{
    return EchoSource::open(std::move(bytes), options);
}

bool EchoCodec::knowsAddress(const QUrl& address) const { return isGameAddress(address); }

model::Result<std::unique_ptr<model::ReplaySource>>
EchoCodec::openLive(const QUrl& address, const model::OpenOptions& options) const
{
    auto file = openGame(address, options);
    if (!file)
        return tl::unexpected(file.error());
    const std::uint64_t bytes = (*file)->scanBytes();
    return EchoSource::fromFile(std::move(*file), bytes, options.stop);
}

model::Result<model::WriteReport> EchoCodec::write(const model::ReplaySource& source,
                                                   const model::WriteRequest& request) const
{
    const auto* echo = dynamic_cast<const EchoSource*>(&source);
    if (echo == nullptr)
        return model::fail(
            model::ErrorCode::Unsupported,
            model::Sentence::of(QStringLiteral("only Echo VR recordings can be written as such")));
    return echo->write(request);
}

model::Result<model::WriteReport> EchoCodec::repair(const model::ReplaySource& source,
                                                    const model::WriteRequest& request) const
{
    return write(source, request);
}

} // namespace ghostline::echo
