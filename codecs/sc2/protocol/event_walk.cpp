// SPDX-License-Identifier: GPL-3.0-or-later
// One event after another, and every event of a stream as a record.
#include "codecs/sc2/protocol/event_walk.h"

#include "codecs/sc2/base/limits.h"
#include "codecs/sc2/protocol/game_events.h"

namespace ghostline::sc2 {

bool EventWalk::next()
{
    if (!m_in.ok() || m_in.atEnd()) {
        m_start = m_in.ok() ? m_bytes : m_start;
        return false;
    }
    m_start = m_in.bitPosition() / 8;
    const auto loop = std::uint64_t{m_loop} + readVarUint32(m_in);
    m_user = static_cast<std::uint8_t>(m_in.bits(5));
    const bool isGame = m_stream == Stream::Game;
    const auto id = static_cast<unsigned>(m_in.bits(isGame ? 7 : 4));
    m_type = isGame ? m_protocol.gameEvent(id) : m_protocol.messageEvent(id);
    if (m_type == nullptr || loop > MaxLoops) {
        m_in.fail();
    }
    if (!m_in.ok()) {
        return false;
    }
    m_loop = static_cast<std::uint32_t>(loop);
    return true;
}

QJsonObject EventWalk::fields()
{
    QJsonObject values = readJson(m_in, m_type->type).toObject();
    m_in.align();
    return values;
}

QJsonObject EventWalk::skip()
{
    skipValue(m_in, m_type->type);
    m_in.align();
    return {};
}

std::optional<model::Error> EventWalk::failure(const QString& stream) const
{
    if (m_in.ok()) {
        return std::nullopt;
    }
    return model::Error{model::ErrorCode::Damaged,
                        QStringLiteral("%1 cannot be read from byte %2 of %3 on: %4")
                            .arg(stream)
                            .arg(m_start)
                            .arg(m_bytes)
                            .arg(m_type == nullptr ? QStringLiteral("no such event type is known")
                                                   : QStringLiteral("an event there does not fit")),
                        {.frame = m_loop},
                        {},
                        {}};
}

namespace {

model::Result<void> readRecords(EventWalk& walk, const QString& stream, const model::RecordSink& sink)
{
    while (walk.next()) {
        model::Record record;
        const QJsonObject fields = walk.fields();
        if (!walk.ok()) {
            break;
        }
        record.stream = stream;
        record.frame = walk.loop();
        record.offset = walk.start();
        record.name = QString::fromLatin1(walk.type().name.data(), qsizetype(walk.type().name.size()));
        record.data = {{QStringLiteral("user"), walk.user()},
                       {QStringLiteral("bit"), static_cast<qint64>(walk.start() * 8)},
                       {QStringLiteral("fields"), fields}};
        if (!sink(record)) {
            return {};
        }
    }
    if (auto failure = walk.failure(stream)) {
        return tl::unexpected(*std::move(failure));
    }
    return {};
}

} // namespace

model::Result<void> parseGameRecords(std::span<const std::byte> bytes, const Protocol& protocol,
                                     const QString& stream, const model::RecordSink& sink)
{
    EventWalk walk(bytes, protocol, EventWalk::Stream::Game);
    return readRecords(walk, stream, sink);
}

model::Result<void> parseMessageRecords(std::span<const std::byte> bytes, const Protocol& protocol,
                                        const QString& stream, const model::RecordSink& sink)
{
    EventWalk walk(bytes, protocol, EventWalk::Stream::Messages);
    return readRecords(walk, stream, sink);
}

} // namespace ghostline::sc2
