// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Every verb with its keys, by menu, and what the mouse does.
#include "app/gui/commands/shortcut_scheme.h"

#include <QTreeWidget>

namespace ghostline::app {

class KeysTree : public QTreeWidget
{
    Q_OBJECT
public:
    explicit KeysTree(QWidget* parent = nullptr);
    /// Keys as they are now; those that several verbs share are set off.
    void setScheme(const ShortcutScheme& scheme);
    /// Hides what has the text neither in its name nor among its keys.
    void filter(const QString& text);
    /// Null while none is chosen, or something that is no verb.
    const ActionSpec* chosen() const;

private:
    QHash<QString, QTreeWidgetItem*> m_items; ///< by verb id
};

/// "Ctrl+O, F3", a dash for none.
QString keysText(const QList<QKeySequence>& keys);

} // namespace ghostline::app
