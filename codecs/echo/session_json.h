// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One line of an .echoreplay to one frame: time, what the session API said, perhaps the bones.
// All shapes the game and its recorders have used since 2018; docs/formats/echo.md lists them.
#include "codecs/echo/frame.h"
#include "codecs/echo/json_token.h"
#include "codecs/echo/line_index.h"
#include "codecs/echo/line_remarks.h"

#include <memory>

namespace ghostline::echo {

enum class LineKind : std::uint8_t {
    Frame,
    Blank,
    Answer, ///< no match in it: lobby, loading, an error
    BadTime,
    BadJson
};

struct SessionKeys;

/// For one thread. Learns the order of the keys, so keep it from line to line.
class SessionParser
{
public:
    /// Adds people and texts to `names`, which must outlive this.
    explicit SessionParser(MatchNames& names);
    ~SessionParser();

    /// Appends to `out` when the line is a frame, else leaves it alone. LinePadding bytes behind the line
    /// must be readable. What is odd goes to `remarks`, what the line says of the whole match to `header`.
    LineKind parse(std::string_view line, FrameBlock& out, LineRemarks* remarks = nullptr,
                   MatchHeader* header = nullptr);
    /// The columns of a line; the last two are empty where they are not there.
    struct Columns
    {
        std::string_view time;
        std::string_view session;
        std::string_view bones;
    };
    static Columns columnsOf(std::string_view line);

private:
    /// What must wait until the whole line is read: names may be of people who come later in it.
    struct Pending
    {
        std::string_view scorer;
        std::string_view assister;
        bool hasMap = false;
        bool hasTeams = false;
    };
    struct CachedPerson
    {
        std::int64_t userId = 0;
        std::string name;
        std::int32_t number = Nobody;
    };
    using Code = simdjson::error_code;

    LineKind parseClean(const Columns& columns, FrameBlock& out);
    Code readSession(json::object session);
    void readTop(std::size_t key, json::value value);
    void readHeader(std::size_t key, json::value value);
    void readPause(json::value value);
    void readScore(json::value value);
    void readThrow(json::value value);
    void readView(json::value value);
    void readDisc(json::value value);
    void readPayload(json::value value);
    void readTeams(json::value value);
    void readTeam(json::object team, std::size_t index);
    void readPlayer(json::object player, TeamCode team);
    void readHand(json::value value, PartPose& pose);
    void readHolding(json::value value, std::int16_t& holding);
    bool readStats(json::value value, Stats& stats);
    bool readPose(json::value value, PartPose& pose);
    void readBones(std::string_view text);
    void readBoneSets(json::array sets);
    bool readBoneSet(json::object entry, BoneSet& set);
    void settleBones(std::uint64_t droppedSets);

    template<typename Finder, typename Take>
    Code eachField(json::object object, Finder& keys, const Take& take);
    template<typename T, std::size_t N>
    bool readNumbers(json::value value, std::array<T, N>& out);
    bool readVector(json::value value, glm::vec3& out);
    bool readDirection(json::value value, glm::dvec3& out);
    float real(json::value value);
    TeamCode teamOf(json::value value);
    std::int32_t personOf(std::uint8_t slot, std::string_view name, std::int64_t userId, int number,
                          int level);
    /// What is broken inside breaks the line, however deep it lies; a value of another type does not.
    Code fail(Code error)
    {
        if (m_error == simdjson::SUCCESS && error != simdjson::INCORRECT_TYPE)
            m_error = error;
        return error;
    }
    std::int32_t namedPerson(CachedPerson& cached, std::string_view name);
    void remark(Remark what, std::string_view sample = {})
    {
        if (m_remarks != nullptr)
            m_remarks->add(what, sample);
    }

    MatchNames& m_names;
    json::parser m_parser;
    json::parser m_boneParser;
    std::unique_ptr<SessionKeys> m_keys;
    std::array<CachedPerson, 256> m_people; ///< by slot
    std::array<CachedPerson, 2> m_scorers;  ///< who scored last and who assisted
    std::string m_rulesBy;                  ///< the text of m_rulesByNumber
    std::uint32_t m_rulesByNumber = 0;
    std::string m_repaired;  ///< a line whose bytes had to be changed
    std::string m_sessionId; ///< of the header
    // Of the line being read.
    Frame m_frame;
    Code m_error = simdjson::SUCCESS;
    Pending m_pending;
    FrameBlock* m_out = nullptr;
    LineRemarks* m_remarks = nullptr;
    MatchHeader* m_header = nullptr;
    const char* m_end = nullptr;
};

} // namespace ghostline::echo
