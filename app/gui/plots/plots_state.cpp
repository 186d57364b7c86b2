// SPDX-License-Identifier: GPL-3.0-or-later
// The Plots dock as layouts remember it: curves, the fields they stand in, and what is shaded.
#include "app/gui/docks/kind_chip.h"
#include "app/gui/plots/plot_canvas.h"
#include "app/gui/plots/plots_panel.h"
#include "app/gui/shell/replay_session.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr int StateVersion = 1;
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

} // namespace

QByteArray PlotsPanel::saveState() const
{
    if (!m_session && !m_pending.isEmpty())
        return m_pending; // no replay was opened: what was remembered stays so
    QJsonArray plots;
    for (const Plot& plot : m_plots) {
        QJsonObject entry = plot.spec.toJson();
        entry[QStringLiteral("field")] = plot.field;
        plots.append(entry);
    }
    QJsonObject bands;
    for (auto wish = m_bandWishes.begin(); wish != m_bandWishes.end(); ++wish)
        bands.insert(wish.key(), wish.value());
    return QJsonDocument(QJsonObject{{QStringLiteral("version"), StateVersion},
                                     {QStringLiteral("plots"), plots},
                                     {QStringLiteral("fields"), savedFields()},
                                     {QStringLiteral("bands"), bands}})
        .toJson(QJsonDocument::Compact);
}

QJsonObject PlotsPanel::savedFields() const
{
    QJsonObject fields;
    for (const auto& [number, field] : m_canvas->fields()) {
        QJsonObject fixed;
        for (auto at = field.fixed.begin(); at != field.fixed.end(); ++at)
            fixed.insert(at.key(), QJsonArray{at.value().low, at.value().high});
        fields.insert(QString::number(number),
                      QJsonObject{{QStringLiteral("share"), field.share}, {QStringLiteral("fixed"), fixed}});
    }
    return fields;
}

bool PlotsPanel::restoreState(const QByteArray& state)
{
    const QJsonObject root = QJsonDocument::fromJson(state).object();
    if (root[QStringLiteral("version")].toInt() != StateVersion)
        return false;
    if (!m_session) {
        m_pending = state;
        return true;
    }
    restoreBands(root[QStringLiteral("bands")].toObject());
    restorePlots(root[QStringLiteral("plots")].toArray());
    restoreFields(root[QStringLiteral("fields")].toObject());
    return true;
}

void PlotsPanel::restoreBands(const QJsonObject& bands)
{
    for (const BandKind& band : m_bands) {
        const model::EventKind& kind = m_bandsOf->kinds[static_cast<std::size_t>(band.kind)];
        band.chip->setChecked(bands[kind.id].toBool(kind.shownByDefault));
    }
    m_bandWishes.clear();
    for (auto wish = bands.begin(); wish != bands.end(); ++wish)
        m_bandWishes.insert(wish.key(), wish.value().toBool());
}

/// In place of those that are there; what both have is not read again. Another replay may have other actors:
/// what does not exist there is left out.
void PlotsPanel::restorePlots(const QJsonArray& plots)
{
    std::vector<Plot> before = takePlots();
    const std::vector<model::MetricInfo> known = metrics();
    for (const auto& value : plots) {
        const QJsonObject entry = value.toObject();
        const auto spec = PlotSpec::fromJson(entry, m_session->info(), known);
        if (!spec || indexOf(*spec) >= 0)
            continue;
        const int field = entry[QStringLiteral("field")].toInt(-1);
        Plot& plot = addToField(*spec, field >= 0 && field < MostFields ? field : fieldForUnit(spec->unit()));
        const auto same = std::find_if(before.begin(), before.end(),
                                       [&](const Plot& former) { return former.spec == plot.spec; });
        if (same != before.end())
            plot.takeSamples(*same);
    }
    showCurves();
    requestWhole();
}

/// After the curves: a field is there only with one, and so is a scale of it.
void PlotsPanel::restoreFields(const QJsonObject& fields)
{
    std::map<int, PlotField> looks;
    for (auto at = fields.begin(); at != fields.end(); ++at) {
        bool isNumber = false;
        const int number = at.key().toInt(&isNumber);
        if (isNumber)
            looks.insert_or_assign(number, fieldFrom(at.value().toObject()));
    }
    m_canvas->setFields(std::move(looks));
}

} // namespace ghostline::app
