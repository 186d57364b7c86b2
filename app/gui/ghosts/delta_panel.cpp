// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/ghosts/delta_panel.h"

#include "app/gui/ghosts/delta_plot.h"
#include "app/gui/jobs/job.h"
#include "app/gui/widgets/panel_style.h"

#include <QButtonGroup>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ghostline::app {

namespace {

constexpr int ChartsMs = 250; ///< a run that is still growing renews the curves no more often

} // namespace

DeltaPanel::DeltaPanel(GhostSet* ghosts, QWidget* parent)
    : Panel(parent, CurvesMs), m_ghosts(ghosts),
      m_charts(new RefreshThrottle(this, ChartsMs, [this] { rebuild(); })), m_making(new Job(this))
{
    build();
    onThemeChanged();
    for (const auto signal :
         {&GhostSet::ghostsChanged, &GhostSet::runnerChanged, &GhostSet::alignmentChanged})
        connect(m_ghosts, signal, m_charts, &RefreshThrottle::schedule);
    // A run that is being recorded grows without being another one.
    connect(m_ghosts, &GhostSet::figuresChanged, this, [this] {
        if (m_ghosts->runnerTrack() != m_drawn)
            m_charts->schedule();
    });
}

void DeltaPanel::build()
{
    QHBoxLayout* row = toolRow(Grid);
    auto* group = new QButtonGroup(this);
    for (QToolButton* button :
         {overButton(DeltaOver::Progress, tr("Over the way"),
                     tr("At the same place, along the runner's way in metres")),
          overButton(DeltaOver::Time, tr("Over time"),
                     tr("As it is aligned, along the time since the runner's start"))}) {
        group->addButton(button);
        row->addWidget(button);
    }
    row->addStretch(1);
    row->addWidget(quantityButton(DeltaQuantity::Speed, tr("Speed"), tr("Speed of runner and ghosts below")));
    row->addWidget(
        quantityButton(DeltaQuantity::Height, tr("Height"), tr("Height of runner and ghosts below")));
    row->addWidget(quantityButton(DeltaQuantity::Distance, tr("Apart"),
                                  tr("Distance from the runner to each ghost below")));

    m_plot = new DeltaPlot(this);
    connect(m_plot, &DeltaPlot::clicked, this, &DeltaPanel::goTo);
    QVBoxLayout* column = makeContentColumn({}, Grid);
    column->addLayout(row);
    column->addWidget(m_plot, 1);
}

QToolButton* DeltaPanel::overButton(DeltaOver over, const QString& text, const QString& help)
{
    QToolButton* button = switchButton(text, help, this);
    button->setChecked(over == m_over);
    connect(button, &QToolButton::clicked, this, [this, over] { setOver(over); });
    m_overButtons.emplace_back(over, button);
    return button;
}

QToolButton* DeltaPanel::quantityButton(DeltaQuantity quantity, const QString& text, const QString& help)
{
    QToolButton* button = switchButton(text, help, this);
    connect(button, &QToolButton::toggled, this, [this, quantity](bool on) { setShown(quantity, on); });
    return button;
}

void DeltaPanel::onSessionChanged()
{
    if (session() != nullptr)
        connect(session()->playback(), &Playback::stateChanged, &throttle(), &RefreshThrottle::schedule);
    m_charts->refreshNow();
}

void DeltaPanel::onThemeChanged() { m_plot->setTheme(theme()); }

void DeltaPanel::setOver(DeltaOver over)
{
    m_over = over;
    m_charts->refreshNow();
}

void DeltaPanel::setShown(DeltaQuantity quantity, bool shown)
{
    std::erase(m_shown, quantity);
    if (shown)
        m_shown.push_back(quantity);
    std::sort(m_shown.begin(), m_shown.end());
    m_charts->refreshNow();
}

/// Along the way everybody is compared at the same place, whatever the view is aligned by; along the time, as
/// it is shown.
std::vector<DeltaGhost> DeltaPanel::drawnGhosts(DeltaOver over) const
{
    std::vector<DeltaGhost> drawn;
    for (const Ghost& ghost : m_ghosts->ghosts()) {
        if (ghost.status != GhostStatus::Ready || !ghost.visible || ghost.track == nullptr)
            continue;
        const model::GhostClock clock =
            over == DeltaOver::Time
                ? ghost.clock
                : model::GhostClock(ghost.measured, ghost.track, model::Alignment::Progress, ghost.course,
                                    ghost.progress);
        drawn.push_back({ghost.name, ghost.hue, ghost.track, clock});
    }
    return drawn;
}

/// In the background. What is being made already comes to its end first: a run that grows would never be
/// drawn.
void DeltaPanel::rebuild()
{
    const auto runner = session() != nullptr ? m_ghosts->runnerTrack() : nullptr;
    m_drawn = m_ghosts->runnerTrack();
    const DeltaAxis axis = runner != nullptr ? DeltaAxis(runner, m_ghosts->course(), m_over) : DeltaAxis();
    const auto ghosts = runner != nullptr ? drawnGhosts(axis.over()) : std::vector<DeltaGhost>();
    m_outdated = false;
    if (ghosts.empty()) {
        m_making->cancel();
        showNothing();
        return;
    }
    if (m_making->running()) {
        m_outdated = true;
        return;
    }
    m_making->start(
        [this, axis, runner, ghosts, shown = m_shown](const model::Progress&, const std::stop_token& stop) {
            return [this, own = axis, chart = makeDeltaChart(axis, *runner, ghosts, shown, stop)]() mutable {
                showChart(std::move(own), std::move(chart));
            };
        });
}

void DeltaPanel::showChart(DeltaAxis axis, DeltaChart chart)
{
    m_axis = std::move(axis);
    m_plot->setChart(std::move(chart));
    showContent();
    updateButtons();
    refresh();
    if (m_outdated)
        rebuild();
}

void DeltaPanel::showNothing()
{
    m_axis = {};
    m_plot->setChart({});
    showEmpty(m_ghosts->ghosts().empty() ? tr("Add a ghost to see where the runner loses time against it")
                                         : tr("No ghost is shown yet"));
    updateButtons();
    refresh();
}

void DeltaPanel::updateButtons()
{
    for (const auto& [over, button] : m_overButtons) {
        button->setChecked(over == (m_axis.empty() ? m_over : m_axis.over()));
        button->setEnabled(over == DeltaOver::Time || m_ghosts->course() != nullptr);
    }
}

void DeltaPanel::refresh()
{
    if (session() == nullptr)
        return;
    const model::FrameTime at = session()->playback()->state().at;
    const double x = m_axis.has(at) ? m_axis.of(at) : std::numeric_limits<double>::quiet_NaN();
    m_plot->setPlayhead(std::isfinite(x) ? std::optional(x) : std::nullopt);
}

void DeltaPanel::goTo(double x)
{
    if (session() != nullptr && !m_axis.empty())
        session()->playhead().seek(m_axis.at(x));
}

} // namespace ghostline::app
