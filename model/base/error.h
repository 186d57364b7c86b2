// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What can go wrong, as a value: a code for programs, a sentence for people, and the place.
#include "model/base/sentence.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <tl/expected.hpp>

namespace ghostline::model {

/// Where in a replay something was found. Every part is optional; offsets are bytes from the start of the
/// file.
struct Location
{
    std::optional<std::uint64_t> offset{};
    std::optional<std::int64_t> frame{};
    std::optional<std::int64_t> chunk{};
    friend bool operator==(const Location&, const Location&) = default;
};

enum class ErrorCode {
    NotFound,        ///< no such file, folder or URL
    NotReadable,     ///< exists, but may not be read, or is not something a replay can be read from
    IoError,         ///< the device or the network failed
    Changed,         ///< not any more what it was when it was opened: to be opened again
    UnknownFormat,   ///< no codec recognises the content
    Unsupported,     ///< recognised, but this version or feature cannot be read
    Damaged,         ///< the content contradicts the format
    LimitExceeded,   ///< a length or count is above the cap that protects memory
    InvalidArgument, ///< the caller asked for something that does not exist
    Cancelled,       ///< stopped by request
    PluginFailed,    ///< a codec library could not be loaded
    WriteFailed,     ///< an output could not be written; the old file, if any, is unchanged
};

struct Error
{
    ErrorCode code = ErrorCode::Damaged;
    QString message; ///< one sentence for people, no trailing stop, names what was expected and found
    Location where{};
    QString file{};   ///< path or URL, when known
    QString advice{}; ///< what can be done about it, may be empty
    /// How message and advice are told in another language; empty where they are not. Whoever changes one of
    /// them need not care: what does not fit any more stays English.
    Wording wording{};
    Wording adviceWording{};

    /// Message and advice from patterns.
    void say(const Sentence& what)
    {
        message = what.text();
        wording = what.wording();
    }
    /// To be put into another message.
    Sentence said() const { return Sentence::again(message, wording); }
    void advise(const Sentence& what)
    {
        advice = what.text();
        adviceWording = what.wording();
    }
};

template<typename T>
using Result = tl::expected<T, Error>;

/// Shorthand for `return fail(ErrorCode::Damaged, "...", {.offset = 12});`
inline tl::unexpected<Error> fail(ErrorCode code, QString message, Location where = {})
{
    return tl::unexpected<Error>(Error{code, std::move(message), where, {}, {}});
}
/// One that people meet, and that the window tells in its language.
inline tl::unexpected<Error> fail(ErrorCode code, const Sentence& message, Location where = {})
{
    return tl::unexpected<Error>(Error{code, message.text(), where, {}, {}, message.wording(), {}});
}

/// What a reader returns that was told to stop.
inline tl::unexpected<Error> cancelled(QString message = QStringLiteral("reading was cancelled"))
{
    return fail(ErrorCode::Cancelled, std::move(message));
}

} // namespace ghostline::model
