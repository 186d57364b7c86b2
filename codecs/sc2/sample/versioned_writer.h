// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Writes values that describe themselves: header, details and tracker events.
#include "codecs/sc2/container/versioned.h"

namespace ghostline::sc2 {

class VersionedWriter
{
public:
    /// The bare number, without a kind: counts, tags, lengths.
    VersionedWriter& vint(std::int64_t value);
    VersionedWriter& integer(std::int64_t value);
    VersionedWriter& u8(std::uint8_t value);
    VersionedWriter& fixed4(std::uint32_t value);
    VersionedWriter& fixed8(std::uint64_t value);
    VersionedWriter& blob(std::string_view bytes);
    VersionedWriter& bitArray(std::uint32_t bits, std::string_view bytes);
    VersionedWriter& array(std::size_t items);
    VersionedWriter& structure(std::size_t fields);
    /// A field of a structure begins: its value comes next.
    VersionedWriter& tag(std::int64_t number) { return vint(number); }
    VersionedWriter& choice(std::int64_t number);
    /// With `present` its value comes next.
    VersionedWriter& optional(bool present);
    VersionedWriter& value(const VersionedValue& tree);
    /// What an event stream has in front of every event: loops since the one before, and the kind.
    VersionedWriter& event(std::int64_t delta, int kind);

    const std::vector<std::byte>& bytes() const { return m_bytes; }

private:
    VersionedWriter& kind(VersionedKind k);
    VersionedWriter& raw(std::string_view bytes);
    std::vector<std::byte> m_bytes;
};

} // namespace ghostline::sc2
