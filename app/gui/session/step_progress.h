// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Work that only the window's own thread can do (OpenGL), in steps between which the window goes on: how far
// it is, and a button that stops it.
#include <QString>

#include <functional>

class QProgressDialog;
class QWidget;

namespace ghostline::app {

struct Steps
{
    int count = 0;
    std::function<void()> next;            ///< called `count` times
    std::function<void(bool whole)> ended; ///< once; false: somebody stopped it
};

/// The dialog comes only once it takes a while, and goes before `ended` is called; without one in the end
/// (the window is gone) `ended` is not called either.
QProgressDialog* workInSteps(Steps steps, const QString& text, QWidget* parent);

} // namespace ghostline::app
