// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/analyses/analysis_page.h"

#include "app/gui/jobs/job.h"
#include "app/gui/widgets/load_bar.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "model/time/time_text.h"

#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace ghostline::app {

namespace {

QString noneText(model::WhyNone why)
{
    switch (why) {
    case model::WhyNone::NobodyToMeet:
        return AnalysisPage::tr("Nothing found: there are never two who count at the same time");
    case model::WhyNone::OneTeam:
        return AnalysisPage::tr("Nothing found: the recording does not tell of two teams");
    case model::WhyNone::Estimates:
        return AnalysisPage::tr(
            "Nothing found: most places were not recorded but estimated; let places between those "
            "recorded count, too");
    case model::WhyNone::TooLarge:
        return AnalysisPage::tr(
            "Nothing found: distances are those between the middles of two, and even the smallest are "
            "wider than that; take a greater distance");
    case model::WhyNone::Unknown:
        break;
    }
    return AnalysisPage::tr("Nothing found");
}

} // namespace

AnalysisPage::AnalysisPage(QWidget* parent) : Panel(parent), m_job(new Job(this))
{
    build();
    connect(m_job, &Job::progressed, this,
            [this](double share) { m_progress->setValue(static_cast<int>(share * BarSteps)); });
    connect(m_job, &Job::runningChanged, this, [this](bool running) {
        m_progress->setValue(0);
        m_progress->setVisible(running);
        m_start->setText(running ? tr("Cancel") : tr("Search"));
    });
}

AnalysisPage::~AnalysisPage() { m_job->disconnect(this); }

void AnalysisPage::build()
{
    m_fields = new QFormLayout;
    m_fields->setSpacing(2 * Grid);
    m_rows = new QVBoxLayout;
    m_rows->setSpacing(2 * Grid);
    m_progress = new QProgressBar(this);
    m_progress->setRange(0, BarSteps);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(Grid);
    m_progress->setVisible(false);
    m_note = new QLabel(this);
    m_note->setWordWrap(true);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_start = new QPushButton(tr("Search"), this);
    m_start->setAutoDefault(false);
    m_remove = new QPushButton(tr("Remove results"), this);
    m_remove->setAutoDefault(false);
    m_remove->setEnabled(false);
    m_remove->setToolTip(tr("Take what was found here out of the events again"));
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_start);
    buttons->addWidget(m_remove);
    buttons->addStretch(1);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(2 * Grid);
    column->addLayout(m_fields);
    column->addLayout(m_rows, 1);
    column->addLayout(buttons);
    column->addWidget(m_progress);
    column->addWidget(m_note);
    connect(m_start, &QPushButton::clicked, this, [this] {
        if (m_job->running()) {
            m_job->cancel();
            tell(tr("The search was cancelled"));
        } else {
            start();
        }
    });
    connect(m_remove, &QPushButton::clicked, this, [this] {
        forget();
        tell({});
    });
}

QDoubleSpinBox* AnalysisPage::addNumber(const QString& label, double value, double least, double most,
                                        int decimals, const QString& suffix)
{
    auto* box = new QDoubleSpinBox(this);
    box->setRange(least, most);
    box->setDecimals(decimals);
    box->setSuffix(suffix);
    box->setValue(value);
    box->setAccessibleName(QString(label).remove(QLatin1Char('&')));
    m_fields->addRow(label, box);
    return box;
}

void AnalysisPage::onSessionChanged()
{
    m_job->cancel();
    m_findings.clear(); // with the session goes what it listed
    m_remove->setEnabled(false);
    tell({});
    if (session() == nullptr)
        return;
    connect(session(), &ReplaySession::indexChanged, this, &AnalysisPage::tellReach);
    for (QDoubleSpinBox* box : m_lengths)
        box->setSuffix(QLatin1Char(' ') + session()->info().lengthUnit);
}

void AnalysisPage::measureIn(QDoubleSpinBox* box)
{
    box->setSuffix(QStringLiteral(" m"));
    m_lengths.push_back(box);
}

void AnalysisPage::start()
{
    const Search wanted = session() != nullptr ? search() : Search();
    if (!wanted)
        return;
    tell(tr("Searching…"));
    m_job->start([this, wanted, source = session()->source(),
                  asked = question()](const model::Progress& progress, std::stop_token stop) {
        auto found = wanted(*source, progress, std::move(stop));
        return std::function<void()>([this, asked, found = std::move(found)] { deliver(asked, found); });
    });
}

void AnalysisPage::deliver(int question, const model::Result<Found>& found)
{
    if (!found) {
        tell(shownError(found.error()));
        return;
    }
    m_findings[question] = found->findings;
    m_shown = question;
    m_remove->setEnabled(true);
    showFound(*found);
    Q_EMIT findingsChanged();
    tellReach();
}

void AnalysisPage::showFound(const Found&) {}

void AnalysisPage::forget()
{
    if (m_findings.empty())
        return;
    m_findings.clear();
    m_remove->setEnabled(false);
    showFound({});
    Q_EMIT findingsChanged();
}

void AnalysisPage::replaceFound(const model::Findings& findings)
{
    m_findings[m_shown] = findings;
    Q_EMIT findingsChanged();
    tellReach();
}

model::ActorId AnalysisPage::selectedActor()
{
    const model::ActorId selected = session()->actors()->selected();
    if (session()->info().actor(selected) != nullptr)
        return selected;
    tell(tr("Select an actor first: click one in the view"));
    return model::ActorId::None;
}

void AnalysisPage::tell(const QString& text) { m_note->setText(text); }

/// How much was found, and what is missing.
void AnalysisPage::tellReach()
{
    const auto shown = m_findings.find(m_shown);
    if (shown == m_findings.end() || session() == nullptr || m_job->running())
        return;
    const model::Findings& findings = shown->second;
    const auto found = static_cast<int>(findings.events.size());
    QString text = found == 0 ? noneText(findings.whyNone)
                              : tr("%n found; see Events and the timeline, worked out", nullptr, found);
    if (findings.capped)
        text += tr(". There were more: narrow the question down");
    if (findings.frames < session()->index()->frames() && findings.frames > 0)
        text += tr(". Up to %1; the recording has grown since: search again")
                    .arg(model::formatTime(session()->index()->timeAxis.timeOf(findings.frames - 1)));
    tell(text);
}

} // namespace ghostline::app
