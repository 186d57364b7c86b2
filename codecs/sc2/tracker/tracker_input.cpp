// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/tracker/tracker_input.h"

#include "codecs/sc2/base/limits.h"

namespace ghostline::sc2 {

VersionedKind TrackerInput::nextKind() const
{
    const std::size_t at = m_cursor.position();
    return at < m_bytes.size() ? static_cast<VersionedKind>(m_bytes[at]) : static_cast<VersionedKind>(0xFF);
}

namespace {

/// Loops since the event before. Steps back are written with a sign or as 32 bits without one.
std::int64_t signedStep(std::int64_t delta)
{
    constexpr std::int64_t Wrap = std::int64_t{1} << 32;
    return delta >= Wrap / 2 && delta < Wrap ? delta - Wrap : delta;
}

} // namespace

std::optional<TrackerFrame> TrackerInput::next()
{
    m_start = m_cursor.position();
    if (m_stop != TrackerStop::None || m_cursor.atEnd())
        return std::nullopt;
    m_values.choiceTag();
    const std::int64_t step = signedStep(m_values.integer());
    const std::int64_t event = m_values.integer();
    if (!m_cursor.ok()) {
        stopAt(TrackerStop::Damaged);
        return std::nullopt;
    }
    const auto now = std::int64_t{m_loop};
    // A game that is resumed from a replay begins anew: at its start, or with who plays in it.
    const bool again = step < 0 && (step == -now || event == static_cast<int>(TrackerKind::Setup)) &&
                       m_restarts < MaxRestarts;
    if ((step < 0 && !again) || step < -now || step > std::int64_t{MaxLoops} - now) {
        stopAt(TrackerStop::Backwards);
        return std::nullopt;
    }
    m_restarts += again ? 1 : 0;
    m_loop = static_cast<std::uint32_t>(now + step);
    return TrackerFrame{m_loop, event, m_start, again};
}

void TrackerInput::stopAt(TrackerStop why)
{
    if (m_stop == TrackerStop::None)
        m_stop = why;
}

std::optional<std::int64_t> TrackerInput::maybeInteger()
{
    if (nextKind() == VersionedKind::Optional && !m_values.optional())
        return std::nullopt;
    return m_values.integer();
}

std::optional<std::string_view> TrackerInput::maybeBlob()
{
    if (nextKind() == VersionedKind::Optional && !m_values.optional())
        return std::nullopt;
    return m_values.blob();
}

void TrackerInput::skip()
{
    if (nextKindIsKnown())
        m_values.skip();
    else
        m_cursor.skip(1);
}

std::optional<model::Error> trackerFailure(const TrackerInput& in, std::size_t bytes)
{
    QString why;
    auto code = model::ErrorCode::Damaged;
    switch (in.stop()) {
    case TrackerStop::None:
        return std::nullopt;
    case TrackerStop::Damaged:
        why = QStringLiteral("no event can be read there");
        break;
    case TrackerStop::Backwards:
        why = QStringLiteral("the time of the event there is impossible");
        break;
    case TrackerStop::TooMany:
        code = model::ErrorCode::LimitExceeded;
        why = QStringLiteral("more events or units than are accepted in so few packed bytes");
        break;
    }
    return model::Error{code,
                        QStringLiteral("replay.tracker.events cannot be read from byte %1 of %2 on: %3")
                            .arg(in.start())
                            .arg(bytes)
                            .arg(why),
                        {.offset = in.start()},
                        {},
                        {}};
}

} // namespace ghostline::sc2
