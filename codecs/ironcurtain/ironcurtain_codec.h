// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The codec for Iron Curtain replays, .icrep files finalised or still a journal;
// docs/formats/iron-curtain.md.
#include "model/codec/codec.h"

namespace ghostline::ironcurtain {

class IronCurtainCodec : public model::Codec
{
public:
    model::Confidence probe(std::span<const std::byte> firstBytes, const QString& name) const override;
    model::Result<std::unique_ptr<model::ReplaySource>>
    open(std::unique_ptr<model::ByteSource> bytes, const model::OpenOptions& options) const override;
    /// Only what came from this format, and always whole: signatures stand for whole matches.
    model::Result<model::WriteReport> write(const model::ReplaySource& source,
                                            const model::WriteRequest& request) const override;
    /// Finalises a journal, and leaves out what cannot be read.
    model::Result<model::WriteReport> repair(const model::ReplaySource& source,
                                             const model::WriteRequest& request) const override;
};

} // namespace ghostline::ironcurtain
