// SPDX-License-Identifier: GPL-3.0-or-later
// Equal sections are one object, so that whoever draws them sees by the address what is new.
#include "codecs/recording/block_colours.h"
#include "codecs/recording/run_segment.h"

#include <algorithm>
#include <array>
#include <bit>

namespace ghostline::recording {

using model::GridKind;
using model::GridSection;

namespace {

std::uint64_t hashOf(const GridSection& section)
{
    constexpr std::uint64_t Prime = 0x9E37'79B9'7F4A'7C15ULL;
    std::uint64_t hash = Prime;
    const auto mix = [&hash](std::uint64_t value) {
        hash = (hash ^ value) * Prime;
        hash ^= hash >> 29;
    };
    mix(static_cast<std::uint32_t>(section.at.x));
    mix(static_cast<std::uint32_t>(section.at.y));
    mix(static_cast<std::uint32_t>(section.at.z));
    // Two cells at a time: this is done for each section of each snapshot.
    const std::vector<model::GridCell>& cells = section.cells;
    std::size_t i = 0;
    for (; i + 1 < cells.size(); i += 2)
        mix(std::bit_cast<std::uint64_t>(std::array{cells[i], cells[i + 1]}));
    if (i < cells.size())
        mix(static_cast<std::uint64_t>(cells[i].place) << 16 | cells[i].kind);
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
    std::size_t cleanAt = 1024; ///< sections at which those nobody holds are swept out

    void sweep()
    {
        if (sections.size() < cleanAt)
            return;
        std::erase_if(sections, [](const auto& entry) { return entry.second.expired(); });
        cleanAt = std::max<std::size_t>(1024, 2 * sections.size());
    }
};

BlockPool::BlockPool() : d(std::make_unique<Private>()) {}

BlockPool::~BlockPool() = default;

std::uint16_t BlockPool::kind(const Kind& block)
{
    constexpr std::int32_t AirNumber = 0;
    if (block.number == AirNumber)
        return Air;
    const std::string number = block.number < 0 ? std::string() : "block #" + std::to_string(block.number);
    const std::string_view name = block.number < 0 ? block.name : std::string_view(number);
    const std::scoped_lock lock(d->mutex);
    if (const auto found = d->byName.find(name); found != d->byName.end())
        return found->second;
    const BlockLook look = blockLook(name);
    if (look.empty) {
        if (d->byName.size() < MaxPalette)
            d->byName.emplace(name, Air);
        return Air;
    }
    // One place is kept for what there is no place for.
    constexpr std::size_t TooMany = MaxPalette - 1;
    if (d->known.size() >= TooMany) {
        if (d->known.size() == TooMany)
            d->known.push_back({QStringLiteral("more kinds than are kept apart"), BlockLook{}.colour, false});
        return static_cast<std::uint16_t>(TooMany);
    }
    const auto index = static_cast<std::uint16_t>(d->known.size());
    d->known.push_back(
        {QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())), look.colour, look.translucent});
    d->byName.emplace(name, index);
    return index;
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
    const std::uint64_t hash = hashOf(content);
    const std::scoped_lock lock(d->mutex);
    const auto [first, end] = d->sections.equal_range(hash);
    for (auto it = first; it != end; ++it) {
        if (auto known = it->second.lock(); known && *known == content)
            return known;
    }
    auto made = std::make_shared<const GridSection>(content);
    d->sweep();
    d->sections.emplace(hash, made);
    return made;
}

} // namespace ghostline::recording
