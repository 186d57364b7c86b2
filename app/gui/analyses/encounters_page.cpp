// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/analyses/encounters_page.h"

#include "app/gui/widgets/csv_export.h"
#include "app/gui/widgets/panel_style.h"
#include "model/analysis/encounters.h"
#include "model/time/time_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>

#include <limits>

namespace ghostline::app {

namespace {

/// A combo box whose entries are numbered in the order given.
QComboBox* choice(const QStringList& entries, const QString& name, QWidget* parent)
{
    auto* box = new QComboBox(parent);
    box->addItems(entries);
    box->setAccessibleName(name);
    return box;
}

enum EncounterRole {
    EncounterSortRole = Qt::UserRole, ///< what a column sorts by: numbers, not their text
    EncounterFrameRole,
    EncounterActorRole
};

QStandardItem* encounterCell(const QString& text, const QVariant& sortedBy)
{
    auto* item = new QStandardItem(text);
    item->setData(sortedBy, EncounterSortRole);
    item->setEditable(false);
    return item;
}

/// A number of an event's data; where there is none, a dash, farther than any.
QStandardItem* encounterNumber(const model::Event& event, QLatin1String key, const QFont& font)
{
    const QJsonValue value = event.data.value(key);
    const double number = value.toDouble(std::numeric_limits<double>::infinity());
    QStandardItem* item = encounterCell(
        value.isDouble() ? QStringLiteral("%L1").arg(number, 0, 'f', 2) : QStringLiteral("–"), number);
    if (value.isDouble())
        item->setData(QString::number(number, 'f', 2), FileTextRole);
    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    item->setFont(font);
    return item;
}

QString namesOf(const model::Event& event, const model::ReplayInfo& info)
{
    QStringList names;
    for (const model::ActorId actor : event.actors) {
        const model::ActorInfo* known = info.actor(actor);
        names << (known != nullptr ? known->name : QString());
    }
    return names.join(QStringLiteral(" – "));
}

} // namespace

EncountersPage::EncountersPage(QWidget* parent)
    : AnalysisPage(parent),
      m_kind(choice({tr("Near each other"), tr("Contact")}, tr("What to look for"), this)),
      m_who(choice({tr("Everybody who moves"), tr("Players"), tr("Different teams"),
                    tr("The selected actor against all")},
                   tr("Who"), this))
{
    fields()->addRow(tr("&What"), m_kind);
    m_radius = addNumber(tr("&Within"), 5.0, 0.05, 100'000.0, 2, {});
    m_release = addNumber(tr("&Apart again beyond"), 5.0, 0.05, 100'000.0, 2, {});
    measureIn(m_radius);
    measureIn(m_release);
    m_release->setToolTip(tr("More than the distance: a jitter at the limit is one encounter, not many"));
    m_length = addNumber(tr("At &least"), 0.0, 0.0, 86'400.0, 2, tr(" s"));
    fields()->addRow(tr("W&ho"), m_who);
    m_estimates = new QCheckBox(tr("&Places between those recorded count, too"), this);
    m_estimates->setToolTip(
        tr("Places that were put together between records; what is only held at the last known place never "
           "counts"));
    fields()->addRow(m_estimates);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &EncountersPage::fitKind);
    connect(m_radius, &QDoubleSpinBox::valueChanged, m_release, &QDoubleSpinBox::setMinimum);
    buildTable();
    fitKind();
}

void EncountersPage::buildTable()
{
    m_model = new QStandardItemModel(0, ColumnCount, this);
    m_model->setHorizontalHeaderLabels({tr("Closest at"), tr("Who"), QString(), QString(),
                                        tr("Collision in (s)"), tr("Followed after (s)")});
    m_model->setSortRole(EncounterSortRole);
    for (const auto& [column, tip] :
         {std::pair{GapColumn, tr("The least distance between the two boxes; 0 where they overlapped")},
          std::pair{DistanceColumn, tr("The least distance between the middles of the two")},
          std::pair{CollisionColumn,
                    tr("Time to collision: the shortest until the boxes would have touched, had both "
                       "gone on as they did; of pairs with a vehicle")},
          std::pair{EncroachmentColumn,
                    tr("Post-encroachment time: the shortest from one leaving a place to the other "
                       "taking it; of pairs with a vehicle")}})
        m_model->setHeaderData(column, Qt::Horizontal, tip, Qt::ToolTipRole);
    m_table = new QTableView(this);
    m_table->setModel(m_model);
    tidyTable(m_table, tr("Encounters, the nearest first"));
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setSectionResizeMode(WhoColumn, QHeaderView::Stretch);
    connect(m_table, &QTableView::clicked, this, &EncountersPage::goTo);
    connect(m_table, &QTableView::activated, this, &EncountersPage::goTo);
    rows()->addWidget(m_table, 1);
}

void EncountersPage::onSessionChanged()
{
    AnalysisPage::onSessionChanged();
    m_model->setRowCount(0);
    const QString unit = session() != nullptr ? session()->info().lengthUnit : model::ReplayInfo{}.lengthUnit;
    m_model->setHeaderData(GapColumn, Qt::Horizontal, tr("Gap (%1)").arg(unit));
    m_model->setHeaderData(DistanceColumn, Qt::Horizontal, tr("Middles (%1)").arg(unit));
}

/// The nearest first, whatever the table was sorted by before.
void EncountersPage::showFound(const Found& found)
{
    m_table->setSortingEnabled(false); // rows come in the order they are to stand in
    m_model->setRowCount(0);
    const QFont figures = tabularFont(font());
    for (const model::Event* event : model::nearestFirst(found.findings)) {
        const double at = event->data.value(QLatin1String("closest_s")).toDouble();
        const QString who = namesOf(*event, session()->info());
        QList<QStandardItem*> row{encounterCell(model::formatTime(model::fromSeconds(at)), at),
                                  encounterCell(who, who),
                                  encounterNumber(*event, QLatin1String("gap_m"), figures),
                                  encounterNumber(*event, QLatin1String("distance_m"), figures),
                                  encounterNumber(*event, QLatin1String("ttc_s"), figures),
                                  encounterNumber(*event, QLatin1String("pet_s"), figures)};
        row[AtColumn]->setFont(figures);
        for (QStandardItem* item : row) {
            item->setData(event->data.value(QLatin1String("closest_frame")).toInteger(), EncounterFrameRole);
            item->setData(model::index(event->actors.front()), EncounterActorRole);
        }
        m_model->appendRow(row);
    }
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_table->setSortingEnabled(true);
}

void EncountersPage::goTo(const QModelIndex& at)
{
    if (session() == nullptr || !at.isValid())
        return;
    session()->playhead().seek({at.data(EncounterFrameRole).toLongLong(), 0.0});
    session()->actors()->select(static_cast<model::ActorId>(at.data(EncounterActorRole).toUInt()));
}

/// The usual distances of what is asked for.
void EncountersPage::fitKind()
{
    const model::EncounterOptions usual =
        m_kind->currentIndex() == 0 ? model::EncounterOptions{} : model::contactOptions();
    m_radius->setValue(usual.radius);
    m_release->setValue(usual.release);
    m_estimates->setChecked(!usual.recordedOnly);
}

int EncountersPage::question() const { return m_kind->currentIndex(); }

AnalysisPage::Search EncountersPage::search()
{
    model::EncounterOptions options;
    options.kind = m_kind->currentIndex() == 0 ? model::FindingKind::Proximity : model::FindingKind::Contact;
    options.radius = m_radius->value();
    options.release = m_release->value();
    options.minLength = model::fromSeconds(m_length->value());
    options.recordedOnly = !m_estimates->isChecked();
    const int who = m_who->currentIndex();
    options.actors.playersOnly = who == Players;
    options.acrossTeams = who == Opponents;
    if (who == Selected) {
        options.one = selectedActor();
        if (options.one == model::ActorId::None)
            return {};
    }
    return [options](const model::ReplaySource& source, const model::Progress& progress,
                     std::stop_token stop) -> model::Result<Found> {
        const auto found = model::findEncounters(source, options, progress, std::move(stop));
        if (!found)
            return tl::unexpected<model::Error>(found.error());
        return Found{model::findingsOf(*found, *source.index()->info, options)};
    };
}

} // namespace ghostline::app
