// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Keeps a widget that follows the playhead from refreshing more often than anybody reads, and from refreshing
// at all while nobody sees it.
#include <QObject>
#include <QTimer>

#include <functional>

class QWidget;

namespace ghostline::app {

// Milliseconds between two refreshes, by what is shown.
inline constexpr int TablesMs = 100; ///< whole tables
inline constexpr int ValuesMs = 66;
inline constexpr int MapMs = 40; ///< looked at from the corner of the eye
inline constexpr int CurvesMs = 33;

class RefreshThrottle : public QObject
{
    Q_OBJECT
public:
    /// A child of the widget; at least `milliseconds` lie between two refreshes.
    RefreshThrottle(QWidget* widget, int milliseconds, std::function<void()> refresh);
    /// There is something new: shown as soon as the interval allows and the widget can be seen.
    void schedule();
    /// Another thing is shown: at once where it can be seen, else as soon as it can.
    void refreshIfSeen();
    /// Shown at once, seen or not.
    void refreshNow();
    /// Forgets what was scheduled.
    void cancel();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool seen() const;

    QWidget* m_widget;
    int m_milliseconds;
    std::function<void()> m_refresh;
    QTimer m_interval; ///< runs until the next refresh is allowed
    bool m_stale = false;
};

} // namespace ghostline::app
