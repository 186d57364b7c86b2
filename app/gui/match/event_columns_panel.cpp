// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/match/event_columns_panel.h"

#include "app/gui/docks/chip_shelf.h"
#include "app/gui/docks/events_model.h"
#include "app/gui/docks/go_to_event.h"
#include "app/gui/docks/kind_chip.h"
#include "app/gui/docks/now_delegate.h"
#include "app/gui/match/event_columns_model.h"
#include "app/gui/match/frozen_names.h"
#include "app/gui/shell/replay_words.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>
#include <QStackedLayout>
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

EventColumnsPanel::EventColumnsPanel(QWidget* parent) : QWidget(parent), m_theme(themeFor(palette()))
{
    build();
}

EventColumnsPanel::~EventColumnsPanel() = default;

QWidget* EventColumnsPanel::buildHead()
{
    auto* head = new QWidget(this);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 2 * Grid, 2 * Grid, 0);
    row->setSpacing(Grid);
    m_which = new QComboBox(head);
    m_which->setAccessibleName(tr("What is shown side by side"));
    connect(m_which, &QComboBox::activated, this, [this] {
        m_hidden.clear();
        fill();
    });
    m_chipBox = new ChipShelf(head);
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
    row->addWidget(m_chipBox, 1, Qt::AlignTop);
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
    m_table->setTextElideMode(Qt::ElideRight);
    m_table->setItemDelegate(new NowDelegate(EventColumnsModel::CurrentRole, m_table));
    m_table->horizontalHeader()->setSectionsMovable(false); // a count belongs before its text
    m_table->horizontalHeader()->setSectionsClickable(false);
    new FrozenNames(m_table);
    m_table->installEventFilter(this);
    connect(m_table, &QTableView::clicked, this, &EventColumnsPanel::goTo);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QTableView::customContextMenuRequested, this, &EventColumnsPanel::showMenu);

    m_nothing = emptyState(QString(), m_table->viewport());
    m_nothing->setAttribute(Qt::WA_TransparentForMouseEvents);
    (new QVBoxLayout(m_table->viewport()))->addWidget(m_nothing);

    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2 * Grid);
    column->addWidget(buildHead());
    column->addWidget(m_table, 1);
    m_pages = new QStackedLayout(this);
    m_pages->addWidget(emptyState(tr("This recording has nothing to put side by side"), this));
    m_pages->addWidget(content);
}

void EventColumnsPanel::setSession(ReplaySession* session)
{
    if (m_session != nullptr) {
        m_session->disconnect(this);
        m_session->playhead().disconnect(this);
    }
    m_session = session;
    m_shown.reset();
    m_hidden.clear();
    m_which->clear();
    m_pages->setCurrentIndex(0);
    if (session == nullptr) {
        m_model->setReplay(nullptr, -1, {});
        buildChips();
        return;
    }
    connect(session, &ReplaySession::indexChanged, this, &EventColumnsPanel::onIndexChanged);
    connect(&session->playhead(), &model::Playhead::moved, this, &EventColumnsPanel::onMoved);
    onIndexChanged();
    onMoved();
}

void EventColumnsPanel::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    m_model->setTheme(theme);
    for (const auto& [kind, chip] : m_chips)
        chip->setColours(theme, eventColour(theme, *m_shown, kind));
}

void EventColumnsPanel::onIndexChanged()
{
    const model::ReplayIndex& index = *m_session->index();
    const auto& declared = index.info->eventColumns;
    m_pages->setCurrentIndex(declared.empty() ? 0 : 1);
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
    m_shown = m_session->index()->events;
    const int sideways = m_table->horizontalScrollBar()->value();
    m_model->setReplay(m_session->index(), m_which->currentIndex(), m_hidden);
    if (m_which->count() > 0)
        m_table->setAccessibleName(m_which->currentText());
    buildChips();
    fitColumns();
    m_table->horizontalScrollBar()->setValue(sideways);
    m_copy->setEnabled(m_model->rowCount() > 0);
    m_copyMenu->clear();
    fillCopyMenu(m_copyMenu);
    m_nothing->setVisible(m_model->rowCount() == 0);
    const bool early = !m_session->index()->complete || m_session->index()->growing;
    m_nothing->setText(!m_hidden.isEmpty() ? tr("Every kind is switched off")
                       : early             ? tr("Nothing yet")
                                           : tr("Nothing of this was recorded"));
    scrollToPlayhead();
}

void EventColumnsPanel::buildChips()
{
    const auto& kinds = m_model->kinds();
    const bool same = kinds.size() == m_chips.size() &&
                      std::equal(kinds.begin(), kinds.end(), m_chips.begin(),
                                 [](const auto& kind, const auto& chip) { return kind.first == chip.first; });
    if (!same) {
        for (const auto& [kind, chip] : m_chips)
            delete chip;
        m_chips.clear();
        for (const auto& [kind, count] : kinds) {
            auto* chip = new KindChip(shownName(m_shown->kinds[static_cast<std::size_t>(kind)].name),
                                      eventMark(*m_shown, kind), m_chipBox->ground());
            chip->setChecked(!m_hidden.contains(kind));
            chip->setColours(m_theme, eventColour(m_theme, *m_shown, kind));
            connect(chip, &KindChip::toggled, this, [this, k = kind](bool on) { setKindShown(k, on); });
            connect(chip, &KindChip::onlyThis, this, [this, k = kind] { showOnly(k); });
            m_chipBox->addChip(chip);
            m_chips.emplace_back(kind, chip);
        }
    }
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        m_chips[i].second->setCount(kinds[i].second);
        m_chips[i].second->setVisible(kinds[i].second > 0);
    }
    m_chipBox->refit();
    showChips();
}

/// Where there is something to choose from, and room; what is switched off must stay in sight.
void EventColumnsPanel::showChips()
{
    const auto used = std::count_if(m_model->kinds().begin(), m_model->kinds().end(),
                                    [](const auto& kind) { return kind.second > 0; });
    m_chipBox->setVisible(used > 1 && (height() >= LowPanel || !m_hidden.isEmpty()));
    m_chipSpace->setVisible(m_chipBox->isHidden());
}

void EventColumnsPanel::setKindShown(int kind, bool shown)
{
    if (shown == !m_hidden.contains(kind))
        return;
    shown ? void(m_hidden.remove(kind)) : void(m_hidden.insert(kind));
    for (const auto& [of, chip] : m_chips) {
        if (of == kind)
            chip->setChecked(shown);
    }
    fill();
}

/// A second time brings all back.
void EventColumnsPanel::showOnly(int kind)
{
    bool alone = !m_hidden.contains(kind);
    for (const auto& [of, chip] : m_chips)
        alone = alone && (of == kind || m_hidden.contains(of));
    m_hidden.clear();
    for (const auto& [of, chip] : m_chips) {
        if (!alone && of != kind)
            m_hidden.insert(of);
        const QSignalBlocker quiet(chip);
        chip->setChecked(!m_hidden.contains(of));
        chip->update();
    }
    fill();
}

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
    const bool hours = m_session->index()->timeAxis.duration() >= std::chrono::hours{1};
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
    m_model->setFrame(m_session->playhead().at().frame);
    if (m_model->currentRow() != before)
        scrollToPlayhead();
}

void EventColumnsPanel::scrollToPlayhead()
{
    const int row = m_model->currentRow();
    if (!m_follow->isChecked() || row < 0 || m_table->verticalScrollBar()->isSliderDown())
        return;
    const QModelIndex now = m_model->index(row, 0);
    const int edge = 2 * m_table->verticalHeader()->defaultSectionSize();
    const int y = m_table->visualRect(now).center().y();
    if (y < edge || y > m_table->viewport()->height() - edge)
        centreRow(*m_table, now);
}

void EventColumnsPanel::goTo(const QModelIndex& at)
{
    const model::Event* event = m_session != nullptr ? m_model->eventAt(at) : nullptr;
    if (event != nullptr)
        goToEvent(*m_session, *event);
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
    m_chipBox->setRoom(height() / 5);
    showChips();
}

bool EventColumnsPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_table)
        return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::Resize && m_session != nullptr) {
        // The viewport follows only after this.
        QMetaObject::invokeMethod(this, &EventColumnsPanel::fitColumns, Qt::QueuedConnection);
        QMetaObject::invokeMethod(this, &EventColumnsPanel::scrollToPlayhead, Qt::QueuedConnection);
    }
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            goTo(m_table->currentIndex());
            return true;
        }
        if (key->matches(QKeySequence::Copy) && !m_table->selectionModel()->hasSelection()) {
            copy(-1); // nothing chosen: all of it
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace ghostline::app
