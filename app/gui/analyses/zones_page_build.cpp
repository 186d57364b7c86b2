// SPDX-License-Identifier: GPL-3.0-or-later
// The list of zones with its buttons, the heights, the table of times.
#include "app/gui/analyses/zones_page.h"
#include "app/gui/docks/csv_export.h"
#include "app/gui/docks/panel_style.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QListWidget>
#include <QPushButton>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>

namespace ghostline::app {

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
        box->setSuffix(tr(" m"));
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
            [this] { askCsvExport(this, m_table, tr("Export the time in zones")); });
    auto* row = new QHBoxLayout;
    row->addWidget(exported);
    row->addStretch(1);
    rows()->addLayout(row);
}

} // namespace ghostline::app
