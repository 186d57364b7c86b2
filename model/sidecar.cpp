// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/sidecar.h"

#include "model/byte_sources.h"
#include "model/sidecar_order.h"

#include <QCryptographicHash>
#include <QUuid>

#include <algorithm>

namespace ghostline::model {

namespace {

constexpr std::size_t HashBlock = std::size_t{1} << 20;

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
    changed.push_back(bookmark.id);
    insertEntry(bookmarks, std::move(bookmark));
}

void Sidecar::add(FlagReview review)
{
    complete(review);
    insertEntry(reviews, std::move(review));
}

bool Sidecar::remove(const QString& id)
{
    const QString gone = id; // it may be the removed bookmark's own
    if (std::erase_if(bookmarks, [&gone](const Bookmark& b) { return b.id == gone; }) == 0)
        return false;
    changed.push_back(gone);
    return true;
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
