// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a format plugin offers: telling whether it knows a file, opening it, perhaps writing one.
#include "model/bytes/byte_source.h"
#include "model/replay/replay_source.h"

#include <QHash>
#include <QStringList>
#include <QVariant>
#include <QtPlugin>

#include <span>

namespace ghostline::model {

enum class OptionType { Text, Integer, Real, Boolean, Choice };
enum class OptionScope { Open, Write, Report };

/// An option that a codec declares, set by `--option NAME=VALUE`.
struct OptionInfo
{
    QString name;
    OptionScope scope = OptionScope::Open;
    OptionType type = OptionType::Text;
    QVariant defaultValue;
    QStringList choices;
    QString description;
};

struct ReportInfo
{
    QString name;
    QString usage; ///< arguments, "C1 C2"
    QString description;
};

/// Bytes at an offset that mark the format.
struct Magic
{
    std::uint64_t offset = 0;
    QByteArray bytes;
};

/// The plugin's JSON metadata, known before its library is loaded.
struct CodecInfo
{
    QString id;
    QString name;
    QStringList patterns; ///< "*.log"
    /// A folder that holds a file named like one of these is one replay; the first that is there is opened,
    /// and it finds the others as its siblings.
    QStringList folderEntries;
    QStringList
        scenePatterns; ///< "*.xodr": maps that it reads besides, as SceneReader; what a chooser offers
    QString mimeType;
    std::vector<Magic> magic;
    bool canRead = false;
    bool canWrite = false;
    bool writesParts = true;   ///< WriteRequest::frames may be fewer than all
    bool writesOthers = false; ///< recordings of any format, from their states
    std::vector<OptionInfo> options;
    std::vector<ReportInfo> reports;
    QString library; ///< path of the plugin
};

using Options = QHash<QString, QString>;

struct OpenOptions
{
    Options codec;     ///< validated against the declared options
    Progress progress; ///< progress of open() itself, not of background indexing
    std::stop_token stop;
};

struct WriteRequest
{
    QString path;      ///< written as temporary file beside it, fsynced, renamed
    FrameRange frames; ///< what to write, clipped to the replay
    Options codec;
    Progress progress;
    std::stop_token stop;
    QJsonObject metadata{}; ///< what compact() adds to the recording's own metadata
};

struct WriteReport
{
    std::uint64_t bytes = 0;
    FrameNumber frames = 0;
    QJsonObject details;  ///< for example bytes per frame by field group
    DiagnosticList notes; ///< what the target format cannot hold
};

/// Probe result; above Certain nothing competes.
enum class Confidence : int { No = 0, Possible = 25, Likely = 50, Certain = 100 };

/// The bytes probe() is given from the start of the source, at most.
inline constexpr std::size_t ProbeBytes = 4096;

/// What a list shows of a recording before anybody has gone through it.
struct Outline
{
    std::shared_ptr<const ReplayInfo> info; ///< never null
    std::optional<Micros> duration;         ///< where the first bytes tell it
};

/// One instance per plugin, stateless and thread-safe.
class Codec
{
public:
    virtual ~Codec() = default;
    virtual Confidence probe(std::span<const std::byte> firstBytes, const QString& name) const = 0;
    /// Returns as soon as a first revision exists; indexing may go on in the background.
    virtual Result<std::unique_ptr<ReplaySource>> open(std::unique_ptr<ByteSource> bytes,
                                                       const OpenOptions& options) const = 0;
    /// From as little of the file as that takes; never more than open() tells in the end. By itself open()'s
    /// first revision.
    virtual Result<Outline> outline(std::unique_ptr<ByteSource> bytes, const OpenOptions& options) const
    {
        const auto source = open(std::move(bytes), options);
        if (!source)
            return tl::unexpected(source.error());
        const auto index = (*source)->index();
        return Outline{index->info,
                       index->complete ? std::optional(index->timeAxis.duration()) : std::nullopt};
    }
    /// Writes `source` in this format. The source may be of any format.
    virtual Result<WriteReport> write(const ReplaySource& source, const WriteRequest& request) const
    {
        Q_UNUSED(source)
        Q_UNUSED(request)
        return fail(ErrorCode::Unsupported, QStringLiteral("this format cannot be written"));
    }
    /// Salvages what is readable of a damaged recording into a new file.
    virtual Result<WriteReport> repair(const ReplaySource& source, const WriteRequest& request) const
    {
        Q_UNUSED(source)
        Q_UNUSED(request)
        return fail(ErrorCode::Unsupported, QStringLiteral("this format cannot be repaired"));
    }
    /// Rewrites a finished recording as small as it goes, with `request.metadata` added, and verifies the
    /// result against the source before it takes its place. Always all frames.
    virtual Result<WriteReport> compact(const ReplaySource& source, const WriteRequest& request) const
    {
        Q_UNUSED(source)
        Q_UNUSED(request)
        return fail(ErrorCode::Unsupported, QStringLiteral("this format cannot be compacted"));
    }
};

} // namespace ghostline::model

Q_DECLARE_INTERFACE(ghostline::model::Codec, "org.ghostline.Codec")
