// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Records a run into a folder of segments, so that a crash at any instant leaves every tick that was
// committed, and nothing that contradicts it.
#include "codecs/recording/recorder/recorder.h"

#include <memory>

namespace ghostline::recording {

/// Order of a commit: the segment's bytes and its name are on the disk, then the preamble that speaks of
/// them takes the old one's place. One writer per folder: a second one is refused.
class GHOSTLINE_RECORDER_EXPORT RecordingWriter final : public Recorder
{
public:
    /// A new recording. The folder may exist, but not hold a recording. A preamble is there at once.
    static model::Result<RecordingWriter> create(const QString& folder, const RecorderHead& head,
                                                 const RecorderOptions& options = {});
    /// Goes on with a recording that was not finished, behind its last commit, in a new segment; what a crash
    /// left behind that commit is overwritten. Reads the recording once to know its state. `dataVersion`: of
    /// the game from now on; nothing = as before.
    static model::Result<RecordingWriter> append(const QString& folder, const RecorderOptions& options = {},
                                                 std::optional<std::int32_t> dataVersion = {});
    RecordingWriter(RecordingWriter&& other) noexcept;
    RecordingWriter& operator=(RecordingWriter&& other) noexcept;
    /// Commits what it can; whoever wants to know whether that worked calls flush() first.
    ~RecordingWriter() override;

    /// WriteFailed (disk full, folder gone): the tick itself was taken and is kept in memory, the recording
    /// on disk is what committedTicks() says; every further tick is refused until flush() succeeds.
    model::Result<void> tick(std::span<const Event> events) override;
    std::int32_t nextTick() const override;
    std::optional<glm::dvec3> decodedPosition(std::int32_t entity) const override;
    bool nextTickIsAbsolute() const override;

    /// Closes the open chunk and segment and commits them. After a failed write: tries again.
    model::Result<void> flush();
    /// The recorded player left: flush() where the options say so.
    model::Result<void> playerLeft();
    /// flush(), outcome ("finish", "reset", "open") and markers into the metadata, `finished` last. Nothing
    /// can be recorded afterwards.
    model::Result<void> finish(const QString& outcome);

    /// Ticks that a reader finds whatever happens from now on.
    std::int32_t committedTicks() const;
    int segments() const; ///< committed ones

private:
    struct GHOSTLINE_RECORDER_LOCAL Private;
    explicit RecordingWriter(std::unique_ptr<Private> p);
    std::unique_ptr<Private> d;
};

} // namespace ghostline::recording
