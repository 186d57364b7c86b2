// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/marks/tag_store.h"

#include "app/gui/settings/settings.h"

#include <QSettings>

namespace ghostline::app {

namespace {

const QString SetsKey = QStringLiteral("tags/sets");
const QString CurrentKey = QStringLiteral("tags/current");

} // namespace

TagSets loadTagSets()
{
    const auto store = openStore();
    TagSets loaded;
    loaded.current = store->value(CurrentKey).toString();
    const QVariantList kept = store->value(SetsKey).toList();
    for (const QVariant& json : kept) {
        auto set = readTagSet(json.toByteArray());
        if (set && !set->name.isEmpty() && loaded.sets.size() < TagSets::MostSets)
            loaded.sets.push_back(std::move(*set));
    }
    return loaded;
}

void saveTagSets(const TagSets& sets)
{
    const auto store = openStore();
    QVariantList kept;
    for (const TagSet& set : sets.sets)
        kept << tagSetJson(set);
    store->setValue(SetsKey, kept);
    store->setValue(CurrentKey, sets.current);
}

} // namespace ghostline::app
