// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/butter/butter_bone_writer.h"

#include <algorithm>

namespace ghostline::echo::encode {

namespace {

constexpr std::uint32_t MostBoneSets = 127;

} // namespace

void BoneWriter::write(const Frame& frame, std::span<const BoneSet> sets, bool key, ButterOutput& out)
{
    Bytes& header = out.in(FieldGroup::BoneMasks);
    const auto count = std::min(static_cast<std::uint32_t>(sets.size()), MostBoneSets);
    m_losses.bones += sets.size() - count;
    if (!frame.hasBones) {
        append(header, std::uint8_t{0});
        m_known = false;
        return;
    }
    append(header, static_cast<std::uint8_t>(1U | (count << 1)));
    const bool fresh = key || !m_known || m_bones.size() != count;
    m_bones.resize(count);
    for (std::size_t i = 0; i < count; ++i)
        writeSet(m_bones[i], sets[i], fresh, out);
    m_known = true;
}

/// At a keyframe absolute and complete: readers that carry bones on can tell it, those that do not need it.
void BoneWriter::writeSet(BoneSetMemory& memory, const BoneSet& set, bool fresh, ButterOutput& out)
{
    std::array<BoneCode, Bones> codes;
    std::uint32_t positions = 0;
    std::uint32_t rotations = 0;
    for (std::size_t i = 0; i < Bones; ++i) {
        BoneMemory& before = memory[i];
        if (fresh)
            before = {};
        Bone bone = set.bones[i];
        bone.position = sound(bone.position, before.truth.position, m_losses);
        codes[i] =
            m_tight != nullptr ? m_tight->bone(before, bone, fresh) : plainBone(before.truth, bone, fresh);
        before.truth = bone;
        positions |= (codes[i].sendPosition ? 1U : 0U) << i;
        rotations |= (codes[i].sendRotation ? 1U : 0U) << i;
    }
    Bytes& masks = out.in(FieldGroup::BoneMasks);
    for (const std::uint32_t mask : {positions, rotations}) {
        for (unsigned byte = 0; byte < 3; ++byte)
            append(masks, static_cast<std::uint8_t>(mask >> (8 * byte)));
    }
    Bytes& moved = out.in(FieldGroup::BonePositions);
    for (const BoneCode& code : codes) {
        for (const std::int32_t step : code.step) {
            if (code.sendPosition)
                appendVarInt(moved, step);
        }
    }
    Bytes& turned = out.in(FieldGroup::BoneRotations);
    for (const BoneCode& code : codes) {
        if (code.sendRotation)
            append(turned, code.turn);
    }
}

} // namespace ghostline::echo::encode
