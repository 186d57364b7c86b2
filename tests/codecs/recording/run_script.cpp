// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/recording/run_script.h"

namespace ghostline::test {

recording::Bytes itemNbt(const QString& id, int count)
{
    io::NbtCompound item;
    item.set(QStringLiteral("id"), io::NbtValue(id));
    item.set(QStringLiteral("count"), io::NbtValue(std::int32_t{count}));
    recording::Bytes out;
    io::writeNbt(out, item);
    return out;
}

RunScript& RunScript::at(int tick, const Event& event)
{
    events.emplace(tick, event);
    return *this;
}

std::vector<BuiltChunk> RunScript::build() const
{
    std::vector<BuiltChunk> out;
    recording::World world;
    QString problem;
    world.apply(0, recording::AbsoluteMove{0, placeAt(0.5, 64.0, 0.5), {}}, problem);
    for (int start = 0, number = 0; start < ticks; start += chunkTicks, ++number)
        out.push_back(chunk(world, start, std::min(chunkTicks, ticks - start), !bare.contains(number)));
    return out;
}

QByteArray RunScript::file(std::vector<BuiltChunk> chunks) const
{
    recording::Header header = headerOf(chunks);
    auto offset = static_cast<std::int64_t>(header.preambleBytes());
    for (BuiltChunk& chunk : chunks) {
        chunk.entry.offset = offset;
        offset += chunk.entry.compressedBytes;
    }
    QByteArray out = layOut(header, chunks);
    for (const BuiltChunk& chunk : chunks)
        out += toByteArray(chunk.frame);
    return out;
}

std::map<QString, QByteArray> RunScript::folder(bool finished, int known) const
{
    std::vector<BuiltChunk> chunks = build();
    chunks.resize(known < 0 ? chunks.size() : static_cast<std::size_t>(known));
    std::map<QString, QByteArray> out;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        chunks[i].entry.offset = static_cast<std::int64_t>(i) << 32;
        out[RecordingBuilder::segmentFile(static_cast<int>(i))] = toByteArray(chunks[i].frame);
    }
    out[QStringLiteral("preamble.dat")] = layOut(headerOf(chunks), chunks);
    if (finished)
        out[QStringLiteral("finished")] = {};
    return out;
}

bool RunScript::speaksOfPlayersPlace(int tick) const
{
    const auto [first, end] = events.equal_range(tick);
    return std::any_of(first, end, [](const auto& e) {
        const auto* delta = std::get_if<recording::DeltaMove>(&e.second);
        const auto* absolute = std::get_if<recording::AbsoluteMove>(&e.second);
        return (delta != nullptr && delta->entity == 0) || (absolute != nullptr && absolute->entity == 0);
    });
}

bool RunScript::isMove(const Event& e)
{
    return std::holds_alternative<recording::DeltaMove>(e) ||
           std::holds_alternative<recording::AbsoluteMove>(e);
}

std::vector<Event> RunScript::eventsOf(int tick) const
{
    std::vector<Event> out;
    if (walk && !speaksOfPlayersPlace(tick)) {
        recording::DeltaMove step;
        step.move.delta = {512, 0, 0};
        step.move.yaw = recording::Angle::ofDegrees(-90.0);
        out.emplace_back(step);
    }
    const auto [first, end] = events.equal_range(tick);
    for (auto it = first; it != end; ++it)
        out.push_back(it->second);
    return out;
}

BuiltChunk RunScript::chunk(recording::World& world, int start, int count, bool marked) const
{
    const bool s1 = profile == Profile::S1;
    const recording::Snapshot blob = world.snapshot(start, 20);
    recording::ChunkWriter out(profile, start, s1 && marked ? &blob : nullptr);
    QString problem;
    for (int tick = start; tick < start + count; ++tick) {
        std::vector<Event> now = eventsOf(tick);
        out.beginTick(tick);
        if (!s1 && ((tick == start && marked) || innerSnapshots.contains(tick))) {
            for (const Event& event : now) {
                if (isMove(event))
                    world.apply(tick, event, problem);
            }
            std::erase_if(now, isMove);
            std::vector<Event> told;
            std::vector<std::vector<recording::Item>> items;
            world.snapshotEvents(told, items);
            for (const Event& event : told)
                out.add(event);
        }
        for (const Event& event : now) {
            out.add(event);
            world.apply(tick, event, problem);
        }
    }
    BuiltChunk built;
    RecordingPlan plan;
    plan.checksum = checksum;
    built.raw = out.finish();
    built.frame = compressFrame(built.raw, plan);
    built.entry.startTick = start;
    built.entry.tickCount = count;
    built.entry.flags = marked ? 1 : 0;
    built.entry.compressedBytes = static_cast<std::int32_t>(built.frame.size());
    built.entry.rawBytes = static_cast<std::int32_t>(built.raw.size());
    built.entry.formatVersion = s1 ? 1 : profile == Profile::H4 ? 4 : 5;
    built.entry.dataVersion = s1 ? 0 : 4903;
    return built;
}

std::vector<recording::ChunkEntry> RunScript::entriesOf(const std::vector<BuiltChunk>& chunks)
{
    std::vector<recording::ChunkEntry> out;
    out.reserve(chunks.size());
    for (const BuiltChunk& chunk : chunks)
        out.push_back(chunk.entry);
    return out;
}

recording::Bytes RunScript::metadataBytes() const
{
    recording::Bytes out;
    io::writeNbt(out, metadata);
    return out;
}

recording::Header RunScript::headerOf(const std::vector<BuiltChunk>& chunks) const
{
    recording::Header header;
    header.profile = profile;
    header.worldId.fill(std::byte{0x42});
    header.worldVersion = QByteArray(16, '\x07');
    header.startMs = 1'700'000'000'000;
    header.metadataBytes = static_cast<std::int32_t>(metadataBytes().size());
    header.indexBytes = static_cast<std::int32_t>(writeIndex(entriesOf(chunks), profile).size());
    header.tickCount = chunks.empty() ? 0 : chunks.back().entry.endTick();
    header.chunkCount = static_cast<std::int32_t>(chunks.size());
    header.dataVersion = profile == Profile::S1 ? 0 : 4903;
    return header;
}

QByteArray RunScript::layOut(const recording::Header& header, const std::vector<BuiltChunk>& chunks) const
{
    return toByteArray(writeHeader(header)) + toByteArray(metadataBytes()) +
           toByteArray(writeIndex(entriesOf(chunks), profile));
}

model::OpenOptions runOptions(const QString& name, const QString& value)
{
    model::OpenOptions options;
    if (!name.isEmpty())
        options.codec[name] = value;
    return options;
}

SourcePtr openRun(std::unique_ptr<model::ByteSource> bytes, const model::OpenOptions& options, bool wait)
{
    auto source = recording::RecordingCodec().open(std::move(bytes), options);
    if (!source) {
        qWarning("%s", qPrintable(source.error().message));
        return nullptr;
    }
    if (wait)
        (void)(*source)->waitComplete();
    return std::move(*source);
}

model::WorldState stateAt(const model::ReplaySource& source, model::FrameNumber frame)
{
    model::WorldState state;
    const auto index = source.index();
    const auto segment = source.readSegment(index->keyframes.at(frame), nullptr, {});
    if (segment && (*segment)->frames().contains(frame))
        (*segment)->sample({frame, 0.0}, model::SamplePolicy::Interpolate, state);
    return state;
}

std::int32_t propertyId(const std::vector<model::PropertyInfo>& infos, const QString& id)
{
    const auto found = std::find_if(infos.begin(), infos.end(), [&id](const auto& i) { return i.id == id; });
    return found == infos.end() ? -1 : static_cast<std::int32_t>(found - infos.begin());
}

QString shown(const model::ReplaySource& source, model::FrameNumber frame, model::ActorId actor,
              const QString& id)
{
    const auto info = source.index()->info;
    const model::WorldState state = stateAt(source, frame);
    const auto row = state.row(actor);
    const model::ActorPropertyId property(propertyId(info->actorProperties, id));
    if (row < 0 || !property)
        return QStringLiteral("absent");
    return displayText(*info->property(property), state.value(static_cast<std::size_t>(row), property),
                       *info->strings);
}

QString shownOfRun(const model::ReplaySource& source, model::FrameNumber frame, const QString& id)
{
    const auto info = source.index()->info;
    const model::WorldState state = stateAt(source, frame);
    const model::MatchPropertyId property(propertyId(info->matchProperties, id));
    if (!property || property.index() >= state.match.size())
        return QStringLiteral("absent");
    return displayText(*info->property(property), state.value(property), *info->strings);
}

QStringList eventTexts(const model::ReplayIndex& index, const QString& kind)
{
    QStringList out;
    for (const model::Event& event : index.events->events) {
        if (index.events->kinds[static_cast<std::size_t>(event.kind)].id == kind)
            out << QStringLiteral("%1 %2").arg(event.frame).arg(event.text);
    }
    return out;
}

} // namespace ghostline::test
