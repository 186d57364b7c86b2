// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Runs along made-up courses, and one compared with another.
#include "model/compare/progress.h"
#include "tests/support/run_tracks.h"

#include <QtTest>

namespace ghostline::test {

using namespace ghostline::model;

struct Compared
{
    Compared(const RunMaker& a, const RunMaker& b)
        : course(a.shared()), run(b.track()), progress(*compareProgress(course, run, {}))
    {
    }
    double deltaAt(double metres) const { return deltaAtPlace(course, run, progress, metres).delta; }
    NoNumber whyAt(double metres) const { return deltaAtPlace(course, run, progress, metres).why; }

    Course course;
    RunTrack run;
    ProgressComparison progress;
};

inline RunMaker straight(double metres, double step = 0.25)
{
    RunMaker run;
    run.walk({metres, 0.0, 0.0}, step);
    return run;
}

/// East, round a square and across its own way: the crossing is at 20 m and at 80 m. Who goes aside keeps a
/// metre off both ends.
inline RunMaker crossing(double step, double aside = 0.0)
{
    const double inset = aside > 0.0 ? 1.0 : 0.0;
    RunMaker run({inset, 0.0, aside});
    return run.walk({40.0, 0.0, aside}, step)
        .walk({40.0, 0.0, 20.0}, step)
        .walk({20.0 + aside, 0.0, 20.0}, step)
        .walk({20.0 + aside, 0.0, inset - 30.0}, step);
}

/// Round a square of 20 m to a side, so often, each time a little further out.
inline RunMaker laps(int count, double step, bool checkpoints)
{
    RunMaker run;
    for (int lap = 0; lap < count; ++lap) {
        const double east = 20.0 + 0.02 * lap;
        run.walk({east, 0.0, 0.02 * lap}, step).walk({east, 0.0, 20.0}, step);
        if (checkpoints)
            run.checkpoint("far");
        run.walk({0.0, 0.0, 20.0}, step).walk({0.0, 0.0, 0.0}, step);
        if (checkpoints)
            run.checkpoint("near");
    }
    return run;
}

} // namespace ghostline::test
