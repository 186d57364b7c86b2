// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with a zone, and the times that were found.
#include "app/gui/analyses/zones_page.h"

#include "app/gui/analyses/zone_pen.h"
#include "app/gui/analyses/zone_store.h"
#include "app/gui/docks/csv_export.h"
#include "app/gui/docks/panel_style.h"
#include "model/atomic_file.h"
#include "model/zone_json.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QListWidget>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QStandardItemModel>
#include <QTableView>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr double UsualHeight = 10.0; // metres: what a limit begins with

} // namespace

ZonesPage::ZonesPage(QWidget* parent) : AnalysisPage(parent), m_pen(new ZonePen(this))
{
    buildList();
    buildPlace();
    buildHeights();
    buildTable();
    connect(m_pen, &ZonePen::sketched, this, [this](const model::Zone& zone) {
        std::vector<model::Zone> all = zones();
        std::erase_if(all, [&zone](const model::Zone& each) { return each.id == zone.id; });
        all.push_back(zone);
        Q_EMIT zonesMarked(all, static_cast<int>(all.size()) - 1);
    });
    connect(m_pen, &ZonePen::drawn, this, &ZonesPage::take);
    connect(m_pen, &ZonePen::givenUp, this, [this] {
        tell({});
        mark();
    });
    refill();
}

ZonesPage::~ZonesPage() { m_pen->disconnect(this); }

void ZonesPage::setSession(ReplaySession* session)
{
    m_pen->giveUp();
    AnalysisPage::setSession(session);
    m_model->setRowCount(0);
    if (session != nullptr)
        session->setZones(loadZones(session->info(), session->path()));
    refill();
}

// ---- the list ----

const std::vector<model::Zone>& ZonesPage::zones() const
{
    static const std::vector<model::Zone> none;
    return session() != nullptr ? session()->zones() : none;
}

int ZonesPage::chosen() const
{
    const int row = m_list->currentRow();
    return row < static_cast<int>(zones().size()) ? row : -1;
}

void ZonesPage::change(std::vector<model::Zone> zones)
{
    if (session() == nullptr)
        return;
    storeZones(session()->info(), session()->path(), zones);
    session()->setZones(std::move(zones));
    refill();
}

void ZonesPage::refill()
{
    const int row = m_list->currentRow();
    {
        const QScopedValueRollback<bool> filling(m_filling, true);
        m_list->clear();
        for (const model::Zone& zone : zones()) {
            auto* item = new QListWidgetItem(zone.name, m_list);
            item->setFlags(item->flags() | Qt::ItemIsEditable);
        }
        m_list->setCurrentRow(std::min(row, m_list->count() - 1));
    }
    choose();
}

void ZonesPage::choose()
{
    if (m_filling)
        return;
    const int row = chosen();
    for (QPushButton* each : m_ofChosen)
        each->setEnabled(row >= 0);
    m_limited->setEnabled(row >= 0);
    {
        const QScopedValueRollback<bool> filling(m_filling, true);
        const model::Zone zone = row >= 0 ? zones()[static_cast<std::size_t>(row)] : model::Zone{};
        const bool limited = std::isfinite(zone.bottom) || std::isfinite(zone.top);
        m_limited->setChecked(limited);
        m_bottom->setValue(limited ? std::clamp(zone.bottom, -HighestZone, HighestZone) : 0.0);
        m_top->setValue(limited ? std::clamp(zone.top, -HighestZone, HighestZone) : UsualHeight);
        showPlace(row >= 0 ? &zone : nullptr);
    }
    m_bottom->setEnabled(m_limited->isChecked());
    m_top->setEnabled(m_limited->isChecked());
    mark();
}

void ZonesPage::chooseHeights()
{
    const int row = chosen();
    if (m_filling || row < 0)
        return;
    std::vector<model::Zone> all = zones();
    model::Zone& zone = all[static_cast<std::size_t>(row)];
    const model::Zone unlimited;
    const bool limited = m_limited->isChecked();
    zone.bottom = limited ? m_bottom->value() : unlimited.bottom;
    zone.top = limited ? m_top->value() : unlimited.top;
    if (zone.valid())
        change(std::move(all));
    else
        tell(tr("The greatest height must be above the lowest"));
}

void ZonesPage::rename(int row, const QString& name)
{
    if (m_filling || row < 0 || row >= static_cast<int>(zones().size()))
        return;
    std::vector<model::Zone> all = zones();
    if (!name.trimmed().isEmpty())
        all[static_cast<std::size_t>(row)].name = name.trimmed();
    change(std::move(all)); // an empty name is put back
}

void ZonesPage::removeChosen()
{
    const int row = chosen();
    if (row < 0)
        return;
    std::vector<model::Zone> all = zones();
    all.erase(all.begin() + row);
    change(std::move(all));
}

void ZonesPage::exportZones()
{
    askExportFile(this, tr("Export zones"), tr("JSON files (*.json)"), QStringLiteral("json"),
                  [this](const QString& path) {
                      const auto done = model::replaceFile(path, model::zonesToJson(zones()));
                      if (!done)
                          tellExportFailed(this, path, done.error().message);
                  });
}

void ZonesPage::plotChosen()
{
    const int row = chosen();
    if (row < 0)
        return;
    const model::ActorId actor = selectedActor();
    if (actor == model::ActorId::None)
        return;
    const model::Zone& zone = zones()[static_cast<std::size_t>(row)];
    for (const model::MetricInfo& metric : model::metricsOf(session()->info(), zones())) {
        if (metric.source == model::MetricSource::InZone && metric.zone->id == zone.id)
            Q_EMIT plotRequested({metric, actor});
    }
}

// ---- the map ----

void ZonesPage::mark() { Q_EMIT zonesMarked(zones(), isVisible() ? chosen() : -1); }

void ZonesPage::showEvent(QShowEvent* event)
{
    AnalysisPage::showEvent(event);
    mark();
}

void ZonesPage::hideEvent(QHideEvent* event)
{
    m_pen->giveUp();
    AnalysisPage::hideEvent(event);
    mark();
}

/// The next free number; a name that can be changed.
model::Zone ZonesPage::fresh() const
{
    model::Zone zone;
    const auto taken = [this, &zone] {
        return std::any_of(zones().begin(), zones().end(),
                           [&zone](const model::Zone& each) { return each.id == zone.id; });
    };
    int number = static_cast<int>(zones().size());
    do
        zone.id = QStringLiteral("zone_%1").arg(++number);
    while (taken());
    zone.name = tr("Zone %1").arg(number);
    return zone;
}

void ZonesPage::draw(int stroke, const model::Zone& zone, const QString& how)
{
    if (session() == nullptr)
        return;
    Q_EMIT mapWanted();
    const bool drawing = m_pen->start(static_cast<ZonePen::Stroke>(stroke), zone);
    tell(drawing ? how : tr("No map to draw on is in sight: show the minimap"));
}

bool ZonesPage::roomForOne()
{
    const bool room = zones().size() < model::MostZones;
    if (!room)
        tell(tr("There can be no more zones on this map"));
    return room;
}

void ZonesPage::drawPolygon()
{
    if (!roomForOne())
        return;
    draw(static_cast<int>(ZonePen::Stroke::Polygon), fresh(),
         tr("Click the corners on the minimap, or on the large map where there is no 3D view; Enter or a "
            "double-click closes it, Esc gives up"));
}

void ZonesPage::drawCircle()
{
    if (!roomForOne())
        return;
    draw(static_cast<int>(ZonePen::Stroke::Circle), fresh(),
         tr("On the minimap, or on the large map where there is no 3D view, drag from the middle to the "
            "edge; Esc gives up"));
}

void ZonesPage::moveChosen()
{
    const int row = chosen();
    if (row < 0)
        return;
    draw(static_cast<int>(ZonePen::Stroke::Move), zones()[static_cast<std::size_t>(row)],
         tr("Drag the zone on the minimap, or on the large map where there is no 3D view; Esc gives up"));
}

void ZonesPage::take(const model::Zone& zone)
{
    std::vector<model::Zone> all = zones();
    auto known =
        std::find_if(all.begin(), all.end(), [&zone](const model::Zone& each) { return each.id == zone.id; });
    const auto row = static_cast<int>(known - all.begin());
    if (known != all.end())
        *known = zone;
    else
        all.push_back(zone);
    change(std::move(all));
    m_list->setCurrentRow(row);
    tell({});
}

// ---- what was found ----

AnalysisPage::Search ZonesPage::search()
{
    if (zones().empty()) {
        tell(tr("Draw a zone first"));
        return {};
    }
    m_asked = zones();
    return [zones = m_asked](const model::ReplaySource& source, const model::Progress& progress,
                             std::stop_token stop) -> model::Result<Found> {
        auto found = model::findZoneVisits(source, zones, {}, progress, std::move(stop));
        if (!found)
            return tl::unexpected<model::Error>(found.error());
        return Found{model::findingsOf(*found, zones, *source.index()->info), std::move(found->totals)};
    };
}

void ZonesPage::showFound(const Found& found)
{
    m_model->setRowCount(0);
    const QFont figures = tabularFont(font());
    const model::ReplayInfo& info = session()->info();
    for (const model::ZoneTotal& total : found.totals) {
        const model::ActorInfo* actor = info.actor(total.actor);
        const QString who =
            actor != nullptr ? actor->name : info.teams[static_cast<std::size_t>(total.team)].name;
        const double inside = model::seconds(total.inside);
        const QStringList cells{m_asked[total.zone].name, who, tr("%L1 s").arg(inside, 0, 'f', 1),
                                tr("%L1 %").arg(100.0 * total.share(), 0, 'f', 1),
                                QString::number(total.entries)};
        QList<QStandardItem*> row;
        for (const QString& cell : cells) {
            row << new QStandardItem(cell);
            row.last()->setEditable(false);
            if (row.size() <= InsideColumn)
                continue;
            row.last()->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            row.last()->setFont(figures);
        }
        row[InsideColumn]->setData(QStringLiteral("%1 s").arg(inside, 0, 'f', 1), FileTextRole);
        row[ShareColumn]->setData(QStringLiteral("%1 %").arg(100.0 * total.share(), 0, 'f', 1), FileTextRole);
        m_model->appendRow(row);
    }
}

} // namespace ghostline::app
