// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The thin progress bar above the view: appears when something takes longer than 150 ms, can be cancelled.
#include <QFrame>
#include <QTimer>

class QLabel;
class QProgressBar;
class QToolButton;

namespace ghostline::app {

/// Of a progress bar: fine enough to move smoothly.
inline constexpr int BarSteps = 1000;

class LoadBar : public QFrame
{
    Q_OBJECT
public:
    static constexpr int DelayMs = 150;

    explicit LoadBar(QWidget* parent = nullptr);
    /// Shows itself 150 ms later unless done() comes first.
    void begin(const QString& what);
    /// 0 .. 1; below 0 = how much there is to do is not known.
    void setProgress(double share);
    void done();
    /// Shown, or about to be.
    bool running() const { return m_delay.isActive() || !isHidden(); }

Q_SIGNALS:
    void cancelled();

private:
    QLabel* m_label;
    QProgressBar* m_bar;
    QToolButton* m_cancel;
    QTimer m_delay;
};

} // namespace ghostline::app
