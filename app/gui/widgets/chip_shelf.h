// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Chips in lines like words; where there are too many for the room given, they scroll instead of pushing the
// list away.
#include <QScrollArea>

class QToolButton;

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
    /// One line, with a button behind it that says how many do not fit and opens the rest.
    void setFolding(bool folding);
    /// Of a folding shelf: whether all is shown that finds room.
    bool isOpen() const { return m_open; }
    void setOpen(bool open);
    /// Chips came, went or changed their width: at once, where waiting for the next layout is too late.
    void refit();

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    int behindFirstLine() const;
    void placeMore();

    QWidget* m_ground;
    QToolButton* m_more = nullptr; ///< only of a folding shelf
    int m_room = 0;
    bool m_open = false;
};

} // namespace ghostline::app
