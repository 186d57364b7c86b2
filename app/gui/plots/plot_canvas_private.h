// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The fields and graphs behind a PlotCanvas, shared by the files that make it up. Includes the plotting
// library.
#include "app/gui/plots/plot_items.h"

#include <QPointer>

class QRubberBand;
class QToolButton;

namespace ghostline::app {

inline constexpr int FieldTop = 8; ///< room above a field: what is dragged to size the one before

struct PlotCanvas::Private
{
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
        QToolButton* lock = nullptr;

        QCPAxis* axis(QCPAxis::AxisType type) const { return rect->axis(type); }
        QCPAxis* valueAxis(const QString& of) const
        {
            return rect->axis(right == of ? QCPAxis::atRight : QCPAxis::atLeft);
        }
    };
    /// The names above a picture, from left to right in as many lines as they need.
    struct LegendEntry
    {
        QPoint at;
        QString name;
        int series = 0;
    };
    struct Legend
    {
        std::vector<LegendEntry> entries;
        int height = 0;
    };
    /// Where the mouse went down, and what it does since.
    struct Press
    {
        QPointF at;
        bool down = false;
        bool dragging = false;
        std::optional<std::size_t> above; ///< the field above the edge that is dragged
        int heightAbove = 0;
        int heightBelow = 0;
    };

    QCustomPlot* plot = nullptr;
    QRubberBand* dropPlace = nullptr;
    QSharedPointer<TimeTicker> ticker = QSharedPointer<TimeTicker>::create();
    std::vector<Field> fields;
    std::map<int, PlotField> looks;
    std::vector<PlotBands> bands;
    std::vector<QCPGraph*> graphs;
    std::vector<int> series;
    const render::Theme* theme = &render::Theme::dark();
    double begin = 0.0;
    double end = 1.0;
    int left = 56;
    int right = 100;
    bool adjustable = false;
    Press press;

    std::size_t fieldFor(const PlotCurve& curve);
    Field& addField(const PlotCurve& first);
    void addRightAxis(Field& field, const QString& unit);
    const Field* fieldNumbered(int number) const;
    std::optional<std::size_t> edgeAt(double y) const;
    void forgetLooks();
    void sizeTicks();
    void applyColors();
    void colourAxis(const Field& field, QCPAxis::AxisType type, QCPItemText* label) const;
    void applyMargins(int width);
    void applyShares();
    void shareHeight(std::size_t above, int heightAbove, int heightBelow);
    void fitValues();
    void fitAxis(const Field& field, QCPAxis* axis, const QString& unit);
    Legend legend(int width) const;
    void paintLegend(QCPPainter& painter, const Legend& legend) const;
    void paintPicture(QPaintDevice& device, double scale, const Legend& legend, const QSize& size) const;
};

} // namespace ghostline::app
