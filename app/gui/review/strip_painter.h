// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How one track of an evidence strip looks: its axis, its limits, its curve or its words.
#include "app/gui/review/strip_geometry.h"
#include "render/base/theme.h"

#include <QRectF>
#include <QString>

class QPainter;

namespace ghostline::app {

/// What is worked out once for many paintings.
struct StripTrack
{
    ValueRange range;
    std::vector<double> ticks;
    std::optional<double> limit{}; ///< the reader's own
    std::optional<double> told{};  ///< that of the flag's check
};

class StripPainter
{
public:
    /// `first`: of the evidence. All outlive it.
    StripPainter(QPainter& painter, const FrameScale& frames, model::FrameNumber first,
                 const render::Theme& theme);

    /// Labels and hair lines; `left` is where the labels may begin.
    void paintValueAxis(const StripTrack& track, const QRect& box, int left) const;
    /// `toldText` stands at the line of the flag's own limit.
    void paintRow(const model::EvidenceRow& row, const StripTrack& track, const QRect& box,
                  const QString& toldText) const;

private:
    void paintWords(const model::EvidenceRow& row, const QRect& box) const;
    void paintLimit(const model::EvidenceRow& row, const StripTrack& track, const QRect& box) const;
    void paintTold(const StripTrack& track, const QRectF& inside, const QString& text) const;
    void paintLevels(double level, const ValueRange& range, const QRectF& inside) const;

    QPainter& m_painter;
    const FrameScale& m_frames;
    double m_first;
    const render::Theme& m_theme;
};

/// Where the values of a track lie in its box.
QRectF insideTrack(const QRect& box);

} // namespace ghostline::app
