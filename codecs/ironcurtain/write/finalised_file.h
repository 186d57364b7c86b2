// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A finalised file in the making: sections one behind the other, copied from a source or made anew.
#include "codecs/ironcurtain/container/replay_file.h"
#include "model/base/diagnostic.h"
#include "model/bytes/atomic_file.h"

namespace ghostline::ironcurtain {

/// Used by one thread; source, progress and stop token must outlive it.
class FinalisedFile
{
public:
    using Done = model::Result<void>;

    FinalisedFile(const ReplayFile& source, model::AtomicFile out,
                  const std::function<bool(double)>& progress, const std::stop_token& stop)
        : m_source(source), m_progress(progress), m_stop(stop), m_out(std::move(out))
    {
    }
    const ReplayFile& source() const { return m_source; }
    const std::stop_token& stop() const { return m_stop; }

    std::uint64_t position() const { return m_out.position(); }
    Done write(std::span<const std::byte> bytes) { return m_out.write(bytes); }
    Done writeAt(std::uint64_t offset, std::span<const std::byte> bytes)
    {
        return m_out.writeAt(offset, bytes);
    }
    /// Copies bytes of the source.
    Done copy(std::uint64_t offset, std::uint64_t length);
    /// The section reaches from `begin` up to here; WriteFailed beyond what 32 bits can say.
    Done place(SectionExtent& section, std::uint64_t begin);
    /// So many bytes of the source are done with; Cancelled when no more are wanted.
    Done step(std::uint64_t bytes);
    Done commit() { return m_out.commit(); }

    /// Something of the source was left behind.
    void note(const QString& code, QString message, std::optional<std::uint64_t> offset = {},
              std::optional<SimTick> tick = {});
    model::DiagnosticList takeNotes() { return std::move(m_notes); }

private:
    const ReplayFile& m_source;
    const std::function<bool(double)>& m_progress;
    const std::stop_token& m_stop;
    model::AtomicFile m_out;
    model::DiagnosticList m_notes;
    std::uint64_t m_done = 0; ///< bytes of the source
};

} // namespace ghostline::ironcurtain
