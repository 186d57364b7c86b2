// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The inspector's last line: how far it is from the selected actor to another one, and the way to its plot.
#include "app/gui/session/panel.h"
#include "model/metrics/metrics.h"

#include <optional>
#include <utility>

class QComboBox;
class QLabel;
class QToolButton;

namespace ghostline::app {

class InspectorDistance final : public Panel
{
    Q_OBJECT
public:
    explicit InspectorDistance(QWidget* parent = nullptr);

    /// Everyone one may measure to, less who is measured from; surroundings would bury the few that matter.
    void fillOthers();
    /// The distance from this actor now.
    /// `frame`: as Playback::recordedFrame() has it.
    void measure(model::ActorId from, const model::WorldState& frame);

Q_SIGNALS:
    void plotRequested(const ghostline::model::MetricRequest& request);

private:
    void onSessionChanged() override;
    model::ActorId other() const;
    void plot();

    model::ActorId m_from = model::ActorId::None;
    std::optional<std::pair<model::ActorId, std::size_t>> m_offered; ///< from whom, and of how large a cast
    QComboBox* m_other;
    QLabel* m_distance;
    QToolButton* m_plot;
};

} // namespace ghostline::app
