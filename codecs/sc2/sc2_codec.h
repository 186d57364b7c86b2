// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The codec for StarCraft II replays, .SC2Replay files of every build; docs/formats/sc2replay.md.
#include "model/codec/codec.h"

namespace ghostline::sc2 {

class Sc2Codec : public model::Codec
{
public:
    model::Confidence probe(std::span<const std::byte> firstBytes, const QString& name) const override;
    model::Result<std::unique_ptr<model::ReplaySource>>
    open(std::unique_ptr<model::ByteSource> bytes, const model::OpenOptions& options) const override;
};

} // namespace ghostline::sc2
