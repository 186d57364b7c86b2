// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/replay/block_pool.h"

#include "codecs/recording/format/limits.h"
#include "codecs/recording/replay/block_edit.h"
#include "codecs/recording/state/world.h"
#include "codecs/recording/worlds/block_kinds.h"
#include "model/base/text.h"

#include <array>
#include <bit>
#include <cstring>
#include <mutex>

namespace ghostline::recording {

using model::GridKind;
using model::GridSection;

namespace {

/// Done for each section of each snapshot, so that four numbers are worked out side by side.
std::uint64_t hashOf(const GridSection& section)
{
    constexpr std::uint64_t Prime = 0x9E37'79B9'7F4A'7C15ULL;
    constexpr std::size_t Lanes = 4;
    std::array<std::uint64_t, Lanes> lanes{static_cast<std::uint32_t>(section.at.x),
                                           static_cast<std::uint32_t>(section.at.y),
                                           static_cast<std::uint32_t>(section.at.z), section.cells.size()};
    const auto mix = [](std::uint64_t& hash, std::uint64_t value) {
        hash = (hash ^ value) * Prime;
        hash ^= hash >> 29;
    };
    const std::vector<model::GridCell>& cells = section.cells;
    std::size_t i = 0;
    for (; i + 2 * Lanes <= cells.size(); i += 2 * Lanes) {
        for (std::size_t lane = 0; lane < Lanes; ++lane)
            mix(lanes[lane],
                std::bit_cast<std::uint64_t>(std::array{cells[i + 2 * lane], cells[i + 2 * lane + 1]}));
    }
    for (; i < cells.size(); ++i)
        mix(lanes[i % Lanes], std::bit_cast<std::uint32_t>(cells[i]));
    std::uint64_t hash = Prime;
    for (const std::uint64_t lane : lanes)
        mix(hash, lane);
    return hash;
}

} // namespace

struct BlockPool::Private
{
    std::mutex mutex;
    std::vector<GridKind> known;
    std::shared_ptr<const std::vector<GridKind>> shared = std::make_shared<std::vector<GridKind>>();
    std::unordered_map<std::string, std::uint16_t, TextHash, std::equal_to<>> byName;
    std::unordered_multimap<std::uint64_t, std::weak_ptr<const GridSection>> sections;
    std::unordered_map<std::int64_t, std::weak_ptr<const GridSection>> latest; ///< by its place
    std::size_t cleanAt = 1024; ///< sections at which those nobody holds are swept out
    std::vector<std::unique_ptr<BlockEditor>> idle;

    void sweep()
    {
        if (sections.size() < cleanAt)
            return;
        const auto gone = [](const auto& entry) { return entry.second.expired(); };
        std::erase_if(sections, gone);
        std::erase_if(latest, gone);
        cleanAt = std::max<std::size_t>(1024, 2 * sections.size());
    }
};

BlockPool::BlockPool() : d(std::make_unique<Private>())
{
    GridKind air;
    air.name = QStringLiteral("minecraft:air");
    air.form = model::GridForm::Nothing;
    air.hides = false;
    d->known.push_back(std::move(air)); // BlockPool::Air
}

BlockPool::~BlockPool() = default;

BlockPool::KnownKind BlockPool::kind(const Kind& block)
{
    constexpr std::int32_t AirNumber = 0;
    if (block.number == AirNumber)
        return {Air, {}};
    const std::string number = block.number < 0 ? std::string() : "block #" + std::to_string(block.number);
    const std::string_view name = block.number < 0 ? block.name : std::string_view(number);
    const std::scoped_lock lock(d->mutex);
    auto found = d->byName.find(name);
    if (found != d->byName.end())
        return {found->second, found->first};
    GridKind look = blockKind(name);
    const bool empty = look.form == model::GridForm::Nothing;
    if (empty && d->byName.size() >= MaxPalette)
        return {Air, {}};
    // One place is kept for what there is no place for.
    constexpr std::size_t TooMany = MaxPalette - 1;
    if (!empty && d->known.size() >= TooMany) {
        if (d->known.size() == TooMany)
            d->known.emplace_back().name = QStringLiteral("more kinds than are kept apart");
        return {static_cast<std::uint16_t>(TooMany), {}};
    }
    const auto index = empty ? Air : static_cast<std::uint16_t>(d->known.size());
    if (!empty) {
        look.name = model::textOf(name);
        d->known.push_back(std::move(look));
    }
    found = d->byName.emplace(name, index).first;
    return {index, found->first};
}

std::shared_ptr<const std::vector<GridKind>> BlockPool::kinds() const
{
    const std::scoped_lock lock(d->mutex);
    if (d->shared->size() != d->known.size())
        d->shared = std::make_shared<std::vector<GridKind>>(d->known);
    return d->shared;
}

std::shared_ptr<const GridSection> BlockPool::section(const GridSection& content)
{
    const std::scoped_lock lock(d->mutex);
    // From one snapshot to the next most sections stay as they are.
    const std::int64_t place = packBlock(content.at);
    if (auto same = d->latest[place].lock(); same && same->cells.size() == content.cells.size() &&
                                             std::memcmp(same->cells.data(), content.cells.data(),
                                                         content.cells.size() * sizeof(model::GridCell)) == 0)
        return same;
    const std::uint64_t hash = hashOf(content);
    const auto [first, end] = d->sections.equal_range(hash);
    for (auto it = first; it != end; ++it) {
        if (auto known = it->second.lock(); known && *known == content) {
            d->latest[place] = known;
            return known;
        }
    }
    auto made = std::make_shared<const GridSection>(content);
    d->sweep();
    d->sections.emplace(hash, made);
    d->latest[place] = made;
    return made;
}

std::unique_ptr<BlockEditor> BlockPool::takeEditor()
{
    const std::scoped_lock lock(d->mutex);
    if (d->idle.empty())
        return std::make_unique<BlockEditor>(*this);
    auto editor = std::move(d->idle.back());
    d->idle.pop_back();
    return editor;
}

void BlockPool::giveBack(std::unique_ptr<BlockEditor> editor)
{
    constexpr std::size_t MostIdle = 4;
    editor->reset();
    const std::scoped_lock lock(d->mutex);
    if (d->idle.size() < MostIdle)
        d->idle.push_back(std::move(editor));
}

} // namespace ghostline::recording
