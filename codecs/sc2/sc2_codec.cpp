// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/sc2_codec.h"

#include "codecs/sc2/replay/sc2_source.h"

#include <cstring>

namespace ghostline::sc2 {

model::Confidence Sc2Codec::probe(std::span<const std::byte> firstBytes, const QString& name) const
{
    const bool ending = name.endsWith(QLatin1String(".sc2replay"), Qt::CaseInsensitive);
    const auto begins = [&](const char* magic) {
        return firstBytes.size() >= 4 && std::memcmp(firstBytes.data(), magic, 4) == 0;
    };
    // Other games keep their replays in the same kind of archive: only the header's signature is ours alone.
    constexpr std::string_view Signature = "StarCraft II replay";
    const std::string_view text(reinterpret_cast<const char*>(firstBytes.data()), firstBytes.size());
    if (begins("MPQ\x1B") && text.substr(0, 256).find(Signature) != std::string_view::npos)
        return model::Confidence::Certain;
    if (begins("MPQ\x1B") || begins("MPQ\x1A"))
        return ending ? model::Confidence::Likely : model::Confidence::Possible;
    return ending ? model::Confidence::Possible : model::Confidence::No;
}

model::Result<std::unique_ptr<model::ReplaySource>> Sc2Codec::open(std::unique_ptr<model::ByteSource> bytes,
                                                                   const model::OpenOptions& options) const
{
    return Sc2Source::open(std::move(bytes), options);
}

} // namespace ghostline::sc2
