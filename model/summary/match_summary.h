// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A whole recording as it is handed out: gathered once, then told as a page or as JSON. What a format does
// not have is left empty.
#include "model/base/export.h"
#include "model/base/numbers.h"
#include "model/heat/heat_grid.h"
#include "model/metrics/metric_series.h"
#include "model/replay/replay_source.h"
#include "model/sidecar/sidecar.h"
#include "model/summary/ground_plan.h"

#include <memory>
#include <optional>
#include <vector>

namespace ghostline::model {

/// A row of the statistics: of a team, its totals; of a player, his own.
struct SummaryRow
{
    int team = -1;                 ///< index into ReplayInfo::teams
    ActorId actor = ActorId::None; ///< None: the whole team
    bool left = false;             ///< was not there any more at the end
    std::vector<double> values;    ///< by Scoreboard::statistics; NaN = not recorded
};

/// A round, or all of it where the match is not in rounds.
struct SummaryPeriod
{
    int round = 0; ///< from 1; 0 = before the first, or no rounds
    FrameRange frames;
    std::vector<double> score;       ///< by team, at its end; NaN = not told, empty = no score
    std::vector<std::size_t> events; ///< those that are notable: indices into the index's events
};

struct SummaryCurve
{
    QString name; ///< whose it is: a team's or an actor's
    Wording wording{};
    int team = -1;
    std::vector<MetricSample> samples{}; ///< ascending; NaN = a gap
};

struct SummaryPlot
{
    QString id;    ///< stable ("score", "lead", or that of a metric)
    QString title; ///< for people
    QString unit{};
    bool steps = false; ///< stays what it was until it changes
    bool lead = false;  ///< one curve: above nought the first team leads, below it the second
    std::vector<SummaryCurve> curves{};
};

/// An instant worth a picture: a highlight, or what the coach has marked.
struct SummaryMoment
{
    Micros at{};   ///< what the picture shows
    Micros from{}; ///< the stretch it stands for
    Micros to{};
    QString title{};
    Wording wording{}; ///< of the title
    int team = -1;     ///< for whom it counts
    double score = NoValue;
    std::vector<std::pair<QString, double>> parts{}; ///< what the score is made of
    std::vector<ActorId> actors{};                   ///< who is in it
    QByteArray picture{};                            ///< PNG or JPEG; empty = `plan` is drawn
    GroundPlan plan{};
};

/// Drawings that are seen together.
struct SummaryBoard
{
    Micros at{};
    std::vector<Drawing> drawings;
    QByteArray picture{}; ///< as SummaryMoment's
    GroundPlan plan{};
};

/// Where a team was, for how long.
struct SummaryHeat
{
    int team = -1; ///< -1 = everybody
    HeatGrid grid;
};

/// What is missing in the summary because it could not be read.
struct SummaryGap
{
    QString what; ///< "the statistics"
    Error why;
};

struct SummaryKind
{
    int kind = 0; ///< index into EventTable::kinds
    int count = 0;
};

struct MatchSummary
{
    std::shared_ptr<const ReplayIndex> index; ///< never null: names, teams, events, what is lost
    QString file;                             ///< the recording's name, without its folder
    QByteArray sha256;                        ///< hexadecimal; empty = unknown
    QString version;                          ///< of the program
    std::vector<double> score;                ///< by team; empty = none is kept, NaN = not told
    std::vector<double> roundScore;           ///< by team: rounds won
    std::vector<double> possession;           ///< by team: share of the time that anybody had it
    std::vector<SummaryRow> roster;           ///< a team's players behind it, in the order of appearance
    std::vector<SummaryPeriod> periods;
    int notable = 0;                ///< events that are; more than `periods` list where there are too many
    std::vector<SummaryKind> kinds; ///< how many of each there are, those that there are
    std::vector<SummaryPlot> plots;
    GroundMap ground;
    std::vector<SummaryMoment> highlights;
    std::vector<Bookmark> bookmarks;   ///< ascending
    std::vector<SummaryMoment> marked; ///< a picture of each of the first bookmarks, in their order
    std::vector<SummaryBoard> boards;
    std::vector<SummaryHeat> heat;
    std::vector<FrameRange> unread; ///< frames that could not be decoded, ascending
    std::vector<SummaryGap> gaps;
    std::vector<Verdict> verdicts; ///< of the format's own checks

    const ReplayInfo& info() const { return *index->info; }
    /// The file's name without its ending where nothing better is known.
    QString title() const;
    /// For whom an event counts: as it says, else whoever did it; -1 = nobody.
    int teamOf(const Event& event) const;
    double duration() const { return seconds(index->timeAxis.duration()); } ///< seconds
};

/// What is not in the recording.
struct SummaryRequest
{
    QString path; ///< the recording: for its name, and for SHA-256 where it is a file
    Sidecar notes{};
    QString version{};
    std::optional<SceneDescription> scene{}; ///< in place of the recording's own surroundings
    bool hash = true;                        ///< reads all of the file for it
    bool heat = true;                        ///< walks all frames once for each team
    int mostEvents = 160;
    int mostPoints = 400; ///< of a curve, about
    int mostHighlights = 5;
    int mostPictures = 24; ///< of bookmarks
};

/// Waits until it is indexed, then walks it a few times, outside any cache. What cannot be read of it is left
/// out and said; only being stopped is an error. Any thread.
GHOSTLINE_MODEL_EXPORT Result<MatchSummary> readSummary(const ReplaySource& source,
                                                        const SummaryRequest& request,
                                                        const Progress& progress, std::stop_token stop);

} // namespace ghostline::model
