// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/analyses/zone_store.h"

#include "app/gui/settings/settings.h"
#include "model/world/zone_json.h"

#include <QSettings>
#include <QUrl>

namespace ghostline::app {

namespace {

/// A map may have any name, a key none of the signs that divide keys.
QString keyOf(const model::ReplayInfo& info, const QString& recording)
{
    const QString place = info.map.isEmpty() ? QStringLiteral("recording ") + recording
                                             : info.format + QStringLiteral(" map ") + info.map;
    return QStringLiteral("zones/") + QString::fromLatin1(QUrl::toPercentEncoding(place, {}, "."));
}

} // namespace

std::vector<model::Zone> loadZones(const model::ReplayInfo& info, const QString& recording)
{
    const QByteArray kept = openStore()->value(keyOf(info, recording)).toByteArray();
    return kept.isEmpty() ? std::vector<model::Zone>()
                          : model::zonesFromJson(kept).value_or(std::vector<model::Zone>());
}

void storeZones(const model::ReplayInfo& info, const QString& recording,
                const std::vector<model::Zone>& zones)
{
    const auto store = openStore();
    if (zones.empty())
        store->remove(keyOf(info, recording));
    else
        store->setValue(keyOf(info, recording), model::zonesToJson(zones));
}

} // namespace ghostline::app
