// SPDX-License-Identifier: GPL-3.0-or-later
// A run's frames put together to a way: broken by jumps, cut back by resets.
#include "model/compare/course_private.h"

#include <algorithm>

namespace ghostline::model {

namespace {

/// A runner is put back within this time of the reset's being recorded.
constexpr Micros LandingTime{1'000'000};

/// For each reset the frame in which the runner stands where it was put.
std::vector<FrameNumber> landingsOf(const RunTrack& track)
{
    std::vector<FrameNumber> landings;
    landings.reserve(track.resets.size());
    for (const FrameNumber reset : track.resets) {
        const Micros latest = track.axis.timeOf(reset) + LandingTime;
        FrameNumber landing = reset;
        for (FrameNumber f = reset; f <= track.last() && track.axis.timeOf(f) <= latest; ++f) {
            if (track.isAt(f) && track.jumped[static_cast<std::size_t>(f)]) {
                landing = f;
                break;
            }
        }
        landings.push_back(landing);
    }
    return landings;
}

class WayBuilder
{
public:
    explicit WayBuilder(const RunTrack& track) : m_track(track), m_landings(landingsOf(track))
    {
        const auto frames =
            static_cast<std::size_t>(std::max<FrameNumber>(track.last() - track.start + 1, 0));
        m_way.points.reserve(frames);
        m_way.metresByFrame.reserve(frames);
        m_way.cuts.push_back(0);
    }

    Way build()
    {
        for (FrameNumber f = m_track.start; f <= m_track.last(); ++f)
            take(f);
        const std::size_t last = m_way.points.empty() ? 0 : m_way.points.size() - 1;
        m_way.cuts.resize(m_track.checkpoints.size() + 1, last);
        m_way.cuts.push_back(last);
        for (std::size_t& cut : m_way.cuts)
            cut = std::min(cut, last);
        return std::move(m_way);
    }

private:
    void take(FrameNumber frame)
    {
        while (m_way.cuts.size() <= m_track.checkpoints.size() &&
               m_track.checkpoints[m_way.cuts.size() - 1].frame <= frame)
            m_way.cuts.push_back(m_way.points.size());
        const bool landed = m_landing < m_landings.size() && m_landings[m_landing] <= frame;
        while (m_landing < m_landings.size() && m_landings[m_landing] <= frame)
            ++m_landing;
        if (!m_track.isAt(frame)) {
            m_broken = true;
        } else {
            const auto i = static_cast<std::size_t>(frame);
            if (landed)
                goBack(frame);
            add(frame, m_broken || landed || m_track.jumped[i]);
        }
        m_way.metresByFrame.push_back(m_metres);
    }

    void add(FrameNumber frame, bool begins)
    {
        const glm::dvec3& place = m_track.places[static_cast<std::size_t>(frame)];
        begins = begins || m_way.points.empty();
        if (!begins)
            m_metres += glm::distance(m_way.points.back().place, place);
        m_way.points.push_back({place, m_metres, seconds(m_track.runTime(frame)), frame, begins});
        m_broken = false;
    }

    /// Takes back the way from where a reset put the runner. A place that the section never came by takes
    /// nothing back: it was a jump.
    void goBack(FrameNumber landing)
    {
        const std::size_t first = m_way.cuts.back();
        const auto foot = nearest(m_track.places[static_cast<std::size_t>(landing)], first);
        if (!foot || foot->squared > OffPathLimit * OffPathLimit)
            return;
        const std::size_t kept = foot->segment + (foot->fraction > 0.5 ? 1 : 0);
        m_way.abandoned.push_back({m_way.points[kept].frame + 1, landing});
        m_way.points.resize(kept + 1);
        m_metres = m_way.points.back().metres;
    }

    std::optional<WayFoot> nearest(const glm::dvec3& place, std::size_t first) const
    {
        std::optional<WayFoot> best;
        for (std::size_t s = first; s + 1 < m_way.points.size(); ++s) {
            const WayFoot foot = footOn(m_way.points, s, place);
            if (!m_way.points[s + 1].begins && (!best || foot.squared < best->squared))
                best = foot;
        }
        return best;
    }

    const RunTrack& m_track;
    std::vector<FrameNumber> m_landings;
    std::size_t m_landing = 0; ///< the next one
    Way m_way;
    double m_metres = 0.0;
    bool m_broken = false;
};

} // namespace

Way wayOf(const RunTrack& track) { return WayBuilder(track).build(); }

} // namespace ghostline::model
