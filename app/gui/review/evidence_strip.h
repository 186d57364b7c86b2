// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The frames around a flag, one track per figure with an axis of its own, over the seconds from the flag.
#include "app/gui/review/strip_painter.h"
#include "app/gui/widgets/accessible_content.h"
#include "model/review/flag.h"
#include "render/base/theme.h"

#include <QAbstractScrollArea>
#include <QHash>
#include <QPixmap>

namespace ghostline::app {

/// Recorded figures stand in a group of their own, drawn solid; computed ones are dashed. What is beyond a
/// limit of the reader's is hatched and has a bar below it; beyond that of the flag's check the curve itself
/// stands out. Tracks grow with the strip. Left/Right step a frame, Up/Down choose a row.
class EvidenceStrip : public QAbstractScrollArea, public AccessibleContent
{
    Q_OBJECT
public:
    explicit EvidenceStrip(QWidget* parent = nullptr);

    /// `zero`: the frame of the flag.
    void setEvidence(model::Evidence evidence, model::FrameNumber zero);
    /// With the limit that the flag tells; the row that the flag speaks of is chosen, unless another was.
    void setEvidence(model::Evidence evidence, const model::Flag& flag);
    void clear() { setEvidence({}, 0); }
    const model::Evidence& evidence() const { return m_evidence; }
    void setLimits(const QHash<QString, double>& limits);
    std::optional<double> limitOf(const model::EvidenceRow& row) const;
    /// That of the flag's own check; nothing where the flag tells none.
    std::optional<double> toldLimit(int row) const;
    void setPlayhead(model::FrameTime at);
    void setTheme(const render::Theme& theme);
    /// Index into evidence().rows; -1 without rows.
    int currentRow() const { return m_current; }
    void setCurrentRow(int row);
    const FrameScale& frames() const { return m_frames; }
    /// Of a row's track, in the viewport's pixels; empty for a row that is not there.
    QRect trackOf(int row) const;

    QAccessible::Role accessibleRole() const override { return QAccessible::Chart; }
    /// The chosen row first: its value at the playhead and its limit; then what the others say there.
    QString accessibleValue() const override;
    /// The playhead's frame, counted from the flag.
    std::optional<AccessibleRange> accessibleRange() const override;
    void setAccessibleValue(double frame) override;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void frameChosen(qint64 frame);
    void currentRowChanged(int row);

protected:
    bool viewportEvent(QEvent* event) override;
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void take(model::Evidence evidence, model::FrameNumber zero, const model::Flag* flag);
    void layOut();
    void layOutTracks();
    bool isOver(const model::EvidenceRow& row, const StripTrack& track, model::FrameNumber frame) const;
    void redraw();
    void reveal();
    void moveCurrent(int delta);
    const StripLine* lineAt(int y) const;
    QString toolTipAt(QPoint at) const;
    QString accessibleRow(std::size_t row) const;
    // Painting.
    void paintTracks(QPainter& painter) const;
    void paintHeading(QPainter& painter, const StripLine& line, const QRect& box) const;
    void paintTrack(QPainter& painter, const model::EvidenceRow& row, const QRect& box) const;
    void paintAxis(QPainter& painter) const;
    void paintNow(QPainter& painter) const;
    QRect axisBox() const;

    model::Evidence m_evidence;
    model::FrameNumber m_zero = 0;
    model::FrameTime m_now;
    QHash<QString, double> m_limits;
    std::vector<StripTrack> m_tracks; ///< one for each row of the evidence
    std::vector<StripLine> m_lines;
    FrameScale m_frames;
    int m_current = -1;
    bool m_chosen = false; ///< by hand: the same figure stays chosen from flag to flag
    int m_names = 0;       ///< width of the column of names and values ...
    int m_labels = 0;      ///< ... and of the axes' labels behind it
    render::Theme m_theme;
    QPixmap m_drawn; ///< all but the playhead and the values at it; null = to be drawn again
};

} // namespace ghostline::app
