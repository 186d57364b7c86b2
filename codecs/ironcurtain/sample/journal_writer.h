// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Records a match as a journal, as an engine would.
#include "codecs/ironcurtain/container/replay_file.h"
#include "codecs/ironcurtain/events/orders.h"
#include "codecs/ironcurtain/events/voice.h"
#include "codecs/ironcurtain/integrity/signature_chain.h"

namespace ghostline::ironcurtain {

struct WriteSettings
{
    DeltaMode deltas = DeltaMode::Cumulative;
    SimTick keyframeEvery = 300;
    int fullEvery = 10; ///< every how many keyframes
    SimTick signEvery = 30;
    SimTick eventBlockTicks = 3000;
    std::size_t eventBlockBytes = std::size_t{1} << 20;
};

/// Appends chunks to an open file in the order a match produces them; what has been flushed survives a crash.
/// Ticks must not go back. Every call may fail with WriteFailed.
class JournalWriter
{
public:
    /// `metadata` with the keys of the format; ic_viewer is added. `msPerTick` for voice.
    static model::Result<std::unique_ptr<JournalWriter>> create(const QString& path,
                                                                const QJsonObject& metadata,
                                                                const WriteSettings& settings,
                                                                std::uint8_t flags, int msPerTick);
    ~JournalWriter();
    model::Result<void> frame(const OrderFrame& frame);
    model::Result<void> event(const AnalysisEvent& event);
    /// Full or delta as the settings say; the state's own hash is what the next delta names.
    model::Result<void> keyframe(const SimState& state);
    model::Result<void> voice(PlayerId player, bool consented, std::span<const VoiceFrame> frames);
    model::Result<void> sign(const PublicKey& relay, const TickSignature& signature);
    /// Frames that never came.
    void lost(std::uint32_t frames);
    /// Writes out what is still held (incomplete blocks too), fsync.
    model::Result<void> flush();
    /// flush(), then closes: a journal as a crash leaves it.
    model::Result<void> close();

private:
    struct Private;
    explicit JournalWriter(std::unique_ptr<Private> own);
    std::unique_ptr<Private> d;
};

} // namespace ghostline::ironcurtain
