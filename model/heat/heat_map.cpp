// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/heat/heat_map.h"

#include "model/heat/heat_events.h"
#include "model/heat/heat_samples.h"

#include <algorithm>
#include <cmath>

namespace ghostline::model {

namespace {

constexpr double LeastCell = 0.01; // metres
constexpr double MostMetres = 1.0e6;
constexpr double MostSpeed = 1.0e6;
constexpr double ChosenSide = 256.0;    // cells of the longer side, where nobody says
constexpr double FinestOwnCell = 0.125; // metres
constexpr double StageSize = 512.0; // metres: larger surroundings are a town, of which a part is played in

bool within(double value, double least, double most)
{
    return value >= least && value <= most;
} // false of NaN

Result<void> checkNumbers(const HeatOptions& options)
{
    const auto wrong = [](const Sentence& what) { return fail(ErrorCode::InvalidArgument, what); };
    if (options.cell != 0.0 && !within(options.cell, LeastCell, MostMetres))
        return wrong(Sentence::of(QStringLiteral("a cell of a heat map is between 0.01 m and 1000 km wide")));
    if (!within(options.smooth, 0.0, MostMetres))
        return wrong(Sentence::of(QStringLiteral("a heat map is smoothed over 0 m or more")));
    if (options.what == HeatWhat::Stops && !within(options.stopSpeed, 0.0, MostSpeed))
        return wrong(Sentence::of(QStringLiteral("a stop is slower than a speed that is not negative")));
    if (!std::isfinite(options.ground))
        return wrong(Sentence::of(QStringLiteral("the height of the ground is no number")));
    if (!options.layout)
        return {};
    const HeatLayout& layout = *options.layout;
    const bool sound = within(layout.cell, LeastCell, MostMetres) && std::abs(layout.x) <= 1.0e9 &&
                       std::abs(layout.z) <= 1.0e9 && !layout.empty() && layout.cells() <= MostHeatCells;
    return sound ? Result<void>()
                 : wrong(Sentence::of(QStringLiteral("the cells of the heat map make no sense")));
}

/// In order, apart from one another, within the recording.
std::vector<FrameRange> walkedRanges(std::vector<FrameRange> wanted, FrameNumber frames)
{
    if (wanted.empty())
        return {{0, frames}};
    std::sort(wanted.begin(), wanted.end(),
              [](const FrameRange& a, const FrameRange& b) { return a.first < b.first; });
    std::vector<FrameRange> ranges;
    for (FrameRange range : wanted) {
        range.first = std::max<FrameNumber>(range.first, 0);
        range.end = std::min(range.end, frames);
        if (range.empty())
            continue;
        if (!ranges.empty() && range.first <= ranges.back().end)
            ranges.back().end = std::max(ranges.back().end, range.end);
        else
            ranges.push_back(range);
    }
    return ranges;
}

Result<void> checkWho(const HeatOptions& options, const ReplayInfo& info)
{
    for (const ActorId actor : options.actors) {
        if (info.actor(actor) == nullptr)
            return fail(ErrorCode::InvalidArgument,
                        Sentence::of(QStringLiteral("there is no actor %1 in this recording"),
                                     {Sentence::figure(static_cast<double>(index(actor)), 0)}));
    }
    for (const int team : options.teams) {
        if (team < 0 || static_cast<std::size_t>(team) >= info.teams.size())
            return fail(ErrorCode::InvalidArgument,
                        Sentence::of(QStringLiteral("there is no team %1 in this recording"),
                                     {Sentence::figure(static_cast<double>(team), 0)}));
    }
    return {};
}

} // namespace

Result<void> setHeatWhat(HeatOptions& options, const QString& word)
{
    const qsizetype colon = word.indexOf(u':');
    const QString what = colon < 0 ? word : word.left(colon);
    const QString id = colon < 0 ? QString() : word.mid(colon + 1);
    const bool named = what == u"event" || what == u"metric";
    const bool plain = what == u"positions" || what == u"stops" || what == u"attention";
    if ((!named && !plain) || named == id.isEmpty() || (plain && colon >= 0))
        return fail(
            ErrorCode::InvalidArgument,
            QStringLiteral("\"%1\" is not positions, stops, attention, event:KIND or metric:ID").arg(word));
    options.id = id;
    options.what = what == u"positions" ? HeatWhat::Positions
                   : what == u"stops"   ? HeatWhat::Stops
                   : what == u"event"   ? HeatWhat::Events
                   : what == u"metric"  ? HeatWhat::Metric
                                        : HeatWhat::Attention;
    return {};
}

QString heatWord(const HeatOptions& options)
{
    switch (options.what) {
    case HeatWhat::Positions:
        return QStringLiteral("positions");
    case HeatWhat::Stops:
        return QStringLiteral("stops");
    case HeatWhat::Attention:
        return QStringLiteral("attention");
    case HeatWhat::Events:
        return QStringLiteral("event:") + options.id;
    case HeatWhat::Metric:
        return QStringLiteral("metric:") + options.id;
    }
    return {};
}

std::optional<HeatLayout> heatLayout(const Bounds& bounds, double cell)
{
    const glm::dvec3 size = bounds.max - bounds.min;
    const double side = std::max(size.x, size.z);
    if (!bounds.valid || !within(size.x, 0.0, MostMetres) || !within(size.z, 0.0, MostMetres) ||
        !(std::abs(bounds.min.x) <= 1.0e9) || !(std::abs(bounds.min.z) <= 1.0e9) || side <= 0.0)
        return std::nullopt;
    HeatLayout layout;
    layout.cell = within(cell, LeastCell, MostMetres)
                      ? cell
                      : std::max(std::exp2(std::ceil(std::log2(side / ChosenSide))), FinestOwnCell);
    // Counted in doubles: many tiny cells are more than an int holds.
    const auto count = [&layout](double high, double edge) {
        return std::max(std::ceil((high - edge) / layout.cell - 1e-9), 1.0);
    };
    while (true) {
        layout.x = std::floor(bounds.min.x / layout.cell) * layout.cell;
        layout.z = std::floor(bounds.min.z / layout.cell) * layout.cell;
        const double columns = count(bounds.max.x, layout.x);
        const double rows = count(bounds.max.z, layout.z);
        if (columns * rows <= static_cast<double>(MostHeatCells)) {
            layout.columns = static_cast<int>(columns);
            layout.rows = static_cast<int>(rows);
            return layout;
        }
        layout.cell *= 2.0;
    }
}

std::optional<HeatLayout> preferredHeatLayout(const Bounds& surroundings, double cell, bool several)
{
    const glm::dvec3 size = surroundings.max - surroundings.min;
    const bool stage = surroundings.valid && std::max(size.x, size.z) <= StageSize;
    return stage || several ? heatLayout(surroundings, cell) : std::nullopt;
}

Result<HeatGrid> readHeatMap(const ReplaySource& source, const HeatOptions& options, const Progress& progress,
                             std::stop_token stop)
{
    const std::shared_ptr<const ReplayIndex> index = source.index();
    if (const auto sound = checkNumbers(options); !sound)
        return tl::unexpected<Error>(sound.error());
    if (const auto known = checkWho(options, *index->info); !known)
        return tl::unexpected<Error>(known.error());
    const std::vector<FrameRange> ranges = walkedRanges(options.frames, index->frames());
    Result<HeatGrid> grid = options.what == HeatWhat::Events
                                ? readHeatEvents(source, options, ranges, progress, stop)
                                : readHeatSamples(source, options, ranges, progress, stop);
    if (grid)
        grid->map = index->info->map;
    return grid;
}

Result<void> sameHeatMap(const HeatGrid& first, const ReplayInfo& other)
{
    if (first.map == other.map)
        return {};
    return fail(ErrorCode::InvalidArgument,
                Sentence::of(QStringLiteral("this recording is of the map \"%1\", the first one of \"%2\""),
                             {other.map, first.map}));
}

} // namespace ghostline::model
