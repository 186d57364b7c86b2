// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Records a match as a journal and finalises it: what an engine would do, and what repair and convert use.
#include "codecs/ironcurtain/container/replay_file.h"
#include "codecs/ironcurtain/events/orders.h"
#include "codecs/ironcurtain/events/voice.h"
#include "codecs/ironcurtain/integrity/signature_chain.h"
#include "model/replay_source.h"

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

/// A sectioned file made of any readable one, in a temporary file that is fsynced and renamed. Keyframes are
/// re-encoded only where `deltas` asks for another mode or where their baseline is lost; signatures go over
/// as they are. `notes` says what was left behind.
struct FinaliseRequest
{
    QString path;
    DeltaMode deltas = DeltaMode::Unknown; ///< as in the source
    std::function<bool(double)> progress;
    QJsonObject metadata; ///< keys laid over the source's
};
model::Result<model::DiagnosticList> finalise(const ReplayFile& source, const FinaliseRequest& request,
                                              const std::stop_token& stop);

} // namespace ghostline::ironcurtain
