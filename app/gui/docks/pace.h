// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Keeps a panel that follows the playhead from refreshing more often than anybody reads, and from refreshing
// at all while nobody sees it.
#include <QObject>
#include <QTimer>

#include <functional>

class QWidget;

namespace ghostline::app {

class Pace : public QObject
{
    Q_OBJECT
public:
    /// Belongs to the panel; at least `milliseconds` lie between two refreshes.
    Pace(QWidget* panel, int milliseconds, std::function<void()> refresh);
    /// There is something new: shown as soon as the pace allows and the panel can be seen.
    void changed();
    /// Another thing is shown: at once where it can be seen, else as soon as it can.
    void renew();
    /// Shown at once, seen or not.
    void refresh();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool seen() const;

    QWidget* m_panel;
    int m_milliseconds;
    std::function<void()> m_refresh;
    QTimer m_rest;
    bool m_stale = false;
};

} // namespace ghostline::app
