// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Turns what a pointer and a keyboard do on a picture into a drawing, or into a changed one. No widget, no
// window: pictures answer through BoardPicture.
#include "app/gui/board/board_picture.h"

#include <Qt>

#include <memory>
#include <vector>

namespace ghostline::app {

enum class BoardToolKind : std::uint8_t {
    Select, ///< chooses a drawing; dragged, moves it
    Pen,
    Arrow,
    Line,
    Ellipse,
    Polygon,
    Text,
    Number,
    Spotlight,
    Link,
    Distance,
    Move ///< drags an actor to where it should have been
};
inline constexpr int BoardToolKinds = 12;

/// What came of an event.
enum class BoardStep : std::uint8_t {
    Nothing, ///< nothing has changed
    Sketch,  ///< sketch() is another
    Chosen,  ///< chosen() is another; of Select
    Done,    ///< take() has a drawing: a new one, or a changed one where its id is not empty
    NoActor, ///< refused: it needs an actor, and there is none
    NoGround ///< refused: no ground there
};

/// A pointer on a picture.
struct BoardPointer
{
    QPointF at; ///< logical pixels
    Qt::KeyboardModifiers with{};

    /// Straight lines and circles.
    bool straight() const { return with.testFlag(Qt::ShiftModifier); }
};

/// How one tool draws, from the press to the end.
class BoardStroke
{
public:
    virtual ~BoardStroke() = default;
    virtual BoardStep press(const BoardScene& scene, const BoardPointer& pointer) = 0;
    /// Also while no button is down.
    virtual BoardStep move(const BoardScene& scene, const BoardPointer& pointer);
    virtual BoardStep release(const BoardScene& scene, const BoardPointer& pointer);
    /// Enter, or a double click: what can end now does.
    virtual BoardStep close() { return BoardStep::Nothing; }
    /// Takes the last point back.
    virtual BoardStep back() { return BoardStep::Nothing; }
    virtual bool waitsForText() const { return false; }

    /// What it would be if it ended now; null while there is nothing.
    const model::Drawing* sketch() const { return m_sketch ? &*m_sketch : nullptr; }
    void setText(const QString& text);
    std::optional<model::Drawing> take();

protected:
    explicit BoardStroke(model::Drawing pattern) : m_pattern(std::move(pattern)) {}

    model::Drawing m_pattern; ///< colour, width, pin, time: what it has before it is drawn
    std::optional<model::Drawing> m_sketch;
};

class BoardTool
{
public:
    BoardTool();
    ~BoardTool();

    BoardToolKind kind() const { return m_kind; }
    /// Gives up what was being drawn.
    void setKind(BoardToolKind kind);
    /// What a drawing that is begun from now on has: colour, width, pin, time, author, and `text` of a
    /// Number.
    void setPattern(const model::Drawing& pattern) { m_pattern = pattern; }

    BoardStep press(const BoardScene& scene, const BoardPointer& pointer);
    BoardStep move(const BoardScene& scene, const BoardPointer& pointer);
    BoardStep release(const BoardScene& scene, const BoardPointer& pointer);
    BoardStep doubleClick();
    /// Whether it has a use for that key now, and what comes of it.
    bool wants(int key) const;
    BoardStep key(int key);

    /// Something has been begun.
    bool drawing() const { return m_stroke != nullptr; }
    const model::Drawing* sketch() const;
    bool waitsForText() const;
    void setText(const QString& text);
    /// After Done: the drawing; the tool is free for the next.
    std::optional<model::Drawing> take();
    void giveUp();

    /// Of Select: the id of the drawing that is chosen, empty = none.
    const QString& chosen() const { return m_chosen; }
    void choose(const QString& id) { m_chosen = id; }

private:
    BoardStep settle(BoardStep step);

    BoardToolKind m_kind = BoardToolKind::Pen;
    model::Drawing m_pattern;
    std::unique_ptr<BoardStroke> m_stroke;
    QString m_chosen;
};

/// Few enough points that the line through them is off by `slack` at most. The first and the last stay.
std::vector<std::size_t> simplified(const std::vector<QPointF>& line, double slack);
/// The first number that none of those that are seen then has.
QString nextNumber(std::span<const model::Drawing> drawings, model::Micros time);
/// Pulled from one pixel to another, with all its points or that of number `grip`; nothing where that is not
/// possible, or it stands where its actors do.
std::optional<model::Drawing> moved(const BoardScene& scene, const model::Drawing& drawing, QPointF from,
                                    QPointF to, int grip = -1);
/// The same picture with another pin; nothing where it cannot be had there.
std::optional<model::Drawing> repinned(const BoardScene& scene, const model::Drawing& drawing,
                                       model::DrawingPin pin);

} // namespace ghostline::app
