// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One card of the line-up: painted, because labels of their own would not share out a narrow line.
#include "model/replay/replay_info.h"
#include "render/base/theme.h"

#include <QWidget>

namespace ghostline::app {

/// One player. A click selects, a double click follows, Ctrl+C copies.
class PlayerCardView : public QWidget
{
    Q_OBJECT
public:
    /// `hue`: of its team, decides the mark; -1 = none.
    PlayerCardView(model::PlayerCard card, const model::Team* team, int hue, QWidget* parent);
    /// `colour`: of its team.
    void setTheme(const render::Theme& theme, const QColor& colour);
    /// How many lines the facts may take; what does not fit is left to the tooltip.
    void setFactLines(int lines);
    void setSelected(bool selected);
    const model::PlayerCard& card() const { return m_card; }
    /// "[Clan] Name\tWin (inferred)\tRace: Zerg ..."
    QString copyText() const;
    /// "Win (inferred)"
    QString resultText() const;
    /// Everything, a line each.
    QString toolTipText() const;
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;

Q_SIGNALS:
    void activated();
    void followRequested();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Fact
    {
        QRect label;
        QRect value;
        std::size_t index = 0;
    };
    std::vector<Fact> place(int width) const;
    void makeRoomForMore(std::vector<Fact>& facts, int right) const;
    std::size_t hiddenFacts(const std::vector<Fact>& facts) const;
    QRect moreRoom(const Fact& last) const;
    static QString moreText(std::size_t facts);
    void paintName(QPainter& painter, const QRect& room) const;

    model::PlayerCard m_card;
    QString m_team;
    int m_hue = 0;
    int m_factLines = 2;
    bool m_selected = false;
    render::Theme m_theme;
    QColor m_colour;
};

} // namespace ghostline::app
