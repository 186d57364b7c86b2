// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A file of frames without a file: frames generated in code, in chunks of a chosen length.
#include "codecs/echo/echo_source.h"

#include <atomic>
#include <functional>
#include <memory>

namespace ghostline::test {

/// Collects frames; what is not said stays as it is in a fresh frame.
class FrameMaker
{
public:
    explicit FrameMaker(echo::FrameBlock& block) : m_block(block)
    {
        m_block.frames.emplace_back();
        frame().players.first = static_cast<std::uint32_t>(m_block.players.size());
        frame().bones.first = static_cast<std::uint32_t>(m_block.bones.size());
    }
    echo::Frame& frame() { return m_block.frames.back(); }
    /// A player whose parts are all at one place.
    echo::PlayerFrame& player(std::int32_t person, int slot, echo::TeamCode team, const glm::vec3& place)
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
    void disc(const glm::vec3& place, const glm::vec3& velocity = glm::vec3(0.0F))
    {
        frame().hasDisc = true;
        frame().disc.position = place;
        frame().discVelocity = velocity;
    }
    echo::BoneSet& bones(int slot = -1)
    {
        echo::BoneSet& set = m_block.bones.emplace_back();
        set.slot = static_cast<std::int16_t>(slot);
        frame().hasBones = true;
        ++frame().bones.count;
        return set;
    }

private:
    echo::FrameBlock& m_block;
};

/// Adds the frame of a number to the block.
using MakeFrame = std::function<void(int number, echo::FrameBlock& block)>;

struct MemoryFileOptions
{
    int frames = 300;
    int chunk = 60;
    echo::MatchHeader header{};
    MakeFrame make{};
    std::function<void(int chunk)> beforeChunk{}; ///< in the scanning thread
    int failAt = -1;                              ///< chunk at which scanning fails
    bool noMemory = false;                        ///< by running out of memory
    int lostBefore = -1;                          ///< chunk before which something is missing
    std::function<bool()> beforeRead{};           ///< of a chunk again; false = cancelled
    std::size_t carryBytes = 0;                   ///< that each chunk claims to remember
};

struct ClaimedCarry final : echo::ChunkCarry
{
    explicit ClaimedCarry(std::size_t claimed) : m_claimed(claimed) {}
    std::size_t bytes() const override { return m_claimed; }

private:
    std::size_t m_claimed;
};

class MemoryFile final : public echo::FrameFile
{
public:
    explicit MemoryFile(MemoryFileOptions options) : m_options(std::move(options)) {}
    echo::MatchNames& people() { return m_names; }

    const echo::MatchHeader& header() const override { return m_options.header; }
    const echo::MatchNames& names() const override { return m_names; }
    QString version() const override { return QStringLiteral("memory"); }
    QJsonObject metadata() const override { return {{QStringLiteral("chunk"), m_options.chunk}}; }
    std::uint64_t scanBytes() const override { return static_cast<std::uint64_t>(m_options.frames); }
    model::Result<void> scan(echo::ScanSink& sink, std::stop_token stop) override
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
    model::Result<void> readChunk(const echo::ChunkRef& ref, echo::FrameBlock& out,
                                  std::stop_token) const override
    {
        ++reads;
        if (m_options.beforeRead && !m_options.beforeRead())
            return model::fail(model::ErrorCode::Cancelled, QStringLiteral("cancelled"));
        fill(ref, out);
        return {};
    }
    model::Result<std::uint64_t> readRaw(std::stop_token) const override { return scanBytes(); }
    model::Result<std::vector<model::StreamInfo>> streams(std::stop_token) const override
    {
        return std::vector<model::StreamInfo>{{QStringLiteral("frames"), 0, scanBytes(), {}}};
    }
    model::Result<void> readRecords(const QString&, const model::RecordSink&, std::stop_token) const override
    {
        return {};
    }
    mutable std::atomic<int> reads{0};

private:
    echo::ChunkRef refOf(int k) const
    {
        const int first = k * m_options.chunk;
        const int count = std::min(m_options.chunk, m_options.frames - first);
        return {static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(count),
                static_cast<std::uint64_t>(k), static_cast<std::uint32_t>(count),
                m_options.carryBytes > 0 ? std::make_shared<ClaimedCarry>(m_options.carryBytes) : nullptr};
    }
    void fill(const echo::ChunkRef& ref, echo::FrameBlock& block) const
    {
        block.clear();
        for (std::uint32_t i = 0; i < ref.frames; ++i)
            m_options.make(static_cast<int>(ref.offset) + static_cast<int>(i), block);
    }

    MemoryFileOptions m_options;
    echo::MatchNames m_names;
};

inline std::unique_ptr<MemoryFile> memoryFile(MemoryFileOptions options, int people = 10)
{
    if (options.header.map == echo::Map::Uncoded)
        options.header.map = echo::Map::Arena;
    auto file = std::make_unique<MemoryFile>(std::move(options));
    for (int i = 0; i < people; ++i)
        file->people().append({std::string("P").append(std::to_string(i)), 1000 + i, i, 50});
    return file;
}

/// Opened and indexed to the end; null when that failed.
inline std::unique_ptr<echo::EchoSource> openMemory(std::unique_ptr<MemoryFile> file)
{
    auto source = echo::EchoSource::fromFile(std::move(file), 4711, {});
    if (!source || !(*source)->waitComplete())
        return nullptr;
    return std::move(*source);
}

/// A fresh decode of the segment for every place.
inline model::WorldState stateAt(const model::ReplaySource& source, model::FrameTime at,
                                 model::SamplePolicy policy = model::SamplePolicy::Interpolate)
{
    model::WorldState state;
    const auto segment = source.readSegment(source.index()->keyframes.at(at.frame), nullptr, {});
    if (segment)
        (*segment)->sample(at, policy, state);
    return state;
}

} // namespace ghostline::test
