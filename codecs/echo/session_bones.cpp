// SPDX-License-Identifier: GPL-3.0-or-later
// The third column of a line.
#include "codecs/echo/session_json.h"
#include "codecs/echo/session_keys.h"

#include <algorithm>

namespace ghostline::echo {

namespace {

constexpr std::size_t MaxBoneSets = 64; ///< of one frame; the game has 15 players in all
constexpr std::size_t BoneFloats = 3 * Bones;
constexpr std::size_t BoneTurns = 4 * Bones;

} // namespace

void SessionParser::readBones(std::string_view text)
{
    json::document document;
    json::object object;
    m_end = text.data() + text.size();
    m_error = simdjson::SUCCESS;
    Code error = m_boneParser.iterate(text.data(), text.size(), text.size() + LinePadding).get(document);
    if (error == simdjson::SUCCESS)
        error = document.get_object().get(object);
    if (error == simdjson::SUCCESS) {
        eachField(object, m_keys->bones, [&](std::size_t key, json::value field) {
            json::array sets;
            if (key == bones::Sets && field.get_array().get(sets) == simdjson::SUCCESS)
                readBoneSets(sets);
        });
        error = m_error;
    }
    if (error != simdjson::SUCCESS) {
        remark(Remark::BadBones, simdjson::error_message(error));
        m_out->bones.resize(m_frame.bones.first);
    }
    m_frame.bones.count = static_cast<std::uint32_t>(m_out->bones.size()) - m_frame.bones.first;
    m_frame.hasBones = m_frame.bones.count > 0;
}

void SessionParser::readBoneSets(json::array sets)
{
    std::uint64_t dropped = 0; // bit i: entry i of the list
    std::size_t index = 0;
    for (auto entry : sets) {
        json::object object;
        if (fail(entry.get_object().get(object)) == simdjson::SUCCESS && index < MaxBoneSets) {
            m_out->bones.emplace_back();
            if (!readBoneSet(object, m_out->bones.back())) {
                m_out->bones.pop_back();
                dropped |= std::uint64_t{1} << index;
            }
        }
        if (m_error != simdjson::SUCCESS)
            return;
        ++index;
    }
    if (dropped != 0) {
        remark(Remark::BadBones, "not 23 bones");
        settleBones(dropped);
    }
}

bool SessionParser::readBoneSet(json::object entry, BoneSet& set)
{
    std::array<float, BoneFloats> places{};
    std::array<float, BoneTurns> turns{};
    bool hasPlaces = false;
    bool hasTurns = false;
    eachField(entry, m_keys->bones, [&](std::size_t key, json::value field) {
        if (key == bones::Positions)
            hasPlaces = readNumbers(field, places);
        else if (key == bones::Rotations)
            hasTurns = readNumbers(field, turns);
        else if (key == bones::Slot)
            set.slot = static_cast<std::int16_t>(
                std::clamp(wholeOf<int>(field.raw_json_token()), -1, holding::NotRecorded - 1));
    });
    for (std::size_t b = 0; b < Bones; ++b) {
        set.bones[b].position = {places[3 * b], places[3 * b + 1], places[3 * b + 2]};
        set.bones[b].orientation = {turns[4 * b + 3], turns[4 * b], turns[4 * b + 1], turns[4 * b + 2]};
    }
    return hasPlaces && hasTurns;
}

/// With an entry missing, place in the list no longer tells the player: name the slots, which the API lists
/// in ascending order.
void SessionParser::settleBones(std::uint64_t droppedSets)
{
    std::vector<std::uint8_t> slots;
    for (std::size_t i = m_frame.players.first; i < m_out->players.size(); ++i) {
        if (m_out->players[i].team != TeamCode::Spectator)
            slots.push_back(m_out->players[i].slot);
    }
    std::sort(slots.begin(), slots.end());
    std::size_t set = m_frame.bones.first;
    for (std::size_t place = 0; set < m_out->bones.size() && place < MaxBoneSets; ++place) {
        if ((droppedSets >> place & 1U) != 0)
            continue;
        BoneSet& bones = m_out->bones[set++];
        if (bones.slot < 0 && place < slots.size())
            bones.slot = slots[place];
    }
}

} // namespace ghostline::echo
