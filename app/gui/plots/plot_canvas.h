// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Curves over time, one field per unit, all on the timeline's time axis. The only place that knows
// QCustomPlot.
#include "render/theme.h"

#include <QStringList>
#include <QVector>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

namespace ghostline::app {

/// How a series is told apart: hue and stroke together.
struct PlotStyle
{
    QColor color;
    Qt::PenStyle stroke = Qt::SolidLine;
};
PlotStyle plotStyle(int series, const render::Theme& theme);

struct PlotCurve
{
    QString name;
    QString unit;
    int series = 0;          ///< decides hue and stroke
    QVector<double> seconds; ///< ascending
    QVector<double> values;  ///< NaN breaks the line
};

/// A stretch of time that is shaded behind the curves.
struct PlotBand
{
    double begin = 0.0; ///< seconds
    double end = 0.0;
    QString text;          ///< for the tooltip
    float strength = 1.0F; ///< share of the full shade
};
struct PlotBands
{
    QColor colour;
    std::vector<PlotBand> bands; ///< by their beginning
};

class PlotCanvas : public QWidget
{
    Q_OBJECT
public:
    explicit PlotCanvas(QWidget* parent = nullptr);
    ~PlotCanvas() override;

    void setTheme(const render::Theme& theme);
    /// Replaces all curves. Curves with the same unit share a field and its scale.
    void setCurves(const std::vector<PlotCurve>& curves);
    /// New points for a curve; nothing is drawn before the next refresh().
    void setPoints(int curve, const QVector<double>& seconds, const QVector<double>& values);
    void refresh();
    /// Replaces what is shaded, a kind each.
    void setBands(std::vector<PlotBands> bands);
    /// What lasts at a time, for people.
    QStringList bandsAt(double seconds) const;
    int curveCount() const;
    /// Points a curve draws from, for tests.
    int pointCount(int curve) const;

    /// [begin, end] seconds lie between the pixels [left, right] of this widget.
    void setTimeAxis(double begin, double end, int left, int right);
    double pixelOf(double seconds) const;
    double secondsAt(double pixel) const;
    void setCursorTime(double seconds);
    double cursorTime() const { return m_cursor; }
    void setGuideTime(std::optional<double> seconds);
    std::optional<double> guideTime() const { return m_guide; }

    bool savePng(const QString& path, int width, int height, double scale);

Q_SIGNALS:
    void clicked(double seconds);
    void doubleClicked();
    void hovered(std::optional<double> seconds);
    void zoomed(double factor, double pixel);
    void dragBegun();
    /// Pixels since dragBegun().
    void dragged(double pixels);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
    double m_cursor = 0.0;
    std::optional<double> m_guide;
};

} // namespace ghostline::app
