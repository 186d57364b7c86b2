// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/map/recorded_map.h"

#include "codecs/sc2/map/map_limits.h"

#include <QByteArrayList>
#include <QCryptographicHash>

#include <algorithm>
#include <array>
#include <string_view>

namespace ghostline::sc2 {

namespace {

// A handle: "s2ma", two zeros, the region, SHA-256 (docs/formats/sc2map.md).
constexpr qsizetype HandleBytes = 40;
constexpr qsizetype HashAt = 8;
constexpr std::string_view MapHandle = "s2ma";

/// The file behind the handle of such a module is a line of text, and that is what is hashed.
bool isModuleOfGame(const QByteArray& hash)
{
    static const std::vector<QByteArray> known = [] {
        QByteArrayList names{"Core.SC2Mod",           "Liberty.SC2Mod",         "LibertyMulti.SC2Mod",
                             "Swarm.SC2Mod",          "SwarmMulti.SC2Mod",      "Void.SC2Mod",
                             "VoidMulti.SC2Mod",      "Liberty.SC2Campaign",    "LibertyStory.SC2Campaign",
                             "Swarm.SC2Campaign",     "SwarmStory.SC2Campaign", "Void.SC2Campaign",
                             "VoidStory.SC2Campaign", "BalanceMulti.SC2Mod",    "AlliedCommanders.SC2Mod"};
        for (int team = 1; team <= 16; ++team)
            names += "Teams" + QByteArray::number(team).rightJustified(2, '0') + ".SC2Mod";
        std::vector<QByteArray> hashes;
        hashes.reserve(static_cast<std::size_t>(names.size()));
        for (const QByteArray& name : names)
            hashes.push_back(QCryptographicHash::hash("Standard Data: " + name, QCryptographicHash::Sha256));
        return hashes;
    }();
    return std::find(known.begin(), known.end(), hash) != known.end();
}

bool isLetter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
bool isSlash(char c) { return c == '/' || c == '\\'; }

/// Where a path begins that ends with the text, of which more may stand before; npos = it is none of this
/// machine.
std::size_t pathStart(std::string_view text, bool isCut)
{
    for (std::size_t i = text.size(); i-- > 0;) {
        if (i + 2 < text.size() && isLetter(text[i]) && text[i + 1] == ':' && isSlash(text[i + 2]))
            return i;
    }
    const std::size_t first = text.find('/');
    // Two of them begin the name of another machine.
    return !isCut && first + 1 < text.size() && !isSlash(text[first + 1]) ? first : std::string_view::npos;
}

} // namespace

QString mapHash(std::span<const QByteArray> handles)
{
    if (handles.empty() || handles.back().size() != HandleBytes ||
        !handles.back().startsWith(QByteArrayView(MapHandle.data(), MapHandle.size())))
        return {};
    const QByteArray hash = handles.back().mid(HashAt);
    return isModuleOfGame(hash) ? QString() : QString::fromLatin1(hash.toHex());
}

QStringList recordedMapPaths(std::span<const std::byte> lobby, const QString& hash)
{
    QStringList paths;
    if (hash.isEmpty())
        return paths;
    const std::string_view text(reinterpret_cast<const char*>(lobby.data()), lobby.size());
    const std::string name = hash.toStdString() + ".s2ma";
    const std::array folders{hash.left(2).toStdString(), hash.mid(2, 2).toStdString()};
    int seen = 0;
    for (std::size_t at = text.find(name); at != std::string_view::npos && seen < MaxRecordedPaths;
         at = text.find(name, at + name.size()), ++seen) {
        std::size_t begin = at;
        while (begin > 0 && at - begin < static_cast<std::size_t>(MaxRecordedPathLetters) &&
               static_cast<unsigned char>(text[begin - 1]) >= 0x20)
            --begin;
        std::string_view path = text.substr(begin, at - begin);
        // ".../Cache/8b/33/": nothing else than the game's own store is believed.
        constexpr std::string_view Store = "Cache";
        const std::size_t tail = Store.size() + 7;
        if (path.size() < tail)
            continue;
        const std::string_view end = path.substr(path.size() - tail);
        if (!end.starts_with(Store) || !isSlash(end[5]) || end.substr(6, 2) != folders[0] ||
            !isSlash(end[8]) || end.substr(9, 2) != folders[1] || !isSlash(end[11]))
            continue;
        const std::size_t start =
            pathStart(path, at - begin == static_cast<std::size_t>(MaxRecordedPathLetters));
        if (start == std::string_view::npos)
            continue;
        path.remove_prefix(start);
        QString found = QString::fromUtf8(path.data(), static_cast<qsizetype>(path.size()));
        found += QString::fromStdString(name);
        paths += found.replace(u'\\', u'/');
    }
    paths.removeDuplicates();
    return paths;
}

} // namespace ghostline::sc2
