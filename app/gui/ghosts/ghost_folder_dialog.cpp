// SPDX-License-Identifier: GPL-3.0-or-later
// Reading the folder on a worker, run by run, and choosing from what has come.
#include "app/gui/ghosts/ghost_folder_dialog.h"

#include "app/gui/ghosts/ghost_words.h"
#include "app/gui/widgets/dates.h"
#include "app/gui/widgets/load_bar.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "model/codec/find_recordings.h"

#include <QHeaderView>
#include <QProgressBar>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>

namespace ghostline::app {

namespace {

enum Role {
    RunSortRole = Qt::UserRole, ///< what a column sorts by: microseconds, not their text
    PathRole,
    OtherWorldRole
};

QStandardItem* cell(const QString& text, const QVariant& sortedBy)
{
    auto* item = new QStandardItem(text);
    item->setData(sortedBy, RunSortRole);
    item->setEditable(false);
    return item;
}

QString outcomeText(const FolderRun& run)
{
    if (!run.trouble.isEmpty())
        return GhostFolderDialog::tr("cannot be read");
    if (run.otherWorld)
        return GhostFolderDialog::tr("another world");
    if (run.finished)
        return GhostFolderDialog::tr("finished");
    if (!run.outcome.isEmpty())
        return run.outcome;
    return run.marked ? GhostFolderDialog::tr("under way") : noNumberDash();
}

} // namespace

GhostFolderDialog::GhostFolderDialog(std::shared_ptr<const model::CodecRegistry> registry,
                                     std::shared_ptr<const model::ReplayInfo> mine, QString minePath,
                                     QWidget* parent)
    : QDialog(parent), m_registry(std::move(registry)), m_mine(std::move(mine)),
      m_minePath(std::move(minePath)), m_model(new QStandardItemModel(0, ColumnCount, this)),
      m_sorted(new QSortFilterProxyModel(this))
{
    setObjectName(QStringLiteral("ghostFolder"));
    setModal(false);
    setAttribute(Qt::WA_DeleteOnClose);
    resize(640, 420);
    build();
    connect(&m_job, &Job::progressed, this,
            [this](double share) { m_progress->setValue(static_cast<int>(share * BarSteps)); });
    connect(&m_job, &Job::runningChanged, m_progress, &QWidget::setVisible);
}

GhostFolderDialog::~GhostFolderDialog() { m_job.disconnect(this); }

void GhostFolderDialog::build()
{
    m_model->setHorizontalHeaderLabels(
        {tr("Recording"), tr("Time"), tr("Outcome"), tr("Recorded"), tr("Version")});
    m_model->setHeaderData(TimeColumn, Qt::Horizontal, int(Qt::AlignRight | Qt::AlignVCenter),
                           Qt::TextAlignmentRole);
    m_model->setHeaderData(
        TimeColumn, Qt::Horizontal,
        tr("Of the run, from its start to its end; of the whole recording where it marks none"),
        Qt::ToolTipRole);
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(RunSortRole);
    m_table = new QTableView(this);
    m_table->setModel(m_sorted);
    tidyTable(m_table, tr("Runs in this folder"));
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(TimeColumn, Qt::AscendingOrder);
    QHeaderView* header = m_table->horizontalHeader();
    header->setSectionResizeMode(NameColumn, QHeaderView::Stretch);
    header->resizeSection(TimeColumn, 20 * Grid);
    header->resizeSection(OutcomeColumn, 28 * Grid);
    header->resizeSection(
        RecordedColumn, fontMetrics().horizontalAdvance(momentText(QDateTime::currentDateTime())) + 4 * Grid);
    header->resizeSection(VersionColumn, 20 * Grid);

    m_progress = new QProgressBar(this);
    m_progress->setRange(0, BarSteps);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(Grid);
    m_progress->setVisible(false);
    m_note = new ElidedLabel(this);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_add = new QPushButton(this);
    m_add->setDefault(true);
    auto* bottom = new QHBoxLayout;
    bottom->addWidget(m_note, 1);
    bottom->addWidget(m_add);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(2 * Grid);
    column->addWidget(m_progress);
    column->addWidget(m_table, 1);
    column->addLayout(bottom);

    connect(m_add, &QPushButton::clicked, this, &GhostFolderDialog::choose);
    connect(m_table, &QTableView::doubleClicked, this, &GhostFolderDialog::choose);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &GhostFolderDialog::updateButton);
    updateButton();
}

void GhostFolderDialog::list(const QString& folder)
{
    setWindowTitle(tr("Ghosts from %1").arg(folder));
    m_model->setRowCount(0);
    m_progress->setValue(0);
    m_note->setText(tr("Reading…"));
    const int number = ++m_folder;
    m_job.start([this, folder, number, registry = m_registry, mine = m_mine,
                 own = m_minePath](const model::Progress& progress, std::stop_token stop) {
        const model::FoundRecordings found = model::findRecordings({folder}, *registry, stop);
        const QString trouble = found.missing.empty() ? QString() : shownError(found.missing.front());
        for (qsizetype i = 0; i < found.files.size() && !stop.stop_requested(); ++i) {
            progress(static_cast<double>(i) / static_cast<double>(found.files.size()));
            if (found.files[i] == own)
                continue;
            FolderRun run = readFolderRun(*registry, found.files[i], *mine, stop);
            QMetaObject::invokeMethod(
                this,
                [this, number, run = std::move(run)] {
                    if (number == m_folder)
                        addRun(run);
                },
                Qt::QueuedConnection);
        }
        return std::function<void()>([this, skipped = found.skipped, trouble] { finish(skipped, trouble); });
    });
}

void GhostFolderDialog::finish(int skipped, const QString& trouble)
{
    const QString read = tr("%n recordings", nullptr, m_model->rowCount());
    m_note->setText(!trouble.isEmpty() ? trouble
                    : skipped > 0      ? tr("%1; %n other files", nullptr, skipped).arg(read)
                                       : read);
}

void GhostFolderDialog::addRun(const FolderRun& run)
{
    const bool read = run.trouble.isEmpty();
    const QString recorded = momentText(run.recordedAt);
    const QString outcome = outcomeText(run);
    QList<QStandardItem*> row{
        cell(run.name, run.name),
        // What cannot be compared sorts behind all that can.
        cell(read ? secondsText(run.time) : noNumberDash(),
             read && !run.otherWorld ? qint64{run.time.count()} : std::numeric_limits<qint64>::max()),
        cell(outcome, outcome), cell(recorded, run.recordedAt), cell(run.version, run.version)};
    row[TimeColumn]->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row[TimeColumn]->setFont(tabularFont(font()));
    for (QStandardItem* item : row) {
        item->setData(run.path, PathRole);
        item->setData(run.otherWorld, OtherWorldRole);
        if (!read || run.otherWorld)
            item->setForeground(palette().brush(QPalette::PlaceholderText));
        if (!read) {
            item->setFlags(Qt::NoItemFlags);
            item->setToolTip(run.trouble);
        } else if (run.otherWorld) {
            item->setToolTip(tr("Recorded on another map, or another version of it"));
        }
    }
    m_model->appendRow(row);
}

void GhostFolderDialog::updateButton()
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    const bool anyway = std::any_of(rows.begin(), rows.end(),
                                    [](const QModelIndex& row) { return row.data(OtherWorldRole).toBool(); });
    m_add->setText(anyway ? tr("Compare anyway") : tr("Add as ghost"));
    m_add->setEnabled(!rows.isEmpty());
}

void GhostFolderDialog::choose()
{
    QStringList paths;
    bool anyway = false;
    for (const QModelIndex& row : m_table->selectionModel()->selectedRows()) {
        paths << row.data(PathRole).toString();
        anyway = anyway || row.data(OtherWorldRole).toBool();
    }
    if (paths.isEmpty())
        return;
    Q_EMIT runsChosen(paths, anyway);
    close();
}

} // namespace ghostline::app
