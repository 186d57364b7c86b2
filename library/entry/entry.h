// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One recording as the library knows it. Values only.
#include "model/base/time_types.h"

#include <QDateTime>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace ghostline::library {

/// By which a file is taken for the one that was read. Of a folder that is one recording: of all its files.
struct Stamp
{
    qint64 bytes = 0; ///< -1 = there is no such file
    qint64 modifiedMs = 0;
    friend bool operator==(const Stamp&, const Stamp&) = default;
};

struct Person
{
    QString name;
    QString id{}; ///< outlives a name, as the format tells it ("uuid"); empty = none is told
    QString clan{};
    QString team{};   ///< for people
    QString side{};   ///< who has the same one plays together; empty = each for itself
    QString race{};   ///< or faction, as played
    QString result{}; ///< as PlayerCard::result
    friend bool operator==(const Person&, const Person&) = default;
};

enum class ReadState : std::uint8_t {
    Outline,   ///< only what the first bytes tell
    Whole,     ///< all of it was gone through
    Unreadable ///< `error` says why
};

struct Entry
{
    qint64 id = 0; ///< of the row; 0 = not stored yet
    QString path;  ///< absolute
    Stamp stamp{};
    Stamp notes{}; ///< of the notes beside it
    ReadState state = ReadState::Outline;
    QString error{};
    QString format{};     ///< codec id
    QString formatName{}; ///< for people
    QString version{};    ///< of the format or the game, as the format has it
    QString map{};
    QDateTime recordedAt{}; ///< UTC; invalid = unknown
    std::optional<model::Micros> duration{};
    std::vector<Person> people{}; ///< in the order of the line-up
    int flags = 0;
    int openFlags = 0;
    int worst = -1; ///< severity of the worst flag, -1 without
    int bookmarks = 0;
    QStringList tags{};    ///< of bookmarks, each once
    bool lostData = false; ///< a part of it cannot be read
    friend bool operator==(const Entry&, const Entry&) = default;

    QString name() const; ///< of the file
    /// "PvT", "PTvZZ": first letters of the races of each side, in the order of the line-up. Empty where a
    /// race is unknown or nobody plays against another.
    QString matchUp() const;
};

} // namespace ghostline::library
