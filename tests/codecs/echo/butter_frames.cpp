// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/echo/butter_frames.h"

namespace ghostline::test {

bool Scanned::chunk(const echo::ChunkRef& ref, const echo::FrameBlock& block, std::uint64_t)
{
    chunks.push_back(ref);
    for (echo::Frame frame : block.frames) {
        frame.players.first += static_cast<std::uint32_t>(frames.players.size());
        frame.bones.first += static_cast<std::uint32_t>(frames.bones.size());
        frames.frames.push_back(frame);
    }
    frames.players.insert(frames.players.end(), block.players.begin(), block.players.end());
    frames.bones.insert(frames.bones.end(), block.bones.begin(), block.bones.end());
    return true;
}

void Scanned::lost(const QString& reason)
{
    losses += reason;
    lostBefore.push_back(static_cast<std::int64_t>(frames.size()));
}

int Scanned::count(const char* code) const
{
    return static_cast<int>(std::count_if(diagnostics.begin(), diagnostics.end(),
                                          [code](const auto& d) { return d.code == QLatin1String(code); }));
}

QByteArray readAll(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

model::Result<std::unique_ptr<echo::FrameFile>> openButterBytes(const QByteArray& bytes,
                                                                echo::ButterDecoding how)
{
    return echo::openButter(model::MemorySource::fromByteArray(bytes, QStringLiteral("match.butter")), how,
                            {});
}

model::Result<std::unique_ptr<Scanned>> scanButter(const QByteArray& bytes, echo::ButterDecoding how)
{
    auto file = openButterBytes(bytes, how);
    if (!file)
        return tl::unexpected(file.error());
    auto out = std::make_unique<Scanned>();
    out->file = std::move(*file);
    if (auto done = out->file->scan(*out, {}); !done)
        return tl::unexpected(done.error());
    return out;
}

bool readsTheSame(const Scanned& scanned)
{
    echo::FrameBlock block;
    std::size_t end = scanned.frames.size();
    for (std::size_t k = scanned.chunks.size(); k-- > 0;) {
        const echo::ChunkRef& ref = scanned.chunks[k];
        if (!scanned.file->readChunk(ref, block, {}) || block.size() != ref.frames)
            return false;
        end -= ref.frames;
        for (std::size_t i = 0; i < block.size(); ++i) {
            const echo::Frame& whole = scanned.frames.frames[end + i];
            echo::Frame frame = block.frames[i];
            const auto players = block.playersOf(frame);
            const auto bones = block.bonesOf(frame);
            frame.players = whole.players;
            frame.bones = whole.bones;
            if (!(frame == whole) || !std::ranges::equal(players, scanned.frames.playersOf(whole)) ||
                !std::ranges::equal(bones, scanned.frames.bonesOf(whole)))
                return false;
        }
    }
    return end == 0;
}

} // namespace ghostline::test
