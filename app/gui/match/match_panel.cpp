// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/match/match_panel.h"

#include "app/gui/jobs/job.h"
#include "app/gui/match/happenings_model.h"
#include "app/gui/match/line_up.h"
#include "app/gui/match/possession_bar.h"
#include "app/gui/match/roster_model.h"
#include "app/gui/session/go_to_event.h"
#include "app/gui/widgets/figures_text.h"
#include "app/gui/widgets/frozen_column.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "app/gui/widgets/table_menu.h"
#include "model/base/thread_priority.h"

#include <QButtonGroup>
#include <QSortFilterProxyModel>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace ghostline::app {

namespace {
constexpr int WidestRosterColumn = 80 * Grid;
} // namespace

MatchPanel::MatchPanel(QWidget* parent) : Panel(parent, TablesMs), m_job(new Job(this)) { build(); }

void MatchPanel::build()
{
    m_tabs = new QTabWidget(this);
    m_tabs->setDocumentMode(true);
    m_tabs->setElideMode(Qt::ElideNone);
    m_tabs->setUsesScrollButtons(true);
    m_tabs->addTab(buildRoster(), tr("Roster"));
    m_lineUp = new LineUp(this);
    connect(m_lineUp, &LineUp::contextMenuRequested, this,
            [this](model::ActorId actor, QPoint at) { Q_EMIT contextMenuRequested(actor, at, nullptr); });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_lineUp);
    column->addLayout(makePages(tr("This recording keeps no score"), m_tabs), 1);
}

void MatchPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_lineUp->setRoom(height() * 2 / 5);
}

QWidget* MatchPanel::buildRoster()
{
    auto* page = new QWidget(this);
    m_spans = new QButtonGroup(this);
    m_head = new QWidget(page);
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    const std::array<std::array<QString, 2>, 3> names{
        {{tr("Now"), tr("Figures as the recording says them at this moment")},
         {tr("Round"), tr("Figures since this round began")},
         {tr("Match"), tr("Figures over the whole recording up to now")}}};
    for (std::size_t i = 0; i < names.size(); ++i) {
        QToolButton* button = switchButton(names[i][0], names[i][1], m_head);
        button->setChecked(i == 0);
        m_spans->addButton(button, static_cast<int>(i));
        row->addWidget(button);
    }
    connect(m_spans, &QButtonGroup::idClicked, this,
            [this](int id) { setSpan(static_cast<model::StatSpan>(id)); });
    row->addStretch(1);
    m_when = figureLabel(page);
    row->addWidget(m_when);
    m_possession = new PossessionBar(page);

    m_roster = new RosterModel(this);
    m_rosterView = new QTableView(page);
    m_rosterView->setObjectName(QStringLiteral("roster"));
    m_rosterView->setModel(m_roster);
    tidyTable(m_rosterView, tr("Roster"));
    m_rosterView->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
    m_rosterView->setSortingEnabled(true);
    m_rosterView->horizontalHeader()->setSortIndicatorClearable(true); // back to the order of appearance
    new FrozenColumn(m_rosterView);
    connect(m_rosterView, &QTableView::clicked, this, &MatchPanel::onRosterClicked);
    connect(m_rosterView, &QTableView::doubleClicked, this, [this](const QModelIndex& at) {
        const model::ActorId actor = m_roster->actorAt(at.row());
        if (session() != nullptr && at.column() == RosterModel::NameColumn && actor != model::ActorId::None)
            session()->actors()->follow(actor);
    });
    m_rosterView->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_rosterView, &QTableView::customContextMenuRequested, this, [this](QPoint at) {
        const model::ActorId actor = m_roster->actorAt(m_rosterView->rowAt(at.y()));
        TableMenu* menu = TableMenu::of(m_rosterView);
        const QPoint global = m_rosterView->viewport()->mapToGlobal(at);
        if (session() != nullptr && actor != model::ActorId::None)
            Q_EMIT contextMenuRequested(actor, global, menu->exportVerb());
        else
            menu->popup(global);
    });

    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 2 * Grid, 0, 0);
    column->setSpacing(2 * Grid);
    auto* head = new QVBoxLayout(m_head);
    head->setContentsMargins(2 * Grid, 0, 2 * Grid, 0);
    head->setSpacing(2 * Grid);
    head->addLayout(row);
    head->addWidget(m_possession);
    column->addWidget(m_head);
    column->addWidget(m_rosterView, 1);
    return page;
}

void MatchPanel::onSessionChanged()
{
    m_job->cancel();
    m_history.reset();
    m_shownEvents.reset();
    m_roster->setReplay(nullptr);
    showContent(false);
    m_lineUp->setSession(session());
    if (session() == nullptr)
        return;
    connect(session(), &ReplaySession::indexChanged, this, &MatchPanel::onIndexChanged);
    connect(session()->playback(), &Playback::stateChanged, &throttle(), &RefreshThrottle::schedule);
    connect(session()->actors(), &ActorSelection::selectedChanged, this, &MatchPanel::showSelection);
    onIndexChanged();
}

void MatchPanel::onThemeChanged()
{
    m_roster->setTheme(theme());
    m_possession->setTheme(theme());
    m_lineUp->setTheme(theme());
    for (const Table& table : m_tables)
        table.model->setTheme(theme());
}

void MatchPanel::setSpan(model::StatSpan span)
{
    m_span = span;
    m_spans->button(static_cast<int>(span))->setChecked(true);
    throttle().refreshNow();
}

void MatchPanel::onIndexChanged()
{
    const model::Scoreboard& board = session()->info().scoreboard;
    showContent(!board.empty());
    m_possession->setVisible(bool(board.possession));
    // Spans are for what counts up; a round for what is in rounds.
    const bool counts = std::any_of(board.statistics.begin(), board.statistics.end(),
                                    [](const model::Statistic& s) { return s.counter; });
    const bool rounds = !board.roundStartKind.isEmpty();
    m_head->setVisible(counts || rounds || board.possession);
    for (QAbstractButton* button : m_spans->buttons())
        button->setVisible(counts);
    m_spans->button(static_cast<int>(model::StatSpan::Round))->setVisible(counts && rounds);
    if ((!counts && m_span != model::StatSpan::Recorded) || (!rounds && m_span == model::StatSpan::Round))
        setSpan(model::StatSpan::Recorded);
    m_roster->setReplay(board.empty() ? nullptr : session()->index());
    fitColumns();
    buildTables();
    fillTables();
    const bool told = counts || rounds || board.possession;
    if (session()->index()->complete && !board.empty() && told && m_history == nullptr && !m_job->running())
        readHistory();
    throttle().refreshNow();
}

/// A name takes what is left; figures are as wide as they need to be.
void MatchPanel::fitColumns()
{
    QHeaderView* header = m_rosterView->horizontalHeader();
    if (m_roster->columnCount() == 0)
        return;
    header->setSectionResizeMode(RosterModel::NameColumn, QHeaderView::Stretch);
    header->setMinimumSectionSize(6 * Grid);
    const QFontMetrics metrics(tabularFont(font()));
    for (int column = 1; column < m_roster->columnCount(); ++column) {
        const QString heading = m_roster->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        const bool gauge = !m_roster->statisticAt(column)->counter;
        const int figures =
            metrics.horizontalAdvance(gauge ? QStringLiteral("00,000") : QStringLiteral("00:0"));
        header->resizeSection(column, std::max(metrics.horizontalAdvance(heading), figures) + 4 * Grid);
    }
}

void MatchPanel::buildTables()
{
    const QStringList& wanted = session()->info().scoreboard.tables;
    QStringList have;
    for (const Table& table : m_tables)
        have << table.kind;
    if (have == wanted)
        return;
    while (m_tabs->count() > 1) {
        QWidget* page = m_tabs->widget(1);
        m_tabs->removeTab(1);
        delete page;
    }
    m_tables.clear();
    for (const QString& kind : wanted) {
        auto* view = new QTableView(this);
        Table table{kind, new HappeningsModel(view), new QSortFilterProxyModel(view), view};
        table.model->setTheme(theme());
        table.sorted->setSourceModel(table.model);
        table.sorted->setSortRole(HappeningsModel::SortRole);
        view->setModel(table.sorted);
        tidyTable(view, kind);
        view->setSortingEnabled(true);
        view->sortByColumn(HappeningsModel::TimeColumn, Qt::AscendingOrder);
        connect(view, &QTableView::clicked, this, [this, table](const QModelIndex& at) { goTo(table, at); });
        m_tabs->addTab(view, kind);
        m_tables.push_back(table);
    }
    m_shownEvents.reset();
}

void MatchPanel::fillTables()
{
    const auto& events = session()->index()->events;
    if (events == m_shownEvents)
        return;
    m_shownEvents = events;
    for (std::size_t i = 0; i < m_tables.size(); ++i) {
        const Table& table = m_tables[i];
        const auto found = std::find_if(events->kinds.begin(), events->kinds.end(),
                                        [&](const model::EventKind& kind) { return kind.id == table.kind; });
        const int kind = found == events->kinds.end() ? -1 : static_cast<int>(found - events->kinds.begin());
        table.model->setReplay(session()->index(), kind);
        QString name = kind < 0 ? table.kind : shownName(found->name);
        TableMenu::of(table.view)->setName([name] { return name; });
        m_tabs->setTabText(static_cast<int>(i) + 1,
                           QStringLiteral("%1 %2").arg(name).arg(table.model->rowCount()));
        table.view->setAccessibleName(name);
        QHeaderView* header = table.view->horizontalHeader();
        header->setSectionResizeMode(QHeaderView::ResizeToContents);
        header->setMaximumSectionSize(WidestRosterColumn);
        if (const int loose = table.model->looseColumn(); loose >= 0)
            header->setSectionResizeMode(loose, QHeaderView::Stretch);
    }
}

void MatchPanel::readHistory()
{
    m_job->start([source = session()->source(), this](const model::Progress& progress,
                                                      std::stop_token stop) -> std::function<void()> {
        model::lowerThreadPriority();
        auto history = model::StatHistory::read(*source, progress, stop);
        if (!history)
            return {};
        return [this, read = *history] {
            m_history = read;
            throttle().refreshNow();
        };
    });
}

void MatchPanel::refresh()
{
    if (session() == nullptr || session()->info().scoreboard.empty())
        return;
    const model::WorldState& state = session()->playback()->state();
    m_roster->update(state, m_history, m_span);
    for (const Table& table : m_tables)
        table.model->setFrame(state.at.frame);
    const int round = m_history != nullptr ? m_history->roundAt(state.at.frame) : 0;
    const bool reading = m_history == nullptr && m_span != model::StatSpan::Recorded;
    m_when->setText(reading ? tr("reading…") : round > 0 ? tr("Round %1").arg(round) : QString());
    std::vector<double> seconds;
    for (std::size_t t = 0; t < session()->info().teams.size() && m_history != nullptr; ++t)
        seconds.push_back(m_history->possessionSeconds(
            t, state.at.frame, m_span == model::StatSpan::Round ? m_span : model::StatSpan::Match));
    m_possession->setShares(session()->info().teams, std::move(seconds));
    showSelection();
}

void MatchPanel::showSelection()
{
    if (session() == nullptr)
        return;
    selectRow(*m_rosterView, m_roster->rowOf(session()->actors()->selected()));
}

void MatchPanel::onRosterClicked(const QModelIndex& at)
{
    if (session() == nullptr)
        return;
    const model::ActorId actor = m_roster->actorAt(at.row());
    if (actor != model::ActorId::None)
        session()->actors()->select(actor);
    const model::Statistic* statistic = m_roster->statisticAt(at.column());
    if (statistic == nullptr || statistic->eventKind.isEmpty())
        return;
    const QString name = m_roster->index(at.row(), RosterModel::NameColumn).data().toString();
    EventsBehind figure{.kind = statistic->eventKind,
                        .actor = actor,
                        .team = m_roster->teamAt(at.row()),
                        .place = statistic->eventActor,
                        .text = tr("%1 of %2").arg(shownName(statistic->name), name)};
    const model::FrameNumber now = session()->playback()->state().at.frame;
    const int round = m_history != nullptr ? m_history->roundAt(now) : 0;
    if (m_span == model::StatSpan::Round && round > 0) {
        const auto rounds = m_history->rounds();
        const auto next = static_cast<std::size_t>(round);
        figure.first = rounds[next - 1];
        if (next < rounds.size())
            figure.end = rounds[next];
        figure.text = tr("%1, round %2").arg(figure.text, QString::number(round));
    }
    Q_EMIT eventsRequested(figure);
}

void MatchPanel::goTo(const Table& table, const QModelIndex& at)
{
    if (session() == nullptr || !at.isValid())
        return;
    goToEvent(*session(), table.model->eventAt(table.sorted->mapToSource(at).row()));
}

} // namespace ghostline::app
