// SPDX-License-Identifier: GPL-3.0-or-later
// The list of stops: what is asked for, the search on a worker, the way to each of them.
#include "app/gui/panels/standing_still_dialog.h"

#include "app/gui/jobs/job.h"
#include "app/gui/widgets/load_bar.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "model/time/time_text.h"

#include <QDoubleSpinBox>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>

namespace ghostline::app {

namespace {

enum StillnessRole {
    StillnessSortRole = Qt::UserRole, ///< what a column sorts by: seconds, not their text
    StillnessFrameRole,
    StillnessActorRole
};

QDoubleSpinBox* spinBox(double value, double least, double most, const QString& suffix, const QString& name,
                        QWidget* parent)
{
    auto* box = new QDoubleSpinBox(parent);
    box->setRange(least, most);
    box->setDecimals(1);
    box->setSuffix(suffix);
    box->setValue(value);
    box->setAccessibleName(name);
    box->setToolTip(name);
    return box;
}

QStandardItem* cell(const QString& text, const QVariant& sortedBy, bool number)
{
    auto* item = new QStandardItem(text);
    item->setData(sortedBy, StillnessSortRole);
    item->setEditable(false);
    if (number)
        item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

} // namespace

StandingStillDialog::StandingStillDialog(QWidget* parent)
    : QDialog(parent), m_job(new Job(this)), m_model(new QStandardItemModel(0, ColumnCount, this)),
      m_sorted(new QSortFilterProxyModel(this))
{
    setObjectName(QStringLiteral("standingStill"));
    setWindowTitle(tr("Standing still"));
    setModal(false);
    resize(560, 420);
    build();
    connect(m_job, &Job::progressed, this,
            [this](double share) { m_progress->setValue(static_cast<int>(share * BarSteps)); });
    connect(m_job, &Job::runningChanged, this, [this](bool running) {
        m_progress->setVisible(running);
        m_search->setText(running ? tr("Cancel") : tr("Search"));
    });
}

StandingStillDialog::~StandingStillDialog() { m_job->disconnect(this); }

void StandingStillDialog::build()
{
    const model::StandingStillOptions usual;
    m_length = spinBox(static_cast<double>(usual.minLength.count()) / 1e6, 0.1, 86'400.0, tr(" s"),
                       tr("Shortest stop"), this);
    m_radius = spinBox(usual.radius, 0.1, 1000.0, QStringLiteral(" m"),
                       tr("Farthest move that still counts as none"), this);
    m_search = new QPushButton(tr("Search"), this);
    m_search->setAutoDefault(false);
    auto* lengthLabel = new QLabel(tr("At &least"), this);
    lengthLabel->setBuddy(m_length);
    auto* radiusLabel = new QLabel(tr("&within"), this);
    radiusLabel->setBuddy(m_radius);
    auto* top = new QHBoxLayout;
    top->setSpacing(2 * Grid);
    top->addWidget(lengthLabel);
    top->addWidget(m_length);
    top->addWidget(radiusLabel);
    top->addWidget(m_radius);
    top->addStretch(1);
    top->addWidget(m_search);

    m_progress = new QProgressBar(this);
    m_progress->setRange(0, BarSteps);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(Grid);
    m_progress->setVisible(false);
    m_note = new QLabel(this);
    m_note->setForegroundRole(QPalette::PlaceholderText);

    m_model->setHorizontalHeaderLabels({tr("Who"), tr("Start"), tr("Length"), tr("Place")});
    for (const int number : {StartColumn, LengthColumn, PlaceColumn})
        m_model->setHeaderData(number, Qt::Horizontal, int(Qt::AlignRight | Qt::AlignVCenter),
                               Qt::TextAlignmentRole);
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(StillnessSortRole);
    m_table = new QTableView(this);
    m_table->setModel(m_sorted);
    tidyTable(m_table, tr("Stops"));
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(LengthColumn, Qt::DescendingOrder);
    m_table->horizontalHeader()->setSectionResizeMode(WhoColumn, QHeaderView::Stretch);
    for (const int column : {StartColumn, LengthColumn, PlaceColumn})
        m_table->horizontalHeader()->resizeSection(column, (column == PlaceColumn ? 40 : 24) * Grid);

    auto* column = new QVBoxLayout(this);
    column->setSpacing(2 * Grid);
    column->addLayout(top);
    column->addWidget(m_progress);
    column->addWidget(m_table, 1);
    column->addWidget(m_note);

    connect(m_search, &QPushButton::clicked, this, [this] {
        if (m_job->running()) {
            m_job->cancel();
            m_note->setText(tr("The search was cancelled"));
        } else {
            search();
        }
    });
    connect(m_length, &QDoubleSpinBox::editingFinished, this, [this] { m_search->setDefault(true); });
    connect(m_table, &QTableView::clicked, this, &StandingStillDialog::activate);
    connect(m_table, &QTableView::activated, this, &StandingStillDialog::activate);
}

void StandingStillDialog::setSession(ReplaySession* session)
{
    m_job->cancel();
    m_session = session;
    m_searched = 0;
    m_model->setRowCount(0);
    m_note->clear();
    if (session == nullptr)
        hide();
    else
        m_radius->setSuffix(QLatin1Char(' ') + session->info().lengthUnit);
}

void StandingStillDialog::present()
{
    show();
    raise();
    activateWindow();
    if (m_session != nullptr && !m_job->running() && m_searched != m_session->index()->revision)
        search();
}

void StandingStillDialog::search()
{
    if (m_session == nullptr)
        return;
    m_progress->setValue(0);
    m_note->setText(tr("Searching…"));
    model::StandingStillOptions options;
    options.minLength = model::Micros{static_cast<std::int64_t>(m_length->value() * 1e6)};
    options.radius = m_radius->value();
    m_searched = m_session->index()->revision;
    m_job->start(
        [this, source = m_session->source(), options](const model::Progress& progress, std::stop_token stop) {
            auto found = model::findStandingStill(*source, options, progress, std::move(stop));
            return std::function<void()>([this, found = std::move(found)] {
                if (found)
                    fill(*found);
                else
                    m_note->setText(shownError(found.error()));
            });
        });
}

void StandingStillDialog::fill(const std::vector<model::StandingStill>& found)
{
    m_table->setSortingEnabled(false); // once at the end, not with every row
    m_model->setRowCount(0);
    const QFont figures = tabularFont(font());
    for (const model::StandingStill& stop : found) {
        const model::ActorInfo* actor = m_session->info().actor(stop.actor);
        const QString name = actor != nullptr ? actor->name : QString();
        const QString place = tr("%L1, %L2, %L3")
                                  .arg(stop.position.x, 0, 'f', 1)
                                  .arg(stop.position.y, 0, 'f', 1)
                                  .arg(stop.position.z, 0, 'f', 1);
        QList<QStandardItem*> row{cell(name, name, false),
                                  cell(model::formatTime(stop.begin), qint64{stop.begin.count()}, true),
                                  cell(model::formatTime(stop.length), qint64{stop.length.count()}, true),
                                  cell(place, stop.position.x, true)};
        for (QStandardItem* item : row) {
            item->setData(qint64{stop.frames.first}, StillnessFrameRole);
            item->setData(model::index(stop.actor), StillnessActorRole);
            if (item != row.first())
                item->setFont(figures);
        }
        m_model->appendRow(row);
    }
    m_table->setSortingEnabled(true);
    m_note->setText(found.empty() ? tr("Nobody stood still that long")
                                  : tr("%n stops; positions in %1", nullptr, static_cast<int>(found.size()))
                                        .arg(m_session->info().lengthUnit));
}

void StandingStillDialog::activate(const QModelIndex& at)
{
    if (m_session == nullptr || !at.isValid())
        return;
    m_session->playhead().seek({at.data(StillnessFrameRole).toLongLong(), 0.0});
    m_session->actors()->select(static_cast<model::ActorId>(at.data(StillnessActorRole).toUInt()));
}

} // namespace ghostline::app
