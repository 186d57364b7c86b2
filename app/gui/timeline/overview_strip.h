// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The whole replay in one thin strip, with a window that shows, moves and resizes what the lanes display.
#include "app/gui/timeline/lane.h"

#include <QPixmap>
#include <QWidget>

namespace ghostline::app {

class OverviewStrip : public QWidget
{
    Q_OBJECT
public:
    explicit OverviewStrip(QWidget* parent = nullptr);

    void setTheme(const render::Theme& theme);
    void setData(const LaneData& data);
    /// The shared view and the pixels [left, left + width) it covers in this widget.
    void setView(const TimeView& view, double left);
    void setPlayhead(model::Micros t);
    void setHover(std::optional<model::Micros> t);
    /// What the data points to has changed: bookmarks.
    void redraw();
    /// The handle in pixels, for tests.
    QRectF handleRect() const;
    QSize sizeHint() const override { return {400, 24}; }

Q_SIGNALS:
    /// The user wants to see [begin, end].
    void windowChanged(ghostline::model::Micros begin, ghostline::model::Micros end);
    void fitRequested();
    void zoomRequested(double factor, ghostline::model::Micros around);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    enum class Grip { None, Left, Right, Window };
    double x(model::Micros t) const { return m_left + m_all.x(t); }
    Grip gripAt(QPointF at) const;
    void paintContent(QPainter& painter) const;

    const render::Theme* m_theme;
    LaneData m_data;
    TimeView m_view; ///< what the lanes show
    TimeView m_all;  ///< the whole replay over the same pixels
    double m_left = 0.0;
    model::Micros m_playhead{0};
    std::optional<model::Micros> m_hover;
    Grip m_grip = Grip::None;
    double m_pressX = 0.0;
    model::Micros m_pressBegin{0};
    model::Micros m_pressEnd{0};
    QPixmap m_content;
};

} // namespace ghostline::app
