// SPDX-License-Identifier: GPL-3.0-or-later
// Prints packets in the format of CARLA's show_recorder_file_info. Titles are printed also without records,
// for the kinds that CARLA does so for; what it never prints (wheels, bikers, frame ends) stays silent.
#include "codecs/carla/reports/report_info.h"

#include "codecs/carla/format/packet_reader.h"

namespace ghostline::carla {

namespace {

constexpr std::array<const char*, 7> DoorNames{"Front Left", "Front Right", "Rear Left", "Rear Right",
                                               "Hood",       "Trunk",       "All"};

struct LightName
{
    std::uint32_t bit;
    const char* name;
};
// Interior before Fog although its bit is higher: the order in which CARLA prints them.
constexpr std::array<LightName, 11> LightNames{{{1, "Position"},
                                                {2, "LowBeam"},
                                                {4, "HighBeam"},
                                                {8, "Brake"},
                                                {16, "RightBlinker"},
                                                {32, "LeftBlinker"},
                                                {64, "Reverse"},
                                                {256, "Interior"},
                                                {128, "Fog"},
                                                {512, "Special1"},
                                                {1024, "Special2"}}};

void printLights(ReportText& out, const VehicleLight& light)
{
    out << "  Id: " << light.actor << ' ';
    bool any = false;
    for (const LightName& l : LightNames) {
        if (!(light.flags & l.bit))
            continue;
        out << (any ? " " : "") << l.name;
        any = true;
    }
    out << (any ? "\n" : "None\n");
}

void printDoor(ReportText& out, const Door& door)
{
    out << "  Id: " << door.actor << "\n  Doors opened: ";
    if (door.door < DoorNames.size())
        out << ' ' << DoorNames[door.door] << " \n";
}

template<std::size_t N>
void printCurve(ReportText& out, const char* name, const std::vector<std::array<float, N>>& curve)
{
    out << "   " << name << " =";
    for (const auto& point : curve)
        out << " (" << point << ")";
    out << '\n';
}

void printPhysics(ReportText& out, const Physics& p)
{
    static constexpr std::array<const char*, 5> Engine{"max_rpm", "MOI", "damping_rate_full_throttle",
                                                       "damping_rate_zero_throttle_clutch_engaged",
                                                       "damping_rate_zero_throttle_clutch_disengaged"};
    static constexpr std::array<const char*, 4> Drive{"clutch_strength", "final_ratio", "mass",
                                                      "drag_coefficient"};
    out << "  Id: " << p.actor << '\n';
    for (std::size_t i = 0; i < Engine.size(); ++i)
        out << "   " << Engine[i] << " = " << p.engine[i] << '\n';
    // The switch time is printed but never stored.
    out << "   use_gear_auto_box = " << (p.autoGears ? "true" : "false") << "\n   gear_switch_time = 0\n";
    for (std::size_t i = 0; i < Drive.size(); ++i)
        out << "   " << Drive[i] << " = " << p.drive[i] << '\n';
    out << "   center_of_mass = (" << p.centreOfMass << ")\n";
    printCurve(out, "torque_curve", p.torque);
    printCurve(out, "steering_curve", p.steering);
    out << "   forward_gears:\n";
    for (std::size_t k = 0; k < p.gears.size(); ++k) {
        out << "    gear " << k << ": ratio " << p.gears[k][0] << " down_ratio " << p.gears[k][1]
            << " up_ratio " << p.gears[k][2] << '\n';
    }
    out << "   wheels:\n";
    for (std::size_t k = 0; k < p.wheels.size(); ++k) {
        const PhysicsWheel& w = p.wheels[k];
        out << "    wheel " << k << ": tire_friction " << w.friction << " damping_rate " << w.damping
            << " max_steer_angle " << w.maxSteer << " radius " << w.radius << " max_brake_torque "
            << w.brakeTorque << " max_handbrake_torque " << w.handbrakeTorque << " position (" << w.position
            << ")\n";
    }
}

} // namespace

void InfoReport::line()
{
    if (!m_shown)
        m_out << "Frame " << m_frame.id << " at " << m_frame.elapsed << " seconds\n";
    m_shown = true;
}

/// A title with the count, then each record; a packet that does not hold its records prints nothing.
template<typename R, typename Print>
bool InfoReport::block(const char* title, Bytes data, const Layout& layout, Print print)
{
    const auto list = records<R>(data, layout);
    if (!list)
        return false;
    if (!list->empty())
        line();
    m_out << ' ' << title << ": " << list->size() << '\n';
    for (const R& record : *list)
        print(record);
    return true;
}

void InfoReport::packet(const Packet& packet, const Layout& layout)
{
    bool good = true;
    switch (packet.kind) {
    case PacketKind::FrameStart: {
        const auto frame = parseFrameStart(packet.data);
        good = frame.has_value();
        if (good) {
            m_frame = *frame;
            m_shown = false;
            if (m_every)
                line();
        }
        break;
    }
    case PacketKind::FrameEnd:
        if (m_newest)
            m_out << '\n';
        break;
    case PacketKind::Weather:
        good = m_newest ? weather(packet.data, layout) : wellFormed(packet.kind, packet.data, layout);
        break;
    case PacketKind::EventAdd:
    case PacketKind::EventDel:
    case PacketKind::EventParent:
    case PacketKind::Collision:
        good = events(packet.kind, packet.data, layout);
        break;
    default:
        good =
            m_every ? states(packet.kind, packet.data, layout) : wellFormed(packet.kind, packet.data, layout);
        break;
    }
    if (good)
        m_ended = packet.kind == PacketKind::FrameEnd;
}

void InfoReport::adds(const std::vector<EventAdd>& list)
{
    for (const EventAdd& add : list) {
        line();
        m_out << " Create " << add.actor << ": " << add.descId << " (" << add.type << ") at (" << add.location
              << ")\n";
        for (const Attribute& a : add.attributes)
            m_out << "  " << a.id << " = " << a.value << '\n';
    }
}

bool InfoReport::events(PacketKind kind, Bytes data, const Layout& layout)
{
    const auto each = [&](const auto& list, const auto& print) {
        if (!list)
            return false;
        for (const auto& record : *list) {
            line();
            print(record);
        }
        return true;
    };
    switch (kind) {
    case PacketKind::EventAdd: {
        const auto list = parseAdds(data, layout);
        if (list)
            adds(*list);
        return list.has_value();
    }
    case PacketKind::EventDel:
        return each(records<EventDel>(data, layout),
                    [&](const EventDel& d) { m_out << " Destroy " << d.actor << '\n'; });
    case PacketKind::EventParent:
        return each(records<EventParent>(data, layout), [&](const EventParent& p) {
            m_out << " Parenting " << p.child << " with " << p.parent << " (parent)\n";
        });
    default:
        return each(records<Collision>(data, layout), [&](const Collision& c) {
            m_out << " Collision id " << c.sequence << " between " << c.actor1 << (c.hero1 ? " (hero) " : "")
                  << " with " << c.actor2 << (c.hero2 ? " (hero) " : "") << '\n';
        });
    }
}

bool InfoReport::states(PacketKind kind, Bytes data, const Layout& layout)
{
    switch (kind) {
    case PacketKind::Position:
        return block<ActorVectors>("Positions", data, layout, [&](const ActorVectors& p) {
            m_out << "  Id: " << p.actor << " Location: (" << p.first << ") Rotation: (" << p.second << ")\n";
        });
    case PacketKind::LightState:
        return block<LightState>("State traffic lights", data, layout, [&](const LightState& s) {
            m_out << "  Id: " << s.actor << " state: " << static_cast<char>(0x30 + s.state)
                  << " frozen: " << (s.frozen ? '1' : '0') << " elapsedTime: " << s.elapsed << '\n';
        });
    case PacketKind::VehicleControl:
        return block<VehicleControl>("Vehicle animations", data, layout, [&](const VehicleControl& c) {
            m_out << "  Id: " << c.actor << " Steering: " << c.steering << " Throttle: " << c.throttle
                  << " Brake: " << c.brake << " Handbrake: " << (c.handbrake ? '1' : '0')
                  << " Gear: " << c.gear << '\n';
        });
    case PacketKind::WalkerControl:
        return block<WalkerControl>("Walker animations", data, layout, [&](const WalkerControl& c) {
            m_out << "  Id: " << c.actor << " speed: " << c.speed << '\n';
        });
    case PacketKind::Door:
        return block<Door>("Vehicle door animations", data, layout,
                           [&](const Door& d) { printDoor(m_out, d); });
    case PacketKind::VehicleLight:
        return block<VehicleLight>("Vehicle light animations", data, layout,
                                   [&](const VehicleLight& l) { printLights(m_out, l); });
    default:
        return moreStates(kind, data, layout);
    }
}

bool InfoReport::moreStates(PacketKind kind, Bytes data, const Layout& layout)
{
    const auto box = [&](const ActorVectors& b) {
        m_out << "  Id: " << b.actor << " origin: (" << b.first << ") extension: (" << b.second << ")\n";
    };
    switch (kind) {
    case PacketKind::SceneLight:
        return block<SceneLight>("Scene light changes", data, layout, [&](const SceneLight& l) {
            m_out << "  Id: " << l.light << " enabled: " << (l.on ? "True" : "False")
                  << " intensity: " << l.intensity << " RGB_color: (" << l.colour[0] << ", " << l.colour[1]
                  << ", " << l.colour[2] << ")\n";
        });
    case PacketKind::Kinematics:
        return block<ActorVectors>("Dynamic actors", data, layout, [&](const ActorVectors& k) {
            m_out << "  Id: " << k.actor << " linear_velocity: (" << k.first << ") angular_velocity: ("
                  << k.second << ")\n";
        });
    case PacketKind::BoundingBox:
        return block<ActorVectors>("Actor bounding boxes", data, layout, box);
    case PacketKind::TriggerVolume:
        return block<ActorVectors>("Actor trigger volumes", data, layout, box);
    case PacketKind::LightTime:
        return block<LightTime>("Traffic Light time events", data, layout, [&](const LightTime& t) {
            m_out << "  Id: " << t.actor << " green_time: " << t.green << " yellow_time: " << t.yellow
                  << " red_time: " << t.red << '\n';
        });
    case PacketKind::PlatformTime:
        if (const auto now = parseSeconds(data)) {
            line();
            m_out << " Current platform time: " << *now << '\n';
            return true;
        }
        return false;
    case PacketKind::Physics:
        return physics(data, layout);
    case PacketKind::WalkerBones:
        return bones(data, layout);
    default:
        return wellFormed(kind, data, layout);
    }
}

bool InfoReport::physics(Bytes data, const Layout& layout)
{
    const auto list = parsePhysics(data, layout);
    if (!list)
        return false;
    if (!list->empty())
        line();
    m_out << " Physics Control events: " << list->size() << '\n';
    for (const Physics& p : *list)
        printPhysics(m_out, p);
    return true;
}

bool InfoReport::bones(Bytes data, const Layout& layout)
{
    const auto list = parseBones(data, layout);
    if (!list)
        return false;
    if (!list->empty())
        line();
    m_out << " Walkers Bones: " << list->size() << '\n';
    for (const WalkerBones& walker : *list) {
        m_out << "  Id: " << walker.actor << '\n';
        for (const Bone& b : walker.bones) {
            m_out << "     Bone: \"" << b.name << "\" relative: Loc(" << b.location << ") Rot(" << b.rotation
                  << ")\n";
        }
    }
    if (!m_newest)
        m_out << '\n';
    return true;
}

bool InfoReport::weather(Bytes data, const Layout& layout)
{
    return block<Weather>("Weathers", data, layout, [&](const Weather& w) {
        m_out << ' ';
        for (std::size_t i = 0; i < WeatherNames.size(); ++i)
            m_out << ' ' << WeatherNames[i] << ": " << w.values[i];
        m_out << '\n';
    });
}

void InfoReport::finish()
{
    // CARLA's loop meets the end of the file only after handling the last header again.
    if (m_newest && m_ended)
        m_out << '\n';
    m_out.tail(m_frame, false);
}

} // namespace ghostline::carla
