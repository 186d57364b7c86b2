// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How the table of verbs is written down; only its own files include this.
#include "app/gui/verbs/actions.h"

#include <QCoreApplication>

#include <utility>

namespace ghostline::app {

/// Makes the table in the language that is spoken now.
class ActionTable
{
    Q_DECLARE_TR_FUNCTIONS(Actions)
public:
    static QList<ActionSpec> build();
    /// Title of one part of ActionSpec::menu.
    static QString menuTitle(const QString& part);

private:
    static void addFile(QList<ActionSpec>& t);
    static void addEdit(QList<ActionSpec>& t);
    static void addView(QList<ActionSpec>& t);
    static void addLayouts(QList<ActionSpec>& t);
    static void addPlayback(QList<ActionSpec>& t);
    static void addCamera(QList<ActionSpec>& t);
    static void addAnalyse(QList<ActionSpec>& t);
    static void addBoard(QList<ActionSpec>& t);
    static void addCompare(QList<ActionSpec>& t);
    static void addHelp(QList<ActionSpec>& t);
};

namespace spec {

using Keys = QList<QKeySequence>;

inline QKeySequence key(const char* text)
{
    return QKeySequence(QLatin1String(text), QKeySequence::PortableText);
}

inline ActionSpec verb(const char* id, const char* menu, const QString& text, const QString& help,
                       Keys keys = {}, const char* icon = "")
{
    ActionSpec spec;
    spec.id = QLatin1String(id);
    spec.menu = QLatin1String(menu);
    spec.text = text;
    spec.help = help;
    spec.keys = std::move(keys);
    spec.icon = QLatin1String(icon);
    return spec;
}

/// The same verb with one field changed; keeps the table readable.
inline ActionSpec anytime(ActionSpec spec)
{
    spec.needsReplay = false;
    return spec;
}
inline ActionSpec toggled(ActionSpec spec)
{
    spec.checkable = true;
    return spec;
}
inline ActionSpec apart(ActionSpec spec)
{
    spec.separatorBefore = true;
    return spec;
}

} // namespace spec

} // namespace ghostline::app
