// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/container/lobby.h"

#include "codecs/sc2/container/head_parts.h"
#include "codecs/sc2/protocol/packed_reader.h"
#include "model/base/text.h"

namespace ghostline::sc2 {

namespace {

/// Offers every field of a structure to `take(name, type)`, which reads it and says so, or leaves it to be
/// stepped over.
template<typename Take>
void eachField(PackedReader& in, TypeId structure, const Take& take)
{
    const Type& type = typeOf(structure);
    if (type.kind != TypeKind::Struct) {
        in.fail();
        return;
    }
    for (const Field& field : allFields().subspan(type.first, type.count)) {
        if (!in.ok())
            return;
        if (field.name == "__parent")
            eachField(in, field.type, take);
        else if (!take(field.name, field.type))
            skipValue(in, field.type);
    }
}

template<typename Take>
void eachItem(PackedReader& in, TypeId array, const Take& take)
{
    const Type& type = typeOf(array);
    if (type.kind != TypeKind::Array) {
        in.fail();
        return;
    }
    const auto item = static_cast<TypeId>(type.first);
    for (auto left = readCount(in, type, typeOf(item).minBits); left > 0 && in.ok(); --left)
        take(item);
}

/// The type itself, or what is inside an optional when that is there.
std::optional<TypeId> present(PackedReader& in, TypeId id)
{
    const Type& type = typeOf(id);
    if (type.kind != TypeKind::Optional)
        return id;
    return in.bit() ? std::optional(static_cast<TypeId>(type.first)) : std::nullopt;
}

std::optional<std::int64_t> number(PackedReader& in, TypeId id)
{
    const auto inner = present(in, id);
    if (!inner)
        return std::nullopt;
    const Type& type = typeOf(*inner);
    if (type.kind != TypeKind::Integer && type.kind != TypeKind::Boolean) {
        in.fail();
        return std::nullopt;
    }
    return type.kind == TypeKind::Boolean ? static_cast<std::int64_t>(in.bits(1)) : readInteger(in, type);
}

int integer(PackedReader& in, TypeId id) { return narrow(number(in, id).value_or(0)); }

std::optional<int> optionalInteger(PackedReader& in, TypeId id)
{
    const auto value = number(in, id);
    return value ? std::optional(narrow(*value)) : std::nullopt;
}

/// The one optional number in a preference ("m_colorPref").
std::optional<int> preference(PackedReader& in, TypeId id)
{
    std::optional<int> value;
    eachField(in, id, [&](std::string_view, TypeId type) {
        value = optionalInteger(in, type);
        return true;
    });
    return value;
}

QString blobText(PackedReader& in, TypeId id)
{
    const auto inner = present(in, id);
    if (!inner)
        return {};
    const Type& type = typeOf(*inner);
    if (type.kind != TypeKind::Blob) {
        in.fail();
        return {};
    }
    return model::textOf(viewOf(in.bytes(static_cast<std::size_t>(readCount(in, type, 8)))));
}

class LobbyReader
{
public:
    explicit LobbyReader(PackedReader& in) : m_in(in) {}
    InitData read(TypeId root);

private:
    void user(TypeId type);
    void game(TypeId type);
    void options(TypeId type);
    void slot(TypeId type);

    PackedReader& m_in;
    InitData m_data;
    int m_nextUser = 0;
};

void LobbyReader::user(TypeId type)
{
    LobbyUser user;
    user.id = m_nextUser++;
    eachField(m_in, type, [&](std::string_view name, TypeId field) {
        if (name == "m_name")
            user.name = blobText(m_in, field);
        else if (name == "m_clanTag")
            user.clan = blobText(m_in, field);
        else
            return false;
        return true;
    });
    if (!user.name.isEmpty())
        m_data.users.push_back(std::move(user));
}

void LobbyReader::options(TypeId type)
{
    eachField(m_in, type, [&](std::string_view name, TypeId field) {
        if (name == "m_amm")
            m_data.amm = integer(m_in, field) != 0;
        else if (name == "m_battleNet")
            m_data.battleNet = integer(m_in, field) != 0;
        else if (name == "m_ranked" || name == "m_competitive")
            m_data.ranked = integer(m_in, field) != 0;
        else
            return false;
        return true;
    });
}

void LobbyReader::game(TypeId type)
{
    eachField(m_in, type, [&](std::string_view name, TypeId field) {
        if (name == "m_randomValue")
            m_data.randomValue = static_cast<std::uint32_t>(number(m_in, field).value_or(0));
        else if (name == "m_gameOptions")
            options(field);
        else if (name == "m_gameSpeed")
            m_data.gameSpeed = integer(m_in, field);
        else if (name == "m_maxPlayers")
            m_data.maxPlayers = integer(m_in, field);
        else if (name == "m_mapSizeX")
            m_data.mapSizeX = integer(m_in, field);
        else if (name == "m_mapSizeY")
            m_data.mapSizeY = integer(m_in, field);
        else
            return false;
        return true;
    });
}

void LobbyReader::slot(TypeId type)
{
    LobbySlot slot;
    eachField(m_in, type, [&](std::string_view name, TypeId field) {
        if (name == "m_control")
            slot.control = integer(m_in, field);
        else if (name == "m_userId")
            slot.userId = optionalInteger(m_in, field);
        else if (name == "m_teamId")
            slot.team = integer(m_in, field);
        else if (name == "m_colorPref")
            slot.colour = preference(m_in, field);
        else if (name == "m_racePref")
            slot.race = preference(m_in, field);
        else if (name == "m_difficulty")
            slot.difficulty = integer(m_in, field);
        else if (name == "m_handicap")
            slot.handicap = integer(m_in, field);
        else if (name == "m_observe")
            slot.observe = integer(m_in, field);
        else if (name == "m_workingSetSlotId")
            slot.workingSetSlotId = optionalInteger(m_in, field);
        else
            return false;
        return true;
    });
    m_data.slots.push_back(slot);
}

InitData LobbyReader::read(TypeId root)
{
    const auto lobby = [&](std::string_view name, TypeId field) {
        if (name != "m_slots")
            return false;
        eachItem(m_in, field, [&](TypeId item) { slot(item); });
        return true;
    };
    const auto state = [&](std::string_view name, TypeId field) {
        if (name == "m_userInitialData")
            eachItem(m_in, field, [&](TypeId item) { user(item); });
        else if (name == "m_gameDescription")
            game(field);
        else if (name == "m_lobbyState")
            eachField(m_in, field, lobby);
        else
            return false;
        return true;
    };
    eachField(m_in, root, [&](std::string_view name, TypeId field) {
        if (name == "m_syncLobbyState")
            eachField(m_in, field, state);
        return name == "m_syncLobbyState";
    });
    m_data.bitsUsed = m_in.bitPosition();
    return std::move(m_data);
}

/// Nothing unless the layout fits to the last byte.
std::optional<InitData> tryLayout(std::span<const std::byte> bytes, const Protocol& protocol)
{
    if (protocol.initData == NoType)
        return std::nullopt;
    PackedReader in(bytes);
    InitData data = LobbyReader(in).read(protocol.initData);
    if (!in.ok() || in.bitsLeft() >= 8)
        return std::nullopt;
    data.bytes = bytes.size();
    return data;
}

} // namespace

model::Result<InitData> parseInitData(std::span<const std::byte> bytes, std::uint32_t baseBuild)
{
    const auto all = protocols();
    const auto own = static_cast<std::size_t>(&protocolFor(baseBuild) - all.data());
    // A build without a table of its own may have its neighbour's layout: the next one up, then the one
    // below.
    const std::size_t order[] = {own, own + 1, own - 1};
    for (const std::size_t index : order) {
        if (index >= all.size())
            continue;
        if (auto data = tryLayout(bytes, all[index]))
            return std::move(*data);
    }
    return model::fail(
        model::ErrorCode::Damaged,
        QStringLiteral("replay.initData, %1 bytes, fits neither the layout of base build %2 nor "
                       "those of its neighbours")
            .arg(bytes.size())
            .arg(baseBuild));
}

} // namespace ghostline::sc2
