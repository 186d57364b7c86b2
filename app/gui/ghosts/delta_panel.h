// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The Delta plot dock: where the runner loses and gains against every ghost.
#include "app/gui/ghosts/delta_chart.h"
#include "app/gui/ghosts/ghost_set.h"
#include "app/gui/session/panel.h"

class QToolButton;

namespace ghostline::app {

class Job;
class DeltaPlot;

class DeltaPanel final : public Panel
{
    Q_OBJECT
public:
    /// `ghosts` outlives the panel.
    explicit DeltaPanel(GhostSet* ghosts, QWidget* parent = nullptr);

    DeltaPlot* plot() const { return m_plot; }
    const DeltaAxis& axis() const { return m_axis; }
    /// What runs along below the plot. Progress needs a course: without one there is only time.
    void setOver(DeltaOver over);
    void setShown(DeltaQuantity quantity, bool shown);

private:
    void onSessionChanged() override;
    void onThemeChanged() override;
    void refresh() override;
    void build();
    QToolButton* overButton(DeltaOver over, const QString& text, const QString& help);
    QToolButton* quantityButton(DeltaQuantity quantity, const QString& text, const QString& help);
    std::vector<DeltaGhost> drawnGhosts(DeltaOver over) const;
    void rebuild();
    void showChart(DeltaAxis axis, DeltaChart chart);
    void showNothing();
    void updateButtons();
    void goTo(double x);

    GhostSet* m_ghosts;
    std::shared_ptr<const model::RunTrack> m_drawn; ///< the runner as the curves have it
    DeltaAxis m_axis;
    DeltaOver m_over = DeltaOver::Progress;
    std::vector<DeltaQuantity> m_shown{DeltaQuantity::Delta}; ///< from top to bottom
    DeltaPlot* m_plot = nullptr;
    RefreshThrottle* m_charts; ///< of making the curves
    Job* m_making;             ///< makes them
    bool m_outdated = false;   ///< something changed while they were being made
    std::vector<std::pair<DeltaOver, QToolButton*>> m_overButtons;
};

} // namespace ghostline::app
