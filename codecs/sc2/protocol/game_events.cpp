// SPDX-License-Identifier: GPL-3.0-or-later
// Reads replay.game.events into columns, and finds the table that fits it.
#include "codecs/sc2/protocol/game_events.h"

#include "codecs/sc2/protocol/event_values.h"
#include "codecs/sc2/protocol/event_walk.h"
#include "codecs/sc2/protocol/protocol_tables.h"

#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>

namespace ghostline::sc2 {

namespace {

class GameEventReader
{
public:
    GameEventReader(std::span<const std::byte> bytes, const Protocol& protocol, std::size_t most,
                    GameEvents& out)
        : m_in(bytes), m_plan(gamePlan(protocol)), m_out(out), m_size(bytes.size()), m_most(most)
    {
        m_out.protocol = &protocol;
        // Measured: 11 to 15 bytes for each; a little more room than that.
        m_out.order.reserve(std::min(bytes.size() / 10, most));
        m_out.cameras.reserve(std::min(bytes.size() / 24, most));
    }

    void read()
    {
        while (!m_in.atEnd()) {
            const auto start = m_in.bitPosition();
            if (!readEvent(start)) {
                return;
            }
            m_out.bytesRead = m_in.bitPosition() / 8;
        }
    }

private:
    bool stop(std::uint64_t start, const QString& why)
    {
        m_out.failure =
            model::Error{model::ErrorCode::Damaged,
                         QStringLiteral("replay.game.events cannot be read from byte %1 of %2 on: %3")
                             .arg(start / 8)
                             .arg(m_size)
                             .arg(why),
                         {.frame = m_out.lastLoop},
                         {},
                         {}};
        return false;
    }

    bool readEvent(std::uint64_t start)
    {
        const auto loop = std::uint64_t{m_out.lastLoop} + readVarUint32(m_in);
        const auto user = static_cast<std::uint8_t>(m_in.bits(5));
        const auto id = m_in.bits(7);
        const auto found = m_plan.byId[id];
        if (!m_in.ok()) {
            return stop(start, QStringLiteral("it ends inside an event"));
        }
        if (found == GamePlan::NoPlan) {
            return stop(start, QStringLiteral("there is no event type %1").arg(id));
        }
        if (loop > MaxLoops) {
            return stop(start, QStringLiteral("it is too long, game loop %1").arg(loop));
        }
        if (m_out.order.size() >= m_most) {
            stop(start,
                 QStringLiteral("more than %1 events are not accepted in so few packed bytes").arg(m_most));
            m_out.failure->code = model::ErrorCode::LimitExceeded;
            return false;
        }
        const EventPlan& plan = m_plan.events[found];
        m_values.clear();
        const PackedReader fields = m_in;
        run(&m_plan.steps[plan.first]);
        m_in.align();
        if (!m_in.ok()) {
            return stop(start, QStringLiteral("an event of type %1 does not fit").arg(id));
        }
        m_out.lastLoop = static_cast<std::uint32_t>(loop);
        const bool named = plan.kind == GameEventKind::Hijack || plan.kind == GameEventKind::Join;
        const std::uint32_t index = named ? takePeople(plan, fields) : take(plan);
        m_out.order.push_back({m_out.lastLoop, index, plan.type, user, plan.kind});
        return true;
    }

    void run(const Step* step)
    {
        for (;; ++step) {
            switch (step->op) {
            case Op::End:
                return;
            case Op::Skip:
                m_in.skip(static_cast<std::uint64_t>(step->value));
                break;
            case Op::SkipValue:
                skipValue(m_in, static_cast<TypeId>(step->value));
                break;
            case Op::Read:
                m_values.set(step->slot, static_cast<std::int64_t>(m_in.bits(step->bits) +
                                                                   static_cast<std::uint64_t>(step->value)));
                break;
            case Op::Set:
                m_values.set(step->slot, step->value);
                break;
            case Op::IfPresent:
                if (!m_in.bit()) {
                    step = &m_plan.steps[step->next] - 1;
                }
                break;
            case Op::Choose: {
                const auto branch = m_plan.branches[step->next + m_in.bits(step->bits)];
                if (branch == GamePlan::NoBranch) {
                    m_in.fail();
                    return;
                }
                step = &m_plan.steps[branch] - 1;
                break;
            }
            case Op::Jump:
                step = &m_plan.steps[step->next] - 1;
                break;
            default:
                list(*step);
                if (step->op == Op::Subgroups) {
                    subgroups(step);
                    step = &m_plan.steps[step->next] - 1;
                }
                break;
            }
        }
    }

    void list(const Step& step)
    {
        const Type& type = typeOf(static_cast<TypeId>(step.value));
        if (step.op == Op::MaskBits) {
            maskBits(type);
        } else if (step.op == Op::MaskIndices) {
            maskIndices(type, static_cast<MaskKind>(step.slot));
        } else if (step.op == Op::Tags) {
            const Type& item = typeOf(static_cast<TypeId>(type.first));
            for (auto left = readCount(m_in, type, item.minBits); left > 0; --left) {
                m_out.tags.push_back(static_cast<std::uint32_t>(readInteger(m_in, item)));
            }
        } else if (step.op == Op::Resources) {
            constexpr std::size_t Kinds = std::tuple_size_v<decltype(ResourceTrade::resources)>;
            const Type& item = typeOf(static_cast<TypeId>(type.first));
            const auto count = readCount(m_in, type, item.minBits);
            for (std::size_t i = 0; i < count; ++i) {
                const auto amount = readInteger(m_in, item);
                if (i < Kinds) {
                    m_values.set(static_cast<std::size_t>(Slot::FirstResource) + i, amount);
                }
            }
        }
    }

    /// All bits are one number, taken like any other: highest first, a piece of a byte at a time. From its
    /// top down it is cut into bytes, and in each of those the lowest bit is the first element.
    void maskBits(const Type& type)
    {
        constexpr std::uint64_t Byte = 8;
        const auto length = readCount(m_in, type, 1);
        m_values.mask.kind = MaskKind::Mask;
        m_values.mask.first = static_cast<std::uint32_t>(m_out.positions.size());
        m_values.mask.length = static_cast<std::uint32_t>(length);
        for (std::uint64_t place = 0; place < length && m_in.ok();) {
            const auto piece = std::min(Byte - m_in.bitPosition() % Byte, length - place);
            const auto bits = m_in.bits(static_cast<unsigned>(piece));
            for (auto bit = piece; bit > 0; --bit, ++place) {
                if ((bits >> (bit - 1) & 1U) == 0)
                    continue;
                const auto start = place / Byte * Byte;
                const auto size = std::min(Byte, length - start);
                m_out.positions.push_back(static_cast<std::uint16_t>(start + size - 1 - (place - start)));
            }
        }
        std::sort(m_out.positions.begin() + m_values.mask.first, m_out.positions.end());
        m_values.mask.count = static_cast<std::uint32_t>(m_out.positions.size()) - m_values.mask.first;
    }

    void maskIndices(const Type& type, MaskKind kind)
    {
        const Type& item = typeOf(static_cast<TypeId>(type.first));
        m_values.mask.kind = kind;
        m_values.mask.first = static_cast<std::uint32_t>(m_out.positions.size());
        const auto count = readCount(m_in, type, item.minBits);
        for (auto left = count; left > 0; --left) {
            m_out.positions.push_back(static_cast<std::uint16_t>(readInteger(m_in, item)));
        }
        m_values.mask.count = static_cast<std::uint32_t>(count);
    }

    void subgroups(const Step* step)
    {
        const Type& type = typeOf(static_cast<TypeId>(step->value));
        for (auto left = readCount(m_in, type, typeOf(static_cast<TypeId>(type.first)).minBits);
             left > 0 && m_in.ok(); --left) {
            run(step + 1);
            m_out.subgroups.push_back({m_values.get<std::uint16_t>(Slot::SubgroupLink),
                                       m_values.get<std::uint16_t>(Slot::SubgroupCount),
                                       m_values.get<std::uint8_t>(Slot::SubgroupPriority),
                                       m_values.get<std::uint8_t>(Slot::SubgroupIntra)});
        }
    }

    /// Events with names in them, which are rare: read once more, by the names of their fields.
    std::uint32_t takePeople(const EventPlan& plan, PackedReader in)
    {
        constexpr std::uint32_t NotKept = 0xFFFF'FFFF;
        const bool join = plan.kind == GameEventKind::Join;
        if (join ? m_out.joins.size() >= MaxJoins : m_out.resumes.size() >= MaxRestarts)
            return NotKept;
        const QJsonObject fields = readJson(in, m_out.protocol->game[plan.type].type).toObject();
        if (join) {
            const bool resumes = fields[QLatin1String("m_hijack")].toBool();
            const int place = fields[QLatin1String("m_hijackCloneGameUserId")].toInt(-1);
            return put(m_out.joins, Join{fields[QLatin1String("m_name")].toString(), resumes ? place : -1});
        }
        Resume resume{m_out.lastLoop, {}};
        const QJsonArray users = fields[QLatin1String("m_userInfos")].toArray();
        for (const auto& each : users) {
            const QJsonObject user = each.toObject();
            resume.users.push_back({user[QLatin1String("m_gameUserId")].toInt(-1), -1,
                                    user[QLatin1String("m_observe")].toInt() != 0,
                                    user[QLatin1String("m_name")].toString(),
                                    user[QLatin1String("m_toonHandle")].toString()});
        }
        return put(m_out.resumes, resume);
    }

    /// Puts what was read into its column; returns the place there.
    std::uint32_t take(const EventPlan& plan)
    {
        switch (plan.kind) {
        case GameEventKind::Command:
            return put(m_out.commands, m_values.command(plan));
        case GameEventKind::TargetPoint:
            return put(m_out.targets, m_values.target(plan, TargetKind::Point));
        case GameEventKind::TargetUnit:
            return put(m_out.targets, m_values.target(plan, TargetKind::Unit));
        case GameEventKind::Selection:
            return put(m_out.selections, selection());
        case GameEventKind::ControlGroup:
            return put(m_out.groups, m_values.controlGroup());
        case GameEventKind::Camera:
            return put(m_out.cameras, m_values.camera(plan));
        case GameEventKind::CameraSave:
            return put(m_out.saves,
                       CameraSave{m_values.get<std::uint8_t>(Slot::Which), m_values.coordinate(Slot::X, plan),
                                  m_values.coordinate(Slot::Y, plan)});
        case GameEventKind::Leave:
            return put(m_out.leaves, Leave{m_values.get<std::int8_t>(Slot::Reason, -1)});
        case GameEventKind::Trade:
            return put(m_out.trades, m_values.trade());
        case GameEventKind::Ping:
            return put(m_out.pings,
                       TriggerPing{m_values.point(plan), m_values.get<std::uint32_t>(Slot::Tag)});
        default:
            return 0;
        }
    }

    template<typename T>
    static std::uint32_t put(std::vector<T>& column, const T& value)
    {
        column.push_back(value);
        return static_cast<std::uint32_t>(column.size() - 1);
    }

    SelectionDelta selection()
    {
        SelectionDelta delta;
        delta.group = m_values.get<std::uint8_t>(Slot::Group);
        delta.remove = m_values.mask;
        delta.firstSubgroup = m_subgroupsTaken;
        delta.firstTag = m_tagsTaken;
        m_subgroupsTaken = static_cast<std::uint32_t>(m_out.subgroups.size());
        m_tagsTaken = static_cast<std::uint32_t>(m_out.tags.size());
        delta.subgroups = m_subgroupsTaken - delta.firstSubgroup;
        delta.tags = m_tagsTaken - delta.firstTag;
        return delta;
    }

    PackedReader m_in;
    const GamePlan& m_plan;
    GameEvents& m_out;
    std::size_t m_size = 0;
    std::size_t m_most = 0;
    EventValues m_values;
    std::uint32_t m_subgroupsTaken = 0;
    std::uint32_t m_tagsTaken = 0;
};

/// Another table may read on where this one could not; where there is simply too much, none is of use.
bool doesNotFit(const std::optional<model::Error>& failure)
{
    return failure && failure->code != model::ErrorCode::LimitExceeded;
}

GameEvents readGameEventsWith(std::span<const std::byte> bytes, const Protocol& protocol, std::size_t most)
{
    GameEvents events;
    GameEventReader(bytes, protocol, most, events).read();
    return events;
}

} // namespace

GameEvents parseGameEvents(std::span<const std::byte> bytes, std::uint32_t baseBuild,
                           const StreamLimits& limits)
{
    const auto candidates = candidateProtocols(baseBuild);
    const bool known = isKnownBuild(baseBuild);
    GameEvents best = readGameEventsWith(bytes, *candidates.front(), limits.events);
    for (std::size_t i = 1; i < candidates.size() && doesNotFit(best.failure); ++i) {
        GameEvents other = readGameEventsWith(bytes, *candidates[i], limits.events);
        // What is known to be this build's is given up only for one that explains everything.
        if (!other.failure || (!known && other.bytesRead > best.bytesRead)) {
            best = std::move(other);
        }
    }
    best.exactBuild = known && best.protocol == &protocolFor(baseBuild);
    return best;
}

// Reads replay.message.events: chat and pings on the map; what else it holds is only counted.

namespace {

constexpr float CellsPerUnit = 1.0F / 4096.0F;

struct Attempt
{
    MessageEvents events;
    std::uint64_t bytesRead = 0;
};

/// The stream goes on, but what it holds is not worth more memory.
model::Error tooMuchSaid(const EventWalk& walk)
{
    return model::Error{model::ErrorCode::LimitExceeded,
                        QStringLiteral("replay.message.events is not read from byte %1 on: more is said than "
                                       "is accepted in so few packed bytes")
                            .arg(walk.start()),
                        {.frame = walk.loop()},
                        {},
                        {}};
}

Attempt readMessagesWith(std::span<const std::byte> bytes, const Protocol& protocol,
                         const StreamLimits& limits)
{
    Attempt attempt;
    EventWalk walk(bytes, protocol, EventWalk::Stream::Messages);
    std::size_t said = 0;
    for (std::size_t events = 0; walk.next(); ++events) {
        const std::size_t kept = attempt.events.chat.size() + attempt.events.pings.size();
        if (events >= limits.events || kept >= limits.messages || said > MaxChatBytes) {
            attempt.events.failure = tooMuchSaid(walk);
            return attempt;
        }
        const QJsonObject fields =
            walk.type().name == "SLoadingProgressMessage" ? walk.skip() : walk.fields();
        if (!walk.ok()) {
            break;
        }
        const auto recipient = static_cast<std::uint8_t>(fields.value(QLatin1String("m_recipient")).toInt());
        if (walk.type().name == "SChatMessage") {
            attempt.events.chat.push_back(
                {walk.loop(), walk.user(), recipient, fields.value(QLatin1String("m_string")).toString()});
            said += static_cast<std::size_t>(attempt.events.chat.back().text.size());
        } else if (walk.type().name == "SPingMessage") {
            const auto point = fields.value(QLatin1String("m_point")).toObject();
            attempt.events.pings.push_back(
                {walk.loop(), walk.user(), recipient,
                 static_cast<float>(point.value(QLatin1String("x")).toInteger()) * CellsPerUnit,
                 static_cast<float>(point.value(QLatin1String("y")).toInteger()) * CellsPerUnit});
        }
    }
    attempt.bytesRead = walk.start();
    attempt.events.failure = walk.failure(QStringLiteral("replay.message.events"));
    return attempt;
}

} // namespace

MessageEvents parseMessageEvents(std::span<const std::byte> bytes, std::uint32_t baseBuild,
                                 const StreamLimits& limits)
{
    const auto candidates = candidateProtocols(baseBuild);
    Attempt best = readMessagesWith(bytes, *candidates.front(), limits);
    for (std::size_t i = 1; i < candidates.size() && doesNotFit(best.events.failure); ++i) {
        Attempt other = readMessagesWith(bytes, *candidates[i], limits);
        if (!other.events.failure || (!isKnownBuild(baseBuild) && other.bytesRead > best.bytesRead)) {
            best = std::move(other);
        }
    }
    return std::move(best.events);
}

} // namespace ghostline::sc2
