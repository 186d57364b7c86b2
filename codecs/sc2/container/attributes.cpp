// SPDX-License-Identifier: GPL-3.0-or-later
// replay.attributes.events: what was chosen in the lobby, as four-letter codes.
#include "codecs/sc2/container/head_parts.h"

namespace ghostline::sc2 {

namespace {

constexpr std::uint32_t FirstBuildWithSource = 17326;
constexpr std::size_t AttributeBytes = 13;

/// Four bytes, last letter first, padded with zeros.
std::string readCode(io::ByteCursor& in)
{
    std::string code(in.text(4));
    std::reverse(code.begin(), code.end());
    code.erase(std::remove(code.begin(), code.end(), '\0'), code.end());
    return code;
}

} // namespace

std::string_view Attributes::value(std::uint32_t id, int scope) const
{
    for (const Attribute& attribute : values) {
        if (attribute.id == id && attribute.scope == scope)
            return attribute.value;
    }
    return {};
}

model::Result<Attributes> readAttributes(std::span<const std::byte> bytes, std::uint32_t baseBuild)
{
    io::ByteCursor in(bytes);
    Attributes attributes;
    if (baseBuild >= FirstBuildWithSource)
        attributes.source = in.u8();
    attributes.mapSpace = in.le<std::uint32_t>();
    const auto count = in.le<std::uint32_t>();
    if (!in.ok() || in.remaining() % AttributeBytes != 0 || in.remaining() / AttributeBytes != count)
        return model::fail(
            model::ErrorCode::Damaged,
            QStringLiteral("replay.attributes.events declares %1 entries of %2 bytes, but %3 bytes "
                           "follow")
                .arg(count)
                .arg(AttributeBytes)
                .arg(in.remaining()),
            {in.offset(), {}, {}});
    attributes.values.resize(count);
    for (Attribute& attribute : attributes.values) {
        attribute.space = in.le<std::uint32_t>();
        attribute.id = in.le<std::uint32_t>();
        attribute.scope = in.u8();
        attribute.value = readCode(in);
    }
    return attributes;
}

} // namespace ghostline::sc2
