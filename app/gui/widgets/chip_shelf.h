// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Chips in lines like words; where there are too many for the room given, they scroll instead of pushing the
// list away.
#include <QScrollArea>

namespace ghostline::app {

class ChipShelf : public QScrollArea
{
    Q_OBJECT
public:
    explicit ChipShelf(QWidget* parent = nullptr);
    /// Where the chips go.
    void addChip(QWidget* chip);
    QWidget* ground() const { return m_ground; }
    /// Pixels it may take at most; one line is always allowed.
    void setRoom(int height);
    /// Chips came, went or changed their width: at once, where waiting for the next layout is too late.
    void refit();

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* m_ground;
    int m_room = 0;
};

} // namespace ghostline::app
