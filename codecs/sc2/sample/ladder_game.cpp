// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/sample/ladder_game.h"

#include "codecs/sc2/protocol/game_events.h"
#include "codecs/sc2/sample/ladder_head.h"
#include "codecs/sc2/sample/ladder_plan.h"

#include <algorithm>

namespace ghostline::sc2 {

namespace {

using namespace ladder;

constexpr std::uint32_t StatsEvery = 160;
constexpr std::uint32_t PlacesEvery = 240;
constexpr std::uint32_t Farewell = 30; ///< loops from giving up to the end
constexpr std::uint32_t Build = 97425; ///< the newest that the tables name
constexpr int LeaveDefeat = 4;
constexpr int LeaveVictory = 3;

void load(Log& log, std::uint32_t build)
{
    const QJsonObject options{{QStringLiteral("m_gameFullyDownloaded"), true},
                              {QStringLiteral("m_baseBuildNum"), static_cast<qint64>(build)},
                              {QStringLiteral("m_buildNum"), static_cast<qint64>(build)},
                              {QStringLiteral("m_hotkeyProfile"), QStringLiteral("0_Default")}};
    for (const unsigned user : {0U, 1U}) {
        log.game(user, "SUserOptionsEvent", options);
        for (const int progress : {0, 40, 100})
            log.message(user, "SLoadingProgressMessage", {{QStringLiteral("m_progress"), progress}});
    }
    log.game(GlobalUser, "SUserFinishedLoadingSyncEvent");
    log.game(GlobalUser, "SSetSyncLoadingTimeEvent", {{QStringLiteral("m_syncTime"), 6}});
    log.game(GlobalUser, "SSetSyncPlayingTimeEvent", {{QStringLiteral("m_syncTime"), 6}});
}

} // namespace

LadderGame playLadderGame(const LadderOptions& options)
{
    LadderGame out;
    out.baseBuild = Build;
    const Protocol& protocol = protocolFor(Build);
    Course course;
    course.end = std::max<std::uint32_t>(static_cast<std::uint32_t>(options.minutes * LoopsPerMinute), 2);
    course.leave = course.end > Farewell ? course.end - Farewell : 1;
    Log log(protocol);
    World world(log);
    Hands ada(world, log, 1);
    Hands ben(world, log, 2);
    TerranPlan terran(world, ada, course, options.seed);
    ZergPlan zerg(world, ben, course, options.seed * 31 + 7);

    for (const int player : {1, 2})
        log.setup(player, player - 1);
    world.setUp();
    load(log, out.baseBuild);
    const auto leave = [&log](const Hands& who, int reason) {
        log.game(who.user(), "SGameUserLeaveEvent", {{QStringLiteral("m_leaveReason"), reason}});
    };
    for (std::uint32_t loop = 1; loop <= course.end; ++loop) {
        log.setLoop(loop);
        world.step();
        ada.forget(world.fallen());
        ben.forget(world.fallen());
        terran.think();
        if (loop < course.leave)
            zerg.think();
        if (loop == course.leave)
            leave(ben, LeaveDefeat);
        if (loop % PlacesEvery == 0)
            world.reportPlaces();
        for (const int player : {1, 2}) {
            if (loop == 1 || loop % StatsEvery == 0 || loop == (player == 2 ? course.leave : course.end))
                world.reportStats(player);
        }
    }
    leave(ada, LeaveVictory);
    out.loops = course.end;

    Summary summary;
    summary.baseBuild = out.baseBuild;
    summary.loops = course.end;
    const double minutes = static_cast<double>(course.end) / LoopsPerMinute;
    summary.apm[0] = static_cast<int>(ada.actions() / minutes);
    summary.apm[1] = static_cast<int>(ben.actions() / minutes);
    out.header = headerOf(summary);
    out.members.reserve(8);
    out.members.emplace_back("replay.details", detailsOf());
    out.members.emplace_back("replay.initData", initDataOf(summary));
    out.members.emplace_back("replay.attributes.events", attributesOf());
    out.members.emplace_back("replay.game.events", log.gameStream());
    out.members.emplace_back("replay.message.events", log.messageStream());
    out.members.emplace_back("replay.tracker.events", log.trackerStream());
    out.members.emplace_back("replay.gamemetadata.json", metadataOf(summary));
    return out;
}

std::vector<std::byte> makeLadderGame(const LadderOptions& options)
{
    const LadderGame game = playLadderGame(options);
    return writeMpq(game.header, game.members, options.archive);
}

} // namespace ghostline::sc2
