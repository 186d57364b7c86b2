// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/sample/sample_run.h"

#include "codecs/recording/recorder/tick_builder.h"
#include "codecs/recording/sample/bystanders.h"
#include "codecs/recording/sample/runner.h"

#include <array>

namespace ghostline::recording {

namespace {

using namespace sample;

constexpr std::int32_t StartTick = 38;
constexpr std::size_t BlocksPerTick = 8000; ///< well below what a tick holds
constexpr std::int32_t Nobody = -1;         ///< the server speaks
constexpr std::int32_t Manual = 3;          ///< reason of a reset
constexpr std::int32_t BridgeBlocks = 64;
constexpr double Second = 20.0; ///< ticks

enum Slot { Planks = 0, Pearls = 1, Rockets = 8, ChestSlot = 42, Boots = 44, OffHand = 45 };

class RunMaker
{
public:
    RunMaker(Recorder& recorder, const SampleRunOptions& options)
        : m_recorder(recorder), m_options(options), m_tick(recorder), m_random(options.seed),
          m_manner(options.seed), m_course(skylineCourse(!options.busy)),
          m_bystanders(options.seed, options.busy)
    {
        if (options.blocks > m_course.blocks.size())
            m_hills = hillsAround(options.blocks - m_course.blocks.size());
    }

    model::Result<void> record()
    {
        const std::int32_t end = m_options.ticks;
        do {
            const LapOptions lap{m_lap % 3 == 0, hasteOf(m_lap), m_options.detour && m_lap == 0};
            const std::vector<RunnerTick> ticks = runLap(m_course, lap, m_manner, m_random);
            for (std::size_t i = 0; i < ticks.size() && !m_stopped; ++i) {
                if (end > 0 && m_recorder.nextTick() >= end)
                    break;
                RunnerTick now = ticks[i];
                if (i == 0 && m_lap > 0)
                    beginLap(now);
                if (auto done = record(now); !done)
                    return done;
            }
            ++m_lap;
        } while (end > 0 && m_recorder.nextTick() < end && !m_stopped);
        return {};
    }

private:
    /// Laps differ, in the same way for everybody: seconds between two runs come from how they run.
    static double hasteOf(int lap)
    {
        return lap == 0 ? 1.0 : io::Random(static_cast<std::uint64_t>(lap)).between(0.85, 1.2);
    }
    std::int64_t runMs(std::int32_t tick) const { return std::int64_t{tick - StartTick} * 50; }
    bool lastTick(std::int32_t tick) const { return m_options.ticks > 0 && tick + 1 == m_options.ticks; }

    void beginLap(RunnerTick& now)
    {
        now.jumped = true;
        now.deeds.push_back({Deed::Kind::Reset, Manual, {}});
        for (const CourseBlock& block : m_course.bridge)
            m_tick.block(block.at, "minecraft:air");
        m_planks = BridgeBlocks;
        m_tick.item(0, Planks, "minecraft:oak_planks", m_planks);
    }

    model::Result<void> record(const RunnerTick& now)
    {
        const std::int32_t tick = m_recorder.nextTick();
        if (tick == 0)
            begin();
        layBlocks();
        body(now, tick);
        for (const Deed& deed : now.deeds)
            act(deed, tick);
        if (tick == StartTick)
            m_tick.runStart();
        write(tick);
        m_bystanders.tick(m_tick, tick, now.place, m_recorder.nextTickIsAbsolute());
        if (m_options.busy)
            paint(tick);
        if (lastTick(tick) && m_options.ends && !m_finished)
            m_tick.runEnd(0, runMs(tick));
        m_last = now;
        if (auto done = m_tick.commit(); !done)
            return done;
        m_stopped = m_options.after && !m_options.after(tick);
        return {};
    }

    void begin()
    {
        for (const CourseBlock& block : m_course.blocks)
            m_tick.block(block.at, block.state);
        m_tick.item(0, Planks, "minecraft:oak_planks", BridgeBlocks);
        m_tick.item(0, Pearls, "minecraft:ender_pearl", 4);
        m_tick.item(0, Rockets, "minecraft:firework_rocket", 12);
        m_tick.item(0, ChestSlot, "minecraft:elytra", 1);
        m_tick.item(0, Boots, "minecraft:iron_boots", 1);
        m_tick.item(0, OffHand, "minecraft:clock", 1);
        m_tick.heldSlot(0, Pearls);
    }

    void layBlocks()
    {
        for (std::size_t i = 0; i < BlocksPerTick && m_laid < m_hills.size(); ++i, ++m_laid)
            m_tick.block(m_hills[m_laid].at, m_hills[m_laid].state);
    }

    void body(const RunnerTick& now, std::int32_t tick)
    {
        const Place place{now.place, static_cast<float>(now.yaw), static_cast<float>(now.pitch)};
        const glm::dvec3 velocity = now.jumped ? glm::dvec3(0.0) : (now.place - m_last.place) * Second;
        if (tick == 0 || now.jumped)
            m_tick.teleport(0, place);
        else if (now.place != m_last.place || now.yaw != m_last.yaw || now.pitch != m_last.pitch || !m_still)
            m_tick.move(0, place, velocity);
        m_still = now.place == m_last.place;
        if (tick == 0 || now.pose != m_last.pose || now.flags != m_last.flags)
            m_tick.state(0, now.pose, static_cast<std::uint8_t>(now.flags));
    }

    void act(const Deed& deed, std::int32_t tick)
    {
        switch (deed.kind) {
        case Deed::Kind::Checkpoint:
            reach(deed.text, tick);
            break;
        case Deed::Kind::Reset:
            m_tick.reset(deed.number, runMs(tick));
            break;
        case Deed::Kind::Finish:
            if (m_options.ticks > 0) {
                reach("finish", tick);
            } else {
                m_finished = true;
                m_tick.runEnd(0, runMs(tick));
                m_tick.chat(Nobody, std::string("Runner finished in ")
                                        .append(std::to_string(runMs(tick) / 1000))
                                        .append(" s"));
            }
            break;
        case Deed::Kind::Swing:
            m_tick.swing(0, deed.number == 1);
            break;
        case Deed::Kind::Use:
            m_tick.use(0, deed.number);
            break;
        case Deed::Kind::Rest:
            m_tick.use(0, std::nullopt);
            break;
        case Deed::Kind::Slot:
            m_tick.heldSlot(0, deed.number);
            break;
        case Deed::Kind::Place: {
            const CourseBlock& block = m_course.bridge[static_cast<std::size_t>(deed.number)];
            m_tick.block(block.at, block.state);
            m_tick.item(0, Planks, "minecraft:oak_planks", --m_planks);
            break;
        }
        case Deed::Kind::Chat:
            if (m_lap == 0)
                m_tick.chat(0, deed.text);
            break;
        }
    }

    std::string lapName() const { return std::string("lap ").append(std::to_string(m_lap + 1)); }

    void reach(const std::string& id, std::int32_t tick)
    {
        m_tick.checkpoint(m_lap == 0 ? id : lapName().append(": ").append(id), runMs(tick));
        m_reached = id;
        m_reachedTick = tick;
    }

    /// The server's words, and what its checks think of it all.
    void write(std::int32_t tick)
    {
        if (tick == 5)
            m_tick.chat(Nobody, "Skyline: five checkpoints, mind the gaps");
        const std::int32_t since = tick - m_reachedTick;
        if (m_lap == 0 && m_reached == "springs" && since == 60)
            m_tick.flag("speed", 2, 0.71F, "6.4 blocks/s, at most 5.6 expected");
        if (m_lap == 0 && m_reached == "tower" && since == 150)
            m_tick.flag("timer", 1, 0.35F, "clock drift 1.2 %");
        if (m_options.busy && tick % 4800 == 3111) {
            // One draw a statement: in one call no two compilers agree on their order.
            const char* const check = m_random.below(2) == 0 ? "speed" : "reach";
            const auto severity = static_cast<std::uint8_t>(m_random.below(4));
            m_tick.flag(check, severity, static_cast<float>(m_random.unit()), "made up");
        }
        if (m_options.busy && tick % 1500 == 777)
            m_tick.chat(m_random.below(2) == 0 ? 0 : Nobody, lapName());
        if (m_options.busy && tick % 24'000 == 12'000)
            m_tick.bookmark("ten minutes more");
    }

    /// A wall beside the course whose picture never stays.
    void paint(std::int32_t tick)
    {
        constexpr std::array Colours{"minecraft:white_wool",      "minecraft:light_blue_wool",
                                     "minecraft:blue_wool",       "minecraft:purple_wool",
                                     "minecraft:magenta_wool",    "minecraft:pink_wool",
                                     "minecraft:yellow_concrete", "minecraft:orange_concrete"};
        if (tick % 5 != 0)
            return;
        const int x = m_random.below(32);
        const int y = m_random.below(16);
        m_tick.block({x, 65 + y, -14}, Colours[static_cast<std::size_t>(m_random.below(8))]);
    }

    Recorder& m_recorder;
    const SampleRunOptions& m_options;
    TickBuilder m_tick;
    io::Random m_random;
    Manner m_manner;
    Course m_course;
    Bystanders m_bystanders;
    std::vector<CourseBlock> m_hills;
    std::size_t m_laid = 0;
    RunnerTick m_last;
    std::string m_reached;
    std::int32_t m_reachedTick = 0;
    int m_planks = BridgeBlocks;
    int m_lap = 0;
    bool m_still = false;
    bool m_finished = false;
    bool m_stopped = false;
};

} // namespace

RecorderHead sampleRunHead(Profile profile)
{
    RecorderHead head;
    head.profile = profile;
    for (std::size_t i = 0; i < head.worldId.size(); ++i)
        head.worldId[i] = static_cast<std::byte>(0x10 + i);
    head.worldVersion = QByteArray(16, '\x07');
    head.startMs = 1'786'000'000'000;
    head.dataVersion = 4903;
    head.playerName = QStringLiteral("Runner");
    head.playerId = QStringLiteral("11111111-2222-4333-8444-555555555555");
    head.mapId = QStringLiteral("skyline");
    head.mapName = QStringLiteral("Skyline");
    return head;
}

model::Result<void> recordSampleRun(Recorder& recorder, const SampleRunOptions& options)
{
    return RunMaker(recorder, options).record();
}

} // namespace ghostline::recording
