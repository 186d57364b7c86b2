// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Window-wide keys would take Tab, Space and the arrows from the control that has the keyboard. This gives
// them back.
#include <QObject>
#include <QPointer>

class QWidget;

namespace ghostline::app {

/// Installed on the application; acts only on widgets of `window`. In `view`, every key is the window's.
class ShortcutGuard : public QObject
{
    Q_OBJECT
public:
    ShortcutGuard(QWidget* window, QWidget* view);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* m_window;
    QPointer<QWidget> m_view;
};

} // namespace ghostline::app
