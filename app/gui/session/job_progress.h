// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How far a job is and a button that stops it, for work that ends in a file. Holds nothing up.
#include <QString>

#include <functional>

class QProgressDialog;
class QWidget;

namespace ghostline::app {

class Job;

/// Of a job that runs already. Comes only once it takes a while, and goes with the end of the work; closing
/// it cancels the work.
QProgressDialog* showJobProgress(Job* job, const QString& text, QWidget* parent);

/// Work that only the window's own thread can do (OpenGL): between two steps the window goes on.
struct Steps
{
    int count = 0;
    std::function<void()> next;            ///< called `count` times
    std::function<void(bool whole)> ended; ///< once; false: somebody stopped it
};
/// The dialog comes only once it takes a while, and goes before `ended` is called. Where it goes with its
/// parent, `ended` is not called.
QProgressDialog* workInSteps(Steps steps, const QString& text, QWidget* parent);

} // namespace ghostline::app
