// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/ironcurtain_codec.h"

#include "codecs/ironcurtain/replay/ironcurtain_source.h"

#include <cstring>

namespace ghostline::ironcurtain {

model::Confidence IronCurtainCodec::probe(std::span<const std::byte> firstBytes, const QString& name) const
{
    if (firstBytes.size() >= 4 && std::memcmp(firstBytes.data(), "ICRP", 4) == 0)
        return model::Confidence::Certain;
    return name.endsWith(QLatin1String(".icrep"), Qt::CaseInsensitive) ? model::Confidence::Possible
                                                                       : model::Confidence::No;
}

model::Result<std::unique_ptr<model::ReplaySource>>
IronCurtainCodec::open(std::unique_ptr<model::ByteSource> bytes, const model::OpenOptions& options) const
{
    return IronCurtainSource::open(std::move(bytes), options);
}

} // namespace ghostline::ironcurtain
