// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Surroundings from files of their own, for recordings of any format: which file it is, where it is looked
// for, and what becomes of the recording's own surroundings.
#include "model/codec/codec_registry.h"

#include <optional>

namespace ghostline::model {

/// Metres round the recorded tracks of which large worlds are read.
inline constexpr double UsualSceneRadius = 128.0;

/// Which surroundings the user wants.
struct SceneChoice
{
    QString path;        ///< file or folder that the user named; empty = look for the recording's own
    QStringList folders; ///< of the user, searched before the places that a format knows
    double radius = UsualSceneRadius;
    std::optional<glm::dvec3> at{}; ///< where the origin of a map without a place of its own goes
};

/// One map to read. `replay` is what it is read for: only what lies near its tracks may be read, and its own
/// size and start places may be compared. Null = nothing is known of it.
struct SceneRequest
{
    QString path; ///< file or folder
    const ReplaySource* replay = nullptr;
    double radius = UsualSceneRadius;
    std::optional<glm::dvec3> at{};
};

/// A file that may be the map of a recording.
struct SceneCandidate
{
    QString path;
    QString doubt;          ///< why it may be another one, for people; empty = it is the recording's
    Wording doubtWording{}; ///< how that is told in another language; may be empty
};

/// What was found for a recording. Nothing is read for it but names and, where that tells maps apart, hashes.
struct SceneSearch
{
    std::vector<SceneCandidate> found; ///< the surest first
    QString wanted;                    ///< "the map 8b33....s2ma" for people; empty = none is missing
    QStringList places;                ///< folders that were looked in, for people
    Wording wantedWording{};           ///< how `wanted` is told in another language; may be empty
};

/// A place where a format's maps are looked for, whatever is open.
struct ScenePlace
{
    QString folder;  ///< empty = it is not the same for every recording, or not known
    Sentence said{}; ///< then which it is, for people
};

/// What a codec may be besides: one that reads maps which are no recordings. Thread-safe, as codecs are.
class GHOSTLINE_MODEL_EXPORT SceneReader
{
public:
    virtual ~SceneReader();
    /// By its name, and for a folder by the names in it.
    virtual bool knowsScene(const QString& path) const = 0;
    virtual Result<SceneDescription> readScene(const SceneRequest& request, std::stop_token stop) const = 0;
    /// Maps of a recording of this codec. The default finds and wants none.
    virtual SceneSearch findScene(const ReplaySource& source, const QStringList& folders,
                                  std::stop_token stop) const;
    /// Besides the user's folders, in the order in which they are searched. The default knows none.
    virtual std::vector<ScenePlace> usualPlaces() const;
};

/// Of one format, called `name`.
struct FormatPlaces
{
    QString name;
    std::vector<ScenePlace> places;
};

/// Of all formats that look for maps. Loads the codecs.
GHOSTLINE_MODEL_EXPORT std::vector<FormatPlaces> scenePlaces(const CodecRegistry& registry);

/// A recording's surroundings, and which maps may belong to it.
struct FoundScene
{
    SceneDescription scene;
    std::vector<SceneCandidate> others{}; ///< found, but not shown unless somebody asks for them
    QStringList places{};                 ///< that were looked in where no map was found
};

/// Notes on `own` that the map cannot be read, and why.
GHOSTLINE_MODEL_EXPORT void noteUnread(SceneDescription& own, const QString& map, const Error& error);

/// Whether `path` is named as a map that some codec reads. Loads the codecs.
GHOSTLINE_MODEL_EXPORT bool isSceneName(const QString& path, const CodecRegistry& registry);

/// The map that `choice` asks for, put round what the recording itself holds of surroundings (`own`, from
/// ReplaySource::scene()). A map that the user named is always shown, with SceneDescription::doubt where it
/// is not the recording's; one that was found only when there is no doubt. Where none is, `own` is returned
/// with a note of what would show it. An error is that of the named map: `own` stands without it.
GHOSTLINE_MODEL_EXPORT Result<FoundScene> sceneAround(SceneDescription own, const ReplaySource& source,
                                                      const SceneChoice& choice,
                                                      const CodecRegistry& registry, std::stop_token stop);

/// Both in one: ReplaySource::scene(), then sceneAround().
GHOSTLINE_MODEL_EXPORT Result<FoundScene> sceneOf(const ReplaySource& source, const SceneChoice& choice,
                                                  const CodecRegistry& registry, std::stop_token stop);

/// `own` and `map` as one: meshes, lines, labels, cameras and grids of both; what is drawn flat in `own` lies
/// on the map's ground where `own` is heightless. Name, path, note, facts, doubt and picture are the map's; a
/// label that both have at one place is the recording's.
GHOSTLINE_MODEL_EXPORT SceneDescription combined(SceneDescription own, SceneDescription map);

} // namespace ghostline::model
