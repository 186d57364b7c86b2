// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The codec for CARLA recorder logs; docs/formats/carla.md describes the format.
#include "model/codec.h"

namespace ghostline::carla {

class CarlaCodec : public model::Codec
{
public:
    model::Confidence probe(std::span<const std::byte> firstBytes, const QString& name) const override;
    model::Result<std::unique_ptr<model::ReplaySource>>
    open(std::unique_ptr<model::ByteSource> bytes, const model::OpenOptions& options) const override;
    model::Result<model::WriteReport> write(const model::ReplaySource& source,
                                            const model::WriteRequest& request) const override;
    model::Result<model::WriteReport> repair(const model::ReplaySource& source,
                                             const model::WriteRequest& request) const override;
};

} // namespace ghostline::carla
