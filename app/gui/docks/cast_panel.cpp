// SPDX-License-Identifier: GPL-3.0-or-later
// The cast tree's view: filter, follow, visibility menu, selection both ways.
#include "app/gui/docks/cast_panel.h"

#include "app/gui/docks/cast_model.h"
#include "app/gui/docks/empty_over.h"
#include "app/gui/docks/panel_style.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QScopedValueRollback>
#include <QSortFilterProxyModel>
#include <QStackedLayout>
#include <QTreeView>
#include <QVBoxLayout>

namespace ghostline::app {

namespace {

/// Groups keep their order however the actors below them are sorted.
class CastProxy : public QSortFilterProxyModel
{
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

protected:
    bool lessThan(const QModelIndex& a, const QModelIndex& b) const override
    {
        if (!a.parent().isValid())
            return sortOrder() == Qt::AscendingOrder ? a.row() < b.row() : a.row() > b.row();
        const QString left = a.data().toString();
        const QString right = b.data().toString();
        const int order = left.compare(right, Qt::CaseInsensitive);
        return order != 0 ? order < 0 : a.row() < b.row();
    }
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
};

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
    : QWidget(parent), m_model(new CastModel(this)), m_proxy(new CastProxy(this)), m_tree(makeTree(this)),
      m_filter(new QLineEdit(this)), m_pages(new QStackedLayout)
{
    m_proxy->setRecursiveFilteringEnabled(true);
    m_proxy->setAutoAcceptChildRows(true);
    m_proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_proxy->setFilterRole(CastModel::FilterRole);
    m_proxy->setSourceModel(m_model);
    m_tree->setModel(m_proxy);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setMinimumSectionSize(6 * Grid);
    m_tree->header()->setSectionResizeMode(CastModel::NameColumn, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(CastModel::FollowColumn, QHeaderView::Fixed);
    m_tree->header()->resizeSection(CastModel::FollowColumn, 7 * Grid);

    m_filter->setPlaceholderText(tr("Filter cast"));
    m_filter->setAccessibleName(tr("Filter the cast by name, type or number"));
    m_filter->setClearButtonEnabled(true);

    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Grid);
    auto* top = new QVBoxLayout;
    top->setContentsMargins(2 * Grid, 2 * Grid, 2 * Grid, 0);
    top->addWidget(m_filter);
    column->addLayout(top);
    column->addWidget(m_tree, 1);
    m_nobody = emptyStateOver(m_tree);
    m_pages->addWidget(emptyState(tr("The actors of a replay are listed here"), this));
    m_pages->addWidget(content);
    setLayout(m_pages);
    connectView();
    setFilter({});
    setTheme(themeFor(palette()));
}

CastPanel::~CastPanel() = default;

void CastPanel::connectView()
{
    m_tree->installEventFilter(this);
    connect(m_filter, &QLineEdit::textChanged, this, &CastPanel::setFilter);
    connect(m_tree, &QTreeView::clicked, this, &CastPanel::onClicked);
    connect(m_tree, &QTreeView::doubleClicked, this, [this](const QModelIndex& at) {
        const model::ActorId actor = m_model->actorAt(m_proxy->mapToSource(at));
        if (actor == model::ActorId::None)
            m_tree->setExpanded(at.siblingAtColumn(0), !m_tree->isExpanded(at.siblingAtColumn(0)));
        else if (at.column() == CastModel::NameColumn)
            toggleFollow(actor);
    });
    connect(m_tree, &QTreeView::customContextMenuRequested, this, &CastPanel::showMenu);
    const auto remember = [this](const QModelIndex& at, bool open) {
        if (m_quiet || !m_filter->text().isEmpty() || at.parent().isValid())
            return;
        const int key = at.data(CastModel::GroupKeyRole).toInt();
        open ? void(m_expanded.insert(key)) : void(m_expanded.remove(key));
    };
    connect(m_tree, &QTreeView::expanded, this, [remember](const QModelIndex& at) { remember(at, true); });
    connect(m_tree, &QTreeView::collapsed, this, [remember](const QModelIndex& at) { remember(at, false); });
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& now) {
                const model::ActorId actor = m_model->actorAt(m_proxy->mapToSource(now));
                if (!m_quiet && m_session != nullptr && actor != model::ActorId::None)
                    m_session->select(actor);
            });
    connect(m_model, &CastModel::visibilityRequested, this,
            [this](const std::vector<model::ActorId>& actors, bool hidden) {
                if (m_session != nullptr)
                    m_session->setActorsHidden(actors, hidden);
            });
}

void CastPanel::setSession(ReplaySession* session)
{
    if (m_session != nullptr)
        m_session->disconnect(this);
    m_session = session;
    m_known.clear();
    m_expanded.clear();
    m_filter->clear();
    const QScopedValueRollback quiet(m_quiet, true);
    m_model->setReplay(nullptr);
    m_pages->setCurrentIndex(session != nullptr ? 1 : 0);
    if (session == nullptr)
        return;
    connect(session, &ReplaySession::indexChanged, this, &CastPanel::onIndexChanged);
    connect(session, &ReplaySession::stateChanged, this,
            [this] { m_model->setFrame(m_session->state().at.frame); });
    connect(session, &ReplaySession::hiddenActorsChanged, this,
            [this] { m_model->setHidden(m_session->hiddenActors()); });
    connect(session, &ReplaySession::followedChanged, this,
            [this] { m_model->setFollowed(m_session->followed()); });
    connect(session, &ReplaySession::selectionChanged, this, &CastPanel::showSelection);
    m_model->setHidden(session->hiddenActors());
    m_model->setFrame(session->state().at.frame);
    onIndexChanged();
    m_model->setFollowed(session->followed());
    showSelection();
}

void CastPanel::setTheme(const render::Theme& theme) { m_model->setTheme(theme); }

void CastPanel::onIndexChanged()
{
    const QScopedValueRollback quiet(m_quiet, true);
    m_model->setReplay(m_session->index());
    restoreExpansion();
}

/// Opens each group the first time it appears, surroundings excepted; later the user's choice stands.
void CastPanel::restoreExpansion()
{
    const QScopedValueRollback quiet(m_quiet, true);
    const bool filtering = !m_filter->text().isEmpty();
    for (int row = 0; row < m_proxy->rowCount(); ++row) {
        const QModelIndex group = m_proxy->index(row, 0);
        const int key = group.data(CastModel::GroupKeyRole).toInt();
        if (!m_tree->isFirstColumnSpanned(row, {}))
            m_tree->setFirstColumnSpanned(row, {}, true);
        if (!m_known.contains(key)) {
            m_known.insert(key);
            if (!group.data(CastModel::BackgroundRole).toBool())
                m_expanded.insert(key);
        }
        m_tree->setExpanded(group, filtering || m_expanded.contains(key));
    }
}

void CastPanel::setFilter(const QString& text)
{
    const QScopedValueRollback quiet(m_quiet, true);
    m_nobody->setText(text.isEmpty() ? tr("Nobody takes part in this recording")
                                     : tr("Nobody here has “%1” in name, type or number").arg(text));
    m_proxy->setFilterFixedString(text);
    restoreExpansion();
    showSelection();
}

void CastPanel::onClicked(const QModelIndex& at)
{
    const model::ActorId actor = m_model->actorAt(m_proxy->mapToSource(at));
    if (actor == model::ActorId::None || m_session == nullptr)
        return;
    m_session->select(actor);
    if (at.column() == CastModel::FollowColumn)
        toggleFollow(actor);
}

void CastPanel::toggleFollow(model::ActorId actor)
{
    if (m_session != nullptr && actor != model::ActorId::None)
        m_session->follow(m_session->followed() == actor ? model::ActorId::None : actor);
}

void CastPanel::showSelection()
{
    if (m_session == nullptr)
        return;
    const QScopedValueRollback quiet(m_quiet, true);
    const QModelIndex at = m_proxy->mapFromSource(m_model->indexOf(m_session->selection()));
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

void CastPanel::showMenu(QPoint at)
{
    if (m_session == nullptr)
        return;
    const std::vector<model::ActorId> actors = selectedActors();
    std::vector<model::ActorId> all;
    for (const model::ActorInfo& actor : m_session->info().cast)
        all.push_back(actor.id);
    QMenu menu(this);
    QAction* follow = menu.addAction(tr("Follow"), this, [&] { toggleFollow(actors.front()); });
    follow->setCheckable(true);
    follow->setChecked(!actors.empty() && actors.front() == m_session->followed());
    follow->setEnabled(actors.size() == 1);
    menu.addSeparator();
    menu.addAction(tr("Hide"), this, [&] { m_session->setActorsHidden(actors, true); })
        ->setEnabled(!actors.empty());
    menu.addAction(tr("Show only these"), this,
                   [&] {
                       m_session->setActorsHidden(all, true);
                       m_session->setActorsHidden(actors, false);
                   })
        ->setEnabled(!actors.empty());
    menu.addAction(tr("Show all"), this, [&] { m_session->setActorsHidden(all, false); })
        ->setEnabled(!m_session->hiddenActors().isEmpty());
    menu.addSeparator();
    QAction* byName = menu.addAction(tr("Sort by name"));
    byName->setCheckable(true);
    byName->setChecked(m_proxy->sortColumn() >= 0);
    connect(byName, &QAction::toggled, this, [this](bool on) { m_proxy->sort(on ? 0 : -1); });
    menu.addAction(tr("Copy"), this, [this] { copyToClipboard(*m_tree); })->setEnabled(!actors.empty());
    menu.exec(m_tree->viewport()->mapToGlobal(at));
}

bool CastPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_tree && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const std::vector<model::ActorId> actors = selectedActors();
        if ((key == Qt::Key_Return || key == Qt::Key_Enter) && !actors.empty()) {
            toggleFollow(actors.front());
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace ghostline::app
