// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/echo/memory_file.h"

namespace ghostline::test {

FrameMaker::FrameMaker(echo::FrameBlock& block) : m_block(block)
{
    m_block.frames.emplace_back();
    frame().players.first = static_cast<std::uint32_t>(m_block.players.size());
    frame().bones.first = static_cast<std::uint32_t>(m_block.bones.size());
}

echo::PlayerFrame& FrameMaker::player(std::int32_t person, int slot, echo::TeamCode team,
                                      const glm::vec3& place)
{
    echo::PlayerFrame& p = m_block.players.emplace_back();
    p.person = person;
    p.slot = static_cast<std::uint8_t>(slot);
    p.team = team;
    for (echo::PartPose& part : p.parts)
        part.position = place;
    p.part(echo::Part::LeftHand).position = place + glm::vec3(0.5F, -0.3F, 0.2F);
    p.part(echo::Part::RightHand).position = place + glm::vec3(-0.5F, -0.3F, 0.2F);
    ++frame().players.count;
    return p;
}

void FrameMaker::disc(const glm::vec3& place, const glm::vec3& velocity)
{
    frame().hasDisc = true;
    frame().disc.position = place;
    frame().discVelocity = velocity;
}

echo::BoneSet& FrameMaker::bones(int slot)
{
    echo::BoneSet& set = m_block.bones.emplace_back();
    set.slot = static_cast<std::int16_t>(slot);
    frame().hasBones = true;
    ++frame().bones.count;
    return set;
}

model::Result<void> MemoryFile::scan(echo::ScanSink& sink, std::stop_token stop)
{
    echo::FrameBlock block;
    for (int k = 0; k * m_options.chunk < m_options.frames; ++k) {
        if (m_options.beforeChunk)
            m_options.beforeChunk(k);
        if (stop.stop_requested())
            return model::fail(model::ErrorCode::Cancelled, QStringLiteral("cancelled"));
        if (k == m_options.failAt && m_options.noMemory)
            throw std::bad_alloc();
        if (k == m_options.failAt)
            return model::fail(model::ErrorCode::IoError, QStringLiteral("the disk is gone"));
        if (k == m_options.lostBefore)
            sink.lost(QStringLiteral("a hole"));
        const echo::ChunkRef ref = refOf(k);
        fill(ref, block);
        if (!sink.chunk(ref, block, ref.offset + ref.frames))
            return model::fail(model::ErrorCode::Cancelled, QStringLiteral("cancelled"));
    }
    return {};
}

model::Result<void> MemoryFile::readChunk(const echo::ChunkRef& ref, echo::FrameBlock& out,
                                          std::stop_token) const
{
    ++reads;
    if (m_options.beforeRead && !m_options.beforeRead())
        return model::fail(model::ErrorCode::Cancelled, QStringLiteral("cancelled"));
    fill(ref, out);
    return {};
}

echo::ChunkRef MemoryFile::refOf(int k) const
{
    const int first = k * m_options.chunk;
    const int count = std::min(m_options.chunk, m_options.frames - first);
    return {static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(count),
            static_cast<std::uint64_t>(k), static_cast<std::uint32_t>(count),
            m_options.carryBytes > 0 ? std::make_shared<ClaimedCarry>(m_options.carryBytes) : nullptr};
}

void MemoryFile::fill(const echo::ChunkRef& ref, echo::FrameBlock& block) const
{
    block.clear();
    for (std::uint32_t i = 0; i < ref.frames; ++i)
        m_options.make(static_cast<int>(ref.offset) + static_cast<int>(i), block);
}

std::unique_ptr<MemoryFile> memoryFile(MemoryFileOptions options, int people)
{
    if (options.header.map == echo::Map::Uncoded)
        options.header.map = echo::Map::Arena;
    auto file = std::make_unique<MemoryFile>(std::move(options));
    for (int i = 0; i < people; ++i)
        file->people().append({std::string("P").append(std::to_string(i)), 1000 + i, i, 50});
    return file;
}

std::unique_ptr<echo::EchoSource> openMemory(std::unique_ptr<MemoryFile> file)
{
    auto source = echo::EchoSource::fromFile(std::move(file), 4711, {});
    if (!source || !(*source)->waitComplete())
        return nullptr;
    return std::move(*source);
}

model::WorldState stateAt(const model::ReplaySource& source, model::FrameTime at, model::SamplePolicy policy)
{
    model::WorldState state;
    const auto segment = source.readSegment(source.index()->keyframes.at(at.frame), nullptr, {});
    if (segment)
        (*segment)->sample(at, policy, state);
    return state;
}

} // namespace ghostline::test
