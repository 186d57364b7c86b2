// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/map/map_finder.h"

#include "codecs/sc2/map/map_limits.h"
#include "model/base/sentence.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <set>

namespace ghostline::sc2 {

namespace {

using model::Sentence;

/// "8b/33/8b33….s2ma", as the game orders its store.
QString storePath(const QString& hash)
{
    return QStringLiteral("%1/%2/%3.s2ma").arg(hash.left(2), hash.mid(2, 2), hash);
}

/// Letters and digits alone: titles and file names differ in all else.
QString plainName(const QString& name)
{
    QString plain;
    for (const QChar c : name) {
        if (c.isLetterOrNumber())
            plain += c.toLower();
    }
    return plain;
}

std::uint64_t sizeOf(const QFileInfo& file)
{
    return static_cast<std::uint64_t>(std::max<qint64>(file.size(), 0));
}

class MapSearch
{
public:
    MapSearch(const RecordedMap& recorded, const std::stop_token& stop) : m_recorded(recorded), m_stop(stop)
    {
    }

    model::SceneSearch take() { return std::move(m_search); }
    bool foundSure() const { return m_sure; }
    bool stopped() const { return m_stop.stop_requested(); }
    const QStringList& maps() const { return m_maps; }

    /// A file that has the right name: it is the map unless it was damaged or changed.
    void tryFile(const QString& path)
    {
        const QFileInfo file(path);
        if (m_sure || stopped() || !file.isFile() || !isNew(file))
            return;
        const auto hash = fileHash(path, MaxMapFileBytes, m_stop);
        if (stopped())
            return;
        if (hash && *hash == m_recorded.hash)
            add(file, {});
        else if (hash)
            add(file,
                Sentence::of(QStringLiteral("The file has the map's name, but its contents are others.")));
        else if (sizeOf(file) > MaxMapFileBytes)
            add(file, Sentence::of(QStringLiteral(
                          "The file has the map's name, but is too large to be compared with it.")));
        else
            add(file, Sentence::of(QStringLiteral("The file has the map's name, but cannot be read.")));
    }
    /// One of the user's.
    void searchFolder(const QString& folder)
    {
        if (folder.isEmpty())
            return;
        const QDir dir(folder);
        place(folder);
        for (const QString& name :
             {storePath(m_recorded.hash), QStringLiteral("Cache/") + storePath(m_recorded.hash),
              m_recorded.hash + QStringLiteral(".s2ma")})
            tryFile(dir.filePath(name));
        searchListed(dir);
    }
    void searchRoot(const QString& root)
    {
        place(root);
        tryFile(root + u'/' + storePath(m_recorded.hash));
    }
    /// Folders that are not there come last.
    void place(const QString& folder)
    {
        const QString path = QDir::cleanPath(folder);
        if (QFileInfo(path).isDir())
            m_search.places += path;
        else
            m_absent += path;
    }
    void endPlaces()
    {
        m_search.places += m_absent;
        m_search.places.removeDuplicates();
    }
    void searchNames(const MapNameOf& nameOf)
    {
        const QString title = plainName(m_recorded.title);
        if (title.isEmpty() || !nameOf)
            return;
        // Those whose file is called so are opened first, since not many are.
        const auto called = [&title](const QString& path) {
            const QString name = plainName(QFileInfo(path).completeBaseName());
            return !name.isEmpty() && (name.contains(title) || title.contains(name));
        };
        std::stable_partition(m_maps.begin(), m_maps.end(), called);
        const Sentence otherVersion =
            Sentence::of(QStringLiteral("It has the map's title, but may be another version of it."));
        const Sentence notCompared =
            Sentence::of(QStringLiteral("It has the map's title, but was not compared with it."));
        for (const QString& path : m_maps.mid(0, MaxNamedMaps)) {
            if (stopped())
                return;
            if (plainName(nameOf(path, m_stop)) == title && isNew(QFileInfo(path)))
                add(QFileInfo(path), m_compared.contains(path) ? otherVersion : notCompared);
        }
    }
    void want()
    {
        const Sentence wanted = m_recorded.title.isEmpty()
                                    ? Sentence::of(QStringLiteral("the map %1.s2ma"), {m_recorded.hash})
                                    : Sentence::of(QStringLiteral("the map \"%1\" (%2.s2ma)"),
                                                   {m_recorded.title, m_recorded.hash});
        m_search.wanted = wanted.text();
        m_search.wantedWording = wanted.wording();
    }

private:
    /// Folders may lie in one another, and links may lead to one file.
    bool isNew(const QFileInfo& file) { return m_known.insert(file.canonicalFilePath()).second; }
    void add(const QFileInfo& file, const Sentence& doubt)
    {
        model::SceneCandidate candidate{
            .path = file.absoluteFilePath(), .doubt = doubt.text(), .doubtWording = doubt.wording()};
        m_sure = m_sure || doubt.isEmpty();
        m_search.found.insert(doubt.isEmpty() ? m_search.found.begin() : m_search.found.end(),
                              std::move(candidate));
    }
    /// Maps that lie directly in it, whatever they are called.
    void searchListed(const QDir& dir)
    {
        const auto filters = QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot;
        const QFileInfoList all =
            dir.entryInfoList({QStringLiteral("*.SC2Map"), QStringLiteral("*.s2ma")}, filters, QDir::Name);
        for (const QFileInfo& entry : all.mid(0, MaxFolderMaps)) {
            if (m_sure || stopped())
                return;
            m_maps += entry.absoluteFilePath();
            const std::uint64_t bytes = sizeOf(entry);
            if (!entry.isFile() || bytes > MaxMapFileBytes || m_hashed + bytes > MaxHashedBytes)
                continue;
            m_hashed += bytes;
            const auto hash = fileHash(entry.filePath(), MaxMapFileBytes, m_stop);
            if (hash)
                m_compared.insert(m_maps.back());
            if (hash && *hash == m_recorded.hash && isNew(entry))
                add(entry, {});
        }
    }

    const RecordedMap& m_recorded;
    const std::stop_token& m_stop;
    model::SceneSearch m_search;
    QStringList m_absent;
    QStringList m_maps;           ///< of the user, that are not known to be the one
    std::set<QString> m_compared; ///< of these
    std::set<QString> m_known;
    std::uint64_t m_hashed = 0;
    bool m_sure = false;
};

} // namespace

std::optional<QString> fileHash(const QString& path, std::uint64_t most, const std::stop_token& stop)
{
    constexpr qint64 Block = qint64{1} << 18;
    if (!QFileInfo(path).isFile()) // a pipe would be waited for
        return std::nullopt;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly) || file.size() < 0 || static_cast<std::uint64_t>(file.size()) > most)
        return std::nullopt;
    QCryptographicHash hash(QCryptographicHash::Sha256);
    std::vector<char> block(static_cast<std::size_t>(Block));
    std::uint64_t left = most;
    while (!stop.stop_requested()) {
        const qint64 got = file.read(block.data(), Block);
        if (got < 0 || static_cast<std::uint64_t>(got) > left)
            return std::nullopt;
        if (got == 0)
            return QString::fromLatin1(hash.result().toHex());
        hash.addData(QByteArrayView(block.data(), got));
        left -= static_cast<std::uint64_t>(got);
    }
    return std::nullopt;
}

model::SceneSearch findMap(const RecordedMap& recorded, const QStringList& folders,
                           const MachinePaths& machine, const MapNameOf& nameOf, const std::stop_token& stop)
{
    if (recorded.hash.isEmpty())
        return {};
    MapSearch search(recorded, stop);
    search.want();
    for (const QString& folder : folders)
        search.searchFolder(folder);
    for (const QString& path : recorded.recordedPaths) {
        if (QDir::isAbsolutePath(path)) {
            search.tryFile(machine.root + path);
        } else if (path.startsWith(QLatin1String("C:/"), Qt::CaseInsensitive)) {
            for (const QString& drive : wineDrives(machine))
                search.tryFile(drive + path.mid(2));
        }
    }
    for (const QString& root : cacheRoots(machine))
        search.searchRoot(root);
    search.endPlaces();
    if (!search.foundSure())
        search.searchNames(nameOf);
    return search.take();
}

} // namespace ghostline::sc2
