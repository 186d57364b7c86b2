// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/view/provenance_legend.h"

#include <QPainter>

namespace ghostline::app {

namespace {

constexpr int ProvenanceMarkPx = 10;
constexpr int ProvenanceGapPx = 6;
constexpr int ProvenanceItemGapPx = 16;
constexpr int ProvenanceTightGapPx = 8;

QStringList provenanceWords()
{
    return {ProvenanceLegend::tr("recorded"), ProvenanceLegend::tr("interpolated"),
            ProvenanceLegend::tr("sampled"), ProvenanceLegend::tr("held")};
}

/// Short, but still words: where there is no room for the whole ones.
QStringList shortProvenanceWords()
{
    return {ProvenanceLegend::tr("rec."), ProvenanceLegend::tr("interp."), ProvenanceLegend::tr("sampl."),
            ProvenanceLegend::tr("held")};
}

int widthOf(const QStringList& words, int gap, const QFontMetrics& metrics)
{
    int width = static_cast<int>(words.size() - 1) * gap;
    for (const QString& word : words)
        width += ProvenanceMarkPx + ProvenanceGapPx + metrics.horizontalAdvance(word);
    return width;
}

} // namespace

ProvenanceLegend::ProvenanceLegend(QWidget* parent) : QWidget(parent), m_theme(render::Theme::dark())
{
    setAccessibleName(tr("Legend of provenance"));
    setToolTip(tr("How each position came about: recorded at this frame, interpolated between two frames,\n"
                  "sampled from sparse reports, or held because nothing newer is known.\n"
                  "Made up in any case: the gait of people without recorded bones, who rides a two-wheeler,\n"
                  "and how far wheels have turned"));
    // Where the window is narrow it gives way; the tooltip says it all.
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
}

void ProvenanceLegend::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    update();
}

QSize ProvenanceLegend::sizeHint() const
{
    return {widthOf(provenanceWords(), ProvenanceItemGapPx, fontMetrics()), fontMetrics().height() + 4};
}

QSize ProvenanceLegend::minimumSizeHint() const { return {0, fontMetrics().height() + 4}; }

int ProvenanceLegend::leastWidth() const
{
    return widthOf(shortProvenanceWords(), ProvenanceTightGapPx, fontMetrics());
}

/// First the gaps give way, then the words' ends; never a whole entry while there is room for all in short.
std::pair<QStringList, int> ProvenanceLegend::arranged() const
{
    const QStringList whole = provenanceWords();
    for (const int gap : {ProvenanceItemGapPx, ProvenanceTightGapPx}) {
        if (widthOf(whole, gap, fontMetrics()) <= width())
            return {whole, gap};
    }
    return {shortProvenanceWords(), ProvenanceTightGapPx};
}

QStringList ProvenanceLegend::shownWords() const
{
    const auto [words, gap] = arranged();
    QStringList shown;
    for (const QString& word : words) {
        if (widthOf(shown + QStringList{word}, gap, fontMetrics()) > width())
            break; // half a word explains nothing
        shown << word;
    }
    return shown;
}

QString ProvenanceLegend::word(model::Provenance provenance)
{
    return provenanceWords().value(static_cast<qsizetype>(provenance));
}

void ProvenanceLegend::paintMark(QPainter& p, model::Provenance provenance, const QRectF& box,
                                 const QColor& colour)
{
    const auto which = static_cast<int>(provenance); // in the order of the words
    p.setPen(QPen(colour, 1.5));
    p.setBrush(Qt::NoBrush);
    const QRectF inner = box.adjusted(1, 1, -1, -1);
    if (which == 0) {
        p.setBrush(colour);
        p.drawRect(inner);
    } else if (which == 1) {
        p.setBrush(colour);
        p.drawEllipse(inner);
    } else if (which == 2) {
        p.drawEllipse(inner);
    } else {
        p.drawRect(inner);
        p.setClipRect(inner);
        p.setPen(QPen(colour, 1.0));
        for (qreal x = -box.width(); x < box.width(); x += 3.5)
            p.drawLine(QPointF(box.left() + x, box.bottom()),
                       QPointF(box.left() + x + box.width(), box.top()));
        p.setClipping(false);
    }
}

void ProvenanceLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int gap = arranged().second;
    int x = 0;
    int which = 0;
    for (const QString& word : shownWords()) {
        const int wide = fontMetrics().horizontalAdvance(word);
        paintMark(painter, static_cast<model::Provenance>(which++),
                  QRectF(x, (height() - ProvenanceMarkPx) / 2.0, ProvenanceMarkPx, ProvenanceMarkPx),
                  m_theme.text);
        x += ProvenanceMarkPx + ProvenanceGapPx;
        painter.setPen(m_theme.textMuted);
        painter.drawText(QRect(x, 0, wide + 2, height()), Qt::AlignVCenter, word);
        x += wide + gap;
    }
}

} // namespace ghostline::app
