// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/ghosts/delta_chart.h"

#include "app/gui/ghosts/ghost_words.h"
#include "model/base/numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ghostline::app {

namespace {

constexpr model::Micros SpeedReach{125'000}; ///< on either side

double heightAt(const model::RunTrack& track, model::FrameNumber frame)
{
    return track.isAt(frame) ? track.positions[static_cast<std::size_t>(frame)].y : model::NoValue;
}

std::vector<model::FrameNumber> framesOf(const model::RunTrack& runner)
{
    const model::FrameNumber last = std::max(runner.last(), runner.start);
    std::vector<model::FrameNumber> frames(static_cast<std::size_t>(last - runner.start + 1));
    std::iota(frames.begin(), frames.end(), runner.start);
    return frames;
}

/// The ghost's own value where it stands while the runner is at a frame.
template<typename Value>
double ofGhost(const DeltaGhost& ghost, model::FrameNumber frame, Value value)
{
    const auto at = ghost.clock.ghostAt({frame, 0.0});
    return at ? value(*ghost.track, at->frame) : model::NoValue;
}

class ChartMaker
{
public:
    ChartMaker(const DeltaAxis& axis, const model::RunTrack& runner, const std::vector<DeltaGhost>& ghosts)
        : m_runner(runner), m_ghosts(ghosts), m_frames(framesOf(runner))
    {
        m_chart.over = axis.over();
        m_chart.length = axis.length();
        m_chart.unit = runner.unit;
        m_chart.byPlace = std::all_of(ghosts.begin(), ghosts.end(),
                                      [](const DeltaGhost& ghost) { return ghost.clock.placesKnown(); });
        const std::vector<bool> inVain = axis.inVain(m_frames);
        if (axis.over() == DeltaOver::Progress)
            leaveOut(inVain);
        m_chart.x.reserve(m_frames.size());
        for (const model::FrameNumber frame : m_frames)
            m_chart.x.push_back(axis.of({frame, 0.0}));
        if (axis.over() == DeltaOver::Time)
            markInVain(inVain);
        m_chart.checkpoints.reserve(runner.checkpoints.size());
        for (const model::CheckpointTaken& taken : runner.checkpoints) {
            if (taken.frame <= runner.last())
                m_chart.checkpoints.push_back({axis.of({taken.frame, 0.0}), taken.id});
        }
        std::erase_if(m_chart.checkpoints,
                      [](const DeltaCheckpoint& checkpoint) { return !std::isfinite(checkpoint.x); });
    }

    void add(DeltaQuantity quantity, const std::stop_token& stop)
    {
        DeltaField field{quantity, {}};
        const auto value = quantity == DeltaQuantity::Speed ? speedAt : heightAt;
        const bool own = quantity == DeltaQuantity::Speed || quantity == DeltaQuantity::Height;
        if (own)
            field.lines.push_back(
                line({}, -1, [&](model::FrameNumber frame) { return value(m_runner, frame); }));
        for (const DeltaGhost& ghost : m_ghosts) {
            if (stop.stop_requested())
                return;
            if (own)
                field.lines.push_back(line(ghost.name, ghost.hue, [&](model::FrameNumber frame) {
                    return ofGhost(ghost, frame, value);
                }));
            else
                field.lines.push_back(gapLine(ghost, quantity));
        }
        m_chart.fields.push_back(std::move(field));
    }

    DeltaChart take() { return std::move(m_chart); }

private:
    /// At a place only the last pass counts; by the clock every attempt does.
    void leaveOut(const std::vector<bool>& inVain)
    {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < m_frames.size(); ++i) {
            if (!inVain[i])
                m_frames[kept++] = m_frames[i];
        }
        m_frames.resize(kept);
    }

    void markInVain(const std::vector<bool>& inVain)
    {
        for (std::size_t i = 0; i < inVain.size(); ++i) {
            if (inVain[i] && (i == 0 || !inVain[i - 1]))
                m_chart.inVain.emplace_back(m_chart.x[i], m_chart.x[i]);
            else if (inVain[i])
                m_chart.inVain.back().second = m_chart.x[i];
        }
    }

    template<typename Value>
    DeltaLine line(const QString& name, int hue, Value value) const
    {
        DeltaLine out{name, hue, {}};
        out.y.reserve(m_frames.size());
        for (const model::FrameNumber frame : m_frames)
            out.y.push_back(value(frame));
        return out;
    }

    DeltaLine gapLine(const DeltaGhost& ghost, DeltaQuantity quantity)
    {
        std::vector<model::NoNumber> why;
        why.reserve(m_frames.size());
        DeltaLine out = line(ghost.name, ghost.hue, [&](model::FrameNumber frame) {
            const model::Gap gap = ghost.clock.gapAt({frame, 0.0});
            why.push_back(gap.why);
            return quantity == DeltaQuantity::Delta ? runnerDelta(gap.delta) : gap.distance;
        });
        if (quantity == DeltaQuantity::Delta)
            m_chart.why.push_back(std::move(why));
        return out;
    }

    const model::RunTrack& m_runner;
    const std::vector<DeltaGhost>& m_ghosts;
    std::vector<model::FrameNumber> m_frames;
    DeltaChart m_chart;
};

} // namespace

DeltaAxis::DeltaAxis(std::shared_ptr<const model::RunTrack> runner,
                     std::shared_ptr<const model::Course> course, DeltaOver over)
    : m_runner(std::move(runner)), m_course(std::move(course)),
      m_over(m_course == nullptr ? DeltaOver::Time : over)
{
    m_length = m_over == DeltaOver::Progress ? m_course->length()
                                             : model::seconds(m_runner->runTime(m_runner->last()));
}

double DeltaAxis::of(model::FrameTime at) const
{
    if (m_over == DeltaOver::Progress)
        return m_course->metresAt(at);
    return model::seconds(m_runner->axis.timeOf(at) - m_runner->axis.timeOf(m_runner->start));
}

model::FrameTime DeltaAxis::at(double x) const
{
    const double inside = std::clamp(x, 0.0, m_length);
    if (m_over == DeltaOver::Progress)
        return m_course->timeAt(inside);
    return m_runner->axis.at(m_runner->axis.timeOf(m_runner->start) + model::fromSeconds(inside));
}

bool DeltaAxis::has(model::FrameTime at) const
{
    return m_runner != nullptr && at >= model::FrameTime{m_runner->start, 0.0} &&
           at <= model::FrameTime{m_runner->last(), 0.0};
}

std::vector<bool> DeltaAxis::inVain(const std::vector<model::FrameNumber>& frames) const
{
    std::vector<bool> out(frames.size(), false);
    if (m_course == nullptr)
        return out;
    // Whoever comes by a place again later had been there in vain.
    double next = std::numeric_limits<double>::infinity();
    for (std::size_t i = frames.size(); i-- > 0;) {
        const double metres = m_course->metresAt({frames[i], 0.0});
        out[i] = !(metres <= next);
        next = out[i] ? next : metres;
    }
    return out;
}

double speedAt(const model::RunTrack& track, model::FrameNumber at)
{
    const model::Micros now = track.axis.timeOf(at);
    model::FrameNumber first = track.axis.frameAt(now - SpeedReach);
    model::FrameNumber last = track.axis.frameAt(now + SpeedReach);
    // Recordings with few frames: at least from neighbour to neighbour.
    first = std::clamp<model::FrameNumber>(std::min(first, at - 1), 0, at);
    last = std::clamp<model::FrameNumber>(std::max(last, at + 1), at, track.axis.frames() - 1);
    double metres = 0.0;
    for (model::FrameNumber frame = first; frame < last; ++frame) {
        const auto i = static_cast<std::size_t>(frame);
        if (!track.isAt(frame) || !track.isAt(frame + 1) || track.jumped[i + 1])
            return model::NoValue;
        metres += glm::distance(track.positions[i], track.positions[i + 1]);
    }
    const model::Micros time = track.axis.timeOf(last) - track.axis.timeOf(first);
    return time > model::Micros{0} ? metres / model::seconds(time) : model::NoValue;
}

DeltaChart makeDeltaChart(const DeltaAxis& axis, const model::RunTrack& runner,
                          const std::vector<DeltaGhost>& ghosts, const std::vector<DeltaQuantity>& quantities,
                          const std::stop_token& stop)
{
    ChartMaker maker(axis, runner, ghosts);
    for (const DeltaQuantity quantity : quantities)
        maker.add(quantity, stop);
    return maker.take();
}

} // namespace ghostline::app
