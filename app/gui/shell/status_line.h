// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the eye cannot see in the picture: how the state came about, frame, keyframe, cache, frame rate,
// problems.
#include "app/gui/shell/replay_session.h"

#include <QPointer>
#include <QStatusBar>

class QLabel;
class QToolButton;

namespace ghostline::app {

class StatusLine : public QStatusBar
{
    Q_OBJECT
public:
    explicit StatusLine(QWidget* parent = nullptr);
    void setSession(ReplaySession* session);
    /// Shown as "60 fps"; 0 hides it.
    void setFrameRate(double framesPerSecond);
    /// "recorded frame 373 of 25,800" for what is shown now.
    QString placeText() const { return m_placeText; }

Q_SIGNALS:
    void diagnosticsRequested();

private:
    void showPlace();
    void finishPlace(const model::ReplayIndex& index);
    QString betweenKeyframes(const model::ReplayIndex& index, model::FrameTime at) const;
    void showCache();
    void showDiagnostics();

    QPointer<ReplaySession> m_session;
    QLabel* m_place;
    QLabel* m_keyframe;
    QLabel* m_cache;
    QLabel* m_rate;
    QToolButton* m_diagnostics;
    QTimer m_cacheTimer;
    QString m_placeText;
};

} // namespace ghostline::app
