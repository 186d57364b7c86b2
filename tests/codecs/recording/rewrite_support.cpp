// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/recording/rewrite_support.h"

namespace ghostline::test {

FilePtr openRecording(const QString& path)
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

model::WriteRequest writeTo(const QString& path, const model::Options& options, model::FrameRange frames)
{
    model::WriteRequest request;
    request.path = path;
    request.codec = options;
    request.frames = frames;
    return request;
}

std::map<int, QByteArray> eventsOf(const RecordingFile& file)
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

QByteArray describe(const recording::World& world)
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

std::vector<QByteArray> statesOf(const RecordingFile& file)
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

QByteArray contentHash(const QString& path)
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

model::Result<std::size_t> FailingSource::read(std::uint64_t offset, std::span<std::byte> out,
                                               std::stop_token) const
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

model::Identity FailingSource::identity() const
{
    return {(m_web ? QStringLiteral("https://replays.example/run/") : QStringLiteral("run/")) + m_name,
            size(),
            {},
            {},
            {}};
}

model::Result<std::unique_ptr<model::ByteSource>> FailingSource::sibling(std::string_view name,
                                                                         std::stop_token) const
{
    const QString key = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    if (!m_files.contains(key))
        return model::fail(model::ErrorCode::NotFound, QStringLiteral("there is no ") + key);
    return std::make_unique<FailingSource>(m_files, key, m_web, m_failing);
}

model::Result<QStringList> FailingSource::siblingNames() const
{
    if (m_web)
        return model::ByteSource::siblingNames();
    QStringList names;
    for (const auto& file : m_files)
        names.push_back(file.first);
    return names;
}

FullDisk::FullDisk(std::uint64_t bytes)
{
    m_handler = std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &m_before);
    rlimit limit = m_before;
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
}

FullDisk::~FullDisk()
{
    setrlimit(RLIMIT_FSIZE, &m_before);
    std::signal(SIGXFSZ, m_handler);
}

} // namespace ghostline::test
