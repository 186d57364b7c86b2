// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The packets of a recorder log as they lie on disk: kinds, records, and the one parser that the reader, the
// text reports and the writer's tests all use. Values stay native: centimetres, degrees, Unreal axes.
//
// Walk a file with PacketReader (packet_reader.h); each packet has `kind` and `data`. Then:
//   fixed-size records   if (auto view = positions(data, layout)) for (Position p : *view) ...
//   variable records     if (auto list = parseAdds(data, layout)) for (const EventAdd& a : *list) ...
//   without total        if (auto f = parseFrameStart(data)) ...
// Every function returns nothing for a packet whose records run out of it: such a packet is skipped whole
// ("bad-packet"). Bytes after the last record are ignored. Text and spans point into `data`.
#include "codecs/carla/base/limits.h"
#include "codecs/io/byte_cursor.h"

#include <array>
#include <iterator>
#include <optional>
#include <vector>

namespace ghostline::carla {

struct Header; // header.h
using Bytes = std::span<const std::byte>;

/// What a packet holds. The first 21 have the value of their id on disk; from Wheels on the id varies by
/// build.
enum class PacketKind : std::uint8_t {
    FrameStart,
    FrameEnd,
    EventAdd,
    EventDel,
    EventParent,
    Collision,
    Position,
    LightState,
    VehicleControl,
    WalkerControl,
    VehicleLight,
    SceneLight,
    Kinematics,
    BoundingBox,
    PlatformTime,
    Physics,
    LightTime,
    TriggerVolume,
    FrameCounter,
    WalkerBones,
    VisualTime,
    Wheels,
    Biker,
    Door,
    Weather,
    Unknown
};
inline constexpr std::size_t PacketKindCount = static_cast<std::size_t>(PacketKind::Unknown) + 1;
/// The name that streams of `dump` carry ("Position", "AnimVehicle", ...).
const char* packetName(PacketKind kind);

/// Packet header: u8 id, u32 size.
inline constexpr std::size_t PacketHeaderBytes = 5;
/// Ids whose data begins with a u16 total: size 0 there means the recorder died before patching it.
bool needsTotal(std::uint8_t id);

/// What the file does not say and has to be found out from shapes; learned once per file.
struct Layout
{
    bool doubles = false; ///< V3 as f64x3 (UE5) instead of f32x3
    std::array<PacketKind, 4> late{
        PacketKind::Unknown, PacketKind::Unknown, PacketKind::Unknown,
        PacketKind::Unknown};           ///< meaning of ids 21..24; Unknown until one had records
    std::uint8_t physicsWheelBytes = 0; ///< 36 or 48; 0 = not known, Physics cannot be parsed

    PacketKind kindOf(std::uint8_t id) const
    {
        if (id <= 20)
            return static_cast<PacketKind>(id);
        return id <= 24 ? late[id - 21U] : PacketKind::Unknown;
    }
    /// Learns ids 21..24 and the wheel size from the first packet of its id that has records.
    void learn(std::uint8_t id, Bytes data);
    friend bool operator==(const Layout&, const Layout&) = default;
};

struct Vec3
{
    double x = 0.0, y = 0.0, z = 0.0;
    friend bool operator==(const Vec3&, const Vec3&) = default;
};
/// Finite in all three parts.
bool finite(const Vec3& v);
/// As stored: three f64 or f32.
Vec3 loadVec3(const std::byte* at, bool doubles);

/// Degrees, in the order stored: x = roll, y = pitch, z = yaw.
using Rotation = Vec3;

struct FrameStart
{
    std::uint64_t id = 0;
    double duration = 0.0;
    double elapsed = 0.0;
};

struct Attribute
{
    std::uint8_t type = 0;
    std::string_view id;
    std::string_view value;
};

struct EventAdd
{
    std::uint32_t actor = 0;
    std::uint8_t type = 0;
    Vec3 location;
    Rotation rotation;
    std::uint32_t uid = 0;
    std::string_view descId;
    std::vector<Attribute> attributes;
};

struct Bone
{
    std::string_view name;
    Vec3 location;
    Rotation rotation;
};
struct WalkerBones
{
    std::uint32_t actor = 0;
    std::vector<Bone> bones;
};

struct Wheel
{
    std::uint8_t wheel = 0;
    float steer = 0.0F;    ///< degrees
    float rotation = 0.0F; ///< degrees
};
struct Wheels
{
    std::uint32_t actor = 0;
    std::vector<Wheel> wheels;
};

struct PhysicsWheel
{
    float friction = 0.0F, damping = 0.0F, maxSteer = 0.0F, radius = 0.0F, brakeTorque = 0.0F,
          handbrakeTorque = 0.0F;
    std::array<float, 3> stiffness{}; ///< only in 48-byte records
    std::array<float, 3> position{};
};
struct Physics
{
    std::uint32_t actor = 0;
    std::array<float, 5>
        engine{}; ///< maxRpm, moment of inertia, damping full / zero clutch on / zero clutch off
    bool autoGears = false;
    std::array<float, 4> drive{}; ///< clutch strength, final ratio, mass in kg, drag
    std::array<float, 3> centreOfMass{};
    std::vector<std::array<float, 2>> torque;
    std::vector<std::array<float, 3>> gears;
    std::vector<std::array<float, 2>> steering;
    std::vector<PhysicsWheel> wheels;
};

// Fixed-size records. load() trusts that size(layout) bytes are there.
struct EventDel
{
    std::uint32_t actor = 0;
    static std::size_t size(const Layout&) { return 4; }
    static EventDel load(const std::byte* at, const Layout&);
};
struct EventParent
{
    std::uint32_t child = 0, parent = 0;
    static std::size_t size(const Layout&) { return 8; }
    static EventParent load(const std::byte* at, const Layout&);
};
struct Collision
{
    std::uint32_t sequence = 0, actor1 = 0, actor2 = 0;
    bool hero1 = false, hero2 = false;
    static std::size_t size(const Layout&) { return 14; }
    static Collision load(const std::byte* at, const Layout&);
};
/// Also the shape of Kinematics (linear m/s, angular deg/s), BoundingBox and TriggerVolume (origin, half
/// extent cm).
struct ActorVectors
{
    std::uint32_t actor = 0;
    Vec3 first;  ///< location | linear velocity | origin
    Vec3 second; ///< rotation | angular velocity | extent
    static std::size_t size(const Layout& layout) { return layout.doubles ? 52 : 28; }
    static ActorVectors load(const std::byte* at, const Layout& layout);
};
struct LightState
{
    std::uint32_t actor = 0;
    bool frozen = false;
    float elapsed = 0.0F;  ///< seconds in this state
    std::int8_t state = 0; ///< 0 red, 1 yellow, 2 green, 3 off, 4 unknown
    static std::size_t size(const Layout&) { return 10; }
    static LightState load(const std::byte* at, const Layout&);
};
struct VehicleControl
{
    std::uint32_t actor = 0;
    float steering = 0.0F, throttle = 0.0F, brake = 0.0F;
    bool handbrake = false;
    std::int32_t gear = 0;
    static std::size_t size(const Layout&) { return 21; }
    static VehicleControl load(const std::byte* at, const Layout&);
};
struct WalkerControl
{
    std::uint32_t actor = 0;
    float speed = 0.0F; ///< cm/s
    static std::size_t size(const Layout&) { return 8; }
    static WalkerControl load(const std::byte* at, const Layout&);
};
struct VehicleLight
{
    std::uint32_t actor = 0, flags = 0;
    static std::size_t size(const Layout&) { return 8; }
    static VehicleLight load(const std::byte* at, const Layout&);
};
struct SceneLight
{
    std::int32_t light = 0;
    float intensity = 0.0F;
    std::array<float, 4> colour{};
    bool on = false;
    std::uint8_t type = 0;
    static std::size_t size(const Layout&) { return 26; }
    static SceneLight load(const std::byte* at, const Layout&);
};
struct LightTime
{
    std::uint32_t actor = 0;
    float green = 0.0F, yellow = 0.0F, red = 0.0F;
    static std::size_t size(const Layout&) { return 16; }
    static LightTime load(const std::byte* at, const Layout&);
};
struct Biker
{
    std::uint32_t actor = 0;
    float forwardSpeed = 0.0F, engineRotation = 0.0F;
    static std::size_t size(const Layout&) { return 12; }
    static Biker load(const std::byte* at, const Layout&);
};
struct Door
{
    std::uint32_t actor = 0;
    std::uint8_t door = 0;
    bool open = false;
    static std::size_t size(const Layout&) { return 6; }
    static Door load(const std::byte* at, const Layout&);
};
struct Weather
{
    std::array<float, 14> values{};
    static std::size_t size(const Layout&) { return 56; }
    static Weather load(const std::byte* at, const Layout&);
};
/// Names of Weather::values in order ("Cloudiness", ...).
extern const std::array<const char*, 14> WeatherNames;

/// A checked packet of fixed-size records; records are decoded when asked for, nothing is allocated.
template<typename R>
class Records
{
public:
    Records(Bytes data, std::size_t count, const Layout& layout)
        : m_begin(count > 0 ? data.data() + 2 : nullptr), m_count(count), m_size(R::size(layout)),
          m_layout(layout)
    {
    }
    std::size_t size() const { return m_count; }
    bool empty() const { return m_count == 0; }
    std::size_t stride() const { return m_size; }
    const std::byte* raw(std::size_t i) const { return m_begin + i * m_size; }
    R operator[](std::size_t i) const { return R::load(raw(i), m_layout); }

    struct Iterator
    {
        using iterator_category = std::input_iterator_tag;
        using value_type = R;
        using difference_type = std::ptrdiff_t;
        const Records* of;
        std::size_t i;
        R operator*() const { return (*of)[i]; }
        Iterator& operator++()
        {
            ++i;
            return *this;
        }
        friend bool operator==(const Iterator& a, const Iterator& b) { return a.i == b.i; }
    };
    Iterator begin() const { return {this, 0}; }
    Iterator end() const { return {this, m_count}; }

private:
    const std::byte* m_begin;
    std::size_t m_count;
    std::size_t m_size;
    Layout m_layout;
};

/// The u16 total, 0 when the packet is too short for one.
std::uint16_t storedTotal(Bytes data);
/// Records really there: the total, or more when the total wrapped at 65536 and the size says so; nothing
/// when the packet is too small for its total.
std::optional<std::size_t> recordCount(Bytes data, std::size_t recordSize);

template<typename R>
std::optional<Records<R>> records(Bytes data, const Layout& layout)
{
    const auto count = recordCount(data, R::size(layout));
    if (!count)
        return std::nullopt;
    return Records<R>(data, *count, layout);
}
/// The records of a packet, none when it is bad. By value, so that a range-for may go over it directly.
template<typename R>
Records<R> goodRecords(Bytes data, const Layout& layout)
{
    return Records<R>(data, recordCount(data, R::size(layout)).value_or(0), layout);
}
inline auto positions(Bytes data, const Layout& layout) { return records<ActorVectors>(data, layout); }

std::optional<FrameStart> parseFrameStart(Bytes data);
/// The number of PlatformTime and VisualTime packets, seconds.
std::optional<double> parseSeconds(Bytes data);
std::optional<std::vector<EventAdd>> parseAdds(Bytes data, const Layout& layout);
/// Whether the Adds end exactly at the packet's end: tells floats from doubles when there is no Position.
bool addsFit(Bytes data, const Layout& layout);
std::optional<std::vector<WalkerBones>> parseBones(Bytes data, const Layout& layout);
std::optional<std::vector<Wheels>> parseWheels(Bytes data);
std::optional<std::vector<Physics>> parsePhysics(Bytes data, const Layout& layout);
/// Bytes of one record for kinds that have fixed ones, else 0.
std::size_t fixedRecordBytes(PacketKind kind, const Layout& layout);
/// Whether all records of the packet lie inside it, whatever its kind; true for kinds without records.
bool wellFormed(PacketKind kind, Bytes data, const Layout& layout);

} // namespace ghostline::carla
