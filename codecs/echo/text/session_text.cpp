// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/text/session_text.h"

#include "codecs/echo/frame/api_words.h"
#include "codecs/echo/frame/time_stamp.h"
#include "model/base/text.h"

#include <algorithm>
#include <charconv>

namespace ghostline::echo {

namespace {

constexpr double DirectionSteps = 1e4;

void appendQuoted(std::string& out, std::string_view text)
{
    constexpr std::string_view Hex = "0123456789abcdef";
    out.push_back('"');
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out.push_back('\\');
            out.push_back(c);
        } else if (code < 0x20) {
            out.append("\\u00").push_back(Hex[code >> 4]);
            out.push_back(Hex[code & 15U]);
        } else {
            out.push_back(c);
        }
    }
    out.push_back('"');
}

/// Names come from files: whatever is no UTF-8 becomes U+FFFD.
std::string cleanUtf8(std::string_view text) { return model::textOf(text).toStdString(); }

void appendWhole(std::string& out, std::int64_t value)
{
    std::array<char, 24> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    out.append(digits.data(), end);
}

/// MM:SS.CC, cut, not rounded.
std::string clockDisplay(float clock)
{
    if (!(clock >= 0.0F) || clock > 1e6F)
        return "00:00.00";
    // 481.23 is 481.2299 as a float: not 22 hundredths.
    const auto hundredths =
        static_cast<std::int64_t>(std::floor(std::round(static_cast<double>(clock) * 1e4) / 100));
    std::string out;
    const auto two = [&out](std::int64_t value) {
        if (value < 10)
            out.push_back('0');
        appendWhole(out, value);
    };
    two(hundredths / 6000);
    out.push_back(':');
    two(hundredths / 100 % 60);
    out.push_back('.');
    two(hundredths % 100);
    return out;
}

} // namespace

SessionText::SessionText(const MatchHeader& header, const MatchNames& names)
    : m_names(names), m_mode(header.mode())
{
    m_out = &m_opening;
    m_opening.push_back('{');
    const auto put = [this](std::string_view name, const QString& value) { text(name, value.toStdString()); };
    put("sessionid", header.sessionId);
    put("sessionip", header.sessionIp);
    put("match_type", header.matchType);
    put("map_name", header.mapName.isEmpty() ? mapWord(header.map) : header.mapName);
    put("client_name", header.client);
    m_out = &m_rounds;
    flag("private_match", header.privateMatch);
    flag("tournament_match", header.tournament);
    whole("total_round_count", header.totalRounds);
    whole("blue_round_score", header.blueRoundScore);
    whole("orange_round_score", header.orangeRoundScore);
    for (std::size_t i = 0; i < Teams; ++i)
        m_teamNames[i] = header.teamNames[i].isEmpty() ? std::string(words::TeamNames[i])
                                                       : header.teamNames[i].toStdString();
}

std::uint64_t SessionText::spent()
{
    const std::size_t size = m_out->size() - m_mark;
    m_mark = m_out->size();
    return size;
}

void SessionText::append(std::string& out, const FrameBlock& block, const Frame& frame, bool bones)
{
    m_out = &out;
    m_mark = out.size();
    appendTimeStamp(out, frame.timeMs);
    out.push_back('\t');
    match(block, frame);
    m_bytes.match += spent();
    teams(block, frame);
    out.push_back('}');
    m_bytes.teams += spent();
    if (bones && frame.hasBones) {
        boneColumn(block, frame);
        m_bytes.bones += spent();
    }
    out.append("\r\n");
}

void SessionText::key(std::string_view name)
{
    const char last = m_out->empty() ? '\0' : m_out->back();
    if (last != '{' && last != '[')
        m_out->push_back(',');
    m_out->push_back('"');
    m_out->append(name);
    m_out->append("\":");
}

void SessionText::word(std::string_view text) { appendQuoted(*m_out, text); }

void SessionText::text(std::string_view name, std::string_view value)
{
    key(name);
    word(value);
}

void SessionText::whole(std::string_view name, std::int64_t value)
{
    key(name);
    appendWhole(*m_out, value);
}

void SessionText::flag(std::string_view name, bool value)
{
    key(name);
    m_out->append(value ? "true" : "false");
}

void SessionText::real(std::string_view name, float value)
{
    key(name);
    number(value);
}

/// The shortest text that gives the same float again, never without a decimal.
void SessionText::number(float value)
{
    if (!std::isfinite(value)) {
        ++m_losses.numbers;
        m_out->append("\"NaN\"");
        return;
    }
    std::array<char, 80> digits;
    const auto done =
        std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed);
    const std::string_view shown(digits.data(), static_cast<std::size_t>(done.ptr - digits.data()));
    m_out->append(shown);
    if (shown.find('.') == std::string_view::npos)
        m_out->append(".0");
}

void SessionText::floats(std::span<const float> values)
{
    char before = '[';
    for (const float value : values) {
        m_out->push_back(before);
        number(value);
        before = ',';
    }
    m_out->push_back(']');
}

void SessionText::vector(std::string_view name, const glm::vec3& value)
{
    key(name);
    floats(std::array<float, 3>{value.x, value.y, value.z});
}

void SessionText::direction(std::string_view name, const glm::dvec3& value)
{
    key(name);
    char before = '[';
    for (int i = 0; i < 3; ++i) {
        m_out->push_back(before);
        before = ',';
        const double part = std::isfinite(value[i]) ? std::clamp(value[i], -1.0, 1.0) : 0.0;
        auto steps = std::llround(std::abs(part) * DirectionSteps);
        if (part < 0.0 && steps > 0)
            m_out->push_back('-');
        appendWhole(*m_out, steps / 10'000);
        m_out->push_back('.');
        steps %= 10'000;
        long long unit = 1000;
        do {
            m_out->push_back(static_cast<char>('0' + steps / unit));
            steps %= unit;
            unit /= 10;
        } while (steps > 0);
    }
    m_out->push_back(']');
}

/// `prefix`: "vr_" or nothing.
void SessionText::directions(std::string_view prefix, const glm::quat& rotation)
{
    const auto name = [prefix](std::string_view axis) { return std::string(prefix).append(axis); };
    glm::dmat3 axes(0.0);
    const glm::dquat turn(rotation);
    if (const double length = glm::length(turn); length > 1e-6)
        axes = glm::mat3_cast(turn / length);
    direction(name("forward"), axes[2]);
    direction(name("left"), axes[0]);
    direction(name("up"), axes[1]);
}

void SessionText::pose(std::string_view name, std::string_view position, const PartPose& pose, bool close)
{
    key(name);
    m_out->push_back('{');
    vector(position, pose.position);
    directions({}, pose.orientation);
    if (close)
        m_out->push_back('}');
}

const std::string& SessionText::nameOf(std::int32_t person)
{
    static const std::string nobody = "\"[INVALID]\"";
    if (person < 0)
        return nobody;
    const auto index = static_cast<std::size_t>(person);
    if (index >= m_people.size())
        m_people.resize(index + 1);
    if (m_people[index].empty())
        appendQuoted(m_people[index], cleanUtf8(m_names[person].name));
    return m_people[index];
}

void SessionText::match(const FrameBlock& block, const Frame& frame)
{
    if (frame.status == GameStatus::Uncoded)
        ++m_losses.statuses;
    m_out->append(m_opening);
    text("game_status", statusWord(frame.status));
    if (!std::isnan(frame.clock)) {
        real("game_clock", frame.clock);
        text("game_clock_display", clockDisplay(frame.clock));
    }
    m_out->append(m_rounds);
    constexpr std::array<std::string_view, 2> points{"blue_points", "orange_points"};
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (m_mode == Mode::Combat || frame.points[i] != std::trunc(frame.points[i]))
            real(points[i], frame.points[i]);
        else
            whole(points[i], static_cast<std::int64_t>(std::clamp(frame.points[i], -1e9F, 1e9F)));
    }
    whole("blue_team_restart_request", frame.restartRequest[0] ? 1 : 0);
    whole("orange_team_restart_request", frame.restartRequest[1] ? 1 : 0);
    constexpr std::array<std::string_view, 4> buttons{"left_shoulder_pressed", "right_shoulder_pressed",
                                                      "left_shoulder_pressed2", "right_shoulder_pressed2"};
    for (std::size_t i = 0; i < buttons.size(); ++i)
        real(buttons[i], (frame.inputs >> i & 1U) != 0 ? 1.0F : 0.0F);
    if (frame.rulesChangedBy != 0 || frame.rulesChangedAt != 0) {
        text("rules_changed_by", cleanUtf8(m_names.textAt(frame.rulesChangedBy)));
        whole("rules_changed_at", frame.rulesChangedAt);
    }
    whole("err_code", 0);
    // Team and place in it of whoever has the disc.
    std::array<int, Teams> place{};
    std::array<int, 2> holder{-1, -1};
    for (const PlayerFrame& row : block.playersOf(frame)) {
        const auto team = std::min(static_cast<std::size_t>(row.team), place.size() - 1);
        if (row.possession && holder[0] < 0)
            holder = {static_cast<int>(team), place[team]};
        ++place[team];
    }
    key("possession");
    m_out->push_back('[');
    appendWhole(*m_out, holder[0]);
    m_out->push_back(',');
    appendWhole(*m_out, holder[1]);
    m_out->push_back(']');
    if (frame.hasDisc) {
        pose("disc", "position", frame.disc, false);
        vector("velocity", frame.discVelocity);
        m_out->push_back('}');
    }
    pauseAndThrow(frame);
    score(frame);
    key("player");
    m_out->push_back('{');
    vector("vr_position", frame.vr.position);
    directions("vr_", frame.vr.orientation);
    m_out->push_back('}');
    if (m_mode == Mode::Combat) {
        flag("contested", frame.payload.contested);
        whole("payload_checkpoint", frame.payload.checkpoint);
        real("payload_distance", frame.payload.distance);
        real("payload_speed", frame.payload.speed);
        whole("payload_defenders", frame.payload.defenders);
        real("payload_multiplier", frame.payload.multiplier);
        if (frame.payload.position) { // the API has it in the nested form only
            key("payload");
            m_out->push_back('{');
            vector("pos", *frame.payload.position);
            m_out->push_back('}');
        }
    }
}

void SessionText::pauseAndThrow(const Frame& frame)
{
    key("pause");
    m_out->push_back('{');
    text("paused_state", pauseWord(frame.pause.state));
    text("unpaused_team", teamWord(frame.pause.unpausedBy));
    text("paused_requested_team", teamWord(frame.pause.requestedBy));
    real("unpaused_timer", frame.pause.unpausedTimer);
    real("paused_timer", frame.pause.pausedTimer);
    m_out->push_back('}');
    key("last_throw");
    m_out->push_back('{');
    for (std::size_t i = 0; i < ThrowValues; ++i)
        real(words::Throw[i], frame.lastThrow[i]);
    m_out->push_back('}');
}

void SessionText::score(const Frame& frame)
{
    // Combat and the lobby have none.
    if (m_mode != Mode::Arena && frame.score == LastScore{})
        return;
    key("last_score");
    m_out->push_back('{');
    real("disc_speed", frame.score.discSpeed);
    text("team", teamWord(frame.score.team));
    text("goal_type", goalTypeWord(frame.score.type));
    whole("point_amount", frame.score.points);
    real("distance_thrown", frame.score.distance);
    key("person_scored");
    m_out->append(nameOf(frame.score.scorer));
    key("assist_scored");
    m_out->append(nameOf(frame.score.assister));
    m_out->push_back('}');
}

// Teams, players and the bone column of a line.

void SessionText::teams(const FrameBlock& block, const Frame& frame)
{
    key("teams");
    m_out->push_back('[');
    for (std::size_t team = 0; team < Teams; ++team) {
        m_out->append(team > 0 ? ",{" : "{");
        text("team", m_teamNames[team]);
        flag("possession", team < frame.possession.size() && frame.possession[team]);
        if (frame.hasTeamStats[team])
            stats(frame.teamStats[team]);
        key("players");
        m_out->push_back('[');
        m_bytes.teams += spent();
        bool first = true;
        for (const PlayerFrame& row : block.playersOf(frame)) {
            const auto of = std::min(static_cast<std::size_t>(row.team), std::size_t{Teams - 1});
            if (of != team)
                continue;
            m_out->append(first ? "{" : ",{");
            first = false;
            player(row);
            m_out->push_back('}');
        }
        m_bytes.players += spent();
        m_out->append("]}");
    }
    m_out->push_back(']');
}

void SessionText::holding(std::string_view name, std::int16_t held)
{
    if (held == holding::NotRecorded)
        return;
    const std::string_view word = words::holding(held);
    text(name, word.empty() ? std::string_view(std::to_string(held)) : word);
}

void SessionText::loadout(const Loadout& loadout)
{
    const auto put = [this](std::string_view name, std::int8_t index, const auto& words) {
        if (index >= 0 && static_cast<std::size_t>(index) < words.size())
            text(name, words[static_cast<std::size_t>(index)]);
    };
    put("Weapon", loadout.weapon, words::Weapons);
    put("Ordnance", loadout.ordnance, words::Ordnances);
    put("TacMod", loadout.tacMod, words::TacMods);
    put("Arm", loadout.arm, words::Arms);
}

void SessionText::player(const PlayerFrame& row)
{
    const Person& person = m_names[row.person];
    key("name");
    m_out->append(nameOf(row.person));
    whole("playerid", row.slot);
    whole("userid", person.userId);
    if (person.number >= 0)
        whole("number", person.number);
    if (person.level >= 0)
        whole("level", person.level);
    whole("ping", row.ping);
    real("packetlossratio", row.packetLoss);
    flag("stunned", row.stunned);
    flag("invulnerable", row.invulnerable);
    flag("blocking", row.blocking);
    flag("possession", row.possession);
    flag("is_emote_playing", row.emote);
    holding("holding_left", row.holdingLeft);
    holding("holding_right", row.holdingRight);
    vector("velocity", row.velocity);
    pose("head", "position", row.part(Part::Head));
    pose("body", "position", row.part(Part::Body));
    pose("lhand", "pos", row.part(Part::LeftHand));
    pose("rhand", "pos", row.part(Part::RightHand));
    if (row.hasStats)
        stats(row.stats);
    loadout(row.loadout);
}

void SessionText::stats(const Stats& stats)
{
    // The API's order.
    constexpr std::array<std::pair<std::string_view, Counter>, Counters> before{
        {{"points", Counter::Points},
         {"saves", Counter::Saves},
         {"goals", Counter::Goals},
         {"passes", Counter::Passes},
         {"catches", Counter::Catches},
         {"steals", Counter::Steals},
         {"blocks", Counter::Blocks},
         {"interceptions", Counter::Interceptions},
         {"assists", Counter::Assists},
         {"shots_taken", Counter::ShotsTaken}}};
    key("stats");
    m_out->push_back('{');
    real("possession_time", stats.possessionTime);
    for (const auto& [name, counter] : before)
        whole(name, stats[counter]);
    whole("stuns", stats.stuns);
    m_out->push_back('}');
}

void SessionText::boneColumn(const FrameBlock& block, const Frame& frame)
{
    m_out->append("\t{\"user_bones\":[");
    bool first = true;
    for (const BoneSet& set : block.bonesOf(frame)) {
        std::array<float, 3 * Bones> places;
        std::array<float, 4 * Bones> turns;
        for (std::size_t b = 0; b < Bones; ++b) {
            const Bone& bone = set.bones[b];
            for (std::size_t i = 0; i < 3; ++i)
                places[3 * b + i] = bone.position[static_cast<int>(i)];
            turns[4 * b] = bone.orientation.x;
            turns[4 * b + 1] = bone.orientation.y;
            turns[4 * b + 2] = bone.orientation.z;
            turns[4 * b + 3] = bone.orientation.w;
        }
        m_out->append(first ? "{" : ",{");
        first = false;
        key("bone_t");
        floats(places);
        key("bone_o");
        floats(turns);
        if (set.slot >= 0)
            whole("playerid", set.slot);
        m_out->push_back('}');
    }
    m_out->append("],\"err_code\":0}");
}

} // namespace ghostline::echo
