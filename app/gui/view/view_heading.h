// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The line above a half of a split view: whom it follows, with mark and colour as everywhere else.
#include "app/gui/widgets/panel_style.h"

#include <optional>

namespace ghostline::app {

class ViewHeading : public QWidget
{
    Q_OBJECT
public:
    struct Content
    {
        QString name;
        QString role; ///< "runner"; may be empty
        /// Without one the name stands in the colour of text.
        std::optional<std::pair<Mark, QColor>> mark;
        friend bool operator==(const Content&, const Content&) = default;
    };

    explicit ViewHeading(QWidget* parent = nullptr);
    void setTheme(const render::Theme& theme);
    void setContent(const Content& content);
    const Content& content() const { return m_content; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    render::Theme m_theme;
    Content m_content;
};

} // namespace ghostline::app
