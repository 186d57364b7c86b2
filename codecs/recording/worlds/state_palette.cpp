// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/worlds/state_palette.h"

#include "codecs/recording/worlds/world_limits.h"

namespace ghostline::recording {

using io::NbtKind;

namespace {

/// "key=value,key=value", empty for a compound without texts.
std::string readPropertyTexts(io::StreamReader& in)
{
    std::string text;
    io::NbtField field;
    while (io::readField(in, field)) {
        if (field.kind != NbtKind::String) {
            io::skipValue(in, field.kind);
            continue;
        }
        if (!text.empty())
            text += ',';
        text += field.name + '=' + io::readText(in, MaxStateName);
        if (text.size() > MaxStateName) {
            in.fail(QStringLiteral("a block state has more than %1 bytes").arg(MaxStateName));
            break;
        }
    }
    return text;
}

} // namespace

std::string readState(io::StreamReader& in)
{
    std::string name;
    std::string properties;
    io::NbtField field;
    while (io::readField(in, field)) {
        if (field.name == "Name" && field.kind == NbtKind::String)
            name = io::readText(in, MaxStateName);
        else if (field.name == "Properties" && field.kind == NbtKind::Compound)
            properties = readPropertyTexts(in);
        else
            io::skipValue(in, field.kind);
    }
    if (in.ok() && name.empty())
        in.fail(QStringLiteral("a block state has no name"));
    if (!in.ok())
        return {};
    return properties.empty() ? name : name + '[' + properties + ']';
}

std::uint16_t readStateKind(io::StreamReader& in, BlockWorld& world)
{
    const std::string state = readState(in);
    if (!in.ok())
        return BlockWorld::Air;
    const auto kind = world.kindOf(state);
    if (!kind)
        in.fail(kind.error());
    return kind ? *kind : BlockWorld::Air;
}

std::vector<std::uint16_t> readStateList(io::StreamReader& in, BlockWorld& world, std::size_t most)
{
    std::size_t count = 0;
    const NbtKind kind = io::readListHead(in, count);
    if (count > most || (count > 0 && kind != NbtKind::Compound))
        in.fail(QStringLiteral("a palette of %1 values of kind %2").arg(count).arg(static_cast<int>(kind)));
    std::vector<std::uint16_t> kinds;
    if (!in.ok())
        return kinds;
    kinds.reserve(count);
    for (std::size_t i = 0; i < count && in.ok(); ++i)
        kinds.push_back(readStateKind(in, world));
    return kinds;
}

bool lookUpKinds(io::StreamReader& in, std::span<const std::uint16_t> palette, std::span<std::uint16_t> cells)
{
    for (std::uint16_t& cell : cells) {
        if (cell >= palette.size()) {
            in.fail(QStringLiteral("number %1 in a palette of %2 states").arg(cell).arg(palette.size()));
            return false;
        }
        cell = palette[cell];
    }
    return true;
}

} // namespace ghostline::recording
