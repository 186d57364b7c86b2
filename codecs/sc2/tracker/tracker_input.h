// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The frame around every tracker event, and what its fields have in common.
#include "codecs/sc2/container/versioned.h"
#include "codecs/sc2/tracker/tracker_events.h"

#include <limits>
#include <optional>

namespace ghostline::sc2 {

/// Unit indices have 14 bits: what is above cannot be meant by any command or report.
constexpr std::int64_t IndexEnd = 1 << 14;

template<typename T>
T narrow(std::int64_t value, T otherwise = 0)
{
    const bool fits = value >= static_cast<std::int64_t>(std::numeric_limits<T>::min()) &&
                      value <= static_cast<std::int64_t>(std::numeric_limits<T>::max());
    return fits ? static_cast<T>(value) : otherwise;
}

/// Index and recycle as they come, until both are there.
struct TagParts
{
    std::int64_t index = -1;
    std::int64_t recycle = -1;
    bool known() const { return index >= 0 && index < IndexEnd && recycle >= 0; }
    std::uint32_t tag() const
    {
        return known()
                   ? tagOf(static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(recycle & 0x3FFFF))
                   : 0;
    }
};

/// Loop and kind of an event; its fields come next.
struct TrackerFrame
{
    std::uint32_t loop = 0;
    std::int64_t event = 0;
    std::size_t start = 0; ///< byte at which it begins
    bool again = false;    ///< time went back to here: what came after is told once more
};

/// What ended the reading, for the message.
enum class TrackerStop { None, Damaged, Backwards, TooMany };

class TrackerInput
{
public:
    explicit TrackerInput(std::span<const std::byte> bytes) : m_bytes(bytes), m_cursor(bytes) {}
    TrackerInput(const TrackerInput&) = delete;
    TrackerInput& operator=(const TrackerInput&) = delete;

    bool ok() const { return m_cursor.ok(); }
    /// The next event; nothing at the end, or when there is none to be read.
    std::optional<TrackerFrame> next();
    /// Bytes up to the event that could not be read.
    std::size_t start() const { return m_start; }
    TrackerStop stop() const { return m_stop; }
    void stopAt(TrackerStop why);

    VersionedReader& values() { return m_values; }
    VersionedKind nextKind() const;
    bool nextKindIsKnown() const { return nextKind() <= VersionedKind::Vint; }
    /// An integer, or what is inside an optional one.
    std::optional<std::int64_t> maybeInteger();
    /// The same, for text.
    std::optional<std::string_view> maybeBlob();
    /// Steps over a field that has no meaning here. A kind of value that no build has is one byte long: so it
    /// was read when the reference values for damaged files were made.
    void skip();

private:
    std::span<const std::byte> m_bytes;
    io::ByteCursor m_cursor;
    VersionedReader m_values{m_cursor};
    std::size_t m_start = 0;
    std::uint32_t m_loop = 0;
    std::size_t m_restarts = 0;
    TrackerStop m_stop = TrackerStop::None;
};

/// Where in the stream and why it was not read to its end; nothing when it was.
std::optional<model::Error> trackerFailure(const TrackerInput& in, std::size_t bytes);

} // namespace ghostline::sc2
