// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/ghosts/copies_dialog.h"

#include "app/gui/ghosts/ghost_words.h"
#include "app/gui/widgets/load_bar.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "model/codec/find_recordings.h"
#include "model/codec/opening.h"
#include "model/time/time_text.h"

#include <QDir>
#include <QHeaderView>
#include <QProgressBar>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>

namespace ghostline::app {

namespace {

enum Role { SortRole = Qt::UserRole, PathRole, OtherRole };

QStandardItem* cell(const QString& text, const QVariant& sortedBy, bool figure)
{
    auto* item = new QStandardItem(text);
    item->setData(sortedBy, SortRole);
    item->setEditable(false);
    if (figure)
        item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

QStandardItem* timeCell(model::Micros time)
{
    return cell(model::formatTime(time), qint64{time.count()}, true);
}

} // namespace

/// The worker's: reads run by run, and holds each against those before.
class CopiesDialog::Reading
{
public:
    Reading(std::shared_ptr<const model::CodecRegistry> registry, std::stop_token stop)
        : m_open(model::openerOf(std::move(registry))), m_stop(std::move(stop))
    {
    }
    int runs() const { return static_cast<int>(m_paths.size()); }
    int unreadable() const { return m_unreadable; }

    std::vector<Copy> take(const QString& path)
    {
        model::OpenOptions options;
        options.stop = m_stop;
        const auto replay = model::openComplete(m_open, path, options);
        auto track =
            replay ? model::readRunTrack(*replay->source, model::runnerOf(*replay->index->info), {}, m_stop)
                   : model::Result<model::RunTrack>(tl::unexpected(replay.error()));
        if (!track) {
            ++m_unreadable;
            return {};
        }
        auto kept = std::make_shared<const model::RunTrack>(std::move(*track));
        m_paths.push_back(path);
        m_tracks.push_back(kept);
        std::vector<Copy> out;
        for (const model::CopiedPair& pair : m_search.add(kept)) {
            for (const model::CopiedStretch& stretch : pair.stretches)
                out.push_back(copyOf(pair, stretch));
        }
        return out;
    }

private:
    Copy copyOf(const model::CopiedPair& pair, const model::CopiedStretch& stretch) const
    {
        const model::RunTrack& a = *m_tracks[pair.a];
        const model::Micros from = a.axis.timeOf(stretch.a.first);
        return {m_paths[pair.a],
                m_paths[pair.b],
                from,
                m_tracks[pair.b]->axis.timeOf(stretch.b.first),
                a.axis.timeOf(stretch.a.end - 1) - from,
                stretch.metres,
                a.unit};
    }

    model::Opener m_open;
    std::stop_token m_stop;
    model::CopySearch m_search;
    std::vector<QString> m_paths;
    std::vector<std::shared_ptr<const model::RunTrack>> m_tracks;
    int m_unreadable = 0;
};

CopiesDialog::CopiesDialog(std::shared_ptr<const model::CodecRegistry> registry, QWidget* parent)
    : QDialog(parent), m_registry(std::move(registry)), m_model(new QStandardItemModel(0, ColumnCount, this)),
      m_sorted(new QSortFilterProxyModel(this))
{
    setObjectName(QStringLiteral("copies"));
    setModal(false);
    setAttribute(Qt::WA_DeleteOnClose);
    resize(760, 420);
    build();
    connect(&m_job, &Job::progressed, this,
            [this](double share) { m_progress->setValue(static_cast<int>(share * BarSteps)); });
    connect(&m_job, &Job::runningChanged, m_progress, &QWidget::setVisible);
}

CopiesDialog::~CopiesDialog() { m_job.disconnect(this); }

void CopiesDialog::build()
{
    m_model->setHorizontalHeaderLabels(
        {tr("Recording"), tr("From"), tr("Same as"), tr("From"), tr("For"), tr("Way")});
    for (const Column column : {FromColumn, OtherFromColumn, LengthColumn, MetresColumn})
        m_model->setHeaderData(column, Qt::Horizontal, int(Qt::AlignRight | Qt::AlignVCenter),
                               Qt::TextAlignmentRole);
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(SortRole);
    m_table = new QTableView(this);
    m_table->setModel(m_sorted);
    tidyTable(m_table, tr("Copies in this folder"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(MetresColumn, Qt::DescendingOrder);
    m_table->setToolTip(tr("A double click opens the recording, with the other one as its ghost"));
    QHeaderView* header = m_table->horizontalHeader();
    header->setSectionResizeMode(RunColumn, QHeaderView::Stretch);
    header->setSectionResizeMode(OtherColumn, QHeaderView::Stretch);
    for (const Column column : {FromColumn, OtherFromColumn, LengthColumn, MetresColumn})
        header->resizeSection(column, 22 * Grid);
    m_progress = new QProgressBar(this);
    m_progress->setRange(0, BarSteps);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(Grid);
    m_progress->setVisible(false);
    m_note = new ElidedLabel(this);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(2 * Grid);
    column->addWidget(m_progress);
    column->addWidget(m_table, 1);
    column->addWidget(m_note);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& row) {
        Q_EMIT pairChosen(row.data(PathRole).toString(), row.data(OtherRole).toString());
    });
}

void CopiesDialog::look(const QString& folder)
{
    setWindowTitle(tr("Copies in %1").arg(folder));
    m_model->setRowCount(0);
    m_progress->setValue(0);
    m_note->setText(tr("Reading…"));
    const int number = ++m_folder;
    m_job.start(
        [this, folder, number, registry = m_registry](const model::Progress& progress, std::stop_token stop) {
            const model::FoundRecordings found = model::findRecordings({folder}, *registry, stop);
            const QString trouble = found.missing.empty() ? QString() : shownError(found.missing.front());
            Reading reading(registry, stop);
            for (qsizetype i = 0; i < found.files.size() && !stop.stop_requested(); ++i) {
                progress(static_cast<double>(i) / static_cast<double>(found.files.size()));
                std::vector<Copy> copies = reading.take(found.files[i]);
                if (copies.empty())
                    continue;
                QMetaObject::invokeMethod(
                    this,
                    [this, number, copies = std::move(copies)] {
                        for (const Copy& copy : copies) {
                            if (number == m_folder)
                                addCopy(copy);
                        }
                    },
                    Qt::QueuedConnection);
            }
            return std::function<void()>([this, runs = reading.runs(), unreadable = reading.unreadable(),
                                          trouble] { finish(runs, unreadable, trouble); });
        });
}

void CopiesDialog::addCopy(const Copy& copy)
{
    constexpr int Most = 10'000; // a folder full of one run has more pairs than anybody reads
    if (m_model->rowCount() >= Most)
        return;
    const auto name = [](const QString& path) { return QDir(path).dirName(); };
    QList<QStandardItem*> row{cell(name(copy.path), copy.path, false),
                              timeCell(copy.from),
                              cell(name(copy.other), copy.other, false),
                              timeCell(copy.otherFrom),
                              timeCell(copy.length),
                              cell(lengthText(copy.metres, copy.unit), copy.metres, true)};
    row[RunColumn]->setToolTip(copy.path);
    row[OtherColumn]->setToolTip(copy.other);
    for (QStandardItem* item : row) {
        item->setData(copy.path, PathRole);
        item->setData(copy.other, OtherRole);
        item->setFont(tabularFont(font()));
    }
    m_model->appendRow(row);
}

void CopiesDialog::finish(int runs, int unreadable, const QString& trouble)
{
    if (!trouble.isEmpty()) {
        m_note->setText(trouble);
        return;
    }
    QString text = tr("%n runs compared", nullptr, runs);
    if (unreadable > 0)
        text += QStringLiteral("; ") + tr("%n could not be", nullptr, unreadable);
    if (m_model->rowCount() == 0)
        text += QStringLiteral("; ") + tr("none is a copy of another");
    m_note->setText(text);
}

} // namespace ghostline::app
