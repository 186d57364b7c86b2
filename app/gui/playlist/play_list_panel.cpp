// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/playlist/play_list_panel.h"

#include "app/gui/playlist/camera_delegate.h"
#include "app/gui/playlist/play_list_model.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/empty_over.h"
#include "app/gui/widgets/event_hooks.h"
#include "app/gui/widgets/icons.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_address.h"
#include "app/gui/widgets/table_menu.h"
#include "model/bytes/file_names.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ghostline::app {

namespace {

/// Whatever is dropped is moved in one step: a table would move one row after the other.
class EntryTable : public QTableView
{
public:
    using QTableView::QTableView;
    bool isEditing() const { return state() == EditingState; }

protected:
    void dropEvent(QDropEvent* event) override { QAbstractItemView::dropEvent(event); }
};

} // namespace

PlayListPanel::PlayListPanel(Actions* actions, QWidget* parent) : Panel(parent)
{
    makeTable();
    makeVerbs();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2 * Grid);
    column->addLayout(makeTools(actions));
    column->addWidget(m_table, 1);
    emptyStateOver(m_table,
                   tr("No entries yet: \"Add to the play list\" adds the loop, the selected bookmark or "
                      "this moment; a list file can be dropped on the window"));
    connect(&m_document, &PlayListDocument::changed, this, [this] {
        refreshTitle();
        checkRecordings();
    });
    connect(&m_document, &PlayListDocument::stateChanged, this, &PlayListPanel::refreshTitle);
    connect(&m_recordings, &ListedRecordings::changed, this, &PlayListPanel::takeRecordings);
    onThemeChanged();
    updateTools();
    refreshTitle();
}

/// The document goes before the table does.
PlayListPanel::~PlayListPanel()
{
    m_document.disconnect(this);
    m_table->setModel(nullptr);
}

void PlayListPanel::makeTable()
{
    m_model = new PlayListModel(&m_document, this);
    auto* table = new EntryTable(this);
    m_table = table;
    m_table->setObjectName(QStringLiteral("playListTable"));
    m_table->setModel(m_model);
    tidyTable(m_table, tr("Play list"));
    m_table->setItemDelegateForColumn(PlayListModel::CameraColumn, new CameraDelegate(m_table));
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    m_table->setDragDropMode(QAbstractItemView::InternalMove);
    m_table->setDragDropOverwriteMode(false); // else a dragged row would be emptied
    m_table->setDragEnabled(true);
    m_table->setDropIndicatorShown(true);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    QHeaderView* header = m_table->horizontalHeader();
    const QFontMetrics metrics(tabularFont(font()));
    const auto fixed = [&](int column, const char* widest) {
        header->resizeSection(column, metrics.horizontalAdvance(QLatin1String(widest)) + 5 * Grid);
    };
    fixed(PlayListModel::NumberColumn, "0000");
    fixed(PlayListModel::TitleColumn, "A title as it is wanted");
    fixed(PlayListModel::RecordingColumn, "long-name-of-a-recording");
    fixed(PlayListModel::FromColumn, "0:00:00.000");
    fixed(PlayListModel::ToColumn, "0:00:00.000");
    fixed(PlayListModel::SpeedColumn, "0.0625x");
    fixed(PlayListModel::CameraColumn, "First person: nobody");
    header->setStretchLastSection(true);
    connect(m_table, &QTableView::customContextMenuRequested, this, &PlayListPanel::showMenu);
    connect(m_table, &QTableView::doubleClicked, this, [this](const QModelIndex& at) {
        if (!at.flags().testFlag(Qt::ItemIsEditable))
            Q_EMIT playFromRequested(at.row());
    });
    onKeys(m_table, {Qt::Key_Return, Qt::Key_Enter}, [this, table] {
        if (currentRow() < 0 || table->isEditing()) // an editor lets go of the key that ends it
            return false;
        Q_EMIT playFromRequested(currentRow());
        return true;
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        m_selected = selectedIds();
        updateTools();
    });
    connect(m_model, &QAbstractItemModel::modelReset, this, &PlayListPanel::selectAgain);
}

/// Of the selected entries; their keys count in the table.
void PlayListPanel::makeVerbs()
{
    const auto verb = [this](const char* name, const QString& text, const char* icon, const QKeySequence& key,
                             const std::function<void()>& run) {
        auto* action = new QAction(text, m_table);
        action->setObjectName(QLatin1String(name));
        if (*icon != '\0')
            action->setIcon(themedIcon(QLatin1String(icon)));
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetShortcut);
        connect(action, &QAction::triggered, this, run);
        m_table->addAction(action);
        return action;
    };
    m_duplicate = verb("playListDuplicate", tr("Duplicate"), "copy", {},
                       [this] { m_document.duplicate(selectedIds()); });
    m_remove = verb("playListRemove", tr("Remove"), "remove", Qt::Key_Delete,
                    [this] { m_document.remove(selectedIds()); });
    m_up = verb("playListUp", tr("Move up"), "", Qt::ALT | Qt::Key_Up, [this] { moveSelected(-1); });
    m_down = verb("playListDown", tr("Move down"), "", Qt::ALT | Qt::Key_Down, [this] { moveSelected(1); });
}

QLayout* PlayListPanel::makeTools(Actions* actions)
{
    QHBoxLayout* row = toolRow();
    auto* lists = iconButton(QStringLiteral("open"), tr("New, open, save and more"), false, this);
    lists->setObjectName(QStringLiteral("playListMenu"));
    m_listMenu = new QMenu(lists);
    lists->setMenu(m_listMenu);
    lists->setPopupMode(QToolButton::InstantPopup);
    row->addWidget(lists);
    m_title = new QLineEdit(this);
    m_title->setObjectName(QStringLiteral("playListTitle"));
    m_title->setPlaceholderText(tr("Title of the list"));
    m_title->setAccessibleName(tr("Title of the list"));
    connect(m_title, &QLineEdit::editingFinished, this, &PlayListPanel::takeTitle);
    m_title->setMaximumWidth(120 * Grid); // on a wide screen a title is no line across all of it
    row->addWidget(m_title, 1);
    m_unsaved = new QLabel(QStringLiteral("*"), this);
    m_unsaved->setObjectName(QStringLiteral("playListUnsavedMark"));
    m_unsaved->setToolTip(tr("Changed since it was saved"));
    m_unsaved->setAccessibleName(m_unsaved->toolTip());
    row->addWidget(m_unsaved);
    row->addStretch(0);
    const auto verbButton = [&](const char* name, const char* icon) {
        QAction* action = actions->get(id(name));
        auto* button = iconButton(QLatin1String(icon), action->text(), action->isCheckable(), this);
        const auto follow = [button, action] {
            button->setEnabled(action->isEnabled());
            button->setToolTip(action->toolTip());
            button->setChecked(action->isChecked());
        };
        connect(action, &QAction::changed, button, follow);
        connect(button, &QToolButton::clicked, action, &QAction::trigger);
        follow();
        row->addWidget(button);
    };
    verbButton("playlist.addNow", "add");
    m_bookmarks = iconButton(QStringLiteral("bookmark"), tr("Add bookmarks…"), this,
                             [this] { Q_EMIT bookmarksRequested(); });
    row->addWidget(m_bookmarks);
    for (const auto& [action, icon] : {std::pair{m_duplicate, "copy"}, std::pair{m_remove, "remove"}}) {
        QToolButton* button = iconButton(QLatin1String(icon), action->text(), false, this);
        button->setDefaultAction(action);
        row->addWidget(button);
    }
    row->addSpacing(2 * Grid);
    verbButton("playlist.previous", "previous-event");
    verbButton("playlist.play", "play");
    verbButton("playlist.next", "next-event");
    return row;
}

// ---- what is shown ----

void PlayListPanel::onSessionChanged() { updateTools(); }

void PlayListPanel::onThemeChanged() { m_model->setTheme(theme()); }

void PlayListPanel::showEvent(QShowEvent* event)
{
    Panel::showEvent(event);
    checkRecordings();
}

void PlayListPanel::updateTools()
{
    const bool any = !m_selected.empty();
    for (QAction* action : {m_duplicate, m_remove, m_up, m_down})
        action->setEnabled(any);
    if (m_bookmarks != nullptr)
        m_bookmarks->setEnabled(session() != nullptr);
}

void PlayListPanel::refreshTitle()
{
    if (!m_title->hasFocus() || !m_title->isModified())
        m_title->setText(m_document.title());
    m_title->setToolTip(m_document.path().isEmpty() ? tr("Not saved yet") : m_document.path());
    m_unsaved->setVisible(m_document.modified());
}

void PlayListPanel::takeTitle()
{
    if (!m_title->isModified())
        return;
    m_title->setModified(false);
    m_document.setTitle(m_title->text().trimmed());
}

void PlayListPanel::setPlaying(int id) { m_model->setPlaying(id); }

int PlayListPanel::currentRow() const { return m_table->currentIndex().row(); }

std::vector<int> PlayListPanel::selectedIds() const
{
    std::vector<int> rows;
    for (const QModelIndex& at : m_table->selectionModel()->selectedRows())
        rows.push_back(at.row());
    std::ranges::sort(rows);
    std::vector<int> ids;
    ids.reserve(rows.size());
    for (const int row : rows)
        ids.push_back(m_model->idOf(row));
    return ids;
}

std::vector<model::Clip> PlayListPanel::selectedClips() const
{
    std::vector<model::Clip> clips;
    for (const int id : selectedIds())
        clips.push_back(m_document.rows()[static_cast<std::size_t>(m_document.rowOf(id))].entry->clip);
    return clips;
}

/// The same entries stay selected wherever they are now; those that came new are selected instead.
void PlayListPanel::selectAgain()
{
    std::vector<int> fresh;
    QSet<int> all;
    for (const PlayListDocument::Row& row : m_document.rows()) {
        all.insert(row.id);
        if (!m_known.contains(row.id))
            fresh.push_back(row.id);
    }
    m_known = all;
    const bool another = fresh.size() == m_document.rows().size() && fresh.size() > 1; // a list was opened
    const std::vector<int> wanted = fresh.empty() || another ? m_selected : fresh;
    QItemSelection selection;
    for (const int id : wanted) {
        if (const int row = m_document.rowOf(id); row >= 0)
            selection.select(m_model->index(row, 0), m_model->index(row, PlayListModel::ColumnCount - 1));
    }
    m_table->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    if (!selection.isEmpty()) {
        m_table->selectionModel()->setCurrentIndex(selection.first().topLeft(),
                                                   QItemSelectionModel::NoUpdate);
        m_table->scrollTo(selection.first().topLeft());
    }
    m_selected = selectedIds();
    updateTools();
}

// ---- changes ----

void PlayListPanel::addClips(const std::vector<model::Clip>& clips)
{
    std::vector<model::Clip> whole = clips;
    for (model::Clip& clip : whole) {
        if (clip.recording.isEmpty() && session() != nullptr)
            clip.recording = session()->path();
        if (!clip.recording.isEmpty())
            clip.recording = wholeAddress(clip.recording);
    }
    m_document.append(whole);
}

void PlayListPanel::moveSelected(int by)
{
    const std::vector<int> ids = selectedIds();
    if (ids.empty())
        return;
    const int first = m_document.rowOf(ids.front());
    const int last = m_document.rowOf(ids.back());
    m_document.move(ids, by < 0 ? std::max(0, first - 1) : last + 2);
}

void PlayListPanel::showMenu(QPoint at)
{
    auto* menu = new QMenu(m_table);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const QModelIndex index = m_table->indexAt(at);
    if (index.isValid()) {
        menu->addAction(themedIcon(QStringLiteral("play")), tr("Play from here"), this,
                        [this, row = index.row()] { Q_EMIT playFromRequested(row); });
        if (index.flags().testFlag(Qt::ItemIsEditable))
            menu->addAction(tr("Edit"), this, [this, cell = QPersistentModelIndex(index)] {
                if (cell.isValid())
                    m_table->edit(cell);
            });
        menu->addSeparator();
        menu->addActions({m_up, m_down, m_duplicate, m_remove});
        const int row = m_document.rowOf(m_model->idOf(index.row()));
        const QString recording = m_document.rows()[static_cast<std::size_t>(row)].entry->clip.recording;
        if (!differenceOf(row).isEmpty())
            menu->addAction(tr("Take the recording as it is now"), this,
                            [this, recording] { m_document.relocate(recording, recording); });
        menu->addAction(tr("Find the recording…"), this, [this, recording] { askWhere(recording); });
        menu->addAction(themedIcon(QStringLiteral("export")), tr("Export the selected entries…"), this,
                        [this] { Q_EMIT exportRequested(selectedIds()); });
    }
    menu->addSeparator();
    QAction* undo = menu->addAction(tr("Undo"), &m_document.history(), &QUndoStack::undo);
    undo->setEnabled(m_document.history().canUndo());
    QAction* redo = menu->addAction(tr("Redo"), &m_document.history(), &QUndoStack::redo);
    redo->setEnabled(m_document.history().canRedo());
    addExport(menu, m_table);
    menu->popup(m_table->viewport()->mapToGlobal(at));
}

// ---- recordings that are not there ----

void PlayListPanel::checkRecordings()
{
    QSet<QString> paths;
    for (const PlayListDocument::Row& row : m_document.rows())
        paths.insert(row.entry->clip.recording);
    // What is still being written has no content yet that would be kept.
    const bool growing = session() != nullptr && session()->index()->growing;
    m_recordings.look(paths, growing ? session()->path() : QString());
}

void PlayListPanel::takeRecordings()
{
    m_document.setContents(m_recordings.contents());
    m_model->setContents(m_recordings.contents());
    mergeTroubles();
    Q_EMIT differencesFound();
}

QString PlayListPanel::differenceOf(int row) const { return m_model->differenceOf(row); }

void PlayListPanel::mergeTroubles()
{
    QHash<QString, QString> all = m_troubles;
    for (const QString& path : m_recordings.missing())
        all.insert(path, tr("This recording is not there any more"));
    m_model->setTroubles(all);
}

void PlayListPanel::setTrouble(const QString& recording, const QString& why)
{
    if (recording.isEmpty() || m_troubles.value(recording) == why)
        return;
    if (why.isEmpty())
        m_troubles.remove(recording);
    else
        m_troubles.insert(recording, why);
    mergeTroubles();
}

void PlayListPanel::askWhere(const QString& recording)
{
    if (raiseDialog(this, "relocateDialog") != nullptr)
        return;
    auto* chooser = new QFileDialog(this, tr("Where is %1?").arg(shortName(recording)));
    chooser->setObjectName(QStringLiteral("relocateDialog"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFile);
    if (!model::isWebAddress(recording) && QFileInfo(folderForOutput(recording)).isDir())
        chooser->setDirectory(folderForOutput(recording));
    connect(chooser, &QFileDialog::fileSelected, this,
            [this, recording](const QString& path) { relocate(recording, path); });
    chooser->show();
}

/// Whatever else was missing in that folder and is in the new one comes along: folders are moved whole.
void PlayListPanel::relocate(const QString& from, const QString& to)
{
    if (wholeAddress(to) == from)
        return;
    const QString oldFolder = folderForOutput(from);
    const QString newFolder = QFileInfo(to).absolutePath();
    m_document.history().beginMacro(tr("Find a recording"));
    m_document.relocate(from, wholeAddress(to));
    m_troubles.remove(from);
    const QSet<QString> missing = m_recordings.missing();
    for (const QString& other : missing) {
        const QString there = newFolder + QLatin1Char('/') + shortName(other);
        if (other == from || folderForOutput(other) != oldFolder || !model::pathExists(there))
            continue;
        m_document.relocate(other, there);
        m_troubles.remove(other);
    }
    m_document.history().endMacro();
    mergeTroubles();
}

} // namespace ghostline::app
