// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A menu in which nothing can be done now says why, instead of being grey without a word.
#include <QObject>

class QAction;
class QMenu;

namespace ghostline::app {

class Actions;

class MenuReason : public QObject
{
    Q_OBJECT
public:
    /// Belongs to `menu`; `actions` outlives both.
    MenuReason(const Actions* actions, QMenu* menu);

private:
    void tell();

    const Actions* m_actions;
    QMenu* m_menu;
    QAction* m_heading = nullptr; ///< null until there is something to tell
};

} // namespace ghostline::app
