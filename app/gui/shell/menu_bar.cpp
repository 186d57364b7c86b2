// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/menu_bar.h"

#include "app/gui/verbs/actions.h"
#include "app/gui/verbs/menu_reason.h"

#include <QMainWindow>
#include <QMenuBar>

namespace ghostline::app {

void fillMenuBar(QMainWindow* window, Actions* actions, QMenu* recent, QHash<QString, QMenu*>& menus)
{
    for (const ActionSpec& spec : Actions::table()) {
        QAction* action = actions->get(spec.id);
        window->addAction(action); // the shortcut works wherever the keyboard is
        if (spec.menu.isEmpty())
            continue;
        QMenu* menu = nullptr;
        QString path;
        for (const QString& part : spec.menu.split(QLatin1Char('/'))) {
            path += QLatin1Char('/') + part;
            QMenu*& known = menus[path];
            if (known == nullptr) {
                known = menu == nullptr ? window->menuBar()->addMenu(Actions::menuTitle(part))
                                        : menu->addMenu(Actions::menuTitle(part));
                known->setToolTipsVisible(true); // what is grey says why
                new MenuReason(actions, known);
            }
            menu = known;
        }
        if (spec.separatorBefore)
            menu->addSeparator();
        // The verb opens the list at the pointer; the menu shows it as a submenu.
        if (spec.id == QLatin1String("file.recent"))
            menu->addMenu(recent);
        else
            menu->addAction(action);
    }
}

} // namespace ghostline::app
