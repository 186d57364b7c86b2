// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The teams of the session object with their players.
#include "codecs/echo/text/json_fields.h"

namespace ghostline::echo {

/// For one thread.
class TeamReader
{
public:
    /// Both must outlive this.
    TeamReader(JsonFields& fields, MatchNames& names);

    /// The list of teams: appends to `players`, names of teams go to `header` unless that is null. False when
    /// it is no list.
    bool read(json::value value, Frame& frame, std::vector<PlayerFrame>& players, MatchHeader* header);

private:
    struct CachedPerson
    {
        std::int64_t userId = 0;
        std::string name;
        std::int32_t number = Nobody;
    };

    void readTeam(json::object team, std::size_t index, Frame& frame, std::vector<PlayerFrame>& rows,
                  MatchHeader* header);
    void readPlayer(json::object player, TeamCode team, std::vector<PlayerFrame>& rows);
    void readHand(json::value value, PartPose& pose);
    void readHolding(json::value value, std::int16_t& holding);
    bool readStats(json::value value, Stats& stats);
    bool readPose(json::value value, PartPose& pose);
    std::int32_t personOf(std::uint8_t slot, std::string_view name, std::int64_t userId, int number,
                          int level);

    JsonFields& m_fields;
    MatchNames& m_names;
    KeyFinder<4> m_team;
    KeyFinder<33> m_player;
    KeyFinder<4> m_pose;
    KeyFinder<12> m_stats;
    std::array<CachedPerson, 256> m_people; ///< by slot
};

} // namespace ghostline::echo
