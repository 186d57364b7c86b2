// SPDX-License-Identifier: GPL-3.0-or-later
// What the Ghosts dock is made of.
#include "app/gui/docks/csv_export.h"
#include "app/gui/docks/pace.h"
#include "app/gui/docks/panel_style.h"
#include "app/gui/ghosts/copied_runs.h"
#include "app/gui/ghosts/ghost_list_model.h"
#include "app/gui/ghosts/ghost_words.h"
#include "app/gui/ghosts/ghosts_panel.h"
#include "app/gui/ghosts/splits_model.h"
#include "app/gui/match/frozen_names.h"
#include "app/gui/shell/actions.h"
#include "app/gui/shell/banner.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QHeaderView>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace ghostline::app {

namespace {

constexpr int SplitRows = 4;            ///< that are seen even where there is little room
constexpr int WidestColumn = 32 * Grid; ///< of the splits: long names of checkpoints elide

/// A button for a verb of the window, with its words.
QToolButton* verbButton(Actions& actions, const char* id, const QString& text, QWidget* parent)
{
    QAction* action = actions.get(QLatin1String(id));
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setIcon(action->icon());
    button->setIconSize(QSize(16, 16));
    button->setToolButtonStyle(action->icon().isNull() ? Qt::ToolButtonTextOnly
                                                       : Qt::ToolButtonTextBesideIcon);
    button->setAutoRaise(true);
    button->setToolTip(action->toolTip());
    button->setAccessibleName(action->text());
    button->setFocusPolicy(Qt::TabFocus);
    QObject::connect(button, &QToolButton::clicked, action, &QAction::trigger);
    return button;
}

int widthOf(const QFont& font, const QString& longest)
{
    return QFontMetrics(font).horizontalAdvance(longest) + 4 * Grid;
}

} // namespace

void GhostsPanel::build()
{
    setAcceptDrops(true);
    buildNotices();
    buildList();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 2 * Grid, 0, 0);
    column->setSpacing(Grid);
    column->addLayout(buildVerbs());
    column->addLayout(buildAlignments());
    column->addWidget(m_worldNotice);
    column->addWidget(m_copyNotice);
    column->addWidget(m_list);
    m_actorRow = new QWidget(this);
    m_actorRow->setLayout(buildActors());
    column->addWidget(m_actorRow);

    auto* content = new QWidget(this);
    content->setLayout(buildSplits());
    auto* pages = new QWidget(this);
    m_pages = new QStackedLayout(pages);
    m_pages->addWidget(
        emptyState(tr("No ghosts yet: add another recording of this world, or drop it here"), this));
    m_pages->addWidget(content);
    column->addWidget(pages, 1);
}

QLayout* GhostsPanel::buildVerbs()
{
    auto* row = new QHBoxLayout;
    row->setContentsMargins(2 * Grid, 0, 2 * Grid, 0);
    row->setSpacing(Grid);
    row->addWidget(verbButton(*m_actions, "compare.addGhost", tr("Add ghost…"), this));
    row->addWidget(verbButton(*m_actions, "compare.addFromFolder", tr("From folder…"), this));
    row->addStretch(1);
    QToolButton* delta = verbButton(*m_actions, "compare.delta", tr("Delta plot"), this);
    delta->setToolButtonStyle(Qt::ToolButtonIconOnly);
    delta->setFixedSize(7 * Grid, 7 * Grid);
    row->addWidget(delta);
    m_remove = iconButton(QStringLiteral("remove"), tr("Remove the selected ghosts (Del)"), false, this);
    connect(m_remove, &QToolButton::clicked, this, &GhostsPanel::removeSelected);
    row->addWidget(m_remove);
    return row;
}

QLayout* GhostsPanel::buildAlignments()
{
    auto* row = new QHBoxLayout;
    row->setContentsMargins(2 * Grid, 0, 2 * Grid, 0);
    row->setSpacing(0);
    auto* group = new QButtonGroup(this);
    for (const model::Alignment alignment : {model::Alignment::Start, model::Alignment::Tick,
                                             model::Alignment::Checkpoint, model::Alignment::Progress}) {
        auto* button = new QToolButton(this);
        button->setText(alignmentTitle(alignment));
        button->setToolTip(alignmentHelp(alignment));
        button->setAccessibleName(tr("Align by %1").arg(alignmentTitle(alignment)));
        button->setAccessibleDescription(alignmentHelp(alignment));
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        connect(button, &QToolButton::clicked, this,
                [this, alignment] { m_ghosts->setAlignment(alignment); });
        group->addButton(button);
        row->addWidget(button);
        m_alignments.emplace_back(alignment, button);
    }
    return row;
}

QLayout* GhostsPanel::buildActors()
{
    const auto box = [this](const QString& name) {
        auto* made = new QComboBox(this);
        made->setAccessibleName(name);
        made->setToolTip(name);
        made->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        made->setMinimumContentsLength(6);
        return made;
    };
    m_runnerBox = box(tr("Who of the open recording runs"));
    m_actorBox = box(tr("Who of the selected ghost's recording runs"));
    auto* row = new QHBoxLayout;
    row->setContentsMargins(2 * Grid, 0, 2 * Grid, 0);
    row->setSpacing(Grid);
    row->addWidget(m_runnerBox, 1);
    auto* against = new QLabel(tr("against"), this);
    against->setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(against);
    row->addWidget(m_actorBox, 1);
    return row;
}

void GhostsPanel::buildNotices()
{
    m_worldNotice->setAccessibleName(tr("A ghost of another world"));
    m_copyNotice->setAccessibleName(tr("Copied runs"));
}

void GhostsPanel::buildList()
{
    m_list = new QTableView(this);
    m_list->setModel(m_listModel);
    tidyTable(m_list, tr("Ghosts"));
    m_list->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    QHeaderView* header = m_list->horizontalHeader();
    header->setSectionsMovable(false);
    header->setSectionResizeMode(QHeaderView::Fixed);
    header->setSectionResizeMode(GhostListModel::NameColumn, QHeaderView::Stretch);
    const QFont figures = tabularFont(font());
    header->resizeSection(GhostListModel::DeltaColumn, widthOf(figures, QStringLiteral("+0:00.000")));
    header->resizeSection(GhostListModel::DistanceColumn, widthOf(figures, QStringLiteral("000.0 m")));
    m_list->installEventFilter(this);
}

QLayout* GhostsPanel::buildSplits()
{
    m_splits = new QTableView(this);
    m_splits->setModel(m_splitsModel);
    tidyTable(m_splits, tr("Splits"));
    m_splits->setMinimumHeight((SplitRows + 1) * rowHeight(font()));
    QHeaderView* header = m_splits->horizontalHeader();
    header->setSectionsMovable(false); // the row of the sum spans columns
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setMaximumSectionSize(WidestColumn);
    new FrozenNames(m_splits); // what is beyond the edge is scrolled to, and the checkpoint stays beside it
    m_splitsTitle = new ElidedLabel(this);
    m_splitsTitle->setForegroundRole(QPalette::PlaceholderText);
    auto* copy = iconButton(QStringLiteral("copy"), tr("Copy the splits, or the selected ones"), false, this);
    connect(copy, &QToolButton::clicked, this, [this] {
        const bool chosen = m_splits->selectionModel()->hasSelection();
        if (!chosen)
            m_splits->selectAll();
        copyToClipboard(*m_splits);
        if (!chosen)
            m_splits->clearSelection();
    });
    auto* save = iconButton(QStringLiteral("export"), tr("Export the splits as CSV…"), false, this);
    connect(save, &QToolButton::clicked, this, [this] { askCsvExport(this, m_splits, tr("Export splits")); });

    auto* row = new QHBoxLayout;
    row->setContentsMargins(2 * Grid, 0, 2 * Grid, 0);
    row->setSpacing(Grid);
    row->addWidget(m_splitsTitle, 1);
    row->addWidget(copy);
    row->addWidget(save);
    auto* column = new QVBoxLayout;
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Grid);
    column->addLayout(row);
    column->addWidget(m_splits, 1);
    return column;
}

} // namespace ghostline::app
