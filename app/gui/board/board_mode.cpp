// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/board/board_mode.h"

#include "app/gui/board/board_bar.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/view/replay_views.h"
#include "app/gui/view/view_area.h"

#include <QActionGroup>
#include <QApplication>
#include <QWindow>

#include <algorithm>
#include <array>
#include <utility>

namespace ghostline::app {

namespace {

struct ToolVerb
{
    const char* id;
    BoardToolKind kind;
};
constexpr std::array<ToolVerb, BoardToolKinds> ToolVerbs{{
    {"board.select", BoardToolKind::Select},
    {"board.pen", BoardToolKind::Pen},
    {"board.arrow", BoardToolKind::Arrow},
    {"board.line", BoardToolKind::Line},
    {"board.ellipse", BoardToolKind::Ellipse},
    {"board.polygon", BoardToolKind::Polygon},
    {"board.text", BoardToolKind::Text},
    {"board.number", BoardToolKind::Number},
    {"board.spotlight", BoardToolKind::Spotlight},
    {"board.link", BoardToolKind::Link},
    {"board.distance", BoardToolKind::Distance},
    {"board.move", BoardToolKind::Move},
}};

struct PinVerb
{
    const char* id;
    model::DrawingPin pin;
};
constexpr std::array<PinVerb, 3> PinVerbs{{
    {"board.pinScreen", model::DrawingPin::Screen},
    {"board.pinGround", model::DrawingPin::Ground},
    {"board.pinActor", model::DrawingPin::Actor},
}};

constexpr QPointF BesideIt{24.0, 24.0}; ///< pixels from a drawing to its duplicate

bool hasWords(const model::Drawing& drawing)
{
    return drawing.kind == model::DrawingKind::Text || drawing.kind == model::DrawingKind::Number;
}

} // namespace

BoardMode::BoardMode(Actions* actions, ViewArea* area, BoardBar* bar, BoardHost host, QObject* parent)
    : QObject(parent), m_actions(actions), m_area(area), m_bar(bar), m_host(std::move(host)),
      m_input(this, &area->views(), bar, nullptr)
{
    bindVerbs();
    bindBar();
    connect(qGuiApp, &QGuiApplication::focusWindowChanged, this, &BoardMode::keepKeyboard,
            Qt::QueuedConnection);
}

BoardMode::~BoardMode() = default;

// ---- verbs ----

void BoardMode::bindVerbs()
{
    m_actions->on(id("board.draw"), this, [this](bool on) { setOn(on); });
    auto* tools = new QActionGroup(this);
    for (const ToolVerb& verb : ToolVerbs) {
        tools->addAction(m_actions->get(id(verb.id)));
        m_actions->on(id(verb.id), this, [this, kind = verb.kind](bool) { setTool(kind); });
    }
    m_actions->get(id("board.pen"))->setChecked(true);
    auto* pins = new QActionGroup(this);
    for (const PinVerb& verb : PinVerbs) {
        pins->addAction(m_actions->get(id(verb.id)));
        m_actions->on(id(verb.id), this, [this, pin = verb.pin](bool) { setPin(pin); });
    }
    showPin();
    m_actions->on(id("board.delete"), this, [this](bool) { removeChosen(); });
    m_actions->on(id("board.duplicate"), this, [this](bool) { duplicateChosen(); });
    m_actions->on(id("board.clear"), this, [this](bool) { clearMoment(); });
}

void BoardMode::bindBar()
{
    connect(m_bar, &BoardBar::colourChosen, this, [this](quint32 colour) {
        m_style.colour = colour;
        change([colour](model::Drawing& drawing) { drawing.colour = colour; });
    });
    connect(m_bar, &BoardBar::widthChosen, this, [this](double width) {
        m_style.width = width;
        change([width](model::Drawing& drawing) { drawing.width = width; });
    });
    connect(m_bar, &BoardBar::spanChosen, this, [this](BoardSpan span) {
        m_style.span = span;
        change([this, span](model::Drawing& drawing) { setRange(drawing, span, clock()); });
    });
    connect(m_bar, &BoardBar::textChanged, this, &BoardMode::setText);
    connect(m_bar, &BoardBar::textFinished, this, &BoardMode::finishText);
}

void BoardMode::showPin()
{
    for (const PinVerb& verb : PinVerbs) {
        if (verb.pin == m_style.pin)
            m_actions->get(id(verb.id))->setChecked(true);
    }
}

/// What can be done with drawings now.
void BoardMode::offer()
{
    const bool open = m_session != nullptr;
    const bool any = open && !m_session->notes()->sidecar().drawings.empty();
    const QString closed = tr("No recording is open");
    for (const char* verb : {"board.delete", "board.duplicate"})
        m_actions->offer(id(verb), chosenDrawing() != nullptr, open ? tr("No drawing is selected") : closed);
    m_actions->offer(id("board.clear"), any, open ? tr("Nothing was drawn") : closed);
}

// ---- on and off ----

void BoardMode::setSession(ReplaySession* session)
{
    setOn(false);
    if (m_session != nullptr)
        m_session->unsubscribe(this);
    m_session = session;
    m_tool.giveUp();
    m_tool.choose({});
    if (session != nullptr) {
        connect(session->notes(), &ReplayNotes::drawingsChanged, this, &BoardMode::onDrawingsChanged);
        connect(&session->playhead(), &model::Playhead::loopChanged, this,
                [this] { m_bar->setLoop(clock().loop.has_value()); });
        m_bar->setLoop(clock().loop.has_value());
    }
    offer();
}

void BoardMode::setOn(bool on)
{
    on = on && m_session != nullptr;
    m_actions->get(id("board.draw"))->setChecked(on);
    if (on == isOn())
        return;
    m_input.setOn(on);
    m_tool.giveUp();
    if (on) {
        m_session->playhead().pause(); // what moves on cannot be drawn on
        if (!m_area->options().drawings)
            m_area->changeOptions([](render::ViewOptions& options) { options.drawings = true; });
    } else if (!m_tool.chosen().isEmpty()) {
        m_tool.choose({});
        Q_EMIT chosenChanged({});
    }
    m_bar->setVisible(on);
    show();
    if (on)
        m_area->viewWidget()->setFocus();
}

void BoardMode::setTool(BoardToolKind kind)
{
    finishText();
    const QString before = m_tool.chosen();
    m_tool.setKind(kind);
    for (const ToolVerb& verb : ToolVerbs) {
        if (verb.kind == kind)
            m_actions->get(id(verb.id))->setChecked(true);
    }
    setOn(true);
    m_input.setCursor(kind == BoardToolKind::Select ? Qt::ArrowCursor : Qt::CrossCursor);
    if (m_tool.chosen() != before)
        Q_EMIT chosenChanged(m_tool.chosen());
    show();
}

void BoardMode::choose(const QString& drawing)
{
    setTool(BoardToolKind::Select);
    if (!isOn() || m_tool.chosen() == drawing)
        return;
    m_tool.choose(drawing);
    apply(BoardStep::Chosen);
}

// ---- what the hand does ----

BoardScene BoardMode::sceneOn(const BoardPicture& picture) const
{
    return {picture, m_session->playback()->state(), m_session->info().cast,
            m_session->notes()->sidecar().drawings, m_session->actors()->selected()};
}

void BoardMode::pressed(const BoardPicture& picture, const BoardPointer& pointer, bool twice)
{
    if (twice && m_tool.kind() == BoardToolKind::Polygon) {
        apply(m_tool.doubleClick());
        return;
    }
    m_tool.setPattern(pattern());
    apply(m_tool.press(sceneOn(picture), pointer));
}

void BoardMode::moved(const BoardPicture& picture, const BoardPointer& pointer)
{
    apply(m_tool.move(sceneOn(picture), pointer));
}

void BoardMode::released(const BoardPicture& picture, const BoardPointer& pointer)
{
    apply(m_tool.release(sceneOn(picture), pointer));
    if (m_tool.waitsForText())
        m_bar->editText();
}

bool BoardMode::wantsKey(int key, bool inPicture) const
{
    if (key == Qt::Key_Tab) // from the picture to its tools, and there from one to the next
        return inPicture;
    return key == Qt::Key_Escape || m_tool.wants(key) ||
           (key == Qt::Key_Delete && chosenDrawing() != nullptr);
}

void BoardMode::keyPressed(int key)
{
    if (m_tool.wants(key))
        apply(m_tool.key(key));
    else if (key == Qt::Key_Delete)
        removeChosen();
    else if (key == Qt::Key_Tab)
        m_bar->focusTools();
    else
        leaveStep();
}

/// Esc: what is selected first, then the mode.
void BoardMode::leaveStep()
{
    if (m_tool.chosen().isEmpty()) {
        setOn(false);
        return;
    }
    m_tool.choose({});
    apply(BoardStep::Chosen);
}

// ---- what comes of it ----

void BoardMode::apply(BoardStep step)
{
    switch (step) {
    case BoardStep::Nothing:
        return;
    case BoardStep::Sketch:
        break;
    case BoardStep::Chosen:
        m_typed.clear();
        showStyle();
        Q_EMIT chosenChanged(m_tool.chosen());
        break;
    case BoardStep::Done:
        if (const auto drawing = m_tool.take())
            commit(*drawing);
        break;
    case BoardStep::NoActor:
        m_host.tell(m_tool.kind() == BoardToolKind::Link ? tr("A link leads from one actor to another")
                    : m_style.pin == model::DrawingPin::Actor
                        ? tr("Begin on an actor, or select one first: the drawing goes along with it")
                        : tr("There is no actor there"));
        break;
    case BoardStep::NoGround:
        m_host.tell(tr("There is no ground there: look further down, or pin to the screen"));
        break;
    }
    show();
}

void BoardMode::commit(const model::Drawing& drawing)
{
    if (drawing.id.isEmpty())
        m_session->notes()->addDrawing(drawing);
    else
        m_session->notes()->updateDrawing(drawing);
}

BoardClock BoardMode::clock() const
{
    BoardClock clock;
    const model::TimeAxis& axis = m_session->playhead().timeAxis();
    clock.now = m_session->playback()->state().time;
    clock.end = axis.duration();
    if (const auto loop = m_session->playhead().loop(); loop && loop->end > loop->first)
        clock.loop = {axis.timeOf(loop->first), axis.timeOf(loop->end - 1)};
    return clock;
}

model::Drawing BoardMode::pattern() const
{
    model::Drawing pattern;
    pattern.colour = m_style.colour;
    pattern.width = m_style.width;
    pattern.pin = m_style.pin;
    pattern.author = m_host.author();
    setRange(pattern, m_style.span, clock());
    if (m_tool.kind() == BoardToolKind::Number)
        pattern.text = nextNumber(m_session->notes()->drawings(), clock().now);
    return pattern;
}

const model::Drawing* BoardMode::chosenDrawing() const
{
    if (m_session == nullptr || m_tool.chosen().isEmpty())
        return nullptr;
    const std::vector<model::Drawing>& drawings = m_session->notes()->sidecar().drawings;
    const auto found = std::ranges::find(drawings, m_tool.chosen(), &model::Drawing::id);
    return found != drawings.end() ? &*found : nullptr;
}

/// The selected drawing, if one is.
void BoardMode::change(const std::function<void(model::Drawing&)>& edit)
{
    m_bar->setStyle(m_style);
    const model::Drawing* drawing = chosenDrawing();
    if (drawing == nullptr)
        return;
    model::Drawing changed = *drawing;
    edit(changed);
    m_session->notes()->updateDrawing(changed);
}

void BoardMode::setPin(model::DrawingPin pin)
{
    m_style.pin = pin;
    showPin();
    const model::Drawing* drawing = chosenDrawing();
    if (drawing == nullptr)
        return;
    const std::unique_ptr<BoardPicture> picture = m_input.firstPicture();
    const auto changed = repinned(sceneOn(*picture), *drawing, pin);
    if (changed)
        m_session->notes()->updateDrawing(*changed);
    else
        m_host.tell(tr("The selected drawing cannot be pinned there"));
}

void BoardMode::removeChosen()
{
    if (const model::Drawing* drawing = chosenDrawing())
        m_session->notes()->removeDrawing(QString(drawing->id));
}

void BoardMode::duplicateChosen()
{
    const model::Drawing* drawing = chosenDrawing();
    if (drawing == nullptr)
        return;
    const std::unique_ptr<BoardPicture> picture = m_input.firstPicture();
    const QPointF middle(picture->size().width() * 0.5, picture->size().height() * 0.5);
    model::Drawing copy =
        app::moved(sceneOn(*picture), *drawing, middle, middle + BesideIt).value_or(*drawing);
    copy.id.clear();
    copy.created = {};
    copy.author = m_host.author();
    const model::Micros length = copy.to - copy.from;
    copy.fade = std::min(copy.fade, clock().now);
    copy.from = clock().now - copy.fade;
    copy.to = copy.from + length;
    choose(m_session->notes()->addDrawing(copy));
}

/// One step of the history.
void BoardMode::clearMoment()
{
    if (m_session == nullptr)
        return;
    const model::Micros now = clock().now;
    std::vector<QString> seen;
    for (const model::Drawing& drawing : m_session->notes()->sidecar().drawings) {
        if (model::opacityAt(drawing, now) > 0.0)
            seen.push_back(drawing.id);
    }
    if (seen.empty()) {
        m_host.tell(tr("Nothing that was drawn is seen at this moment"));
        return;
    }
    m_session->notes()->history().beginMacro(tr("Clear this moment"));
    for (const QString& each : seen)
        m_session->notes()->removeDrawing(each);
    m_session->notes()->history().endMacro();
}

// ---- words ----

void BoardMode::setText(const QString& text)
{
    if (m_tool.waitsForText()) {
        m_tool.setText(text);
        show();
        return;
    }
    m_typed = text;
}

/// The press that asks for words gives the 3D view's own window the keyboard, and that may come true only
/// after the field was given it: then nobody has it, and letters would be shortcuts.
void BoardMode::keepKeyboard()
{
    const QWindow* now = QGuiApplication::focusWindow();
    const QWindow* window = m_bar->window()->windowHandle();
    if (!isOn() || !m_tool.waitsForText() || now == nullptr || window == nullptr)
        return;
    const QWidget* focused = QApplication::focusWidget();
    const bool free =
        focused == nullptr || focused == m_area->viewWidget() || m_area->viewWidget()->isAncestorOf(focused);
    if (free && (now == window || window->isAncestorOf(now)))
        m_bar->resumeText();
}

/// The field lost the keyboard, or Enter was pressed in it.
void BoardMode::finishText()
{
    if (m_tool.waitsForText()) {
        apply(m_tool.key(Qt::Key_Return));
        if (isOn())
            m_area->viewWidget()->setFocus();
        return;
    }
    const QString typed = std::exchange(m_typed, QString()).trimmed();
    const model::Drawing* drawing = chosenDrawing();
    if (drawing == nullptr || !hasWords(*drawing) || typed.isEmpty() || typed == drawing->text)
        return;
    model::Drawing changed = *drawing;
    changed.text = typed;
    m_session->notes()->updateDrawing(changed);
}

/// Somebody may have taken it away.
void BoardMode::onDrawingsChanged()
{
    if (!m_tool.chosen().isEmpty() && chosenDrawing() == nullptr) {
        m_tool.choose({});
        m_tool.giveUp();
        Q_EMIT chosenChanged({});
    }
    showStyle();
    show();
}

// ---- what is shown ----

/// The bar says what the selected drawing looks like; the next one will look the same.
void BoardMode::showStyle()
{
    if (const model::Drawing* drawing = chosenDrawing()) {
        m_style.colour = drawing->colour;
        m_style.width = drawing->width;
    }
    m_bar->setStyle(m_style);
}

void BoardMode::show()
{
    offer();
    if (m_session == nullptr)
        return;
    const model::Drawing* sketch = isOn() ? m_tool.sketch() : nullptr;
    const bool replaces = sketch != nullptr && !sketch->id.isEmpty();
    m_area->views().change([&](render::ViewContent& content) {
        content.chosenDrawing = m_tool.chosen();
        if (sketch != nullptr)
            content.sketches = std::vector<model::Drawing>{*sketch};
        else if (!content.sketches->empty())
            content.sketches = {};
        // What is being moved is not seen where it was.
        if (replaces || m_replaced) {
            std::vector<model::Drawing> drawings = m_session->notes()->drawings();
            if (replaces)
                std::erase_if(drawings, [&](const model::Drawing& each) { return each.id == sketch->id; });
            content.drawings = std::move(drawings);
        }
    });
    m_replaced = replaces;
    showText();
}

void BoardMode::showText()
{
    const model::Drawing* sketch = m_tool.sketch();
    if (isOn() && m_tool.waitsForText() && sketch != nullptr) {
        m_bar->showText(sketch->text);
        return;
    }
    const model::Drawing* drawing = isOn() ? chosenDrawing() : nullptr;
    if (drawing != nullptr && hasWords(*drawing)) {
        if (m_typed.isEmpty())
            m_bar->showText(drawing->text);
    } else {
        m_bar->hideText();
    }
}

} // namespace ghostline::app
