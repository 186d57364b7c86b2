// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the types of a table into lists of steps.
#include "codecs/sc2/protocol/event_plan.h"

#include <algorithm>
#include <mutex>

namespace ghostline::sc2 {

namespace {

/// A field whose value is kept; with a parent, only where it lies in a field of that name.
struct Capture
{
    std::string_view field;
    Slot slot = Slot::Count;
    std::string_view parent;
};

constexpr std::array TargetCaptures{
    Capture{"m_tag", Slot::Tag, {}},
    Capture{"m_snapshotUnitLink", Slot::Link, {}},
    Capture{"m_snapshotPlayerId", Slot::Player, {}},
    Capture{"m_snapshotControlPlayerId", Slot::Player, {}},
    Capture{"x", Slot::X, {}},
    Capture{"y", Slot::Y, {}},
    Capture{"z", Slot::Z, {}},
    // Only of commands.
    Capture{"m_cmdFlags", Slot::Flags, {}},
    Capture{"m_abilLink", Slot::Ability, {}},
    Capture{"m_abilCmdIndex", Slot::AbilityIndex, {}},
    Capture{"m_otherUnit", Slot::OtherUnit, {}},
    Capture{"Data", Slot::Data, {}},
    // Of those that are flat.
    Capture{"m_targetUnitTag", Slot::Tag, {}},
    Capture{"m_targetUnitSnapshotUnitLink", Slot::Link, {}},
    Capture{"m_targetUnitSnapshotPlayerId", Slot::Player, {}},
};
constexpr std::array SelectionCaptures{
    Capture{"m_controlGroupId", Slot::Group, {}},
    Capture{"m_unitLink", Slot::SubgroupLink, {}},
    Capture{"m_count", Slot::SubgroupCount, {}},
    Capture{"m_subgroupPriority", Slot::SubgroupPriority, {}},
    Capture{"m_intraSubgroupPriority", Slot::SubgroupIntra, {}},
};
constexpr std::array GroupCaptures{
    Capture{"m_controlGroupIndex", Slot::Group, {}},
    Capture{"m_controlGroupUpdate", Slot::Update, {}},
};
constexpr std::array CameraCaptures{
    Capture{"x", Slot::X, {}},
    Capture{"y", Slot::Y, {}},
    Capture{"m_distance", Slot::Distance, {}},
    Capture{"m_pitch", Slot::Pitch, {}},
    Capture{"m_yaw", Slot::Yaw, {}},
    Capture{"m_which", Slot::Which, {}},
};
constexpr std::array LeaveCaptures{Capture{"m_leaveReason", Slot::Reason, {}}};
constexpr std::array TradeCaptures{Capture{"m_recipientId", Slot::Recipient, {}}};
constexpr std::array PingCaptures{
    Capture{"x", Slot::X, "m_point"},
    Capture{"y", Slot::Y, "m_point"},
    Capture{"m_unit", Slot::Tag, {}},
};

struct KindOfEvent
{
    std::string_view name;
    GameEventKind kind = GameEventKind::Other;
    std::span<const Capture> captures;
};

constexpr std::array EventClasses{
    KindOfEvent{"SCmdEvent", GameEventKind::Command, TargetCaptures},
    KindOfEvent{"SCmdUpdateTargetPointEvent", GameEventKind::TargetPoint, TargetCaptures},
    KindOfEvent{"SCmdUpdateTargetUnitEvent", GameEventKind::TargetUnit, TargetCaptures},
    KindOfEvent{"SCommandManagerStateEvent", GameEventKind::CommandState, {}},
    KindOfEvent{"SSelectionDeltaEvent", GameEventKind::Selection, SelectionCaptures},
    KindOfEvent{"SControlGroupUpdateEvent", GameEventKind::ControlGroup, GroupCaptures},
    KindOfEvent{"SCameraUpdateEvent", GameEventKind::Camera, CameraCaptures},
    KindOfEvent{"SCameraSaveEvent", GameEventKind::CameraSave, CameraCaptures},
    KindOfEvent{"SPlayerLeaveEvent", GameEventKind::Leave, {}},
    KindOfEvent{"SGameUserLeaveEvent", GameEventKind::Leave, LeaveCaptures},
    KindOfEvent{"SGameUserJoinEvent", GameEventKind::Join, {}},
    KindOfEvent{"SHijackReplayGameEvent", GameEventKind::Hijack, {}},
    KindOfEvent{"SResourceTradeEvent", GameEventKind::Trade, TradeCaptures},
    KindOfEvent{"STriggerPingEvent", GameEventKind::Ping, PingCaptures},
    KindOfEvent{"SUserOptionsEvent", GameEventKind::Enter, {}},
    KindOfEvent{"SUserFinishedLoadingSyncEvent", GameEventKind::Loaded, {}},
};

/// Map coordinates of 16 bits have 8 behind the point, all others 12.
float scaleOf(const Type& type)
{
    constexpr float InShort = 1.0F / 256.0F;
    constexpr float InLong = 1.0F / 4096.0F;
    return type.bits == 16 ? InShort : InLong;
}

class Planner
{
public:
    explicit Planner(GamePlan& plan) : m_plan(plan) {}

    void add(const EventType& event, std::uint16_t position)
    {
        const auto known = std::ranges::find(EventClasses, event.name, &KindOfEvent::name);
        m_event = {};
        m_event.type = position;
        m_event.first = here();
        m_captures = {};
        if (known != EventClasses.end()) {
            m_event.kind = known->kind;
            m_captures = known->captures;
        }
        m_barrier = here();
        value(event.type, {}, {});
        emit({});
        m_plan.byId.at(event.id) = static_cast<std::uint8_t>(m_plan.events.size());
        m_plan.events.push_back(m_event);
    }

private:
    std::uint32_t here() const { return static_cast<std::uint32_t>(m_plan.steps.size()); }

    std::uint32_t emit(const Step& step)
    {
        m_plan.steps.push_back(step);
        return here() - 1;
    }
    /// Steps before this place and behind it may not become one: something jumps here.
    void land(std::uint32_t from)
    {
        m_plan.steps[from].next = here();
        m_barrier = here();
    }

    void skip(std::uint8_t bits)
    {
        if (here() > m_barrier && m_plan.steps.back().op == Op::Skip) {
            m_plan.steps.back().value += bits;
        } else {
            emit({Op::Skip, 0, 0, 0, bits});
        }
    }

    Slot slotOf(std::string_view field, std::string_view parent) const
    {
        const auto found = std::ranges::find_if(m_captures, [&](const Capture& capture) {
            return capture.field == field && (capture.parent.empty() || capture.parent == parent);
        });
        return found == m_captures.end() ? Slot::Count : found->slot;
    }

    void integer(const Type& type, std::string_view field, std::string_view parent)
    {
        const Slot slot = slotOf(field, parent);
        if (slot == Slot::Count) {
            skip(type.bits);
            return;
        }
        if (slot == Slot::X) {
            m_event.pointScale = scaleOf(type);
        } else if (slot == Slot::Distance) {
            m_event.cameraScale = scaleOf(type);
        }
        emit({Op::Read, type.bits, static_cast<std::uint8_t>(slot), 0, type.base});
    }

    void choice(const Type& type, std::string_view field)
    {
        const auto first = static_cast<std::uint32_t>(m_plan.branches.size());
        const auto count = std::uint32_t{1} << type.bits;
        m_plan.branches.resize(first + count, GamePlan::NoBranch);
        emit({Op::Choose, type.bits, 0, first, count});
        std::vector<std::uint32_t> jumps;
        for (const Field& branch : allFields().subspan(type.first, type.count)) {
            m_plan.branches.at(first + static_cast<std::uint32_t>(branch.tag)) = here();
            m_barrier = here();
            if (const auto kind = targetKind(branch.name); field == "m_data" && kind != TargetKind::None) {
                emit({Op::Set, 0, static_cast<std::uint8_t>(Slot::TargetKind), 0,
                      static_cast<std::int64_t>(kind)});
            }
            value(branch.type, branch.name, field);
            jumps.push_back(emit({Op::Jump, 0, 0, 0, 0}));
        }
        for (const auto jump : jumps) {
            land(jump);
        }
    }

    static TargetKind targetKind(std::string_view branch)
    {
        if (branch == "TargetPoint") {
            return TargetKind::Point;
        }
        if (branch == "TargetUnit") {
            return TargetKind::Unit;
        }
        return branch == "Data" ? TargetKind::Data : TargetKind::None;
    }

    static bool isMask(std::string_view field, std::string_view parent)
    {
        return field == "m_removeMask" || field == "m_mask" || parent == "m_removeMask" || parent == "m_mask";
    }

    void array(TypeId id, std::string_view field, std::string_view parent)
    {
        const Type& type = typeOf(id);
        if (m_captures.empty()) {
            emit({Op::SkipValue, 0, 0, 0, id});
        } else if (isMask(field, parent)) {
            const auto kind = field == "OneIndices" ? MaskKind::OneIndices : MaskKind::ZeroIndices;
            emit({Op::MaskIndices, 0, static_cast<std::uint8_t>(kind), 0, id});
        } else if (field == "m_addUnitTags") {
            emit({Op::Tags, 0, 0, 0, id});
        } else if (field == "m_resources") {
            emit({Op::Resources, 0, 0, 0, id});
        } else if (field == "m_addSubgroups") {
            const auto loop = emit({Op::Subgroups, 0, 0, 0, id});
            m_barrier = here();
            value(static_cast<TypeId>(type.first), field, parent);
            emit({});
            land(loop);
        } else {
            emit({Op::SkipValue, 0, 0, 0, id});
        }
    }

    void value(TypeId id, std::string_view field, std::string_view parent)
    {
        const Type& type = typeOf(id);
        switch (type.kind) {
        case TypeKind::Null:
            break;
        case TypeKind::Integer:
            integer(type, field, parent);
            break;
        case TypeKind::Boolean:
        case TypeKind::FourCc:
            skip(type.bits);
            break;
        case TypeKind::Optional: {
            const auto test = emit({Op::IfPresent, 0, 0, 0, 0});
            m_barrier = here();
            value(static_cast<TypeId>(type.first), field, parent);
            land(test);
            break;
        }
        case TypeKind::Choice:
            choice(type, field);
            break;
        case TypeKind::Array:
            array(id, field, parent);
            break;
        case TypeKind::BitArray:
            emit({!m_captures.empty() && isMask(field, parent) ? Op::MaskBits : Op::SkipValue, 0, 0, 0, id});
            break;
        case TypeKind::Blob:
            emit({Op::SkipValue, 0, 0, 0, id});
            break;
        case TypeKind::Struct:
            for (const Field& member : allFields().subspan(type.first, type.count)) {
                value(member.type, member.name, field);
            }
            break;
        }
    }

    GamePlan& m_plan;
    EventPlan m_event;
    std::span<const Capture> m_captures;
    std::uint32_t m_barrier = 0; ///< a step before this one is not made longer
};

struct KeptPlan
{
    std::once_flag made;
    GamePlan plan;
};

} // namespace

const GamePlan& gamePlan(const Protocol& protocol)
{
    static std::vector<KeptPlan> plans(protocols().size());
    KeptPlan& kept = plans.at(static_cast<std::size_t>(&protocol - protocols().data()));
    std::call_once(kept.made, [&] {
        kept.plan.byId.fill(GamePlan::NoPlan);
        Planner planner(kept.plan);
        for (std::uint16_t i = 0; i < protocol.game.size(); ++i) {
            planner.add(protocol.game[i], i);
        }
    });
    return kept.plan;
}

} // namespace ghostline::sc2
