// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/replay/growth.h"

namespace ghostline::echo {

namespace {

constexpr std::chrono::milliseconds LookTime{250};
constexpr std::chrono::milliseconds LookTimeFar{2000};
/// What was changed within this time may be changed again.
constexpr qint64 FreshSeconds = 600;

} // namespace

GrowthWatch::GrowthWatch(std::shared_ptr<const model::ByteSource> bytes) : m_bytes(std::move(bytes))
{
    const model::Identity identity = m_bytes->identity();
    m_name = identity.name;
    m_size = m_bytes->size();
    m_modified = identity.modified;
}

bool GrowthWatch::isFresh() const
{
    return m_modified.isValid() && m_modified.secsTo(QDateTime::currentDateTimeUtc()) < FreshSeconds;
}

std::chrono::milliseconds GrowthWatch::pause() const
{
    return m_name.contains(QLatin1String("://")) ? LookTimeFar : LookTime;
}

model::Result<std::shared_ptr<model::ByteSource>> GrowthWatch::look(const std::stop_token& stop)
{
    auto found = m_bytes->sibling(m_name.section(QLatin1Char('/'), -1).toStdString(), stop);
    if (!found)
        return tl::unexpected(std::move(found.error()));
    const std::uint64_t size = (*found)->size();
    if (size < m_size)
        return model::fail(model::ErrorCode::Changed, QStringLiteral("the recording was begun anew"));
    m_modified = (*found)->identity().modified;
    if (size == m_size)
        return std::shared_ptr<model::ByteSource>();
    m_size = size;
    return std::shared_ptr<model::ByteSource>(std::move(*found));
}

} // namespace ghostline::echo
