// SPDX-License-Identifier: GPL-3.0-or-later
// The line, its columns and the top of the session object.
#include "codecs/echo/session_json.h"

#include "codecs/echo/session_keys.h"
#include "codecs/echo/time_stamp.h"

#include <algorithm>

namespace ghostline::echo {

static_assert(LinePadding >= simdjson::SIMDJSON_PADDING);

namespace {

constexpr float PressedAbove = 0.5F; ///< shoulder buttons are 0.0 to 1.0

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\r'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\r' || text.back() == '\0'))
        text.remove_suffix(1);
    return text;
}

QString text(std::string_view word)
{
    return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
}

/// Rounds are counted on from these, so they must stay far from what an int holds.
int roundsOf(std::string_view token) { return std::clamp(wholeOf<int>(token), 0, 255); }

/// Copies valid UTF-8 as it is and '?' for every other byte.
void repairUtf8(std::string_view line, std::string& out)
{
    out.clear();
    out.reserve(line.size() + LinePadding);
    while (!line.empty()) {
        const auto lead = static_cast<unsigned char>(line[0]);
        const std::size_t size = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        const bool good = size <= line.size() && simdjson::validate_utf8(line.data(), size);
        if (good)
            out.append(line.substr(0, size));
        else
            out.push_back('?');
        line.remove_prefix(good ? size : 1);
    }
    out.append(LinePadding, '\0');
}

} // namespace

SessionParser::SessionParser(MatchNames& names) : m_names(names), m_keys(std::make_unique<SessionKeys>()) {}
SessionParser::~SessionParser() = default;

SessionParser::Columns SessionParser::columnsOf(std::string_view line)
{
    constexpr std::string_view Mark = "\xEF\xBB\xBF"; // byte order mark of some editors
    if (line.starts_with(Mark))
        line.remove_prefix(Mark.size());
    Columns columns;
    const std::size_t first = line.find('\t');
    columns.time = trimmed(line.substr(0, first));
    if (first == std::string_view::npos)
        return columns;
    line.remove_prefix(first + 1);
    // No tab inside of JSON text: control characters are escaped there.
    const std::size_t second = line.find('\t');
    columns.session = trimmed(line.substr(0, second));
    if (second != std::string_view::npos)
        columns.bones = trimmed(line.substr(second + 1));
    return columns;
}

LineKind SessionParser::parse(std::string_view line, FrameBlock& out, LineRemarks* remarks,
                              MatchHeader* header)
{
    m_remarks = remarks;
    m_header = header;
    if (trimmed(line).empty())
        return LineKind::Blank;
    const std::size_t players = out.players.size();
    const std::size_t bones = out.bones.size();
    const Columns columns = columnsOf(line);
    LineKind kind = parseClean(columns, out);
    if (kind == LineKind::BadJson && !simdjson::validate_utf8(line.data(), line.size())) {
        out.players.resize(players);
        repairUtf8(line, m_repaired);
        kind = parseClean(columnsOf(std::string_view(m_repaired).substr(0, m_repaired.size() - LinePadding)),
                          out);
        if (kind == LineKind::Frame)
            remark(Remark::BadUtf8);
    }
    if (kind != LineKind::Frame) {
        out.players.resize(players);
        out.bones.resize(bones);
    }
    return kind;
}

LineKind SessionParser::parseClean(const Columns& columns, FrameBlock& out)
{
    m_out = &out;
    m_frame = Frame{};
    m_frame.players.first = static_cast<std::uint32_t>(out.players.size());
    m_frame.bones.first = static_cast<std::uint32_t>(out.bones.size());
    m_pending = {};
    const std::string_view text = columns.session;
    if (text.empty() || text.front() != '{') {
        remark(Remark::BadJson, "no session object");
        return LineKind::BadJson;
    }
    json::document document;
    json::object session;
    m_end = text.data() + text.size();
    Code error = m_parser.iterate(text.data(), text.size(), text.size() + LinePadding).get(document);
    if (error == simdjson::SUCCESS)
        error = document.get_object().get(session);
    if (error == simdjson::SUCCESS)
        error = readSession(session);
    if (error != simdjson::SUCCESS) {
        if (error != simdjson::UTF8_ERROR)
            remark(Remark::BadJson, simdjson::error_message(error));
        return LineKind::BadJson;
    }
    if (!m_pending.hasTeams || !m_pending.hasMap) {
        remark(Remark::Answer);
        return LineKind::Answer;
    }
    const auto time = parseTimeStamp(columns.time);
    if (!time) {
        remark(Remark::BadTime, columns.time);
        return LineKind::BadTime;
    }
    m_frame.timeMs = *time;
    m_frame.players.count = static_cast<std::uint32_t>(out.players.size()) - m_frame.players.first;
    m_frame.score.scorer = namedPerson(m_scorers[0], m_pending.scorer);
    m_frame.score.assister = namedPerson(m_scorers[1], m_pending.assister);
    if (!columns.bones.empty())
        readBones(columns.bones);
    out.frames.push_back(m_frame);
    return LineKind::Frame;
}

SessionParser::Code SessionParser::readSession(json::object session)
{
    m_error = simdjson::SUCCESS;
    eachField(session, m_keys->top, [&](std::size_t key, json::value value) {
        if (key == top::TeamList)
            readTeams(value);
        else
            readTop(key, value);
    });
    return m_error;
}

float SessionParser::real(json::value value)
{
    const double number = numberOf(value.raw_json_token());
    if (!(number == number)) {
        remark(Remark::NotANumber);
    }
    return static_cast<float>(number);
}

TeamCode SessionParser::teamOf(json::value value)
{
    const std::string_view word = wordOf(value);
    const TeamCode code = teamFromWord(word);
    if (code == TeamCode::None && word != "none" && !word.empty())
        remark(Remark::UnknownTeam, word);
    return code;
}

void SessionParser::readTop(std::size_t key, json::value value)
{
    const auto token = [&value] { return value.raw_json_token(); };
    switch (key) {
    case top::Status: {
        const std::string_view word = wordOf(value);
        m_frame.status = word.empty() ? GameStatus::None : statusFromWord(word);
        if (m_frame.status == GameStatus::Uncoded)
            remark(Remark::UnknownStatus, word);
        break;
    }
    case top::Clock:
        m_frame.clock = real(value);
        break;
    case top::BluePoints:
        m_frame.points[0] = real(value);
        break;
    case top::OrangePoints:
        m_frame.points[1] = real(value);
        break;
    case top::BlueRestart:
        m_frame.restartRequest[0] = flagOf(token());
        break;
    case top::OrangeRestart:
        m_frame.restartRequest[1] = flagOf(token());
        break;
    case top::LeftShoulder:
    case top::RightShoulder:
    case top::LeftShoulder2:
    case top::RightShoulder2:
        if (flagOf(token()) && (token()[0] == 't' || numberOf(token()) > PressedAbove))
            m_frame.inputs = static_cast<std::uint8_t>(m_frame.inputs | (1U << (key - top::LeftShoulder)));
        break;
    case top::RulesBy: {
        const std::string_view word = wordOf(value);
        if (word != m_rulesBy) {
            m_rulesBy = word;
            m_rulesByNumber = m_names.text(word);
        }
        m_frame.rulesChangedBy = m_rulesByNumber;
        break;
    }
    case top::RulesAt:
        m_frame.rulesChangedAt = bigWholeOf(token());
        break;
    case top::Disc:
        readDisc(value);
        break;
    case top::PauseState:
        readPause(value);
        break;
    case top::Throw:
        readThrow(value);
        break;
    case top::Score:
        readScore(value);
        break;
    case top::View:
        readView(value);
        break;
    case top::Contested:
        m_frame.payload.contested = flagOf(token());
        break;
    case top::FlatCheckpoint:
        m_frame.payload.checkpoint = wholeOf<std::int32_t>(token());
        break;
    case top::FlatDistance:
        m_frame.payload.distance = real(value);
        break;
    case top::FlatSpeed:
        m_frame.payload.speed = real(value);
        break;
    case top::FlatDefenders:
        m_frame.payload.defenders = wholeOf<std::int32_t>(token());
        break;
    case top::NestedPayload:
    case top::Timers:
        readPayload(value);
        break;
    default:
        readHeader(key, value);
        break;
    }
}

/// What is the same in all frames: compared where that is cheap, taken from one line only.
void SessionParser::readHeader(std::size_t key, json::value value)
{
    if (key == top::MapName) {
        const std::string_view word = wordOf(value);
        m_pending.hasMap = !word.empty();
        if (m_remarks != nullptr && m_pending.hasMap && mapFromWord(word) == Map::Uncoded)
            remark(Remark::UnknownMap, word);
    }
    if (key == top::SessionId && m_header == nullptr && m_remarks != nullptr && !m_sessionId.empty()) {
        const std::string_view word = wordOf(value);
        if (word != m_sessionId)
            remark(Remark::OtherSession, word);
    }
    if (m_header == nullptr)
        return;
    const std::string_view token = value.raw_json_token();
    switch (key) {
    case top::SessionId:
        m_sessionId = wordOf(value);
        m_header->sessionId = text(m_sessionId).toUpper();
        break;
    case top::SessionIp:
        m_header->sessionIp = text(wordOf(value));
        break;
    case top::MatchType:
        m_header->matchType = text(wordOf(value));
        break;
    case top::MapName:
        m_header->mapName = text(wordOf(value));
        m_header->map = mapFromWord(wordOf(value));
        break;
    case top::Client:
        m_header->client = text(wordOf(value));
        break;
    case top::Private:
        m_header->privateMatch = flagOf(token);
        break;
    case top::Tournament:
        m_header->tournament = flagOf(token);
        break;
    case top::Rounds:
        m_header->totalRounds = roundsOf(token);
        break;
    case top::BlueRounds:
        m_header->blueRoundScore = roundsOf(token);
        break;
    case top::OrangeRounds:
        m_header->orangeRoundScore = roundsOf(token);
        break;
    default:
        break;
    }
}

} // namespace ghostline::echo
