// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The codec for Echo VR recordings: .butter, .echoreplay and .tape; docs/formats/echo.md describes them.
#include "model/codec/codec.h"
#include "model/codec/live_reader.h"

namespace ghostline::echo {

class EchoCodec : public model::Codec, public model::LiveReader
{
public:
    model::Confidence probe(std::span<const std::byte> firstBytes, const QString& name) const override;
    model::Result<std::unique_ptr<model::ReplaySource>>
    open(std::unique_ptr<model::ByteSource> bytes, const model::OpenOptions& options) const override;
    bool knowsAddress(const QUrl& address) const override;
    model::Result<std::unique_ptr<model::ReplaySource>>
    openLive(const QUrl& address, const model::OpenOptions& options) const override;
    /// As .echoreplay, .butter or .tape, by the ending of the path. Only what has Echo frames can be written.
    model::Result<model::WriteReport> write(const model::ReplaySource& source,
                                            const model::WriteRequest& request) const override;
    /// Writes anew every frame that could be read.
    model::Result<model::WriteReport> repair(const model::ReplaySource& source,
                                             const model::WriteRequest& request) const override;
};

} // namespace ghostline::echo
