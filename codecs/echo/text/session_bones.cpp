// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/text/session_bones.h"

#include "codecs/echo/frame/limits.h"
#include "codecs/echo/text/line_index.h"

#include <algorithm>

namespace ghostline::echo {

namespace {

constexpr KeyList<4> BoneKeys("user_bones bone_t bone_o playerid");

/// With an entry missing, place in the list no longer tells the player: name the slots, which the API lists
/// in ascending order.
void nameSlots(std::span<const PlayerFrame> players, std::span<BoneSet> sets, std::uint64_t dropped)
{
    std::vector<std::uint8_t> slots;
    for (const PlayerFrame& player : players) {
        if (player.team != TeamCode::Spectator)
            slots.push_back(player.slot);
    }
    std::sort(slots.begin(), slots.end());
    std::size_t set = 0;
    for (std::size_t place = 0; set < sets.size() && place < MaxBoneSets; ++place) {
        if ((dropped >> place & 1U) != 0)
            continue;
        BoneSet& bones = sets[set++];
        if (bones.slot < 0 && place < slots.size())
            bones.slot = slots[place];
    }
}

} // namespace

BoneReader::BoneReader() : m_keys(BoneKeys) {}

void BoneReader::read(std::string_view text, Frame& frame, FrameBlock& out, LineRemarks* remarks)
{
    json::document document;
    json::object object;
    m_fields.begin(text, remarks);
    JsonFields::Code error =
        m_parser.iterate(text.data(), text.size(), text.size() + LinePadding).get(document);
    if (error == simdjson::SUCCESS)
        error = document.get_object().get(object);
    if (error == simdjson::SUCCESS) {
        m_fields.each(object, m_keys, [&](std::size_t key, json::value field) {
            json::array sets;
            if (key == BoneKeys["user_bones"] && field.get_array().get(sets) == simdjson::SUCCESS)
                readSets(sets, frame, out);
        });
        error = m_fields.error();
    }
    if (error != simdjson::SUCCESS) {
        m_fields.remark(Remark::BadBones, simdjson::error_message(error));
        out.bones.resize(frame.bones.first);
    }
    frame.bones.count = static_cast<std::uint32_t>(out.bones.size()) - frame.bones.first;
    frame.hasBones = frame.bones.count > 0;
}

void BoneReader::readSets(json::array sets, const Frame& frame, FrameBlock& out)
{
    std::uint64_t dropped = 0; // bit i: entry i of the list
    std::size_t index = 0;
    for (auto entry : sets) {
        json::object object;
        if (m_fields.fail(entry.get_object().get(object)) == simdjson::SUCCESS && index < MaxBoneSets) {
            out.bones.emplace_back();
            if (!readSet(object, out.bones.back())) {
                out.bones.pop_back();
                dropped |= std::uint64_t{1} << index;
            }
        }
        if (m_fields.error() != simdjson::SUCCESS)
            return;
        ++index;
    }
    if (dropped != 0) {
        m_fields.remark(Remark::BadBones, "not 23 bones");
        nameSlots(out.playersOf(frame), std::span(out.bones).subspan(frame.bones.first), dropped);
    }
}

bool BoneReader::readSet(json::object entry, BoneSet& set)
{
    std::array<float, 3 * Bones> places{};
    std::array<float, 4 * Bones> turns{};
    bool hasPlaces = false;
    bool hasTurns = false;
    m_fields.each(entry, m_keys, [&](std::size_t key, json::value field) {
        if (key == BoneKeys["bone_t"])
            hasPlaces = m_fields.numbers(field, places);
        else if (key == BoneKeys["bone_o"])
            hasTurns = m_fields.numbers(field, turns);
        else if (key == BoneKeys["playerid"])
            set.slot = static_cast<std::int16_t>(
                std::clamp(wholeOf<int>(field.raw_json_token()), -1, holding::NotRecorded - 1));
    });
    for (std::size_t b = 0; b < Bones; ++b) {
        set.bones[b].position = {places[3 * b], places[3 * b + 1], places[3 * b + 2]};
        set.bones[b].orientation = {turns[4 * b + 3], turns[4 * b], turns[4 * b + 1], turns[4 * b + 2]};
    }
    return hasPlaces && hasTurns;
}

} // namespace ghostline::echo
