// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which ticks of a recording are lost and why: told by the index at once, by reading later.
#include "codecs/recording/format/salvaged_gaps.h"
#include "codecs/recording/replay/run_index.h"

#include <unordered_map>

namespace ghostline::recording {

/// The keyframes of a file: its chunks, and a stand-in wherever its index leaves ticks out.
std::vector<RunChunk> runChunks(const RecordingFile& file);

/// Grows while a recording is read. A chunk that builds on a lost one is lost with it. Reasons are kept up to
/// a number; whatever is lost behind that is lost for one reason that says so.
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
    bool knows(std::size_t chunk) const { return m_why[chunk] != 0; }
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
    struct Reason
    {
        QString code;
        QString text;
        model::Location where;
        bool follows = false; ///< lost only because it builds on what is
        bool said = false;    ///< opening the file has reported it
        bool shared = false;  ///< one for all that are too many
    };
    const Reason& reasonOf(std::size_t chunk) const { return m_reasons[m_why[chunk] - 1]; }
    std::int32_t fromTick(std::size_t chunk) const;
    void setReason(std::size_t chunk, Reason reason);
    void loseWhatFollows(std::size_t chunk);
    Reason dependent(std::size_t on) const;

    std::vector<RunChunk> m_chunks;
    std::vector<bool> m_lost;        ///< as a whole
    std::vector<bool> m_lostAtFirst; ///< by the index alone
    std::vector<Reason> m_reasons;
    std::vector<std::uint32_t> m_why; ///< by chunk: its reason's number, from 1 on; 0: it is not lost
    std::unordered_map<std::size_t, std::int32_t> m_from; ///< first lost tick of chunks lost in part
    std::vector<SalvagedGap> m_salvaged;                  ///< lost before the recording was repaired
    model::DiagnosticList m_contradictions;
    std::size_t m_moreContradictions = 0;
};

} // namespace ghostline::recording
