// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/analyses/encounters_page.h"

#include "model/analysis/encounters.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>

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
    rows()->addStretch(1);
    fitKind();
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
