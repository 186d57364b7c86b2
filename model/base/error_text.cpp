// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/error_text.h"

#include "model/base/shown_text.h"

#include <QStringList>

namespace ghostline::model {

using namespace Qt::StringLiterals;

QString whereText(const Location& where, const QString& message)
{
    QStringList parts;
    if (where.offset && !message.contains(u"byte %1"_s.arg(*where.offset)))
        parts += u"byte %1"_s.arg(*where.offset);
    if (where.chunk)
        parts += u"chunk %1"_s.arg(*where.chunk);
    if (where.frame && !message.contains("frame "_L1))
        parts += u"frame %1"_s.arg(*where.frame);
    return parts.isEmpty() ? QString() : u" ("_s + parts.join(u", "_s) + u')';
}

QString errorText(const Error& error, const QString& file)
{
    const QString name = file.isEmpty() ? error.file : file;
    return shownText((name.isEmpty() ? QString() : name + u": "_s) + error.message +
                     whereText(error.where, error.message));
}

} // namespace ghostline::model
