// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads what the curves of the Plots dock are drawn from: each over the whole replay once, and closer where
// that has too few samples for the stretch in view.
#include "app/gui/jobs/job.h"
#include "app/gui/plots/plot_list.h"
#include "app/gui/widgets/time_view.h"

#include <QPointer>
#include <QTimer>

namespace ghostline::app {

class ReplaySession;

class PlotLoader : public QObject
{
    Q_OBJECT
public:
    /// Puts the samples into `plots`, which outlive it.
    explicit PlotLoader(PlotList* plots, QObject* parent = nullptr);
    ~PlotLoader() override;

    /// Forgets what was asked for.
    void setSession(ReplaySession* session);
    /// The stretch in view; a closer reading of it follows a moment later, where it needs one.
    void setView(const TimeView& view);
    /// Reads the curves that were not read to the replay's end yet.
    void readWhole();
    /// The replay may have grown.
    void followIndex();
    /// True while something is being read.
    bool reading() const { return m_whole.running() || m_detail.running(); }

    model::FrameRange framesInView() const;
    /// What a curve is drawn from: at most two samples for each pixel.
    std::vector<model::MetricSample> samplesInView(const Plot& plot) const;

Q_SIGNALS:
    /// Of some curves there is more than before.
    void arrived();
    void failed(const QString& message);

private:
    std::span<const model::MetricSample> inView(const Plot& plot) const;
    bool fineEnough(const Plot& plot) const;
    void readDetail();
    void read(bool whole, const std::vector<PlotSpec>& curves, model::FrameRange frames, int maxPoints);
    void take(bool whole, const std::vector<PlotSpec>& curves, model::FrameRange frames,
              const std::vector<model::MetricSeries>& series);

    PlotList* m_plots;
    QPointer<ReplaySession> m_session;
    TimeView m_view;
    model::FrameNumber m_wholeFrames = 0; ///< that the curves were read to last
    QTimer m_detailTimer;
    Job m_whole;
    Job m_detail;
};

} // namespace ghostline::app
