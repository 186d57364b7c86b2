// SPDX-License-Identifier: GPL-3.0-or-later
// The panel's parts, and what the user does with them.
#include "app/gui/observer/observer_panel.h"

#include "app/gui/match/census_table.h"
#include "app/gui/observer/observer_delegate.h"
#include "app/gui/observer/observer_graph.h"
#include "app/gui/observer/observer_model.h"
#include "app/gui/widgets/event_hooks.h"
#include "app/gui/widgets/flow_layout.h"
#include "app/gui/widgets/frozen_column.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "app/gui/widgets/table_menu.h"
#include "model/replay/keyframe_index.h"
#include "model/time/time_text.h"

#include <QButtonGroup>
#include <QClipboard>
#include <QGuiApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QScrollBar>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace ghostline::app {

namespace {

struct DensityWords
{
    model::Density density;
    const char* key; ///< as it is remembered
    const char* icon;
    const char* name;
};
constexpr std::array<DensityWords, 3> Densities{{
    {model::Density::Compact, "compact", "density-compact",
     QT_TRANSLATE_NOOP("ghostline::app::ObserverPanel", "Compact: one line a player")},
    {model::Density::Normal, "normal", "density-normal",
     QT_TRANSLATE_NOOP("ghostline::app::ObserverPanel", "Normal: all that is usually asked")},
    {model::Density::Full, "full", "density-full",
     QT_TRANSLATE_NOOP("ghostline::app::ObserverPanel", "Full: every figure, and how it went over time")},
}};

} // namespace

ObserverPanel::ObserverPanel(QWidget* parent) : Panel(parent, TablesMs)
{
    build();
    onThemeChanged();
}

// ---- parts ----

QWidget* ObserverPanel::buildHead()
{
    auto* head = new QWidget(this);
    m_pageBox = new QWidget(head);
    m_pageRow = new FlowLayout(m_pageBox, 0);
    m_pageRow->setContentsMargins(0, 0, 0, 0);
    m_pageButtons = new QButtonGroup(this);
    connect(m_pageButtons, &QButtonGroup::idClicked, this, [this](int id) {
        m_page = session()->info().observer[static_cast<std::size_t>(id)].id;
        showPage();
    });

    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    m_when = figureLabel(head);
    row->addWidget(m_when, 1);
    m_densityButtons = new QButtonGroup(this);
    for (std::size_t i = 0; i < Densities.size(); ++i) {
        QToolButton* button = iconButton(QLatin1String(Densities[i].icon), tr(Densities[i].name), true, head);
        m_densityButtons->addButton(button, static_cast<int>(i));
        row->addWidget(button);
    }
    m_densityButtons->button(static_cast<int>(m_density))->setChecked(true);
    connect(m_densityButtons, &QButtonGroup::idClicked, this,
            [this](int id) { setDensity(Densities[static_cast<std::size_t>(id)].density); });
    row->addSpacing(2 * Grid);
    m_plot = iconButton(QStringLiteral("plot"), tr("Plot this page's figure for every player"), head,
                        [this] { plot(); });
    row->addWidget(m_plot);
    row->addWidget(
        iconButton(QStringLiteral("copy"), tr("Copy the table as text"), head, [this] { copyAll(); }));
    row->addWidget(iconButton(QStringLiteral("export"), tr("Export the table as CSV…"), head,
                              [this] { TableMenu::of(m_table)->exportVerb()->trigger(); }));

    auto* column = new QVBoxLayout(head);
    column->setContentsMargins(2 * Grid, 2 * Grid, 2 * Grid, 0);
    column->setSpacing(Grid);
    column->addWidget(m_pageBox);
    column->addLayout(row);
    return head;
}

void ObserverPanel::buildTable()
{
    m_model = new ObserverModel(this);
    auto* delegate = new ObserverDelegate(this);
    m_table = new QTableView(this);
    m_table->setObjectName(QStringLiteral("observer"));
    m_table->setModel(m_model);
    tidyTable(m_table, tr("Players"));
    TableMenu::of(m_table)->setName([this] {
        const QAbstractButton* page = m_pageButtons->checkedButton();
        return page != nullptr ? page->text() : tr("Players");
    });
    m_table->setItemDelegate(delegate);
    m_table->horizontalHeader()->setSectionsMovable(false);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setSortIndicatorClearable(true); // back to the order of appearance
    (new FrozenColumn(m_table))->view()->setItemDelegate(delegate);
    onEnter(m_table, [this] { activate(m_table->currentIndex()); });
    onCopyAll(m_table, [this] { copyAll(); });
    onResize(m_table,
             [this] { QMetaObject::invokeMethod(this, &ObserverPanel::fitColumns, Qt::QueuedConnection); });
    connect(m_table, &QTableView::clicked, this, &ObserverPanel::activate);
    connect(m_table, &QTableView::doubleClicked, this, [this](const QModelIndex& at) {
        const model::ActorId actor = m_model->actorAt(at.row());
        if (session() != nullptr && actor != model::ActorId::None)
            session()->actors()->follow(actor);
    });
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QTableView::customContextMenuRequested, this, &ObserverPanel::showMenu);
    followModel();
}

void ObserverPanel::build()
{
    QVBoxLayout* column = makeContentColumn({}, Grid);
    column->addWidget(buildHead());
    buildTable();
    column->addWidget(m_table, 1);
    m_nothing = emptyState(QString(), this);
    column->addWidget(m_nothing, 1);
    m_census = new CensusTable(this);
    column->addWidget(m_census, 2);
    m_graph = new ObserverGraph(this);
    column->addWidget(m_graph, 2);
}

// ---- session ----

void ObserverPanel::onSessionChanged()
{
    m_model->setReplay(nullptr);
    m_census->setSession(session());
    m_graph->setSession(session());
    showEmpty(session() == nullptr
                  ? tr("Open a recording to see what its players have and do")
                  : tr("This recording does not say what its players have. The Inspector and the "
                       "Metrics show what it tells of them."));
    buildPages();
    if (session() == nullptr)
        return;
    connect(session(), &ReplaySession::indexChanged, this, &ObserverPanel::onIndexChanged);
    connect(session()->playback(), &Playback::stateChanged, &throttle(), &RefreshThrottle::schedule);
    connect(session()->actors(), &ActorSelection::selectedChanged, this, &ObserverPanel::showSelection);
    onIndexChanged();
}

void ObserverPanel::onThemeChanged()
{
    m_model->setTheme(theme());
    m_census->setTheme(theme());
    m_graph->setTheme(theme());
}

void ObserverPanel::onIndexChanged()
{
    showContent(!session()->info().observer.empty());
    m_when->setToolTip(session()->info().exactAtKeyframes
                           ? tr("What was not told since the last keyframe is as it was there")
                           : QString());
    const bool first = m_model->page() == nullptr;
    m_model->setReplay(session()->index());
    m_census->readIndex();
    m_graph->readIndex();
    if (static_cast<std::size_t>(m_pageButtons->buttons().size()) != session()->info().observer.size())
        buildPages();
    if (first || m_model->page() == nullptr)
        showPage();
    else
        throttle().schedule();
}

void ObserverPanel::buildPages()
{
    for (QAbstractButton* button : m_pageButtons->buttons()) {
        m_pageRow->removeWidget(button);
        delete button;
    }
    if (session() == nullptr)
        return;
    const auto& pages = session()->info().observer;
    for (std::size_t i = 0; i < pages.size(); ++i) {
        const QString name = shownName(pages[i].name);
        QToolButton* button = switchButton(name, tr("%1 of every player").arg(name), m_pageBox);
        button->setAccessibleName(tr("Page %1").arg(name));
        button->setFixedHeight(7 * Grid);
        m_pageButtons->addButton(button, static_cast<int>(i));
        m_pageRow->addWidget(button);
        button->show();
    }
}

// ---- what is shown ----

QString ObserverPanel::page() const { return m_model->page() != nullptr ? m_model->page()->id : QString(); }

void ObserverPanel::setPage(const QString& id)
{
    m_page = id;
    if (session() != nullptr)
        showPage();
}

void ObserverPanel::setDensity(model::Density density)
{
    if (density == m_density)
        return;
    m_density = density;
    m_densityButtons->button(static_cast<int>(density))->setChecked(true);
    if (session() != nullptr)
        showPage();
    Q_EMIT densityChanged(density);
}

void ObserverPanel::showPage()
{
    const auto& pages = session()->info().observer;
    if (pages.empty())
        return;
    const auto found = std::find_if(pages.begin(), pages.end(),
                                    [this](const model::ObserverPage& p) { return p.id == m_page; });
    const auto at = found == pages.end() ? 0 : static_cast<int>(found - pages.begin());
    const model::ObserverPage& shown = pages[static_cast<std::size_t>(at)];
    m_pageButtons->button(at)->setChecked(true);
    m_model->setPage(at, m_density);
    m_table->horizontalHeader()->setSortIndicator(m_model->sortColumn(), m_model->sortOrder());
    m_census->setVisible(m_density != model::Density::Compact && shown.census &&
                         !session()->info().census.empty());
    const bool graphs = !shown.graphs.empty();
    m_graph->setGraphs(shown.id, shown.graphs);
    m_graph->setVisible(m_density == model::Density::Full && graphs);
    m_plot->setEnabled(graphs);
    throttle().refreshIfSeen();
}

void ObserverPanel::refresh()
{
    if (session() == nullptr || m_model->page() == nullptr)
        return;
    const model::WorldState& state = session()->playback()->state();
    m_model->update(state);
    layOut();
    explain();
    if (m_census->isVisibleTo(this))
        m_census->showState();
    m_graph->showState();
    m_when->setText(whenText(state));
    showSelection();
}

/// Between two keyframes some figures have been told since and others have not.
QString ObserverPanel::whenText(const model::WorldState& state) const
{
    const model::ReplayIndex& index = *session()->index();
    const QString now = model::formatTimeShort(state.time);
    const int keyframe = index.keyframes.recordedAt(state.at.frame);
    if (!index.info->exactAtKeyframes || keyframe < 0)
        return tr("At %1").arg(now);
    const QString exact = model::formatTimeShort(index.timeAxis.timeOf(index.keyframes[keyframe].frame));
    return session()->playback()->samplePolicy() == model::SamplePolicy::ExactOnly
               ? tr("As at %1").arg(exact)
               : tr("At %1, exact at %2").arg(now, exact);
}

void ObserverPanel::showSelection()
{
    if (session() == nullptr)
        return;
    selectRow(*m_table, m_model->rowOf(session()->actors()->selected()));
}

// ---- what the user does ----

void ObserverPanel::activate(const QModelIndex& at)
{
    const model::ActorId actor = m_model->actorAt(at.row());
    if (session() != nullptr && actor != model::ActorId::None)
        session()->actors()->select(actor);
}

void ObserverPanel::showMenu(QPoint at)
{
    const model::ActorId actor = m_model->actorAt(m_table->rowAt(at.y()));
    TableMenu* menu = TableMenu::of(m_table);
    const QPoint global = m_table->viewport()->mapToGlobal(at);
    if (session() != nullptr && actor != model::ActorId::None)
        Q_EMIT contextMenuRequested(actor, global, menu->exportVerb());
    else
        menu->popup(global);
}

void ObserverPanel::copyAll() const
{
    if (m_model->rowCount() > 0)
        QGuiApplication::clipboard()->setText(m_model->copyText());
}

void ObserverPanel::plot()
{
    const std::vector<model::MetricRequest> wanted = m_graph->requests();
    if (!wanted.empty())
        Q_EMIT plotsRequested(wanted);
}

// ---- remembering ----

QByteArray ObserverPanel::saveState() const
{
    return QJsonDocument(QJsonObject{{QStringLiteral("page"), m_page},
                                     {QStringLiteral("density"),
                                      QLatin1String(Densities[static_cast<std::size_t>(m_density)].key)}})
        .toJson(QJsonDocument::Compact);
}

bool ObserverPanel::restoreState(const QByteArray& state)
{
    const QJsonObject root = QJsonDocument::fromJson(state).object();
    const QString word = root[QStringLiteral("density")].toString();
    const auto* const found = std::find_if(Densities.begin(), Densities.end(), [&](const DensityWords& d) {
        return word == QLatin1String(d.key);
    });
    if (found == Densities.end())
        return false;
    setPage(root[QStringLiteral("page")].toString());
    setDensity(found->density);
    return true;
}

// How the observer panel shares out its room, and what it says where there is nothing.

namespace {
constexpr int LeastObserverName = 22 * Grid;
constexpr int WidestMaking = 60 * Grid;
constexpr int LeastLines = 4; ///< of the table beside forces or a graph: everybody, of most matches
} // namespace

void ObserverPanel::followModel()
{
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        m_linesMoved = true;
        measureHeadings();
    });
    connect(m_model, &QAbstractItemModel::rowsRemoved, this, [this] { m_linesMoved = true; });
    connect(m_model, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex&, int first, int last) {
                m_linesMoved = true;
                measure(first, last, 1, m_model->columnCount() - 1);
            });
    connect(m_model, &QAbstractItemModel::layoutChanged, this, [this] {
        m_linesMoved = true;
        layOut();
    });
    connect(m_model, &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex& first, const QModelIndex& last, const QList<int>& roles) {
                if (roles.isEmpty()) // else only its looks
                    measure(first.row(), last.row(), first.column(), last.column());
            });
}

/// A new page: every column has room for its heading and a usual figure.
void ObserverPanel::measureHeadings()
{
    const QFontMetrics metrics(m_when->font());
    m_widest.assign(static_cast<std::size_t>(m_model->columnCount()), 0);
    for (int column = 1; column < m_model->columnCount(); ++column) {
        const QString heading = m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        m_widest[static_cast<std::size_t>(column)] =
            std::max(metrics.horizontalAdvance(m_model->sampleOf(column)),
                     fontMetrics().horizontalAdvance(heading) + 3 * Grid); // for the arrow where it sorts
    }
    m_wider = true;
}

/// Cells that say something else.
void ObserverPanel::measure(int firstRow, int lastRow, int firstColumn, int lastColumn)
{
    const QFontMetrics metrics(m_when->font());
    for (int column = std::max(firstColumn, 1); column <= lastColumn; ++column) {
        int& widest = m_widest[static_cast<std::size_t>(column)];
        for (int row = firstRow; row <= lastRow; ++row) {
            const int wanted = metrics.horizontalAdvance(m_model->index(row, column).data().toString());
            m_wider = m_wider || wanted > widest;
            widest = std::max(widest, wanted);
        }
    }
}

/// After lines came, went or moved, and where a figure became wider.
void ObserverPanel::layOut()
{
    if (std::exchange(m_linesMoved, false)) {
        m_table->clearSpans();
        for (int row = 0; m_model->columnCount() > 1 && row < m_model->rowCount(); ++row) {
            if (m_model->isItem(row))
                m_table->setSpan(row, ObserverModel::NameColumn, 1, m_model->columnCount());
        }
        fitHeight();
    }
    if (std::exchange(m_wider, false))
        fitColumns();
}

/// Figures are as wide as they need to be; names, and what is made, take what is left.
void ObserverPanel::fitColumns()
{
    if (m_widest.size() != static_cast<std::size_t>(m_model->columnCount()) || m_widest.empty())
        return;
    QHeaderView* header = m_table->horizontalHeader();
    header->setMinimumSectionSize(6 * Grid);
    const int last = m_model->columnCount() - 1;
    const bool making = last > 0 && m_model->figureAt(last) == nullptr;
    int left = m_table->viewport()->width();
    for (int column = 1; column <= last; ++column) {
        if (making && column == last)
            continue;
        const int width = m_widest[static_cast<std::size_t>(column)] + 3 * Grid;
        header->resizeSection(column, width);
        left -= width;
    }
    if (making) { // names first, then as much of what is made as there is room for
        int longest = LeastObserverName;
        for (int row = 0; row < m_model->rowCount(); ++row)
            longest =
                std::max(longest, fontMetrics().horizontalAdvance(m_model->index(row, 0).data().toString()) +
                                      9 * Grid);
        const int name = std::clamp(left * 2 / 5, LeastObserverName, longest);
        header->resizeSection(last, std::max(left - name, std::min(m_widest.back(), WidestMaking) / 2));
        left = name;
    }
    header->resizeSection(ObserverModel::NameColumn, std::max(left, LeastObserverName));
    fitHeight(); // a scroll bar takes a line's room
}

/// Beside forces or a graph the table is as high as its lines, which leaves them the rest.
void ObserverPanel::fitHeight()
{
    const bool shared = m_census->isVisibleTo(this) || m_graph->isVisibleTo(this);
    const int line = m_table->verticalHeader()->defaultSectionSize();
    const int head = m_table->horizontalHeader()->sizeHint().height();
    const bool wide = m_table->horizontalHeader()->length() > m_table->viewport()->width();
    const int scroll = wide ? m_table->horizontalScrollBar()->sizeHint().height() : 0;
    const int lines = m_model->rowCount();
    m_table->setMinimumHeight(head + std::min(lines, LeastLines) * line + scroll);
    m_table->setMaximumHeight(shared ? head + lines * line + scroll : QWIDGETSIZE_MAX);
}

/// Why a page is empty, where it is.
void ObserverPanel::explain()
{
    const model::ObserverPage& page = *m_model->page();
    const bool figures = m_model->columnCount() > 1;
    const bool others = m_census->isVisibleTo(this) || m_graph->isVisibleTo(this);
    QString why;
    if (m_model->rowCount() == 0)
        why = tr("No players take part in this recording");
    else if (!figures && page.listing.empty() && !others)
        why = m_density == model::Density::Full
                  ? tr("This recording says nothing of %1").arg(shownName(page.name))
                  : tr("Nothing of %1 fits this density; a fuller one shows more").arg(shownName(page.name));
    else if (!figures && !page.listing.empty() && !m_model->busy())
        why = tr("Nobody makes anything at this moment");
    m_nothing->setText(why);
    m_nothing->setVisible(!why.isEmpty());
    const bool onlyNames = !figures && page.listing.empty();
    m_table->setVisible(why.isEmpty() && !onlyNames);
}

} // namespace ghostline::app
