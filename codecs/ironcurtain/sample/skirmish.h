// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A made-up match, the same for the same seed, whose true state is known at every tick.
#include "codecs/ironcurtain/write/replay_writer.h"

namespace ghostline::ironcurtain {

struct SkirmishSettings
{
    std::uint64_t seed = 1;
    int players = 2;        ///< 2 to 4
    SimTick ticks = 18'000; ///< 20 minutes at "slower"
    int mapSide = 96;       ///< cells
};

/// Steps a match tick by tick. What a step made is valid until the next.
class Skirmish
{
public:
    explicit Skirmish(const SkirmishSettings& settings);
    ~Skirmish();
    /// Advances by one tick; the first call makes tick 0. False when the match is over.
    bool step();
    SimTick tick() const;
    const SimState& state() const; ///< the truth at tick(), made when asked for
    /// Tags of those who are there at tick(), ascending, and where.
    std::vector<UnitPlace> alive() const;
    std::span<const AnalysisEvent> events() const;
    const OrderFrame& orders() const;
    QJsonObject metadata() const; ///< outcome and totals once it is over
    struct Talk
    {
        PlayerId player = 0;
        bool consented = true;
        std::vector<VoiceFrame> frames;
    };
    std::span<const Talk> talk() const; ///< said up to now, complete once it is over

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// Writes a match while it is played, signed with the test key.
class MatchRecorder
{
public:
    /// `journal`: the file stays a journal.
    static model::Result<std::unique_ptr<MatchRecorder>> create(const QString& path, const Skirmish& match,
                                                                const WriteSettings& settings, bool journal);
    ~MatchRecorder();
    /// After every step. `hash`: of the state, asked for where needsHash().
    model::Result<void> take(const Skirmish& match, const StateHash* hash);
    bool needsHash(const Skirmish& match) const;
    /// Behind the last step.
    model::Result<void> finish(const Skirmish& match);

private:
    struct Private;
    explicit MatchRecorder(std::unique_ptr<Private> own);
    std::unique_ptr<Private> d;
};

/// Plays a match to its end into a file, signed with the test key. `journal`: leaves it unfinalised.
model::Result<void> recordSkirmish(const SkirmishSettings& settings, const WriteSettings& write,
                                   const QString& path, bool journal);
/// Many units on long marches, for measuring: `units` live ones, `ticks` long.
model::Result<void> recordCrowd(std::uint64_t seed, int units, SimTick ticks, const WriteSettings& write,
                                const QString& path);
/// Seed of the key that signs what is made up; for tests only.
std::array<std::byte, 32> testKeySeed();

} // namespace ghostline::ironcurtain
