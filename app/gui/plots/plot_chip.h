// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One entry of the legend: stroke, name, the value at the playhead, a button for what can be made of the
// curve, and one that removes it.
#include "app/gui/plots/plot_canvas.h"

#include <QWidget>

class QToolButton;

namespace ghostline::app {

// Of a legend, pixels: the piece of its curve, and the gap after it.
inline constexpr int LegendStroke = 20;
inline constexpr int LegendGap = 8;

class PlotChip : public QWidget
{
    Q_OBJECT
public:
    PlotChip(QString name, PlotSeries series, QWidget* parent = nullptr);
    void setTheme(const render::Theme& theme);
    /// Those that its series speaks of.
    void setTeams(std::vector<model::Team> teams);
    PlotStyle style() const { return plotStyle(m_series, m_teams, *m_theme); }
    void setValue(const QString& value);
    QString value() const { return m_value; }
    QToolButton* removeButton() const { return m_remove; }
    QToolButton* menuButton() const { return m_menu; }
    QSize sizeHint() const override;

Q_SIGNALS:
    void removeRequested();
    void menuRequested(const QPoint& globalPos);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    QString m_name;
    QString m_value;
    PlotSeries m_series;
    std::vector<model::Team> m_teams;
    const render::Theme* m_theme;
    QToolButton* m_menu;
    QToolButton* m_remove;
};

} // namespace ghostline::app
