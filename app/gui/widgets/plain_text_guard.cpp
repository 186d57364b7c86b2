// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/widgets/plain_text_guard.h"

#include <QApplication>
#include <QEvent>
#include <QLabel>

namespace ghostline::app {

PlainTextGuard::PlainTextGuard(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

/// A label is polished before its text is laid out for the first time, and a tooltip, which is a label of
/// Qt's own, before it is given one: nothing of an image has been read by then.
bool PlainTextGuard::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::Polish)
        return false;
    if (auto* label = qobject_cast<QLabel*>(watched); label != nullptr && label->textFormat() == Qt::AutoText)
        label->setTextFormat(Qt::PlainText);
    return false;
}

} // namespace ghostline::app
