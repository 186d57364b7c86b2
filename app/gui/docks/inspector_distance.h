// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The inspector's last line: how far it is from the selected actor to another one, and the way to its plot.
#include "app/gui/shell/replay_session.h"
#include "model/metrics.h"

#include <QPointer>
#include <QWidget>

class QComboBox;
class QLabel;
class QToolButton;

namespace ghostline::app {

class InspectorDistance : public QWidget
{
    Q_OBJECT
public:
    explicit InspectorDistance(QWidget* parent = nullptr);

    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);
    /// Everyone one may measure to; surroundings would bury the few that matter.
    void fillOthers();
    /// The distance from this actor now.
    void measure(model::ActorId from);

Q_SIGNALS:
    void plotRequested(const ghostline::model::MetricRequest& request);

private:
    model::ActorId other() const;
    void plot();

    QPointer<ReplaySession> m_session;
    model::ActorId m_from = model::ActorId::None;
    QComboBox* m_other;
    QLabel* m_distance;
    QToolButton* m_plot;
};

} // namespace ghostline::app
