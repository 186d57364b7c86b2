// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/heat/heat_samples.h"

#include "model/heat/heat_sheet.h"
#include "model/metrics/metric_track.h"
#include "model/metrics/standing_still.h"
#include "model/replay/frame_walk.h"
#include "model/replay/placed.h"
#include "model/replay/team_of.h"

#include <algorithm>
#include <cmath>

namespace ghostline::model {

namespace {

constexpr double FarthestLook = 5000.0; // units of length: a camera that looks farther looks at the horizon

/// What one actor was in the frame before: it counts once it is known how long that lasted.
struct Pending
{
    std::int64_t step = -2; ///< of which frame
    glm::dvec3 place{0.0};
    double value = NoValue;
};

bool isCamera(const ActorInfo& actor) { return actor.shape == ActorShape::View; }

/// Whom the map is about, by ActorId.
std::vector<std::uint8_t> watchedBy(const HeatOptions& options, const ReplayInfo& info)
{
    const auto chosen = [&](ActorId actor) {
        return std::find(options.actors.begin(), options.actors.end(), actor) != options.actors.end();
    };
    const bool all = options.actors.empty();
    std::vector<std::uint8_t> watched;
    watched.reserve(info.cast.size());
    for (const ActorInfo& actor : info.cast) {
        bool wanted = false;
        if (options.what == HeatWhat::Attention)
            wanted = isCamera(actor) && (all || chosen(actor.id) || chosen(actor.parent));
        else if (!all)
            wanted = chosen(actor.id);
        else // players without a body stand for their base: no position, but where their figures belong
            wanted = isMovingKind(actor.kind) && !actor.background &&
                     (options.what == HeatWhat::Metric || actor.shape != ActorShape::None);
        watched.push_back(wanted ? 1 : 0);
    }
    return watched;
}

/// Where a camera's middle meets the ground.
std::optional<glm::dvec3> lookedAt(const WorldState& state, std::size_t row, double ground)
{
    const glm::dvec3 from = state.positions[row];
    const glm::dvec3 along(state.orientations[row] * glm::vec3(0.0F, 0.0F, 1.0F));
    const double ahead = (ground - from.y) / along.y; // infinite or no number where it looks level
    if (!(ahead >= 0.0 && ahead <= FarthestLook))
        return std::nullopt;
    return from + ahead * along;
}

class SampleCollector
{
public:
    SampleCollector(const ReplayInfo& info, const HeatOptions& options, std::optional<MetricInfo> metric)
        : m_info(info), m_options(options), m_metric(std::move(metric)), m_watched(watchedBy(options, info)),
          m_pending(m_watched.size()), m_sheet(options.layout, options.grows, options.cell)
    {
        m_teams.assign(options.teams.empty() ? 0 : info.teams.size(), 0);
        for (const int team : options.teams)
            m_teams[static_cast<std::size_t>(team)] = 1;
        m_stays = stays();
        if (!m_metric || !tracked())
            return;
        m_track.resize(m_watched.size());
        for (std::size_t actor = 0; actor < m_watched.size(); ++actor) {
            if (m_watched[actor] != 0)
                m_track[actor].emplace(MetricRequest{*m_metric, static_cast<ActorId>(actor)}, info);
        }
    }

    bool anybody() const
    {
        return std::ranges::any_of(m_watched, [](std::uint8_t w) { return w != 0; });
    }

    /// Nothing leads from the frame before to the next one.
    void interrupt()
    {
        m_step += 2;
        m_hasBefore = false;
        for (std::optional<MetricTrack>& track : m_track) {
            if (track)
                track->interrupt();
        }
    }

    void visit(const WorldState* now)
    {
        if (now == nullptr)
            return interrupt();
        ++m_step;
        const Micros passed = now->time - m_time;
        // Of what grows even frames that share a time say something.
        const bool leads = passed >= Micros{0} && passed <= m_info.maxGap;
        m_seconds = leads ? seconds(passed) : NoValue;
        m_time = now->time;
        m_matchValue = m_metric && m_metric->source == MetricSource::MatchProperty
                           ? m_info.number(MatchPropertyId(m_metric->property),
                                           now->value(MatchPropertyId(m_metric->property)))
                           : NoValue;
        for (std::size_t row = 0; row < now->size(); ++row) {
            const std::uint32_t actor = model::index(now->ids[row]);
            if (actor < m_watched.size() && m_watched[actor] != 0)
                take(m_pending[actor], *now, row);
        }
        if (!m_track.empty())
            m_before = *now; // what is worked out from two frames needs both
        m_hasBefore = true;
    }

    HeatGrid finish() &&
    {
        return std::move(m_sheet).finish(m_options.smooth, m_options.what == HeatWhat::Metric &&
                                                               m_options.sum == HeatSum::Mean);
    }

private:
    /// What is told once and stays so until it is told anew, wherever the actor may be by now.
    bool stays() const { return m_options.what == HeatWhat::Attention || (m_metric && !tracked()); }

    /// Neither a property of the actor nor one of the recording.
    bool tracked() const
    {
        return m_metric->source != MetricSource::ActorProperty &&
               m_metric->source != MetricSource::MatchProperty;
    }

    bool wanted(const WorldState& now, std::size_t row) const
    {
        if (m_teams.empty())
            return true;
        const int team = teamOf(m_info, now, row);
        return team >= 0 && m_teams[static_cast<std::size_t>(team)] != 0;
    }

    void take(Pending& pending, const WorldState& now, std::size_t row)
    {
        const bool there =
            (now.flags[row] & (Hidden | Ended)) == 0 && (m_stays || hasPlace(m_info, now, row));
        const bool camera = m_options.what == HeatWhat::Attention;
        const double value = m_metric && there ? valueAt(now, row) : NoValue;
        // A camera that jumps has looked at the old place until then.
        const bool led = pending.step == m_step - 1 && there &&
                         ((now.flags[row] & Discontinuity) == 0 || camera) && !std::isnan(m_seconds);
        if (led)
            count(pending, now, row, value);
        if (!there || !wanted(now, row))
            return;
        pending.value = value;
        pending.place = now.positions[row];
        pending.step = m_step;
        if (!camera)
            return;
        const std::optional<glm::dvec3> place = lookedAt(now, row, m_options.ground);
        pending.place = place.value_or(glm::dvec3(NoValue));
    }

    /// What the frame before was worth, now that it is known how long it lasted.
    void count(const Pending& before, const WorldState& now, std::size_t row, double value)
    {
        switch (m_options.what) {
        case HeatWhat::Stops: {
            const double speed = (now.flags[row] & VelocityRecorded) != 0
                                     ? static_cast<double>(glm::length(now.velocities[row]))
                                     : glm::distance(before.place, now.positions[row]) / m_seconds;
            if (speed < m_options.stopSpeed) // false of frames that share a time
                add(before, m_seconds, m_seconds);
            break;
        }
        case HeatWhat::Positions:
        case HeatWhat::Attention:
            if (m_seconds > 0.0)
                add(before, m_seconds, m_seconds);
            break;
        case HeatWhat::Metric:
            if (m_options.sum == HeatSum::Growth) {
                if (value > before.value)
                    add(before, value - before.value, m_seconds);
            } else if (m_seconds > 0.0 && std::isfinite(before.value)) {
                add(before, before.value * m_seconds, m_seconds);
            }
            break;
        case HeatWhat::Events:
            break;
        }
    }

    void add(const Pending& before, double amount, double weight)
    {
        m_sheet.add(before.place.x, before.place.z, amount, weight);
    }

    double valueAt(const WorldState& now, std::size_t row)
    {
        if (m_metric->source == MetricSource::MatchProperty)
            return m_matchValue;
        if (m_metric->source == MetricSource::ActorProperty) {
            const ActorPropertyId id(m_metric->property);
            return m_info.number(id, now.value(row, id));
        }
        return m_track[model::index(now.ids[row])]->next(m_hasBefore ? &m_before : nullptr, now);
    }

    const ReplayInfo& m_info;
    const HeatOptions& m_options;
    std::optional<MetricInfo> m_metric;
    std::vector<std::uint8_t> m_watched;
    std::vector<std::uint8_t> m_teams; ///< empty = all
    std::vector<Pending> m_pending;    ///< by ActorId
    std::vector<std::optional<MetricTrack>> m_track;
    WorldState m_before;
    bool m_hasBefore = false;
    bool m_stays = false; ///< stays()
    std::int64_t m_step = 0;
    Micros m_time{};
    double m_seconds = NoValue; ///< since the frame before; NaN = nothing leads here
    double m_matchValue = NoValue;
    HeatSheet m_sheet;
};

Result<MetricInfo> metricNamed(const ReplayInfo& info, const QString& id)
{
    const std::vector<MetricInfo> metrics = metricsOf(info);
    const auto found =
        std::find_if(metrics.begin(), metrics.end(), [&id](const MetricInfo& m) { return m.id == id; });
    if (found == metrics.end())
        return fail(ErrorCode::InvalidArgument,
                    Sentence::of(QStringLiteral("there is no metric \"%1\" in this recording"), {id}));
    if (found->needsOther())
        return fail(
            ErrorCode::InvalidArgument,
            Sentence::of(QStringLiteral("the metric \"%1\" is one of two actors, which have no one place"),
                         {id}));
    return *found;
}

QString metricUnit(const MetricInfo& metric, HeatSum sum)
{
    if (sum != HeatSum::Integral)
        return metric.unit;
    return metric.unit.isEmpty() ? QStringLiteral("s") : metric.unit + QChar(0x00B7) + QStringLiteral("s");
}

Result<void> nobody(const HeatOptions& options)
{
    return options.what == HeatWhat::Attention
               ? fail(ErrorCode::InvalidArgument,
                      Sentence::of(options.actors.empty()
                                       ? QStringLiteral("this recording has no cameras of its players")
                                       : QStringLiteral("nobody of those who were chosen has a camera")))
               : fail(
                     ErrorCode::InvalidArgument,
                     Sentence::of(QStringLiteral("nobody in this recording moves by itself; choose actors")));
}

} // namespace

Result<HeatGrid> readHeatSamples(const ReplaySource& source, const HeatOptions& options,
                                 const std::vector<FrameRange>& ranges, const Progress& progress,
                                 const std::stop_token& stop)
{
    const std::shared_ptr<const ReplayIndex> index = source.index();
    const std::shared_ptr<const ReplayInfo> info = index->info;
    std::optional<MetricInfo> metric;
    if (options.what == HeatWhat::Metric) {
        auto found = metricNamed(*info, options.id);
        if (!found)
            return tl::unexpected<Error>(found.error());
        metric = std::move(*found);
    }
    SampleCollector collector(*info, options, metric);
    if (!collector.anybody())
        return tl::unexpected<Error>(nobody(options).error());
    FrameNumber all = 0;
    for (const FrameRange& range : ranges)
        all += range.count();
    FrameNumber before = 0;
    for (const FrameRange& range : ranges) {
        collector.interrupt();
        const Progress part = [&](double done) {
            return !progress ||
                   progress((static_cast<double>(before) + done * static_cast<double>(range.count())) /
                            static_cast<double>(all));
        };
        const auto visit = [&](FrameNumber frame, const WorldState* now) {
            collector.visit(now != nullptr && nothingRecorded(*index, frame, *now) ? nullptr : now);
        };
        const auto walked = walkFrames(source, range, visit, part, stop);
        if (!walked)
            return tl::unexpected<Error>(walked.error());
        before += range.count();
    }
    HeatGrid grid = std::move(collector).finish();
    grid.unit = metric ? metricUnit(*metric, options.sum) : QStringLiteral("s");
    grid.name = metric                                ? metric->name
                : options.what == HeatWhat::Stops     ? QStringLiteral("Stops")
                : options.what == HeatWhat::Attention ? QStringLiteral("Camera attention")
                                                      : QStringLiteral("Positions");
    return grid;
}

} // namespace ghostline::model
