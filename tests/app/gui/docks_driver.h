// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A hand for the panels' tests: shows a panel, finds rows and controls in it, clicks them.
#include "tests/app/gui/docks_data.h"

#include <QAbstractItemView>
#include <QTest>
#include <QWidget>

namespace ghostline::test {

inline model::ActorId actorId(int i) { return static_cast<model::ActorId>(i); }

inline FakeReplayOptions withEvents(int events)
{
    FakeReplayOptions options;
    options.events = events;
    return options;
}

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

inline QModelIndex find(const QAbstractItemView& view, const QString& text, const QModelIndex& under = {})
{
    for (int row = 0; row < view.model()->rowCount(under); ++row) {
        const QModelIndex at = view.model()->index(row, 0, under);
        if (at.data().toString() == text)
            return at;
        if (const QModelIndex deeper = find(view, text, at); deeper.isValid())
            return deeper;
    }
    return {};
}

inline void click(QAbstractItemView* view, const QModelIndex& at)
{
    view->scrollTo(at);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(at).center());
}

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
