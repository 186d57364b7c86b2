// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector's view and its pace.
#include "app/gui/docks/inspector_panel.h"

#include "app/gui/docks/inspector_distance.h"
#include "app/gui/docks/inspector_model.h"
#include "app/gui/docks/kept_place.h"
#include "app/gui/docks/series_fetcher.h"
#include "app/gui/docks/trend_delegate.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QStackedLayout>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr int PaceMs = 66;
constexpr int SettleMs = 120;
constexpr double FetchReach =
    12.0; ///< seconds read each way, so that playing needs a new stretch only now and then
constexpr double FastRate = 4.0; ///< faster than this trends wait until the playhead stops
constexpr int TrendPoints = 480;
constexpr int TrendWidth = 16 * Grid;

struct ProvenanceText
{
    Mark mark;
    bool filled;
    QString text;
};

ProvenanceText provenanceText(model::Provenance provenance)
{
    switch (provenance) {
    case model::Provenance::Exact:
        return {Mark::Circle, true, InspectorPanel::tr("Recorded at this frame")};
    case model::Provenance::Interpolated:
        return {Mark::Diamond, true, InspectorPanel::tr("Interpolated between two recorded frames")};
    case model::Provenance::Sampled:
        return {Mark::Circle, false, InspectorPanel::tr("Estimated from sparse samples")};
    case model::Provenance::Held:
        break;
    }
    return {Mark::Square, false, InspectorPanel::tr("Last known, nothing recorded here")};
}

} // namespace

InspectorPanel::InspectorPanel(QWidget* parent)
    : QWidget(parent), m_theme(themeFor(palette())), m_model(new InspectorModel(this)),
      m_fetcher(new SeriesFetcher(this))
{
    m_pace.setSingleShot(true);
    m_pace.setInterval(PaceMs);
    connect(&m_pace, &QTimer::timeout, this, [this] {
        if (m_stale)
            refresh();
    });
    m_settle.setSingleShot(true);
    m_settle.setInterval(SettleMs);
    connect(&m_settle, &QTimer::timeout, this, &InspectorPanel::fetchTrends);
    connect(m_fetcher, &SeriesFetcher::arrived, this,
            [this](quint64, const std::vector<model::MetricSeries>& trends) {
                m_model->setTrends(trends);
                m_stale = true;
                if (!m_pace.isActive())
                    refresh();
            });
    build();
    setTheme(m_theme);
}

InspectorPanel::~InspectorPanel() = default;

QWidget* InspectorPanel::buildHead()
{
    auto* head = new QWidget(this);
    auto* grid = new QGridLayout(head);
    grid->setContentsMargins(2 * Grid, 2 * Grid, 2 * Grid, Grid);
    grid->setHorizontalSpacing(Grid + Grid / 2);
    grid->setVerticalSpacing(Grid / 2);
    m_swatch = new QLabel(head);
    m_name = new ElidedLabel(head);
    QFont large = font();
    large.setWeight(QFont::DemiBold);
    large.setPointSizeF(large.pointSizeF() * 1.15);
    m_name->setFont(large);
    m_name->setAccessibleName(tr("Selected actor"));
    m_what = new ElidedLabel(head);
    m_what->setForegroundRole(QPalette::PlaceholderText);
    m_how = new QLabel(head);
    m_provenance = new ElidedLabel(head);
    m_provenance->setForegroundRole(QPalette::PlaceholderText);
    m_provenance->setAccessibleName(tr("How this state came about"));
    grid->addWidget(m_swatch, 0, 0);
    grid->addWidget(m_name, 0, 1);
    grid->addWidget(m_what, 1, 1);
    grid->addWidget(m_how, 2, 0);
    grid->addWidget(m_provenance, 2, 1);
    grid->setColumnStretch(1, 1);
    return head;
}

void InspectorPanel::build()
{
    m_tree = new QTreeView(this);
    // Before the view hears of a reset: it forgets at once where its rows are.
    m_place = std::make_unique<KeptPlace>(m_tree);
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this, [this] { m_place->remember(); });
    m_tree->setModel(m_model);
    tidyView(m_tree, tr("Properties of the selected actor"));
    m_delegate = new TrendDelegate(m_tree);
    m_tree->setItemDelegate(m_delegate);
    m_tree->setUniformRowHeights(true);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // names and values elide
    m_tree->setMinimumHeight(2 * rowHeight(font())); // a heading and one value, however low the dock is
    m_tree->setHeaderHidden(true);
    m_tree->setIndentation(3 * Grid);
    m_tree->setMouseTracking(true);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setDragDropMode(QAbstractItemView::DragOnly);
    QHeaderView* header = m_tree->header();
    header->setStretchLastSection(false);
    header->setMinimumSectionSize(6 * Grid);
    header->setSectionResizeMode(InspectorModel::NameColumn, QHeaderView::Stretch);
    header->setSectionResizeMode(InspectorModel::TrendColumn, QHeaderView::Fixed);
    header->setSectionResizeMode(InspectorModel::ValueColumn, QHeaderView::Fixed);
    header->setSectionResizeMode(InspectorModel::PlotColumn, QHeaderView::Fixed);
    header->resizeSection(InspectorModel::TrendColumn, TrendWidth);
    const int digits =
        QFontMetrics(tabularFont(font())).horizontalAdvance(QStringLiteral("-000.00, 0.00, -000.00 m"));
    m_valueWidth = digits + 2 * Grid;
    header->resizeSection(InspectorModel::ValueColumn, m_valueWidth);
    header->resizeSection(InspectorModel::PlotColumn, 7 * Grid);
    m_tree->installEventFilter(this);
    connect(m_tree, &QTreeView::clicked, this, &InspectorPanel::onClicked);
    connect(m_model, &QAbstractItemModel::modelReset, this, &InspectorPanel::openGroups);
    const auto group = [](const QModelIndex& at) { return at.data().toString(); };
    connect(m_tree, &QTreeView::collapsed, this,
            [=, this](const QModelIndex& at) { m_closed.insert(group(at)); });
    connect(m_tree, &QTreeView::expanded, this,
            [=, this](const QModelIndex& at) { m_closed.remove(group(at)); });

    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_head = buildHead();
    m_empty = emptyState(tr("Click an actor in the view or in the cast"), content);
    m_distanceRow = new InspectorDistance(this);
    connect(m_distanceRow, &InspectorDistance::plotRequested, this, &InspectorPanel::plotRequested);
    column->addWidget(m_head);
    column->addWidget(m_empty);
    column->addWidget(m_tree, 1);
    column->addWidget(m_distanceRow);
    m_pages = new QStackedLayout(this);
    m_pages->addWidget(emptyState(tr("The properties of an actor are listed here"), this));
    m_pages->addWidget(content);
}

void InspectorPanel::setSession(ReplaySession* session)
{
    m_fetcher->cancel();
    m_settle.stop();
    if (m_session != nullptr)
        m_session->disconnect(this);
    m_session = session;
    m_distanceRow->setSession(session);
    m_model->setSubject(nullptr, model::ActorId::None);
    m_pages->setCurrentIndex(session != nullptr ? 1 : 0);
    if (session == nullptr)
        return;
    connect(session, &ReplaySession::selectionChanged, this, &InspectorPanel::onSelection);
    connect(session, &ReplaySession::zonesChanged, this, &InspectorPanel::onZones);
    connect(session, &ReplaySession::indexChanged, this, &InspectorPanel::onIndexChanged);
    connect(session, &ReplaySession::stateChanged, this, &InspectorPanel::onState);
    connect(session, &ReplaySession::followedChanged, this, &InspectorPanel::showHead);
    connect(session, &QObject::destroyed, m_fetcher, &SeriesFetcher::cancel);
    onSelection();
}

void InspectorPanel::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    m_delegate->setTheme(theme);
    m_model->setTheme(theme);
    showHead();
}

void InspectorPanel::onSelection()
{
    m_fetcher->cancel();
    m_trendsFor = {};
    m_model->setSubject(m_session->index(), m_session->selection(), m_session->zones());
    const bool chosen = m_model->actor() != model::ActorId::None;
    m_head->setVisible(chosen);
    m_empty->setVisible(!chosen);
    m_distanceRow->setVisible(chosen);
    refresh();
    m_tree->setVisible(m_model->rowCount() > 0);
}

/// Steps of a box that moves one come fast: rows, trends and place stay as they are.
void InspectorPanel::onZones()
{
    if (m_model->setZones(m_session->zones()))
        refresh();
    else
        onState();
    m_tree->setVisible(m_model->rowCount() > 0);
}

void InspectorPanel::onIndexChanged()
{
    m_distanceRow->fillOthers();
    // A longer revision reaches further than trends that stopped at the end of the one before.
    if (m_trendsFor.end >= m_fetchedOf)
        m_trendsFor = {};
    if (m_model->actor() == model::ActorId::None)
        onSelection();
    else
        onState();
}

void InspectorPanel::onState()
{
    m_stale = true;
    if (!m_pace.isActive() && isVisible())
        refresh();
}

void InspectorPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale)
        refresh();
}

void InspectorPanel::refresh()
{
    if (m_session == nullptr)
        return;
    m_stale = false;
    m_pace.start();
    const model::WorldState& state = m_session->state();
    // Between two frames the earlier one is the state before, on a frame its predecessor is.
    const model::FrameNumber earlier = state.at.fraction > 0.0 ? state.at.frame : state.at.frame - 1;
    const bool hasBefore =
        earlier >= 0 && m_session->reader().trySample({earlier, 0.0}, model::SamplePolicy::Hold, m_before);
    m_model->update(state, hasBefore ? &m_before : nullptr);
    showHead();
    m_distanceRow->measure(m_model->actor());
    wantTrends();
}

void InspectorPanel::showHead()
{
    const model::ActorInfo* actor =
        m_session != nullptr ? m_session->info().actor(m_model->actor()) : nullptr;
    if (actor == nullptr)
        return;
    const auto& teams = m_session->info().teams;
    const qreal ratio = devicePixelRatioF();
    m_swatch->setPixmap(markIcon(actorMark(*actor, teams), render::actorColor(m_theme, *actor, teams))
                            .pixmap(QSize(16, 16), ratio));
    m_name->setText(actor->name);
    QStringList what{actor->nativeType, tr("number %1").arg(actor->nativeId)};
    if (m_session->followed() == actor->id)
        what << tr("followed");
    m_what->setText(what.join(QStringLiteral(" · ")));
    const std::ptrdiff_t row = m_session->state().row(actor->id);
    if (row < 0) {
        m_how->setPixmap(markIcon(Mark::Cross, m_theme.textMuted, false).pixmap(QSize(16, 16), ratio));
        m_provenance->setText(tr("Not in the scene at this frame"));
        return;
    }
    const ProvenanceText how = provenanceText(m_session->state().provenance[static_cast<std::size_t>(row)]);
    m_how->setPixmap(markIcon(how.mark, m_theme.textMuted, how.filled).pixmap(QSize(16, 16), ratio));
    m_provenance->setText(how.text);
}

void InspectorPanel::onClicked(const QModelIndex& at)
{
    const QVariant link = at.data(InspectorModel::LinkRole);
    if (link.isValid() && m_session != nullptr)
        m_session->select(static_cast<model::ActorId>(link.toUInt()));
    else if (at.column() == InspectorModel::PlotColumn)
        requestPlot(at);
}

void InspectorPanel::requestPlot(const QModelIndex& at)
{
    if (at.data(InspectorModel::PlottableRole).toBool())
        Q_EMIT plotRequested(m_model->requestAt(at));
}

bool InspectorPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_tree && event->type() == QEvent::Resize) {
        // In a narrow dock names keep their share: trends are shorter, long values elide.
        m_tree->header()->resizeSection(InspectorModel::TrendColumn,
                                        std::min(TrendWidth, m_tree->width() / 8));
        m_tree->header()->resizeSection(InspectorModel::ValueColumn,
                                        std::min(m_valueWidth, m_tree->width() * 2 / 5));
    }
    if (watched == m_tree && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            requestPlot(m_tree->currentIndex());
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

/// Groups stay as the user left them, from actor to actor.
void InspectorPanel::openGroups()
{
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex group = m_model->index(row, 0);
        const QString title = group.data().toString();
        if (!m_known.contains(title)) {
            m_known.insert(title);
            if (group.data(InspectorModel::CollapsedRole).toBool())
                m_closed.insert(title);
        }
        m_tree->setFirstColumnSpanned(row, {}, true);
        m_tree->setExpanded(group, !m_closed.contains(title));
    }
    m_place->restore();
    m_trendsFor = {}; // rows changed places: the trends belong to others now
}

model::FrameRange InspectorPanel::trendFrames(double reach) const
{
    const model::TimeAxis& axis = m_session->index()->timeAxis;
    const model::Micros now = m_session->state().time;
    return {axis.frameAt(now - model::fromSeconds(reach)), axis.frameAt(now + model::fromSeconds(reach)) + 1};
}

void InspectorPanel::wantTrends()
{
    const model::Playhead& playhead = m_session->playhead();
    const bool tooFast = playhead.playing() && std::abs(playhead.rate()) > FastRate;
    const model::FrameRange needed = trendFrames(TrendReach);
    const bool covered = needed.first >= m_trendsFor.first && needed.end <= m_trendsFor.end;
    if (!covered && !tooFast && !m_settle.isActive() && m_session->index()->frames() > 0)
        m_settle.start();
}

void InspectorPanel::fetchTrends()
{
    if (m_session == nullptr || !isVisible())
        return;
    std::vector<model::MetricRequest> requests = m_model->trendRequests();
    if (requests.empty())
        return;
    m_trendsFor = trendFrames(FetchReach);
    m_fetchedOf = m_session->index()->frames();
    m_fetcher->request(m_session->source(), std::move(requests), m_trendsFor, TrendPoints);
}

} // namespace ghostline::app
