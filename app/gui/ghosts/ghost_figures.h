// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One ghost as it is to be drawn now: its pose in its own recording, out of a small cache.
#include "model/compare/run_track.h"
#include "model/replay/state_reader.h"
#include "render/base/ghost_figure.h"

namespace ghostline::app {

class GhostFigures : public QObject
{
    Q_OBJECT
public:
    GhostFigures(std::shared_ptr<model::ReplaySource> source, std::shared_ptr<const model::ReplayIndex> index,
                 std::size_t budget, QObject* parent = nullptr);
    ~GhostFigures() override;

    void setBudget(std::size_t bytes) { m_reader.setBudget(bytes); }
    /// Whom of the recording.
    void setTrack(std::shared_ptr<const model::RunTrack> track);
    /// Goes to a place of the ghost's replay; nothing = it is nowhere. What is not decoded yet stands where
    /// its track says. Never waits, allocates nothing in steady playback.
    void show(std::optional<model::FrameTime> at, model::SamplePolicy policy, model::Direction toward);
    bool there() const { return m_there; }
    /// Pose and bones into a figure; they live until the next show().
    void put(render::GhostFigure& figure) const;
    const model::StateReader& reader() const { return m_reader; }

Q_SIGNALS:
    void arrived(); ///< the place last shown has been decoded: show it again
    void trouble(const QString& why);

private:
    void sample(model::FrameTime at, model::SamplePolicy policy, model::Direction toward);
    void takeFromTrack(model::FrameTime at);
    void takeFromState();

    std::shared_ptr<const model::ReplayIndex> m_index;
    std::shared_ptr<const model::RunTrack> m_track;
    model::StateReader m_reader;
    model::WorldState m_state;
    std::optional<model::FrameTime> m_sampled; ///< what m_state is of
    model::SamplePolicy m_policy = model::SamplePolicy::Interpolate;
    int m_askedFor = -1; ///< keyframe of the last request
    model::Direction m_askedTo = model::Direction::None;
    bool m_waiting = false;
    bool m_there = false;
    bool m_told = false;
    model::Pose m_pose;
    std::span<const model::BonePose> m_bones;
};

} // namespace ghostline::app
