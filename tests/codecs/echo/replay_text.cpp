// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/echo/replay_text.h"

namespace ghostline::test {

bool ScannedText::chunk(const echo::ChunkRef& ref, const echo::FrameBlock& read, std::uint64_t bytesDone)
{
    monotonic = monotonic && bytesDone >= done && ref.frames == read.size();
    done = bytesDone;
    chunks.push_back(ref);
    append(block, read);
    return true;
}

const model::Diagnostic* ScannedText::find(const char* code) const
{
    for (const model::Diagnostic& entry : diagnostics) {
        if (entry.code == QLatin1String(code))
            return &entry;
    }
    return nullptr;
}

void ScannedText::append(echo::FrameBlock& to, const echo::FrameBlock& from)
{
    const auto players = static_cast<std::uint32_t>(to.players.size());
    const auto bones = static_cast<std::uint32_t>(to.bones.size());
    for (echo::RecordedEvent event : from.recorded) {
        event.frame += static_cast<std::uint32_t>(to.frames.size());
        to.recorded.push_back(event);
    }
    for (echo::Frame frame : from.frames) {
        frame.players.first += players;
        frame.bones.first += bones;
        to.frames.push_back(frame);
    }
    to.players.insert(to.players.end(), from.players.begin(), from.players.end());
    to.bones.insert(to.bones.end(), from.bones.begin(), from.bones.end());
}

QByteArray session(const QByteArray& more, const QByteArray& teams)
{
    return "{\"sessionid\":\"AB\",\"map_name\":\"mpl_arena_a\",\"teams\":" + teams +
           (more.isEmpty() ? "" : ",") + more + "}";
}

QByteArray zipped(const QByteArray& text, int level, const char* name)
{
    QByteArray out;
    io::ZipWriter zip([&out](std::span<const std::byte> bytes) -> model::Result<void> {
        out.append(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
        return {};
    });
    (void)zip.begin(name, level);
    (void)zip.write(std::as_bytes(std::span(text.constData(), static_cast<std::size_t>(text.size()))));
    (void)zip.end();
    (void)zip.finish();
    return out;
}

bool chunksAgree(const echo::FrameFile& file, const ScannedText& scanned)
{
    echo::FrameBlock all;
    echo::FrameBlock one;
    std::vector<echo::FrameBlock> backward(scanned.chunks.size());
    for (std::size_t i = scanned.chunks.size(); i-- > 0;) {
        if (!file.readChunk(scanned.chunks[i], one, {}))
            return false;
        backward[i] = one;
    }
    for (const echo::FrameBlock& block : backward)
        ScannedText::append(all, block);
    // What is no number differs from itself: only counted then.
    if (scanned.find("not-a-number") != nullptr)
        return all.frames.size() == scanned.block.frames.size() &&
               all.players.size() == scanned.block.players.size();
    return all.frames.size() == scanned.block.frames.size() && all.players == scanned.block.players &&
           all.bones == scanned.block.bones && all.recorded == scanned.block.recorded &&
           std::equal(all.frames.begin(), all.frames.end(), scanned.block.frames.begin(),
                      [](echo::Frame a, echo::Frame b) {
                          // NaN stands for "no clock" and differs from itself.
                          a.clock = std::isnan(a.clock) ? -1.0F : a.clock;
                          b.clock = std::isnan(b.clock) ? -1.0F : b.clock;
                          return a == b;
                      });
}

} // namespace ghostline::test
