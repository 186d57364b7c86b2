// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/view/state_legend.h"

#include <QPainter>

#include <algorithm>
#include <array>

namespace ghostline::app {

namespace {

constexpr int MarkPx = 16;
constexpr int GapPx = 5;
constexpr int ItemGapPx = 14;

struct StateWord
{
    StateLegend::Mark mark;
    const char* property; ///< id of the actor property that a format declares for it
};
constexpr std::array<StateWord, 4> States{{
    {StateLegend::Mark::Stunned, "stunned"},
    {StateLegend::Mark::Blocking, "blocking"},
    {StateLegend::Mark::Invulnerable, "invulnerable"},
    {StateLegend::Mark::Possession, "possession"},
}};

bool hasPeople(const model::ReplayInfo& info)
{
    return std::any_of(info.cast.begin(), info.cast.end(),
                       [](const model::ActorInfo& actor) { return actor.shape == model::ActorShape::Body; });
}

} // namespace

StateLegend::StateLegend(QWidget* parent) : QWidget(parent), m_theme(render::Theme::dark())
{
    setObjectName(QStringLiteral("stateLegend"));
    setAccessibleName(tr("Legend of states"));
    setToolTip(tr("Stunned: drained of colour, stars above the head\nBlocking: a shield before the hands\n"
                  "Invulnerable: a shell around the body\nPossession: two rings at the feet"));
    // Where the window is narrow it gives way; the tooltip says it all.
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    hide();
}

void StateLegend::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    update();
}

std::vector<std::pair<StateLegend::Mark, model::ActorPropertyId>>
StateLegend::marksOf(const model::ReplayInfo& info)
{
    std::vector<std::pair<Mark, model::ActorPropertyId>> marks;
    if (!hasPeople(info))
        return marks;
    for (const StateWord& state : States) {
        const auto at = std::find_if(
            info.actorProperties.begin(), info.actorProperties.end(),
            [&state](const model::PropertyInfo& p) { return p.id == QLatin1String(state.property); });
        if (at != info.actorProperties.end())
            marks.emplace_back(state.mark, model::ActorPropertyId(
                                               static_cast<std::int32_t>(at - info.actorProperties.begin())));
    }
    return marks;
}

void StateLegend::setInfo(const model::ReplayInfo& info)
{
    QList<Mark> marks;
    for (const auto& [mark, property] : marksOf(info))
        marks.append(mark);
    if (marks == m_marks)
        return;
    m_marks = marks;
    setVisible(!m_marks.isEmpty());
    updateGeometry();
    update();
}

QString StateLegend::name(Mark mark)
{
    switch (mark) {
    case Mark::Stunned:
        return tr("stunned");
    case Mark::Blocking:
        return tr("blocking");
    case Mark::Invulnerable:
        return tr("invulnerable");
    case Mark::Possession:
        return tr("possession");
    }
    return {};
}

QSize StateLegend::sizeHint() const
{
    int width = 0;
    for (const Mark mark : m_marks)
        width += MarkPx + GapPx + fontMetrics().horizontalAdvance(name(mark)) + ItemGapPx;
    return {width, fontMetrics().height() + 4};
}

QSize StateLegend::minimumSizeHint() const { return {0, fontMetrics().height() + 4}; }

void StateLegend::paintMark(QPainter& p, const render::Theme& theme, Mark mark, const QRectF& box)
{
    const auto filled = [](QColor colour, double alpha) {
        colour.setAlphaF(static_cast<float>(alpha));
        return colour;
    };
    p.save();
    p.translate(box.center());
    p.setBrush(Qt::NoBrush);
    switch (mark) {
    case Mark::Stunned: {
        const QColor& colour = theme.hue(6);
        p.rotate(16.0);
        p.setPen(QPen(colour, 1.3));
        p.drawEllipse(QPointF(0.0, 0.0), 7.0, 3.0);
        p.setPen(Qt::NoPen);
        p.setBrush(colour);
        for (const QPointF& star : {QPointF(-7.0, 0.0), QPointF(2.0, 3.0), QPointF(6.5, -1.0)})
            p.drawPolygon(QPolygonF({star + QPointF(0.0, -2.6), star + QPointF(2.6, 0.0),
                                     star + QPointF(0.0, 2.6), star + QPointF(-2.6, 0.0)}));
        break;
    }
    case Mark::Blocking:
        p.setPen(QPen(theme.hue(2), 1.5));
        p.setBrush(filled(theme.hue(2), 0.3));
        p.drawEllipse(QPointF(0.0, 0.0), 6.0, 6.0);
        break;
    case Mark::Invulnerable:
        p.setPen(QPen(theme.hue(2), 1.3));
        p.setBrush(filled(theme.hue(2), 0.12));
        p.drawRoundedRect(QRectF(-4.0, -7.0, 8.0, 14.0), 4.0, 4.0);
        break;
    case Mark::Possession:
        p.setPen(QPen(theme.text, 1.2));
        p.drawEllipse(QPointF(0.0, 0.0), 7.0, 3.8);
        p.drawEllipse(QPointF(0.0, 0.0), 4.2, 2.0);
        break;
    }
    p.restore();
}

void StateLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    int x = 0;
    for (const Mark mark : m_marks) {
        const QString word = name(mark);
        const int width = fontMetrics().horizontalAdvance(word);
        if (x + MarkPx + GapPx + width > this->width())
            return; // half a word explains nothing
        paintMark(painter, m_theme, mark, QRectF(x, (height() - MarkPx) / 2.0, MarkPx, MarkPx));
        x += MarkPx + GapPx;
        painter.setPen(m_theme.textMuted);
        painter.drawText(QRect(x, 0, width + 2, height()), Qt::AlignVCenter, word);
        x += width + ItemGapPx;
    }
}

} // namespace ghostline::app
