// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/commands/selection.h"

#include <algorithm>

namespace ghostline::sc2 {
namespace {

template<typename T>
std::span<const T> part(const std::vector<T>& all, std::uint32_t first, std::uint32_t count)
{
    if (first > all.size())
        return {};
    return std::span(all).subspan(first, std::min<std::size_t>(count, all.size() - first));
}

} // namespace

void SelectionBook::remove(List& list, const RemoveMask& mask, const GameEvents& game)
{
    if (mask.kind == MaskKind::None)
        return;
    const auto positions = part(game.positions, mask.first, mask.count);
    const std::size_t size = list.tags.size();
    m_work += positions.size() + size;
    m_marked.assign(size, false);
    std::uint64_t outside = 0;
    for (const std::uint16_t at : positions) {
        if (at < size)
            m_marked[at] = true;
        else
            ++outside;
    }
    if (mask.kind == MaskKind::Mask) {
        ++m_fit.masks;
        m_fit.masksTooLong += mask.length > size ? 1 : 0;
    } else {
        m_fit.indices += positions.size();
        m_fit.indicesOutside += outside;
    }
    const bool keepMarked = mask.kind == MaskKind::ZeroIndices;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < size; ++i)
        if (m_marked[i] == keepMarked)
            list.tags[kept++] = list.tags[i];
    list.tags.resize(kept);
    if (kept == 0)
        list.approximate = false;
    else if (outside > 0)
        list.approximate = true;
}

/// Tags that are in already, or twice among the new ones, count once.
void SelectionBook::append(List& list, std::span<const std::uint32_t> tags)
{
    if (tags.empty())
        return;
    m_work += list.tags.size() + tags.size();
    list.tags.insert(list.tags.end(), tags.begin(), tags.end());
    std::sort(list.tags.begin(), list.tags.end());
    list.tags.erase(std::unique(list.tags.begin(), list.tags.end()), list.tags.end());
    if (list.tags.size() > MaxSelected)
        list.tags.resize(MaxSelected);
}

void SelectionBook::steal(std::size_t owner, std::span<const std::uint32_t> tags)
{
    for (std::size_t group = 0; group < CurrentList; ++group) {
        if (group == owner)
            continue;
        m_work += m_lists[group].tags.size();
        std::erase_if(m_lists[group].tags, [tags](std::uint32_t tag) {
            return std::binary_search(tags.begin(), tags.end(), tag);
        });
    }
}

bool SelectionBook::apply(const SelectionDelta& delta, const GameEvents& game)
{
    if (delta.group > CurrentList)
        return false;
    List& list = m_lists[delta.group];
    m_before = list;
    remove(list, delta.remove, game);
    append(list, part(game.tags, delta.firstTag, delta.tags));
    return list != m_before;
}

bool SelectionBook::apply(const ControlGroupUpdate& update, const GameEvents& game)
{
    if (update.group >= CurrentList)
        return false;
    List& group = m_lists[update.group];
    List& selected = m_lists[CurrentList];
    m_work += group.tags.size() + selected.tags.size();
    if (update.action == GroupAction::Recall) {
        m_before = selected;
        selected = group;
        remove(selected, update.mask, game);
        return selected != m_before;
    }
    m_before = group;
    switch (update.action) {
    case GroupAction::Set:
    case GroupAction::StealSet:
        group = selected;
        break;
    case GroupAction::Add:
    case GroupAction::StealAdd:
        remove(group, update.mask, game); // those that died
        append(group, selected.tags);
        group.approximate = group.approximate || selected.approximate;
        break;
    case GroupAction::Clear:
        group = {};
        break;
    case GroupAction::Recall:
    case GroupAction::Unknown:
        break;
    }
    if (update.action == GroupAction::StealSet || update.action == GroupAction::StealAdd)
        steal(update.group, selected.tags);
    return group != m_before;
}

} // namespace ghostline::sc2
