// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What was changed by hand in an open replay, so that it can be taken back step by step.
#include <QUndoStack>

#include <functional>

namespace ghostline::app {

/// The steps of one replay, in the order they were made. UI thread only.
class History : public QUndoStack
{
    Q_OBJECT
public:
    /// More than anybody takes back; earlier steps are forgotten, so that a long day's work does not fill the
    /// memory.
    static constexpr int MostSteps = 200;

    explicit History(QObject* parent = nullptr);

    /// A change that has been made already: `back` takes it back, `again` makes it once more. `what` names it
    /// in a menu.
    void add(const QString& what, std::function<void()> back, std::function<void()> again);
};

} // namespace ghostline::app
