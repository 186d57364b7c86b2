// SPDX-License-Identifier: GPL-3.0-or-later
// The panel's parts, and what the user does with them.
#include "app/gui/observer/observer_panel.h"

#include "app/gui/docks/flow_layout.h"
#include "app/gui/docks/pace.h"
#include "app/gui/docks/panel_style.h"
#include "app/gui/match/census_table.h"
#include "app/gui/match/frozen_names.h"
#include "app/gui/observer/observer_delegate.h"
#include "app/gui/observer/observer_graph.h"
#include "app/gui/observer/observer_model.h"
#include "app/gui/shell/replay_words.h"
#include "model/recorded_keyframes.h"
#include "model/time_text.h"

#include <QButtonGroup>
#include <QClipboard>
#include <QGuiApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeyEvent>
#include <QMenu>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace ghostline::app {

namespace {

constexpr int PaceMs = 100; ///< ten refreshes a second at most

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

ObserverPanel::ObserverPanel(QWidget* parent)
    : QWidget(parent), m_pace(new Pace(this, PaceMs, [this] { refresh(); }))
{
    build();
    setTheme(themeFor(palette()));
}

ObserverPanel::~ObserverPanel() = default;

// ---- parts ----

QWidget* ObserverPanel::buildHead()
{
    auto* head = new QWidget(this);
    m_pageBox = new QWidget(head);
    m_pageRow = new FlowLayout(m_pageBox, 0);
    m_pageRow->setContentsMargins(0, 0, 0, 0);
    m_pageButtons = new QButtonGroup(this);
    connect(m_pageButtons, &QButtonGroup::idClicked, this, [this](int id) {
        m_page = m_session->info().observer[static_cast<std::size_t>(id)].id;
        showPage();
    });

    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    m_when = new QLabel(head);
    m_when->setFont(tabularFont(font()));
    m_when->setForegroundRole(QPalette::PlaceholderText);
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
    m_plot = iconButton(QStringLiteral("plot"), tr("Plot this page's figure for every player"), false, head);
    connect(m_plot, &QToolButton::clicked, this, &ObserverPanel::plot);
    auto* copy = iconButton(QStringLiteral("copy"), tr("Copy the table as text"), false, head);
    connect(copy, &QToolButton::clicked, this, &ObserverPanel::copyAll);
    row->addWidget(m_plot);
    row->addWidget(copy);

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
    m_delegate = new ObserverDelegate(this);
    m_table = new QTableView(this);
    m_table->setObjectName(QStringLiteral("observer"));
    m_table->setModel(m_model);
    tidyTable(m_table, tr("Players"));
    m_table->setItemDelegate(m_delegate);
    m_table->horizontalHeader()->setSectionsMovable(false);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setSortIndicatorClearable(true); // back to the order of appearance
    (new FrozenNames(m_table))->setItemDelegate(m_delegate);
    m_table->installEventFilter(this);
    connect(m_table, &QTableView::clicked, this, &ObserverPanel::activate);
    connect(m_table, &QTableView::doubleClicked, this, [this](const QModelIndex& at) {
        const model::ActorId actor = m_model->actorAt(at.row());
        if (m_session != nullptr && actor != model::ActorId::None)
            m_session->follow(actor);
    });
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QTableView::customContextMenuRequested, this, &ObserverPanel::showMenu);
    followModel();
}

void ObserverPanel::build()
{
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Grid);
    column->addWidget(buildHead());
    buildTable();
    column->addWidget(m_table, 1);
    m_nothing = emptyState(QString(), content);
    column->addWidget(m_nothing, 1);
    m_census = new CensusTable(content);
    column->addWidget(m_census, 2);
    m_graph = new ObserverGraph(content);
    column->addWidget(m_graph, 2);
    m_pages = new QStackedLayout(this);
    m_absent = emptyState(QString(), this);
    m_pages->addWidget(m_absent);
    m_pages->addWidget(content);
}

// ---- session ----

void ObserverPanel::setSession(ReplaySession* session)
{
    if (m_session != nullptr) {
        m_session->disconnect(this);
        m_session->disconnect(m_pace);
    }
    m_session = session;
    m_model->setReplay(nullptr);
    m_census->setSession(session);
    m_graph->setSession(session);
    m_pages->setCurrentIndex(0);
    m_absent->setText(session == nullptr
                          ? tr("Open a recording to see what its players have and do")
                          : tr("This recording does not say what its players have. The Inspector and the "
                               "Metrics show what it tells of them."));
    buildPages();
    if (session == nullptr)
        return;
    connect(session, &ReplaySession::indexChanged, this, &ObserverPanel::onIndexChanged);
    connect(session, &ReplaySession::stateChanged, m_pace, &Pace::changed);
    connect(session, &ReplaySession::selectionChanged, this, &ObserverPanel::showSelection);
    onIndexChanged();
}

void ObserverPanel::setTheme(const render::Theme& theme)
{
    m_delegate->setTheme(theme);
    m_model->setTheme(theme);
    m_census->setTheme(theme);
    m_graph->setTheme(theme);
}

void ObserverPanel::onIndexChanged()
{
    m_pages->setCurrentIndex(m_session->info().observer.empty() ? 0 : 1);
    m_when->setToolTip(m_session->info().exactAtKeyframes
                           ? tr("What was not told since the last keyframe is as it was there")
                           : QString());
    const bool first = m_model->page() == nullptr;
    m_model->setReplay(m_session->index());
    m_census->readIndex();
    m_graph->readIndex();
    if (static_cast<std::size_t>(m_pageButtons->buttons().size()) != m_session->info().observer.size())
        buildPages();
    if (first || m_model->page() == nullptr)
        showPage();
    else
        m_pace->changed();
}

void ObserverPanel::buildPages()
{
    for (QAbstractButton* button : m_pageButtons->buttons()) {
        m_pageRow->removeWidget(button);
        delete button;
    }
    if (m_session == nullptr)
        return;
    const auto& pages = m_session->info().observer;
    for (std::size_t i = 0; i < pages.size(); ++i) {
        auto* button = new QToolButton(m_pageBox);
        button->setText(shownName(pages[i].name));
        button->setAccessibleName(tr("Page %1").arg(shownName(pages[i].name)));
        button->setToolTip(tr("%1 of every player").arg(shownName(pages[i].name)));
        button->setCheckable(true);
        button->setAutoRaise(true);
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
    if (m_session != nullptr)
        showPage();
}

void ObserverPanel::setDensity(model::Density density)
{
    if (density == m_density)
        return;
    m_density = density;
    m_densityButtons->button(static_cast<int>(density))->setChecked(true);
    if (m_session != nullptr)
        showPage();
    Q_EMIT densityChanged(density);
}

void ObserverPanel::showPage()
{
    const auto& pages = m_session->info().observer;
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
                         !m_session->info().census.empty());
    const bool graphs = !shown.graphs.empty();
    m_graph->setGraphs(shown.id, shown.graphs);
    m_graph->setVisible(m_density == model::Density::Full && graphs);
    m_plot->setEnabled(graphs);
    m_pace->renew();
}

void ObserverPanel::refresh()
{
    if (m_session == nullptr || m_model->page() == nullptr)
        return;
    const model::WorldState& state = m_session->state();
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
    const model::ReplayIndex& index = *m_session->index();
    const QString now = model::formatTimeShort(state.time);
    const int keyframe = model::recordedAt(index.keyframes, state.at.frame);
    if (!index.info->exactAtKeyframes || keyframe < 0)
        return tr("At %1").arg(now);
    const QString exact = model::formatTimeShort(index.timeAxis.timeOf(index.keyframes[keyframe].frame));
    return m_session->samplePolicy() == model::SamplePolicy::ExactOnly
               ? tr("As at %1").arg(exact)
               : tr("At %1, exact at %2").arg(now, exact);
}

void ObserverPanel::showSelection()
{
    if (m_session == nullptr)
        return;
    const int row = m_model->rowOf(m_session->selection());
    if (row < 0) {
        if (m_table->selectionModel()->hasSelection())
            m_table->clearSelection();
    } else if (!m_table->selectionModel()->isRowSelected(row)) {
        m_table->selectionModel()->setCurrentIndex(
            m_model->index(row, 0), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    }
}

// ---- what the user does ----

void ObserverPanel::activate(const QModelIndex& at)
{
    const model::ActorId actor = m_model->actorAt(at.row());
    if (m_session != nullptr && actor != model::ActorId::None)
        m_session->select(actor);
}

void ObserverPanel::showMenu(QPoint at)
{
    const model::ActorId actor = m_model->actorAt(m_table->rowAt(at.y()));
    if (m_session != nullptr && actor != model::ActorId::None)
        Q_EMIT contextMenuRequested(actor, m_table->viewport()->mapToGlobal(at));
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

bool ObserverPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_table)
        return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::Resize)
        QMetaObject::invokeMethod(this, &ObserverPanel::fitColumns, Qt::QueuedConnection);
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            activate(m_table->currentIndex());
            return true;
        }
        if (key->matches(QKeySequence::Copy) && !m_table->selectionModel()->hasSelection()) {
            copyAll();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
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

} // namespace ghostline::app
