// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/recording/recording_builder.h"

namespace ghostline::test {

recording::Bytes compressFrame(std::span<const std::byte> raw, const RecordingPlan& plan)
{
    ZSTD_CCtx* context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, plan.level);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, plan.checksum ? 1 : 0);
    ZSTD_CCtx_loadDictionary(context, plan.dictionaryContent.constData(),
                             static_cast<std::size_t>(plan.dictionaryContent.size()));
    recording::Bytes out(ZSTD_compressBound(raw.size()));
    out.resize(ZSTD_compress2(context, out.data(), out.size(), raw.data(), raw.size()));
    ZSTD_freeCCtx(context);
    return out;
}

RecordingBuilder::RecordingBuilder(RecordingPlan plan) : m_plan(std::move(plan))
{
    for (int start = 0; start < m_plan.ticks; start += m_plan.chunkTicks)
        chunks.push_back(makeChunk(start, std::min(m_plan.chunkTicks, m_plan.ticks - start)));
}

QByteArray RecordingBuilder::file() const
{
    std::int64_t offset = 0;
    std::vector<recording::ChunkEntry> entries = entriesOf(count());
    // Offsets have a fixed width, so that the index is as long as it will be.
    recording::Header header = headerOf(entries);
    offset = static_cast<std::int64_t>(header.preambleBytes());
    for (auto& entry : entries) {
        entry.offset = offset;
        offset += entry.compressedBytes;
    }
    QByteArray out = layOut(header, entries);
    out.reserve(offset);
    for (const BuiltChunk& chunk : chunks)
        out += toByteArray(chunk.frame);
    return out;
}

QByteArray RecordingBuilder::preamble(int known) const
{
    std::vector<recording::ChunkEntry> entries = entriesOf(known < 0 ? count() : known);
    for (std::size_t i = 0; i < entries.size(); ++i)
        entries[i].offset = segmentOffset(static_cast<int>(i));
    return layOut(headerOf(entries), entries);
}

QByteArray RecordingBuilder::segment(int number) const
{
    QByteArray out;
    for (int i = 0; i < count(); ++i) {
        if (segmentOffset(i) >> 32 == number)
            out += toByteArray(chunks[static_cast<std::size_t>(i)].frame);
    }
    return out;
}

std::map<QString, QByteArray> RecordingBuilder::folder(bool finished) const
{
    std::map<QString, QByteArray> files{{QStringLiteral("preamble.dat"), preamble()}};
    for (int i = 0; i < segmentCount(); ++i)
        files[segmentFile(i)] = segment(i);
    if (finished)
        files[QStringLiteral("finished")] = {};
    return files;
}

std::vector<recording::ChunkEntry> RecordingBuilder::entriesOf(int known) const
{
    std::vector<recording::ChunkEntry> entries;
    entries.reserve(static_cast<std::size_t>(known));
    for (int i = 0; i < known; ++i)
        entries.push_back(chunks[static_cast<std::size_t>(i)].entry);
    return entries;
}

std::int64_t RecordingBuilder::segmentOffset(int chunk) const
{
    std::int64_t segment = 0;
    std::int64_t offset = 0;
    int left = m_plan.segments.empty() ? 1 : m_plan.segments.front();
    for (int i = 0; i < chunk; ++i) {
        offset += chunks[static_cast<std::size_t>(i)].entry.compressedBytes;
        if (--left > 0)
            continue;
        ++segment;
        offset = 0;
        left = static_cast<std::size_t>(segment) < m_plan.segments.size()
                   ? m_plan.segments[static_cast<std::size_t>(segment)]
                   : 1;
    }
    return segment << 32 | offset;
}

recording::Bytes RecordingBuilder::metadataOf() const
{
    io::NbtCompound player;
    player.set(QStringLiteral("name"), io::NbtValue(QStringLiteral("Walker")));
    io::NbtCompound root;
    root.set(QStringLiteral("hc:player"), io::NbtValue(player));
    if (m_plan.metadataBytes > 0)
        root.set(QStringLiteral("test:padding"),
                 io::NbtValue(std::vector<std::int8_t>(static_cast<std::size_t>(m_plan.metadataBytes))));
    recording::Bytes out;
    io::writeNbt(out, root);
    return out;
}

recording::Header RecordingBuilder::headerOf(const std::vector<recording::ChunkEntry>& entries) const
{
    recording::Header header;
    header.profile = m_plan.profile;
    header.worldId.fill(std::byte{0x42});
    header.worldVersion = QByteArray(16, '\x07');
    header.startMs = 1'700'000'000'000;
    header.dictionary = m_plan.dictionary;
    header.metadataBytes = static_cast<std::int32_t>(metadataOf().size());
    header.indexBytes = static_cast<std::int32_t>(writeIndex(entries, m_plan.profile).size());
    header.tickCount = entries.empty() ? 0 : entries.back().endTick();
    header.chunkCount = static_cast<std::int32_t>(entries.size());
    header.dataVersion = m_plan.profile == recording::Profile::S1 ? 0 : 4903;
    return header;
}

QByteArray RecordingBuilder::layOut(const recording::Header& header,
                                    const std::vector<recording::ChunkEntry>& entries) const
{
    return toByteArray(writeHeader(header)) + toByteArray(metadataOf()) +
           toByteArray(writeIndex(entries, m_plan.profile));
}

recording::Kind RecordingBuilder::stone() const
{
    return m_plan.profile == recording::Profile::H4 ? recording::Kind{{}, 1}
                                                    : recording::Kind{"minecraft:stone", -1};
}

void RecordingBuilder::addSnapshotEvents(recording::ChunkWriter& out) const
{
    out.add(recording::EntityState{0, 0, 0x08});
    out.add(recording::ItemUse{0, std::nullopt});
    out.add(recording::ClearGhostBlocks{});
    for (const std::int64_t block : m_blocks)
        out.add(recording::SetBlock{block, stone()});
    out.add(recording::AbsoluteMove{0, here(), {}});
}

recording::Snapshot RecordingBuilder::snapshot(int tick) const
{
    recording::Snapshot out;
    out.palette.push_back("minecraft:stone");
    for (const std::int64_t block : m_blocks)
        out.blocks.emplace_back(block, 0);
    std::sort(out.blocks.begin(), out.blocks.end());
    recording::SnapshotEntity player;
    player.type = "minecraft:player";
    player.place = here();
    if (m_steps > 0) {
        player.place.yaw = static_cast<float>(recording::Angle::ofDegrees(10.0).degrees());
        player.place.pitch = 0.0F;
    }
    out.entities.push_back(player);
    out.runMs = std::max(0, tick - 1 - 7) * 50;
    out.checkpointsTaken = tick > 7 ? (tick - 1) / 90 : 0;
    out.lastCheckpoint = out.checkpointsTaken > 0 ? "spring" : "";
    return out;
}

void RecordingBuilder::addTick(recording::ChunkWriter& out, int tick)
{
    if (tick % 5 != 4) { // every fifth tick is empty
        m_steps += 400 + tick % 7;
        recording::DeltaMove move;
        move.move.delta = {400 + tick % 7, 0, 0};
        move.move.yaw = recording::Angle::ofDegrees(10.0);
        out.add(move);
    }
    if (tick == 7)
        out.add(recording::RunStart{});
    if (tick > 7 && tick % 90 == 0)
        out.add(recording::CheckpointReached{"spring", (tick - 7) * 50});
    if (tick % 60 == 30) {
        m_blocks.push_back(recording::packBlock({tick, 64, -3}));
        out.add(recording::SetBlock{m_blocks.back(), stone()});
    }
    if (m_plan.noise > 0) {
        std::string noise(static_cast<std::size_t>(m_plan.noise), ' ');
        for (char& c : noise)
            c = static_cast<char>('!' + m_random() % 90);
        out.add(recording::Bookmark{noise});
    }
}

BuiltChunk RecordingBuilder::makeChunk(int start, int ticks)
{
    const bool s1 = m_plan.profile == recording::Profile::S1;
    const bool marked = (start / m_plan.chunkTicks) % m_plan.snapshotEvery == 0;
    const recording::Snapshot state = snapshot(start);
    recording::ChunkWriter out(m_plan.profile, start, s1 && marked ? &state : nullptr);
    for (int tick = start; tick < start + ticks; ++tick) {
        out.beginTick(tick);
        if (tick == start && marked && !s1)
            addSnapshotEvents(out);
        addTick(out, tick);
    }
    BuiltChunk chunk;
    chunk.raw = out.finish();
    chunk.frame = compressFrame(chunk.raw, m_plan);
    chunk.entry.startTick = start;
    chunk.entry.tickCount = ticks;
    chunk.entry.flags = marked ? 1 : 0;
    chunk.entry.compressedBytes = static_cast<std::int32_t>(chunk.frame.size());
    chunk.entry.rawBytes = static_cast<std::int32_t>(chunk.raw.size());
    chunk.entry.formatVersion = s1 ? 1 : m_plan.profile == recording::Profile::H4 ? 4 : 5;
    chunk.entry.dataVersion = s1 ? 0 : 4903;
    return chunk;
}

std::vector<recording::FoundChunk> foundBehind(const recording::RecordingFile& file)
{
    std::vector<recording::FoundChunk> found;
    const std::int32_t end = file.chunks().empty() ? 0 : file.chunks().back().endTick();
    const auto summary =
        recording::salvageChunks(file,
                                 [&](const recording::SalvagedChunk& chunk) -> model::Result<void> {
                                     if (chunk.entry.startTick >= end)
                                         found.push_back({chunk.entry, {chunk.raw.begin(), chunk.raw.end()}});
                                     return {};
                                 },
                                 {}, {});
    return summary ? found : std::vector<recording::FoundChunk>{};
}

std::unique_ptr<model::MemorySource> memoryFolder(const std::map<QString, QByteArray>& files,
                                                  const QString& name)
{
    auto source = model::MemorySource::fromByteArray(files.at(name), name);
    for (const auto& [other, bytes] : files) {
        // Its own name, too: looking it up again gives what lies there now.
        source->addSibling(other, bytes);
    }
    return source;
}

void writeBytes(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY2(file.open(QIODevice::WriteOnly | QIODevice::Truncate), qPrintable(path));
    QCOMPARE(file.write(bytes), bytes.size());
}

void writeFolder(const QString& path, const std::map<QString, QByteArray>& files)
{
    QVERIFY(QDir().mkpath(path));
    for (const auto& [name, bytes] : files)
        writeBytes(path + QLatin1Char('/') + name, bytes);
}

void addProfiles(const char* column)
{
    QTest::addColumn<int>(column);
    QTest::newRow("draft") << static_cast<int>(recording::Profile::S1);
    QTest::newRow("version 4") << static_cast<int>(recording::Profile::H4);
    QTest::newRow("version 5") << static_cast<int>(recording::Profile::H5);
}

} // namespace ghostline::test
