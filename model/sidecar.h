// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Bookmarks beside the recording, never inside it: <file>.ghostline.json, replaced atomically.
#include "model/error.h"
#include "model/export.h"
#include "model/time_types.h"

#include <QDateTime>
#include <QJsonObject>
#include <QString>

#include <stop_token>
#include <vector>

namespace ghostline::model {

struct Bookmark
{
    QString id; ///< uuid, kept over edits
    FrameNumber frame = 0;
    Micros time{};
    Micros length{}; ///< 0 = an instant
    int hue = -1;    ///< index into the theme's series colours, -1 = the accent
    QString title{};
    QString note{};
    QString author{};
    QDateTime created{};   ///< UTC
    QJsonObject unknown{}; ///< keys of newer versions, written back as read
};

/// A value: load, change, save. Keys it does not know are kept.
struct GHOSTLINE_MODEL_EXPORT Sidecar
{
    static constexpr int SchemaVersion = 1;
    QByteArray replayHash;           ///< SHA-256 of the recording, hex, empty until computed
    std::vector<Bookmark> bookmarks; ///< ascending frame
    QJsonObject unknown{};

    void add(Bookmark bookmark);
    bool remove(const QString& id);
    /// Nearest bookmark strictly after / before frame; null when there is none.
    const Bookmark* next(FrameNumber frame) const;
    const Bookmark* previous(FrameNumber frame) const;
};

/// Beside the recording (of a folder: beside the folder); empty for a web address, which has no beside.
GHOSTLINE_MODEL_EXPORT QString sidecarPath(const QString& replayPath);
/// In the user's data folder, one file per replay path: for recordings beside which nothing can be written.
GHOSTLINE_MODEL_EXPORT QString privateSidecarPath(const QString& replayPath);
/// The newer of the two. An absent file is an empty sidecar; a damaged one is an error and is left alone.
GHOSTLINE_MODEL_EXPORT Result<Sidecar> loadSidecar(const QString& replayPath);
/// Temporary file, fsync, rename; beside the recording if that can be written, else in the user's data
/// folder. Returns which. The recording itself is not touched.
GHOSTLINE_MODEL_EXPORT Result<QString> saveSidecar(const QString& replayPath, const Sidecar& sidecar);
/// SHA-256 of a file, streamed.
GHOSTLINE_MODEL_EXPORT Result<QByteArray> hashFile(const QString& path, std::stop_token stop = {});

} // namespace ghostline::model
