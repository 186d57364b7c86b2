// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How far a job is and a button that stops it, for work that ends in a file. Holds nothing up.
#include <QString>

class QProgressDialog;
class QWidget;

namespace ghostline::app {

class Job;

/// Of a job that runs already. Comes only once it takes a while, and goes with the end of the work; closing
/// it cancels the work.
QProgressDialog* showJobProgress(Job* job, const QString& text, QWidget* parent);

} // namespace ghostline::app
