// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/sidecar/content.h"

#include "model/bytes/byte_sources.h"
#include "model/bytes/http_source.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <vector>

namespace ghostline::model {

namespace {

constexpr std::size_t HashBlock = std::size_t{1} << 20;

Result<ContentId> contentOfFile(const QString& path, const std::stop_token& stop)
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
            return ContentId{hash.result().toHex(), static_cast<std::int64_t>(offset)};
        hash.addData(
            QByteArrayView(reinterpret_cast<const char*>(block.data()), static_cast<qsizetype>(*got)));
        offset += *got;
    }
}

/// By the bytes of their names, as the C locale has it.
std::vector<QFileInfo> filesIn(const QString& folder)
{
    std::vector<QFileInfo> files;
    for (const QFileInfo& file : QDir(folder).entryInfoList(QDir::Files)) {
        if (!file.fileName().endsWith(QLatin1String(".ghostline.json")))
            files.push_back(file);
    }
    std::ranges::sort(files, {}, [](const QFileInfo& file) { return QFile::encodeName(file.fileName()); });
    return files;
}

Result<ContentId> contentOfFolder(const QString& path, const std::stop_token& stop)
{
    QCryptographicHash lines(QCryptographicHash::Sha256);
    ContentId whole{{}, 0};
    for (const QFileInfo& file : filesIn(path)) {
        const Result<ContentId> one = contentOfFile(file.filePath(), stop);
        if (!one)
            return tl::unexpected<Error>(one.error());
        lines.addData(one->sha256 + "  " + QFile::encodeName(file.fileName()) + '\n');
        whole.size += one->size;
    }
    whole.sha256 = lines.result().toHex();
    return whole;
}

} // namespace

bool differ(const ContentId& a, const ContentId& b)
{
    if (a.size >= 0 && b.size >= 0 && a.size != b.size)
        return true;
    return !a.sha256.isEmpty() && !b.sha256.isEmpty() && a.sha256.compare(b.sha256, Qt::CaseInsensitive) != 0;
}

ContentId sizeOfContent(const QString& recordingPath)
{
    const QFileInfo recording(recordingPath);
    if (isWebAddress(recordingPath) || !recording.exists())
        return {};
    ContentId content{{}, recording.isDir() ? 0 : recording.size()};
    if (recording.isDir()) {
        for (const QFileInfo& file : filesIn(recordingPath))
            content.size += file.size();
    }
    return content;
}

Result<ContentId> contentOf(const QString& recordingPath, std::stop_token stop)
{
    if (isWebAddress(recordingPath))
        return fail(
            ErrorCode::InvalidArgument,
            Sentence::of(QStringLiteral("the content of an address is not fetched to be identified")));
    return QFileInfo(recordingPath).isDir() ? contentOfFolder(recordingPath, stop)
                                            : contentOfFile(recordingPath, stop);
}

} // namespace ghostline::model
