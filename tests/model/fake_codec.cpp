// SPDX-License-Identifier: GPL-3.0-or-later
// A plugin that opens any file beginning with "FAKE" as a fake replay, and reads maps named *.fakemap. The
// first word of a map says what is wrong with it.
#include "model/bytes/byte_sources.h"
#include "model/codec/codec_abi.h"
#include "model/codec/scene_reader.h"
#include "tests/support/fake_replay.h"

#include <QDir>
#include <QFile>

#include <condition_variable>
#include <cstring>
#include <mutex>

namespace ghostline::test {

class FakeCodec final : public QObject, public model::Codec, public model::SceneReader
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID GHOSTLINE_CODEC_IID FILE "fake_codec.json")
    Q_INTERFACES(ghostline::model::Codec)
public:
    model::Confidence probe(std::span<const std::byte> firstBytes, const QString& name) const override
    {
        if (firstBytes.size() >= 4 && std::memcmp(firstBytes.data(), "FAKE", 4) == 0)
            return model::Confidence::Certain;
        return name.endsWith(QStringLiteral(".fake")) ? model::Confidence::Possible : model::Confidence::No;
    }

    model::Result<std::unique_ptr<model::ReplaySource>> open(std::unique_ptr<model::ByteSource> bytes,
                                                             const model::OpenOptions& options) const override
    {
        if (bytes->size() < 8)
            return model::fail(model::ErrorCode::Damaged, QStringLiteral("the header is cut"),
                               {.offset = bytes->size()});
        FakeReplayOptions fake;
        fake.frames = options.codec.value(QStringLiteral("frames"), QStringLiteral("1000")).toLongLong();
        return std::make_unique<FakeReplay>(fake);
    }

    bool knowsScene(const QString& path) const override { return path.endsWith(QStringLiteral(".fakemap")); }

    /// "broken" cannot be read, "elsewhere" may be another recording's, "endless" is read until it is
    /// stopped.
    model::Result<model::SceneDescription> readScene(const model::SceneRequest& request,
                                                     std::stop_token stop) const override
    {
        QFile file(request.path);
        if (!file.open(QIODevice::ReadOnly))
            return model::fail(model::ErrorCode::NotFound, QStringLiteral("there is no such file"));
        const QByteArray word = file.readAll().simplified();
        if (word == "broken")
            return model::fail(model::ErrorCode::Damaged, QStringLiteral("it is torn"));
        if (word == "endless") {
            std::mutex mutex;
            std::condition_variable_any stopped;
            std::unique_lock lock(mutex);
            stopped.wait(lock, stop, [] { return false; });
            return model::cancelled();
        }
        model::SceneDescription scene;
        scene.name = QFileInfo(request.path).fileName();
        if (word == "elsewhere")
            scene.doubt = QStringLiteral("nothing fits");
        scene.note = QStringLiteral("radius %1").arg(request.radius);
        scene.facts = {{QStringLiteral("Size"), QStringLiteral("%1 bytes").arg(file.size()), {}}};
        scene.bounds.include(request.at.value_or(glm::dvec3(0.0)));
        return scene;
    }

    /// Those named "maybe..." are in doubt by their name alone.
    model::SceneSearch findScene(const model::ReplaySource&, const QStringList& folders,
                                 std::stop_token) const override
    {
        model::SceneSearch search{.found = {}, .wanted = QStringLiteral("home.fakemap"), .places = folders};
        for (const QString& folder : folders) {
            for (const QString& name :
                 QDir(folder).entryList({QStringLiteral("*.fakemap")}, QDir::Files, QDir::Name)) {
                const bool doubtful = name.startsWith(QStringLiteral("maybe"));
                search.found.push_back({.path = QDir(folder).filePath(name),
                                        .doubt = doubtful ? QStringLiteral("by its name") : QString()});
            }
        }
        return search;
    }

    std::vector<model::ScenePlace> usualPlaces() const override
    {
        return {{{}, model::Sentence::of(QStringLiteral("beside the recording"))},
                {QDir::rootPath(), {}},
                {QStringLiteral("/nowhere/maps"), {}}};
    }
};

} // namespace ghostline::test

#include "fake_codec.moc"
