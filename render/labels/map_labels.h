// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Names on the flat map: which are shown, and at which side of their marks.
#include "render/labels/labels.h"

#include <QFontMetrics>
#include <QString>

namespace ghostline::render {

/// Keeps its memory from paint to paint.
class MapLabels
{
public:
    /// Labels of the first ranks are placed first.
    enum class Rank { Chosen, Followed, Principal, Other, Place };
    struct Label
    {
        QString text;
        QRectF mark; ///< what it names, pixels
        Rank rank = Rank::Other;
        std::size_t order = 0; ///< among those of its rank
        QRectF plate{};        ///< null until it is placed
    };

    void clear();
    void add(const QString& text, const QRectF& mark, Rank rank);
    /// Labels keep clear of this mark as well.
    void addMark(const QRectF& mark);
    /// False when no more marks need to be added: there are no labels, or already enough marks.
    bool asksForMarks() const;
    /// At most MaxLabels, none over another. Those without room are left out.
    void place(const QFontMetrics& metrics, QSizeF view);
    /// Best first.
    const std::vector<Label>& placed() const { return m_labels; }
    /// Plates go under the marks, texts over them.
    void paintPlates(QPainter& painter, const Theme& theme) const;
    void paintTexts(QPainter& painter, const Theme& theme) const;

private:
    QRectF plate(const Label& label, QSizeF size, QSizeF view) const;

    std::vector<Label> m_labels;
    std::vector<QRectF> m_marks;
    LabelRoom m_room;
};

} // namespace ghostline::render
