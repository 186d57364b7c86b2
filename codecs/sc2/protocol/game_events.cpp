// SPDX-License-Identifier: GPL-3.0-or-later
// Reads replay.game.events into columns, and finds the table that fits it.
#include "codecs/sc2/protocol/game_events.h"

#include "codecs/sc2/limits.h"
#include "codecs/sc2/protocol/event_values.h"
#include "codecs/sc2/protocol/protocol_tables.h"

#include <algorithm>

namespace ghostline::sc2 {

namespace {

class GameEventReader
{
public:
    GameEventReader(std::span<const std::byte> bytes, const Protocol& protocol, GameEvents& out)
        : m_in(bytes), m_plan(gamePlan(protocol)), m_out(out), m_size(bytes.size())
    {
        m_out.protocol = &protocol;
        // Measured: 11 to 15 bytes for each; a little more room than that.
        m_out.order.reserve(bytes.size() / 10);
        m_out.cameras.reserve(bytes.size() / 24);
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
        if (loop > MaxLoops || m_out.order.size() >= MaxEvents) {
            return stop(start, QStringLiteral("it is too long, game loop %1").arg(loop));
        }
        const EventPlan& plan = m_plan.events[found];
        m_values.clear();
        run(&m_plan.steps[plan.first]);
        m_in.align();
        if (!m_in.ok()) {
            return stop(start, QStringLiteral("an event of type %1 does not fit").arg(id));
        }
        m_out.lastLoop = static_cast<std::uint32_t>(loop);
        m_out.order.push_back({m_out.lastLoop, take(plan), plan.type, user, plan.kind});
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
    EventValues m_values;
    std::uint32_t m_subgroupsTaken = 0;
    std::uint32_t m_tagsTaken = 0;
};

GameEvents readWith(std::span<const std::byte> bytes, const Protocol& protocol)
{
    GameEvents events;
    GameEventReader(bytes, protocol, events).read();
    return events;
}

} // namespace

GameEvents readGameEvents(std::span<const std::byte> bytes, std::uint32_t baseBuild)
{
    const auto candidates = candidateProtocols(baseBuild);
    const bool known = isKnownBuild(baseBuild);
    GameEvents best = readWith(bytes, *candidates.front());
    for (std::size_t i = 1; i < candidates.size() && best.failure; ++i) {
        GameEvents other = readWith(bytes, *candidates[i]);
        // What is known to be this build's is given up only for one that explains everything.
        if (!other.failure || (!known && other.bytesRead > best.bytesRead)) {
            best = std::move(other);
        }
    }
    best.exactBuild = known && best.protocol == &protocolFor(baseBuild);
    return best;
}

} // namespace ghostline::sc2
