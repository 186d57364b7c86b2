// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/board/board_bar.h"

#include "app/gui/verbs/actions.h"
#include "app/gui/widgets/flow_layout.h"
#include "app/gui/widgets/icons.h"
#include "app/gui/widgets/panel_style.h"

#include <QColorDialog>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPainter>
#include <QStandardItemModel>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr int SwatchSide = 16;
constexpr int SwatchWidth = 6 * Grid; // close to one another: tools and colours make one line

constexpr std::array<const char*, BoardColours.size()> ColourNames{
    QT_TRANSLATE_NOOP("ghostline::app::BoardBar", "Yellow"),
    QT_TRANSLATE_NOOP("ghostline::app::BoardBar", "Red"),
    QT_TRANSLATE_NOOP("ghostline::app::BoardBar", "Blue"),
    QT_TRANSLATE_NOOP("ghostline::app::BoardBar", "Green"),
    QT_TRANSLATE_NOOP("ghostline::app::BoardBar", "White"),
    QT_TRANSLATE_NOOP("ghostline::app::BoardBar", "Black"),
};

constexpr std::array<const char*, BoardSpans> SpanNames{
    QT_TRANSLATE_NOOP("ghostline::app::BoardBar", "This moment"),
    QT_TRANSLATE_NOOP("ghostline::app::BoardBar", "3 s"),
    QT_TRANSLATE_NOOP("ghostline::app::BoardBar", "5 s"),
    QT_TRANSLATE_NOOP("ghostline::app::BoardBar", "10 s"),
    QT_TRANSLATE_NOOP("ghostline::app::BoardBar", "Whole loop"),
    QT_TRANSLATE_NOOP("ghostline::app::BoardBar", "Until the end"),
};

QIcon swatch(QColor colour, const QColor& line, qreal ratio)
{
    QPixmap pixmap(QSize(SwatchSide, SwatchSide) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(line);
    painter.setBrush(colour);
    painter.drawEllipse(QRectF(1.5, 1.5, SwatchSide - 3.0, SwatchSide - 3.0));
    return pixmap;
}

QIcon stroke(double width, const QColor& colour, qreal ratio)
{
    QPixmap pixmap(QSize(SwatchSide, SwatchSide) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(QPointF(4.0, SwatchSide / 2.0), QPointF(SwatchSide - 4.0, SwatchSide / 2.0));
    return pixmap;
}

/// One whose icon is painted later, in the colours of the theme.
QToolButton* paintedButton(const QString& name, const QString& what, QWidget* parent)
{
    QToolButton* button = iconButton(QStringLiteral("board-line"), name, true, parent);
    button->setAccessibleDescription(what);
    return button;
}

/// "Pen (Shift+D)", and what it does.
void describe(QToolButton* button, const QAction& action)
{
    button->setToolTip(action.toolTip());
    button->setAccessibleDescription(action.toolTip());
    button->setEnabled(action.isEnabled());
    button->setChecked(action.isChecked());
}

/// The 3D view is a window of its own within this one: where it has the keyboard, a focus in this window
/// alone would get no keys.
void takeKeyboard(QWidget* widget, Qt::FocusReason reason)
{
    widget->window()->activateWindow();
    widget->setFocus(reason);
}

} // namespace

BoardBar::BoardBar(Actions* actions, QWidget* parent)
    : QWidget(parent), m_actions(actions), m_flow(new FlowLayout(this, Grid / 2)),
      m_theme(render::Theme::dark())
{
    setObjectName(QStringLiteral("boardBar"));
    setAccessibleName(tr("Drawing tools"));
    m_flow->setContentsMargins(2 * Grid, Grid, 2 * Grid, Grid);
    beginGroup();
    for (const char* verb :
         {"board.select", "board.pen", "board.arrow", "board.line", "board.ellipse", "board.polygon",
          "board.text", "board.number", "board.spotlight", "board.link", "board.distance", "board.move"})
        addVerb(verb);
    beginGroup();
    addColours();
    beginGroup();
    addWidths();
    beginGroup();
    for (const char* verb : {"board.pinScreen", "board.pinGround", "board.pinActor"})
        addVerb(verb);
    beginGroup();
    addSpan();
    addText();
    beginGroup();
    for (const char* verb : {"edit.undo", "edit.redo", "board.duplicate", "board.delete", "board.clear"})
        addVerb(verb);
    beginGroup();
    auto* close = iconButton(QStringLiteral("close"), tr("Stop drawing"), this,
                             [this] { m_actions->get(id("board.draw"))->trigger(); });
    close->setObjectName(QStringLiteral("boardClose"));
    m_group->addWidget(close);
    setTheme(m_theme);
    hide();
}

void BoardBar::addVerb(const char* verb)
{
    QAction* action = m_actions->get(id(verb));
    const auto* spec = &*std::ranges::find(Actions::table(), id(verb), &ActionSpec::id);
    const QString icon = spec->id == QLatin1String("edit.undo")   ? QStringLiteral("undo")
                         : spec->id == QLatin1String("edit.redo") ? QStringLiteral("redo")
                                                                  : spec->icon;
    QToolButton* button = iconButton(icon, spec->text, action->isCheckable(), this);
    button->setObjectName(spec->id);
    connect(button, &QToolButton::clicked, action, &QAction::trigger);
    // A click toggles the button by itself; the verb says what holds.
    connect(button, &QToolButton::clicked, button, [button, action] { describe(button, *action); });
    connect(action, &QAction::changed, button, [button, action] { describe(button, *action); });
    connect(action, &QAction::toggled, button, [button, action] { describe(button, *action); });
    describe(button, *action);
    m_group->addWidget(button);
}

/// What belongs together stays in one line.
void BoardBar::beginGroup()
{
    auto* group = new QWidget(this);
    m_group = new QHBoxLayout(group);
    m_group->setContentsMargins(0, 0, Grid, 0);
    m_group->setSpacing(Grid / 2);
    m_flow->addWidget(group);
}

void BoardBar::addColours()
{
    for (std::size_t i = 0; i < BoardColours.size(); ++i) {
        QToolButton* button = paintedButton(tr(ColourNames[i]), tr("Colour of what is drawn"), this);
        connect(button, &QToolButton::clicked, this, [this, i] {
            Q_EMIT colourChosen(BoardColours[i]);
            setStyle(m_style);
        });
        button->setFixedWidth(SwatchWidth);
        m_colours.push_back(button);
        m_group->addWidget(button);
    }
    m_otherColour = paintedButton(tr("Another colour…"), tr("Colour of what is drawn"), this);
    m_otherColour->setFixedWidth(SwatchWidth);
    connect(m_otherColour, &QToolButton::clicked, this, &BoardBar::chooseColour);
    m_group->addWidget(m_otherColour);
}

void BoardBar::chooseColour()
{
    setStyle(m_style); // nothing is chosen yet
    auto* dialog = new QColorDialog(QColor::fromRgba(m_style.colour), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Colour of what is drawn"));
    dialog->setOption(QColorDialog::ShowAlphaChannel);
    connect(dialog, &QColorDialog::colorSelected, this,
            [this](const QColor& colour) { Q_EMIT colourChosen(colour.rgba()); });
    dialog->open();
}

QString BoardBar::widthName(std::size_t at) const
{
    return at == 0 ? tr("Thin") : at == 1 ? tr("Medium") : tr("Thick");
}

void BoardBar::addWidths()
{
    for (std::size_t i = 0; i < BoardWidths.size(); ++i) {
        QToolButton* button = paintedButton(widthName(i), tr("Width of lines"), this);
        connect(button, &QToolButton::clicked, this, [this, i] {
            Q_EMIT widthChosen(BoardWidths[i]);
            setStyle(m_style);
        });
        m_widths.push_back(button);
        m_group->addWidget(button);
    }
}

void BoardBar::addSpan()
{
    m_span = new QComboBox(this);
    m_span->setObjectName(QStringLiteral("boardSpan"));
    m_span->setAccessibleName(tr("How long it is seen"));
    m_span->setToolTip(tr("How long a drawing is seen, from this moment on"));
    m_span->setFocusPolicy(Qt::TabFocus);
    m_span->setFixedHeight(7 * Grid);
    for (const char* name : SpanNames)
        m_span->addItem(tr(name));
    connect(m_span, &QComboBox::activated, this,
            [this](int at) { Q_EMIT spanChosen(static_cast<BoardSpan>(at)); });
    m_group->addWidget(m_span);
}

void BoardBar::addText()
{
    m_text = new QLineEdit(this);
    m_text->setObjectName(QStringLiteral("boardText"));
    m_text->setAccessibleName(tr("Words of the drawing"));
    m_text->setPlaceholderText(tr("Words, then Enter"));
    m_text->setMaxLength(200);
    m_text->setFixedSize(44 * Grid, 7 * Grid);
    connect(m_text, &QLineEdit::textEdited, this, &BoardBar::textChanged);
    connect(m_text, &QLineEdit::editingFinished, this, [this] {
        // Where nothing is written yet, the keyboard that goes elsewhere does not end it: it may just have
        // come from the 3D view, which was clicked into.
        if (m_text->hasFocus() || !m_text->text().isEmpty())
            Q_EMIT textFinished();
    });
    m_group->addWidget(m_text);
    m_text->hide();
}

void BoardBar::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    const qreal ratio = devicePixelRatioF();
    for (std::size_t i = 0; i < m_colours.size(); ++i)
        m_colours[i]->setIcon(swatch(QColor::fromRgba(BoardColours[i]), m_theme.textMuted, ratio));
    for (std::size_t i = 0; i < m_widths.size(); ++i)
        m_widths[i]->setIcon(stroke(BoardWidths[i], m_theme.text, ratio));
    setStyle(m_style);
    update();
}

void BoardBar::setStyle(const BoardStyle& style)
{
    m_style = style;
    bool known = false;
    for (std::size_t i = 0; i < m_colours.size(); ++i) {
        m_colours[i]->setChecked(style.colour == BoardColours[i]);
        known = known || style.colour == BoardColours[i];
    }
    m_otherColour->setChecked(!known);
    if (known)
        m_otherColour->setIcon(themedIcon(QStringLiteral("add")));
    else
        m_otherColour->setIcon(
            swatch(QColor::fromRgba(style.colour), m_theme.textMuted, devicePixelRatioF()));
    for (std::size_t i = 0; i < m_widths.size(); ++i)
        m_widths[i]->setChecked(std::abs(style.width - BoardWidths[i]) < 0.01);
    m_span->setCurrentIndex(static_cast<int>(style.span));
}

void BoardBar::setLoop(bool any)
{
    if (auto* items = qobject_cast<QStandardItemModel*>(m_span->model()))
        items->item(static_cast<int>(BoardSpan::Loop))->setEnabled(any);
}

void BoardBar::showText(const QString& text)
{
    if (m_text->text() != text)
        m_text->setText(text);
    m_text->show();
}

void BoardBar::hideText() { m_text->hide(); }

void BoardBar::editText()
{
    takeKeyboard(m_text, Qt::OtherFocusReason);
    m_text->selectAll();
}

void BoardBar::resumeText() { takeKeyboard(m_text, Qt::OtherFocusReason); }

void BoardBar::focusTools()
{
    if (auto* first = findChild<QToolButton*>())
        takeKeyboard(first, Qt::TabFocusReason);
}

void BoardBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.raised);
    painter.fillRect(QRect(0, height() - 1, width(), 1), m_theme.line);
}

} // namespace ghostline::app
