// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which bookmarks a list shows: those with one of some tags, and with a text anywhere in what they say.
#include "model/sidecar/sidecar.h"

#include <QString>
#include <QStringList>

namespace ghostline::app {

struct MarkFilter
{
    QStringList tags{}; ///< one of these; empty = any, or none
    QString text{};     ///< in title, tags, note or author, capitals or not

    bool active() const { return !tags.isEmpty() || !text.isEmpty(); }
    bool lets(const model::Bookmark& mark) const;
    friend bool operator==(const MarkFilter&, const MarkFilter&) = default;
};

/// Every tag in use with how many bookmarks have it, by name.
std::vector<std::pair<QString, int>> tagsInUse(const std::vector<model::Bookmark>& marks);

} // namespace ghostline::app
