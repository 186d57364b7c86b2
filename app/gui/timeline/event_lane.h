// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The rows of events: markers by kind, merged where they would overlap. Twice in the timeline: once for what
// happened, once for what accuses.
#include "app/gui/timeline/event_clusters.h"
#include "app/gui/timeline/lane.h"
#include "app/gui/widgets/strongest_bands.h"

#include <array>

namespace ghostline::app {

class EventLane final : public Lane
{
public:
    enum class Shows { Events, Flags };
    explicit EventLane(Shows shows);

    void setData(const LaneData& data) override;
    bool used() const override;
    void paint(QPainter& painter, const LaneFrame& frame) override;
    std::optional<LaneHit> hit(QPointF at, const LaneFrame& frame) override;
    /// Markers at this zoom, for tests.
    const std::vector<EventCluster>& clusters(const LaneFrame& frame);

private:
    /// Below each other, so that kinds of band that overlap are told apart.
    static constexpr std::size_t BandLines = 2;
    /// What lasts, ready to be drawn.
    struct Band
    {
        model::Micros begin{};
        model::Micros end{};
        int kind = 0;
        std::size_t line = 0;  ///< counted from below
        float strength = 1.0F; ///< share of the full colour
    };
    const model::Event& event(int row) const;
    bool wanted(const model::Event& event) const;
    void prepareBands();
    void countConcerning();
    /// Faint where somebody is locked who has no part in any of what a marker stands for.
    float strength(const EventCluster& cluster) const;
    double x(const EventCluster& cluster, const LaneFrame& frame) const;
    void paintCluster(QPainter& painter, const EventCluster& cluster, const LaneFrame& frame) const;
    void paintBands(QPainter& painter, const LaneFrame& frame);

    Shows m_shows;
    std::vector<int> m_rows;   ///< into data().events
    std::vector<Band> m_bands; ///< ascending begin
    std::array<StrongestBands, BandLines> m_shown;
    std::vector<int> m_concerning; ///< how many of the first i rows concern who is locked; empty = nobody is
    std::vector<EventCluster> m_clusters;
    ClusterMetrics m_metrics{0.0, 0.0, 0.0};
};

} // namespace ghostline::app
