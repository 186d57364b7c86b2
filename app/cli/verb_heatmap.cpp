// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_heatmap.h"

#include "app/cli/text_table.h"
#include "app/cli/write_output.h"
#include "model/bytes/atomic_file.h"
#include "model/bytes/byte_sources.h"
#include "model/bytes/file_names.h"
#include "model/codec/write_target.h"
#include "model/heat/heat_colours.h"
#include "model/heat/heat_csv.h"
#include "model/heat/heat_map.h"
#include "model/heat/png_writer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace ghostline::app {

using namespace Qt::StringLiterals;
using model::ErrorCode;
using model::fail;
using model::HeatGrid;
using model::HeatOptions;
using model::Result;

namespace {

constexpr std::size_t ListedCells = 10;

/// By name or side, in any case, or by number.
Result<std::vector<int>> findTeams(const QStringList& wanted, const model::ReplayInfo& info)
{
    std::vector<int> teams;
    for (const QString& text : wanted) {
        const std::size_t before = teams.size();
        bool isNumber = false;
        const int number = text.toInt(&isNumber);
        for (std::size_t i = 0; i < info.teams.size(); ++i) {
            const model::Team& team = info.teams[i];
            if (team.name.compare(text, Qt::CaseInsensitive) == 0 ||
                team.side.compare(text, Qt::CaseInsensitive) == 0 ||
                (isNumber && number == static_cast<int>(i)))
                teams.push_back(static_cast<int>(i));
        }
        if (teams.size() == before)
            return fail(ErrorCode::InvalidArgument,
                        u"there is no team \"%1\"; `info` lists them"_s.arg(text));
    }
    return teams;
}

Result<HeatOptions> plainOptions(const HeatmapArguments& arguments)
{
    HeatOptions options;
    if (const auto set = model::setHeatWhat(options, arguments.what); !set)
        return tl::unexpected(set.error());
    options.weightKey = arguments.by;
    options.sum = arguments.sum == u"integral" ? model::HeatSum::Integral
                  : arguments.sum == u"growth" ? model::HeatSum::Growth
                                               : model::HeatSum::Mean;
    options.place = arguments.place == u"first"  ? model::HeatPlace::First
                    : arguments.place == u"last" ? model::HeatPlace::Last
                                                 : model::HeatPlace::Recorded;
    options.stopSpeed = arguments.stopSpeed;
    // 0 is nobody's wish there, but it was asked for here.
    options.cell =
        arguments.cell == 0.0 ? std::numeric_limits<double>::quiet_NaN() : arguments.cell.value_or(0.0);
    options.smooth = arguments.smooth;
    const bool events = options.what == model::HeatWhat::Events;
    if (!events && (!arguments.by.isEmpty() || !arguments.place.isEmpty()))
        return fail(ErrorCode::InvalidArgument, u"--by and --at are for --what event:KIND"_s);
    if (options.what != model::HeatWhat::Metric && !arguments.sum.isEmpty())
        return fail(ErrorCode::InvalidArgument, u"--sum is for --what metric:ID"_s);
    return options;
}

/// What a recording says of actors, teams and times.
Result<void> fillIn(HeatOptions& options, const HeatmapArguments& arguments, const Replay& replay)
{
    auto actors = findActors(arguments.actors, replay.info());
    if (!actors)
        return tl::unexpected(actors.error());
    auto teams = findTeams(arguments.teams, replay.info());
    if (!teams)
        return tl::unexpected(teams.error());
    const auto frames = parseRange(arguments.from, arguments.to, replay.index->timeAxis);
    if (!frames)
        return tl::unexpected(frames.error());
    options.actors = std::move(*actors);
    options.teams = std::move(*teams);
    options.frames = {*frames};
    return {};
}

/// Only pictures are replaced, and never a recording that is read.
Result<void> checkPicture(const Session& session, const HeatmapArguments& arguments)
{
    if (arguments.png.isEmpty())
        return {};
    if (auto named = checkEnding(arguments.png, u".png"_s); !named)
        return named;
    for (const QString& file : arguments.files) {
        if (auto apart = model::checkWriteTarget(session.registry, file, arguments.png); !apart)
            return apart;
    }
    if (!model::pathExists(arguments.png))
        return {};
    std::array<std::byte, 4> head{};
    const auto file = model::openFile(arguments.png);
    const auto got = file ? (*file)->read(0, head) : Result<std::size_t>(tl::unexpected(file.error()));
    const QByteArrayView text(reinterpret_cast<const char*>(head.data()), got ? qsizetype(*got) : 0);
    if (!got || (!text.isEmpty() && text != "\x89PNG"))
        return fail(ErrorCode::InvalidArgument,
                    u"\"%1\" exists and is no PNG; it is not replaced"_s.arg(arguments.png));
    return {};
}

model::HeatLook lookOf(const HeatmapArguments& arguments)
{
    model::HeatLook look;
    look.scale = model::heatScaleOf(arguments.scale).value_or(model::HeatScale::Linear);
    look.dark = !arguments.light;
    look.blend = arguments.smooth > 0.0;
    return look;
}

Result<void> writePicture(const HeatGrid& grid, const HeatmapArguments& arguments)
{
    const model::HeatPixels pixels = model::heatPixels(grid, lookOf(arguments), arguments.size);
    if (pixels.rgba.empty())
        return fail(ErrorCode::NotFound, u"nothing was found, so no picture was written"_s);
    const model::HeatLayout& at = grid.layout;
    const QByteArray comment = "x " + csvNumber(at.x) + " to " + csvNumber(at.endX()) + " (east), z " +
                               csvNumber(at.z) + " to " + csvNumber(at.endZ()) + " (south), cell " +
                               csvNumber(at.cell);
    return model::pngBytes(pixels.width, pixels.height, pixels.rgba, comment)
        .and_then([&](const QByteArray& bytes) { return model::replaceFile(arguments.png, bytes); });
}

void printJson(const Session& session, const HeatGrid& grid, const HeatmapArguments& arguments)
{
    const model::HeatLayout& layout = grid.layout;
    JsonWriter json(session.console.out);
    json.beginObject();
    json.member("what", arguments.what);
    json.member("name", grid.name);
    json.member("unit", grid.unit);
    json.textOrNull("map", grid.map);
    json.member("mean", grid.isMean());
    json.member("recordings", grid.recordings);
    json.member("samples", grid.samples);
    json.member("outside", grid.outside);
    json.member("total", grid.total);
    json.member("least", grid.least);
    json.member("most", grid.most);
    json.member("x", layout.x);
    json.member("z", layout.z);
    json.member("cell", layout.cell);
    json.member("columns", layout.columns);
    json.member("rows", layout.rows);
    json.member("coarser", grid.coarser);
    json.key("values");
    json.beginArray();
    for (int row = 0; row < layout.rows; ++row) {
        json.beginArray(JsonLayout::Inline);
        for (int column = 0; column < layout.columns; ++column) {
            const auto cell = static_cast<std::size_t>(row) * static_cast<std::size_t>(layout.columns) +
                              static_cast<std::size_t>(column);
            grid.isMean() && !grid.known(cell) ? json.null() : json.value(grid.values[cell]);
        }
        json.endArray();
    }
    json.endArray();
    json.endObject();
    json.finish();
}

QString withUnit(double value, const QString& unit)
{
    const bool whole = value == std::floor(value) && std::abs(value) < 1e15; // counts
    const QString number = whole ? QString::number(value, 'f', 0) : figureText(value);
    return unit.isEmpty() ? number : number + u' ' + unit;
}

/// For people: where there was most of it.
void printSummary(const Session& session, const HeatGrid& grid)
{
    const model::HeatLayout& layout = grid.layout;
    session.print(u"%1: %2 %3 of %4%5\n"_s.arg(
        shownText(grid.name), grid.isMean() ? u"mean"_s : u"sum"_s, withUnit(grid.total, grid.unit),
        countText(grid.samples, u"sample"_s),
        grid.recordings > 1 ? u" of %1 recordings"_s.arg(grid.recordings) : QString()));
    if (grid.outside > 0)
        session.print(u"%1 beyond the edges or nowhere\n"_s.arg(countText(grid.outside, u"sample"_s)));
    if (grid.empty())
        return;
    session.print(u"%1 x %2 cells of %3, x %4 to %5, z %6 to %7%8\n\n"_s.arg(layout.columns)
                      .arg(layout.rows)
                      .arg(figureText(layout.cell), figureText(layout.x), figureText(layout.endX()),
                           figureText(layout.z), figureText(layout.endZ()),
                           grid.coarser ? u" (smaller cells would be too many)"_s : QString()));
    std::vector<std::size_t> cells;
    for (std::size_t cell = 0; cell < grid.values.size(); ++cell) {
        if (grid.known(cell))
            cells.push_back(cell);
    }
    const auto listed = cells.begin() + static_cast<std::ptrdiff_t>(std::min(ListedCells, cells.size()));
    std::partial_sort(cells.begin(), listed, cells.end(), [&grid](std::size_t a, std::size_t b) {
        return grid.values[a] != grid.values[b] ? grid.values[a] > grid.values[b] : a < b;
    });
    const auto right = TextTable::Align::Right;
    TextTable table({{u"X"_s, right}, {u"Z"_s, right}, {u"Most"_s, right}, {u"Unit"_s}});
    for (auto cell = cells.begin(); cell != listed; ++cell) {
        const auto column = static_cast<int>(*cell % static_cast<std::size_t>(layout.columns));
        const auto row = static_cast<int>(*cell / static_cast<std::size_t>(layout.columns));
        table.addRow({figureText(layout.centreX(column)), figureText(layout.centreZ(row)),
                      withUnit(static_cast<double>(grid.values[*cell]), {}), grid.unit});
    }
    session.print(table.text());
}

/// One recording after the other; only the one that is read is open.
class HeatmapRun
{
public:
    HeatmapRun(const Session& session, const HeatmapArguments& arguments, HeatOptions options)
        : m_session(session), m_arguments(arguments), m_options(std::move(options))
    {
    }

    Result<void> add(const QString& file)
    {
        auto opening = openOptions(m_session, m_arguments);
        if (!opening)
            return tl::unexpected(opening.error());
        const auto replay = openReplay(m_session, file, std::move(*opening));
        if (!replay)
            return tl::unexpected(replay.error());
        if (m_grid && !m_arguments.otherMaps) {
            if (auto same = model::sameHeatMap(*m_grid, replay->info()); !same)
                return same;
        }
        if (auto filled = fillIn(m_options, m_arguments, *replay); !filled)
            return filled;
        // Without surroundings a heat map is as good, only less well placed.
        const auto scene = surroundings(*replay->source);
        if (!scene && !m_arguments.scene.path.isEmpty())
            return tl::unexpected(scene.error());
        if (scene) {
            m_options.ground = scene->groundHeight;
            if (!m_grid) {
                m_options.grows = true;
                m_options.layout =
                    model::preferredHeatLayout(scene->bounds, m_options.cell, m_arguments.files.size() > 1);
            }
        }
        auto grid = model::readHeatMap(*replay->source, m_options, {}, m_session.stop);
        if (!grid)
            return tl::unexpected(grid.error());
        m_worst = std::max(m_worst, finish(m_session, *replay));
        if (m_grid)
            return m_grid->add(*grid);
        m_grid = std::move(*grid);
        m_options.grows = false;
        // All that follow lie over the first one's cells, if it has any.
        if (!m_grid->layout.empty())
            m_options.layout = m_grid->layout;
        else if (m_arguments.files.size() > 1)
            m_nothing = std::exchange(m_grid, std::nullopt);
        return {};
    }

    /// Of nothing at all it still says what it would have been of.
    HeatGrid grid() const { return m_grid ? *m_grid : m_nothing.value_or(HeatGrid{}); }
    int worst() const { return m_worst; }

private:
    /// A map is only read where one was named: how far the recording's own go says enough.
    Result<model::SceneDescription> surroundings(const model::ReplaySource& source) const
    {
        if (m_arguments.scene.path.isEmpty())
            return source.scene(m_session.stop);
        return sceneChoice(m_arguments.scene)
            .and_then([&](const model::SceneChoice& choice) {
                return model::sceneOf(source, choice, m_session.registry, m_session.stop);
            })
            .map([](const model::FoundScene& found) { return found.scene; });
    }

    const Session& m_session;
    const HeatmapArguments& m_arguments;
    HeatOptions m_options;
    std::optional<HeatGrid> m_grid;
    std::optional<HeatGrid> m_nothing; ///< of a first recording without any
    int m_worst = ExitFine;
};

} // namespace

int runHeatmap(const Session& session, const HeatmapArguments& arguments)
{
    auto options = plainOptions(arguments);
    if (!options)
        return failWith(session, options.error());
    if (const auto free = checkPicture(session, arguments); !free)
        return failWith(session, free.error());
    HeatmapRun run(session, arguments, std::move(*options));
    for (const QString& file : arguments.files) {
        if (const auto added = run.add(file); !added)
            return failWith(session, added.error(), file);
    }
    const HeatGrid grid = run.grid();
    if (!arguments.png.isEmpty()) {
        if (const auto written = writePicture(grid, arguments); !written)
            return failWith(session, written.error(), arguments.png);
    }
    if (arguments.csv)
        session.print(model::heatCsv(grid));
    else if (arguments.json)
        printJson(session, grid, arguments);
    else
        printSummary(session, grid);
    return run.worst();
}

} // namespace ghostline::app
