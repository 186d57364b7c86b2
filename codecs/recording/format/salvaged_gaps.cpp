// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/format/salvaged_gaps.h"

namespace ghostline::recording {

using namespace Qt::StringLiterals;
using io::NbtCompound;
using io::NbtKind;
using io::NbtList;
using io::NbtValue;

NbtList& listAt(NbtCompound& tree, const QString& key)
{
    for (auto& [name, value] : tree.entries) {
        if (name == key && value.as<NbtList>() != nullptr)
            return *value.as<NbtList>();
    }
    tree.set(key, NbtList{NbtKind::Compound, {}});
    return listAt(tree, key);
}

void append(NbtList& list, NbtCompound entry)
{
    list.kind = NbtKind::Compound;
    list.values.emplace_back(std::move(entry));
}

void addGaps(NbtCompound& tree, const std::vector<SalvagedGap>& gaps)
{
    if (gaps.empty())
        return;
    NbtList& list = listAt(tree, u"hc:salvaged"_s);
    for (const SalvagedGap& gap : gaps) {
        NbtCompound entry;
        entry.set(u"tick"_s, gap.tick);
        entry.set(u"endTick"_s, gap.endTick);
        entry.set(u"reason"_s, gap.reason);
        append(list, std::move(entry));
    }
}

std::vector<SalvagedGap> readGaps(const NbtCompound& tree)
{
    std::vector<SalvagedGap> gaps;
    const NbtValue* value = tree.find(u"hc:salvaged"_s);
    const auto* list = value != nullptr ? value->as<NbtList>() : nullptr;
    if (list == nullptr)
        return gaps;
    gaps.reserve(list->values.size());
    for (const NbtValue& item : list->values) {
        const auto* entry = item.as<NbtCompound>();
        const auto tick = entry != nullptr ? entry->integerAt(u"tick") : std::nullopt;
        const auto last = entry != nullptr ? entry->integerAt(u"endTick") : std::nullopt;
        constexpr std::int64_t Most = 2147483646;
        if (!tick || !last || *tick < 0 || *last < *tick || *last > Most)
            continue;
        const NbtValue* reason = entry->find(u"reason"_s);
        gaps.push_back({static_cast<std::int32_t>(*tick), static_cast<std::int32_t>(*last),
                        reason != nullptr ? reason->text() : QString()});
    }
    return gaps;
}

} // namespace ghostline::recording
