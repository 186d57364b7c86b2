// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the user chose, kept between runs in one INI file. Also the recordings opened before.
#include "model/time/time_axis.h"

#include <QDateTime>
#include <QSettings>
#include <QString>
#include <QStringList>

#include <memory>

namespace ghostline::app {

inline constexpr char ApplicationId[] = "org.ghostline.Ghostline";

enum class ThemeChoice { System, Dark, Light };
enum class LanguageChoice { System, English, German };

struct Settings
{
    static constexpr int MinMemoryMb = 32;
    static constexpr int MaxMemoryMb = 16'384;
    static constexpr int MinSceneRadius = 64;
    static constexpr int MaxSceneRadius = 512;

    int memoryMb = 256;
    ThemeChoice theme = ThemeChoice::System;
    LanguageChoice language = LanguageChoice::System;
    QStringList sceneFolders; ///< searched for the maps of recordings
    int sceneRadius = 128;    ///< metres round the tracks of which large worlds are read
    double trailSeconds = 5.0;
    bool reducedMotion = false;

    std::size_t memoryBytes() const { return static_cast<std::size_t>(memoryMb) << 20; }
    friend bool operator==(const Settings&, const Settings&) = default;
};

/// The INI file; tests point it elsewhere with QSettings::setPath().
std::unique_ptr<QSettings> openStore();
/// Values out of range fall back to the default.
Settings loadSettings();
void saveSettings(const Settings& settings);

struct RecentFile
{
    QString path;
    QString format;
    model::Micros duration{};
    QDateTime opened;
};

/// Newest first, at most twelve. Files that are gone are kept: a drive may come back.
QList<RecentFile> loadRecent();
QStringList recentPaths();
void rememberRecent(const RecentFile& file);
void forgetRecent(const QString& path);
void clearRecent();

/// The map that was chosen for the recording of this path; empty = its own.
QString loadChosenMap(const QString& recording);
/// The newest are kept. An empty `map` forgets.
void saveChosenMap(const QString& recording, const QString& map);

/// Where a table or a picture was saved last; empty when it was nowhere, or that folder is gone.
QString loadExportFolder();
void saveExportFolder(const QString& folder);

/// Small picture of a recording for the welcome page; one file per path in the cache folder.
QString thumbnailPath(const QString& replayPath);

} // namespace ghostline::app
