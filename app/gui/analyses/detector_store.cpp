// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/analyses/detector_store.h"

#include "app/gui/settings/settings.h"

#include <QSettings>

namespace ghostline::app {

namespace {

QString keyOf(const model::DetectorInfo& info, const char* what)
{
    return QStringLiteral("detectors/%1/%2").arg(QLatin1String(info.id), QLatin1String(what));
}

double kept(const QSettings& store, const QString& key, const model::DetectorParameter& parameter)
{
    bool ok = false;
    const double value = store.value(key).toDouble(&ok);
    return ok && value >= parameter.least && value <= parameter.most ? value : parameter.standard;
}

void keep(QSettings& store, const QString& key, double value, double standard)
{
    if (value == standard)
        store.remove(key);
    else
        store.setValue(key, value);
}

} // namespace

model::DetectOptions loadDetectOptions()
{
    const auto store = openStore();
    model::DetectOptions options = model::standardDetectOptions();
    for (std::size_t i = 0; i < options.choices.size(); ++i) {
        const model::DetectorInfo& info = model::detectors()[i];
        model::DetectorChoice& choice = options.choices[i];
        choice.on = store->value(keyOf(info, "on"), choice.on).toBool();
        choice.threshold = kept(*store, keyOf(info, "threshold"), info.threshold);
        for (std::size_t k = 0; k < info.parameters.size(); ++k)
            choice.parameters[k] = kept(*store, keyOf(info, info.parameters[k].id), info.parameters[k]);
    }
    return options;
}

void storeDetectOptions(const model::DetectOptions& options)
{
    const auto store = openStore();
    for (std::size_t i = 0; i < options.choices.size(); ++i) {
        const model::DetectorInfo& info = model::detectors()[i];
        const model::DetectorChoice& choice = options.choices[i];
        if (choice.on == !info.experimental())
            store->remove(keyOf(info, "on"));
        else
            store->setValue(keyOf(info, "on"), choice.on);
        keep(*store, keyOf(info, "threshold"), choice.threshold, info.threshold.standard);
        for (std::size_t k = 0; k < info.parameters.size(); ++k)
            keep(*store, keyOf(info, info.parameters[k].id), choice.parameters[k],
                 info.parameters[k].standard);
    }
}

} // namespace ghostline::app
