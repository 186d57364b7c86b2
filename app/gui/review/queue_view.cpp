// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/review/queue_view.h"

#include "app/gui/review/flag_text.h"
#include "app/gui/review/queue_filter_bar.h"
#include "app/gui/review/queue_model.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/widgets/empty_over.h"
#include "app/gui/widgets/event_hooks.h"
#include "app/gui/widgets/icons.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "app/gui/widgets/table_menu.h"

#include <QDir>
#include <QFileInfo>
#include <QMenu>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace ghostline::app {

namespace {

constexpr qsizetype MostWatched = 500; ///< folders, and files: a system watches only so many
constexpr int FolderSettleMs = 300;    ///< after a change in a folder: several come together
constexpr int WrittenAgainMs = 3'000;  ///< after one that is still written; doubled a few times
constexpr int MostDoublings = 4;
constexpr int MostPeopleInMenu = 12;

/// From which width of the table on a column has room: names come first.
struct Room
{
    int column;
    int width;
};
constexpr std::array<Room, 3> Rooms{{{QueueModel::ChecksColumn, 120 * Grid},
                                     {QueueModel::RecordedColumn, 140 * Grid},
                                     {QueueModel::StateColumn, 170 * Grid}}};

} // namespace

QueueView::QueueView(Actions* actions, QWidget* parent) : QWidget(parent)
{
    build(actions);
    bindReader();
    m_again.setSingleShot(true);
    m_again.setInterval(FolderSettleMs);
    const auto changed = [this] {
        m_looks = 0;
        m_again.start(FolderSettleMs);
    };
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_again, changed);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_again, changed);
    connect(&m_again, &QTimer::timeout, this, [this] {
        if (m_reader.running())
            m_again.start(FolderSettleMs);
        else if (!m_stopped)
            m_reader.refresh();
    });
    setFocusProxy(m_table);
    setTheme(themeFor(palette()));
    showState();
}

void QueueView::bindReader()
{
    connect(&m_reader, &QueueReader::found, this, [this](std::vector<model::ReviewedFile>& files) {
        for (const model::ReviewedFile& file : files) {
            watch(QFileInfo(file.path).absolutePath());
            watchContent(file.path, file.sidecar);
            m_bar->offer(file);
        }
        m_model->put(std::move(files));
        showState();
    });
    connect(&m_reader, &QueueReader::notesFound, this,
            [this](const QString& path, const model::Sidecar& sidecar) {
                if (m_model->rowOf(path) !=
                    m_model->rowOf(m_openPath)) // that one is told of by the window itself
                    setSidecar(path, sidecar);
            });
    connect(&m_reader, &QueueReader::gone, m_model, &QueueModel::remove);
    connect(&m_reader, &QueueReader::folders, this, &QueueView::watchBelow);
    connect(&m_reader, &QueueReader::stillWritten, this, &QueueView::lookAgainLater);
    connect(&m_reader, &QueueReader::finished, this, [this](const QString& problem) {
        m_problem = problem;
        showState();
    });
}

/// What comes, goes or is judged elsewhere shows by itself. False where it is watched already.
bool QueueView::watch(const QString& folder)
{
    const QStringList watched = m_watcher.directories();
    return watched.size() < MostWatched && !watched.contains(folder) && m_watcher.addPath(folder);
}

/// What came into them before they were watched is found by another look.
void QueueView::watchBelow(const QStringList& folders)
{
    bool fresh = false;
    for (const QString& folder : folders)
        fresh = watch(folder) || fresh;
    if (fresh)
        m_again.start(FolderSettleMs);
}

/// No folder tells that a file in it has grown.
void QueueView::lookAgainLater()
{
    if (!m_again.isActive())
        m_again.start(WrittenAgainMs << std::min(m_looks++, MostDoublings));
}

/// A verdict holds only as long as the recording stays what it is.
void QueueView::watchContent(const QString& recording, const model::Sidecar& sidecar)
{
    if (sidecar.reviews.empty())
        return;
    QStringList files{recording};
    if (QFileInfo(recording).isDir()) {
        files.clear();
        for (const QFileInfo& part : QDir(recording).entryInfoList(QDir::Files))
            files << part.filePath();
    }
    if (m_watcher.files().size() + files.size() <= MostWatched)
        m_watcher.addPaths(files);
}

QTableView* QueueView::buildTable()
{
    auto* table = new QTableView(this);
    table->setModel(m_filter);
    tidyTable(table, tr("Recordings to review"));
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setSortingEnabled(true);
    table->sortByColumn(QueueModel::WorstColumn, Qt::DescendingOrder);
    QHeaderView* header = table->horizontalHeader();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(QHeaderView::Stretch);
    const QFontMetrics metrics(tabularFont(font()));
    const auto fix = [&](int column, const QString& widest, int more) {
        header->setSectionResizeMode(column, QHeaderView::Fixed);
        header->resizeSection(column, metrics.horizontalAdvance(widest) + more);
    };
    header->setSectionResizeMode(QueueModel::MapColumn, QHeaderView::Interactive);
    header->resizeSection(QueueModel::MapColumn, 16 * Grid);
    header->setSectionResizeMode(QueueModel::ChecksColumn, QHeaderView::Interactive);
    header->resizeSection(QueueModel::ChecksColumn, 24 * Grid);
    for (const int column : {QueueModel::FlagsColumn, QueueModel::OpenColumn})
        fix(column, table->model()->headerData(column, Qt::Horizontal).toString(), 4 * Grid);
    const auto width = [&](const QString& text) { return metrics.horizontalAdvance(text); };
    const QStringList severities{severityText(0), severityText(1), severityText(2), severityText(3)};
    fix(QueueModel::WorstColumn, *std::ranges::max_element(severities, {}, width), 9 * Grid);
    fix(QueueModel::StateColumn, tr("Unreadable"), 4 * Grid);
    fix(QueueModel::RecordedColumn, QStringLiteral("2026-10-28"), 4 * Grid);
    onResize(table, [this] { fitColumns(); });
    connect(header, &QHeaderView::sortIndicatorChanged, this, &QueueView::fitColumns);
    table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(table, &QWidget::customContextMenuRequested, this, &QueueView::showMenu);
    connect(table, &QTableView::doubleClicked, this, &QueueView::openAt);
    connect(table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &QueueView::showState);
    // Left to itself a view would only say "activated" where the platform wants it.
    onEnter(table, [this, table] { openAt(table->currentIndex()); });
    m_empty = emptyStateOver(table);
    return table;
}

/// What the table is sorted by is always there.
void QueueView::fitColumns()
{
    if (m_table == nullptr)
        return;
    const int sorted = m_table->horizontalHeader()->sortIndicatorSection();
    for (const Room& room : Rooms)
        m_table->setColumnHidden(room.column, m_table->width() < room.width && sorted != room.column);
}

void QueueView::showMenu(const QPoint& at)
{
    const QModelIndex row = m_table->indexAt(at);
    const model::ReviewedFile* file = row.isValid() ? fileAt(row) : nullptr;
    auto* menu = new QMenu(m_table);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (file != nullptr) {
        menu->addAction(tr("Open"), this, [this, path = file->path] { Q_EMIT openRequested(path); });
        const auto people = std::min<qsizetype>(file->people.size(), MostPeopleInMenu);
        for (qsizetype i = 0; i < people; ++i) {
            const QueuePlayer player{file->people[i], file->peopleIds.value(i)};
            menu->addAction(tr("Other runs of %1").arg(player.name), this,
                            [this, player] { m_bar->choosePlayer(player); });
        }
        menu->addSeparator();
    }
    // A narrow table has no heading to click for some of them.
    QMenu* const order = menu->addMenu(tr("Sort by"));
    for (int column = 0; column < m_filter->columnCount(); ++column) {
        const bool most = column >= QueueModel::FlagsColumn; // the most of it first
        order->addAction(m_filter->headerData(column, Qt::Horizontal).toString(), this, [this, column, most] {
            m_table->sortByColumn(column, most ? Qt::DescendingOrder : Qt::AscendingOrder);
        });
    }
    menu->addAction(themedIcon(QStringLiteral("copy")), tr("Copy the selected rows"), this,
                    [this] { copyToClipboard(*m_table); })
        ->setEnabled(m_table->selectionModel()->hasSelection());
    addExport(menu, m_table);
    menu->popup(m_table->viewport()->mapToGlobal(at));
}

void QueueView::build(Actions* actions)
{
    m_model = new QueueModel(this);
    m_filter = new QueueFilter(this);
    m_filter->setSourceModel(m_model);
    m_table = buildTable();

    QAction* open = actions->get(QStringLiteral("file.openFolder"));
    auto* folder = iconButton(QStringLiteral("open"), open->text(), false, this);
    folder->setToolTip(open->toolTip());
    connect(folder, &QToolButton::clicked, open, &QAction::trigger);
    m_bar = new QueueFilterBar(folder, this);
    connect(m_bar, &QueueFilterBar::changed, this, [this] {
        m_filter->setWanted(m_bar->wanted());
        showState();
    });
    connect(m_bar, &QueueFilterBar::leftDownwards, this, [this] {
        m_table->setFocus(Qt::TabFocusReason);
        if (!m_table->currentIndex().isValid())
            m_table->setCurrentIndex(m_filter->index(0, 0));
    });
    m_state = new ElidedLabel(this);
    m_state->setForegroundRole(QPalette::PlaceholderText);
    m_stop = iconButton(QStringLiteral("close"), tr("Stop reading the folder"), this, [this] {
        m_stopped = true;
        m_reader.cancel();
        showState();
    });

    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(3 * Grid, 0, 2 * Grid, Grid);
    foot->addWidget(m_state, 1);
    foot->addWidget(m_stop);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Grid);
    column->addWidget(m_bar);
    column->addWidget(m_table, 1);
    column->addLayout(foot);
}

void QueueView::setTheme(const render::Theme& theme) { m_model->setTheme(theme); }

void QueueView::setRules(const model::ReviewRules& rules)
{
    m_model->setRules(rules);
    showState();
}

void QueueView::openFolder(const QString& folder, std::shared_ptr<const model::CodecRegistry> registry,
                           const model::Options& options)
{
    m_folder = QDir(folder).absolutePath();
    m_problem.clear();
    m_stopped = false;
    if (const QStringList watched = m_watcher.directories() + m_watcher.files(); !watched.isEmpty())
        m_watcher.removePaths(watched);
    watch(m_folder);
    m_model->clear();
    m_bar->clear();
    m_looks = 0;
    m_reader.start(m_folder, std::move(registry), options);
    showState();
}

void QueueView::setOpenPath(const QString& path)
{
    m_openPath = path;
    m_model->setOpenPath(path);
    const int row = path.isEmpty() ? -1 : m_model->rowOf(path);
    if (row >= 0)
        m_table->setCurrentIndex(m_filter->mapFromSource(m_model->index(row, 0)));
}

/// How far it is, what was found, and why nothing is listed.
void QueueView::showState()
{
    const int read = m_model->rowCount();
    const bool reading = m_reader.running();
    m_stop->setVisible(reading);
    const QModelIndexList selected = m_table->selectionModel()->selectedRows();
    const model::ReviewedFile* file = selected.isEmpty() ? nullptr : fileAt(selected.first());
    QString text;
    if (file != nullptr && file->error)
        text = shownError(*file->error); // there is more room here than in the table
    else if (reading && m_reader.total() < 0)
        text = tr("Looking for recordings in %1").arg(m_folder);
    else if (reading)
        text = tr("Reading %1 of %2").arg(read).arg(m_reader.total());
    else if (!m_problem.isEmpty())
        text = m_problem;
    else if (!m_folder.isEmpty())
        text = tr("%1, %2, %3 open")
                   .arg(recordingCount(read), flagCount(m_model->flagsInAll()))
                   .arg(m_model->openFlags());
    m_state->setText(text);
    m_empty->setText(m_folder.isEmpty() ? tr("Open a folder of recordings to go through what was flagged")
                     : reading          ? tr("Reading…")
                     : read == 0        ? tr("There are no recordings in %1").arg(m_folder)
                                        : tr("Nothing here fits the filter"));
    Q_EMIT countChanged();
}

void QueueView::setSidecar(const QString& path, const model::Sidecar& sidecar)
{
    m_model->setSidecar(path, sidecar);
    watchContent(path, sidecar);
    showState();
}

const model::ReviewedFile* QueueView::fileAt(const QModelIndex& shown) const
{
    return m_model->at(m_filter->mapToSource(shown).row());
}

void QueueView::openAt(const QModelIndex& shown)
{
    // One that cannot be opened says why once more, in the window's own words.
    if (const model::ReviewedFile* file = shown.isValid() ? fileAt(shown) : nullptr)
        Q_EMIT openRequested(file->path);
}

void QueueView::step(int delta)
{
    const int rows = m_filter->rowCount();
    const QModelIndex open = m_filter->mapFromSource(m_model->index(m_model->rowOf(m_openPath), 0));
    // One that was judged may be filtered out by now: the table went on to the next one by itself.
    const bool wentOn = delta > 0 && !open.isValid() && m_model->rowOf(m_openPath) >= 0;
    const int from = open.isValid() ? open.row() : m_table->currentIndex().row() - (wentOn ? 1 : 0);
    for (int row = from + delta; row >= 0 && row < rows; row += delta) {
        const QModelIndex at = m_filter->index(row, 0);
        if (fileAt(at)->error)
            continue;
        m_table->setCurrentIndex(at);
        openAt(at);
        return;
    }
}

bool QueueView::openNextUnfinished()
{
    const int rows = m_filter->rowCount();
    const int openRow = m_model->rowOf(m_openPath);
    const QModelIndex open = m_filter->mapFromSource(m_model->index(openRow, 0));
    const int from = open.isValid() ? open.row() : m_table->currentIndex().row() - 1;
    for (int step = 1; step <= rows; ++step) {
        const QModelIndex at = m_filter->index(((from + step) % rows + rows) % rows, 0);
        if (at.data(QueueModel::OpenRole).toInt() == 0 || m_filter->mapToSource(at).row() == openRow)
            continue;
        m_table->setCurrentIndex(at);
        openAt(at);
        return true;
    }
    return false;
}

bool QueueView::hasFlags(const QString& path) const
{
    const model::ReviewedFile* file = m_model->at(m_model->rowOf(path));
    return file == nullptr || file->error || !file->flags.empty();
}

} // namespace ghostline::app
