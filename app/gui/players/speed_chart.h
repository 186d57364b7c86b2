// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How long two people went how fast: a pair of bars for each band of speed.
#include "app/gui/players/players_answer.h"

#include <QWidget>

namespace ghostline::app {

class SpeedChart : public QWidget
{
    Q_OBJECT
public:
    explicit SpeedChart(QWidget* parent = nullptr);
    /// null = nothing.
    void setAnswer(std::shared_ptr<const PlayersAnswer> answer);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    int bands() const;
    /// "4 to 6 m/s".
    QString bandText(int band) const;
    /// The share of its time, 0 to 1, that a side spent in a band.
    double share(int side, int band) const;
    QRectF barsBox() const;
    void describe();

    std::shared_ptr<const PlayersAnswer> m_answer;
};

} // namespace ghostline::app
