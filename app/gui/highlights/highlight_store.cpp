// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/highlights/highlight_store.h"

#include "app/gui/settings/settings.h"

#include <QJsonDocument>

namespace ghostline::app {

namespace {

const QString HighlightWeightsKey = QStringLiteral("highlights/weights");

} // namespace

model::HighlightWeights loadHighlightWeights()
{
    const QByteArray kept = openStore()->value(HighlightWeightsKey).toByteArray();
    return model::HighlightWeights::fromFile(kept).value_or(model::HighlightWeights());
}

void saveHighlightWeights(const model::HighlightWeights& weights)
{
    const auto store = openStore();
    if (weights == model::HighlightWeights())
        store->remove(HighlightWeightsKey);
    else
        store->setValue(HighlightWeightsKey, QJsonDocument(weights.json()).toJson(QJsonDocument::Compact));
}

} // namespace ghostline::app
