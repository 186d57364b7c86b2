// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector's view and its pace.
#include "app/gui/panels/inspector_panel.h"

#include "app/gui/jobs/job.h"
#include "app/gui/panels/inspector_distance.h"
#include "app/gui/panels/inspector_model.h"
#include "app/gui/panels/trend_delegate.h"
#include "app/gui/widgets/event_hooks.h"
#include "app/gui/widgets/scroll_anchor.h"
#include "app/gui/widgets/type_sizes.h"

#include <QHeaderView>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr int SettleMs = 120;
constexpr double FetchReach =
    12.0; ///< seconds read each way, so that playing needs a new stretch only now and then
constexpr double FastRate = 4.0; ///< faster than this trends wait until the playhead stops
constexpr int TrendPoints = 480;
constexpr int TrendWidth = 16 * Grid;
constexpr int WidestTrend = 60 * Grid;
constexpr int NamesWidth = 52 * Grid; ///< that names rarely exceed
constexpr int PlotButtonWidth = 7 * Grid;

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
        return {Mark::Circle, true, InspectorPanel::tr("Recorded")};
    case model::Provenance::Interpolated:
        return {Mark::Diamond, true, InspectorPanel::tr("Interpolated")};
    case model::Provenance::Sampled:
        return {Mark::Circle, false, InspectorPanel::tr("Estimated from sparse samples")};
    case model::Provenance::Held:
        break;
    }
    return {Mark::Square, false, InspectorPanel::tr("Last known, nothing recorded here")};
}

/// What is drawn of an actor although no recording tells it; empty = nothing.
QString madeUpText(const model::ActorInfo& actor, const model::WorldState& state, std::size_t row)
{
    if (model::walks(actor.kind, actor.shape) && state.bones[row].count == 0)
        return InspectorPanel::tr("gait made up");
    if (actor.rider != model::Rider::None)
        return InspectorPanel::tr("rider made up");
    return {};
}

} // namespace

InspectorPanel::InspectorPanel(QWidget* parent)
    : Panel(parent, ValuesMs), m_model(new InspectorModel(this)), m_trendJob(new Job(this))
{
    m_settle.setSingleShot(true);
    m_settle.setInterval(SettleMs);
    connect(&m_settle, &QTimer::timeout, this, &InspectorPanel::fetchTrends);
    build();
    onThemeChanged();
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
    m_name->setFont(typeFont(font(), TypeSize::Title));
    m_name->setAccessibleName(tr("Selected actor"));
    m_what = new ElidedLabel(head);
    m_what->setFont(typeFont(font(), TypeSize::Small));
    m_what->setForegroundRole(QPalette::PlaceholderText);
    m_how = new QLabel(head);
    m_provenance = new ElidedLabel(head);
    m_provenance->setFont(typeFont(font(), TypeSize::Small));
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
    m_anchor = std::make_unique<ScrollAnchor>(m_tree);
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this, [this] { m_anchor->remember(); });
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
    header->resizeSection(InspectorModel::PlotColumn, PlotButtonWidth);
    onEnter(m_tree, [this] { requestPlot(m_tree->currentIndex()); });
    // In a narrow dock names keep their share: trends are shorter, long values elide. In a wide one trends
    // have what names and values do not need.
    onResize(m_tree, [this, header] {
        const int spare = m_tree->width() - m_valueWidth - PlotButtonWidth - NamesWidth;
        header->resizeSection(InspectorModel::TrendColumn,
                              std::clamp(spare, std::min(TrendWidth, m_tree->width() / 8), WidestTrend));
        header->resizeSection(InspectorModel::ValueColumn, std::min(m_valueWidth, m_tree->width() * 2 / 5));
    });
    connect(m_tree, &QTreeView::clicked, this, &InspectorPanel::onClicked);
    connect(m_model, &QAbstractItemModel::modelReset, this, &InspectorPanel::openGroups);
    const auto group = [](const QModelIndex& at) { return at.data().toString(); };
    connect(m_tree, &QTreeView::collapsed, this,
            [=, this](const QModelIndex& at) { m_closed.insert(group(at)); });
    connect(m_tree, &QTreeView::expanded, this,
            [=, this](const QModelIndex& at) { m_closed.remove(group(at)); });

    QVBoxLayout* column = makeContentColumn(tr("The properties of an actor are listed here"), 0);
    m_head = buildHead();
    m_empty = emptyState(tr("Click an actor in the view or in the cast"), this);
    m_distanceRow = new InspectorDistance(this);
    connect(m_distanceRow, &InspectorDistance::plotRequested, this, &InspectorPanel::plotRequested);
    column->addWidget(m_head);
    column->addWidget(m_empty);
    column->addWidget(m_tree, 1);
    column->addWidget(m_distanceRow);
}

void InspectorPanel::onSessionChanged()
{
    m_trendJob->cancel();
    m_settle.stop();
    m_distanceRow->setSession(session());
    m_model->setSubject(nullptr, model::ActorId::None);
    showContent(session() != nullptr);
    if (session() == nullptr)
        return;
    connect(session()->actors(), &ActorSelection::selectedChanged, this, &InspectorPanel::onSelection);
    connect(session(), &ReplaySession::zonesChanged, this, &InspectorPanel::onZones);
    connect(session(), &ReplaySession::indexChanged, this, &InspectorPanel::onIndexChanged);
    connect(session()->playback(), &Playback::stateChanged, &throttle(), &RefreshThrottle::schedule);
    connect(session()->actors(), &ActorSelection::followedChanged, this, &InspectorPanel::showHead);
    onSelection();
}

void InspectorPanel::onThemeChanged()
{
    m_delegate->setTheme(theme());
    m_model->setTheme(theme());
    showHead();
}

void InspectorPanel::onSelection()
{
    m_trendJob->cancel();
    m_trendsFor = {};
    m_model->setSubject(session()->index(), session()->actors()->selected(), session()->zones());
    const bool chosen = m_model->actor() != model::ActorId::None;
    m_head->setVisible(chosen);
    m_empty->setVisible(!chosen);
    m_distanceRow->setVisible(chosen);
    throttle().refreshNow();
    m_tree->setVisible(m_model->rowCount() > 0);
}

/// Steps of a box that moves one come fast: rows, trends and place stay as they are.
void InspectorPanel::onZones()
{
    if (m_model->setZones(session()->zones()))
        throttle().refreshNow();
    else
        throttle().schedule();
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
        throttle().schedule();
}

void InspectorPanel::refresh()
{
    if (session() == nullptr)
        return;
    const Playback::RecordedFrame frame = session()->playback()->recordedFrame();
    m_model->update(frame.state, frame.before);
    showHeadOf(frame.state);
    m_distanceRow->measure(m_model->actor(), frame.state);
    wantTrends();
}

void InspectorPanel::showHead()
{
    if (session() != nullptr)
        showHeadOf(session()->playback()->recordedFrame().state);
}

void InspectorPanel::showHeadOf(const model::WorldState& frame)
{
    const model::ActorInfo* actor =
        session() != nullptr ? session()->info().actor(m_model->actor()) : nullptr;
    if (actor == nullptr)
        return;
    const auto& teams = session()->info().teams;
    const qreal ratio = devicePixelRatioF();
    m_swatch->setPixmap(markIcon(actorMark(*actor, teams), render::actorColor(theme(), *actor, teams))
                            .pixmap(QSize(16, 16), ratio));
    m_name->setText(actor->name);
    QStringList what{actor->nativeType, tr("number %1").arg(actor->nativeId)};
    if (session()->actors()->followed() == actor->id)
        what << tr("followed");
    m_what->setText(what.join(QStringLiteral(" · ")));
    const std::ptrdiff_t row = frame.row(actor->id);
    if (row < 0) {
        m_how->setPixmap(markIcon(Mark::Cross, theme().textMuted, false).pixmap(QSize(16, 16), ratio));
        m_provenance->setText(tr("Not in the scene at this frame"));
        return;
    }
    const ProvenanceText how = provenanceText(frame.provenance[static_cast<std::size_t>(row)]);
    m_how->setPixmap(markIcon(how.mark, theme().textMuted, how.filled).pixmap(QSize(16, 16), ratio));
    // The picture may lie between two frames; figures never do.
    QStringList told{tr("%1 (frame %L2)").arg(how.text).arg(frame.at.frame)};
    if (const QString madeUp = madeUpText(*actor, frame, static_cast<std::size_t>(row)); !madeUp.isEmpty())
        told << madeUp;
    m_provenance->setText(told.join(QStringLiteral(" · ")));
}

void InspectorPanel::onClicked(const QModelIndex& at)
{
    const QVariant link = at.data(InspectorModel::LinkRole);
    if (link.isValid() && session() != nullptr)
        session()->actors()->select(static_cast<model::ActorId>(link.toUInt()));
    else if (at.column() == InspectorModel::PlotColumn)
        requestPlot(at);
}

void InspectorPanel::requestPlot(const QModelIndex& at)
{
    if (at.data(InspectorModel::PlottableRole).toBool())
        Q_EMIT plotRequested(m_model->requestAt(at));
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
    m_anchor->restore();
    m_trendsFor = {}; // rows changed places: the trends belong to others now
}

model::FrameRange InspectorPanel::trendFrames(double reach) const
{
    const model::TimeAxis& axis = session()->index()->timeAxis;
    const model::Micros now = session()->playback()->state().time;
    return {axis.frameAt(now - model::fromSeconds(reach)), axis.frameAt(now + model::fromSeconds(reach)) + 1};
}

void InspectorPanel::wantTrends()
{
    const model::Playhead& playhead = session()->playhead();
    const bool tooFast = playhead.playing() && std::abs(playhead.rate()) > FastRate;
    const model::FrameRange needed = trendFrames(TrendReach);
    const bool covered = needed.first >= m_trendsFor.first && needed.end <= m_trendsFor.end;
    if (!covered && !tooFast && !m_settle.isActive() && session()->index()->frames() > 0)
        m_settle.start();
}

void InspectorPanel::fetchTrends()
{
    if (session() == nullptr || !isVisible())
        return;
    const std::vector<model::MetricRequest> requests = m_model->trendRequests();
    if (requests.empty())
        return;
    m_trendsFor = trendFrames(FetchReach);
    m_fetchedOf = session()->index()->frames();
    m_trendJob->start([this, source = session()->source(), requests,
                       frames = m_trendsFor](const model::Progress& progress,
                                             const std::stop_token& stop) -> std::function<void()> {
        auto trends = model::readMetrics(*source, requests, frames, TrendPoints, progress, stop);
        if (!trends)
            return {};
        return [this, read = std::move(*trends)] { showTrends(read); };
    });
}

void InspectorPanel::showTrends(const std::vector<model::MetricSeries>& trends)
{
    m_model->setTrends(trends);
    throttle().schedule();
}

} // namespace ghostline::app
