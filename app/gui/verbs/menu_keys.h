// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The menu bar by keyboard: F10 and Alt from anywhere, a letter for every menu that no verb has with Alt, a
// first letter for what is in a menu. And a key whose verb cannot be used now says why instead of doing
// nothing.
#include <QObject>
#include <QString>

#include <functional>

class QAction;
class QKeyEvent;
class QMainWindow;
class QMenu;
class QMenuBar;

namespace ghostline::app {

class Actions;

/// "Compare" -> "C&ompare": the first letter that is neither among `taken` (upper case) nor outside of ASCII,
/// which is added to them. As it is where there is none.
QString withMnemonic(const QString& title, QString& taken);

class MenuKeys : public QObject
{
    Q_OBJECT
public:
    /// Belongs to `window`, whose menus are complete; `actions` outlives it.
    MenuKeys(Actions* actions, QMainWindow* window);
    /// Gives every menu its letter; once more where verbs have got other keys.
    void assign();
    /// Opens the first menu with its first entry chosen.
    void openFirst();

Q_SIGNALS:
    /// "Observer: This recording has nothing to show there".
    void refused(const QString& why);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void watchMenus(const QList<QAction*>& entries);
    bool explain(const QKeyEvent& event);

    Actions* m_actions;
    QMainWindow* m_window;
};

} // namespace ghostline::app
