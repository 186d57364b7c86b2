// SPDX-License-Identifier: GPL-3.0-or-later
// What the Ghosts dock does; what it is made of stands in ghosts_panel_build.cpp.
#include "app/gui/ghosts/ghosts_panel.h"

#include "app/gui/docks/pace.h"
#include "app/gui/docks/panel_style.h"
#include "app/gui/ghosts/copied_runs.h"
#include "app/gui/ghosts/ghost_list_model.h"
#include "app/gui/ghosts/splits_model.h"
#include "app/gui/shell/banner.h"

#include <QComboBox>
#include <QDragEnterEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QMimeData>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace ghostline::app {

namespace {

constexpr int GapPaceMs = 66;     ///< 15 refreshes a second at most
constexpr int SplitsPaceMs = 250; ///< a run that is still growing renews the table no more often

QStringList localFiles(const QMimeData& data)
{
    QStringList paths;
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile())
            paths << url.toLocalFile();
    }
    return paths;
}

/// Those a viewer wants first; where the recording names none, everybody but the surroundings.
std::vector<const model::ActorInfo*> runnersOf(const model::ReplayInfo& info)
{
    std::vector<const model::ActorInfo*> runners;
    for (const bool principal : {true, false}) {
        for (const model::ActorInfo& actor : info.cast) {
            if (principal ? actor.principal : !actor.background)
                runners.push_back(&actor);
        }
        if (!runners.empty())
            break;
    }
    return runners;
}

} // namespace

GhostsPanel::GhostsPanel(Actions* actions, GhostSet* ghosts, QWidget* parent)
    : QWidget(parent), m_actions(actions), m_ghosts(ghosts), m_copies(new CopiedRuns(this)),
      m_listModel(new GhostListModel(this)), m_splitsModel(new SplitsModel(this)),
      m_worldNotice(new Banner(this)), m_copyNotice(new Banner(this)),
      m_gapPace(new Pace(this, GapPaceMs, [this] { showGaps(); })),
      m_splitsPace(new Pace(this, SplitsPaceMs, [this] { showSplits(); }))
{
    build();
    connectParts();
    setTheme(themeFor(palette()));
    showAlignment();
    onGhostsChanged();
}

GhostsPanel::~GhostsPanel() = default;

void GhostsPanel::connectParts()
{
    connect(m_ghosts, &GhostSet::ghostsChanged, this, &GhostsPanel::onGhostsChanged);
    connect(m_ghosts, &GhostSet::runnerChanged, this, &GhostsPanel::onGhostsChanged);
    connect(m_ghosts, &GhostSet::alignmentChanged, this, &GhostsPanel::showAlignment);
    connect(m_ghosts, &GhostSet::alignmentChanged, m_splitsPace, &Pace::renew);
    connect(m_ghosts, &GhostSet::figuresChanged, this, [this] {
        m_gapPace->changed();
        // A run that is being recorded grows without being another one.
        if (m_ghosts->runnerTrack() != m_split)
            m_splitsPace->changed();
    });
    connect(m_listModel, &GhostListModel::visibilityWished, m_ghosts, &GhostSet::setVisible);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& now) {
                if (const Ghost* ghost = m_listModel->at(now.row()); ghost != nullptr)
                    select(ghost->id);
            });
    connect(m_splits, &QTableView::clicked, this, &GhostsPanel::goToSplit);
    connect(m_splits, &QTableView::activated, this, &GhostsPanel::goToSplit);
    connect(m_copies, &CopiedRuns::changed, this, &GhostsPanel::showCopyNotice);
    connect(m_copyNotice, &Banner::activated, this, &GhostsPanel::goToCopy);
    connect(m_worldNotice, &Banner::activated, this, [this] { takeAnyway(m_worldAsked); });
    const auto actorOf = [](const QComboBox* box) {
        return static_cast<model::ActorId>(box->currentData().toUInt());
    };
    connect(m_runnerBox, &QComboBox::activated, this,
            [this, actorOf] { m_ghosts->setRunner(actorOf(m_runnerBox)); });
    connect(m_actorBox, &QComboBox::activated, this, [this, actorOf] {
        m_ghosts->setActor(m_selected, actorOf(m_actorBox));
        if (m_takenAnyway.contains(m_selected))
            m_ghosts->addAnyway(m_selected);
    });
}

void GhostsPanel::setSession(ReplaySession* session)
{
    m_session = session;
    m_anyway.clear();
    onGhostsChanged();
}

void GhostsPanel::setTheme(const render::Theme& theme)
{
    m_listModel->setTheme(theme);
    m_splitsModel->setTheme(theme);
    m_worldNotice->setTheme(theme);
    m_copyNotice->setTheme(theme);
}

void GhostsPanel::addRuns(const QStringList& paths, bool anyway)
{
    for (const QString& path : paths) {
        if (anyway)
            m_anyway.insert(path);
        if (!m_ghosts->add(path))
            break; // the set says why
    }
}

// ---- the list ----

void GhostsPanel::onGhostsChanged()
{
    m_listModel->setGhosts(m_ghosts->ghosts());
    if (m_listModel->rowOf(m_selected) < 0)
        m_selected = m_ghosts->ghosts().empty() ? 0 : m_ghosts->ghosts().front().id;
    if (m_selected != 0 && m_list->currentIndex().row() != m_listModel->rowOf(m_selected))
        m_list->selectRow(m_listModel->rowOf(m_selected));
    m_pages->setCurrentIndex(m_ghosts->ghosts().empty() ? 0 : 1);
    m_remove->setEnabled(!m_ghosts->ghosts().empty());
    fitList();
    showActors();
    showWorldNotice();
    m_copies->look(*m_ghosts);
    m_gapPace->renew();
    m_splitsPace->changed();
}

/// As high as its rows: there are never many, and the splits want the rest.
void GhostsPanel::fitList()
{
    const int rows = m_listModel->rowCount();
    m_list->setVisible(rows > 0);
    m_list->setFixedHeight((rows + 1) * rowHeight(m_list->font()) + Grid / 2);
}

void GhostsPanel::select(int id)
{
    if (id == m_selected || m_listModel->rowOf(id) < 0)
        return;
    m_selected = id;
    if (m_list->currentIndex().row() != m_listModel->rowOf(id))
        m_list->selectRow(m_listModel->rowOf(id));
    showActors();
    m_splitsPace->renew();
}

void GhostsPanel::showGaps()
{
    std::vector<std::optional<model::Gap>> gaps;
    gaps.reserve(m_ghosts->ghosts().size());
    for (const Ghost& ghost : m_ghosts->ghosts())
        gaps.push_back(m_ghosts->gap(ghost.id));
    m_listModel->setGaps(std::move(gaps));
}

void GhostsPanel::removeSelected()
{
    std::vector<int> ids;
    for (const QModelIndex& row : m_list->selectionModel()->selectedRows()) {
        if (const Ghost* ghost = m_listModel->at(row.row()); ghost != nullptr)
            ids.push_back(ghost->id);
    }
    for (const int id : ids)
        m_ghosts->remove(id);
}

// ---- whom, how ----

void GhostsPanel::fillActors(QComboBox* box, const model::ReplayInfo* info, model::ActorId chosen)
{
    const auto runners = info != nullptr ? runnersOf(*info) : std::vector<const model::ActorInfo*>();
    std::vector<model::ActorId> shown;
    shown.reserve(static_cast<std::size_t>(box->count()));
    for (int i = 0; i < box->count(); ++i)
        shown.push_back(static_cast<model::ActorId>(box->itemData(i).toUInt()));
    const bool same = std::equal(runners.begin(), runners.end(), shown.begin(), shown.end(),
                                 [](const model::ActorInfo* a, model::ActorId id) { return a->id == id; });
    if (!same) {
        box->clear();
        for (const model::ActorInfo* actor : runners)
            box->addItem(actor->name, model::index(actor->id));
    }
    box->setCurrentIndex(box->findData(model::index(chosen)));
    box->setEnabled(runners.size() > 1);
}

/// Only where there is a choice.
void GhostsPanel::showActors()
{
    const Ghost* ghost = m_ghosts->ghost(m_selected);
    fillActors(m_runnerBox, m_session != nullptr ? &m_session->info() : nullptr, m_ghosts->runner());
    fillActors(m_actorBox, ghost != nullptr && ghost->index != nullptr ? ghost->index->info.get() : nullptr,
               ghost != nullptr ? ghost->actor : model::ActorId::None);
    m_actorRow->setVisible(ghost != nullptr && (m_runnerBox->isEnabled() || m_actorBox->isEnabled()));
}

void GhostsPanel::showAlignment()
{
    alignmentButton(m_ghosts->alignment())->setChecked(true);
    m_gapPace->renew();
}

QToolButton* GhostsPanel::alignmentButton(model::Alignment alignment) const
{
    return std::find_if(m_alignments.begin(), m_alignments.end(),
                        [alignment](const auto& entry) { return entry.first == alignment; })
        ->second;
}

// ---- notices ----

/// Asks about one at a time; those that were agreed to beforehand are not asked about.
void GhostsPanel::showWorldNotice()
{
    const Ghost* asked = nullptr;
    std::vector<int> agreed;
    for (const Ghost& ghost : m_ghosts->ghosts()) {
        if (ghost.status != GhostStatus::Failed || !ghost.otherWorld || m_takenAnyway.contains(ghost.id))
            continue;
        if (m_anyway.contains(ghost.path))
            agreed.push_back(ghost.id);
        else if (asked == nullptr)
            asked = &ghost;
    }
    if (asked == nullptr) {
        m_worldAsked = 0;
        m_worldNotice->hide();
    } else if (asked->id != m_worldAsked) {
        m_worldAsked = asked->id;
        m_worldNotice->tell(Banner::Level::Warning,
                            tr("%1 was recorded in another world, or another version of it").arg(asked->name),
                            tr("Compare anyway"));
    }
    for (const int id : agreed)
        takeAnyway(id);
}

/// Once: one that fails all the same has another reason, and would fail for ever.
void GhostsPanel::takeAnyway(int id)
{
    m_takenAnyway.insert(id);
    m_ghosts->addAnyway(id);
}

void GhostsPanel::showCopyNotice()
{
    m_copyNotice->setToolTip(m_copies->text());
    if (const QString summary = m_copies->summary(); !summary.isEmpty())
        m_copyNotice->tell(Banner::Level::Warning, summary, tr("Go there"));
    else
        m_copyNotice->hide();
}

void GhostsPanel::goToCopy()
{
    if (m_session != nullptr && !m_copies->found().empty())
        m_session->playhead().seek({m_copies->found().front().stretches.front().a.first, 0.0});
}

// ---- splits ----

void GhostsPanel::showSplits()
{
    SplitRuns runs;
    m_split = m_ghosts->runnerTrack();
    runs.runner = {{}, m_split};
    runs.alignment = m_ghosts->alignment();
    for (const Ghost& ghost : m_ghosts->ghosts()) {
        if (ghost.status != GhostStatus::Ready || ghost.track == nullptr)
            continue;
        if (ghost.id == m_selected)
            runs.shown = static_cast<int>(runs.ghosts.size());
        runs.ghosts.push_back({ghost.name, ghost.track});
    }
    m_splitsModel->setRuns(std::move(runs));
    m_splits->clearSpans();
    if (const int sum = m_splitsModel->sumRow(); sum >= 0)
        m_splits->setSpan(sum, SplitsModel::PlaceColumn, 1, SplitsModel::SectionColumn);
    const Ghost* shown = m_ghosts->ghost(m_selected);
    const bool ready = shown != nullptr && shown->status == GhostStatus::Ready;
    m_splitsTitle->setText(!ready ? QString()
                           : m_splitsModel->rowCount() == 0
                               ? tr("No checkpoints to compare with %1").arg(shown->name)
                               : tr("Splits against %1").arg(shown->name));
}

/// Where the runner passed it, or else is while the ghost passes it.
void GhostsPanel::goToSplit(const QModelIndex& at)
{
    const model::Split* split = m_splitsModel->split(at.row());
    const Ghost* ghost = m_ghosts->ghost(m_selected);
    if (split == nullptr || ghost == nullptr || m_session == nullptr)
        return;
    if (split->frameA)
        m_session->playhead().seek({*split->frameA, 0.0});
    else if (const auto runner = split->frameB ? ghost->clock.runnerAt({*split->frameB, 0.0}) : std::nullopt)
        m_session->playhead().seek(*runner);
}

// ---- events ----

void GhostsPanel::dragEnterEvent(QDragEnterEvent* event)
{
    if (m_session != nullptr && !localFiles(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void GhostsPanel::dropEvent(QDropEvent* event)
{
    const QStringList paths = localFiles(*event->mimeData());
    if (m_session == nullptr || paths.isEmpty())
        return;
    event->acceptProposedAction();
    addRuns(paths, false);
}

bool GhostsPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_list && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete) {
        removeSelected();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace ghostline::app
