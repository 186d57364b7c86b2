// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Stretches of several recordings in the order in which they are shown, kept as JSON
// (docs/formats/playlist.md).
#include "model/base/error.h"
#include "model/base/export.h"
#include "model/clips/clip.h"
#include "model/sidecar/content.h"

#include <QByteArray>
#include <QJsonObject>
#include <QString>

#include <optional>
#include <vector>

namespace ghostline::model {

struct PlayListEntry
{
    Clip clip{};           ///< its recording as an absolute path, or an address
    ContentId content{};   ///< that the recording had when the entry was made, as far as it is said
    QJsonObject unknown{}; ///< keys of newer versions, written back as read

    friend bool operator==(const PlayListEntry&, const PlayListEntry&) = default;
};

/// A value: load, change, save. Keys it does not know are kept.
struct GHOSTLINE_MODEL_EXPORT PlayList
{
    static constexpr int SchemaVersion = 1;
    static constexpr std::size_t MostEntries = 10'000;
    /// Speeds that an entry may have.
    static constexpr double SlowestRate = 1.0 / 64.0;
    static constexpr double FastestRate = 64.0;
    /// A hundred days: what claims to lie behind it is damage.
    static constexpr Micros LongestTime{std::int64_t{100} * 24 * 3600 * MicrosPerSecond};

    QString title{};
    std::vector<PlayListEntry> entries{};
    QJsonObject unknown{};

    GHOSTLINE_MODEL_EXPORT std::vector<Clip> clips() const;
    friend bool operator==(const PlayList&, const PlayList&) = default;
};

/// How the names of such files end.
inline const QString& playListSuffix()
{
    static const QString suffix = QStringLiteral(".ghostline-list.json");
    return suffix;
}
/// Whether a file is one by its name.
GHOSTLINE_MODEL_EXPORT bool isPlayListName(const QString& path);

/// Where a recording of this content is known not to be the one that the entry was made of: what differs, as
/// a sentence that names it.
GHOSTLINE_MODEL_EXPORT std::optional<Sentence> differenceOf(const PlayListEntry& entry, const ContentId& now,
                                                            const QString& name);

/// `[[H:]M:]S[.fff]`, which needs no recording; nothing for any other text and for what is later than
/// PlayList::LongestTime.
GHOSTLINE_MODEL_EXPORT std::optional<Micros> clipTime(const QString& text);

/// `path` is that of the file: what it says of recordings is taken from its folder, and messages name it. One
/// entry that cannot be used is an error that says which: half of a list is not shown as if it were all.
GHOSTLINE_MODEL_EXPORT Result<PlayList> parsePlayList(const QByteArray& text, const QString& path);
/// As it is written to `path`: recordings in the same folder or below it are named from there.
/// InvalidArgument where an entry could not be read again.
GHOSTLINE_MODEL_EXPORT Result<QByteArray> playListText(const PlayList& list, const QString& path);

/// At most 64 MiB are read.
GHOSTLINE_MODEL_EXPORT Result<PlayList> loadPlayList(const QString& path);
/// Whole or not at all.
GHOSTLINE_MODEL_EXPORT Result<void> savePlayList(const PlayList& list, const QString& path);

} // namespace ghostline::model
