// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a user opens is a path or a web address: one set of words for both. Where a web address can be given a
// line to watch together by can be, too.
#include "model/bytes/http_source.h"

#include <QString>

class QMimeData;

namespace ghostline::app {

/// An address as it is, a path made absolute.
QString wholeAddress(const QString& path);
using model::withoutPassword; // for lists that others may see
/// What a title shows: the name of the file or folder, for an address its last part.
QString shortName(const QString& path);
/// What a list shows under the name: the folder, or the host; says so when a file is not there any more.
QString whereabouts(const QString& path);
/// Folder in which files made from this replay are offered to be saved.
QString folderForOutput(const QString& path);
/// A web address, or what begins like a link of the program's own: to watch together, to a moment.
bool isLink(const QString& text);
/// The first thing in a drop that can be opened; empty when there is none.
QString firstAddress(const QMimeData* data);

} // namespace ghostline::app
