// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Goes over the events of a bit-packed stream one by one, each as JSON: for what need not be fast.
#include "codecs/sc2/protocol/packed_reader.h"

#include <QJsonObject>
#include <QString>

#include <optional>

namespace ghostline::sc2 {

class EventWalk
{
public:
    enum class Stream { Game, Messages };

    EventWalk(std::span<const std::byte> bytes, const Protocol& protocol, Stream stream)
        : m_in(bytes), m_protocol(protocol), m_stream(stream), m_bytes(bytes.size())
    {
    }

    /// Goes to the next event; false at the end, or where it cannot be read. fields() or skip() must have
    /// been called for the one before.
    bool next();
    const EventType& type() const { return *m_type; }
    std::uint32_t loop() const { return m_loop; }
    std::uint8_t user() const { return m_user; }
    /// Byte where this event begins; where the failure lies after one.
    std::uint64_t start() const { return m_start; }
    /// The values of this event.
    QJsonObject fields();
    /// Steps over them; gives nothing.
    QJsonObject skip();

    bool ok() const { return m_in.ok(); }
    /// Why next() gave false before the end, if it did.
    std::optional<model::Error> failure(const QString& stream) const;

private:
    PackedReader m_in;
    const Protocol& m_protocol;
    Stream m_stream;
    std::uint64_t m_bytes = 0;
    const EventType* m_type = nullptr;
    std::uint64_t m_start = 0;
    std::uint32_t m_loop = 0;
    std::uint8_t m_user = 0;
};

} // namespace ghostline::sc2
