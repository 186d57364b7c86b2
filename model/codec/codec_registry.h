// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Finds codec plugins, reads what they declare without loading them, and opens replays through them.
#include "model/base/export.h"
#include "model/codec/codec.h"

#include <memory>

namespace ghostline::model {

/// A plugin that cannot be used, and why. Never silently missing.
struct CodecFailure
{
    QString library;
    QString reason;
};

/// Thread-safe after construction. A library is loaded when first needed.
class GHOSTLINE_MODEL_EXPORT CodecRegistry
{
public:
    /// Folders searched by default: GHOSTLINE_CODEC_PATH (colon-separated), then ../lib/ghostline/codecs
    /// beside the program, then ghostline/codecs beside the model library.
    static QStringList defaultFolders();
    explicit CodecRegistry(const QStringList& folders = defaultFolders());
    ~CodecRegistry();
    CodecRegistry(const CodecRegistry&) = delete;
    CodecRegistry& operator=(const CodecRegistry&) = delete;

    const std::vector<CodecInfo>& codecs() const;
    std::vector<CodecFailure> failures() const;
    const CodecInfo* find(const QString& id) const;
    /// Loads the library if need be.
    Result<const Codec*> load(const QString& id) const;
    /// The codec with the highest confidence for these bytes; UnknownFormat says what the content looks like.
    Result<const CodecInfo*> detect(const ByteSource& bytes) const;
    /// The bytes that opening begins with. `path`: a file, an address (http, https), or a folder that is one
    /// replay by some codec's folderEntries.
    Result<std::unique_ptr<ByteSource>> openBytes(const QString& path, std::stop_token stop = {}) const;
    /// True for a folder that is one replay.
    bool isReplayFolder(const QString& path) const;
    /// The path that stands for the whole replay: the folder when `path` is an entry of one, else itself.
    QString replayPath(const QString& path) const;
    /// Detects and opens what openBytes() opens. Unknown options are InvalidArgument.
    Result<std::unique_ptr<ReplaySource>> open(const QString& path, const OpenOptions& options = {}) const;
    Result<std::unique_ptr<ReplaySource>> open(std::unique_ptr<ByteSource> bytes,
                                               const OpenOptions& options = {}) const;

    /// Detects and asks Codec::outline(). Errors as open(), of what the first bytes tell.
    Result<Outline> outline(const QString& path, const OpenOptions& options = {}) const;

private:
    struct Private;
    Result<const Codec*> codecFor(const ByteSource& bytes, const OpenOptions& options) const;

    std::unique_ptr<Private> d;
};

} // namespace ghostline::model
