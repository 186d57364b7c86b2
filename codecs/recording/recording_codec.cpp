// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/recording_codec.h"

#include "codecs/recording/replay/map_search.h"
#include "codecs/recording/replay/recording_source.h"
#include "codecs/recording/rewrite/rewrite.h"
#include "codecs/recording/rewrite/rewrite_salvage.h"
#include "codecs/recording/worlds/world_file.h"

#include <QFileInfo>

#include <cmath>

namespace ghostline::recording {

using model::ErrorCode;
using model::Result;

namespace {

Result<std::shared_ptr<const RecordingFile>> fileOf(const model::ReplaySource& source)
{
    const auto* recording = dynamic_cast<const RecordingSource*>(&source);
    if (recording == nullptr)
        return model::fail(ErrorCode::Unsupported, model::Sentence::of(QStringLiteral(
                                                       "only map-run recordings can be written as such")));
    return recording->file();
}

} // namespace

model::Confidence RecordingCodec::probe(std::span<const std::byte> firstBytes, const QString& name) const
{
    if (firstBytes.size() >= 4 && std::memcmp(firstBytes.data(), "HCRP", 4) == 0)
        return model::Confidence::Certain; // an unknown version is ours to name, too
    // A folder whose preamble is gone is entered by one of its segments, which are zstd frames.
    constexpr unsigned char Zstd[] = {0x28, 0xB5, 0x2F, 0xFD};
    const QString file = name.section(u'/', -1);
    const bool segment = file.startsWith(QLatin1String("segment-")) && file.endsWith(QLatin1String(".dat"));
    if (segment && firstBytes.size() >= 4 && std::memcmp(firstBytes.data(), Zstd, 4) == 0)
        return model::Confidence::Likely;
    return file == QLatin1String("preamble.dat") ? model::Confidence::Possible : model::Confidence::No;
}

Result<std::unique_ptr<model::ReplaySource>> RecordingCodec::open(std::unique_ptr<model::ByteSource> bytes,
                                                                  const model::OpenOptions& options) const
{
    return RecordingSource::open(std::move(bytes), options);
}

Result<model::WriteReport> RecordingCodec::write(const model::ReplaySource& source,
                                                 const model::WriteRequest& request) const
{
    const auto file = fileOf(source);
    return file ? writeRecording(**file, request) : tl::unexpected(file.error());
}

Result<model::WriteReport> RecordingCodec::repair(const model::ReplaySource& source,
                                                  const model::WriteRequest& request) const
{
    const auto file = fileOf(source);
    return file ? salvageRecording(**file, request) : tl::unexpected(file.error());
}

Result<model::WriteReport> RecordingCodec::compact(const model::ReplaySource& source,
                                                   const model::WriteRequest& request) const
{
    const auto file = fileOf(source);
    return file ? compactRecording(**file, request) : tl::unexpected(file.error());
}

bool RecordingCodec::knowsScene(const QString& path) const { return isWorldName(path); }

Result<model::SceneDescription> RecordingCodec::readScene(const model::SceneRequest& request,
                                                          std::stop_token stop) const
{
    WorldScope scope;
    const auto* run = dynamic_cast<const RecordingSource*>(request.replay);
    if (run != nullptr) {
        auto wanted = run->worldScope(request.radius, stop);
        if (!wanted)
            return tl::unexpected(wanted.error());
        scope = std::move(*wanted);
    }
    scope.at = request.at;
    auto scene = readWorld(request.path, scope, stop);
    if (!scene)
        return scene;
    scene->path = request.path;
    scene->name = QFileInfo(request.path).fileName();
    if (scene->bounds.valid) {
        const auto blocks = [](double length) {
            return model::Sentence::figure(QString::number(std::llround(length)));
        };
        const glm::dvec3 size = scene->bounds.max - scene->bounds.min;
        scene->facts.push_back(model::SceneFact::of(
            QStringLiteral("Size"),
            model::Sentence::of(QStringLiteral("%1 by %2 by %3 blocks, as far as it was read"),
                                {blocks(size.x), blocks(size.y), blocks(size.z)})));
    }
    if (run != nullptr) {
        if (!scene->bounds.valid && scene->doubt.isEmpty())
            scene->doubt = QStringLiteral("nothing of it lies where the run was");
        const QString save = QStringLiteral("the recording does not say which save of the map was run");
        scene->note = scene->note.isEmpty() ? save : scene->note + QStringLiteral("; ") + save;
    }
    return scene;
}

model::SceneSearch RecordingCodec::findScene(const model::ReplaySource& source, const QStringList& folders,
                                             std::stop_token stop) const
{
    const auto* run = dynamic_cast<const RecordingSource*>(&source);
    return run != nullptr ? findMap(*run->file(), folders, stop) : model::SceneSearch();
}

std::vector<model::ScenePlace> RecordingCodec::usualPlaces() const
{
    return {{{}, model::Sentence::of(QStringLiteral("beside the recording, named by the world's id"))}};
}

} // namespace ghostline::recording
