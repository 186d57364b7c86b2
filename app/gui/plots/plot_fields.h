// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The fields of a PlotCanvas, one below the other or in columns, row by row: their curves, axes, scales,
// heights and colours. For the canvas and its pictures only: includes the plotting library.
#include "app/gui/plots/field_columns.h"
#include "app/gui/plots/plot_items.h"

namespace ghostline::app {

inline constexpr int FieldTickRoom = 28; ///< height that a labelled tick takes

class PlotFields
{
public:
    struct Field
    {
        int number = PlotCurve::ByUnit;
        QString unit;                   ///< of the left axis
        std::optional<QString> right{}; ///< unit of the right axis, when there is one
        QCPAxisRect* rect = nullptr;
        QCPItemLine* cursor = nullptr;
        QCPItemLine* guide = nullptr;
        QCPItemText* label = nullptr;
        QCPItemText* rightLabel = nullptr;

        QCPAxis* axis(QCPAxis::AxisType type) const { return rect->axis(type); }
        QCPAxis* valueAxis(const QString& of) const
        {
            return rect->axis(right == of ? QCPAxis::atRight : QCPAxis::atLeft);
        }
    };
    struct Curve
    {
        QCPGraph* graph = nullptr; ///< the plot owns it
        PlotSeries series;
    };

    explicit PlotFields(QCustomPlot* plot);

    /// Replaces all curves, and with them the fields.
    void setCurves(const std::vector<PlotCurve>& curves);
    const std::vector<Curve>& curves() const { return m_curves; }
    const std::vector<Field>& all() const { return m_fields; }
    const Field* numbered(int number) const;
    /// Fields stand from left to right, then below; no more columns than fields.
    void setColumns(int columns);
    const FieldColumns& columns() const { return m_columns; }
    /// The units of a field, left and right.
    QStringList unitsOf(int field) const;

    void setTheme(const render::Theme& theme);
    const render::Theme& theme() const { return *m_theme; }
    /// Before the curves.
    void setTeams(std::vector<model::Team> teams) { m_teams = std::move(teams); }
    PlotStyle styleOf(const PlotSeries& series) const { return plotStyle(series, m_teams, *m_theme); }
    /// Before the curves.
    void setFormat(const PlotFormat& format) { m_format = format; }
    const PlotFormat& format() const { return m_format; }
    void setPainters(PlotPainters painters) { m_painters = std::move(painters); }
    void setBands(std::vector<PlotBands> bands) { m_bands = std::move(bands); }
    const std::vector<PlotBands>& bands() const { return m_bands; }

    /// [begin, end] seconds lie between the pixels [left, right] of each column of a plot that is `width`
    /// pixels wide.
    void setTimeAxis(double begin, double end, int left, int right, int width);
    void applyMargins(int width);
    /// In the first column.
    double pixelOf(double seconds) const;
    double secondsAt(double pixel) const;
    bool inside(double pixel) const;
    double secondsPerPixel() const { return (m_end - m_begin) / (m_right - m_left); }
    void showCursor(std::optional<double> seconds);
    void showGuide(std::optional<double> seconds);

    const std::map<int, PlotField>& settings() const { return m_settings; }
    PlotField& settingsOf(int field) { return m_settings[field]; }
    void setSettings(std::map<int, PlotField> settings);
    /// Each scale takes in what is visible, unless it is fixed.
    void fitValues();
    void applyShares();
    /// Two neighbours divide the height they have together anew.
    void shareHeight(std::size_t above, std::size_t below, int heightAbove, int heightBelow);
    /// As many labelled ticks as there is room for.
    void sizeTicks();

private:
    std::size_t fieldFor(const PlotCurve& curve);
    void addField(const PlotCurve& first);
    void arrange();
    void addRightAxis(Field& field, const QString& unit);
    void addCurve(const PlotCurve& curve);
    void forgetSettings();
    void showRule(QCPItemLine* Field::*rule, std::optional<double> seconds);
    void fitAxis(const Field& field, QCPAxis* axis, const QString& unit);
    void applyColours();
    void colourAxis(const Field& field, QCPAxis::AxisType type, QCPItemText* label) const;

    QCustomPlot* m_plot;
    PlotFormat m_format;
    PlotPainters m_painters;
    QSharedPointer<TimeTicker> m_ticker = QSharedPointer<TimeTicker>::create();
    std::vector<Field> m_fields;
    std::map<int, PlotField> m_settings; ///< by number
    std::vector<PlotBands> m_bands;
    std::vector<Curve> m_curves;
    std::vector<model::Team> m_teams;
    const render::Theme* m_theme = &render::Theme::dark();
    double m_begin = 0.0;
    double m_end = 1.0;
    int m_left = 56;
    int m_right = 100;
    FieldColumns m_columns;
};

} // namespace ghostline::app
