// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Writes bit-packed streams and values of any type of the tables, from the same shape that records have.
// Shares no code with the reader, so that each checks the other.
#include "codecs/io/sample_random.h"
#include "codecs/sc2/protocol/protocol.h"

#include <QJsonObject>

#include <cstddef>
#include <span>
#include <vector>

namespace ghostline::sc2 {

class PackedWriter
{
public:
    /// The lowest `count` bits of `value`, at most 64.
    void bits(std::uint64_t value, unsigned count);
    void align() { m_used = 8; }
    /// Aligned first.
    void bytes(std::span<const std::byte> bytes);
    /// Two bits that say how many more there are.
    void varUint32(std::uint32_t value);
    /// What readJson() would give. What a structure leaves out is zero, empty, absent; of a choice its first.
    void value(TypeId type, const QJsonValue& json);
    /// A whole event as the streams have it: delta, user, id, fields, and to the next whole byte.
    void event(std::uint32_t delta, unsigned user, unsigned idBits, const EventType& type,
               const QJsonValue& fields);

    std::uint64_t bitPosition() const;
    const std::vector<std::byte>& written() const { return m_bytes; }

private:
    void structure(const Type& type, const QJsonObject& fields);
    void choice(const Type& type, const QJsonObject& chosen);

    std::vector<std::byte> m_bytes;
    unsigned m_used = 8; ///< bits of the last byte
};

inline constexpr unsigned GameEventIdBits = 7;
inline constexpr unsigned MessageEventIdBits = 4;

/// Something that the type can hold: every optional there or not, every field of a choice, full widths,
/// short lists. `size` bounds what lists and texts have in them.
QJsonValue randomValue(io::Random& random, TypeId type, int size = 6);

/// Names of members as the protocol spells them.
inline QString key(const char* name) { return QString::fromLatin1(name); }

} // namespace ghostline::sc2
