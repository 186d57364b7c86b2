// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A hand for the panels' tests: shows a panel, finds rows and controls in it, clicks them.
#include "tests/app/gui/docks_data.h"

#include <QAbstractItemView>
#include <QTest>
#include <QWidget>

namespace ghostline::test {

inline model::ActorId actorId(int i) { return static_cast<model::ActorId>(i); }

FakeReplayOptions withEvents(int events);

/// A panel of a sensible size, on screen, showing `replay`. It stands in a plain window, because the
/// off-screen platform warns of any window that has a smallest size.
template<typename Panel>
struct Shown
{
    explicit Shown(OpenReplay& replay, QSize size = {420, 640}) : panel(*new Panel(&host))
    {
        host.resize(size);
        panel.setGeometry(QRect(QPoint(), size));
        host.show();
        panel.setSession(replay.session.get());
    }
    QWidget host;
    Panel& panel;
};

QModelIndex find(const QAbstractItemView& view, const QString& text, const QModelIndex& under = {});
void click(QAbstractItemView* view, const QModelIndex& at);

template<typename Widget>
Widget* named(QWidget& parent, const QString& accessibleName)
{
    for (Widget* widget : parent.findChildren<Widget*>()) {
        if (widget->accessibleName() == accessibleName)
            return widget;
    }
    return nullptr;
}

} // namespace ghostline::test
