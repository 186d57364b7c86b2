// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A file of frames without a file: frames generated in code, in chunks of a chosen length.
#include "codecs/echo/replay/echo_source.h"

#include <atomic>
#include <functional>
#include <memory>

namespace ghostline::test {

/// Collects frames; what is not said stays as it is in a fresh frame.
class FrameMaker
{
public:
    explicit FrameMaker(echo::FrameBlock& block);
    echo::Frame& frame() { return m_block.frames.back(); }
    /// A player whose parts are all at one place.
    echo::PlayerFrame& player(std::int32_t person, int slot, echo::TeamCode team, const glm::vec3& place);
    void disc(const glm::vec3& place, const glm::vec3& velocity = glm::vec3(0.0F));
    echo::BoneSet& bones(int slot = -1);

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
    model::Result<void> scan(echo::ScanSink& sink, std::stop_token stop) override;
    model::Result<void> readChunk(const echo::ChunkRef& ref, echo::FrameBlock& out,
                                  std::stop_token) const override;
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
    echo::ChunkRef refOf(int k) const;
    void fill(const echo::ChunkRef& ref, echo::FrameBlock& block) const;

    MemoryFileOptions m_options;
    echo::MatchNames m_names;
};

std::unique_ptr<MemoryFile> memoryFile(MemoryFileOptions options, int people = 10);
/// Opened and indexed to the end; null when that failed.
std::unique_ptr<echo::EchoSource> openMemory(std::unique_ptr<MemoryFile> file);
/// A fresh decode of the segment for every place.
model::WorldState stateAt(const model::ReplaySource& source, model::FrameTime at,
                          model::SamplePolicy policy = model::SamplePolicy::Interpolate);

} // namespace ghostline::test
