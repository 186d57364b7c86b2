// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How much one guest may say: so much a second on average, and more for a moment.
#include "together/instants.h"
#include "together/limits.h"

namespace ghostline::together {

/// Filled evenly up to `most`; begins full.
class TokenBucket
{
public:
    constexpr TokenBucket(double perSecond, double most) : m_perSecond(perSecond), m_most(most), m_left(most)
    {
    }

    /// Takes that many, or none and says so. A clock that goes back fills nothing.
    bool take(double count, OwnInstant now);
    double left(OwnInstant now);

private:
    double m_perSecond;
    double m_most;
    double m_left;
    OwnInstant m_filled{};
    bool m_begun = false;
};

struct MessageLimits
{
    double messagesPerSecond = MessagesPerSecond;
    double messageBurst = MessageBurst;
    double bytesPerSecond = BytesPerSecond;
    double byteBurst = 2.0 * static_cast<double>(MostMessageBytes);
};

/// Of all that comes from a guest. Where either says no, the guest is cut off.
class MessageBudget
{
public:
    explicit MessageBudget(MessageLimits limits = {})
        : m_messages(limits.messagesPerSecond, limits.messageBurst),
          m_bytes(limits.bytesPerSecond, limits.byteBurst)
    {
    }

    bool takeMessage(OwnInstant now) { return m_messages.take(1.0, now); }
    bool takeBytes(std::size_t bytes, OwnInstant now)
    {
        return m_bytes.take(static_cast<double>(bytes), now);
    }

private:
    TokenBucket m_messages;
    TokenBucket m_bytes;
};

} // namespace ghostline::together
