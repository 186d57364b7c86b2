// SPDX-License-Identifier: GPL-3.0-or-later
// The cast tree's view: filter, follow, visibility menu, selection both ways.
#include "app/gui/panels/cast_panel.h"

#include "app/gui/panels/cast_model.h"
#include "app/gui/widgets/empty_over.h"
#include "app/gui/widgets/event_hooks.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/table_menu.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QScopedValueRollback>
#include <QSortFilterProxyModel>
#include <QTreeView>
#include <QVBoxLayout>

#include <utility>

namespace ghostline::app {

namespace {

/// Every part of the tree that has the text, or is below what has it. Of many units of one type only those
/// are listed that are in the scene: the type says how many there were.
class CastProxy : public QSortFilterProxyModel
{
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setText(const QString& text)
    {
        m_text = text;
        invalidateFilter();
    }
    void setAbsentListed(bool listed)
    {
        m_absentListed = listed;
        invalidateFilter();
    }
    bool absentListed() const { return m_absentListed; }
    /// Stays listed whether it is in the scene or not.
    void setKept(model::ActorId actor)
    {
        const quint32 before = std::exchange(m_kept, model::index(actor));
        if (before != m_kept)
            invalidateFilter();
    }

protected:
    /// Groups keep their order however the actors below them are sorted, and so do types.
    bool lessThan(const QModelIndex& a, const QModelIndex& b) const override
    {
        if (a.data(CastModel::GroupKeyRole).isValid() || b.data(CastModel::GroupKeyRole).isValid())
            return sortOrder() == Qt::AscendingOrder ? a.row() < b.row() : a.row() > b.row();
        const QString left = a.data().toString();
        const QString right = b.data().toString();
        const int order = left.compare(right, Qt::CaseInsensitive);
        return order != 0 ? order < 0 : a.row() < b.row();
    }

    bool filterAcceptsRow(int row, const QModelIndex& under) const override
    {
        const QModelIndex at = sourceModel()->index(row, CastModel::NameColumn, under);
        if (!m_text.isEmpty()) {
            for (QModelIndex i = at; i.isValid(); i = i.parent()) {
                if (i.data(CastModel::FilterRole).toString().contains(m_text, Qt::CaseInsensitive))
                    return true;
            }
            return false;
        }
        return m_absentListed || !at.data(CastModel::TypedRole).toBool() ||
               at.data(CastModel::AliveRole).toBool() || at.data(CastModel::ActorRole).toUInt() == m_kept;
    }

private:
    QString m_text;
    quint32 m_kept = model::index(model::ActorId::None);
    bool m_absentListed = false;
};

/// The follow mark of a row shows where it is meant: on the followed, the selected and the hovered one.
class CastDelegate : public PanelDelegate
{
public:
    using PanelDelegate::PanelDelegate;
    /// A group's row is one cell: its name at the left, how many at the right.
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        if (!index.data(CastModel::GroupKeyRole).isValid() || index.column() != CastModel::NameColumn) {
            PanelDelegate::paint(painter, option, index);
            return;
        }
        const QModelIndex count = index.siblingAtColumn(CastModel::FollowColumn);
        const QString number = count.data().toString();
        const int width = option.fontMetrics.horizontalAdvance(number) + 2 * Grid;
        PanelDelegate::paint(painter, option, index);
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        painter->save();
        painter->setPen(selected ? option.palette.color(QPalette::HighlightedText)
                                 : count.data(Qt::ForegroundRole).value<QColor>());
        painter->drawText(
            QRect(option.rect.right() - width - Grid, option.rect.top(), width, option.rect.height()),
            Qt::AlignRight | Qt::AlignVCenter, number);
        painter->restore();
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        PanelDelegate::initStyleOption(option, index);
        if (index.data(CastModel::GroupKeyRole).isValid())
            option->text = besideCount(*option, index);
        else if (index.column() == CastModel::NameColumn)
            option->textElideMode = elideMode(*option, index);
        const bool wanted = option->state.testFlag(QStyle::State_MouseOver) ||
                            option->state.testFlag(QStyle::State_Selected) ||
                            index.data(CastModel::FollowedRole).toBool();
        if (index.column() != CastModel::FollowColumn)
            return;
        option->decorationAlignment = Qt::AlignCenter;
        option->decorationPosition = QStyleOptionViewItem::Top;
        if (!wanted) {
            option->features &= ~QStyleOptionViewItem::HasDecoration;
            option->icon = QIcon();
        }
    }

private:
    static constexpr int Beside = 12 * Grid; ///< box and mark

    /// As much of a group's name as its count leaves.
    static QString besideCount(const QStyleOptionViewItem& option, const QModelIndex& index)
    {
        const QString count = index.siblingAtColumn(CastModel::FollowColumn).data().toString();
        const int room =
            option.rect.width() - Beside - option.fontMetrics.horizontalAdvance(count) - 3 * Grid;
        return option.fontMetrics.elidedText(option.text, Qt::ElideRight, room);
    }
    /// At the end, where what is left of the names tells them apart; else in the middle.
    static Qt::TextElideMode elideMode(const QStyleOptionViewItem& option, const QModelIndex& index)
    {
        const int letters = index.data(CastModel::DistinctRole).toInt();
        const QString start = option.text.left(letters) + QStringLiteral("…");
        return option.fontMetrics.horizontalAdvance(start) <= option.rect.width() - Beside ? Qt::ElideRight
                                                                                           : Qt::ElideMiddle;
    }
};

CastProxy& proxyOf(QSortFilterProxyModel* model) { return static_cast<CastProxy&>(*model); }

QTreeView* makeTree(QWidget* parent)
{
    auto* tree = new QTreeView(parent);
    tidyView(tree, CastPanel::tr("Cast"));
    tree->setItemDelegate(new CastDelegate(tree));
    tree->setUniformRowHeights(true);
    tree->setHeaderHidden(true);
    tree->setIndentation(3 * Grid);
    tree->setExpandsOnDoubleClick(false);
    tree->setAllColumnsShowFocus(true);
    tree->setMouseTracking(true);
    tree->setContextMenuPolicy(Qt::CustomContextMenu);
    return tree;
}

} // namespace

CastPanel::CastPanel(QWidget* parent)
    : Panel(parent), m_model(new CastModel(this)), m_proxy(new CastProxy(this)), m_tree(makeTree(this)),
      m_filter(new QLineEdit(this))
{
    m_proxy->setRecursiveFilteringEnabled(true);
    m_proxy->setSourceModel(m_model);
    m_tree->setModel(m_proxy);
    m_tree->setIndentation(3 * Grid); // names need the room
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setMinimumSectionSize(6 * Grid);
    m_tree->header()->setSectionResizeMode(CastModel::NameColumn, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(CastModel::FollowColumn, QHeaderView::Fixed);
    m_tree->header()->resizeSection(CastModel::FollowColumn, 6 * Grid);

    m_filter->setPlaceholderText(tr("Filter cast"));
    m_filter->setAccessibleName(tr("Filter the cast by name, type or number"));
    m_filter->setClearButtonEnabled(true);

    QVBoxLayout* column = makeContentColumn(tr("The actors of a replay are listed here"), Grid);
    QHBoxLayout* top = toolRow();
    top->addWidget(m_filter);
    column->addLayout(top);
    column->addWidget(m_tree, 1);
    m_nobody = emptyStateOver(m_tree);
    connectView();
    setFilter({});
    onThemeChanged();
}

void CastPanel::connectView()
{
    onKeys(m_tree, {Qt::Key_Return, Qt::Key_Enter}, [this] {
        const std::vector<model::ActorId> actors = selectedActors();
        if (!actors.empty())
            toggleFollow(actors.front());
        return !actors.empty();
    });
    connect(m_filter, &QLineEdit::textChanged, this, &CastPanel::setFilter);
    connect(m_tree, &QTreeView::clicked, this, &CastPanel::onClicked);
    connect(m_tree, &QTreeView::doubleClicked, this, [this](const QModelIndex& at) {
        const model::ActorId actor = m_model->actorAt(m_proxy->mapToSource(at));
        if (actor == model::ActorId::None)
            m_tree->setExpanded(at.siblingAtColumn(0), !m_tree->isExpanded(at.siblingAtColumn(0)));
        else if (at.column() == CastModel::NameColumn)
            toggleFollow(actor);
    });
    connect(m_tree, &QTreeView::customContextMenuRequested, this, [this](QPoint at) {
        if (session() != nullptr)
            makeMenu()->popup(m_tree->viewport()->mapToGlobal(at));
    });
    // Types come with their first unit.
    connect(m_proxy, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex& under, int first, int last) {
                for (int row = first; row <= last; ++row) {
                    if (m_proxy->index(row, 0, under).data(CastModel::GroupKeyRole).isValid())
                        m_tree->setFirstColumnSpanned(row, under, true);
                }
            });
    const auto remember = [this](const QModelIndex& at, bool open) {
        if (m_quiet || !m_filter->text().isEmpty() || !at.data(CastModel::GroupKeyRole).isValid())
            return;
        const int key = at.data(CastModel::GroupKeyRole).toInt();
        open ? void(m_expanded.insert(key)) : void(m_expanded.remove(key));
    };
    connect(m_tree, &QTreeView::expanded, this, [remember](const QModelIndex& at) { remember(at, true); });
    connect(m_tree, &QTreeView::collapsed, this, [remember](const QModelIndex& at) { remember(at, false); });
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& now) {
                const model::ActorId actor = m_model->actorAt(m_proxy->mapToSource(now));
                if (!m_quiet && session() != nullptr && actor != model::ActorId::None)
                    session()->actors()->select(actor);
            });
    connect(m_model, &CastModel::visibilityRequested, this,
            [this](const std::vector<model::ActorId>& actors, bool hidden) {
                if (session() != nullptr)
                    session()->actors()->setHidden(actors, hidden);
            });
}

void CastPanel::onSessionChanged()
{
    m_known.clear();
    m_expanded.clear();
    m_filter->clear();
    const QScopedValueRollback quiet(m_quiet, true);
    m_model->setReplay(nullptr);
    showContent(session() != nullptr);
    if (session() == nullptr)
        return;
    connect(session(), &ReplaySession::indexChanged, this, &CastPanel::onIndexChanged);
    connect(session()->playback(), &Playback::stateChanged, this, &CastPanel::showFrame);
    connect(session()->actors(), &ActorSelection::hiddenChanged, this,
            [this] { m_model->setHidden(session()->actors()->hidden()); });
    connect(session()->actors(), &ActorSelection::followedChanged, this,
            [this] { m_model->setFollowed(session()->actors()->followed()); });
    connect(session()->actors(), &ActorSelection::selectedChanged, this, &CastPanel::showSelection);
    proxyOf(m_proxy).setKept(session()->actors()->selected());
    m_model->setHidden(session()->actors()->hidden());
    m_model->setFrame(session()->playback()->state().at.frame);
    onIndexChanged();
    m_model->setFollowed(session()->actors()->followed());
    showSelection();
}

void CastPanel::onThemeChanged() { m_model->setTheme(theme()); }

void CastPanel::onIndexChanged()
{
    const QScopedValueRollback quiet(m_quiet, true);
    m_model->setReplay(session()->index());
    restoreExpansion();
}

/// Rows come and go with who is in the scene: none of that is the user's choice.
void CastPanel::showFrame()
{
    const QScopedValueRollback quiet(m_quiet, true);
    m_model->setFrame(session()->playback()->state().at.frame);
    if (m_model->actorAt(m_proxy->mapToSource(m_tree->currentIndex())) != session()->actors()->selected() &&
        session()->actors()->selected() != model::ActorId::None)
        showSelection();
}

/// Opens each group the first time it appears, surroundings and types excepted; later the user's choice
/// stands.
void CastPanel::restoreExpansion() { restoreExpansionBelow({}); }

void CastPanel::restoreExpansionBelow(const QModelIndex& under)
{
    const QScopedValueRollback quiet(m_quiet, true);
    const bool filtering = !m_filter->text().isEmpty();
    for (int row = 0; row < m_proxy->rowCount(under); ++row) {
        const QModelIndex group = m_proxy->index(row, 0, under);
        if (!group.data(CastModel::GroupKeyRole).isValid())
            continue; // an actor
        const int key = group.data(CastModel::GroupKeyRole).toInt();
        if (!m_tree->isFirstColumnSpanned(row, under))
            m_tree->setFirstColumnSpanned(row, under, true);
        if (!m_known.contains(key)) {
            m_known.insert(key);
            if (!under.isValid() && !group.data(CastModel::BackgroundRole).toBool())
                m_expanded.insert(key);
        }
        m_tree->setExpanded(group, filtering || m_expanded.contains(key));
        restoreExpansionBelow(group);
    }
}

void CastPanel::setFilter(const QString& text)
{
    const QScopedValueRollback quiet(m_quiet, true);
    m_nobody->setText(text.isEmpty() ? tr("Nobody takes part in this recording")
                                     : tr("Nobody here has “%1” in name, type or number").arg(text));
    proxyOf(m_proxy).setText(text);
    restoreExpansion();
    showSelection();
}

void CastPanel::onClicked(const QModelIndex& at)
{
    const model::ActorId actor = m_model->actorAt(m_proxy->mapToSource(at));
    if (actor == model::ActorId::None || session() == nullptr)
        return;
    session()->actors()->select(actor);
    if (at.column() == CastModel::FollowColumn)
        toggleFollow(actor);
}

void CastPanel::toggleFollow(model::ActorId actor)
{
    if (session() != nullptr && actor != model::ActorId::None)
        session()->actors()->follow(session()->actors()->followed() == actor ? model::ActorId::None : actor);
}

void CastPanel::showSelection()
{
    if (session() == nullptr)
        return;
    const QScopedValueRollback quiet(m_quiet, true);
    proxyOf(m_proxy).setKept(session()->actors()->selected());
    const QModelIndex at = m_proxy->mapFromSource(m_model->indexOf(session()->actors()->selected()));
    if (!at.isValid()) {
        m_tree->selectionModel()->clear();
        return;
    }
    if (!m_tree->selectionModel()->isRowSelected(at.row(), at.parent()))
        m_tree->selectionModel()->setCurrentIndex(at, QItemSelectionModel::ClearAndSelect |
                                                          QItemSelectionModel::Rows);
    m_tree->scrollTo(at);
}

std::vector<model::ActorId> CastPanel::selectedActors() const
{
    std::vector<model::ActorId> actors;
    for (const QModelIndex& row : m_tree->selectionModel()->selectedRows()) {
        const model::ActorId actor = m_model->actorAt(m_proxy->mapToSource(row));
        if (actor != model::ActorId::None)
            actors.push_back(actor);
    }
    return actors;
}

QMenu* CastPanel::makeMenu()
{
    const std::vector<model::ActorId> actors = selectedActors();
    std::vector<model::ActorId> all;
    for (const model::ActorInfo& actor : session()->info().cast)
        all.push_back(actor.id);
    const model::ActorInfo* one = actors.size() == 1 ? session()->info().actor(actors.front()) : nullptr;
    const auto hide = [this](const std::vector<model::ActorId>& which, bool hidden) {
        if (session() != nullptr)
            session()->actors()->setHidden(which, hidden);
    };
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction* follow = menu->addAction(tr("Follow"), this, [this, actors] { toggleFollow(actors.front()); });
    follow->setCheckable(true);
    follow->setChecked(one != nullptr && one->id == session()->actors()->followed());
    follow->setEnabled(one != nullptr);
    if (one != nullptr && model::hasEyes(one->kind))
        menu->addAction(tr("See with its eyes"), this,
                        [this, actor = one->id] { Q_EMIT eyesRequested(actor); });
    if (actors.size() == 1 || actors.size() == 2)
        menu->addAction(actors.size() == 2 ? tr("Compare these two…") : tr("Compare with…"), this,
                        [this, actors] {
                            const bool both = actors.size() == 2;
                            Q_EMIT compareRequested(actors[0], both ? actors[1] : model::ActorId::None);
                        });
    menu->addSeparator();
    menu->addAction(tr("Hide"), this, [hide, actors] { hide(actors, true); })->setEnabled(!actors.empty());
    menu->addAction(tr("Show only these"), this,
                    [hide, all, actors] {
                        hide(all, true);
                        hide(actors, false);
                    })
        ->setEnabled(!actors.empty());
    menu->addAction(tr("Show all"), this, [hide, all] { hide(all, false); })
        ->setEnabled(!session()->actors()->hidden().isEmpty());
    menu->addSeparator();
    QAction* byName = menu->addAction(tr("Sort by name"));
    byName->setCheckable(true);
    byName->setChecked(m_proxy->sortColumn() >= 0);
    connect(byName, &QAction::toggled, this, [this](bool on) { m_proxy->sort(on ? 0 : -1); });
    if (!session()->info().census.empty()) {
        QAction* absent = menu->addAction(tr("List units that are not in the scene"));
        absent->setCheckable(true);
        absent->setChecked(proxyOf(m_proxy).absentListed());
        connect(absent, &QAction::toggled, this, [this](bool on) { proxyOf(m_proxy).setAbsentListed(on); });
    }
    menu->addAction(tr("Copy"), this, [this] { copyToClipboard(*m_tree); })->setEnabled(!actors.empty());
    addExport(menu, m_tree);
    return menu;
}

} // namespace ghostline::app
