// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/analyses/limits_page.h"

#include "app/gui/widgets/replay_words.h"
#include "model/analysis/limits.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>

#include <algorithm>

namespace ghostline::app {

namespace {

/// A limit that usually tells something out of the ordinary, in the metric's unit.
double usualLimit(model::MetricSource source)
{
    switch (source) {
    case model::MetricSource::Acceleration:
        return 8.0;
    case model::MetricSource::TurnRate:
        return 90.0;
    default:
        return 20.0;
    }
}

} // namespace

LimitsPage::LimitsPage(QWidget* parent)
    : AnalysisPage(parent), m_metrics(model::limitMetrics({})), m_metric(new QComboBox(this))
{
    m_metric->setAccessibleName(tr("What must not be more"));
    for (const model::MetricInfo& metric : m_metrics)
        m_metric->addItem(shownName(metric.name));
    fields()->addRow(tr("&What"), m_metric);
    m_above = addNumber(tr("&Above"), 0.0, 0.0, 1e6, 2, {});
    m_above->setToolTip(tr("Either way: braking and turning right count like speeding up and turning left"));
    m_length = addNumber(tr("For at &least"), 0.2, 0.0, 86'400.0, 2, tr(" s"));
    m_selectedOnly = new QCheckBox(tr("Only the &selected actor"), this);
    fields()->addRow(m_selectedOnly);
    connect(m_metric, &QComboBox::currentIndexChanged, this, &LimitsPage::fitMetric);
    const auto acceleration = std::find_if(m_metrics.begin(), m_metrics.end(), [](const auto& metric) {
        return metric.source == model::MetricSource::Acceleration;
    });
    m_metric->setCurrentIndex(static_cast<int>(acceleration - m_metrics.begin()));
    rows()->addStretch(1);
    fitMetric();
}

void LimitsPage::fitMetric()
{
    const model::MetricInfo& metric = m_metrics[static_cast<std::size_t>(question())];
    m_above->setSuffix(QLatin1Char(' ') + metric.unit);
    m_above->setValue(usualLimit(metric.source));
}

int LimitsPage::question() const { return m_metric->currentIndex(); }

AnalysisPage::Search LimitsPage::search()
{
    model::LimitOptions options;
    options.metric = m_metrics[static_cast<std::size_t>(question())];
    options.above = m_above->value();
    options.minLength = model::fromSeconds(m_length->value());
    if (m_selectedOnly->isChecked()) {
        options.one = selectedActor();
        if (options.one == model::ActorId::None)
            return {};
    }
    return [options](const model::ReplaySource& source, const model::Progress& progress,
                     std::stop_token stop) -> model::Result<Found> {
        const auto found = model::findExcesses(source, options, progress, std::move(stop));
        if (!found)
            return tl::unexpected<model::Error>(found.error());
        return Found{model::findingsOf(*found, options, *source.index()->info)};
    };
}

} // namespace ghostline::app
