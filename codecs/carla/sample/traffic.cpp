// SPDX-License-Identifier: GPL-3.0-or-later
// Records the simulated town frame by frame, as the server's recorder would.
#include "codecs/carla/sample/traffic.h"

#include "codecs/carla/sample/traffic_cast.h"
#include "codecs/carla/sample/walkers.h"

#include <algorithm>
#include <cmath>

namespace ghostline::carla {

using model::ErrorCode;
using model::fail;
using model::Result;

namespace {

constexpr std::int64_t Date = 1'767'225'600; // 2026-01-01
constexpr std::size_t SinkBytes = std::size_t{4} << 20;
constexpr int LongestFrames = 100'000'000;

class Recorder
{
public:
    Recorder(const TrafficOptions& options, const ByteSink& sink)
        : m_options(options), m_sink(sink), m_town(Town::build(options.vehicles, options.lights)),
          m_random(options.seed), m_sim(m_town, options.vehicles, options.seed),
          m_walkers(pedestrians(m_town, options.walkers, m_random)),
          m_out(LogFormat{.doubles = options.doubles, .doorsFirst = options.doorsFirst}),
          m_doors(static_cast<std::size_t>(options.vehicles), false)
    {
        for (int i = 0; i < m_town.lanes && static_cast<int>(m_lights.size()) < options.lights; ++i) {
            const Path& lane = m_town.paths[static_cast<std::size_t>(i)];
            if (m_town.nodes[static_cast<std::size_t>(lane.node)].lights())
                m_lights.push_back(i);
        }
    }

    Result<void> run()
    {
        m_out.header(Date, SampleMap);
        const auto frames =
            static_cast<std::uint64_t>(std::max(1.0, std::round(m_options.seconds * m_options.hz)));
        const double dt = 1.0 / m_options.hz;
        double nextCrash = m_options.crashAt < 0.0 ? 1e18 : m_options.crashAt * m_options.seconds;
        warmUp();
        for (std::uint64_t f = 1; f <= frames; ++f) {
            m_time = static_cast<double>(f - 1) * dt;
            if (m_time >= nextCrash) {
                m_sim.wantCrash();
                nextCrash = m_options.crashEvery > 0.0 ? nextCrash + m_options.crashEvery : 1e18;
            }
            m_out.beginFrame(f, f == frames ? -1.0 : dt, m_time);
            m_out.seconds(PacketKind::VisualTime, m_time);
            writeFrame(f);
            m_out.endFrame();
            advance(dt);
            if (m_out.buffer().size() >= SinkBytes || f == frames) {
                auto done = m_sink(m_out.buffer());
                if (!done)
                    return done;
                m_out.clear();
            }
        }
        return {};
    }

private:
    static constexpr double MaxStep = 0.05;

    /// Lets the traffic find its flow before the recording begins.
    void warmUp()
    {
        for (int i = 0; i < 160; ++i)
            m_sim.step(MaxStep);
    }

    void advance(double dt)
    {
        const int steps = std::max(1, static_cast<int>(std::ceil(dt / MaxStep - 1e-9)));
        for (int i = 0; i < steps; ++i)
            m_sim.step(dt / steps);
        for (Pedestrian& p : m_walkers)
            walk(p, dt);
    }

    void writeFrame(std::uint64_t f)
    {
        collectPoses();
        writeCast(f);
        writeContacts();
        writeDoors();
        m_out.write(PacketKind::Position, m_poses);
        writeSignals();
        writeControls();
        if (m_options.wheels)
            writeWheels();
        if (m_options.additional)
            writeAdditional(f);
        if (f == 1 ||
            (f % weatherStep() == 0 && m_time > 0.3 * m_options.seconds && m_time < 0.6 * m_options.seconds))
            writeWeather();
    }

    std::uint64_t weatherStep() const { return static_cast<std::uint64_t>(std::max(1.0, m_options.hz)); }
    /// 0 clear .. 1 overcast: it clouds over in the middle of the recording.
    double clouds() const { return std::clamp((m_time / m_options.seconds - 0.3) / 0.3, 0.0, 1.0); }
    static std::uint32_t vehicleId(std::size_t i) { return FirstVehicle + static_cast<std::uint32_t>(i); }

    void collectPoses()
    {
        m_poses.clear();
        m_poses.push_back({SpectatorId, {-2000.0, -2000.0, 6000.0}, {0.0, -35.0, 45.0}});
        const auto& vehicles = m_sim.vehicles();
        for (std::size_t i = 0; i < vehicles.size(); ++i) {
            const Vehicle& v = vehicles[i];
            const glm::dvec2 p = m_sim.place(v);
            const double yaw = wrappedDegrees(glm::degrees(m_sim.heading(v)));
            // Springs: the nose dips when braking, the body leans out of a bend; two wheels lean into it.
            const double sideways = m_sim.curvature(v) * v.speed * v.speed;
            const double roll =
                v.model->wheels == 2 ? glm::degrees(std::atan(sideways / 9.81)) : -0.9 * sideways;
            const double pitch = v.model->wheels == 2 ? 0.0 : 0.5 * std::clamp(v.acceleration, -4.0, 3.0);
            m_poses.push_back({vehicleId(i), {p.x * 100.0, p.y * 100.0, 2.0}, {roll, pitch, yaw}});
        }
        for (std::size_t i = 0; i < m_walkers.size(); ++i) {
            double heading = 0.0;
            const glm::dvec2 p = placeOf(m_town, m_walkers[i], heading);
            m_poses.push_back({FirstWalker + static_cast<std::uint32_t>(i),
                               {p.x * 100.0, p.y * 100.0, PedestrianMiddle},
                               {0.0, 0.0, wrappedDegrees(glm::degrees(heading))}});
        }
    }

    void writeCast(std::uint64_t f)
    {
        std::vector<EventAdd> adds;
        std::vector<EventParent> parents;
        if (f == 1) {
            adds = firstCast(m_town, m_lights, m_sim.vehicles(), m_poses);
        } else if (f == 3 && !m_sim.vehicles().empty()) { // sensors come when the hero is there
            adds.push_back(
                {ContactSensorId, 5, {}, {}, 0, "sensor.other.collision", {{3, "role_name", "front"}}});
            adds.push_back({CameraId,
                            5,
                            {150.0, 0.0, 240.0},
                            {0.0, -8.0, 0.0},
                            0,
                            "sensor.camera.rgb",
                            {{1, "image_size_x", "1280"}, {1, "image_size_y", "720"}, {2, "fov", "90.0"}}});
            parents = {{ContactSensorId, vehicleId(0)}, {CameraId, vehicleId(0)}};
        }
        m_out.write(adds);
        m_out.write(std::span<const EventDel>());
        m_out.write(std::span<const EventParent>(parents));
    }

    void writeContacts()
    {
        std::vector<Collision> list;
        if (const auto crash = m_sim.contact()) {
            list.push_back({m_sequence++, vehicleId(static_cast<std::size_t>(crash->ahead)),
                            vehicleId(static_cast<std::size_t>(crash->behind)),
                            crash->ahead == TrafficSim::Hero, crash->behind == TrafficSim::Hero});
        }
        m_out.write(list);
    }

    void writeDoors()
    {
        std::vector<Door> list;
        const auto& vehicles = m_sim.vehicles();
        for (std::size_t i = 0; i < vehicles.size(); ++i) {
            if (vehicles[i].doorOpen != m_doors[i])
                list.push_back({vehicleId(i), 0, vehicles[i].doorOpen});
            m_doors[i] = vehicles[i].doorOpen;
        }
        m_out.write(list);
    }

    void writeSignals()
    {
        m_signals.clear();
        for (std::size_t i = 0; i < m_lights.size(); ++i) {
            const SignalState s =
                signalAt(m_town, m_town.paths[static_cast<std::size_t>(m_lights[i])], m_sim.time());
            m_signals.push_back({FirstLight + static_cast<std::uint32_t>(i), false,
                                 static_cast<float>(s.elapsed), static_cast<std::int8_t>(s.signal)});
        }
        m_out.write(m_signals);
    }

    static float steering(double curvature)
    {
        return static_cast<float>(std::clamp(curvature * 4.2, -1.0, 1.0));
    }

    std::uint32_t lamps(const Vehicle& v) const
    {
        if (v.model->wheels == 2 && v.model->topSpeed < 8.0)
            return 0; // a bicycle
        std::uint32_t flags = clouds() > 0.5 ? 1U | 2U : 0U;
        if (v.acceleration < -0.4 || v.speed < 0.05)
            flags |= 8U;
        if (v.waits > 0.0)
            flags |= 16U | 32U; // hazard lights
        else if (m_sim.indicated(v) == Turn::Right)
            flags |= 16U;
        else if (m_sim.indicated(v) == Turn::Left)
            flags |= 32U;
        return flags;
    }

    void writeControls()
    {
        m_controls.clear();
        m_lamps.clear();
        const auto& vehicles = m_sim.vehicles();
        for (std::size_t i = 0; i < vehicles.size(); ++i) {
            const Vehicle& v = vehicles[i];
            const double pull = v.acceleration / 3.0 + v.speed * 0.02;
            const auto throttle = static_cast<float>(std::clamp(pull, 0.0, 1.0));
            const bool stands = v.speed < 0.05;
            const auto brake = static_cast<float>(stands ? 0.4 : std::clamp(-v.acceleration / 6.0, 0.0, 1.0));
            const int gear = stands ? 0 : 1 + std::min(4, static_cast<int>(v.speed / 3.5));
            m_controls.push_back({vehicleId(i), steering(m_sim.curvature(v)), stands ? 0.0F : throttle, brake,
                                  v.waits > 0.0, gear});
            m_lamps.push_back({vehicleId(i), lamps(v)});
        }
        m_out.write(m_controls);
        std::vector<WalkerControl> walkers;
        for (std::size_t i = 0; i < m_walkers.size(); ++i)
            walkers.push_back({FirstWalker + static_cast<std::uint32_t>(i),
                               static_cast<float>(std::abs(m_walkers[i].speed) * 100.0)});
        m_out.write(walkers);
        m_out.write(m_lamps);
    }

    void writeWheels()
    {
        std::vector<Wheels> list;
        std::vector<Biker> riders;
        const auto& vehicles = m_sim.vehicles();
        for (std::size_t i = 0; i < vehicles.size(); ++i) {
            const Vehicle& v = vehicles[i];
            const auto angle = static_cast<float>(steering(m_sim.curvature(v)) * 35.0F);
            Wheels w{.actor = vehicleId(i), .wheels = {}};
            for (int k = 0; k < v.model->wheels; ++k) {
                const bool front = v.model->wheels == 2 ? k == 0 : k < 2;
                w.wheels.push_back(
                    {static_cast<std::uint8_t>(k), front ? angle : 0.0F, static_cast<float>(v.wheelAngle)});
            }
            list.push_back(std::move(w));
            if (v.model->wheels == 2)
                riders.push_back(
                    {vehicleId(i), static_cast<float>(v.speed * 100.0), static_cast<float>(v.speed / 13.0)});
        }
        m_out.write(list);
        m_out.write(riders);
    }

    void writeAdditional(std::uint64_t f)
    {
        const auto& vehicles = m_sim.vehicles();
        std::vector<ActorVectors> speeds;
        for (std::size_t i = 0; i < vehicles.size(); ++i) {
            const Vehicle& v = vehicles[i];
            const double heading = m_sim.heading(v);
            const double turn = glm::degrees(m_sim.curvature(v) * v.speed);
            speeds.push_back({vehicleId(i),
                              {v.speed * std::cos(heading), v.speed * std::sin(heading), 0.0},
                              {0.0, 0.0, turn}});
        }
        m_out.write(PacketKind::Kinematics, speeds);
        if (f == 1) {
            writeBoxes();
            writeLightTimes();
            if (!m_sim.vehicles().empty()) {
                const Physics hero = carPhysics(vehicleId(0));
                m_out.write(std::span<const Physics>(&hero, 1));
            }
        }
        m_out.seconds(PacketKind::PlatformTime, m_time);
        std::vector<WalkerBones> bones;
        for (std::size_t i = 0; i < m_walkers.size(); ++i)
            bones.push_back({FirstWalker + static_cast<std::uint32_t>(i), bonesOf(m_walkers[i])});
        m_out.write(bones);
    }

    void writeBoxes()
    {
        std::vector<ActorVectors> boxes;
        const auto& vehicles = m_sim.vehicles();
        for (std::size_t i = 0; i < vehicles.size(); ++i) {
            const glm::dvec3 half = vehicles[i].model->half * 100.0;
            boxes.push_back({vehicleId(i), {0.0, 0.0, half.z}, {half.x, half.y, half.z}});
        }
        for (std::size_t i = 0; i < m_walkers.size(); ++i)
            boxes.push_back(
                {FirstWalker + static_cast<std::uint32_t>(i), {}, {19.0, 19.0, PedestrianMiddle}});
        m_out.write(PacketKind::BoundingBox, boxes);
        std::vector<ActorVectors> volumes; // where a car must be for its light to matter
        for (std::size_t i = 0; i < m_lights.size(); ++i) {
            const Path& lane = m_town.paths[static_cast<std::size_t>(m_lights[i])];
            const glm::dvec2 p = lane.at(lane.length - 2.0) * 100.0;
            volumes.push_back(
                {FirstLight + static_cast<std::uint32_t>(i), {p.x, p.y, 100.0}, {175.0, 175.0, 100.0}});
        }
        m_out.write(PacketKind::TriggerVolume, volumes);
    }

    void writeLightTimes()
    {
        std::vector<LightTime> times;
        for (std::size_t i = 0; i < m_lights.size(); ++i) {
            const Path& lane = m_town.paths[static_cast<std::size_t>(m_lights[i])];
            const Crossroads& node = m_town.nodes[static_cast<std::size_t>(lane.node)];
            times.push_back({FirstLight + static_cast<std::uint32_t>(i), static_cast<float>(GreenTime),
                             static_cast<float>(YellowTime), static_cast<float>(redTime(node))});
        }
        m_out.write(times);
    }

    void writeWeather()
    {
        const auto c = static_cast<float>(clouds());
        const Weather w{{10.0F + 75.0F * c, 30.0F * c, 20.0F * c, 10.0F + 40.0F * c, 45.0F, 60.0F - 35.0F * c,
                         2.0F + 10.0F * c, 0.75F, 0.1F, 40.0F * c, 1.0F, 0.03F, 0.0331F, 0.0F}};
        m_out.write(std::span<const Weather>(&w, 1));
    }

    TrafficOptions m_options;
    const ByteSink& m_sink;
    Town m_town;
    io::Random m_random;
    TrafficSim m_sim;
    std::vector<Pedestrian> m_walkers;
    LogWriter m_out;
    std::vector<bool> m_doors;
    std::vector<int> m_lights; ///< lanes whose light is recorded
    std::vector<ActorVectors> m_poses;
    std::vector<LightState> m_signals;
    std::vector<VehicleControl> m_controls;
    std::vector<VehicleLight> m_lamps;
    std::uint32_t m_sequence = 0;
    double m_time = 0.0;
};

} // namespace

Result<void> generateTraffic(const TrafficOptions& options, const ByteSink& sink)
{
    const bool usable = options.vehicles >= 1 && options.vehicles <= 1500 && options.walkers >= 0 &&
                        options.walkers <= 1500 && options.lights >= 0 && options.lights <= 4000 &&
                        options.hz >= 0.5 && options.hz <= 1000.0 && options.seconds >= 0.0 &&
                        options.seconds * options.hz <= LongestFrames;
    if (!usable)
        return fail(ErrorCode::InvalidArgument,
                    QStringLiteral("1 to 1500 vehicles, up to 1500 walkers and 4000 "
                                   "lights, 0.5 to 1000 Hz, up to 100 million frames"));
    return Recorder(options, sink).run();
}

QByteArray trafficLog(const TrafficOptions& options)
{
    QByteArray out;
    const auto done = generateTraffic(options, [&out](Bytes bytes) {
        out.append(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
        return Result<void>{};
    });
    return done ? out : QByteArray();
}

QByteArray trafficMap(const TrafficOptions& options)
{
    return Town::build(options.vehicles, options.lights).openDrive();
}

} // namespace ghostline::carla
