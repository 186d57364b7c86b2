// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The Delta plot dock: where the runner loses and gains against every ghost.
#include "app/gui/ghosts/delta_chart.h"
#include "app/gui/ghosts/ghost_set.h"
#include "render/theme.h"

#include <QPointer>
#include <QWidget>

class QLabel;
class QStackedLayout;
class QToolButton;

namespace ghostline::app {

class BackgroundJob;
class DeltaPlot;
class Pace;

class DeltaPanel : public QWidget
{
    Q_OBJECT
public:
    /// `ghosts` outlives the panel.
    explicit DeltaPanel(GhostSet* ghosts, QWidget* parent = nullptr);
    ~DeltaPanel() override;

    void setSession(ReplaySession* session);
    void setTheme(const render::Theme& theme);
    DeltaPlot* plot() const { return m_plot; }
    const DeltaAxis& axis() const { return m_axis; }
    /// What runs along below the plot. Progress needs a course: without one there is only time.
    void setOver(DeltaOver over);
    void setShown(DeltaQuantity quantity, bool shown);

private:
    void build();
    QToolButton* overButton(DeltaOver over, const QString& text, const QString& help);
    QToolButton* quantityButton(DeltaQuantity quantity, const QString& text, const QString& help);
    std::vector<DeltaGhost> drawnGhosts(DeltaOver over) const;
    void rebuild();
    void showChart(DeltaAxis axis, DeltaChart chart);
    void showNothing();
    void updateButtons();
    void showPlayhead();
    void goTo(double x);

    GhostSet* m_ghosts;
    QPointer<ReplaySession> m_session;
    std::shared_ptr<const model::RunTrack> m_drawn; ///< the runner as the curves have it
    DeltaAxis m_axis;
    DeltaOver m_over = DeltaOver::Progress;
    std::vector<DeltaQuantity> m_shown{DeltaQuantity::Delta}; ///< from top to bottom
    DeltaPlot* m_plot = nullptr;
    QLabel* m_empty = nullptr;
    QStackedLayout* m_pages = nullptr;
    Pace* m_charts;          ///< of making the curves
    BackgroundJob* m_making; ///< makes them
    bool m_outdated = false; ///< something changed while they were being made
    Pace* m_playheads;       ///< of following the playhead
    std::vector<std::pair<DeltaOver, QToolButton*>> m_overButtons;
};

} // namespace ghostline::app
