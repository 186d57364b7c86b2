// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The mode in which the mouse draws over the picture: binds tools, verbs, bar, views and the session's notes.
#include "app/gui/board/board_input.h"
#include "app/gui/board/board_style.h"
#include "app/gui/board/board_tool.h"
#include "app/gui/session/replay_session.h"

#include <QPointer>

#include <functional>

namespace ghostline::app {

class Actions;
class BoardBar;
class ViewArea;

/// What the window around it does.
struct BoardHost
{
    std::function<QString()> author;          ///< whose drawings these are
    std::function<void(const QString&)> tell; ///< a sentence for the user
};

class BoardMode final : public QObject, private BoardHand
{
    Q_OBJECT
public:
    /// Actions, area and bar outlive it.
    BoardMode(Actions* actions, ViewArea* area, BoardBar* bar, BoardHost host, QObject* parent);
    ~BoardMode() override;
    /// null = no replay open; drawing ends.
    void setSession(ReplaySession* session);

    bool isOn() const { return m_input.isOn(); }
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

private:
    // verbs
    void bindVerbs();
    void bindBar();
    void showPin();
    void offer();
    // what the hand does
    void pressed(const BoardPicture& picture, const BoardPointer& pointer, bool twice) override;
    void moved(const BoardPicture& picture, const BoardPointer& pointer) override;
    void released(const BoardPicture& picture, const BoardPointer& pointer) override;
    bool followsPointer() const override { return m_tool.drawing(); }
    bool wantsKey(int key, bool inPicture) const override;
    void keyPressed(int key) override;
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
    void keepKeyboard();
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
    BoardInput m_input;
    bool m_replaced = false; ///< the picture shows a sketch instead of a drawing
    QString m_typed;         ///< for the selected drawing, until it is finished
};

} // namespace ghostline::app
