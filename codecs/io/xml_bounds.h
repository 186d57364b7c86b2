// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// XML that somebody else wrote, looked over before it is parsed: Qt's reader holds each attribute of a tag
// against all others, so that a few megabytes of one tag take it minutes.
#include <QByteArray>
#include <QString>

class QXmlStreamReader;

namespace ghostline::io {

/// What is more in it than any map or scenario has: attributes of one tag, namespaces, more definitions of
/// its own than anybody needs. Empty = nothing. `text`: UTF-8, or another encoding that has ASCII in it.
QString xmlExcess(const QByteArray& text);

/// Gives the text to a reader, unless there is too much in it: then the reader is in error, and this is
/// false.
bool feedXml(QXmlStreamReader& reader, const QByteArray& text);

} // namespace ghostline::io
