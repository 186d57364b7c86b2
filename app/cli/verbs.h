// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The verbs: what each takes from the command line, and the function that runs it and returns the exit code.
#include "app/cli/session.h"
#include "app/cli/zone_arguments.h"
#include "model/compare/alignment.h"

namespace ghostline::app {

struct InfoArguments : ReplayArguments
{
};
int runInfo(const Session& session, const InfoArguments& arguments);

struct EventsArguments : ReplayArguments
{
    QStringList kinds;
    QStringList actors;
    QString from;
    QString to;
    bool csv = false;
};
int runEvents(const Session& session, const EventsArguments& arguments);

struct StateArguments : ReplayArguments
{
    QString at;
    std::optional<model::FrameNumber> frame;
    QStringList actors;
    bool native = false;
    bool reported = false; ///< without estimates
    bool exact = false;    ///< only what was recorded in full
};
int runState(const Session& session, const StateArguments& arguments);

struct MetricsArguments : ReplayArguments
{
    QStringList actors;
    QStringList metrics;
    ZoneArguments zones; ///< further metrics: who is in them
    QString from;
    QString to;
    bool csv = false;
    bool list = false;
};
int runMetrics(const Session& session, const MetricsArguments& arguments);

struct AnalyseArguments : ReplayArguments
{
    QString what; ///< proximity, contacts, zones, limits
    QString actor;
    bool players = false;
    bool acrossTeams = false;
    bool estimates = false;        ///< contacts of poses that were not recorded, too
    std::optional<double> within;  ///< metres
    std::optional<double> atLeast; ///< seconds
    ZoneArguments zones;
    QString metric = QStringLiteral("acceleration");
    double above = 8.0;
    bool totals = false;
    bool csv = false;
};
int runAnalyse(const Session& session, const AnalyseArguments& arguments);

struct DumpArguments : ReplayArguments
{
    QString stream;
    QStringList records;
    std::int64_t limit = -1;
};
int runDump(const Session& session, const DumpArguments& arguments);

struct ReportArguments : ReplayArguments
{
    QString name;
    QStringList arguments;
};
int runReport(const Session& session, const ReportArguments& arguments);

/// Verbs over many recordings: files and folders, the latter searched to the bottom.
struct ManyArguments
{
    QStringList paths;
    QStringList options;
    bool json = false;
    int severity = 2;
};
int runCheck(const Session& session, const ManyArguments& arguments);
int runFlags(const Session& session, const ManyArguments& arguments);

struct WriteArguments : ReplayArguments
{
    QString output;
    QString format;
    QString from;
    QString to;
    QString window;
    QString keyframeInterval;
    bool force = false;
};
int runConvert(const Session& session, const WriteArguments& arguments);
int runRepair(const Session& session, const WriteArguments& arguments);

struct CompactArguments : WriteArguments
{
    QString metadata; ///< a JSON file
};
int runCompact(const Session& session, const CompactArguments& arguments);

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

struct BenchArguments : ReplayArguments
{
    int targets = 1000;
    std::size_t cacheMegabytes = 256;
};
int runBench(const Session& session, const BenchArguments& arguments);

int runCodecs(const Session& session, bool json);

} // namespace ghostline::app
