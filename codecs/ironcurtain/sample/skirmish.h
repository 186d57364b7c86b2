// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A made-up skirmish of two to four players, the same for the same seed.
#include "codecs/ironcurtain/sample/match_recorder.h"

namespace ghostline::ironcurtain {

struct SkirmishSettings
{
    std::uint64_t seed = 1;
    int players = 2;        ///< 2 to 4
    SimTick ticks = 18'000; ///< 20 minutes at "slower"
    int mapSide = 96;       ///< cells
};

class Skirmish : public SampleMatch
{
public:
    explicit Skirmish(const SkirmishSettings& settings);
    ~Skirmish() override;
    /// Tags of those who are there at tick(), ascending, and where.
    std::vector<UnitPlace> alive() const;
    QJsonObject metadata() const override;
    std::span<const Talk> talk() const override;

private:
    const skirmish::Tape& tape() const override;
    void play(SimTick tick) override;
    SimState snapshot() const override;

    struct Private;
    std::unique_ptr<Private> d;
};

/// Plays a match to its end into a file, signed with the test key. `journal`: leaves it unfinalised.
model::Result<void> recordSkirmish(const SkirmishSettings& settings, const WriteSettings& write,
                                   const QString& path, bool journal);

} // namespace ghostline::ironcurtain
