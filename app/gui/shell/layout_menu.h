// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Arrangements of the window: those that come with the program, the user's own, saving and removing them.
#include <QMenu>

class QInputDialog;

namespace ghostline::app {

/// The verbs of the action table stand first; the user's own are listed anew each time it opens.
class LayoutMenu : public QMenu
{
    Q_OBJECT
public:
    explicit LayoutMenu(QWidget* parent);
    /// Asks for a name; saveRequested() follows.
    void askName();

Q_SIGNALS:
    void chosen(const QString& name);
    void saveRequested(const QString& name);

private:
    void fill();

    QList<QAction*> m_own;
    QMenu* m_remove;
};

} // namespace ghostline::app
