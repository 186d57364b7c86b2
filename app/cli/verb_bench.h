// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// `bench`: how fast a recording opens, decodes and seeks, by the same road the window takes.
#include "app/cli/verbs.h"

namespace ghostline::app {

struct BenchArguments : ReplayArguments
{
    int targets = 1000;
    std::size_t cacheMegabytes = 256;
};
int runBench(const Session& session, const BenchArguments& arguments);

} // namespace ghostline::app
