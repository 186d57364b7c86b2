// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The user's own keys: what differs from the table of verbs, kept between runs and carried over as a file.
#include "app/gui/verbs/actions.h"
#include "model/base/error.h"

#include <QMap>

namespace ghostline::app {

/// A verb of the table by its id, null when there is none.
const ActionSpec* specOf(const QString& id);

/// A value. By verb id; an empty list = the verb has no key.
struct ShortcutScheme
{
    QMap<QString, QList<QKeySequence>> changed;

    QList<QKeySequence> keysOf(const ActionSpec& spec) const;
    /// Another set of keys for a verb; what the table says anyway is not a change.
    void set(const ActionSpec& spec, const QList<QKeySequence>& keys);
    friend bool operator==(const ShortcutScheme&, const ShortcutScheme&) = default;
};

/// Verbs that share a key, by that key: pressing it does nothing until one of them gives it up.
QMap<QKeySequence, QStringList> conflictsOf(const ShortcutScheme& scheme);

/// Of the INI file; what cannot be read there is left out.
ShortcutScheme loadShortcuts();
void saveShortcuts(const ShortcutScheme& scheme);

/// A file for another machine or another person: JSON, UTF-8.
QByteArray shortcutsJson(const ShortcutScheme& scheme);
struct ReadShortcuts
{
    ShortcutScheme scheme;
    QStringList unknown; ///< verbs that this version does not have, keys that are none
};
/// Damaged: not such a file. Verbs and keys that are unknown are left out and named.
model::Result<ReadShortcuts> readShortcuts(const QByteArray& json);

/// Gives every verb its keys; tooltips follow.
void applyShortcuts(Actions& actions, const ShortcutScheme& scheme);

} // namespace ghostline::app
