// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which ticks of a recording are lost and why: told by the index at once, by reading later.
#include "codecs/recording/rewrite_metadata.h"
#include "codecs/recording/run_index.h"

#include <map>

namespace ghostline::recording {

/// The keyframes of a file: its chunks, and a stand-in wherever its index leaves ticks out.
std::vector<RunChunk> runChunks(const RecordingFile& file);

/// Grows while a recording is read. A chunk that builds on a lost one is lost with it.
class RunDamage
{
public:
    RunDamage(const RecordingFile& file, const std::vector<RunChunk>& chunks);

    bool isLost(std::size_t chunk) const { return m_lost[chunk]; }
    std::shared_ptr<const std::vector<bool>> lostChunks() const;
    /// The whole chunk cannot be had.
    void lose(std::size_t chunk, const QString& code, const QString& reason, model::Location where = {});
    /// It was read up to this tick; the rest is gone, and so is what builds on it.
    void loseFrom(std::size_t chunk, std::int32_t tick, const QString& code, const QString& reason,
                  model::Location where = {});
    bool knows(std::size_t chunk) const { return m_losses.contains(chunk); }
    /// The recording contradicts itself at a place that can be stepped over. Once `tired` only the number
    /// counts.
    void contradiction(const QString& message, model::Location where);
    bool tired() const;
    /// `longer`: of the same recording, with more of it.
    void grow(const RunDamage& longer);

    model::SpanList spans() const;
    model::DiagnosticList diagnostics() const;
    /// What was not lost when the file was opened is not lost in `file` either, and the other way round.
    bool sameAsIn(const RunDamage& other, std::size_t chunks) const;

private:
    struct Loss
    {
        std::int32_t fromTick = 0;
        QString code;
        QString reason;
        model::Location where;
        bool follows = false; ///< lost only because it builds on what is
        bool said = false;    ///< opening the file has reported it
    };
    void loseWhatFollows(std::size_t chunk);
    Loss dependent(std::size_t chunk, std::size_t on) const;

    std::vector<RunChunk> m_chunks;
    std::vector<bool> m_lost;        ///< as a whole
    std::vector<bool> m_lostAtFirst; ///< by the index alone
    std::map<std::size_t, Loss> m_losses;
    std::vector<SalvagedGap> m_salvaged; ///< lost before the recording was repaired
    model::DiagnosticList m_contradictions;
    std::size_t m_moreContradictions = 0;
};

} // namespace ghostline::recording
