// SPDX-License-Identifier: GPL-3.0-or-later
// The places and who says so: docs/formats/sc2map.md.
#include "codecs/sc2/map/cache_roots.h"

#include "codecs/sc2/map/map_limits.h"

#include <QDir>
#include <QFileInfo>

namespace ghostline::sc2 {

namespace {

const QLatin1String BattleNetCache("/Blizzard Entertainment/Battle.net/Cache");

/// Each folder in `folder`, as far as they are looked at, with what follows in it.
QStringList inEach(const QString& folder, const QString& within = {})
{
    QStringList found;
    const QStringList names = QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
    for (const QString& name : names.mid(0, MaxPrefixes))
        found += folder + u'/' + name + within;
    return found;
}

/// Below a drive C:, however old.
QStringList rootsOnDrive(const QString& drive)
{
    return {drive + QStringLiteral("/ProgramData") + BattleNetCache,
            drive + QStringLiteral("/users/Public/Application Data") + BattleNetCache,
            drive + QStringLiteral("/ProgramData/Blizzard Entertainment/StarCraft II/Maps/Cache")};
}

} // namespace

MachinePaths MachinePaths::ofThisMachine()
{
    return {.home = QDir::homePath(), .root = {}, .variable = [](const char* name) {
                return qEnvironmentVariable(name);
            }};
}

QStringList wineDrives(const MachinePaths& machine)
{
    const QString& home = machine.home;
    QStringList prefixes;
    if (const QString own = machine.variable("WINEPREFIX"); !own.isEmpty())
        prefixes += own;
    if (!home.isEmpty()) {
        prefixes += home + QStringLiteral("/.wine");
        prefixes += inEach(home + QStringLiteral("/Games"));
        for (const char* steam :
             {"/.steam/steam", "/.local/share/Steam", "/.var/app/com.valvesoftware.Steam/data/Steam"})
            prefixes += inEach(home + QLatin1String(steam) + QStringLiteral("/steamapps/compatdata"),
                               QStringLiteral("/pfx"));
        for (const char* bottles : {"/.var/app/com.usebottles.bottles/data", "/.local/share"})
            prefixes += inEach(home + QLatin1String(bottles) + QStringLiteral("/bottles/bottles"));
    }
    QStringList drives;
    for (const QString& prefix : prefixes) {
        const QString drive = prefix + QStringLiteral("/drive_c");
        if (QFileInfo(drive).isDir())
            drives += drive;
    }
    drives.removeDuplicates();
    return drives;
}

QStringList cacheRoots(const MachinePaths& machine)
{
    QStringList roots;
    // Windows; its paths are none on other systems.
    QString programData = machine.variable("ProgramData");
    if (programData.isEmpty())
        programData = QStringLiteral("C:/ProgramData");
    QString allUsers = machine.variable("ALLUSERSPROFILE");
    if (allUsers.isEmpty())
        allUsers = QStringLiteral("C:/Documents and Settings/All Users");
    roots += programData + BattleNetCache;
    roots += programData + QStringLiteral("/Blizzard Entertainment/StarCraft II/Maps/Cache");
    roots += allUsers + QStringLiteral("/Application Data") + BattleNetCache;
    // macOS
    roots += machine.root + QStringLiteral("/Users/Shared/Blizzard/Battle.net/Cache");
    for (const QString& drive : wineDrives(machine))
        roots += rootsOnDrive(drive);
    // Builds for Linux without a window.
    QStringList builds{machine.variable("SC2PATH")};
    if (!machine.home.isEmpty())
        builds << machine.home + QStringLiteral("/StarCraftII")
               << machine.home + QStringLiteral("/StarCraft II");
    for (const QString& build : builds) {
        if (!build.isEmpty())
            roots += build + QStringLiteral("/Battle.net/Cache");
    }
    QStringList here;
    for (const QString& root : roots) {
        const QString path = QDir::cleanPath(QDir::fromNativeSeparators(root));
        if (QDir::isAbsolutePath(path))
            here += path;
    }
    here.removeDuplicates();
    return here;
}

} // namespace ghostline::sc2
