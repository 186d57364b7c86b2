// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/carla/write/replay_writer.h"

#include "codecs/carla/write/log_copy.h"
#include "codecs/carla/write/log_state.h"

#include <algorithm>
#include <set>

namespace ghostline::carla {

using model::ActorInfo;
using model::ActorKind;
using model::ErrorCode;
using model::fail;
using model::Result;
using model::WriteReport;

namespace {

std::uint8_t typeOf(ActorKind kind)
{
    switch (kind) {
    case ActorKind::Vehicle:
        return 1;
    case ActorKind::Walker:
    case ActorKind::Player:
    case ActorKind::Unit:
        return 2;
    case ActorKind::TrafficLight:
        return 3;
    case ActorKind::Sign:
        return 4;
    case ActorKind::Sensor:
    case ActorKind::Camera:
        return 5;
    default:
        return 0;
    }
}

/// The texts an Add points to, kept while it is written.
struct AddTexts
{
    QByteArray description;
    std::vector<std::pair<QByteArray, QByteArray>> attributes;
};

std::string_view view(const QByteArray& bytes)
{
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

class ReplayWriter
{
public:
    ReplayWriter(const model::ReplaySource& source, const model::WriteRequest& request,
                 const model::ReplayIndex& index, bool doubles, model::AtomicFile& file)
        : m_source(source), m_request(request), m_index(index), m_info(*index.info), m_file(file),
          m_out(LogFormat{.doubles = doubles})
    {
    }

    Result<void> run(model::FrameRange frames)
    {
        m_frames = frames;
        const QDateTime date = m_info.recordedAt;
        m_out.header(date.isValid() ? date.toSecsSinceEpoch() : 0, m_info.map.toUtf8());
        std::shared_ptr<const model::Segment> segment;
        for (model::FrameNumber f = frames.first; f < frames.end; ++f) {
            const int keyframe = m_index.keyframes.at(f);
            if (!segment || !segment->frames().contains(f)) {
                auto read = m_source.readSegment(keyframe, segment.get(), m_request.stop);
                if (!read)
                    return tl::unexpected(read.error());
                segment = std::move(*read);
            }
            segment->sample({f, 0.0}, model::SamplePolicy::Hold, m_state);
            writeFrame(f);
            if (m_out.buffer().size() > FlushBytes) {
                auto flushed = m_out.flush(m_file);
                if (!flushed)
                    return flushed;
            }
            auto goesOn = report(m_request.progress, static_cast<std::uint64_t>(f - frames.first),
                                 static_cast<std::uint64_t>(frames.count()));
            if (!goesOn)
                return goesOn;
        }
        return m_out.flush(m_file);
    }

    model::DiagnosticList notes() const
    {
        model::DiagnosticList notes;
        const auto add = [&](bool lost, const char* code, const QString& text) {
            if (lost)
                notes.push_back({model::Severity::Info, QString::fromLatin1(code), text, {}});
        };
        add(m_bones, "no-bones",
            QStringLiteral("bones are not written: the target keeps them relative to each other"));
        add(m_grids, "no-grids", QStringLiteral("map layers have no place in the target format"));
        add(m_estimated, "provenance-lost",
            QStringLiteral(
                "estimated poses are written like recorded ones: the target does not tell them apart"));
        add(!m_info.actorProperties.empty() || !m_info.matchProperties.empty(), "no-properties",
            QStringLiteral("properties other than pose, speed and size are not written"));
        add(!m_index.events->events.empty(), "no-events", QStringLiteral("events are not written"));
        return notes;
    }

private:
    void writeFrame(model::FrameNumber f)
    {
        const double base = model::seconds(m_index.timeAxis.timeOf(m_frames.first));
        const double now = model::seconds(m_index.timeAxis.timeOf(f)) - base;
        const bool last = f + 1 >= m_frames.end;
        const double next = last ? 0.0 : model::seconds(m_index.timeAxis.timeOf(f + 1)) - base;
        m_out.beginFrame(static_cast<std::uint64_t>(f - m_frames.first + 1), last ? -1.0 : next - now, now);
        writeCast();
        m_positions.clear();
        m_speeds.clear();
        for (std::size_t row = 0; row < m_state.size(); ++row) {
            const std::uint32_t id = index(m_state.ids[row]) + 1;
            if (m_state.flags[row] & model::Hidden)
                continue;
            m_positions.push_back(
                {id, nativeLocation(m_state.positions[row]), nativeRotation(m_state.orientations[row])});
            const glm::vec3 v = m_state.velocities[row];
            m_speeds.push_back({id, {v.x, v.z, v.y}, {}});
            m_bones = m_bones || m_state.bones[row].count > 0;
            m_estimated = m_estimated || m_state.provenance[row] != model::Provenance::Exact;
        }
        m_grids = m_grids || !m_state.grids.empty();
        m_out.write(PacketKind::Position, m_positions);
        m_out.write(PacketKind::Kinematics, m_speeds);
        m_out.write(PacketKind::BoundingBox, m_boxes);
        m_out.endFrame();
    }

    /// Adds who came, removes who went since the frame before.
    void writeCast()
    {
        std::set<std::uint32_t> now;
        for (const model::ActorId id : m_state.ids)
            now.insert(index(id));
        std::vector<EventAdd> adds;
        std::vector<EventDel> dels;
        std::vector<AddTexts> texts;
        texts.reserve(m_state.size()); // the Adds point into it
        m_boxes.clear();
        for (std::size_t row = 0; row < m_state.size(); ++row) {
            const ActorInfo* info = m_info.actor(m_state.ids[row]);
            if (info == nullptr || m_alive.contains(index(m_state.ids[row])))
                continue;
            adds.push_back(describe(*info, row, texts));
            const glm::vec3 centre = info->boxCentre * 100.0F; // ours: +X left, +Y up, +Z forward
            const glm::vec3 half = info->boxHalf * 100.0F;
            m_boxes.push_back(
                {index(info->id) + 1, {centre.z, -centre.x, centre.y}, {half.z, half.x, half.y}});
        }
        for (const std::uint32_t id : m_alive) {
            if (!now.contains(id))
                dels.push_back({id + 1});
        }
        m_alive = std::move(now);
        m_out.write(adds);
        m_out.write(dels);
        m_out.write(std::span<const EventParent>());
        m_out.write(std::span<const Collision>());
    }

    EventAdd describe(const ActorInfo& info, std::size_t row, std::vector<AddTexts>& texts) const
    {
        AddTexts text;
        text.description =
            (info.nativeType.isEmpty() ? model::kindName(info.kind) : info.nativeType).toUtf8();
        if (info.principal)
            text.attributes.emplace_back("role_name", "hero");
        text.attributes.emplace_back("name", info.name.toUtf8());
        for (const auto& [name, value] : info.attributes)
            text.attributes.emplace_back(name.toUtf8(), value.toUtf8());
        if (text.attributes.size() > 1000)
            text.attributes.resize(1000);
        texts.push_back(std::move(text));
        EventAdd add{.actor = index(info.id) + 1,
                     .type = typeOf(info.kind),
                     .location = nativeLocation(m_state.positions[row]),
                     .rotation = nativeRotation(m_state.orientations[row]),
                     .uid = 0,
                     .descId = view(texts.back().description),
                     .attributes = {}};
        for (const auto& [name, value] : texts.back().attributes)
            add.attributes.push_back({3, view(name), view(value)});
        return add;
    }

    const model::ReplaySource& m_source;
    const model::WriteRequest& m_request;
    const model::ReplayIndex& m_index;
    const model::ReplayInfo& m_info;
    model::AtomicFile& m_file;
    LogWriter m_out;
    model::FrameRange m_frames;
    model::WorldState m_state;
    std::set<std::uint32_t> m_alive;
    std::vector<ActorVectors> m_positions;
    std::vector<ActorVectors> m_speeds;
    std::vector<ActorVectors> m_boxes;
    bool m_bones = false;
    bool m_grids = false;
    bool m_estimated = false;
};

} // namespace

Result<WriteReport> writeReplay(const model::ReplaySource& source, const model::WriteRequest& request)
{
    const auto index = source.waitComplete(request.stop);
    if (!index)
        return tl::unexpected(index.error());
    const model::FrameRange frames{std::max<model::FrameNumber>(0, request.frames.first),
                                   std::min((*index)->frames(), request.frames.end)};
    if (frames.empty())
        return fail(ErrorCode::InvalidArgument,
                    model::Sentence::of(QStringLiteral("there is no frame in the range")));
    const auto doubles = asksForDoubles(request, false);
    if (!doubles)
        return tl::unexpected(doubles.error());
    auto file = model::AtomicFile::create(request.path);
    if (!file)
        return tl::unexpected(file.error());
    ReplayWriter writer(source, request, **index, *doubles, *file);
    const auto size = committed(*file, writer.run(frames));
    if (!size)
        return tl::unexpected(size.error());
    return WriteReport{.bytes = *size, .frames = frames.count(), .details = {}, .notes = writer.notes()};
}

} // namespace ghostline::carla
