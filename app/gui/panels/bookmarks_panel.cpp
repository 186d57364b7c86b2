// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panels/bookmarks_panel.h"

#include "app/gui/panels/bookmarks_menu.h"
#include "app/gui/panels/bookmarks_model.h"
#include "app/gui/panels/tag_chips.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/widgets/empty_over.h"
#include "app/gui/widgets/event_hooks.h"
#include "app/gui/widgets/panel_style.h"
#include "model/marks/marked_clip.h"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

namespace ghostline::app {

BookmarksPanel::BookmarksPanel(Actions* actions, QWidget* parent) : Panel(parent) { build(actions); }

void BookmarksPanel::build(Actions* actions)
{
    m_model = new BookmarksModel(this);
    m_table = new QTableView(this);
    m_table->setModel(m_model);
    tidyTable(m_table, tr("Bookmarks"));
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    QHeaderView* header = m_table->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::Stretch);
    const QFontMetrics metrics(tabularFont(font()));
    header->setSectionResizeMode(BookmarksModel::TimeColumn, QHeaderView::Fixed);
    header->resizeSection(BookmarksModel::TimeColumn,
                          metrics.horizontalAdvance(QStringLiteral("00:00.000")) + 9 * Grid);
    header->setSectionResizeMode(BookmarksModel::LengthColumn, QHeaderView::Fixed);
    header->resizeSection(BookmarksModel::LengthColumn,
                          metrics.horizontalAdvance(QStringLiteral("000.0 s")) + 4 * Grid);
    onKeys(m_table, {Qt::Key_Delete}, [this] {
        m_menu->removeSelected();
        return true;
    });
    m_menu = new BookmarksMenu(actions, m_table, [this] {
        return BookmarksMenu::Subject{session(), selectedBookmarks(), m_model->shown()};
    });
    connect(m_menu, &BookmarksMenu::exportRequested, this, &BookmarksPanel::exportRequested);
    connect(m_menu, &BookmarksMenu::playRequested, this, &BookmarksPanel::playRequested);
    connect(m_menu, &BookmarksMenu::playListRequested, this, &BookmarksPanel::playListRequested);
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& at) { goTo(at.row()); });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        m_selected = selectedIds();
        updateButtons();
    });
    connect(m_model, &QAbstractItemModel::modelReset, this, &BookmarksPanel::selectAgain);

    QHBoxLayout* row = toolRow();
    const auto verb = [&](const char* id, const char* icon) {
        QAction* action = actions->get(QLatin1String(id));
        auto* button = iconButton(QLatin1String(icon), action->text(), action->isCheckable(), this);
        button->setToolTip(QStringLiteral("%1 (%2)").arg(
            action->text(), action->shortcut().toString(QKeySequence::NativeText)));
        connect(button, &QToolButton::clicked, action, &QAction::trigger);
        if (action->isCheckable())
            connect(action, &QAction::toggled, button, &QToolButton::setChecked);
        row->addWidget(button);
    };
    verb("review.addBookmark", "bookmark");
    verb("review.previousBookmark", "previous-event");
    verb("review.nextBookmark", "next-event");
    verb("review.playBookmarks", "play");
    row->addStretch(1);
    m_colour = iconButton(QStringLiteral("filter"), tr("Colour of the selected bookmarks"), false, this);
    m_colours = new QMenu(m_colour);
    m_colour->setMenu(m_colours);
    m_colour->setPopupMode(QToolButton::InstantPopup);
    m_colour->setFixedWidth(9 * Grid);
    connect(m_colours, &QMenu::aboutToShow, this, &BookmarksPanel::fillColours);
    m_remove = iconButton(QStringLiteral("remove"), tr("Remove the selected bookmarks (Del)"), this,
                          [this] { m_menu->removeSelected(); });
    row->addWidget(m_colour);
    row->addWidget(m_remove);

    QVBoxLayout* column = makeContentColumn(tr("The bookmarks of a replay are listed here"), 2 * Grid);
    buildFilters();
    column->addLayout(row);
    QHBoxLayout* filters = toolRow(0);
    filters->addWidget(m_search);
    column->addLayout(filters);
    column->addWidget(m_tags);
    column->addWidget(m_table, 1);
    m_empty = emptyStateOver(m_table);
    filter();
    onThemeChanged();
    updateButtons();
}

/// Only there once bookmarks are.
void BookmarksPanel::buildFilters()
{
    m_search = new QLineEdit(this);
    m_search->setPlaceholderText(tr("Filter: title, tag, note, author"));
    m_search->setAccessibleName(tr("Filter bookmarks"));
    m_search->setClearButtonEnabled(true);
    m_search->hide();
    m_tags = new TagChips(this);
    connect(m_search, &QLineEdit::textChanged, this, &BookmarksPanel::filter);
    connect(m_tags, &TagChips::wantedChanged, this, &BookmarksPanel::filter);
}

void BookmarksPanel::filter()
{
    const MarkFilter wanted{m_tags->wanted(), m_search->text().trimmed()};
    m_empty->setText(wanted.active() ? tr("No bookmark fits the filter")
                                     : tr("No bookmarks yet: B marks this moment, or the loop it lies in"));
    m_model->setFilter(wanted);
}

void BookmarksPanel::onBookmarksChanged()
{
    const bool open = session() != nullptr;
    const auto& all = open ? session()->notes()->sidecar().bookmarks : std::vector<model::Bookmark>();
    m_tags->setTags(tagsInUse(all));
    if (all.empty())
        m_search->clear();
    m_search->setVisible(!all.empty());
    m_known = allIds(); // also those that are not shown
}

std::vector<model::Bookmark> BookmarksPanel::selectedBookmarks() const
{
    std::vector<model::Bookmark> marks;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const model::Bookmark* mark = m_model->at(row);
        if (mark != nullptr && m_table->selectionModel()->isRowSelected(row, {}))
            marks.push_back(*mark);
    }
    return marks;
}

std::vector<model::Bookmark> BookmarksPanel::shownBookmarks() const { return m_model->shown(); }

void BookmarksPanel::onSessionChanged()
{
    m_model->setSession(session());
    if (session() != nullptr)
        connect(session()->notes(), &ReplayNotes::bookmarksChanged, this,
                &BookmarksPanel::onBookmarksChanged);
    onBookmarksChanged();
    m_table->clearSelection();
    showContent(session() != nullptr);
    updateButtons();
}

void BookmarksPanel::onThemeChanged()
{
    m_model->setTheme(theme());
    m_colour->setIcon(markIcon(Mark::Flag, theme().plainMark()));
}

void BookmarksPanel::updateButtons()
{
    const bool any = m_table->selectionModel() != nullptr && m_table->selectionModel()->hasSelection();
    m_colour->setEnabled(any);
    m_remove->setEnabled(any);
    Q_EMIT selectionChanged();
}

void BookmarksPanel::fillColours()
{
    static const std::array<const char*, 7> names{
        QT_TR_NOOP("Blue"), QT_TR_NOOP("Orange"), QT_TR_NOOP("Green"), QT_TR_NOOP("Vermilion"),
        QT_TR_NOOP("Sky"),  QT_TR_NOOP("Purple"), QT_TR_NOOP("Yellow")};
    m_colours->clear();
    m_colours->addAction(markIcon(Mark::Flag, theme().plainMark()), tr("Plain"), this,
                         [this] { setHue(-1); });
    for (int hue = 0; hue < static_cast<int>(names.size()); ++hue)
        m_colours->addAction(markIcon(Mark::Flag, theme().hue(hue)), tr(names[static_cast<std::size_t>(hue)]),
                             this, [this, hue] { setHue(hue); });
}

std::vector<QString> BookmarksPanel::selectedIds() const
{
    std::vector<QString> ids;
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    ids.reserve(static_cast<std::size_t>(rows.size()));
    for (const QModelIndex& row : rows) {
        if (const model::Bookmark* mark = m_model->at(row.row()))
            ids.push_back(mark->id);
    }
    return ids;
}

std::optional<model::Clip> BookmarksPanel::selectedClip() const
{
    const model::Bookmark* mark = selectedBookmark();
    if (mark == nullptr || session() == nullptr)
        return std::nullopt;
    return model::clipOf(*mark, session()->index()->timeAxis.duration());
}

const model::Bookmark* BookmarksPanel::selectedBookmark() const
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    return rows.size() == 1 ? m_model->at(rows.front().row()) : nullptr;
}

std::vector<QString> BookmarksPanel::allIds() const
{
    std::vector<QString> ids;
    if (session() == nullptr)
        return ids;
    for (const model::Bookmark& mark : session()->notes()->sidecar().bookmarks)
        ids.push_back(mark.id);
    return ids;
}

/// One that is new is the one that is meant from now on: what was selected before is not removed with it.
void BookmarksPanel::selectNewest()
{
    std::vector<QString> all = allIds();
    std::vector<QString> fresh;
    std::ranges::copy_if(all, std::back_inserter(fresh), [this](const QString& id) {
        return std::ranges::find(m_known, id) == m_known.end();
    });
    if (fresh.size() == 1)
        m_selected = std::move(fresh);
    m_known = std::move(all);
}

/// Whatever changed in one of them, the same ones stay selected.
void BookmarksPanel::selectAgain()
{
    selectNewest();
    QItemSelection selection;
    for (const QString& id : m_selected) {
        if (const int row = m_model->rowOf(id); row >= 0)
            selection.select(m_model->index(row, 0), m_model->index(row, BookmarksModel::ColumnCount - 1));
    }
    m_table->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    if (!selection.isEmpty())
        m_table->selectionModel()->setCurrentIndex(selection.first().topLeft(),
                                                   QItemSelectionModel::NoUpdate);
    updateButtons();
}

void BookmarksPanel::setHue(int hue)
{
    if (session() == nullptr)
        return;
    std::vector<model::Bookmark> changed;
    for (model::Bookmark mark : selectedBookmarks()) {
        if (mark.hue == hue)
            continue;
        mark.hue = hue;
        changed.push_back(std::move(mark));
    }
    if (!changed.empty())
        session()->notes()->editBookmarks(tr("Colour bookmarks"), changed);
}

void BookmarksPanel::goTo(int row)
{
    const model::Bookmark* mark = m_model->at(row);
    if (session() != nullptr && mark != nullptr)
        session()->playhead().seek({mark->frame, 0.0});
}

void BookmarksPanel::editNewest()
{
    if (session() == nullptr)
        return;
    const model::Bookmark* newest = nullptr;
    for (const model::Bookmark& mark : session()->notes()->sidecar().bookmarks) {
        if (newest == nullptr || mark.created > newest->created)
            newest = &mark;
    }
    if (newest == nullptr)
        return;
    if (m_model->rowOf(newest->id) < 0) { // whoever is asked to write a note has to see where
        m_search->clear();
        m_tags->setTags({});
        onBookmarksChanged();
    }
    const QModelIndex note = m_model->index(m_model->rowOf(newest->id), BookmarksModel::NoteColumn);
    // The key that asked for this is still held down: left to itself the view would take it for "add to those
    // that are selected".
    m_table->selectionModel()->setCurrentIndex(note, QItemSelectionModel::ClearAndSelect |
                                                         QItemSelectionModel::Rows);
    m_table->edit(note);
}

} // namespace ghostline::app
