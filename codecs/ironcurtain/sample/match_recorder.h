// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A made-up match whose true state is known at every tick, and how it gets into a file.
#include "codecs/ironcurtain/sample/journal_writer.h"
#include "codecs/ironcurtain/sample/skirmish_tape.h"

namespace ghostline::ironcurtain {

inline constexpr int MillisecondsPerTick = 67; ///< "slower"

/// Stepped tick by tick. What a step made is valid until the next.
class SampleMatch
{
public:
    virtual ~SampleMatch() = default;
    /// Advances by one tick; the first call makes tick 0. False when the match is over.
    bool step();
    SimTick tick() const { return m_tick; }
    SimTick lastTick() const { return m_last; }
    bool over() const { return m_begun && m_tick >= m_last; }
    const SimState& state() const; ///< the truth at tick(), made when asked for
    std::span<const AnalysisEvent> events() const { return tape().events(); }
    const OrderFrame& orders() const { return tape().frame(); }
    virtual QJsonObject metadata() const = 0; ///< outcome and totals once it is over
    struct Talk
    {
        PlayerId player = 0;
        bool consented = true;
        std::vector<VoiceFrame> frames;
    };
    /// Said up to now, complete once it is over.
    virtual std::span<const Talk> talk() const { return {}; }

protected:
    explicit SampleMatch(SimTick last) : m_last(last) {}

private:
    virtual const skirmish::Tape& tape() const = 0;
    /// Everything that happens at a tick.
    virtual void play(SimTick tick) = 0;
    virtual SimState snapshot() const = 0;

    SimTick m_last;
    SimTick m_tick = 0;
    bool m_begun = false;
    mutable SimState m_state;
    mutable bool m_stateMade = false;
};

/// Writes a match while it is played, signed with the test key.
class MatchRecorder
{
public:
    /// `journal`: the file stays a journal.
    static model::Result<std::unique_ptr<MatchRecorder>> create(const QString& path, const SampleMatch& match,
                                                                const WriteSettings& settings, bool journal);
    ~MatchRecorder();
    /// After every step. `hash`: of the state, asked for where needsHash().
    model::Result<void> take(const SampleMatch& match, const StateHash* hash);
    bool needsHash(const SampleMatch& match) const;
    /// Behind the last step.
    model::Result<void> finish(const SampleMatch& match);

private:
    MatchRecorder(const QString& path, const WriteSettings& settings, bool journal);
    model::Result<void> sign(SimTick tick, const StateHash& hash);

    QString m_path;
    QString m_journalPath; ///< the same where the file stays a journal
    WriteSettings m_settings;
    std::unique_ptr<JournalWriter> m_writer;
    ChainSigner m_signer;
    OrderFrame m_frame;
    std::optional<SimTick> m_signedAt;
};

/// The same from the first step to the last. `journal`: leaves it unfinalised.
model::Result<void> record(SampleMatch& match, const WriteSettings& settings, const QString& path,
                           bool journal);
/// Seed of the key that signs what is made up; for tests only.
std::array<std::byte, 32> testKeySeed();

} // namespace ghostline::ironcurtain
