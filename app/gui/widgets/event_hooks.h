// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a panel does at events of a view inside it, without a class of its own for the view. Hooks go with the
// view.
#include <QList>
#include <Qt>

#include <functional>

class QAbstractItemView;
class QWidget;

namespace ghostline::app {

/// Calls `pressed` for each of the keys, before the widget gets to see them; false leaves the key to the
/// widget.
void onKeys(QWidget* widget, const QList<Qt::Key>& keys, const std::function<bool()>& pressed);
/// Return and Enter.
void onEnter(QWidget* widget, const std::function<void()>& pressed);
/// The key that copies, while nothing is selected in the view.
void onCopyAll(QAbstractItemView* view, const std::function<void()>& copyAll);
/// The widget has another size; what it lays out itself follows only after this.
void onResize(QWidget* widget, const std::function<void()>& resized);

} // namespace ghostline::app
