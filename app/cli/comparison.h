// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Two runs laid on each other: everything `compare` prints, whatever it prints it as.
#include "app/cli/verb_compare.h"
#include "model/compare/alignment.h"
#include "model/compare/copied_run.h"
#include "model/compare/splits.h"

namespace ghostline::app {

/// One of the two: its recording, who ran, and the way.
struct Run
{
    Replay replay;
    model::ActorId actor = model::ActorId::None;
    std::shared_ptr<const model::RunTrack> track;

    const QString& name() const { return replay.info().cast[index(actor)].name; }
};

/// Where B was at one of its frames, against A. NaN = no number.
struct GapSample
{
    double progress; ///< share of A's way, 0 to 1
    double time;     ///< seconds since B's run started; Alignment::Tick: since its first frame
    double delta;    ///< seconds, negative = B is faster
    double distance; ///< metres between the two; Alignment::Progress: from A's way
    model::NoNumber why = model::NoNumber::None; ///< why there is no delta
};

struct Comparison
{
    Run a; ///< the reference
    Run b;
    model::Alignment alignment = model::Alignment::Start;
    model::Splits splits;
    std::optional<model::Micros> theoreticalBest;
    std::vector<GapSample> samples;
    std::vector<model::CopiedStretch> copied;
};

/// Opens both, reads their ways and compares them. An error names its file. Two worlds are compared too, and
/// stderr says so.
model::Result<Comparison> compareRuns(const Session& session, const CompareArguments& arguments);

/// A line of `copied` and of `stretches`.
void writeCopied(JsonWriter& json, const model::CopiedStretch& stretch);

} // namespace ghostline::app
