// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a table takes along when it is copied or exported beyond what its view shows.
#include <QModelIndex>
#include <QVariant>

namespace ghostline::app {

/// Of a heading: its column is copied and exported even where the view has no room for it.
inline constexpr int FileColumnRole = Qt::UserRole + 1001;

/// A model some of whose rows stand for several lines.
class FileRows
{
public:
    virtual ~FileRows() = default;
    /// Lines that the row of `cell` stands for, at least 1.
    virtual int linesAt(const QModelIndex& cell) const = 0;
    /// What `cell` would say if `line` were a row of its own.
    virtual QVariant lineData(const QModelIndex& cell, int line, int role) const = 0;
};

} // namespace ghostline::app
