// SPDX-License-Identifier: GPL-3.0-or-later
// The words of the session API, and directions to rotations.
#include "codecs/echo/frame/frame.h"

#include <algorithm>

namespace ghostline::echo {

namespace {

struct Word
{
    const char* word;
    const char* name;
};

constexpr std::array<Word, GameStatuses> StatusWords{{{"", "Unknown"},
                                                      {"", "-"},
                                                      {"pre_match", "Pre-match"},
                                                      {"round_start", "Round start"},
                                                      {"playing", "Playing"},
                                                      {"score", "Score"},
                                                      {"round_over", "Round over"},
                                                      {"post_match", "Post-match"},
                                                      {"pre_sudden_death", "Before sudden death"},
                                                      {"sudden_death", "Sudden death"},
                                                      {"post_sudden_death", "After sudden death"}}};
constexpr std::array<const char*, Maps> MapWords{"uncoded",
                                                 "mpl_lobby_b2",
                                                 "mpl_arena_a",
                                                 "mpl_combat_fission",
                                                 "mpl_combat_combustion",
                                                 "mpl_combat_dyson",
                                                 "mpl_combat_gauss",
                                                 "mpl_tutorial_arena"};
constexpr std::array<Word, GoalTypes> GoalWords{{{"[NO GOAL]", "Goal"},
                                                 {"BOUNCE SHOT", "Bounce shot"},
                                                 {"INSIDE SHOT", "Inside shot"},
                                                 {"LONG BOUNCE SHOT", "Long bounce shot"},
                                                 {"LONG SHOT", "Long shot"},
                                                 {"SELF GOAL", "Own goal"},
                                                 {"SLAM DUNK", "Slam dunk"},
                                                 {"BUMPER SHOT", "Bumper shot"},
                                                 {"HEADBUTT", "Headbutt"},
                                                 {"LONG HEADBUTT", "Long headbutt"},
                                                 {"LONG BUMPER SHOT", "Long bumper shot"}}};
constexpr std::array<const char*, 4> TeamWords{"blue", "orange", "spectator", "none"};
constexpr std::array<const char*, 6> PauseWords{"unpaused", "paused", "unpausing",
                                                "pausing",  "none",   "paused_requested"};
constexpr std::array<const char*, Counters> CounterWords{"assists",       "blocks",     "catches", "goals",
                                                         "interceptions", "passes",     "points",  "saves",
                                                         "steals",        "shots_taken"};

template<typename E>
std::size_t at(E value, std::size_t count)
{
    return std::min(static_cast<std::size_t>(value), count - 1);
}

/// Index of a word from `first` on, 0 when it is not listed.
template<std::size_t N, typename T>
std::size_t find(const std::array<T, N>& words, std::string_view word, std::size_t first)
{
    for (std::size_t i = first; i < N; ++i) {
        if constexpr (std::is_same_v<T, Word>) {
            if (word == words[i].word)
                return i;
        } else if (word == words[i]) {
            return i;
        }
    }
    return 0;
}

} // namespace

QLatin1String statusWord(GameStatus status)
{
    return QLatin1String(StatusWords[at(status, GameStatuses)].word);
}
QString statusName(GameStatus status) { return QLatin1String(StatusWords[at(status, GameStatuses)].name); }
QString mapWord(Map map) { return QLatin1String(MapWords[at(map, Maps)]); }
QLatin1String goalTypeWord(GoalType type) { return QLatin1String(GoalWords[at(type, GoalTypes)].word); }
QString goalTypeName(GoalType type) { return QLatin1String(GoalWords[at(type, GoalTypes)].name); }
QLatin1String teamWord(TeamCode team) { return QLatin1String(TeamWords[at(team, TeamWords.size())]); }
QLatin1String pauseWord(PauseState state) { return QLatin1String(PauseWords[at(state, PauseWords.size())]); }
QLatin1String counterWord(Counter counter) { return QLatin1String(CounterWords[at(counter, Counters)]); }

GameStatus statusFromWord(std::string_view word)
{
    return static_cast<GameStatus>(find(StatusWords, word, 1));
}
Map mapFromWord(std::string_view word) { return static_cast<Map>(find(MapWords, word, 1)); }
GoalType goalTypeFromWord(std::string_view word) { return static_cast<GoalType>(find(GoalWords, word, 1)); }

TeamCode teamFromWord(std::string_view word)
{
    const auto found = std::find(TeamWords.begin(), TeamWords.end(), word);
    return found != TeamWords.end() ? static_cast<TeamCode>(found - TeamWords.begin()) : TeamCode::None;
}

PauseState pauseFromWord(std::string_view word)
{
    const auto found = std::find(PauseWords.begin(), PauseWords.end(), word);
    return found != PauseWords.end() ? static_cast<PauseState>(found - PauseWords.begin())
                                     : PauseState::Unknown;
}

glm::quat lookRotation(const glm::dvec3& forward, const glm::dvec3& up)
{
    const double length = glm::length(forward);
    const glm::dvec3 side = glm::cross(up, forward);
    const double width = glm::length(side);
    if (!(length > 1e-9) || !(width > 1e-9) || !std::isfinite(length) || !std::isfinite(width))
        return NoRotation;
    const glm::dvec3 f = forward / length;
    const glm::dvec3 l = side / width;
    return glm::quat(glm::normalize(glm::quat_cast(glm::dmat3(l, glm::cross(f, l), f))));
}

} // namespace ghostline::echo
