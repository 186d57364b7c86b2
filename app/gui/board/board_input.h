// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Takes mouse and keys of all views while one draws, and leaves to the camera what is the camera's.
#include "app/gui/board/board_tool.h"
#include "app/gui/board/view_pictures.h"

#include <QObject>

#include <memory>

class QKeyEvent;
class QMouseEvent;
class QWidget;

namespace ghostline::app {

class ReplayView;
class ReplayViews;

/// Who draws. What it is told, and what it is asked.
class BoardHand
{
public:
    virtual ~BoardHand() = default;
    /// `twice`: it is the second press of a double click.
    virtual void pressed(const BoardPicture& picture, const BoardPointer& pointer, bool twice) = 0;
    virtual void moved(const BoardPicture& picture, const BoardPointer& pointer) = 0;
    virtual void released(const BoardPicture& picture, const BoardPointer& pointer) = 0;
    /// Whether something goes along with the pointer while no button is down.
    virtual bool followsPointer() const = 0;
    /// A key without Ctrl and Alt; `inPicture`: and not in the strip of tools.
    virtual bool wantsKey(int key, bool inPicture) const = 0;
    virtual void keyPressed(int key) = 0;
};

class BoardInput : public QObject
{
    Q_OBJECT
public:
    /// All outlive it. Keys pressed in `tools` count, too.
    BoardInput(BoardHand* hand, ReplayViews* views, QWidget* tools, QObject* parent);
    bool isOn() const { return m_on; }
    void setOn(bool on);
    void setCursor(Qt::CursorShape shape);
    /// What the first view shows; for what is done without a pointer.
    std::unique_ptr<BoardPicture> firstPicture();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void watch();
    std::unique_ptr<BoardPicture> pictureOf(QObject* watched);
    bool mouse(QObject* watched, const QMouseEvent& event);
    bool wants(const QObject* watched, const QKeyEvent& event) const;

    BoardHand* m_hand;
    ReplayViews* m_views;
    QWidget* m_tools;
    BoardGround m_ground;
    Qt::CursorShape m_cursor = Qt::CrossCursor;
    bool m_on = false;
    bool m_down = false;    ///< the left button is, and draws
    bool m_passing = false; ///< the left button is, and turns the camera
};

} // namespace ghostline::app
