// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/widgets/event_hooks.h"

#include <QAbstractItemView>
#include <QItemSelectionModel>
#include <QKeyEvent>

namespace ghostline::app {

namespace {

/// `take` says whether the widget is not to get the event.
class EventHook : public QObject
{
public:
    EventHook(QWidget* widget, QEvent::Type type, std::function<bool(const QEvent&)> take)
        : QObject(widget), m_widget(widget), m_type(type), m_take(std::move(take))
    {
        widget->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        return watched == m_widget && event->type() == m_type && m_take(*event);
    }

private:
    const QWidget* m_widget;
    QEvent::Type m_type;
    std::function<bool(const QEvent&)> m_take;
};

} // namespace

void onKeys(QWidget* widget, const QList<Qt::Key>& keys, const std::function<bool()>& pressed)
{
    new EventHook(widget, QEvent::KeyPress, [keys, pressed](const QEvent& event) {
        const int key = static_cast<const QKeyEvent&>(event).key();
        return keys.contains(static_cast<Qt::Key>(key)) && pressed();
    });
}

void onEnter(QWidget* widget, const std::function<void()>& pressed)
{
    onKeys(widget, {Qt::Key_Return, Qt::Key_Enter}, [pressed] {
        pressed();
        return true;
    });
}

void onCopyAll(QAbstractItemView* view, const std::function<void()>& copyAll)
{
    new EventHook(view, QEvent::KeyPress, [view, copyAll](const QEvent& event) {
        if (!static_cast<const QKeyEvent&>(event).matches(QKeySequence::Copy) ||
            view->selectionModel()->hasSelection())
            return false;
        copyAll();
        return true;
    });
}

void onResize(QWidget* widget, const std::function<void()>& resized)
{
    new EventHook(widget, QEvent::Resize, [resized](const QEvent&) {
        resized();
        return false;
    });
}

} // namespace ghostline::app
