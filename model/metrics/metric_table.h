// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Numbers over a stretch of a recording as a table: a row for each frame, a column for each metric of whoever
// has it. The command line prints it and the window writes it, so both say the same.
#include "model/metrics/metrics.h"

#include <functional>

namespace ghostline::model {

struct MetricColumn
{
    QString title; ///< "METRIC", or "NAME#ID/METRIC" for an actor's
    MetricRequest request;
    MetricSeries series{};
};

struct MetricTable
{
    FrameRange frames;
    std::vector<MetricColumn> columns;
};

/// A table is held whole while it is made: at 16 bytes a value this is 512 MB.
inline constexpr std::int64_t MostTableValues = 32'000'000;

/// Whose numbers are asked for when nobody says: those in the line-up where there is one, else whoever moves
/// by itself.
GHOSTLINE_MODEL_EXPORT std::vector<ActorId> tableActors(const ReplayInfo& info);
/// A column for each metric of the recording, then those of each actor. Distances between two have no place
/// here.
GHOSTLINE_MODEL_EXPORT std::vector<MetricColumn>
tableColumns(std::span<const MetricInfo> metrics, std::span<const ActorId> actors, const ReplayInfo& info);
/// Whether so many fit in memory.
GHOSTLINE_MODEL_EXPORT bool fitsTable(std::size_t columns, FrameRange frames);
/// Walks the frames once; LimitExceeded where it does not fit.
GHOSTLINE_MODEL_EXPORT Result<MetricTable> readMetricTable(const ReplaySource& source,
                                                           std::vector<MetricColumn> columns,
                                                           FrameRange frames, const Progress& progress,
                                                           std::stop_token stop);

/// Row by row: hands out each column's value at a frame. Series are undecimated, a sample a frame where they
/// have one; a column that begins late is matched by time.
class GHOSTLINE_MODEL_EXPORT MetricRows
{
public:
    /// Both outlive it.
    MetricRows(const MetricTable& table, const TimeAxis& axis);
    /// Goes on to the next frame; false after the last.
    bool next();
    FrameNumber frame() const { return m_frame; }
    double seconds() const { return m_seconds; }
    /// NaN where nothing was recorded. Of each column once a row.
    double value(std::size_t column);

private:
    const MetricTable& m_table;
    const TimeAxis& m_axis;
    std::vector<std::size_t> m_next;
    FrameNumber m_frame;
    double m_seconds = 0.0;
};

/// Line by line, a heading first; cells are empty where nothing was recorded. Ends early, with the error,
/// when `write` fails.
GHOSTLINE_MODEL_EXPORT Result<void>
writeMetricCsv(const MetricTable& table, const TimeAxis& axis,
               const std::function<Result<void>(const QByteArray& line)>& write);

} // namespace ghostline::model
