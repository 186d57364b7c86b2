// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/text/session_json.h"

#include "codecs/echo/frame/time_stamp.h"
#include "codecs/echo/text/session_bones.h"
#include "codecs/echo/text/session_match.h"
#include "codecs/echo/text/session_players.h"

namespace ghostline::echo {

static_assert(LinePadding >= simdjson::SIMDJSON_PADDING);

namespace {

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\r'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\r' || text.back() == '\0'))
        text.remove_suffix(1);
    return text;
}

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

struct SessionParser::Private
{
    explicit Private(MatchNames& names) : top(TopKeys), match(fields, names), teams(fields, names) {}
    LineKind parse(const Columns& columns, FrameBlock& out, LineRemarks* remarks, MatchHeader* header);

    json::parser parser;
    JsonFields fields;
    KeyFinder<TopKeys.keys.size()> top;
    MatchReader match;
    TeamReader teams;
    BoneReader bones;
    std::string repaired; ///< a line whose bytes had to be changed
};

SessionParser::SessionParser(MatchNames& names) : d(std::make_unique<Private>(names)) {}
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

std::string_view SessionParser::soundText(std::string_view line, std::string& repaired)
{
    line = trimmed(line);
    if (simdjson::validate_utf8(line.data(), line.size()))
        return line;
    repairUtf8(line, repaired);
    return std::string_view(repaired).substr(0, repaired.size() - LinePadding);
}

LineKind SessionParser::parse(std::string_view line, FrameBlock& out, LineRemarks* remarks,
                              MatchHeader* header)
{
    if (trimmed(line).empty())
        return LineKind::Blank;
    const std::size_t players = out.players.size();
    const std::size_t bones = out.bones.size();
    const Columns columns = columnsOf(line);
    LineKind kind = d->parse(columns, out, remarks, header);
    if (kind == LineKind::BadJson && !simdjson::validate_utf8(line.data(), line.size())) {
        out.players.resize(players);
        repairUtf8(line, d->repaired);
        kind = d->parse(columnsOf(std::string_view(d->repaired).substr(0, d->repaired.size() - LinePadding)),
                        out, remarks, header);
        if (kind == LineKind::Frame)
            d->fields.remark(Remark::BadUtf8);
    }
    if (kind != LineKind::Frame) {
        out.players.resize(players);
        out.bones.resize(bones);
    }
    return kind;
}

LineKind SessionParser::Private::parse(const Columns& columns, FrameBlock& out, LineRemarks* remarks,
                                       MatchHeader* header)
{
    const std::string_view text = columns.session;
    fields.begin(text, remarks, header != nullptr ? &header->unknownFields : nullptr);
    match.begin(header);
    if (text.empty() || text.front() != '{') {
        fields.remark(Remark::BadJson, "no session object");
        return LineKind::BadJson;
    }
    Frame frame;
    frame.players.first = static_cast<std::uint32_t>(out.players.size());
    frame.bones.first = static_cast<std::uint32_t>(out.bones.size());
    bool hasTeams = false;
    json::document document;
    json::object session;
    auto error = parser.iterate(text.data(), text.size(), text.size() + LinePadding).get(document);
    if (error == simdjson::SUCCESS)
        error = document.get_object().get(session);
    if (error == simdjson::SUCCESS) {
        fields.each(session, top, [&](std::size_t key, json::value value) {
            if (key != TopKeys["teams"])
                match.read(key, value, frame);
            else if (teams.read(value, frame, out.players, header))
                hasTeams = true;
        });
        error = fields.error();
    }
    if (error != simdjson::SUCCESS) {
        if (error != simdjson::UTF8_ERROR)
            fields.remark(Remark::BadJson, simdjson::error_message(error));
        return LineKind::BadJson;
    }
    if (!hasTeams || !match.hasMap()) {
        fields.remark(Remark::Answer);
        return LineKind::Answer;
    }
    const auto time = parseTimeStamp(columns.time);
    if (!time) {
        fields.remark(Remark::BadTime, columns.time);
        return LineKind::BadTime;
    }
    frame.timeMs = *time;
    frame.players.count = static_cast<std::uint32_t>(out.players.size()) - frame.players.first;
    match.finish(frame);
    if (!columns.bones.empty())
        bones.read(columns.bones, frame, out, remarks);
    out.frames.push_back(frame);
    return LineKind::Frame;
}

} // namespace ghostline::echo
