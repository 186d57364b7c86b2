// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/players/player_profile.h"

#include "model/analysis/zone_visits.h"
#include "model/metrics/metric_track.h"
#include "model/metrics/standing_still.h"
#include "model/metrics/stat_history.h"
#include "model/replay/frame_walk.h"
#include "model/replay/placed.h"
#include "model/replay/team_of.h"

#include <algorithm>
#include <cmath>

namespace ghostline::model {

namespace {

/// Of a step: what its number holds, half an hour. No format bridges gaps like that.
constexpr Micros LongestStep{2'000'000'000};

/// The double nearest to the decimal number: 0.1, not 0.09999999999999999.
double exactly(Micros time)
{
    return static_cast<double>(time.count()) / static_cast<double>(MicrosPerSecond);
}

/// A mean over what the parts of a sum weigh.
struct WeighedSum
{
    double sum = 0.0;
    double weight = 0.0;

    void add(double value, double by)
    {
        if (std::isfinite(value) && by > 0.0) {
            sum += value * by;
            weight += by;
        }
    }
    double mean() const { return weight > 0.0 ? sum / weight : NoValue; }
};

/// Allies play under names of their own.
bool sameSide(const ReplayInfo& info, int a, int b)
{
    const QString& side = info.teams[static_cast<std::size_t>(a)].side;
    return a == b || (!side.isEmpty() && side == info.teams[static_cast<std::size_t>(b)].side);
}

/// A property of the actor while its figures are put together.
class FigureTrack
{
public:
    FigureTrack(MetricInfo metric, const PropertyInfo& property)
        : m_figure{std::move(metric)}, m_id(m_figure.metric.property),
          m_linear(property.interpolation == Interpolation::Linear)
    {
    }

    ActorPropertyId id() const { return m_id; }
    /// `before` is NaN where nothing leads here from the frame before.
    void take(double before, double now, double elapsed)
    {
        // What goes by steps stays as it was until it changes.
        m_overTime.add(m_linear ? 0.5 * (before + now) : before, elapsed);
        if (std::isnan(now))
            return;
        m_overFrames.add(now, 1.0);
        m_figure.least = std::fmin(m_figure.least, now);
        m_figure.most = std::fmax(m_figure.most, now);
        m_figure.end = now;
    }
    FigureSpan finish() const
    {
        FigureSpan figure = m_figure;
        figure.mean = m_overTime.weight > 0.0 ? m_overTime.mean() : m_overFrames.mean();
        return figure;
    }

private:
    FigureSpan m_figure;
    ActorPropertyId m_id;
    bool m_linear;
    WeighedSum m_overTime;
    WeighedSum m_overFrames; ///< where no two frames follow each other
};

struct StatisticTrack
{
    double last = NoValue;
    double gained = 0.0;
};

std::vector<FigureTrack> figureTracks(const ReplayInfo& info)
{
    const auto countedElsewhere = [&info](ActorPropertyId id) {
        const auto counts = [id](const Statistic& statistic) { return statistic.actor == id; };
        return id == info.teamProperty || id == info.lookProperty ||
               std::ranges::any_of(info.scoreboard.statistics, counts);
    };
    std::vector<FigureTrack> tracks;
    for (MetricInfo& metric : metricsOf(info)) {
        if (metric.source != MetricSource::ActorProperty)
            continue;
        const ActorPropertyId id(metric.property);
        const PropertyInfo& property = *info.property(id);
        if (property.interpolation != Interpolation::Angle && !countedElsewhere(id))
            tracks.emplace_back(std::move(metric), property);
    }
    return tracks;
}

/// Puts one profile together from the frames as they come.
class ProfileBuilder
{
public:
    ProfileBuilder(const ReplayIndex& index, ActorId actor, std::vector<FrameRange> parts,
                   const std::vector<Zone>& zones)
        : m_index(index), m_info(*index.info), m_zones(zones), m_figures(figureTracks(*index.info)),
          m_statistics(index.info->scoreboard.statistics.size()), m_inside(zones.size())
    {
        m_profile.actor = actor;
        m_profile.parts = std::move(parts);
        m_profile.frames = index.frames();
        m_profile.zones.resize(zones.size());
        m_profile.events.resize(index.events->kinds.size());
        Micros length{};
        for (const FrameRange& part : m_profile.parts)
            length += index.timeAxis.timeOf(part.end - 1) -
                      index.timeAxis.timeOf(std::max<FrameNumber>(part.first - 1, 0));
        m_profile.length = exactly(length);
    }

    /// `now` is null where nothing was recorded, `before` where nothing leads from there.
    void visit(FrameNumber frame, const WorldState* before, const WorldState* now)
    {
        const bool wanted = inPart(frame);
        if (now != nullptr)
            takeStatistics(*now, wanted);
        if (now == nullptr || !wanted) {
            m_goesOn = false;
            return;
        }
        const Micros elapsed = before != nullptr ? now->time - before->time : Micros{};
        takeFigures(before, *now, seconds(elapsed));
        takePresence(before, *now, elapsed);
        const auto row = placedRow(m_info, *now, m_profile.actor);
        const auto last =
            row && before != nullptr ? placedRow(m_info, *before, m_profile.actor) : std::nullopt;
        if (last && (now->flags[*row] & Discontinuity) == 0)
            takeStep(*before, *last, *now, *row, elapsed);
        else
            beginAnew(*now, row);
    }

    PlayerProfile finish()
    {
        takeEvents();
        for (const FigureTrack& track : m_figures)
            m_profile.figures.push_back(track.finish());
        const std::vector<Statistic>& declared = m_info.scoreboard.statistics;
        for (std::size_t i = 0; i < declared.size(); ++i) {
            const StatisticTrack& track = m_statistics[i];
            const double known = declared[i].counter ? track.gained : track.last;
            m_profile.statistics.push_back(std::isnan(track.last) ? NoValue : known);
        }
        for (std::size_t i = 0; i < m_inside.size(); ++i)
            m_profile.zones[i].seconds = exactly(m_inside[i]);
        m_profile.possession = exactly(m_possession);
        m_profile.present = m_seen ? exactly(m_present) : NoValue;
        m_profile.measured = m_moved ? exactly(m_measured) : NoValue;
        m_profile.distance = m_moved ? m_distance : NoValue;
        m_profile.toTeamMates = m_teamMates.mean();
        m_profile.toOpponents = m_opponents.mean();
        m_profile.toNearestOpponent = m_nearestOpponent.mean();
        m_profile.toNearest = m_nearest.mean();
        m_profile.toFocus = m_focus.mean();
        return std::move(m_profile);
    }

private:
    bool inPart(FrameNumber frame)
    {
        const auto& parts = m_profile.parts;
        while (m_part < parts.size() && frame >= parts[m_part].end)
            ++m_part;
        return m_part < parts.size() && parts[m_part].contains(frame);
    }

    /// Of every frame from the first on: what a counter gains depends on what it was.
    void takeStatistics(const WorldState& now, bool wanted)
    {
        const std::ptrdiff_t row = now.row(m_profile.actor);
        for (std::size_t i = 0; i < m_statistics.size() && row >= 0; ++i) {
            const ActorPropertyId id = m_info.scoreboard.statistics[i].actor;
            const double value = m_info.number(id, now.value(static_cast<std::size_t>(row), id));
            if (std::isnan(value))
                continue;
            StatisticTrack& track = m_statistics[i];
            if (wanted)
                track.gained += std::isnan(track.last) ? value : counterGain(track.last, value);
            track.last = value;
        }
    }

    void takeFigures(const WorldState* before, const WorldState& now, double elapsed)
    {
        const auto valueIn = [this](const WorldState& state, std::ptrdiff_t row, ActorPropertyId id) {
            return row >= 0 ? m_info.number(id, state.value(static_cast<std::size_t>(row), id)) : NoValue;
        };
        const std::ptrdiff_t row = now.row(m_profile.actor);
        const std::ptrdiff_t last = before != nullptr ? before->row(m_profile.actor) : -1;
        if (row < 0 && last < 0)
            return;
        for (FigureTrack& track : m_figures)
            track.take(last >= 0 ? valueIn(*before, last, track.id()) : NoValue,
                       valueIn(now, row, track.id()), elapsed);
    }

    void takePresence(const WorldState* before, const WorldState& now, Micros elapsed)
    {
        if (!visibleRow(now, m_profile.actor))
            return;
        m_seen = true;
        const auto last = before != nullptr ? visibleRow(*before, m_profile.actor) : std::nullopt;
        if (!last)
            return;
        m_present += elapsed;
        if ((before->flags[*last] & Possession) != 0)
            m_possession += elapsed;
    }

    void takeStep(const WorldState& before, std::size_t last, const WorldState& now, std::size_t row,
                  Micros elapsed)
    {
        const glm::dvec3& from = before.positions[last];
        const glm::dvec3& to = now.positions[row];
        const double way = glm::distance(from, to);
        if (!std::isfinite(way))
            return beginAnew(now, std::nullopt);
        m_moved = true;
        m_distance += way;
        m_pending += way;
        for (std::size_t i = 0; i < m_zones.size(); ++i) {
            m_inside[i] += fromSeconds(seconds(elapsed) * insideShare(m_zones[i], from, to));
            if (m_zones[i].contains(to) && !m_zones[i].contains(from))
                ++m_profile.zones[i].entries;
        }
        if (elapsed.count() <= 0)
            return; // frames of one instant: their way belongs to the next step that lasts
        m_measured += elapsed;
        const Motion motion = motionBetween(m_info, before, now, m_profile.actor);
        if (motion.valid && std::isfinite(motion.speed))
            m_profile.steps.push_back({static_cast<float>(motion.speed), static_cast<float>(m_pending),
                                       static_cast<std::int32_t>(std::min(elapsed, LongestStep).count()),
                                       !m_goesOn});
        m_pending = 0.0;
        m_goesOn = true;
        takePlace(to, seconds(elapsed));
        takeCompany(now, row, seconds(elapsed));
    }

    /// Nothing leads here.
    void beginAnew(const WorldState& now, std::optional<std::size_t> row)
    {
        m_goesOn = false;
        m_pending = 0.0;
        for (std::size_t i = 0; i < m_zones.size() && row; ++i) {
            if (m_zones[i].contains(now.positions[*row]))
                ++m_profile.zones[i].entries;
        }
    }

    void takePlace(const glm::dvec3& place, double elapsed)
    {
        const PlaceTime at{static_cast<float>(place.x), static_cast<float>(place.z),
                           static_cast<float>(elapsed)};
        auto& places = m_profile.places;
        if (!places.empty() && places.back().x == at.x && places.back().z == at.z)
            places.back().seconds += at.seconds;
        else
            places.push_back(at);
    }

    void takeCompany(const WorldState& now, std::size_t row, double elapsed)
    {
        const int team = teamOf(m_info, now, row);
        double nearest = NoValue;
        double nearestOpponent = NoValue;
        double focus = NoValue;
        for (std::size_t other = 0; other < now.size(); ++other) {
            const ActorInfo* actor = m_info.actor(now.ids[other]);
            if (other == row || actor == nullptr || (now.flags[other] & Hidden) != 0 ||
                !hasPlace(m_info, now, other))
                continue;
            const double apart = glm::distance(now.positions[row], now.positions[other]);
            if (actor->focus)
                focus = std::fmin(focus, apart);
            if (actor->focus || actor->background || !isMovingKind(actor->kind))
                continue;
            nearest = std::fmin(nearest, apart);
            const int theirs = team >= 0 ? teamOf(m_info, now, other) : -1;
            if (theirs < 0)
                continue;
            const bool mate = sameSide(m_info, team, theirs);
            (mate ? m_teamMates : m_opponents).add(apart, elapsed);
            if (!mate)
                nearestOpponent = std::fmin(nearestOpponent, apart);
        }
        m_nearest.add(nearest, elapsed);
        m_nearestOpponent.add(nearestOpponent, elapsed);
        m_focus.add(focus, elapsed);
    }

    void takeEvents()
    {
        m_part = 0;
        for (const Event& event : m_index.events->events) {
            const auto kind = static_cast<std::size_t>(event.kind);
            if (event.kind < 0 || kind >= m_profile.events.size() || !inPart(event.frame))
                continue;
            const auto named = std::ranges::find(event.actors, m_profile.actor);
            if (named == event.actors.begin() && named != event.actors.end())
                ++m_profile.events[kind].done;
            else if (named != event.actors.end())
                ++m_profile.events[kind].named;
        }
    }

    const ReplayIndex& m_index;
    const ReplayInfo& m_info;
    const std::vector<Zone>& m_zones;
    PlayerProfile m_profile;
    std::vector<FigureTrack> m_figures;
    std::vector<StatisticTrack> m_statistics;
    std::size_t m_part = 0; ///< the first that does not end before the frame asked for last
    bool m_goesOn = false;  ///< the last step leads here
    bool m_seen = false;
    bool m_moved = false;
    Micros m_present{};
    Micros m_measured{};
    Micros m_possession{};
    std::vector<Micros> m_inside; ///< by zone
    double m_distance = 0.0;
    double m_pending = 0.0; ///< covered between frames of one instant, in no step yet
    WeighedSum m_teamMates;
    WeighedSum m_opponents;
    WeighedSum m_nearestOpponent;
    WeighedSum m_nearest;
    WeighedSum m_focus;
};

/// Within the recording, ascending, apart from each other.
std::vector<FrameRange> orderedParts(std::vector<FrameRange> parts, FrameNumber frames)
{
    for (FrameRange& part : parts) {
        part.first = std::clamp<FrameNumber>(part.first, 0, frames);
        part.end = std::clamp<FrameNumber>(part.end, 0, frames);
    }
    std::erase_if(parts, [](const FrameRange& part) { return part.empty(); });
    std::ranges::sort(parts, {}, &FrameRange::first);
    std::vector<FrameRange> ordered;
    for (const FrameRange& part : parts) {
        if (!ordered.empty() && part.first <= ordered.back().end)
            ordered.back().end = std::max(ordered.back().end, part.end);
        else
            ordered.push_back(part);
    }
    return ordered;
}

Result<std::vector<FrameRange>> checkedParts(const ReplayIndex& index, const ProfileRequest& request)
{
    const ActorInfo* const actor = index.info->actor(request.actor);
    if (actor == nullptr)
        return fail(ErrorCode::InvalidArgument,
                    Sentence::of(QStringLiteral("there is no actor %1 in this recording"),
                                 {QString::number(model::index(request.actor))}));
    std::vector<FrameRange> parts = orderedParts(request.parts, index.frames());
    if (parts.empty())
        return fail(ErrorCode::InvalidArgument,
                    Sentence::of(QStringLiteral("the part asked for of %1 has no frames"), {actor->name}));
    return parts;
}

} // namespace

Result<std::vector<PlayerProfile>> readProfiles(const ReplaySource& source,
                                                std::span<const ProfileRequest> requests,
                                                const ProfileOptions& options, const Progress& progress,
                                                std::stop_token stop)
{
    const std::shared_ptr<const ReplayIndex> index = source.index();
    for (const Zone& zone : options.zones) {
        if (!zone.valid())
            return fail(ErrorCode::InvalidArgument,
                        Sentence::of(QStringLiteral("the zone \"%1\" has no area"), {zone.name}));
    }
    std::vector<ProfileBuilder> builders;
    // Counters are counted from the beginning, everything else needs the frame before.
    FrameRange walked{index->frames(), 0};
    for (const ProfileRequest& request : requests) {
        auto parts = checkedParts(*index, request);
        if (!parts)
            return tl::unexpected(parts.error());
        walked.first = std::min(walked.first, std::max<FrameNumber>(parts->front().first - 1, 0));
        walked.end = std::max(walked.end, parts->back().end);
        builders.emplace_back(*index, request.actor, std::move(*parts), options.zones);
    }
    if (!index->info->scoreboard.statistics.empty())
        walked.first = 0;

    WorldState before;
    bool hasBefore = false;
    const auto visit = [&](FrameNumber frame, const WorldState* decoded) {
        const WorldState* const now =
            decoded != nullptr && !nothingRecorded(*index, frame, *decoded) ? decoded : nullptr;
        const bool bridged = hasBefore && now != nullptr && now->time - before.time <= index->info->maxGap;
        for (ProfileBuilder& builder : builders)
            builder.visit(frame, bridged ? &before : nullptr, now);
        hasBefore = now != nullptr;
        if (hasBefore)
            before = *now;
    };
    if (const auto done = walkFrames(source, walked, visit, progress, std::move(stop)); !done)
        return tl::unexpected(done.error());
    std::vector<PlayerProfile> profiles;
    profiles.reserve(builders.size());
    for (ProfileBuilder& builder : builders)
        profiles.push_back(builder.finish());
    return profiles;
}

Result<PlayerProfile> profileOf(const ReplaySource& source, ActorId actor, FrameRange frames,
                                const ProfileOptions& options, const Progress& progress, std::stop_token stop)
{
    const ProfileRequest request{actor, {frames}};
    auto profiles = readProfiles(source, std::span(&request, 1), options, progress, std::move(stop));
    if (!profiles)
        return tl::unexpected(profiles.error());
    return std::move(profiles->front());
}

} // namespace ghostline::model
