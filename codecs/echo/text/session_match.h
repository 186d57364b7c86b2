// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the session object says of the match: everything but its teams.
#include "codecs/echo/text/json_fields.h"

namespace ghostline::echo {

/// The keys of the session object.
inline constexpr KeyList<39> TopKeys(
    "sessionid sessionip match_type map_name client_name game_status game_clock game_clock_display "
    "private_match tournament_match total_round_count blue_round_score orange_round_score blue_points "
    "orange_points blue_team_restart_request orange_team_restart_request left_shoulder_pressed "
    "right_shoulder_pressed left_shoulder_pressed2 right_shoulder_pressed2 rules_changed_by "
    "rules_changed_at err_code possession disc pause last_throw last_score player teams contested "
    "payload_checkpoint payload_distance payload_speed payload_defenders payload_multiplier payload "
    "timers");

/// For one thread.
class MatchReader
{
public:
    /// Both must outlive this.
    MatchReader(JsonFields& fields, MatchNames& names);

    /// Before a line. What it says of the whole match goes to `header`; null = nowhere.
    void begin(MatchHeader* header);
    /// A field of the session object, by number in TopKeys.
    void read(std::size_t key, json::value value, Frame& frame);
    /// Behind the last field: names may be of people who come later in the line.
    void finish(Frame& frame);
    bool hasMap() const { return m_hasMap; }

private:
    struct Named
    {
        std::string name;
        std::int32_t number = Nobody;
    };

    void readHeader(std::size_t key, json::value value);
    void readPause(json::value value, Frame& frame);
    void readScore(json::value value, Frame& frame);
    void readThrow(json::value value, Frame& frame);
    void readView(json::value value, Frame& frame);
    void readDisc(json::value value, Frame& frame);
    void readPayload(json::value value, Frame& frame);
    TeamCode teamOf(json::value value);
    std::int32_t namedPerson(Named& cached, std::string_view name);

    JsonFields& m_fields;
    MatchNames& m_names;
    KeyFinder<3> m_view;
    KeyFinder<4> m_disc;
    KeyFinder<5> m_pause;
    KeyFinder<7> m_score;
    KeyFinder<ThrowValues> m_throw;
    KeyFinder<7> m_payload;
    std::array<Named, 2> m_named; ///< who scored last and who assisted
    std::string m_rulesBy;        ///< the text of m_rulesByNumber
    std::uint32_t m_rulesByNumber = 0;
    std::string m_sessionId; ///< of the header
    // Of the line being read.
    MatchHeader* m_header = nullptr;
    std::string_view m_scorer;
    std::string_view m_assister;
    bool m_hasMap = false;
};

} // namespace ghostline::echo
