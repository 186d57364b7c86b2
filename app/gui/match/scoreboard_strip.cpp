// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/match/scoreboard_strip.h"

#include "app/gui/widgets/panel_style.h"

#include <QPainter>

namespace ghostline::app {

ScoreboardStrip::ScoreboardStrip(QWidget* parent) : Panel(parent)
{
    setObjectName(QStringLiteral("scoreboard"));
    setAccessibleName(tr("Scoreboard"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    hide();
}

void ScoreboardStrip::onSessionChanged()
{
    m_content = {};
    if (session() != nullptr) {
        connect(session()->playback(), &Playback::stateChanged, this, &ScoreboardStrip::readState);
        connect(session()->actors(), &ActorSelection::selectedChanged, this, &ScoreboardStrip::readState);
        connect(session(), &ReplaySession::indexChanged, this, [this] {
            showIfAny();
            readState();
        });
        readState();
    }
    showIfAny();
}

void ScoreboardStrip::onThemeChanged() { update(); }

void ScoreboardStrip::setWanted(bool wanted)
{
    m_wanted = wanted;
    showIfAny();
}

void ScoreboardStrip::showIfAny()
{
    setVisible(m_wanted && session() != nullptr && session()->info().scoreboard.hasStrip());
}

void ScoreboardStrip::readState()
{
    if (session() == nullptr || !session()->info().scoreboard.hasStrip())
        return;
    ScoreboardContent content =
        m_reader.read(*session()->index(), session()->playback()->state(), session()->actors()->selected());
    if (content == m_content)
        return; // most frames change nothing that can be read here
    const bool higher = content.sides.size() != m_content.sides.size() ||
                        content.figures.size() != m_content.figures.size() ||
                        content.run.has_value() != m_content.run.has_value();
    m_content = std::move(content);
    if (higher)
        updateGeometry();
    setAccessibleDescription(text());
    setToolTip(accessibleDescription()); // of long names the middle is left out
    update();
}

QString ScoreboardStrip::text() const { return m_content.text(); }

QSize ScoreboardStrip::sizeHint() const { return {120 * Grid, scoreboardHeight(m_content, font())}; }

QSize ScoreboardStrip::minimumSizeHint() const { return {60 * Grid, sizeHint().height()}; }

void ScoreboardStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (session() != nullptr)
        paintScoreboard(painter, rect(), m_content, session()->info().teams, theme(), font());
}

} // namespace ghostline::app
