// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/sample/ladder_game.h"

#include "codecs/sc2/protocol/game_events.h"
#include "codecs/sc2/sample/ladder_head.h"
#include "codecs/sc2/sample/ladder_plan.h"
#include "codecs/sc2/sample/ladder_report.h"

#include <QJsonArray>

#include <algorithm>
#include <optional>

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

/// The game while it is played, with all that is written of it.
class Match
{
public:
    /// `before`: what was written of the game from whose replay this one goes on; null for a game of its own.
    Match(const Protocol& protocol, const Course& course, std::uint64_t seed, const Log* before)
        : log(before != nullptr ? Log(protocol, *before) : Log(protocol)), m_course(course),
          m_terran(m_world, ada, course, seed), m_zerg(m_world, ben, course, seed * 31 + 7)
    {
        for (Hands* hands : {&ada, &ben})
            log.setup(hands->player(),
                      static_cast<int>(before != nullptr ? resumedUser(*hands) : hands->user()));
        m_world.setUp();
        load(log, Build);
    }

    void play(std::uint32_t loop)
    {
        log.setLoop(loop);
        m_world.step();
        ada.forget(m_world.roster().fallen());
        ben.forget(m_world.roster().fallen());
        m_terran.think();
        if (loop < m_course.leave)
            m_zerg.think();
        if (loop == m_course.leave)
            leave(ben, LeaveDefeat);
        if (loop % PlacesEvery == 0)
            reportPlaces(m_world.roster(), log);
        for (const int player : {1, 2}) {
            if (loop == 1 || loop % StatsEvery == 0 || loop == (player == 2 ? m_course.leave : m_course.end))
                reportStats(m_world.roster(), player, log);
        }
    }
    void leave(const Hands& who, int reason)
    {
        log.game(who.user(), "SGameUserLeaveEvent", {{QStringLiteral("m_leaveReason"), reason}});
    }
    /// Ada goes on herself, Cleo for Ben, both under other user ids than before.
    void resume()
    {
        const auto user = [](const Hands& hands, const char* name, int account) {
            return QJsonObject{{key("m_gameUserId"), static_cast<int>(resumedUser(hands))},
                               {key("m_name"), key(name)},
                               {key("m_toonHandle"), QStringLiteral("98-S2-1-%1").arg(account)}};
        };
        constexpr int AdasAccount = 1000;
        constexpr int CleosAccount = 77;
        log.game(
            ada.user(), "SHijackReplayGameEvent",
            {{key("m_userInfos"), QJsonArray{user(ada, "Ada", AdasAccount), user(ben, "Cleo", CleosAccount)}},
             {key("m_method"), 1}});
        for (Hands* hands : {&ada, &ben})
            hands->actAs(resumedUser(*hands));
    }

    Log log;

private:
    static unsigned resumedUser(const Hands& hands) { return 4U - static_cast<unsigned>(hands.player()); }

    Course m_course;
    World m_world{log};

public:
    Hands ada{m_world.roster(), log, 1};
    Hands ben{m_world.roster(), log, 2};

private:
    TerranPlan m_terran;
    ZergPlan m_zerg;
};

} // namespace

LadderGame playLadderGame(const LadderOptions& options)
{
    LadderGame out;
    out.baseBuild = Build;
    const Protocol& protocol = protocolFor(Build);
    Course course;
    course.end = std::max<std::uint32_t>(static_cast<std::uint32_t>(options.minutes * LoopsPerMinute), 2);
    course.leave = course.end > Farewell ? course.end - Farewell : 1;
    std::optional<Match> before;
    if (options.resumedAt > 0) {
        before.emplace(protocol, course, options.seed, nullptr);
        for (std::uint32_t loop = 1; loop <= std::min(options.resumedAt, course.end); ++loop)
            before->play(loop);
    }
    Match match(protocol, course, options.seed, before ? &before->log : nullptr);
    for (std::uint32_t loop = 1; loop <= course.end; ++loop) {
        match.play(loop);
        if (loop == options.resumedAt)
            match.resume();
    }
    match.leave(match.ada, LeaveVictory);
    out.loops = course.end;

    Summary summary;
    summary.baseBuild = out.baseBuild;
    summary.loops = course.end;
    const double minutes = static_cast<double>(course.end) / LoopsPerMinute;
    summary.apm[0] = static_cast<int>(match.ada.actions() / minutes);
    summary.apm[1] = static_cast<int>(match.ben.actions() / minutes);
    out.header = headerOf(summary);
    out.members.reserve(8);
    out.members.emplace_back("replay.details", detailsOf());
    out.members.emplace_back("replay.initData", initDataOf(summary));
    out.members.emplace_back("replay.attributes.events", attributesOf());
    out.members.emplace_back("replay.game.events", match.log.gameStream());
    out.members.emplace_back("replay.message.events", match.log.messageStream());
    out.members.emplace_back("replay.tracker.events", match.log.trackerStream());
    out.members.emplace_back("replay.gamemetadata.json", metadataOf(summary));
    return out;
}

std::vector<std::byte> makeLadderGame(const LadderOptions& options)
{
    const LadderGame game = playLadderGame(options);
    return writeMpq(game.header, game.members, options.archive);
}

} // namespace ghostline::sc2
