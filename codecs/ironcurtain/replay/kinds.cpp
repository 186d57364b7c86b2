// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/replay/kinds.h"

#include "codecs/ironcurtain/limits.h"

#include <algorithm>

namespace ghostline::ironcurtain {

namespace {

/// Ids that no table names are not worth a row each: a file could name four thousand million.
constexpr std::size_t MaxTypes = std::size_t{1} << 16;

TypeInfo* rowOf(std::vector<TypeInfo>& types, InternedId id)
{
    if (id >= MaxTypes)
        return nullptr;
    if (id >= types.size())
        types.resize(std::size_t{id} + 1);
    return &types[id];
}

} // namespace

void Kinds::addStrings(std::shared_ptr<const StringPool> strings)
{
    if (strings && (!m_strings || strings->size() > m_strings->size()))
        m_strings = std::move(strings);
}

void Kinds::addIdentity(const Identity& identity)
{
    TypeInfo* const row = rowOf(m_types, identity.type);
    if (row == nullptr || row->kindKnown)
        return;
    row->kind = identity.kind;
    row->kindKnown = true;
}

void Kinds::addStructure(InternedId type)
{
    TypeInfo* const row = rowOf(m_types, type);
    if (row == nullptr || row->kindKnown)
        return;
    row->kind = UnitKind::Building;
    row->kindKnown = true;
}

void Kinds::addEntities(const SimState& state)
{
    for (const Entity& entity : state.entities)
        addEntity(entity);
}

bool Kinds::addEntity(const Entity& entity)
{
    const auto identity = entity.components.identity();
    TypeInfo* const row = identity ? rowOf(m_types, identity->type) : nullptr;
    if (row == nullptr)
        return false;
    const TypeInfo before = *row;
    addIdentity(*identity);
    row->harvester = row->harvester || entity.components.has(Slot::Harvester);
    if (const auto building = entity.components.building()) {
        row->width = std::max<std::uint8_t>(building->width, 1);
        row->height = std::max<std::uint8_t>(building->height, 1);
    }
    return *row != before;
}

std::string_view Kinds::string(InternedId id) const
{
    return m_strings && id < m_strings->size() ? std::string_view((*m_strings)[id]) : std::string_view();
}

QString Kinds::readable(InternedId id) const
{
    const std::string_view text = string(id);
    return text.empty() ? QStringLiteral("type %1").arg(id) : readableType(text);
}

TypeInfo Kinds::type(InternedId id) const { return id < m_types.size() ? m_types[id] : TypeInfo(); }

} // namespace ghostline::ironcurtain
