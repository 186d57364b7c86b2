// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Going through a damaged recording once, from its first tick to whatever lies behind the last commit.
// Internal to salvageChunks().
#include "codecs/recording/rewrite_salvage.h"
#include "codecs/recording/rewrite_verify.h"
#include "codecs/recording/world.h"

namespace ghostline::recording {

/// "tick 5", "ticks 5 to 9".
QString ticksText(std::int64_t first, std::int64_t last);

class Salvage
{
public:
    Salvage(const RecordingFile& file, const SalvageTaker& take, const model::Progress& progress,
            std::stop_token stop)
        : m_file(file), m_take(take), m_progress(progress), m_stop(std::move(stop)),
          m_compressor(RecorderLevel)
    {
    }

    model::Result<SalvageSummary> run();

private:
    model::Result<void> readIndexed();
    model::Result<void> takeIndexed(int chunk, const model::Result<Bytes>& raw);
    model::Result<void> readBehind();
    model::Result<void> walk(const Tail& end);
    model::Result<void> keep(SalvagedChunk chunk, bool found, const QString& where);
    using Ended = std::vector<std::int32_t>;
    model::Result<void> fillGap(const ChunkEntry& before, const Ended& ended);
    Ended vanished(const ChunkParts& next, Profile layout);
    void observe(const ChunkEntry& entry, const ChunkParts& parts, Profile layout);
    void lose(std::int64_t end, const QString& reason);
    void closeGapAtEnd();
    void note(model::Severity severity, const char* code, const QString& text, std::int64_t tick)
    {
        m_out.notes.push_back({severity, QString::fromLatin1(code), text, {.frame = tick}});
    }
    bool isFatal(const model::Error& error) const
    {
        return error.code == model::ErrorCode::Cancelled || onlyUnreachable(m_file, error);
    }
    QString gapReason() const;
    Profile profile() const { return m_file.header().profile; }
    bool segmented() const { return m_file.description().layout == Layout::Segmented; }

    const RecordingFile& m_file;
    const SalvageTaker& m_take;
    const model::Progress& m_progress;
    std::stop_token m_stop;
    FrameCompressor m_compressor;
    World m_world; ///< who is alive; not needed for S1
    std::vector<Item> m_items;
    SalvageSummary m_out;
    std::int32_t m_next = 0;   ///< the tick behind what was taken
    std::int64_t m_gapEnd = 0; ///< the tick behind what is lost since
    QStringList m_gapReasons;  ///< the first few
    int m_moreReasons = 0;
    bool m_placed = true;   ///< nothing was lost since the last snapshot
    bool m_followed = true; ///< nothing is missing behind the last commit
    int m_lastSegment = -1;
};

} // namespace ghostline::recording
