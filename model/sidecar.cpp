// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/sidecar.h"

#include "model/atomic_file.h"
#include "model/byte_sources.h"
#include "model/http_source.h"
#include "model/sidecar_json.h"
#include "model/sidecar_merge.h"
#include "model/sidecar_order.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>
#include <QUuid>

#include <algorithm>

namespace ghostline::model {

namespace {

/// Far more notes than a person writes; protects memory from a file that is none of ours.
constexpr std::uint64_t MaxSidecarBytes = std::uint64_t{64} << 20;
constexpr std::size_t HashBlock = std::size_t{1} << 20;

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

/// What every new entry has.
template<typename Entry>
void complete(Entry& entry)
{
    if (entry.id.isEmpty())
        entry.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    if (!entry.created.isValid())
        entry.created = QDateTime::currentDateTimeUtc();
}

} // namespace

void Sidecar::add(Bookmark bookmark)
{
    complete(bookmark);
    insertEntry(bookmarks, std::move(bookmark));
}

void Sidecar::add(FlagReview review)
{
    complete(review);
    insertEntry(reviews, std::move(review));
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

Result<Sidecar> loadSidecarFile(const QString& path)
{
    const Result<std::unique_ptr<ByteSource>> file = openFile(path);
    if (!file)
        return tl::unexpected<Error>(file.error());
    const Result<QByteArray> text = readWhole(**file, path);
    if (!text)
        return tl::unexpected<Error>(text.error());
    return parseSidecar(*text, path);
}

Result<Sidecar> loadSidecar(const QString& replayPath)
{
    Result<Sidecar> sidecar = loadSidecarFile(newestSidecar(replayPath));
    if (!sidecar && sidecar.error().code == ErrorCode::NotFound)
        return Sidecar{};
    return sidecar;
}

Result<QString> saveSidecar(const QString& replayPath, const Sidecar& sidecar)
{
    // Notes that cannot be read may still be saved by a person: they are never written over.
    const Result<Sidecar> old = loadSidecar(replayPath);
    if (!old)
        return tl::unexpected<Error>(old.error());
    Sidecar whole = sidecar;
    addMissingReviews(whole, old->reviews);
    const QByteArray text = sidecarText(whole);

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
