// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One frame as a line of an .echoreplay: what session_json.h reads.
#include "codecs/echo/frame/frame.h"

#include <string>

namespace ghostline::echo {

/// Bytes of text by field group.
struct TextBytes
{
    std::uint64_t match = 0; ///< time, clock, points, pause, last throw and score, disc, view
    std::uint64_t teams = 0; ///< names and statistics of the teams
    std::uint64_t players = 0;
    std::uint64_t bones = 0;
};

/// What could not be said in this text.
struct TextLosses
{
    std::uint64_t statuses = 0;
    std::uint64_t numbers = 0; ///< not finite
};

/// Writes numbers as the API does: positions, speeds and statistics with as many decimals as they have, so
/// that reading brings the same value again; directions with four, 0.005 degrees.
class SessionText
{
public:
    /// `names` must outlive this.
    SessionText(const MatchHeader& header, const MatchNames& names);

    /// Appends the line with its end (CRLF).
    void append(std::string& out, const FrameBlock& block, const Frame& frame, bool bones);
    const TextBytes& bytes() const { return m_bytes; }
    const TextLosses& losses() const { return m_losses; }

private:
    void match(const FrameBlock& block, const Frame& frame);
    void pauseAndThrow(const Frame& frame);
    void score(const Frame& frame);
    void teams(const FrameBlock& block, const Frame& frame);
    void player(const PlayerFrame& row);
    void loadout(const Loadout& loadout);
    void stats(const Stats& stats);
    void boneColumn(const FrameBlock& block, const Frame& frame);

    void key(std::string_view name);
    void word(std::string_view text); ///< quoted, escaped
    void text(std::string_view name, std::string_view value);
    void text(std::string_view name, QLatin1String value)
    {
        text(name, std::string_view(value.data(), static_cast<std::size_t>(value.size())));
    }
    void whole(std::string_view name, std::int64_t value);
    void real(std::string_view name, float value);
    void flag(std::string_view name, bool value);
    void number(float value);
    void floats(std::span<const float> values);
    void vector(std::string_view name, const glm::vec3& value);
    void direction(std::string_view name, const glm::dvec3& value);
    void pose(std::string_view name, std::string_view position, const PartPose& pose, bool close = true);
    void directions(std::string_view prefix, const glm::quat& rotation);
    void holding(std::string_view name, std::int16_t held);
    const std::string& nameOf(std::int32_t person);
    std::uint64_t spent();

    const MatchNames& m_names;
    Mode m_mode;
    std::string m_opening; ///< of every line: what is the same in all frames, before the status
    std::string m_rounds;  ///< likewise, behind the clock
    std::array<std::string, Teams> m_teamNames;
    std::vector<std::string> m_people; ///< quoted
    std::string* m_out = nullptr;
    std::size_t m_mark = 0;
    TextBytes m_bytes;
    TextLosses m_losses;
};

} // namespace ghostline::echo
