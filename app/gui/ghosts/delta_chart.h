// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the delta plot draws: along the runner's way or time, how far ahead or behind each ghost is, how fast
// and how high everybody is, and how far apart.
#include "model/compare/ghost_clock.h"

#include <QString>

#include <memory>
#include <stop_token>
#include <vector>

namespace ghostline::app {

enum class DeltaOver { Progress, Time };

/// A place of the runner's replay as a place on the horizontal axis, and back. Metres along the way, or
/// seconds since the run's start. A value; both runs outlive it by their shared pointers.
class DeltaAxis
{
public:
    DeltaAxis() = default;
    /// Without a course there is only time.
    DeltaAxis(std::shared_ptr<const model::RunTrack> runner, std::shared_ptr<const model::Course> course,
              DeltaOver over);

    bool empty() const { return m_runner == nullptr; }
    DeltaOver over() const { return m_over; }
    /// From 0.
    double length() const { return m_length; }
    /// NaN in an attempt that a reset ended, where that leads nowhere along the way.
    double of(model::FrameTime at) const;
    /// Clamped to the run. Of a place where the runner stayed, the last time.
    model::FrameTime at(double x) const;
    /// False before the run's start and after its end.
    bool has(model::FrameTime at) const;
    /// Which of these frames, ascending, belong to attempts that a reset ended. Known only with a course.
    std::vector<bool> inVain(const std::vector<model::FrameNumber>& frames) const;

private:
    std::shared_ptr<const model::RunTrack> m_runner;
    std::shared_ptr<const model::Course> m_course;
    DeltaOver m_over = DeltaOver::Time;
    double m_length = 0.0;
};

enum class DeltaQuantity { Delta, Speed, Height, Distance };

/// NaN in `y` breaks the line; it is never bridged.
struct DeltaLine
{
    QString name;
    int hue = -1; ///< index into the theme's series colours; -1 = the runner
    std::vector<double> y;
};

struct DeltaField
{
    DeltaQuantity quantity = DeltaQuantity::Delta;
    std::vector<DeltaLine> lines;
};

struct DeltaCheckpoint
{
    double x = 0.0;
    QString name;
};

struct DeltaChart
{
    DeltaOver over = DeltaOver::Time;
    bool byPlace = false; ///< compared at the same place; else by the clocks, from checkpoint to checkpoint
    double length = 0.0;
    QString unit;          ///< of lengths, for people
    std::vector<double> x; ///< never descending; one for each place in the lines, a place a frame
    std::vector<DeltaField> fields;
    std::vector<DeltaCheckpoint> checkpoints;      ///< where the runner took them, ascending
    std::vector<std::pair<double, double>> inVain; ///< stretches of time that resets made worthless
    std::vector<std::vector<model::NoNumber>> why; ///< one a line of the Delta field: why it has a gap
};

struct DeltaGhost
{
    QString name;
    int hue = 0;
    std::shared_ptr<const model::RunTrack> track;
    model::GhostClock clock;
};

/// Metres per second over about a quarter of a second around `at`; NaN where the way there was not passed.
double speedAt(const model::RunTrack& track, model::FrameNumber at);

/// Every frame of the run counts, so that no gap is left out: half a second for an hour and six ghosts, off
/// the UI thread. When stopped, without the lines that were not begun yet.
DeltaChart makeDeltaChart(const DeltaAxis& axis, const model::RunTrack& runner,
                          const std::vector<DeltaGhost>& ghosts, const std::vector<DeltaQuantity>& quantities,
                          const std::stop_token& stop = {});

} // namespace ghostline::app
