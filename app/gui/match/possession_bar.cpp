// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/match/possession_bar.h"

#include "app/gui/widgets/figures_text.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"

#include <QPainter>
#include <QPainterPath>

#include <cmath>
#include <numeric>

namespace ghostline::app {

PossessionBar::PossessionBar(QWidget* parent) : QWidget(parent), m_theme(themeFor(palette()))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Possession"));
}

void PossessionBar::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    update();
}

void PossessionBar::setShares(const std::vector<model::Team>& teams, std::vector<double> seconds)
{
    if (seconds == m_seconds && teams.size() == m_teams.size())
        return;
    m_teams = teams;
    m_seconds = std::move(seconds);
    QStringList parts;
    for (std::size_t t = 0; t < std::min(m_teams.size(), m_seconds.size()); ++t) {
        if (m_seconds[t] > 0.0)
            parts << QStringLiteral("%1 %2").arg(shownTeam(m_teams[t]), clockText(m_seconds[t]));
    }
    setToolTip(parts.isEmpty() ? tr("Nobody had possession yet")
                               : tr("Possession: %1").arg(parts.join(QStringLiteral(" · "))));
    setAccessibleDescription(toolTip());
    update();
}

QSize PossessionBar::sizeHint() const { return {60 * Grid, fontMetrics().height() + Grid}; }
QSize PossessionBar::minimumSizeHint() const { return {20 * Grid, sizeHint().height()}; }

void PossessionBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = QRectF(rect());
    QPainterPath round;
    round.addRoundedRect(frame, Grid, Grid);
    painter.setClipPath(round);
    painter.fillRect(frame, m_theme.line);
    const double total = std::accumulate(m_seconds.begin(), m_seconds.end(), 0.0);
    if (!(total > 0.0))
        return;
    double x = 0.0;
    for (std::size_t t = 0; t < std::min(m_teams.size(), m_seconds.size()); ++t) {
        const double share = m_seconds[t] / total;
        if (share <= 0.0)
            continue;
        const QRectF part(x, 0.0, frame.width() * share, frame.height());
        const QColor colour = render::teamColor(m_theme, m_teams, static_cast<int>(t));
        painter.fillRect(part.adjusted(0.0, 0.0, -1.0, 0.0), colour);
        // Ink that reads on the team's colour, whichever ground there is.
        const QColor ink =
            render::contrast(colour, Qt::black) > render::contrast(colour, Qt::white) ? Qt::black : Qt::white;
        painter.setPen(ink);
        const QString text = QStringLiteral("%1 %").arg(std::lround(share * 100.0));
        if (part.width() > fontMetrics().horizontalAdvance(text) + 2 * Grid)
            painter.drawText(part, Qt::AlignCenter, text);
        x += part.width();
    }
}

} // namespace ghostline::app
