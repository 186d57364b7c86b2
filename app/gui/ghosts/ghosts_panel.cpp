// SPDX-License-Identifier: GPL-3.0-or-later
// What the Ghosts dock does; what it is made of stands in ghosts_panel_build.cpp.
#include "app/gui/ghosts/ghosts_panel.h"

#include "app/gui/ghosts/copied_runs.h"
#include "app/gui/ghosts/ghost_list_model.h"
#include "app/gui/ghosts/ghost_words.h"
#include "app/gui/ghosts/splits_model.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/widgets/banner.h"
#include "app/gui/widgets/event_hooks.h"
#include "app/gui/widgets/flow_layout.h"
#include "app/gui/widgets/frozen_column.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/table_menu.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QHeaderView>
#include <QLabel>
#include <QMimeData>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ghostline::app {

namespace {

constexpr int SplitsMs = 250; ///< a run that is still growing renews the table no more often

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
    : Panel(parent), m_actions(actions), m_ghosts(ghosts), m_copies(new CopiedRuns(this)),
      m_listModel(new GhostListModel(this)), m_splitsModel(new SplitsModel(this)),
      m_worldNotice(new Banner(this)), m_copyNotice(new Banner(this)),
      m_splitsThrottle(new RefreshThrottle(this, SplitsMs, [this] { showSplits(); }))
{
    build();
    connectParts();
    onThemeChanged();
    showAlignment();
    onGhostsChanged();
}

void GhostsPanel::connectParts()
{
    connect(m_ghosts, &GhostSet::ghostsChanged, this, &GhostsPanel::onGhostsChanged);
    connect(m_ghosts, &GhostSet::runnerChanged, this, &GhostsPanel::onGhostsChanged);
    connect(m_ghosts, &GhostSet::alignmentChanged, this, &GhostsPanel::showAlignment);
    connect(m_ghosts, &GhostSet::alignmentChanged, m_splitsThrottle, &RefreshThrottle::refreshIfSeen);
    connect(m_ghosts, &GhostSet::figuresChanged, this, [this] {
        throttle().schedule();
        // A run that is being recorded grows without being another one.
        if (m_ghosts->runnerTrack() != m_split)
            m_splitsThrottle->schedule();
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

void GhostsPanel::onSessionChanged()
{
    m_anyway.clear();
    onGhostsChanged();
}

void GhostsPanel::onThemeChanged()
{
    m_listModel->setTheme(theme());
    m_splitsModel->setTheme(theme());
    m_worldNotice->setTheme(theme());
    m_copyNotice->setTheme(theme());
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
    showContent(!m_ghosts->ghosts().empty());
    m_remove->setEnabled(!m_ghosts->ghosts().empty());
    fitList();
    showActors();
    showWorldNotice();
    m_copies->look(*m_ghosts);
    throttle().refreshIfSeen();
    m_splitsThrottle->schedule();
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
    m_splitsThrottle->refreshIfSeen();
}

void GhostsPanel::refresh()
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
    fillActors(m_runnerBox, session() != nullptr ? &session()->info() : nullptr, m_ghosts->runner());
    fillActors(m_actorBox, ghost != nullptr && ghost->index != nullptr ? ghost->index->info.get() : nullptr,
               ghost != nullptr ? ghost->actor : model::ActorId::None);
    m_actorRow->setVisible(ghost != nullptr && (m_runnerBox->isEnabled() || m_actorBox->isEnabled()));
}

void GhostsPanel::showAlignment()
{
    alignmentButton(m_ghosts->alignment())->setChecked(true);
    throttle().refreshIfSeen();
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
    if (session() != nullptr && !m_copies->found().empty())
        session()->playhead().seek({m_copies->found().front().stretches.front().a.first, 0.0});
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
    if (split == nullptr || ghost == nullptr || session() == nullptr)
        return;
    if (split->frameA)
        session()->playhead().seek({*split->frameA, 0.0});
    else if (const auto runner = split->frameB ? ghost->clock.runnerAt({*split->frameB, 0.0}) : std::nullopt)
        session()->playhead().seek(*runner);
}

// ---- events ----

void GhostsPanel::dragEnterEvent(QDragEnterEvent* event)
{
    if (session() != nullptr && !localFiles(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void GhostsPanel::dropEvent(QDropEvent* event)
{
    const QStringList paths = localFiles(*event->mimeData());
    if (session() == nullptr || paths.isEmpty())
        return;
    event->acceptProposedAction();
    addRuns(paths, false);
}

// What the Ghosts dock is made of.

namespace {

constexpr int SplitRows = 4;           ///< that are seen even where there is little room
constexpr int WidestSplit = 32 * Grid; ///< of the splits: long names of checkpoints elide

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
    column->addLayout(
        makePages(tr("No ghosts yet: add another recording of this world, or drop it here"), content), 1);
}

QLayout* GhostsPanel::buildVerbs()
{
    auto* row = new FlowLayout; // some languages need two lines
    row->addWidget(verbButton(*m_actions, "compare.addGhost", tr("Add ghost…"), this));
    row->addWidget(verbButton(*m_actions, "compare.addFromFolder", tr("From folder…"), this));
    QToolButton* delta = verbButton(*m_actions, "compare.delta", tr("Delta plot"), this);
    delta->setToolButtonStyle(Qt::ToolButtonIconOnly);
    delta->setFixedSize(7 * Grid, 7 * Grid);
    row->addWidget(delta);
    m_remove = iconButton(QStringLiteral("remove"), tr("Remove the selected ghosts (Del)"), this,
                          [this] { removeSelected(); });
    row->addWidget(m_remove);
    return row;
}

QLayout* GhostsPanel::buildAlignments()
{
    auto* row = new FlowLayout(nullptr, 0);
    auto* group = new QButtonGroup(this);
    for (const model::Alignment alignment : {model::Alignment::Start, model::Alignment::Tick,
                                             model::Alignment::Checkpoint, model::Alignment::Progress}) {
        QToolButton* button = switchButton(alignmentTitle(alignment), alignmentHelp(alignment), this);
        button->setAccessibleName(tr("Align by %1").arg(alignmentTitle(alignment)));
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
    QHBoxLayout* row = toolRow(0);
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
    onKeys(m_list, {Qt::Key_Delete}, [this] {
        removeSelected();
        return true;
    });
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
    header->setMaximumSectionSize(WidestSplit);
    new FrozenColumn(m_splits); // what is beyond the edge is scrolled to, and the checkpoint stays beside it
    m_splitsTitle = new ElidedLabel(this);
    m_splitsTitle->setForegroundRole(QPalette::PlaceholderText);
    auto* copy =
        iconButton(QStringLiteral("copy"), tr("Copy the splits, or the selected ones"), this, [this] {
            const bool chosen = m_splits->selectionModel()->hasSelection();
            if (!chosen)
                m_splits->selectAll();
            copyToClipboard(*m_splits);
            if (!chosen)
                m_splits->clearSelection();
        });
    auto* save = iconButton(QStringLiteral("export"), tr("Export the splits as CSV…"), this,
                            [this] { TableMenu::of(m_splits)->exportVerb()->trigger(); });

    QHBoxLayout* row = toolRow(0);
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
