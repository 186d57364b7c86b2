// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with a zone, and the times that were found.
#include "app/gui/analyses/zones_page.h"

#include "app/gui/analyses/zone_pen.h"
#include "app/gui/analyses/zone_store.h"
#include "app/gui/widgets/csv_export.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "app/gui/widgets/table_menu.h"
#include "model/bytes/atomic_file.h"
#include "model/world/world_state.h"
#include "model/world/zone_json.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>

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

void ZonesPage::onSessionChanged()
{
    m_pen->giveUp();
    AnalysisPage::onSessionChanged();
    m_model->setRowCount(0);
    if (session() != nullptr) {
        session()->setZones(loadZones(session()->info(), session()->path()));
        connect(session(), &ReplaySession::zonesChanged, this, [this] {
            storeZones(session()->info(), session()->path(), zones());
            refill();
        });
    }
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

void ZonesPage::change(const std::vector<model::Zone>& zones)
{
    if (session() != nullptr)
        session()->changeZones(zones);
    refill(); // what was typed and changes nothing is put back
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
        change(all);
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
    change(all); // an empty name is put back
}

void ZonesPage::removeChosen()
{
    const int row = chosen();
    if (row < 0)
        return;
    std::vector<model::Zone> all = zones();
    all.erase(all.begin() + row);
    change(all);
}

void ZonesPage::exportZones()
{
    const ExportQuestion question{tr("Export zones"), tr("Zones"), tr("JSON files (*.json)"),
                                  QStringLiteral("json")};
    askExportFile(this, question, [this](const QString& path) {
        const auto done = model::replaceFile(path, model::zonesToJson(zones()));
        if (!done)
            tellExportFailed(this, path, shownError(done.error()));
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
    change(all);
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
            actor != nullptr ? actor->name : shownTeam(info.teams[static_cast<std::size_t>(total.team)]);
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
        if (actor == nullptr)
            row[WhoColumn]->setData(info.teams[static_cast<std::size_t>(total.team)].name, FileTextRole);
        row[InsideColumn]->setData(QStringLiteral("%1 s").arg(inside, 0, 'f', 1), FileTextRole);
        row[ShareColumn]->setData(QStringLiteral("%1 %").arg(100.0 * total.share(), 0, 'f', 1), FileTextRole);
        m_model->appendRow(row);
    }
}

// The list of zones with its buttons, the heights, the table of times.

QPushButton* ZonesPage::button(const QString& text, const QString& tip, void (ZonesPage::*pressed)())
{
    auto* made = new QPushButton(text, this);
    made->setAutoDefault(false);
    made->setToolTip(tip);
    connect(made, &QPushButton::clicked, this, pressed);
    return made;
}

void ZonesPage::buildList()
{
    m_list = new QListWidget(this);
    m_list->setAccessibleName(tr("Zones"));
    m_list->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::DoubleClicked |
                            QAbstractItemView::SelectedClicked);
    m_list->setSpacing(Grid / 2);
    m_list->setMinimumHeight(16 * Grid);
    connect(m_list, &QListWidget::currentRowChanged, this, &ZonesPage::choose);
    connect(m_list, &QListWidget::itemChanged, this,
            [this](QListWidgetItem* item) { rename(m_list->row(item), item->text()); });
    auto* column = new QVBoxLayout;
    column->addWidget(button(tr("Draw &polygon"),
                             tr("Click the corners on the minimap; Enter or a double-click closes it"),
                             &ZonesPage::drawPolygon));
    column->addWidget(button(tr("Draw &circle"), tr("On the minimap, drag from its middle to its edge"),
                             &ZonesPage::drawCircle));
    column->addWidget(
        button(tr("Add around &selection"),
               tr("A circle around the selected actor, where it is now; its place and size are below"),
               &ZonesPage::addAroundSelection));
    m_ofChosen = {
        button(tr("&Move"), tr("Drag the zone on the minimap"), &ZonesPage::moveChosen),
        button(tr("&Delete"), tr("Remove the zone from the map"), &ZonesPage::removeChosen),
        button(tr("P&lot"), tr("Plot when the selected actor was in the zone"), &ZonesPage::plotChosen)};
    for (QPushButton* each : m_ofChosen)
        column->addWidget(each);
    column->addWidget(
        button(tr("Export &zones…"), tr("As a file for the command line"), &ZonesPage::exportZones));
    column->addStretch(1);
    auto* row = new QHBoxLayout;
    row->setSpacing(2 * Grid);
    row->addWidget(m_list, 1);
    row->addLayout(column);
    rows()->addLayout(row, 1);
}

void ZonesPage::buildHeights()
{
    m_limited = new QCheckBox(tr("Only between &heights"), this);
    const auto height = [this](const QString& name) {
        auto* box = new QDoubleSpinBox(this);
        box->setRange(-HighestZone, HighestZone);
        measureIn(box);
        box->setAccessibleName(name);
        connect(box, &QDoubleSpinBox::valueChanged, this, &ZonesPage::chooseHeights);
        return box;
    };
    m_bottom = height(tr("Lowest height"));
    m_top = height(tr("Greatest height"));
    connect(m_limited, &QCheckBox::toggled, this, &ZonesPage::chooseHeights);
    auto* row = new QHBoxLayout;
    row->addWidget(m_limited);
    row->addWidget(m_bottom);
    row->addWidget(m_top);
    row->addStretch(1);
    rows()->addLayout(row);
}

void ZonesPage::buildTable()
{
    m_model = new QStandardItemModel(0, ColumnCount, this);
    m_model->setHorizontalHeaderLabels({tr("Zone"), tr("Who"), tr("Inside"), tr("Share"), tr("Entries")});
    m_table = new QTableView(this);
    m_table->setModel(m_model);
    tidyTable(m_table, tr("Time in zones"));
    for (const int number : {InsideColumn, ShareColumn, EntriesColumn})
        m_model->setHeaderData(number, Qt::Horizontal, int(Qt::AlignRight | Qt::AlignVCenter),
                               Qt::TextAlignmentRole);
    m_table->setSortingEnabled(false);
    m_table->horizontalHeader()->setSectionResizeMode(WhoColumn, QHeaderView::Stretch);
    rows()->addWidget(m_table, 2);
    auto* exported = new QPushButton(tr("&Export times…"), this);
    exported->setAutoDefault(false);
    connect(exported, &QPushButton::clicked, this,
            [this] { TableMenu::of(m_table)->exportVerb()->trigger(); });
    auto* row = new QHBoxLayout;
    row->addWidget(exported);
    row->addStretch(1);
    rows()->addLayout(row);
}

// Zones without the mouse: one around the selected actor, and figures for where the chosen one lies.

namespace {

// In the recording's unit of length.
constexpr double UsualRadius = 5.0;
constexpr double SmallestRadius = 0.1;
constexpr double FarthestPlace = 1'000'000.0;

} // namespace

void ZonesPage::buildPlace()
{
    auto* row = new QHBoxLayout;
    const auto figure = [this, row](const QString& text, double least, double most) {
        auto* box = new QDoubleSpinBox(this);
        box->setRange(least, most);
        measureIn(box);
        box->setKeyboardTracking(false); // a figure half typed is no place
        auto* label = new QLabel(text, this);
        label->setBuddy(box);
        connect(box, &QDoubleSpinBox::valueChanged, this, &ZonesPage::choosePlace);
        row->addWidget(label);
        row->addWidget(box);
        return box;
    };
    m_east = figure(tr("Middle &x"), -FarthestPlace, FarthestPlace);
    m_south = figure(tr("z"), -FarthestPlace, FarthestPlace);
    m_radius = figure(tr("&Radius"), SmallestRadius, FarthestPlace);
    m_east->setAccessibleName(tr("Middle of the zone, x"));
    m_south->setAccessibleName(tr("Middle of the zone, z"));
    row->addStretch(1);
    rows()->addLayout(row);
}

void ZonesPage::showPlace(const model::Zone* zone)
{
    const glm::dvec2 middle = zone != nullptr ? zone->middle() : glm::dvec2(0.0);
    m_east->setValue(middle.x);
    m_south->setValue(middle.y);
    m_radius->setValue(zone != nullptr && zone->circle() ? zone->radius : UsualRadius);
    m_east->setEnabled(zone != nullptr);
    m_south->setEnabled(zone != nullptr);
    m_radius->setEnabled(zone != nullptr && zone->circle());
}

void ZonesPage::choosePlace()
{
    const int row = chosen();
    if (m_filling || row < 0)
        return;
    std::vector<model::Zone> all = zones();
    model::Zone& zone = all[static_cast<std::size_t>(row)];
    const glm::dvec2 shift = glm::dvec2(m_east->value(), m_south->value()) - zone.middle();
    // The box that was not touched shows a rounded figure: that is no wish to move.
    const double least = 0.5 * std::pow(10.0, -m_east->decimals());
    const glm::dvec2 wished(std::abs(shift.x) > least ? shift.x : 0.0,
                            std::abs(shift.y) > least ? shift.y : 0.0);
    for (glm::dvec2& corner : zone.corners)
        corner += wished;
    if (zone.circle()) {
        zone.centre += wished;
        if (std::abs(m_radius->value() - zone.radius) > least)
            zone.radius = m_radius->value();
    }
    change(all);
}

void ZonesPage::addAroundSelection()
{
    if (session() == nullptr || !roomForOne())
        return;
    const model::ActorId actor = selectedActor();
    if (actor == model::ActorId::None)
        return;
    const std::ptrdiff_t row = session()->playback()->state().row(actor);
    if (row < 0)
        return tell(tr("The selected actor is not there at this instant"));
    const glm::dvec3& place = session()->playback()->state().positions[static_cast<std::size_t>(row)];
    model::Zone zone = fresh();
    zone.centre = {place.x, place.z};
    zone.radius = UsualRadius;
    take(zone);
}

} // namespace ghostline::app
