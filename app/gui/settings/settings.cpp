// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes the INI file, forgiving about what it finds there.
#include "app/gui/settings/settings.h"

#include "app/gui/settings/language.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>

namespace ghostline::app {

namespace {

constexpr int MaxRecent = 12;
constexpr int MaxChosenMaps = 100;
const QString RecentFilesKey = QStringLiteral("recent/files");
const QString ChosenMapsKey = QStringLiteral("chosen_maps");
const QString ExportFolderKey = QStringLiteral("export/folder");

QString themeWord(ThemeChoice choice)
{
    switch (choice) {
    case ThemeChoice::Dark:
        return QStringLiteral("dark");
    case ThemeChoice::Light:
        return QStringLiteral("light");
    case ThemeChoice::System:
        break;
    }
    return QStringLiteral("system");
}

ThemeChoice themeFrom(const QString& word)
{
    if (word == QLatin1String("dark"))
        return ThemeChoice::Dark;
    return word == QLatin1String("light") ? ThemeChoice::Light : ThemeChoice::System;
}

void storeRecent(const QList<RecentFile>& files)
{
    const auto store = openStore();
    store->beginWriteArray(RecentFilesKey, static_cast<int>(files.size()));
    for (int i = 0; i < files.size(); ++i) {
        store->setArrayIndex(i);
        store->setValue(QStringLiteral("path"), files[i].path);
        store->setValue(QStringLiteral("format"), files[i].format);
        store->setValue(QStringLiteral("duration_us"), static_cast<qint64>(files[i].duration.count()));
        store->setValue(QStringLiteral("opened"), files[i].opened);
    }
    store->endArray();
}

struct ChosenMap
{
    QString recording;
    QString map;
};

/// Newest first.
QList<ChosenMap> loadChosenMaps(QSettings& store)
{
    QList<ChosenMap> maps;
    const int count = std::min(store.beginReadArray(ChosenMapsKey), MaxChosenMaps);
    maps.reserve(std::max(0, count));
    for (int i = 0; i < count; ++i) {
        store.setArrayIndex(i);
        maps.push_back({store.value(QStringLiteral("recording")).toString(),
                        store.value(QStringLiteral("map")).toString()});
    }
    store.endArray();
    return maps;
}

} // namespace

std::unique_ptr<QSettings> openStore()
{
    return std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope,
                                       QLatin1String(ApplicationId));
}

Settings loadSettings()
{
    const auto store = openStore();
    Settings s;
    bool ok = false;
    const int memory = store->value(QStringLiteral("settings/memory_mb"), s.memoryMb).toInt(&ok);
    if (ok)
        s.memoryMb = std::clamp(memory, Settings::MinMemoryMb, Settings::MaxMemoryMb);
    s.theme = themeFrom(store->value(QStringLiteral("settings/theme")).toString());
    s.language = languageFrom(store->value(QStringLiteral("settings/language")).toString());
    s.sceneFolders = store->value(QStringLiteral("settings/scene_folders")).toStringList();
    const int radius = store->value(QStringLiteral("settings/scene_radius"), s.sceneRadius).toInt(&ok);
    if (ok)
        s.sceneRadius = std::clamp(radius, Settings::MinSceneRadius, Settings::MaxSceneRadius);
    const double trail = store->value(QStringLiteral("settings/trail_seconds"), s.trailSeconds).toDouble(&ok);
    if (ok)
        s.trailSeconds = std::clamp(trail, 0.0, 60.0);
    s.reducedMotion = store->value(QStringLiteral("settings/reduced_motion"), s.reducedMotion).toBool();
    return s;
}

void saveSettings(const Settings& s)
{
    const auto store = openStore();
    store->setValue(QStringLiteral("settings/memory_mb"), s.memoryMb);
    store->setValue(QStringLiteral("settings/theme"), themeWord(s.theme));
    store->setValue(QStringLiteral("settings/language"), languageWords().at(static_cast<int>(s.language)));
    store->setValue(QStringLiteral("settings/scene_folders"), s.sceneFolders);
    store->setValue(QStringLiteral("settings/scene_radius"), s.sceneRadius);
    store->setValue(QStringLiteral("settings/trail_seconds"), s.trailSeconds);
    store->setValue(QStringLiteral("settings/reduced_motion"), s.reducedMotion);
}

QList<RecentFile> loadRecent()
{
    const auto store = openStore();
    QList<RecentFile> files;
    const int count = std::min(store->beginReadArray(RecentFilesKey), MaxRecent);
    for (int i = 0; i < count; ++i) {
        store->setArrayIndex(i);
        RecentFile file;
        file.path = store->value(QStringLiteral("path")).toString();
        file.format = store->value(QStringLiteral("format")).toString();
        file.duration = model::Micros{store->value(QStringLiteral("duration_us")).toLongLong()};
        file.opened = store->value(QStringLiteral("opened")).toDateTime();
        if (!file.path.isEmpty())
            files << file;
    }
    return files;
}

QStringList recentPaths()
{
    QStringList paths;
    for (const RecentFile& file : loadRecent())
        paths << file.path;
    return paths;
}

void rememberRecent(const RecentFile& file)
{
    QList<RecentFile> files = loadRecent();
    files.removeIf([&](const RecentFile& other) { return other.path == file.path; });
    files.prepend(file);
    while (files.size() > MaxRecent)
        files.removeLast();
    storeRecent(files);
}

void forgetRecent(const QString& path)
{
    QList<RecentFile> files = loadRecent();
    files.removeIf([&](const RecentFile& other) { return other.path == path; });
    clearRecent();
    storeRecent(files);
}

void clearRecent() { openStore()->remove(QStringLiteral("recent")); }

QString loadChosenMap(const QString& recording)
{
    const auto store = openStore();
    for (const ChosenMap& chosen : loadChosenMaps(*store)) {
        if (chosen.recording == recording)
            return chosen.map;
    }
    return {};
}

void saveChosenMap(const QString& recording, const QString& map)
{
    const auto store = openStore();
    QList<ChosenMap> maps = loadChosenMaps(*store);
    maps.removeIf([&recording](const ChosenMap& chosen) { return chosen.recording == recording; });
    if (!map.isEmpty())
        maps.prepend({recording, map});
    store->remove(ChosenMapsKey);
    store->beginWriteArray(ChosenMapsKey);
    for (int i = 0; i < std::min(static_cast<int>(maps.size()), MaxChosenMaps); ++i) {
        store->setArrayIndex(i);
        store->setValue(QStringLiteral("recording"), maps[i].recording);
        store->setValue(QStringLiteral("map"), maps[i].map);
    }
    store->endArray();
}

QString loadExportFolder()
{
    const QString folder = openStore()->value(ExportFolderKey).toString();
    return !folder.isEmpty() && QFileInfo(folder).isDir() ? folder : QString();
}

void saveExportFolder(const QString& folder) { openStore()->setValue(ExportFolderKey, folder); }

QString thumbnailPath(const QString& replayPath)
{
    const QByteArray name =
        QCryptographicHash::hash(QFileInfo(replayPath).absoluteFilePath().toUtf8(), QCryptographicHash::Sha1);
    return QStringLiteral("%1/%2/thumbnails/%3.png")
        .arg(QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation),
             QLatin1String(ApplicationId), QString::fromLatin1(name.toHex()));
}

} // namespace ghostline::app
