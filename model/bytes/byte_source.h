// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where bytes come from: a file, memory, HTTP. Codecs read through this and nothing else.
#include "model/base/error.h"
#include "model/base/export.h"

#include <QDateTime>
#include <QStringList>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string_view>

namespace ghostline::model {

/// What tells one recording from another without decoding it.
struct Identity
{
    QString name;           ///< path or URL as the user knows it
    std::uint64_t size = 0; ///< bytes when opened
    QDateTime modified;     ///< mtime, invalid when unknown
    QByteArray etag;        ///< HTTP sources only
    /// HTTP sources only: of the one certificate that is accepted, as in HttpOptions.
    QByteArray fingerprint;
};

/// Random access to bytes. All methods may be called from any thread at the same time.
class GHOSTLINE_MODEL_EXPORT ByteSource
{
public:
    virtual ~ByteSource() = default;
    /// Reads up to out.size() bytes at offset. Fewer only at the end of the source; 0 at or past it.
    virtual Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out,
                                     std::stop_token stop = {}) const = 0;
    /// Current length in bytes; may grow while a recording is being written.
    virtual std::uint64_t size() const = 0;
    virtual Identity identity() const = 0;
    /// A file beside this one (a segment, a dictionary, a scene); NotFound when there is none.
    /// Looked up anew each time: asking for one's own name gives the file that has that name now.
    virtual Result<std::unique_ptr<ByteSource>> sibling(std::string_view name,
                                                        std::stop_token stop = {}) const = 0;
    /// Names that sibling() would find, sorted, this source's own among them; Unsupported where nobody can
    /// list them (HTTP).
    virtual Result<QStringList> siblingNames() const;
};

} // namespace ghostline::model
