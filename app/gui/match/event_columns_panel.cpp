// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/match/event_columns_panel.h"

#include "app/gui/match/event_columns_model.h"
#include "app/gui/session/go_to_event.h"
#include "app/gui/session/kind_chips.h"
#include "app/gui/widgets/empty_over.h"
#include "app/gui/widgets/event_hooks.h"
#include "app/gui/widgets/frozen_column.h"
#include "app/gui/widgets/now_delegate.h"
#include "app/gui/widgets/replay_words.h"
#include "app/gui/widgets/table_menu.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QMenu>
#include <QScrollBar>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace ghostline::app {

namespace {
constexpr int LeastText = 28 * Grid; ///< of a team's column before the table scrolls sideways
constexpr int LowPanel = 60 * Grid;  ///< below this, rows matter more than chips
} // namespace

EventColumnsPanel::EventColumnsPanel(QWidget* parent) : Panel(parent) { build(); }

QWidget* EventColumnsPanel::buildHead()
{
    auto* head = new QWidget(this);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 2 * Grid, 2 * Grid, 0);
    row->setSpacing(Grid);
    m_which = new QComboBox(head);
    m_which->setAccessibleName(tr("What is shown side by side"));
    connect(m_which, &QComboBox::activated, this, [this] {
        m_chips->setHidden({});
        fill();
    });
    m_chips = new KindChips(head);
    connect(m_chips, &KindChips::hiddenChanged, this, &EventColumnsPanel::fill);
    m_follow = iconButton(QStringLiteral("follow"), tr("Keep the list at the playhead"), true, head);
    m_follow->setChecked(true);
    connect(m_follow, &QToolButton::toggled, this, &EventColumnsPanel::scrollToPlayhead);
    m_copy = iconButton(QStringLiteral("copy"), tr("Copy as text"), false, head);
    m_copy->setText(tr("Copy"));
    m_copy->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_copy->setMinimumWidth(0);
    m_copy->setMaximumWidth(QWIDGETSIZE_MAX);
    m_copyMenu = new QMenu(m_copy);
    connect(m_copy, &QToolButton::clicked, this,
            [this] { m_copyMenu->popup(m_copy->mapToGlobal(QPoint(0, m_copy->height()))); });
    row->addWidget(m_which, 0, Qt::AlignTop);
    row->addWidget(m_chips, 1, Qt::AlignTop);
    m_chipSpace = new QWidget(head); // keeps the buttons at the right
    row->addWidget(m_chipSpace, 1);
    row->addWidget(m_follow, 0, Qt::AlignTop);
    row->addWidget(m_copy, 0, Qt::AlignTop);
    return head;
}

void EventColumnsPanel::build()
{
    m_model = new EventColumnsModel(this);
    m_table = new QTableView(this);
    m_table->setObjectName(QStringLiteral("eventColumns"));
    m_table->setModel(m_model);
    tidyTable(m_table, tr("Side by side"));
    TableMenu::of(m_table)->setName([this] { return m_which->currentText(); });
    m_table->setTextElideMode(Qt::ElideRight);
    m_table->setItemDelegate(new NowDelegate(EventColumnsModel::CurrentRole, m_table));
    m_table->horizontalHeader()->setSectionsMovable(false); // a count belongs before its text
    m_table->horizontalHeader()->setSectionsClickable(false);
    new FrozenColumn(m_table);
    onEnter(m_table, [this] { goTo(m_table->currentIndex()); });
    onCopyAll(m_table, [this] { copy(-1); });
    onResize(m_table, [this] {
        if (session() == nullptr)
            return;
        // The viewport follows only after this.
        QMetaObject::invokeMethod(this, &EventColumnsPanel::fitColumns, Qt::QueuedConnection);
        QMetaObject::invokeMethod(this, &EventColumnsPanel::scrollToPlayhead, Qt::QueuedConnection);
    });
    connect(m_table, &QTableView::clicked, this, &EventColumnsPanel::goTo);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QTableView::customContextMenuRequested, this, &EventColumnsPanel::showMenu);

    m_nothing = emptyStateOver(m_table);

    QVBoxLayout* column = makeContentColumn(tr("This recording has nothing to put side by side"), 2 * Grid);
    column->addWidget(buildHead());
    column->addWidget(m_table, 1);
}

void EventColumnsPanel::onSessionChanged()
{
    m_shown.reset();
    m_chips->setHidden({});
    m_which->clear();
    showContent(false);
    if (session() == nullptr) {
        m_model->setReplay(nullptr, -1, {});
        m_chips->setKinds(nullptr, {});
        showChips();
        return;
    }
    connect(session(), &ReplaySession::indexChanged, this, &EventColumnsPanel::onIndexChanged);
    connect(&session()->playhead(), &model::Playhead::moved, this, &EventColumnsPanel::onMoved);
    onIndexChanged();
    onMoved();
}

void EventColumnsPanel::onThemeChanged()
{
    m_model->setTheme(theme());
    m_chips->setTheme(theme());
}

void EventColumnsPanel::onIndexChanged()
{
    const model::ReplayIndex& index = *session()->index();
    const auto& declared = index.info->eventColumns;
    showContent(!declared.empty());
    if (m_which->count() != static_cast<int>(declared.size())) {
        m_which->clear();
        for (const model::EventColumns& columns : declared)
            m_which->addItem(shownName(columns.name));
    }
    m_which->setVisible(declared.size() > 1);
    if (index.events != m_shown)
        fill();
}

void EventColumnsPanel::fill()
{
    m_shown = session()->index()->events;
    const int sideways = m_table->horizontalScrollBar()->value();
    m_model->setReplay(session()->index(), m_which->currentIndex(), m_chips->hidden());
    if (m_which->count() > 0)
        m_table->setAccessibleName(m_which->currentText());
    m_chips->setKinds(m_shown, m_model->kinds());
    showChips();
    fitColumns();
    m_table->horizontalScrollBar()->setValue(sideways);
    m_copy->setEnabled(m_model->rowCount() > 0);
    m_copyMenu->clear();
    fillCopyMenu(m_copyMenu);
    const bool early = !session()->index()->complete || session()->index()->growing;
    m_nothing->setText(!m_chips->hidden().isEmpty() ? tr("Every kind is switched off")
                       : early                      ? tr("Nothing yet")
                                                    : tr("Nothing of this was recorded"));
    scrollToPlayhead();
}

/// Where there is something to choose from, and room; what is switched off must stay in sight.
void EventColumnsPanel::showChips()
{
    m_chips->setVisible(m_chips->used() > 1 && (height() >= LowPanel || !m_chips->hidden().isEmpty()));
    m_chipSpace->setVisible(m_chips->isHidden());
}

void EventColumnsPanel::setKindShown(int kind, bool shown) { m_chips->setKindShown(kind, shown); }

/// Times and counts are as wide as they need to be, the teams share the rest.
void EventColumnsPanel::fitColumns()
{
    const int teams = static_cast<int>(m_model->teams().size());
    if (m_model->columnCount() == 0 || teams == 0)
        return;
    QHeaderView* header = m_table->horizontalHeader();
    header->setMinimumSectionSize(6 * Grid);
    const QFontMetrics metrics(tabularFont(font()));
    const auto heading = [&](int column) {
        return m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    };
    const bool hours = session()->index()->timeAxis.duration() >= std::chrono::hours{1};
    const int time =
        metrics.horizontalAdvance(hours ? QStringLiteral("0:00:00") : QStringLiteral("00:00")) + 4 * Grid;
    header->resizeSection(EventColumnsModel::TimeColumn, time);
    int taken = time;
    if (m_model->counted()) {
        const int count = std::max(metrics.horizontalAdvance(QStringLiteral("000")),
                                   fontMetrics().horizontalAdvance(heading(1))) +
                          3 * Grid;
        for (int block = 0; block < teams; ++block)
            header->resizeSection(m_model->textColumn(block) - 1, count);
        taken += teams * count;
    }
    const int each = std::max(LeastText, (m_table->viewport()->width() - taken) / teams);
    for (int block = 0; block < teams; ++block)
        header->resizeSection(m_model->textColumn(block), each);
}

void EventColumnsPanel::onMoved()
{
    const int before = m_model->currentRow();
    m_model->setFrame(session()->playhead().at().frame);
    if (m_model->currentRow() != before)
        scrollToPlayhead();
}

void EventColumnsPanel::scrollToPlayhead()
{
    const int row = std::max(m_model->currentRow(), 0); // before the first one, the first is what comes next
    if (!m_follow->isChecked() || m_model->rowCount() == 0 || m_table->verticalScrollBar()->isSliderDown())
        return;
    const QModelIndex now = m_model->index(row, 0);
    const int edge = 2 * m_table->verticalHeader()->defaultSectionSize();
    const int y = m_table->visualRect(now).center().y();
    if (y < edge || y > m_table->viewport()->height() - edge)
        centreRow(*m_table, now);
}

void EventColumnsPanel::goTo(const QModelIndex& at)
{
    const model::Event* event = session() != nullptr ? m_model->eventAt(at) : nullptr;
    if (event != nullptr)
        goToEvent(*session(), *event);
}

// ---- copying ----

void EventColumnsPanel::copy(int block) const
{
    if (m_model->rowCount() > 0)
        QGuiApplication::clipboard()->setText(m_model->copyText(block));
}

void EventColumnsPanel::fillCopyMenu(QMenu* menu) const
{
    for (int block = 0; block < static_cast<int>(m_model->teams().size()); ++block)
        menu->addAction(m_model->headerData(m_model->textColumn(block), Qt::Horizontal, Qt::DecorationRole)
                            .value<QIcon>(),
                        tr("Copy %1").arg(m_model->teamName(block)), this, [this, block] { copy(block); });
    menu->addAction(tr("Copy all side by side"), this, [this] { copy(-1); });
    addExport(menu, m_table);
}

void EventColumnsPanel::showMenu(QPoint at)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (m_table->selectionModel()->hasSelection())
        menu->addAction(tr("Copy the selected rows"), this, [this] { copyToClipboard(*m_table); });
    fillCopyMenu(menu);
    menu->popup(m_table->viewport()->mapToGlobal(at));
}

void EventColumnsPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_chips->setRoom(height() / 5);
    showChips();
}

} // namespace ghostline::app
