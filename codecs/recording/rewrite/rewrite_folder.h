// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A folder of segments being written beside its target; like RecordingOutput, but for many files.
#include "codecs/recording/rewrite/rewrite_output.h"

namespace ghostline::recording {

/// Without commit() nothing remains. The target must not exist, or be an empty folder.
class FolderOutput
{
public:
    static model::Result<FolderOutput> create(const QString& path);
    FolderOutput(FolderOutput&& other) noexcept;
    FolderOutput& operator=(FolderOutput&& other) noexcept;
    ~FolderOutput();

    /// What is added next begins a segment.
    void endSegment();
    /// `entry`: offset and compressed length are filled in here.
    model::Result<void> add(ChunkEntry entry, std::span<const std::byte> frame);
    const std::vector<ChunkEntry>& chunks() const;
    /// The preamble, and the mark of a finished recording; everything is fsynced afterwards.
    model::Result<void> assemble(Header header, const io::NbtCompound& metadata, bool finished);
    /// The preamble in the folder that has not got its name yet.
    QString temporaryPath() const;
    std::uint64_t bytes() const;
    model::Result<void> commit();

private:
    struct Private;
    explicit FolderOutput(std::unique_ptr<Private> p);
    std::unique_ptr<Private> d;
};

} // namespace ghostline::recording
