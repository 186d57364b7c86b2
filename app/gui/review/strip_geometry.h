// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where everything of an evidence strip lies, in logical pixels: lines, frames, values, limits. No painting.
#include "model/review/evidence.h"

#include <QRect>

#include <optional>
#include <vector>

namespace ghostline::app {

/// One line of the strip: a heading ("Recorded", "Computed") or a row of evidence.
struct StripLine
{
    int row = -1; ///< index into Evidence::rows, -1 = heading
    bool recorded = false;
    int top = 0; ///< from the top of the content, not of what is scrolled into view
    int height = 0;
};

/// Recorded rows first, then computed ones, a heading before each; empty groups are left out.
/// `wordsHeight`: of a row of words, which needs no more than a line; 0 = as the others.
std::vector<StripLine> stripLines(const model::Evidence& evidence, int rowHeight, int headingHeight,
                                  int wordsHeight = 0);
int contentHeight(const std::vector<StripLine>& lines);

/// Frames along a stretch of pixels; every frame has a cell of equal width.
class FrameScale
{
public:
    FrameScale() = default;
    FrameScale(model::FrameRange frames, int left, int width);
    double cell() const { return m_cell; }
    double left() const { return m_left; }
    double right() const;
    /// Left edge of a frame's cell; fractions lie inside it.
    double xOf(double frame) const;
    double centreOf(model::FrameNumber frame) const { return xOf(static_cast<double>(frame) + 0.5); }
    /// Clamped to the frames there are.
    model::FrameNumber frameAt(double x) const;
    /// Labelled ticks at least `minPixels` apart, at round distances from `zero`.
    std::vector<model::FrameNumber> ticks(model::FrameNumber zero, double minPixels) const;

private:
    model::FrameRange m_frames;
    double m_left = 0.0;
    double m_cell = 1.0;
};

/// What a track shows from bottom to top.
struct ValueRange
{
    double low = 0.0;
    double high = 1.0;
    double yOf(double value, const QRectF& track) const;
};
/// Everything there is, zero but for clocks, and the limit on both sides where the row has both signs.
ValueRange valueRange(const model::EvidenceRow& row, std::optional<double> limit);

/// Whether it has values that a limit can be set for.
bool takesLimit(const model::EvidenceRow& row);
/// Short intervals are what is odd of clicks; of everything else it is what is large, either way.
bool isBeyond(const model::EvidenceRow& row, double value, double limit);
/// Stretches of frames beyond the limit, counted from the first frame of the evidence.
std::vector<model::FrameRange> beyond(const model::EvidenceRow& row, double limit);
/// Stretches of one word, counted likewise; empty words are left out.
std::vector<model::FrameRange> wordRuns(const model::EvidenceRow& row);
/// Value or word at a frame, counted likewise, with its unit; a dash where there is nothing.
QString valueText(const model::EvidenceRow& row, model::FrameNumber frame);

} // namespace ghostline::app
