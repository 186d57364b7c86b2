// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The mode in which the mouse draws over the picture: binds tools, verbs, bar, views and the session's notes.
#include "app/gui/board/board_style.h"
#include "app/gui/board/board_tool.h"
#include "app/gui/board/view_pictures.h"
#include "app/gui/session/replay_session.h"

#include <QPointer>

#include <functional>
#include <memory>

class QKeyEvent;
class QMouseEvent;

namespace ghostline::app {

class Actions;
class BoardBar;
class ReplayView;
class ViewArea;

/// What the window around it does.
struct BoardHost
{
    std::function<QString()> author;          ///< whose drawings these are
    std::function<void(const QString&)> tell; ///< a sentence for the user
};

class BoardMode final : public QObject
{
    Q_OBJECT
public:
    /// Actions, area and bar outlive it.
    BoardMode(Actions* actions, ViewArea* area, BoardBar* bar, BoardHost host, QObject* parent);
    ~BoardMode() override;
    /// null = no replay open; drawing ends.
    void setSession(ReplaySession* session);

    bool isOn() const { return m_on; }
    /// While it is on, the left mouse button draws. It pauses when it begins.
    void setOn(bool on);
    BoardToolKind tool() const { return m_tool.kind(); }
    /// Begins to draw, too.
    void setTool(BoardToolKind kind);
    /// Of the selected drawing, empty = none.
    const QString& chosen() const { return m_tool.chosen(); }
    /// Begins to draw with that one selected.
    void choose(const QString& id);
    const BoardStyle& style() const { return m_style; }

Q_SIGNALS:
    void chosenChanged(const QString& id);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    // verbs
    void bindVerbs();
    void bindBar();
    void showPin();
    void offer();
    // input
    void watch();
    QObject* targetOf(ReplayView* view) const;
    std::unique_ptr<BoardPicture> pictureOf(QObject* watched);
    bool mouse(QObject* watched, const QMouseEvent& event);
    bool wants(const QObject* watched, const QKeyEvent& event) const;
    void key(const QKeyEvent& event);
    void leaveStep();
    // what comes of it
    void apply(BoardStep step);
    void commit(const model::Drawing& drawing);
    void change(const std::function<void(model::Drawing&)>& edit);
    void setPin(model::DrawingPin pin);
    void removeChosen();
    void duplicateChosen();
    void clearMoment();
    void setText(const QString& text);
    void finishText();
    void onDrawingsChanged();
    // what is shown
    void show();
    void showText();
    void showStyle();
    const model::Drawing* chosenDrawing() const;
    BoardScene sceneOn(const BoardPicture& picture) const;
    model::Drawing pattern() const;
    BoardClock clock() const;

    Actions* m_actions;
    ViewArea* m_area;
    BoardBar* m_bar;
    BoardHost m_host;
    QPointer<ReplaySession> m_session;
    BoardTool m_tool;
    BoardStyle m_style;
    BoardGround m_ground;
    bool m_on = false;
    bool m_down = false;     ///< the left button is, and draws
    bool m_passing = false;  ///< the left button is, and turns the camera
    bool m_replaced = false; ///< the picture shows a sketch instead of a drawing
    QString m_typed;         ///< for the selected drawing, until it is finished
};

} // namespace ghostline::app
