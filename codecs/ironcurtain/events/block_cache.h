// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The blocks unpacked last, up to EventCacheBytes.
#include "codecs/ironcurtain/limits.h"
#include "codecs/ironcurtain/types.h"

#include <algorithm>
#include <list>
#include <memory>

namespace ghostline::ironcurtain {

using RawBlock = std::shared_ptr<const Bytes>;

class BlockCache
{
public:
    RawBlock find(std::size_t block)
    {
        const auto at = std::find_if(m_kept.begin(), m_kept.end(),
                                     [block](const auto& each) { return each.first == block; });
        if (at == m_kept.end())
            return {};
        m_kept.splice(m_kept.begin(), m_kept, at);
        return at->second;
    }
    /// `spare`: only when nothing has to go for it.
    void keep(std::size_t block, const RawBlock& raw, bool spare)
    {
        if ((spare && m_bytes + raw->size() > EventCacheBytes) || find(block) != nullptr)
            return;
        m_kept.emplace_front(block, raw);
        m_bytes += raw->size();
        while (m_bytes > EventCacheBytes && m_kept.size() > 1) {
            m_bytes -= m_kept.back().second->size();
            m_kept.pop_back();
        }
    }
    void clear()
    {
        m_kept.clear();
        m_bytes = 0;
    }

private:
    std::list<std::pair<std::size_t, RawBlock>> m_kept; ///< newest first
    std::size_t m_bytes = 0;
};

} // namespace ghostline::ironcurtain
