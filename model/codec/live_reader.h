// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Recordings that come from a running game: which addresses are none of files, and how one is watched.
#include "model/codec/codec_registry.h"

#include <QUrl>

#include <optional>

namespace ghostline::model {

/// How a replay that comes from a running game stands. A value.
struct LiveState
{
    QString address; ///< that is asked, and can be opened anew; may hold a password
    QString keptAt;  ///< the file on this machine that has all that came so far
    /// Nothing more comes: something else has begun at the address, which can be opened anew.
    bool ended = false;
    Sentence stalled{};       ///< why nothing comes at the moment; empty = it comes
    std::uint64_t frames = 0; ///< that came since it was opened
    std::uint64_t gaps = 0;   ///< times that nothing came for longer than a second
    std::uint64_t wrong = 0;  ///< answers that nothing could be done with
};

/// What a ReplaySource may be besides. Thread-safe, as sources are.
class GHOSTLINE_MODEL_EXPORT LiveSource
{
public:
    virtual ~LiveSource();
    /// Null: it does not come from a running game. `ReplaySource::changed` is emitted when it has changed.
    virtual std::optional<LiveState> liveState() const = 0;
};

/// As LiveSource::liveState(); null for a source that is none.
GHOSTLINE_MODEL_EXPORT std::optional<LiveState> liveStateOf(const ReplaySource& source);

/// What a codec may be besides: one that watches running games. Thread-safe, as codecs are.
class GHOSTLINE_MODEL_EXPORT LiveReader
{
public:
    virtual ~LiveReader();
    /// By the address alone; nothing is asked there.
    virtual bool knowsAddress(const QUrl& address) const = 0;
    /// Waits until there is something to see, and goes on asking in the background as long as the source
    /// lives. Nobody answering at all is IoError, soon.
    virtual Result<std::unique_ptr<ReplaySource>> openLive(const QUrl& address,
                                                           const OpenOptions& options) const = 0;
};

/// The codec that watches what runs at `path`; null where it is a file. Loads the codecs for an address.
GHOSTLINE_MODEL_EXPORT const CodecInfo* liveCodecOf(const QString& path, const CodecRegistry& registry);

/// Opens it; liveCodecOf() is not null. Unknown options are InvalidArgument.
GHOSTLINE_MODEL_EXPORT Result<std::unique_ptr<ReplaySource>> openLive(const QString& path,
                                                                      const CodecInfo& codec,
                                                                      const CodecRegistry& registry,
                                                                      const OpenOptions& options);

} // namespace ghostline::model
