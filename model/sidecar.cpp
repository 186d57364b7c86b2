// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/sidecar.h"

#include "model/atomic_file.h"
#include "model/byte_sources.h"
#include "model/http_source.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QStandardPaths>
#include <QUuid>

#include <algorithm>
#include <cmath>

namespace ghostline::model {

namespace {

/// Far more notes than a person writes; protects memory from a file that is none of ours.
constexpr std::uint64_t MaxSidecarBytes = std::uint64_t{64} << 20;
constexpr std::size_t HashBlock = std::size_t{1} << 20;

const QString SchemaKey = QStringLiteral("schema");
const QString HashKey = QStringLiteral("replay_sha256");
const QString BookmarksKey = QStringLiteral("bookmarks");

tl::unexpected<Error> damaged(const QString& path, const QString& message, Location where = {})
{
    return tl::unexpected<Error>(
        Error{ErrorCode::Damaged, message, where, path,
              QStringLiteral("the file was left as it is; move it away to begin a new one")});
}

/// Takes a key out of the object, so that what is left is what this version does not know.
QJsonValue take(QJsonObject& object, const QString& key) { return object.take(key); }

std::optional<std::int64_t> wholeNumber(const QJsonValue& value)
{
    constexpr double Limit = 9e15;
    const double number = value.toDouble(Limit);
    if (!value.isDouble() || std::abs(number) >= Limit || number != std::floor(number))
        return std::nullopt;
    return static_cast<std::int64_t>(number);
}

std::optional<Bookmark> readBookmark(QJsonObject object)
{
    Bookmark b;
    const auto frame = wholeNumber(take(object, QStringLiteral("frame")));
    const QJsonValue time = take(object, QStringLiteral("time_us"));
    const QJsonValue length = take(object, QStringLiteral("length_us"));
    const auto micros = time.isUndefined() ? std::optional<std::int64_t>(0) : wholeNumber(time);
    const auto lengthMicros = length.isUndefined() ? std::optional<std::int64_t>(0) : wholeNumber(length);
    if (!frame || *frame < 0 || !micros || !lengthMicros)
        return std::nullopt;
    b.frame = *frame;
    b.time = Micros{*micros};
    b.length = Micros{*lengthMicros};
    constexpr std::int64_t MostHues = 64;
    const auto hue = wholeNumber(take(object, QStringLiteral("hue")));
    b.hue = hue && *hue >= 0 && *hue < MostHues ? static_cast<int>(*hue) : -1;
    b.id = take(object, QStringLiteral("id")).toString();
    b.title = take(object, QStringLiteral("title")).toString();
    b.note = take(object, QStringLiteral("note")).toString();
    b.author = take(object, QStringLiteral("author")).toString();
    b.created =
        QDateTime::fromString(take(object, QStringLiteral("created")).toString(), Qt::ISODateWithMs).toUTC();
    b.unknown = object;
    return b;
}

QJsonObject writeBookmark(const Bookmark& b)
{
    QJsonObject object = b.unknown;
    object[QStringLiteral("id")] = b.id;
    object[QStringLiteral("frame")] = static_cast<qint64>(b.frame);
    object[QStringLiteral("time_us")] = static_cast<qint64>(b.time.count());
    object[QStringLiteral("length_us")] = static_cast<qint64>(b.length.count());
    if (b.hue >= 0)
        object[QStringLiteral("hue")] = b.hue;
    object[QStringLiteral("title")] = b.title;
    object[QStringLiteral("note")] = b.note;
    object[QStringLiteral("author")] = b.author;
    object[QStringLiteral("created")] = b.created.toUTC().toString(Qt::ISODateWithMs);
    return object;
}

Result<QByteArray> readWhole(const ByteSource& file, const QString& path)
{
    const std::uint64_t size = file.size();
    if (size > MaxSidecarBytes)
        return tl::unexpected<Error>(
            Error{ErrorCode::LimitExceeded,
                  QStringLiteral("the notes file has %1 bytes, more than %2 are not read")
                      .arg(size)
                      .arg(MaxSidecarBytes),
                  {},
                  path,
                  {}});
    QByteArray text(static_cast<qsizetype>(size), Qt::Uninitialized);
    const auto bytes = std::as_writable_bytes(std::span(text.data(), static_cast<std::size_t>(size)));
    const Result<std::size_t> got = file.read(0, bytes);
    if (!got)
        return tl::unexpected<Error>(got.error());
    text.truncate(static_cast<qsizetype>(*got));
    return text;
}

} // namespace

void Sidecar::add(Bookmark bookmark)
{
    if (bookmark.id.isEmpty())
        bookmark.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    if (!bookmark.created.isValid())
        bookmark.created = QDateTime::currentDateTimeUtc();
    const auto place = std::upper_bound(bookmarks.begin(), bookmarks.end(), bookmark.frame,
                                        [](FrameNumber f, const Bookmark& b) { return f < b.frame; });
    bookmarks.insert(place, std::move(bookmark));
}

bool Sidecar::remove(const QString& id)
{
    return std::erase_if(bookmarks, [&id](const Bookmark& b) { return b.id == id; }) > 0;
}

const Bookmark* Sidecar::next(FrameNumber frame) const
{
    const auto after = std::upper_bound(bookmarks.begin(), bookmarks.end(), frame,
                                        [](FrameNumber f, const Bookmark& b) { return f < b.frame; });
    return after == bookmarks.end() ? nullptr : &*after;
}

const Bookmark* Sidecar::previous(FrameNumber frame) const
{
    const auto from = std::lower_bound(bookmarks.begin(), bookmarks.end(), frame,
                                       [](const Bookmark& b, FrameNumber f) { return b.frame < f; });
    return from == bookmarks.begin() ? nullptr : &*std::prev(from);
}

QString sidecarPath(const QString& replayPath)
{
    return isWebAddress(replayPath) ? QString()
                                    : QDir::cleanPath(replayPath) + QStringLiteral(".ghostline.json");
}

QString privateSidecarPath(const QString& replayPath)
{
    const QString whole =
        isWebAddress(replayPath) ? replayPath : QDir::cleanPath(QFileInfo(replayPath).absoluteFilePath());
    const QByteArray name = QCryptographicHash::hash(whole.toUtf8(), QCryptographicHash::Sha1).toHex();
    return QStringLiteral("%1/ghostline/reviews/%2.ghostline.json")
        .arg(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation),
             QString::fromLatin1(name));
}

namespace {

QString newestSidecar(const QString& replayPath)
{
    const QString beside = sidecarPath(replayPath);
    const QFileInfo own(privateSidecarPath(replayPath));
    const bool ownCounts = own.exists() && (beside.isEmpty() || !QFileInfo::exists(beside) ||
                                            own.lastModified() > QFileInfo(beside).lastModified());
    return ownCounts || beside.isEmpty() ? own.filePath() : beside;
}

Result<void> writeWhole(const QString& path, const QByteArray& text)
{
    Result<AtomicFile> file = AtomicFile::create(path);
    if (!file)
        return tl::unexpected<Error>(file.error());
    const auto bytes = std::as_bytes(std::span(text.constData(), static_cast<std::size_t>(text.size())));
    return file->write(bytes).and_then([&file] { return file->commit(); });
}

} // namespace

Result<Sidecar> loadSidecar(const QString& replayPath)
{
    const QString path = newestSidecar(replayPath);
    const Result<std::unique_ptr<ByteSource>> file = openFile(path);
    if (!file && file.error().code == ErrorCode::NotFound)
        return Sidecar{};
    if (!file)
        return tl::unexpected<Error>(file.error());
    const Result<QByteArray> text = readWhole(**file, path);
    if (!text)
        return tl::unexpected<Error>(text.error());
    QJsonParseError parse;
    const QJsonDocument document = QJsonDocument::fromJson(*text, &parse);
    if (parse.error != QJsonParseError::NoError)
        return damaged(path, QStringLiteral("the notes file is not valid JSON: %1").arg(parse.errorString()),
                       {.offset = static_cast<std::uint64_t>(parse.offset)});
    QJsonObject object = document.object();
    const auto schema = wholeNumber(object.value(SchemaKey));
    if (!schema || *schema < 1)
        return damaged(path, QStringLiteral("the notes file has no usable \"schema\""));
    Sidecar sidecar;
    // A newer version's number goes back as it came, together with its keys.
    if (*schema == Sidecar::SchemaVersion)
        object.remove(SchemaKey);
    sidecar.replayHash = take(object, HashKey).toString().toLatin1();
    const QJsonValue list = take(object, BookmarksKey);
    if (!list.isUndefined() && !list.isArray())
        return damaged(path, QStringLiteral("\"bookmarks\" in the notes file is not a list"));
    for (const QJsonValue value : list.toArray()) {
        std::optional<Bookmark> bookmark = readBookmark(value.toObject());
        if (!bookmark)
            return damaged(path, QStringLiteral("bookmark %1 in the notes file has no usable frame or time")
                                     .arg(sidecar.bookmarks.size() + 1));
        sidecar.bookmarks.push_back(std::move(*bookmark));
    }
    std::stable_sort(sidecar.bookmarks.begin(), sidecar.bookmarks.end(),
                     [](const Bookmark& a, const Bookmark& b) { return a.frame < b.frame; });
    for (Bookmark& b : sidecar.bookmarks) {
        if (b.id.isEmpty())
            b.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    }
    sidecar.unknown = object;
    return sidecar;
}

Result<QString> saveSidecar(const QString& replayPath, const Sidecar& sidecar)
{
    // Notes that cannot be read may still be saved by a person: they are never written over.
    if (const Result<Sidecar> old = loadSidecar(replayPath); !old)
        return tl::unexpected<Error>(old.error());
    QJsonObject object = sidecar.unknown;
    if (!object.contains(SchemaKey))
        object[SchemaKey] = Sidecar::SchemaVersion;
    object[HashKey] = QString::fromLatin1(sidecar.replayHash);
    QJsonArray list;
    for (const Bookmark& b : sidecar.bookmarks)
        list.append(writeBookmark(b));
    object[BookmarksKey] = list;
    const QByteArray text = QJsonDocument(object).toJson();

    QString path = sidecarPath(replayPath);
    if (!path.isEmpty()) {
        auto written = writeWhole(path, text);
        if (written)
            return path;
        // A folder that is gone is a mistake; one that takes nothing is an archive, or full.
        if (!QFileInfo(QFileInfo(path).absolutePath()).isDir())
            return tl::unexpected<Error>(written.error());
    }
    path = privateSidecarPath(replayPath);
    if (!QDir().mkpath(QFileInfo(path).path()))
        return fail(ErrorCode::WriteFailed,
                    QStringLiteral("the folder for notes cannot be made: %1").arg(QFileInfo(path).path()));
    if (auto written = writeWhole(path, text); !written)
        return tl::unexpected<Error>(written.error());
    return path;
}

Result<QByteArray> hashFile(const QString& path, std::stop_token stop)
{
    const Result<std::unique_ptr<ByteSource>> file = openFile(path);
    if (!file)
        return tl::unexpected<Error>(file.error());
    QCryptographicHash hash(QCryptographicHash::Sha256);
    std::vector<std::byte> block(HashBlock);
    for (std::uint64_t offset = 0;;) {
        const Result<std::size_t> got = (*file)->read(offset, block, stop);
        if (!got)
            return tl::unexpected<Error>(got.error());
        if (*got == 0)
            return hash.result().toHex();
        hash.addData(
            QByteArrayView(reinterpret_cast<const char*>(block.data()), static_cast<qsizetype>(*got)));
        offset += *got;
    }
}

} // namespace ghostline::model
