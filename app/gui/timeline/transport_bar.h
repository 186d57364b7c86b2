// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Buttons, time field, speed and loop in one row.
#include "app/gui/session/panel.h"
#include "app/gui/widgets/figures.h"

#include <QJsonObject>

class QLabel;
class QLineEdit;
class QToolButton;

namespace ghostline::app {

class Actions;
class SpeedControl;

class TransportBar final : public Panel
{
    Q_OBJECT
public:
    explicit TransportBar(Actions* actions, QWidget* parent = nullptr);

    QLineEdit* timeField() const { return m_time; }
    QToolButton* clockButton() const { return m_clockButton; }
    QToolButton* loopButton() const { return m_loop; }
    QToolButton* liveButton() const { return m_live; }
    QLabel* frameLabel() const { return m_frame; }
    SpeedControl* speed() const { return m_speed; }
    const ClockChoice& clock() const { return m_clock; }

    QJsonObject saveState() const;
    void restoreState(const QJsonObject& state);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void onSessionChanged() override;
    void onThemeChanged() override;
    QToolButton* addButton(const QString& action, int size);
    void addTime();
    void addLive();
    void refreshLive();
    void nextClock();
    void showRejected(const QString& why);
    void applyTime();
    void refreshTime();
    void refreshTotals();
    void refreshPlaying();
    void refreshLoop();

    Actions* m_actions;
    QToolButton* m_play = nullptr;
    QLineEdit* m_time = nullptr;
    QToolButton* m_clockButton = nullptr;
    QLabel* m_total = nullptr;
    QLabel* m_frame = nullptr;
    SpeedControl* m_speed = nullptr;
    QToolButton* m_loop = nullptr;
    QToolButton* m_live = nullptr;
    ClockChoice m_clock;
};

} // namespace ghostline::app
