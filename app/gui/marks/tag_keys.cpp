// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/marks/tag_keys.h"

#include "app/gui/verbs/actions.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QKeyEvent>
#include <QKeySequenceEdit>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTextEdit>
#include <QWidget>
#include <QWindow>

#include <algorithm>

namespace ghostline::app {

namespace {

/// With letters and figures something is written there.
bool isTypedInto(const QWidget* widget)
{
    if (widget == nullptr)
        return false;
    if (const auto* box = qobject_cast<const QComboBox*>(widget))
        return box->isEditable();
    return qobject_cast<const QLineEdit*>(widget) != nullptr ||
           qobject_cast<const QAbstractSpinBox*>(widget) != nullptr ||
           qobject_cast<const QTextEdit*>(widget) != nullptr ||
           qobject_cast<const QPlainTextEdit*>(widget) != nullptr ||
           qobject_cast<const QKeySequenceEdit*>(widget) != nullptr;
}

/// The number pad's figures are figures.
QKeySequence keyOf(const QKeyEvent& event)
{
    return QKeySequence(QKeyCombination(event.modifiers() & ~(Qt::KeypadModifier | Qt::GroupSwitchModifier),
                                        static_cast<Qt::Key>(event.key())));
}

/// The main window, also of what floats outside of it.
const QWidget* rootOf(const QWidget* widget)
{
    while (widget->parentWidget() != nullptr)
        widget = widget->parentWidget();
    return widget;
}

bool isFlyingKey(const QKeySequence& key)
{
    if (key.isEmpty() || (key[0].keyboardModifiers() & ~Qt::ShiftModifier) != Qt::NoModifier)
        return false;
    return QList<Qt::Key>{Qt::Key_W, Qt::Key_A, Qt::Key_S, Qt::Key_D, Qt::Key_Q, Qt::Key_E}.contains(
        key[0].key());
}

} // namespace

QString takenBy(const Actions& actions, const QKeySequence& key)
{
    if (key.isEmpty())
        return {};
    for (const ActionSpec& spec : Actions::table()) {
        if (actions.get(spec.id)->shortcuts().contains(key))
            return spec.text;
    }
    return isFlyingKey(key) ? actions.get(id("camera.free"))->text() : QString();
}

QString clashIn(const TagSet& set, const Actions& actions)
{
    for (std::size_t i = 0; i < set.buttons.size(); ++i) {
        const TagButton& button = set.buttons[i];
        const QString shown = button.key.toString(QKeySequence::NativeText);
        const auto same = std::ranges::find_if(
            set.buttons.begin(), set.buttons.begin() + static_cast<std::ptrdiff_t>(i),
            [&button](const TagButton& other) { return !button.key.isEmpty() && other.key == button.key; });
        if (same != set.buttons.begin() + static_cast<std::ptrdiff_t>(i))
            return TagKeys::tr("%1 is the key of both \"%2\" and \"%3\"").arg(shown, same->tag, button.tag);
        // The way out of code mode, and out of everything.
        const bool needed = actions.get(id("marks.codeMode"))->shortcuts().contains(button.key) ||
                            button.key == QKeySequence(Qt::Key_Escape);
        const QString verb = takenBy(actions, button.key);
        if (!verb.isEmpty() && (needed || !set.codeModeOnly))
            return TagKeys::tr("%1, the key of \"%2\", is that of \"%3\" already")
                .arg(shown, button.tag, verb);
    }
    return {};
}

TagKeys::TagKeys(const Actions* actions, QWidget* panel, std::function<void(std::size_t)> pressed)
    : QObject(panel), m_actions(actions), m_panel(panel), m_pressed(std::move(pressed))
{
    qApp->installEventFilter(this);
}

/// Whoever was installed last is asked first.
void TagKeys::setCodeMode(bool on)
{
    m_codeMode = on;
    qApp->removeEventFilter(this);
    qApp->installEventFilter(this);
}

std::ptrdiff_t TagKeys::buttonFor(const QKeyEvent& event) const
{
    const QKeySequence key = keyOf(event);
    const auto found = std::ranges::find(m_set.buttons, key, &TagButton::key);
    return found == m_set.buttons.end() ? -1 : found - m_set.buttons.begin();
}

/// The widget that has the keyboard, or the 3D view, which is a window of its own inside the window.
bool TagKeys::concerns(const QObject* watched) const
{
    if (QApplication::activePopupWidget() != nullptr || QApplication::activeModalWidget() != nullptr)
        return false;
    if (const auto* view = qobject_cast<const QWindow*>(watched)) {
        const QWindow* top = rootOf(m_panel)->windowHandle();
        return top != nullptr && view != top && top->isAncestorOf(view);
    }
    const auto* widget = qobject_cast<const QWidget*>(watched);
    if (widget == nullptr || widget != QApplication::focusWidget() || isTypedInto(widget) ||
        rootOf(widget) != rootOf(m_panel) || qobject_cast<const QDialog*>(widget->window()) != nullptr)
        return false;
    // The flat view is a widget like others: where there is no other, all keys are the view's.
    return m_codeMode || m_panel->isAncestorOf(widget) || widget == m_panel ||
           widget->inherits("ghostline::render::TopDownWidget");
}

bool TagKeys::eventFilter(QObject* watched, QEvent* event)
{
    const bool asks = event->type() == QEvent::ShortcutOverride;
    if ((!asks && event->type() != QEvent::KeyPress) || !concerns(watched))
        return false;
    auto* key = static_cast<QKeyEvent*>(event);
    const std::ptrdiff_t button = buttonFor(*key);
    if (button < 0 || (!m_codeMode && (m_set.codeModeOnly || !takenBy(*m_actions, keyOf(*key)).isEmpty())))
        return false;
    // A key that is asked for is not looked up among the window's shortcuts; it comes back as a press.
    key->accept();
    if (!asks && !key->isAutoRepeat())
        m_pressed(static_cast<std::size_t>(button));
    return true;
}

} // namespace ghostline::app
