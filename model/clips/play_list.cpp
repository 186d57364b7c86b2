// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/clips/play_list.h"

#include "model/bytes/atomic_file.h"
#include "model/bytes/http_source.h"
#include "model/bytes/whole_file.h"
#include "model/time/time_text.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <cmath>

namespace ghostline::model {

namespace {

/// Far more than anybody puts together; protects memory from a file that is none of ours.
constexpr std::uint64_t MostBytes = std::uint64_t{64} << 20;

const QString ListSchemaKey = QStringLiteral("schema");
const QString TitleKey = QStringLiteral("title");
const QString GoesOnKey = QStringLiteral("goes_on");
const QString EntriesKey = QStringLiteral("entries");
const QString RecordingKey = QStringLiteral("recording");
const QString RateKey = QStringLiteral("rate");
const QString CameraKey = QStringLiteral("camera");
const QString NoteKey = QStringLiteral("note");
const QString ShaKey = QStringLiteral("replay_sha256");
const QString BytesKey = QStringLiteral("replay_size");

/// An end of the stretch is a number of microseconds or, as people write it, a text.
struct EndKeys
{
    QString micros;
    QString text;
};
const EndKeys FromKeys{QStringLiteral("from_us"), QStringLiteral("from")};
const EndKeys ToKeys{QStringLiteral("to_us"), QStringLiteral("to")};

tl::unexpected<Error> badList(const QString& path, const Sentence& message, Location where = {})
{
    auto error = fail(ErrorCode::Damaged, message, where);
    error.value().file = path;
    return error;
}

std::optional<std::int64_t> wholeIn(const QJsonValue& value, std::int64_t least, std::int64_t most)
{
    const double number = value.toDouble(-1.0);
    if (!value.isDouble() || !std::isfinite(number) || number != std::floor(number) ||
        number < static_cast<double>(least) || number > static_cast<double>(most))
        return std::nullopt;
    return static_cast<std::int64_t>(number);
}

std::optional<Micros> takeEnd(QJsonObject& object, const EndKeys& keys)
{
    const QJsonValue micros = object.take(keys.micros);
    const QJsonValue text = object.take(keys.text);
    if (micros.isUndefined())
        return text.isString() ? clipTime(text.toString()) : std::nullopt;
    const auto whole = wholeIn(micros, 0, PlayList::LongestTime.count());
    return whole ? std::optional(Micros{*whole}) : std::nullopt;
}

/// What is wrong with an entry, wherever it comes from; nothing = it can be written and read again.
std::optional<Sentence> wrongWith(const Clip& clip, const Sentence& number)
{
    const auto says = [&number](const QString& pattern) { return Sentence::of(pattern, {number}); };
    if (clip.recording.isEmpty() || clip.recording.contains(QChar(0)))
        return says(QStringLiteral("entry %1 of the play list names no recording"));
    const auto usable = [](Micros at) { return at.count() >= 0 && at <= PlayList::LongestTime; };
    if (!usable(clip.from) || !usable(clip.to))
        return says(QStringLiteral("entry %1 of the play list begins or ends at no usable time"));
    if (clip.to < clip.from)
        return says(QStringLiteral("entry %1 of the play list ends before it begins"));
    if (!std::isfinite(clip.rate) || clip.rate < PlayList::SlowestRate || clip.rate > PlayList::FastestRate)
        return says(QStringLiteral("entry %1 of the play list has a speed that is not from 1/64 to 64"));
    return std::nullopt;
}

/// A missing text is an empty one.
bool takeText(QJsonObject& object, const QString& key, QString& out)
{
    const QJsonValue value = object.take(key);
    out = value.toString();
    return value.isUndefined() || value.isString();
}

/// What is no size or no hash says nothing, and goes back as it came.
void takeIdentity(QJsonObject& object, PlayListEntry& entry)
{
    constexpr std::int64_t MostSize = 9'000'000'000'000'000;
    if (const auto size = wholeIn(object.value(BytesKey), 0, MostSize)) {
        entry.content.size = *size;
        object.remove(BytesKey);
    }
    const QByteArray sha = object.value(ShaKey).toString().toLatin1().toLower();
    const auto isHex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    if (sha.size() == 64 && std::ranges::all_of(sha, isHex)) {
        entry.content.sha256 = sha;
        object.remove(ShaKey);
    }
}

/// From the list's folder on, unless it says all of its way itself.
QString wholePath(const QString& recording, const QDir& folder)
{
    if (recording.isEmpty() || isWebAddress(recording))
        return recording;
    return QDir::cleanPath(folder.absoluteFilePath(recording));
}

/// What lies in the list's folder or below it goes wherever that folder goes.
QString writtenPath(const QString& recording, const QDir& folder)
{
    if (isWebAddress(recording))
        return withoutPassword(recording);
    const QString whole = QDir::cleanPath(QFileInfo(recording).absoluteFilePath());
    const QString below = QDir(folder.absolutePath()).relativeFilePath(whole);
    const bool outside = below == QLatin1String("..") || below.startsWith(QLatin1String("../")) ||
                         below == QLatin1String(".") || QDir::isAbsolutePath(below);
    return outside ? whole : below;
}

tl::expected<PlayListEntry, Sentence> readEntry(QJsonObject object, const QDir& folder,
                                                const Sentence& number)
{
    const auto wrong = [&number](const QString& pattern) {
        return tl::unexpected<Sentence>(Sentence::of(pattern, {number}));
    };
    PlayListEntry entry;
    Clip& clip = entry.clip;
    QString recording;
    if (!takeText(object, RecordingKey, recording))
        return wrong(QStringLiteral("entry %1 of the play list names no recording"));
    clip.recording = wholePath(recording, folder);
    if (!takeText(object, CameraKey, clip.camera) || !takeText(object, TitleKey, clip.title) ||
        !takeText(object, NoteKey, clip.note))
        return wrong(QStringLiteral("entry %1 of the play list has a title, note or camera that is no text"));
    const auto from = takeEnd(object, FromKeys);
    const auto to = takeEnd(object, ToKeys);
    if (!from || !to)
        return wrong(QStringLiteral("entry %1 of the play list begins or ends at no usable time"));
    clip.from = *from;
    clip.to = *to;
    clip.goesOn = object.take(GoesOnKey).toBool();
    const QJsonValue rate = object.take(RateKey);
    clip.rate = rate.isUndefined() ? 1.0 : rate.toDouble(0.0); // 0 is refused below
    if (auto complaint = wrongWith(clip, number))
        return tl::unexpected<Sentence>(std::move(*complaint));
    takeIdentity(object, entry);
    entry.unknown = object;
    return entry;
}

QJsonObject toJson(const PlayListEntry& entry, const QDir& folder)
{
    const Clip& clip = entry.clip;
    QJsonObject object = entry.unknown;
    object[RecordingKey] = writtenPath(clip.recording, folder);
    object[FromKeys.micros] = static_cast<qint64>(clip.from.count());
    object[ToKeys.micros] = static_cast<qint64>(clip.to.count());
    object[RateKey] = clip.rate;
    object[CameraKey] = clip.camera;
    object[TitleKey] = clip.title;
    object[NoteKey] = clip.note;
    if (clip.goesOn)
        object[GoesOnKey] = true;
    if (!entry.content.sha256.isEmpty())
        object[ShaKey] = QString::fromLatin1(entry.content.sha256);
    if (entry.content.size >= 0)
        object[BytesKey] = static_cast<qint64>(entry.content.size);
    return object;
}

tl::unexpected<Error> tooMany(const QString& path, std::size_t entries)
{
    auto error = fail(ErrorCode::LimitExceeded,
                      Sentence::of(QStringLiteral("the play list has %1 entries, more than %2 are not read"),
                                   {QString::number(entries), QString::number(PlayList::MostEntries)}));
    error.value().file = path;
    return error;
}

} // namespace

std::vector<Clip> PlayList::clips() const
{
    std::vector<Clip> all;
    all.reserve(entries.size());
    for (const PlayListEntry& entry : entries)
        all.push_back(entry.clip);
    return all;
}

bool isPlayListName(const QString& path) { return path.endsWith(playListSuffix(), Qt::CaseInsensitive); }

std::optional<Sentence> differenceOf(const PlayListEntry& entry, const ContentId& now, const QString& name)
{
    const ContentId& then = entry.content;
    if (!differ(then, now))
        return std::nullopt;
    if (then.size >= 0 && now.size >= 0 && then.size != now.size)
        return Sentence::of(
            QStringLiteral("%1 is not the recording that the entry was made of: it has %2 bytes, not %3"),
            {name, QString::number(now.size), QString::number(then.size)});
    return Sentence::of(
        QStringLiteral("%1 is not the recording that the entry was made of: its content is another"), {name});
}

std::optional<Micros> clipTime(const QString& text)
{
    const QString bare = text.trimmed();
    const auto isClock = [](QChar c) { return (c >= u'0' && c <= u'9') || c == u':' || c == u'.'; };
    if (bare.isEmpty() || !std::ranges::all_of(bare, isClock))
        return std::nullopt;
    // An axis with a frame for every microsecond takes every time as it is.
    const TimeAxis axis = TimeAxis::uniform(PlayList::LongestTime.count() + 1, 1, MicrosPerSecond);
    if (isBehindEnd(bare, axis))
        return std::nullopt;
    const auto at = parseTime(bare, axis, {});
    return at ? std::optional(axis.timeOf(*at)) : std::nullopt;
}

Result<PlayList> parsePlayList(const QByteArray& text, const QString& path)
{
    QJsonParseError parse;
    const QJsonDocument document = QJsonDocument::fromJson(text, &parse);
    if (parse.error != QJsonParseError::NoError)
        return badList(
            path, Sentence::of(QStringLiteral("the play list is not valid JSON: %1"), {parse.errorString()}),
            {.offset = static_cast<std::uint64_t>(parse.offset)});
    QJsonObject object = document.object();
    const auto schema = wholeIn(object.value(ListSchemaKey), 1, 1'000'000);
    if (!schema)
        return badList(path, Sentence::of(QStringLiteral("the play list has no usable \"schema\"")));
    // A newer version's number goes back as it came, together with its keys.
    if (*schema == PlayList::SchemaVersion)
        object.remove(ListSchemaKey);
    PlayList list;
    if (!takeText(object, TitleKey, list.title))
        return badList(path, Sentence::of(QStringLiteral("the play list has a title that is no text")));
    const QJsonValue entries = object.take(EntriesKey);
    if (!entries.isArray())
        return badList(path, Sentence::of(QStringLiteral("the play list has no list of \"entries\"")));
    const QJsonArray values = entries.toArray();
    if (static_cast<std::size_t>(values.size()) > PlayList::MostEntries)
        return tooMany(path, static_cast<std::size_t>(values.size()));
    const QDir folder = QFileInfo(path).absoluteDir();
    list.entries.reserve(static_cast<std::size_t>(values.size()));
    for (const QJsonValue value : values) {
        const Sentence number = QString::number(list.entries.size() + 1);
        if (!value.isObject())
            return badList(path,
                           Sentence::of(QStringLiteral("entry %1 of the play list is no object"), {number}));
        auto entry = readEntry(value.toObject(), folder, number);
        if (!entry)
            return badList(path, entry.error());
        list.entries.push_back(std::move(*entry));
    }
    list.unknown = object;
    return list;
}

Result<QByteArray> playListText(const PlayList& list, const QString& path)
{
    if (list.entries.size() > PlayList::MostEntries)
        return tooMany(path, list.entries.size());
    const QDir folder = QFileInfo(path).absoluteDir();
    QJsonArray entries;
    for (const PlayListEntry& entry : list.entries) {
        const Sentence number = QString::number(entries.size() + 1);
        auto wrong = wrongWith(entry.clip, number);
        // A name of other bytes than UTF-8 would be another one in the file.
        if (!wrong && QString::fromUtf8(entry.clip.recording.toUtf8()) != entry.clip.recording)
            wrong = Sentence::of(
                QStringLiteral("entry %1 of the play list has a recording whose name is no UTF-8"), {number});
        if (wrong) {
            auto error = fail(ErrorCode::InvalidArgument, *wrong);
            error.value().file = path;
            return error;
        }
        entries.append(toJson(entry, folder));
    }
    QJsonObject object = list.unknown;
    if (!object.contains(ListSchemaKey))
        object[ListSchemaKey] = PlayList::SchemaVersion;
    object[TitleKey] = list.title;
    object[EntriesKey] = entries;
    return QJsonDocument(object).toJson();
}

Result<PlayList> loadPlayList(const QString& path)
{
    return wholeFile(path, MostBytes, QStringLiteral("the play list has %1 bytes, more than %2 are not read"))
        .and_then([&path](const QByteArray& text) { return parsePlayList(text, path); });
}

Result<void> savePlayList(const PlayList& list, const QString& path)
{
    const Result<QByteArray> text = playListText(list, path);
    if (!text)
        return tl::unexpected<Error>(text.error());
    return replaceFile(path, *text);
}

} // namespace ghostline::model
