// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/bytes/byte_sources.h"

#include "model/base/text.h"
#include "model/bytes/file_names.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <limits>
#include <sys/stat.h>
#include <unistd.h>

namespace ghostline::model {

namespace {

/// Between two looks at the stop token at most this much is read.
constexpr std::size_t ReadSlice = std::size_t{4} << 20;

QString systemMessage(int error) { return QString::fromLocal8Bit(std::strerror(error)); }

class FileSource final : public ByteSource
{
public:
    FileSource(int descriptor, QString path, const struct stat& status) : m_descriptor(descriptor)
    {
        m_identity.name = std::move(path);
        m_identity.size = static_cast<std::uint64_t>(status.st_size);
        m_identity.modified = QDateTime::fromMSecsSinceEpoch(
            status.st_mtim.tv_sec * qint64{1000} + status.st_mtim.tv_nsec / 1'000'000, Qt::UTC);
    }
    ~FileSource() override { ::close(m_descriptor); }
    FileSource(const FileSource&) = delete;
    FileSource& operator=(const FileSource&) = delete;

    Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out,
                             std::stop_token stop) const override
    {
        constexpr auto MaxOffset = static_cast<std::uint64_t>(std::numeric_limits<off_t>::max());
        std::size_t done = 0;
        while (done < out.size()) {
            if (stop.stop_requested())
                return cancelled();
            if (offset > MaxOffset - done)
                break;
            const std::size_t wanted = std::min(out.size() - done, ReadSlice);
            const ssize_t got =
                ::pread(m_descriptor, out.data() + done, wanted, static_cast<off_t>(offset + done));
            if (got < 0 && errno == EINTR)
                continue;
            if (got < 0) {
                auto error = fail(
                    ErrorCode::IoError,
                    Sentence::of(QStringLiteral("the file could not be read: %1"), {systemMessage(errno)}),
                    {.offset = offset + done});
                error.value().file = m_identity.name;
                return error;
            }
            if (got == 0)
                break;
            done += static_cast<std::size_t>(got);
        }
        return done;
    }

    std::uint64_t size() const override
    {
        struct stat status
        {
        };
        return ::fstat(m_descriptor, &status) == 0 ? static_cast<std::uint64_t>(status.st_size)
                                                   : m_identity.size;
    }

    Identity identity() const override { return m_identity; }

    Result<std::unique_ptr<ByteSource>> sibling(std::string_view name, std::stop_token) const override
    {
        const QString text = textOf(name);
        if (!isSafeSiblingName(text))
            return fail(ErrorCode::InvalidArgument,
                        QStringLiteral("\"%1\" does not name a file beside the recording").arg(text));
        return openFile(QFileInfo(m_identity.name).dir().filePath(text));
    }

    Result<QStringList> siblingNames() const override
    {
        const auto entries = listFolder(QFileInfo(m_identity.name).dir().path());
        if (!entries)
            return fail(ErrorCode::NotReadable, Sentence::of(QStringLiteral("the folder cannot be listed")));
        QStringList names;
        for (const FolderEntry& entry : *entries) {
            if (entry.kind == EntryKind::File)
                names << entry.name;
        }
        return names;
    }

private:
    int m_descriptor;
    Identity m_identity;
};

tl::unexpected<Error> openError(ErrorCode code, const QString& path, const Sentence& message)
{
    auto error = fail(code, message);
    error.value().file = path;
    return error;
}

tl::unexpected<Error> openFailed(int error, const QString& path)
{
    if (error == ENOENT || error == ENOTDIR)
        return openError(ErrorCode::NotFound, path, Sentence::of(QStringLiteral("there is no such file")));
    return openError(ErrorCode::NotReadable, path,
                     Sentence::of(QStringLiteral("the file cannot be opened: %1"), {systemMessage(error)}));
}

} // namespace

Result<std::unique_ptr<ByteSource>> openFile(const QString& path)
{
    const QByteArray name = pathToBytes(path);
    struct stat status
    {
    };
    // Looked at before opening: opening a FIFO or a device can block or have effects of its own.
    if (::stat(name.constData(), &status) != 0)
        return openFailed(errno, path);
    if (S_ISDIR(status.st_mode))
        return openError(ErrorCode::NotReadable, path,
                         Sentence::of(QStringLiteral("this is a folder, not a file")));
    if (!S_ISREG(status.st_mode))
        return openError(ErrorCode::NotReadable, path,
                         Sentence::of(QStringLiteral("this is not a regular file")));
    const int descriptor = ::open(name.constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return openFailed(errno, path);
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        ::close(descriptor);
        return openError(ErrorCode::NotReadable, path,
                         Sentence::of(QStringLiteral("this is not a regular file")));
    }
    return std::make_unique<FileSource>(descriptor, path, status);
}

MemorySource::MemorySource(std::vector<std::byte> bytes, QString name)
    : m_bytes(std::move(bytes)), m_name(std::move(name))
{
}

std::unique_ptr<MemorySource> MemorySource::fromByteArray(const QByteArray& bytes, QString name)
{
    const auto view = std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size())));
    return std::make_unique<MemorySource>(std::vector<std::byte>(view.begin(), view.end()), std::move(name));
}

void MemorySource::addSibling(QString name, QByteArray bytes)
{
    m_siblings.emplace_back(std::move(name), std::move(bytes));
}

Result<std::size_t> MemorySource::read(std::uint64_t offset, std::span<std::byte> out,
                                       std::stop_token stop) const
{
    if (stop.stop_requested())
        return cancelled();
    if (offset >= m_bytes.size() || out.empty())
        return std::size_t{0};
    const std::size_t count = std::min(out.size(), m_bytes.size() - static_cast<std::size_t>(offset));
    std::memcpy(out.data(), m_bytes.data() + offset, count);
    return count;
}

Identity MemorySource::identity() const
{
    Identity identity;
    identity.name = m_name;
    identity.size = m_bytes.size();
    return identity;
}

Result<std::unique_ptr<ByteSource>> MemorySource::sibling(std::string_view name, std::stop_token) const
{
    const QString wanted = textOf(name);
    for (const auto& [known, bytes] : m_siblings) {
        if (known == wanted)
            return fromByteArray(bytes, known);
    }
    return fail(ErrorCode::NotFound,
                Sentence::of(QStringLiteral("there is no file \"%1\" beside the recording"), {wanted}));
}

Result<QStringList> ByteSource::siblingNames() const
{
    return fail(ErrorCode::Unsupported, QStringLiteral("the files beside this one cannot be listed"));
}

Result<QStringList> MemorySource::siblingNames() const
{
    QStringList names{m_name};
    for (const auto& [name, bytes] : m_siblings)
        names << name;
    names.sort();
    names.removeDuplicates();
    return names;
}

bool isSafeSiblingName(const QString& name)
{
    return !name.isEmpty() && !name.contains(QChar::Null) && QDir::isRelativePath(name) &&
           !name.split(QLatin1Char('/')).contains(QStringLiteral(".."));
}

Result<void> readExactly(const ByteSource& source, std::uint64_t offset, std::span<std::byte> out,
                         std::stop_token stop)
{
    const Result<std::size_t> got = source.read(offset, out, std::move(stop));
    if (!got)
        return tl::unexpected<Error>(got.error());
    if (*got < out.size())
        return fail(
            ErrorCode::Damaged,
            Sentence::of(QStringLiteral("%1 bytes were expected from byte %2 on, the file ends after "
                                        "%3 of them"),
                         {QString::number(out.size()), QString::number(offset), QString::number(*got)}),
            {.offset = offset + *got});
    return {};
}

} // namespace ghostline::model
