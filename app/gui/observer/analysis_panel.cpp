// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/observer/analysis_panel.h"

#include "app/gui/docks/csv_export.h"
#include "app/gui/docks/panel_style.h"
#include "app/gui/observer/analysis_model.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QSignalBlocker>
#include <QStackedLayout>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace ghostline::app {

namespace {
constexpr int WidestColumn = 60 * Grid;
constexpr int LeastFirst = 20 * Grid;
} // namespace

AnalysisPanel::AnalysisPanel(QWidget* parent) : QWidget(parent)
{
    build();
    setTheme(themeFor(palette()));
}

AnalysisPanel::~AnalysisPanel() = default;

QWidget* AnalysisPanel::buildHead()
{
    auto* head = new QWidget(this);
    m_which = new QComboBox(head);
    m_which->setAccessibleName(tr("Finding"));
    m_which->setToolTip(tr("Which finding is shown"));
    m_which->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_which, &QComboBox::currentIndexChanged, this, &AnalysisPanel::showTable);
    auto* copy = iconButton(QStringLiteral("copy"), tr("Copy the table as text"), false, head);
    connect(copy, &QToolButton::clicked, this, &AnalysisPanel::copyAll);
    auto* save = iconButton(QStringLiteral("export"), tr("Export the table as CSV…"), false, head);
    connect(save, &QToolButton::clicked, this, &AnalysisPanel::askExport);
    m_note = new QLabel(head);
    m_note->setWordWrap(true);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    row->addWidget(m_which);
    row->addStretch(1);
    row->addWidget(copy);
    row->addWidget(save);
    auto* column = new QVBoxLayout(head);
    column->setContentsMargins(2 * Grid, 2 * Grid, 2 * Grid, 0);
    column->setSpacing(Grid);
    column->addLayout(row);
    column->addWidget(m_note);
    return head;
}

void AnalysisPanel::build()
{
    m_model = new AnalysisModel(this);
    m_tree = new QTreeView(this);
    m_tree->setObjectName(QStringLiteral("analysis"));
    m_tree->setHeader(new FlatHeader(m_tree));
    m_tree->setModel(m_model);
    tidyView(m_tree, tr("Findings"));
    m_tree->setUniformRowHeights(true);
    m_tree->setIndentation(4 * Grid);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setExpandsOnDoubleClick(false);
    m_tree->header()->setSortIndicatorClearable(true); // back to the order of the finding
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSortIndicator(-1, Qt::DescendingOrder);
    m_tree->setSortingEnabled(true);
    m_tree->installEventFilter(this);
    connect(m_tree, &QTreeView::clicked, this, &AnalysisPanel::activate);
    connect(m_tree, &QTreeView::doubleClicked, this, [this](const QModelIndex& at) {
        const model::AnalysisRow* row = m_model->rowAt(at);
        if (m_session != nullptr && row != nullptr && row->actor != model::ActorId::None)
            m_session->follow(row->actor);
    });
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_tree, &QTreeView::customContextMenuRequested, this, &AnalysisPanel::showMenu);
    m_nothing = emptyState(tr("Nothing of this sort was found"), m_tree->viewport());
    m_nothing->setAttribute(Qt::WA_TransparentForMouseEvents);
    (new QVBoxLayout(m_tree->viewport()))->addWidget(m_nothing);

    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2 * Grid);
    column->addWidget(buildHead());
    column->addWidget(m_tree, 1);
    m_pages = new QStackedLayout(this);
    m_pages->addWidget(emptyState(tr("Nothing has been found out about this recording"), this));
    m_pages->addWidget(content);
}

void AnalysisPanel::setSession(ReplaySession* session)
{
    if (m_session != nullptr)
        m_session->disconnect(this);
    m_session = session;
    m_shown.reset();
    {
        const QSignalBlocker quiet(m_which);
        m_which->clear();
    }
    m_model->setTable(nullptr, -1);
    m_pages->setCurrentIndex(0);
    if (session == nullptr)
        return;
    connect(session, &ReplaySession::indexChanged, this, &AnalysisPanel::onIndexChanged);
    connect(session, &ReplaySession::selectionChanged, this, &AnalysisPanel::showSelection);
    onIndexChanged();
}

void AnalysisPanel::setTheme(const render::Theme& theme) { m_model->setTheme(theme); }

/// A later revision may know more; what was looked at stays in sight.
void AnalysisPanel::onIndexChanged()
{
    const auto& tables = m_session->index()->tables;
    if (tables == m_shown)
        return;
    m_shown = tables;
    const QString before = m_which->currentData().toString();
    {
        const QSignalBlocker quiet(m_which);
        m_which->clear();
        for (const model::AnalysisTable& table : *tables)
            m_which->addItem(table.name, table.id);
        m_which->setCurrentIndex(std::max(m_which->findData(before), tables->empty() ? -1 : 0));
    }
    m_which->setEnabled(tables->size() > 1);
    m_pages->setCurrentIndex(tables->empty() ? 0 : 1);
    showTable();
}

void AnalysisPanel::showTable()
{
    if (m_session == nullptr)
        return;
    m_model->setTable(m_session->index(), m_which->currentIndex());
    m_tree->header()->setSortIndicator(-1, Qt::DescendingOrder);
    const model::AnalysisTable* table = m_model->table();
    m_note->setText(table != nullptr ? table->note : QString());
    m_note->setVisible(!m_note->text().isEmpty());
    m_nothing->setVisible(m_model->rowCount() == 0);
    m_tree->setRootIsDecorated(m_model->nested());
    m_tree->setAccessibleName(table != nullptr ? table->name : tr("Findings"));
    m_tree->expandAll();
    fitColumns();
    showSelection();
}

/// As wide as what they say; the first takes what is left.
void AnalysisPanel::fitColumns()
{
    QHeaderView* header = m_tree->header();
    if (m_model->columnCount() == 0)
        return;
    header->setMinimumSectionSize(8 * Grid);
    int left = m_tree->viewport()->width();
    for (int column = 1; column < m_model->columnCount(); ++column) {
        const QString heading = m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        m_tree->resizeColumnToContents(column);
        const int wanted = std::max(header->sectionSize(column) + 2 * Grid,
                                    fontMetrics().horizontalAdvance(heading) + 5 * Grid);
        header->resizeSection(column, std::min(wanted, WidestColumn));
        left -= std::min(wanted, WidestColumn);
    }
    m_tree->resizeColumnToContents(0);
    const int first = std::clamp(header->sectionSize(0) + 2 * Grid, LeastFirst, WidestColumn);
    header->resizeSection(0, std::max(left, first));
}

void AnalysisPanel::showSelection()
{
    if (m_session == nullptr)
        return;
    const model::AnalysisRow* current = m_model->rowAt(m_tree->currentIndex());
    if (current != nullptr && current->actor == m_session->selection())
        return; // one of several about the same actor
    const QModelIndex at = m_model->indexOf(m_session->selection());
    if (at.isValid())
        m_tree->selectionModel()->setCurrentIndex(at, QItemSelectionModel::ClearAndSelect |
                                                          QItemSelectionModel::Rows);
    else if (current == nullptr || current->actor != model::ActorId::None)
        m_tree->clearSelection();
}

// ---- what the user does ----

void AnalysisPanel::activate(const QModelIndex& at)
{
    const model::AnalysisRow* row = m_model->rowAt(at);
    if (m_session == nullptr || row == nullptr)
        return;
    // Whoever listens may bring another revision, and with it other rows.
    const model::ActorId actor = row->actor;
    if (row->frame)
        m_session->playhead().seek({.frame = *row->frame, .fraction = 0.0});
    if (actor != model::ActorId::None)
        m_session->select(actor);
}

void AnalysisPanel::copyAll() const
{
    const QString text = m_model->copyText();
    if (!text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

void AnalysisPanel::showMenu(QPoint at)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (m_tree->selectionModel()->hasSelection())
        menu->addAction(tr("Copy the selected rows"), this, [this] { copyToClipboard(*m_tree); });
    menu->addAction(tr("Copy the table"), this, &AnalysisPanel::copyAll);
    menu->addAction(tr("Export the table as CSV…"), this, &AnalysisPanel::askExport);
    menu->popup(m_tree->viewport()->mapToGlobal(at));
}

void AnalysisPanel::askExport() { askCsvExport(this, m_tree, tr("Export %1").arg(m_which->currentText())); }

bool AnalysisPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_tree)
        return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::Resize)
        QMetaObject::invokeMethod(this, &AnalysisPanel::fitColumns, Qt::QueuedConnection);
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            activate(m_tree->currentIndex());
            return true;
        }
        if (key->matches(QKeySequence::Copy) && !m_tree->selectionModel()->hasSelection()) {
            copyAll();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace ghostline::app
