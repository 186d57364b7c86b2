// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/plots/plots_state.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr int PlotsStateVersion = 1;
constexpr int MostFields = 1000;    // their numbers may have holes
constexpr double LeastShare = 0.01; // of a field, against damaged states

PlotField fieldFrom(const QJsonObject& json)
{
    PlotField field;
    const double share = json[QStringLiteral("share")].toDouble(1.0);
    field.share = std::isfinite(share) ? std::clamp(share, LeastShare, 1.0 / LeastShare) : 1.0;
    const QJsonObject fixed = json[QStringLiteral("fixed")].toObject();
    for (auto at = fixed.begin(); at != fixed.end(); ++at) {
        const QJsonArray ends = at.value().toArray();
        const PlotRange range{ends[0].toDouble(), ends[1].toDouble()};
        if (range.low < range.high)
            field.fixed.insert(at.key(), range);
    }
    return field;
}

QJsonObject jsonOf(const PlotField& field)
{
    QJsonObject fixed;
    for (auto at = field.fixed.begin(); at != field.fixed.end(); ++at)
        fixed.insert(at.key(), QJsonArray{at.value().low, at.value().high});
    return {{QStringLiteral("share"), field.share}, {QStringLiteral("fixed"), fixed}};
}

} // namespace

QByteArray PlotsState::toBytes() const
{
    QJsonArray plots;
    for (const Curve& curve : curves) {
        QJsonObject entry = curve.spec;
        entry[QStringLiteral("field")] = curve.field.value_or(-1);
        plots.append(entry);
    }
    QJsonObject shown;
    for (const auto& [number, field] : fields)
        shown.insert(QString::number(number), jsonOf(field));
    QJsonObject shaded;
    for (auto choice = bands.begin(); choice != bands.end(); ++choice)
        shaded.insert(choice.key(), choice.value());
    return QJsonDocument(QJsonObject{{QStringLiteral("version"), PlotsStateVersion},
                                     {QStringLiteral("plots"), plots},
                                     {QStringLiteral("fields"), shown},
                                     {QStringLiteral("bands"), shaded}})
        .toJson(QJsonDocument::Compact);
}

std::optional<PlotsState> PlotsState::fromBytes(const QByteArray& bytes)
{
    const QJsonObject root = QJsonDocument::fromJson(bytes).object();
    if (root[QStringLiteral("version")].toInt() != PlotsStateVersion)
        return std::nullopt;
    PlotsState state;
    for (const auto& value : root[QStringLiteral("plots")].toArray()) {
        Curve& curve = state.curves.emplace_back();
        curve.spec = value.toObject();
        const int field = curve.spec[QStringLiteral("field")].toInt(-1);
        if (field >= 0 && field < MostFields)
            curve.field = field;
    }
    const QJsonObject fields = root[QStringLiteral("fields")].toObject();
    for (auto at = fields.begin(); at != fields.end(); ++at) {
        bool isNumber = false;
        const int number = at.key().toInt(&isNumber);
        if (isNumber)
            state.fields.insert_or_assign(number, fieldFrom(at.value().toObject()));
    }
    const QJsonObject bands = root[QStringLiteral("bands")].toObject();
    for (auto choice = bands.begin(); choice != bands.end(); ++choice) {
        if (choice.value().isBool())
            state.bands.insert(choice.key(), choice.value().toBool());
    }
    return state;
}

} // namespace ghostline::app
