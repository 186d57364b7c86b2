// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/recorder/kept_recording.h"

#include "codecs/recording/file/recording_segments.h"
#include "codecs/recording/recorder/segment_file.h"
#include "model/base/text.h"
#include "model/bytes/byte_sources.h"
#include "model/sidecar/sidecar.h"

#include <QDateTime>
#include <QDir>
#include <QRegularExpression>

#include <algorithm>
#include <limits>

namespace ghostline::recording {

namespace {

/// A folder without `finished` that changed since then may still be recorded into by another machine.
constexpr std::int64_t QuietMs = std::int64_t{24} * 60 * 60 * 1000;

bool isOurs(const QString& name)
{
    static const QRegularExpression pattern(
        QStringLiteral("^(preamble\\.dat|finished|segment-[0-9]{3,}\\.dat|\\.preamble\\.dat\\..*)$"));
    return pattern.match(name).hasMatch();
}

QStringList everythingIn(const QString& folder)
{
    return QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
}

std::uint64_t bytesIn(const QString& folder)
{
    std::uint64_t sum = 0;
    for (const QFileInfo& file : QDir(folder).entryInfoList(QDir::Files | QDir::Hidden))
        sum += static_cast<std::uint64_t>(file.size());
    return sum;
}

QString runnerOf(const FileDescription& known)
{
    const Metadata& m = known.metadata;
    const QString player = m.playerId.isEmpty() ? m.playerName : m.playerId;
    const QString map = !m.mapId.isEmpty()     ? m.mapId
                        : !m.mapName.isEmpty() ? m.mapName
                                               : known.header.worldIdText();
    return player.isEmpty() ? QString() : player + QLatin1Char('\n') + map;
}

/// Unix time of the last tick. What the file says may be any number: then it is the end of all time, which
/// keeps it.
std::int64_t endOf(const FileDescription& known)
{
    const int rate = std::max(known.metadata.tickRate, 1);
    const std::int64_t length = std::int64_t{std::max(known.header.tickCount, 0)} * 1000 / rate;
    constexpr std::int64_t Latest = std::numeric_limits<std::int64_t>::max();
    return known.header.startMs > Latest - length ? Latest : known.header.startMs + length;
}

/// Accusations in the stream that the metadata does not call reviewed.
QString unreviewedInStream(const RecordingFile& file)
{
    const FileDescription& known = file.description();
    const ReviewedFlags reviewed(known.metadata.flags);
    Bytes raw;
    Event event;
    for (std::size_t i = 0; i < known.chunks.size(); ++i) {
        const int number = static_cast<int>(i);
        if (!file.readChunk(number, raw))
            return QStringLiteral("a part of it cannot be read, so that nobody knows what it holds");
        ChunkReader reader(known.header.profile, known.chunks[i], raw, number);
        if (known.header.profile == Profile::S1 && known.chunks[i].hasSnapshot())
            (void)reader.snapshot();
        while (reader.nextTick()) {
            while (reader.nextEvent(event)) {
                const auto* flag = std::get_if<AnticheatFlag>(&event);
                if (flag != nullptr && !reviewed.contains(model::textOf(flag->check), reader.tick()))
                    return QStringLiteral("it has a flag that nobody has reviewed, at tick %1")
                        .arg(reader.tick());
            }
        }
        if (reader.failure())
            return QStringLiteral("a part of it cannot be read, so that nobody knows what it holds");
    }
    return {};
}

QString whyStillRecording(const KeptRecording& recording)
{
    if (!recording.segmented || recording.file->description().finished)
        return {};
    const bool locked = !FolderLock::take(recording.path);
    const QFileInfo preamble(recording.path + QLatin1Char('/') + QLatin1String(PreambleName));
    const std::int64_t quiet =
        QDateTime::currentMSecsSinceEpoch() - preamble.lastModified().toMSecsSinceEpoch();
    if (locked || quiet < QuietMs)
        return QStringLiteral("it is being recorded, or was within a day");
    return {};
}

} // namespace

ReviewedFlags::ReviewedFlags(const std::vector<RecordedFlag>& flags)
{
    for (const RecordedFlag& flag : flags) {
        if (flag.reviewed)
            m_spans[flag.check].push_back({flag.tick, flag.endTick});
    }
    for (std::vector<Span>& spans : m_spans) {
        std::sort(spans.begin(), spans.end(), [](Span a, Span b) { return a.first < b.first; });
        std::size_t kept = 0;
        for (const Span span : spans) {
            if (kept > 0 && span.first <= spans[kept - 1].last)
                spans[kept - 1].last = std::max(spans[kept - 1].last, span.last);
            else
                spans[kept++] = span;
        }
        spans.resize(kept);
    }
}

bool ReviewedFlags::contains(const QString& check, std::int32_t tick) const
{
    const auto at = m_spans.constFind(check);
    if (at == m_spans.cend())
        return false;
    const auto behind = std::upper_bound(at->begin(), at->end(), tick,
                                         [](std::int32_t value, Span span) { return value < span.first; });
    return behind != at->begin() && std::prev(behind)->last >= tick;
}

std::optional<KeptRecording> lookAtRecording(const QFileInfo& entry)
{
    KeptRecording one;
    one.path = entry.absoluteFilePath();
    one.segmented = entry.isDir();
    const QString first =
        one.segmented ? one.path + QLatin1Char('/') + QLatin1String(PreambleName) : one.path;
    if (one.segmented ? !QFileInfo(first).isFile() : entry.suffix() != QLatin1String("hcrp"))
        return std::nullopt;
    auto bytes = model::openFile(first);
    if (!bytes)
        return std::nullopt;
    auto file = RecordingFile::open(std::shared_ptr<const model::ByteSource>(std::move(*bytes)));
    if (!file)
        return std::nullopt;
    one.file = *file;
    const FileDescription& known = one.file->description();
    one.bytes = one.segmented ? bytesIn(one.path) : static_cast<std::uint64_t>(entry.size());
    one.endMs = known.header.startMs > 0 ? endOf(known) : QFileInfo(first).lastModified().toMSecsSinceEpoch();
    one.runner = runnerOf(known);
    return one;
}

QString whyKept(const KeptRecording& recording)
{
    const FileDescription& known = recording.file->description();
    if (QString why = whyStillRecording(recording); !why.isEmpty())
        return why;
    if (!known.metadataReadable)
        return QStringLiteral("its metadata cannot be read, so that nobody knows what it holds");
    if (known.metadata.ring)
        return QStringLiteral("it was saved by a trigger: %1").arg(known.metadata.ring->reason);
    for (const RecordedFlag& flag : known.metadata.flags) {
        if (!flag.reviewed)
            return QStringLiteral("it has a flag that nobody has reviewed: %1").arg(flag.check);
    }
    if (QString why = unreviewedInStream(*recording.file); !why.isEmpty())
        return why;
    if (recording.segmented) {
        for (const QString& name : everythingIn(recording.path)) {
            if (!isOurs(name))
                return QStringLiteral("its folder holds something else, too: %1").arg(name);
        }
    }
    return {};
}

QString removeRecording(const KeptRecording& recording)
{
    QString failed = QStringLiteral("it could not be removed");
    if (!recording.segmented) {
        if (!QFile::remove(recording.path))
            return failed;
    } else {
        // Under another name first: half a recording must never stand under the old one.
        const QFileInfo folder(recording.path);
        const QString aside = folder.absolutePath() + QStringLiteral("/.removed-") + folder.fileName();
        if (!QDir().rename(recording.path, aside))
            return failed;
        for (const QString& name : everythingIn(aside)) {
            if (isOurs(name))
                QFile::remove(aside + QLatin1Char('/') + name);
        }
        QDir().rmdir(aside);
    }
    QFile::remove(model::sidecarPath(recording.path));
    return {};
}

} // namespace ghostline::recording
