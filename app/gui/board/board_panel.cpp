// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/board/board_panel.h"

#include "app/gui/board/drawings_model.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/widgets/empty_over.h"
#include "app/gui/widgets/event_hooks.h"
#include "app/gui/widgets/panel_style.h"

#include <QHeaderView>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ghostline::app {

BoardPanel::BoardPanel(Actions* actions, QWidget* parent) : Panel(parent) { build(actions); }

void BoardPanel::build(Actions* actions)
{
    m_model = new DrawingsModel(this);
    m_table = new QTableView(this);
    m_table->setModel(m_model);
    tidyTable(m_table, tr("Drawings"));
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    QHeaderView* header = m_table->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::Stretch);
    const QFontMetrics metrics(tabularFont(font()));
    for (const int column : {DrawingsModel::FromColumn, DrawingsModel::ToColumn}) {
        header->setSectionResizeMode(column, QHeaderView::Fixed);
        header->resizeSection(column, metrics.horizontalAdvance(QStringLiteral("00:00.000")) + 4 * Grid);
    }
    onKeys(m_table, {Qt::Key_Delete}, [this] {
        removeSelected();
        return true;
    });
    onEnter(m_table, [this] { goTo(m_table->currentIndex().row()); });
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& at) { goTo(at.row()); });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        m_selected = selectedIds();
        m_remove->setEnabled(anyOwnSelected());
    });
    connect(m_model, &QAbstractItemModel::modelReset, this, &BoardPanel::selectAgain);

    QHBoxLayout* row = toolRow();
    QAction* draw = actions->get(QStringLiteral("board.draw"));
    auto* button = iconButton(QStringLiteral("board-draw"), draw->text(), true, this);
    button->setToolTip(draw->toolTip());
    connect(button, &QToolButton::clicked, draw, &QAction::trigger);
    connect(draw, &QAction::toggled, button, &QToolButton::setChecked);
    auto* drawn = new ElidedLabel(tr("Drawn by people, not recorded"), this);
    drawn->setForegroundRole(QPalette::PlaceholderText);
    m_remove = iconButton(QStringLiteral("remove"), tr("Remove the selected drawings (Del)"), this,
                          [this] { removeSelected(); });
    m_remove->setEnabled(false);
    row->addWidget(button);
    row->addWidget(drawn, 1);
    row->addWidget(m_remove);

    QVBoxLayout* column = makeContentColumn(tr("What is drawn on a replay is listed here"), 2 * Grid);
    column->addLayout(row);
    column->addWidget(m_table, 1);
    emptyStateOver(m_table, tr("Nothing was drawn yet: D draws over the picture"));
    onThemeChanged();
}

void BoardPanel::onSessionChanged()
{
    m_selected.clear();
    m_model->setSession(session());
    showContent(session() != nullptr);
}

void BoardPanel::onThemeChanged() { m_model->setTheme(theme()); }

std::vector<QString> BoardPanel::selectedIds() const
{
    std::vector<QString> ids;
    for (const QModelIndex& row : m_table->selectionModel()->selectedRows()) {
        if (const model::Drawing* drawing = m_model->at(row.row()))
            ids.push_back(drawing->id);
    }
    return ids;
}

/// Whatever came or went, the same ones stay selected.
void BoardPanel::selectAgain()
{
    QItemSelection selection;
    for (const QString& id : std::vector<QString>(m_selected)) {
        if (const int row = m_model->rowOf(id); row >= 0)
            selection.select(m_model->index(row, 0), m_model->index(row, DrawingsModel::ColumnCount - 1));
    }
    m_table->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    m_remove->setEnabled(anyOwnSelected());
}

/// What others draw is not for this person to remove.
bool BoardPanel::anyOwnSelected() const
{
    return std::ranges::any_of(m_table->selectionModel()->selectedRows(), [this](const QModelIndex& row) {
        const model::Drawing* drawing = m_model->at(row.row());
        return drawing != nullptr && m_model->isOwn(*drawing);
    });
}

void BoardPanel::showChosen(const QString& id)
{
    const int row = m_model->rowOf(id);
    if (row < 0 && m_selected.size() > 1)
        return; // several were selected here, for another purpose
    selectRow(*m_table, row);
}

/// Where it is seen in full.
void BoardPanel::goTo(int row)
{
    const model::Drawing* drawing = m_model->at(row);
    if (session() == nullptr || drawing == nullptr)
        return;
    const QString id = drawing->id;
    const model::Micros now = session()->playhead().time();
    const model::Micros begin = std::min(drawing->from + drawing->fade, drawing->to);
    if (now < begin || now > drawing->to)
        session()->playhead().seekTime(begin);
    Q_EMIT drawingActivated(id);
}

/// One step of the history.
void BoardPanel::removeSelected()
{
    if (session() == nullptr)
        return;
    const std::vector<QString> ids = selectedIds();
    if (!anyOwnSelected())
        return;
    session()->notes()->history().beginMacro(tr("Remove drawings"));
    for (const QString& id : ids)
        session()->notes()->removeDrawing(id);
    session()->notes()->history().endMacro();
}

} // namespace ghostline::app
