// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// `compare`: where one run loses time against another.
#include "app/cli/verbs.h"

namespace ghostline::app {

struct CompareArguments
{
    QString a; ///< the reference
    QString b;
    QStringList options;
    QString actorA;
    QString actorB;
    model::Alignment alignment = model::Alignment::Start;
    std::optional<double> every; ///< seconds between samples, 0 = every frame of B
    bool splits = false;         ///< CSV of the splits instead of the samples
    bool csv = false;
    bool json = false;
};
int runCompare(const Session& session, const CompareArguments& arguments);

} // namespace ghostline::app
