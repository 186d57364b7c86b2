// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/sc2/open_replay.h"

namespace ghostline::test {

model::Result<Source> openBytes(std::vector<std::byte> bytes, const model::Options& options)
{
    model::OpenOptions open;
    open.codec = options;
    return Sc2Codec().open(
        std::make_unique<model::MemorySource>(std::move(bytes), QStringLiteral("replay.SC2Replay")), open);
}

Source openReplay(const QString& replay, const model::Options& options)
{
    auto source = openBytes(test::replayBytes(replay), options);
    return source ? std::move(*source) : nullptr;
}

std::shared_ptr<const model::Segment> segmentOf(const model::ReplaySource& source)
{
    const auto segment = source.readSegment(0, nullptr, {});
    return segment ? *segment : nullptr;
}

bool finite(const WorldState& state)
{
    for (std::size_t row = 0; row < state.size(); ++row) {
        const glm::dvec3& p = state.positions[row];
        const glm::quat& q = state.orientations[row];
        if (!std::isfinite(p.x + p.y + p.z) || !std::isfinite(q.x + q.y + q.z + q.w) ||
            std::abs(glm::length(q) - 1.0F) > 1e-3F)
            return false;
    }
    return true;
}

} // namespace ghostline::test
