// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/widgets/shortcut_guard.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QMainWindow>
#include <QScrollBar>

namespace ghostline::app {

namespace {

bool isArrow(int key)
{
    return key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down;
}

/// Keys without which the focused control could not be used at all.
bool needs(const QWidget* widget, const QKeyEvent& event)
{
    if (event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier))
        return false;
    const int key = event.key();
    if (key == Qt::Key_Tab || key == Qt::Key_Backtab)
        return true;
    if (key == Qt::Key_Space)
        return qobject_cast<const QAbstractButton*>(widget) != nullptr ||
               qobject_cast<const QComboBox*>(widget) != nullptr;
    if (isArrow(key))
        return qobject_cast<const QComboBox*>(widget) != nullptr ||
               (qobject_cast<const QAbstractSlider*>(widget) != nullptr &&
                qobject_cast<const QScrollBar*>(widget) == nullptr);
    return false;
}

} // namespace

ShortcutGuard::ShortcutGuard(QWidget* window, QWidget* view) : QObject(window), m_window(window), m_view(view)
{
    qApp->installEventFilter(this);
}

bool ShortcutGuard::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ShortcutOverride)
        return false;
    const QWidget* focus = QApplication::focusWidget();
    if (focus == nullptr || watched != focus || (m_view != nullptr && m_view->isAncestorOf(focus)) ||
        focus->window() != m_window || qobject_cast<const QMainWindow*>(focus) != nullptr)
        return false;
    auto* key = static_cast<QKeyEvent*>(event);
    if (!needs(focus, *key))
        return false;
    key->accept();
    return true;
}

} // namespace ghostline::app
