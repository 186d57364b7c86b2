// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/recording/recorder_script.h"

namespace ghostline::test {

recording::Place RecorderScript::place(int t)
{
    const int moved = isQuiet(t) ? t - 1 : t;
    const double s = 0.2137 * moved;
    return {{s, 64.0 + std::sin(s / 3.0), 10.0 * std::cos(s / 7.0)},
            static_cast<float>(std::fmod(moved * 3.3, 360.0) - 180.0),
            static_cast<float>(20.0 * std::sin(s))};
}

const char* RecorderScript::blockState(int t)
{
    static constexpr std::array States{"minecraft:stone", "minecraft:oak_stairs[facing=north]",
                                       "minecraft:slime_block", "minecraft:air"};
    return States[static_cast<std::size_t>(t / 3) % States.size()];
}

void RecorderScript::tick(recording::TickBuilder& out, int t)
{
    if (isQuiet(t))
        return;
    out.move(0, place(t), {1.0, 0.0, -2.5});
    if (t % 97 == 5)
        out.spawn(mob(t), "minecraft:stray", mobPlace(t));
    else if (mobLives(t))
        out.move(mob(t), mobPlace(t));
    else if (t % 97 == 60)
        out.destroy(mob(t));
    if (t == StartTick)
        out.runStart();
    if (t % 3 == 0)
        out.block(block(t), blockState(t));
    if (t % 11 == 0)
        out.state(0, t % 2 == 0 ? 5 : 0, t % 2 == 0 ? 2 : 0);
    if (t % 31 == 0)
        out.item(0, t % 9, "minecraft:ender_pearl", t % 5);
    if (t % 31 == 1)
        out.heldSlot(0, t % 9);
    if (t % 53 == 0)
        out.use(0, t % 2 == 0 ? std::optional(0) : std::nullopt);
    if (t % 101 == 0)
        out.chat(0, "tick " + std::to_string(t) + " \xC3\xA4");
    if (t > StartTick && t % 150 == 0)
        out.checkpoint("stage " + std::to_string(t / 150), runMs(t));
    if (t % 211 == 0)
        out.flag("speed", 2, 0.5F, "a little fast");
}

model::Result<void> recordScript(recording::Recorder& recorder, int end)
{
    recording::TickBuilder tick(recorder);
    while (recorder.nextTick() < end) {
        RecorderScript::tick(tick, recorder.nextTick());
        if (auto done = tick.commit(); !done)
            return done;
    }
    return {};
}

std::map<std::int64_t, std::string> blocksOf(const recording::World& world)
{
    std::map<std::int64_t, std::string> out;
    for (const auto& [position, kind] : world.blocks())
        out[position] = world.blockKinds()[kind].name;
    return out;
}

QString difference(const recording::World& a, const recording::World& b)
{
    if (blocksOf(a) != blocksOf(b))
        return QStringLiteral("blocks");
    if (a.entities().size() != b.entities().size())
        return QStringLiteral("number of entities");
    for (const auto& [id, left] : a.entities()) {
        const recording::Entity* right = b.entity(id);
        if (right == nullptr || left.type != right->type || left.placed != right->placed)
            return QStringLiteral("entity %1").arg(id);
        if (glm::distance(left.position.value(), right->position.value()) > 1e-9)
            return QStringLiteral("place of entity %1").arg(id);
        if (std::abs(std::remainder(left.yaw - right->yaw, 360.0)) > 0.006 ||
            std::abs(left.pitch - right->pitch) > 0.006)
            return QStringLiteral("view of entity %1").arg(id);
        if (left.pose != right->pose || left.flags != right->flags || left.hand != right->hand ||
            left.items != right->items || left.velocity != right->velocity)
            return QStringLiteral("state of entity %1").arg(id);
        if (left.heldSlot != 255 && right->heldSlot != 255 && left.heldSlot != right->heldSlot)
            return QStringLiteral("slot of entity %1").arg(id);
    }
    return {};
}

model::Result<Played> playRecording(const QString& path)
{
    using namespace recording;
    auto bytes = model::openFile(QFileInfo(path).isDir() ? path + QStringLiteral("/preamble.dat") : path);
    if (!bytes)
        return tl::unexpected(bytes.error());
    auto file = RecordingFile::open(std::shared_ptr<const model::ByteSource>(std::move(*bytes)));
    if (!file)
        return tl::unexpected(file.error());
    Played out;
    out.known = (*file)->description();
    for (const model::Diagnostic& one : out.known.diagnostics) {
        // What a crash or a full disk leaves behind the last commit is no contradiction.
        if (out.known.unreferenced.empty())
            out.problems << one.message;
    }
    const Profile profile = out.known.header.profile;
    Bytes raw;
    Event event;
    QString problem;
    for (std::size_t i = 0; i < out.known.chunks.size(); ++i) {
        const ChunkEntry& entry = out.known.chunks[i];
        if (auto read = (*file)->readChunk(static_cast<int>(i), raw); !read)
            return tl::unexpected(read.error());
        ChunkReader reader(profile, entry, raw, static_cast<int>(i));
        if (profile == Profile::S1 && entry.hasSnapshot()) {
            const auto snapshot = reader.snapshot();
            if (!snapshot)
                return tl::unexpected(snapshot.error());
            World fresh;
            fresh.load(**snapshot, entry.startTick, out.known.metadata.tickRate);
            const QString differs = i == 0 ? QString() : difference(out.world, fresh);
            if (!differs.isEmpty())
                out.problems << QStringLiteral("snapshot of chunk %1: %2").arg(i).arg(differs);
            if (i == 0)
                out.world = fresh;
        }
        // H5: the first tick alone must bring about the state that playing on brings about.
        World fresh;
        const bool compare = profile != Profile::S1 && entry.hasSnapshot();
        while (reader.nextTick()) {
            const auto tick = static_cast<std::size_t>(reader.tick());
            out.player.resize(tick + 1, out.world.player().position.value());
            out.events.resize(tick + 1, 0);
            while (reader.nextEvent(event)) {
                ++out.events[tick];
                if (!out.world.apply(reader.tick(), event, problem))
                    out.problems << problem;
                if (compare && reader.tick() == entry.startTick &&
                    !fresh.apply(entry.startTick, event, problem))
                    out.problems << problem;
            }
            out.player[tick] = out.world.player().position.value();
            if (compare && reader.tick() == entry.startTick) {
                const QString differs = difference(out.world, fresh);
                if (!differs.isEmpty())
                    out.problems << QStringLiteral("snapshot of chunk %1: %2").arg(i).arg(differs);
            }
        }
        if (reader.failure())
            return tl::unexpected(*reader.failure());
        out.player.resize(static_cast<std::size_t>(entry.endTick()), out.world.player().position.value());
        out.events.resize(static_cast<std::size_t>(entry.endTick()), 0);
    }
    return out;
}

QString scriptDiffers(const Played& played, int ticks, int from)
{
    if (played.player.size() < static_cast<std::size_t>(ticks))
        return QStringLiteral("only %1 of %2 ticks").arg(played.player.size()).arg(ticks);
    if (!played.problems.isEmpty())
        return played.problems.first();
    constexpr double Rounding = 1.0 / 8192 + 1e-9;
    for (int t = 0; t < ticks; ++t) {
        const glm::dvec3 off =
            glm::abs(played.player[static_cast<std::size_t>(t)] - RecorderScript::place(t + from).position);
        if (std::max({off.x, off.y, off.z}) > Rounding)
            return QStringLiteral("the player of tick %1 is off by %2").arg(t).arg(glm::length(off));
    }
    return {};
}

std::map<std::int64_t, std::string> scriptBlocks(int ticks, int from)
{
    std::map<std::int64_t, std::string> out;
    for (int t = from; t < from + ticks; ++t) {
        if (t % 3 == 0 && !RecorderScript::isQuiet(t))
            out[recording::packBlock(RecorderScript::block(t))] = RecorderScript::blockState(t);
    }
    return out;
}

} // namespace ghostline::test
