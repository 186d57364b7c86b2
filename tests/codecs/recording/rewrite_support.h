// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What tests of rewriting need: recordings on disk, their ticks and states to compare, a disk that is full.
#include "codecs/recording/recording_file.h"
#include "codecs/recording/rewrite.h"
#include "codecs/recording/rewrite_ticks.h"
#include "codecs/recording/world.h"
#include "tests/codecs/recording/recording_builder.h"

#include <QCryptographicHash>
#include <QDirIterator>
#include <QTemporaryDir>

#include <csignal>
#include <sys/resource.h>

namespace ghostline::test {

using recording::ChunkEntry;
using recording::Profile;
using recording::RecordingFile;
using FilePtr = std::shared_ptr<const RecordingFile>;

/// A file, or a folder by whatever entry it has.
inline FilePtr openRecording(const QString& path)
{
    QString entry = path;
    if (QFileInfo(path).isDir()) {
        entry = path + QStringLiteral("/preamble.dat");
        if (!QFileInfo::exists(entry))
            entry = path + QLatin1Char('/') +
                    QDir(path).entryList({QStringLiteral("segment-*")}, QDir::Files).value(0);
    }
    auto source = model::openFile(entry);
    if (!source)
        return nullptr;
    return RecordingFile::open(std::move(*source)).value_or(nullptr);
}

inline model::WriteRequest writeTo(const QString& path, const model::Options& options = {},
                                   model::FrameRange frames = {0, 1'000'000'000})
{
    model::WriteRequest request;
    request.path = path;
    request.codec = options;
    request.frames = frames;
    return request;
}

/// Tick -> the bytes of its events; ticks without any are left out.
inline std::map<int, QByteArray> eventsOf(const RecordingFile& file)
{
    std::map<int, QByteArray> out;
    for (std::size_t i = 0; i < file.chunks().size(); ++i) {
        recording::Bytes raw;
        if (!file.readChunk(static_cast<int>(i), raw))
            continue;
        const ChunkEntry& entry = file.chunks()[i];
        const auto parts = recording::takeApart(recording::layoutOf(file.header().profile, entry), entry, raw,
                                                static_cast<int>(i));
        if (!parts)
            continue;
        for (const auto& tick : parts->ticks) {
            if (tick.events > 0)
                out[tick.tick] = QByteArray::number(tick.events) + ' ' + toByteArray(tick.bytes);
        }
    }
    return out;
}

inline QByteArray describe(const recording::World& world)
{
    QByteArray text;
    const auto number = [&text](double v) { text += QByteArray::number(v, 'f', 6) + ' '; };
    for (const auto& [id, e] : world.entities()) {
        text += QByteArray::number(id) + ' ' + e.type.name.c_str() + '#' + QByteArray::number(e.type.number) +
                (e.placed ? " at " : " nowhere ");
        for (const double v :
             {e.position.value().x, e.position.value().y, e.position.value().z, e.yaw, e.pitch})
            number(v);
        text += QByteArray::number(static_cast<qulonglong>(e.velocity.bits)) + " pose " +
                QByteArray::number(e.pose) + ' ' + QByteArray::number(e.flags) + " slot " +
                QByteArray::number(e.heldSlot) + " hand " + QByteArray::number(e.hand.value_or(-1));
        for (const auto& [slot, nbt] : e.items)
            text += ' ' + QByteArray::number(slot) + ':' + toByteArray(nbt).toHex();
        text += '\n';
    }
    const std::map<std::int64_t, std::uint32_t> blocks(world.blocks().begin(), world.blocks().end());
    for (const auto& [position, kind] : blocks)
        text += QByteArray::number(static_cast<qlonglong>(position)) + '=' +
                world.blockKinds()[kind].name.c_str() + '#' +
                QByteArray::number(world.blockKinds()[kind].number) + ' ';
    return text;
}

/// The state after each tick, as a reader has it who plays from the beginning.
inline std::vector<QByteArray> statesOf(const RecordingFile& file)
{
    std::vector<QByteArray> out;
    recording::World world;
    for (std::size_t i = 0; i < file.chunks().size(); ++i) {
        const ChunkEntry& entry = file.chunks()[i];
        recording::Bytes raw;
        if (!file.readChunk(static_cast<int>(i), raw))
            return out;
        recording::ChunkReader reader(file.header().profile, entry, raw, static_cast<int>(i));
        const auto snapshot = reader.snapshot();
        if (snapshot && *snapshot)
            world.load(**snapshot, entry.startTick);
        else if (entry.hasSnapshot())
            world.beginSnapshot();
        recording::Event event;
        while (reader.nextTick()) {
            out.resize(static_cast<std::size_t>(reader.tick()), describe(world));
            while (reader.nextEvent(event))
                (void)world.take(reader.tick(), event);
            out.push_back(describe(world));
        }
        out.resize(static_cast<std::size_t>(entry.endTick()), describe(world));
    }
    return out;
}

/// Names and contents of everything below a path, or of a file.
inline QByteArray contentHash(const QString& path)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    QStringList files;
    if (QFileInfo(path).isFile())
        files << path;
    for (QDirIterator it(path, QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot,
                         QDirIterator::Subdirectories);
         it.hasNext();)
        files << it.next();
    files.sort();
    for (const QString& name : files) {
        hash.addData(name.toUtf8());
        QFile file(name);
        if (QFileInfo(name).isFile() && file.open(QIODevice::ReadOnly))
            hash.addData(file.readAll());
    }
    return hash.result();
}

inline QStringList namesIn(const QString& folder)
{
    return QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
}

/// What of a folder cannot be read, and why.
struct Failing
{
    QString name;
    std::uint64_t from = 0; ///< offset
    model::ErrorCode code = model::ErrorCode::IoError;
};

/// Files beside each other, on a disk or on a server (where nobody can list them), one of which fails.
class FailingSource : public model::ByteSource
{
public:
    FailingSource(std::map<QString, QByteArray> files, QString name, bool web, Failing failing)
        : m_files(std::move(files)), m_name(std::move(name)), m_web(web), m_failing(std::move(failing))
    {
    }
    model::Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out,
                                    std::stop_token) const override
    {
        const QByteArray& bytes = m_files.at(m_name);
        const auto size = static_cast<std::uint64_t>(bytes.size());
        const std::size_t count = std::min<std::uint64_t>(size - std::min(offset, size), out.size());
        if (m_name == m_failing.name && offset + count > m_failing.from)
            return model::fail(m_failing.code, QStringLiteral("no answer"));
        std::copy_n(std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(size))).begin() +
                        static_cast<std::ptrdiff_t>(offset),
                    count, out.begin());
        return count;
    }
    std::uint64_t size() const override { return static_cast<std::uint64_t>(m_files.at(m_name).size()); }
    model::Identity identity() const override
    {
        return {(m_web ? QStringLiteral("https://replays.example/run/") : QStringLiteral("run/")) + m_name,
                size(),
                {},
                {},
                {}};
    }
    model::Result<std::unique_ptr<model::ByteSource>> sibling(std::string_view name,
                                                              std::stop_token) const override
    {
        const QString key = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        if (!m_files.contains(key))
            return model::fail(model::ErrorCode::NotFound, QStringLiteral("there is no ") + key);
        return std::make_unique<FailingSource>(m_files, key, m_web, m_failing);
    }
    model::Result<QStringList> siblingNames() const override
    {
        if (m_web)
            return model::ByteSource::siblingNames();
        QStringList names;
        for (const auto& file : m_files)
            names.push_back(file.first);
        return names;
    }

private:
    std::map<QString, QByteArray> m_files;
    QString m_name;
    bool m_web;
    Failing m_failing;
};

inline FilePtr openFailing(const std::map<QString, QByteArray>& files, bool web, const Failing& failing = {},
                           const QString& name = QStringLiteral("preamble.dat"))
{
    return RecordingFile::open(std::make_unique<FailingSource>(files, name, web, failing)).value_or(nullptr);
}

/// While it lives no file can grow beyond so many bytes: a disk that is full.
class FullDisk
{
public:
    explicit FullDisk(std::uint64_t bytes)
    {
        m_handler = std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &m_before);
        rlimit limit = m_before;
        limit.rlim_cur = bytes;
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FullDisk()
    {
        setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

private:
    rlimit m_before{};
    void (*m_handler)(int) = nullptr;
};

} // namespace ghostline::test
