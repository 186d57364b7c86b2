// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Curves in fields one below the other, or in columns, all on one axis: the timeline's, or metres along a
// way. Its user says which stretch is in view, and what clicks and drags lead to.
#include "app/gui/plots/plot_style.h"
#include "model/base/error.h"

#include <QHash>
#include <QStringList>
#include <QVector>
#include <QWidget>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace ghostline::app {

struct PlotCurve
{
    static constexpr int ByUnit = -1;

    QString name;
    QString unit;
    PlotSeries series{};     ///< decides colour and stroke
    QVector<double> seconds; ///< ascending
    QVector<double> values;  ///< NaN breaks the line
    int field = ByUnit;      ///< fields stand in the order of their numbers; ByUnit: one for each unit
};

struct PlotRange
{
    double low = 0.0;
    double high = 1.0;
};

/// How a field is shown, beside its curves.
struct PlotField
{
    /// Whether a scale that fits what is visible takes in zero. AtBottom: it ends there, if nothing is below.
    enum class Zero { WhereItFalls, InView, AtBottom };

    double share = 1.0;                ///< of the height, against the other fields'
    QHash<QString, PlotRange> fixed{}; ///< by unit; the others take in what is visible
    Zero zero = Zero::WhereItFalls;
    std::optional<double> leastAir{}; ///< above and below the curves; nothing = as their size asks for
};

/// What all fields of a canvas have in common.
struct PlotFormat
{
    bool metres = false;       ///< the axis is metres along a way; what is called seconds is metres then
    bool signedValues = false; ///< "+1" and "−1" where a scale goes below zero
    bool singles = false;      ///< a value between two gaps is drawn as a dot
    bool seeks = false;        ///< pressing and drawing on seek; Shift or the middle button pans
    int fieldTop = 8;          ///< pixels above a field, where its caption stands or its height is dragged
};

/// What a canvas' user draws into it.
struct PlotPainters
{
    /// Behind the curves of a field, whenever they are drawn.
    std::function<void(QPainter& painter, int field, const QRect& box)> behind{};
    /// Over everything, whenever cursor or guide moves.
    std::function<void(QPainter& painter)> above{};
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
    /// Those that the curves' series speak of.
    void setTeams(std::vector<model::Team> teams);
    /// Both before the first curves.
    void setFormat(const PlotFormat& format);
    void setPainters(PlotPainters drawn);
    /// Replaces all curves. Curves of a field that have its first unit share the axis on its left, all others
    /// the one on its right.
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

    /// Fields stand side by side in so many columns, row by row; fewer where there are fewer fields.
    void setColumns(int columns);
    int columns() const;
    /// [begin, end] seconds lie between the pixels [left, right] of each column.
    void setTimeAxis(double begin, double end, int left, int right);
    /// In the first column.
    double pixelOf(double seconds) const;
    double secondsAt(double pixel) const;
    /// Nothing = outside of all that there is.
    void setCursorTime(std::optional<double> seconds);
    std::optional<double> cursorTime() const { return m_cursor; }
    void setGuideTime(std::optional<double> seconds);
    std::optional<double> guideTime() const { return m_guide; }
    /// Where the mouse was last seen on this widget.
    QPointF pointer() const { return m_pointer; }
    /// What takes the mouse, for tests.
    QWidget* surface() const;

    /// Lets the user size the fields and lock their values.
    void setAdjustable(bool adjustable);
    /// By number. Fields and scales that have no curves are forgotten.
    const std::map<int, PlotField>& fields() const;
    void setFields(std::map<int, PlotField> fields);
    /// The units of a field, left and right.
    QStringList unitsOf(int field) const;
    bool hasRightAxis() const;
    /// The field at a place; nothing below the lowest one, where a new one would stand.
    std::optional<int> fieldAt(const QPoint& at) const;
    QRect fieldRect(int field) const;
    PlotRange range(int field, const QString& unit) const;
    /// Nothing = what is visible.
    void setRange(int field, const QString& unit, std::optional<PlotRange> range);
    /// Keeps the values that a field shows now, or lets it fit them again.
    void setLocked(int field, bool locked);
    bool locked(int field) const;
    /// Makes a field that much taller against the others.
    void grow(int field, double factor);
    /// Shows where something would be dropped: into a field, or below all.
    void showDropPlace(const QPoint& at, bool intoField);
    void hideDropPlace();

    /// Curves and their names as a picture; the old file stays when writing fails.
    model::Result<void> savePng(const QString& path, double scale);
    model::Result<void> saveSvg(const QString& path);

Q_SIGNALS:
    void fieldMenuRequested(int field, const QPoint& globalPos);
    void clicked(double seconds);
    void doubleClicked();
    void hovered(std::optional<double> seconds);
    void zoomed(double factor, double pixel);
    void dragBegun();
    /// Pixels since dragBegun().
    void dragged(double pixels);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildLocks();
    void placeLocks();
    void showLocked();
    void sizeFields(const QPointF& at);
    void onPress(const QMouseEvent& event);
    void onMove(const QMouseEvent& event);
    bool onRelease(Qt::MouseButton button, const QPointF& at);
    void showTip(const QPoint& at, const QPoint& global);

    struct Private;
    std::unique_ptr<Private> d;
    std::optional<double> m_cursor = 0.0;
    std::optional<double> m_guide;
    QPointF m_pointer;
};

} // namespace ghostline::app
