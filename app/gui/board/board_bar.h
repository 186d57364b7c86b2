// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The strip of tools above the picture while one draws. It shows a style and tells what is wished; what that
// means is BoardMode's.
#include "app/gui/board/board_style.h"
#include "render/base/theme.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QHBoxLayout;
class QLineEdit;
class QToolButton;

namespace ghostline::app {

class Actions;
class FlowLayout;

class BoardBar final : public QWidget
{
    Q_OBJECT
public:
    /// The verbs whose buttons stand here; they outlive it.
    explicit BoardBar(Actions* actions, QWidget* parent = nullptr);
    void setTheme(const render::Theme& theme);

    /// Shows a style: the one to draw with, or that of the selected drawing.
    void setStyle(const BoardStyle& style);
    /// A loop can be chosen only where there is one.
    void setLoop(bool any);
    /// The field for the words of a text or a number; hidden where there is nothing to write.
    void showText(const QString& text);
    void hideText();
    /// The keyboard goes there, and all that is in it is replaced by what is typed.
    void editText();
    /// The keyboard goes there again.
    void resumeText();
    /// The keyboard goes to the first tool.
    void focusTools();

Q_SIGNALS:
    void colourChosen(quint32 argb);
    void widthChosen(double width);
    void spanChosen(ghostline::app::BoardSpan span);
    void textChanged(const QString& text); ///< with every letter
    void textFinished();                   ///< Enter, or the keyboard went elsewhere

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void addVerb(const char* id);
    void beginGroup();
    void addColours();
    void addWidths();
    void addSpan();
    void addText();
    void chooseColour();
    QString widthName(std::size_t at) const;

    Actions* m_actions;
    FlowLayout* m_flow;
    QHBoxLayout* m_group = nullptr; ///< what is added now
    render::Theme m_theme;
    BoardStyle m_style;
    std::vector<QToolButton*> m_colours;
    QToolButton* m_otherColour = nullptr;
    std::vector<QToolButton*> m_widths;
    QComboBox* m_span = nullptr;
    QLineEdit* m_text = nullptr;
};

} // namespace ghostline::app
