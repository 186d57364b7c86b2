// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where somebody spent their time, north up. Two of them side by side show the same ground in one scale.
#include "app/gui/players/players_answer.h"

#include <QImage>
#include <QWidget>

namespace ghostline::app {

class PlaceMap : public QWidget
{
    Q_OBJECT
public:
    /// `side`: 0 = A, 1 = B.
    explicit PlaceMap(int side, QWidget* parent = nullptr);
    /// null = nothing. `unit` is what lengths are counted in.
    void setAnswer(const std::shared_ptr<const PlayersAnswer>& answer, const QString& unit);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void draw();

    int m_side;
    std::shared_ptr<const PlayersAnswer> m_answer;
    QString m_unit;
    QImage m_picture;
};

} // namespace ghostline::app
