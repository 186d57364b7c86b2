// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The strip above the picture: teams, score, clock, round and what the match is doing.
#include "app/gui/session/panel.h"

namespace ghostline::app {

class ScoreboardStrip final : public Panel
{
    Q_OBJECT
public:
    explicit ScoreboardStrip(QWidget* parent = nullptr);
    /// The user's wish; without a scoreboard it stays hidden.
    void setWanted(bool wanted);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    /// What it says, for tests and screen readers: "Blue 2, 4:32 Playing, Orange 3".
    QString text() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void onSessionChanged() override;
    void onThemeChanged() override;
    struct Side
    {
        QString name;
        QString score;
        QString rounds; ///< rounds won, empty where not told
        int team = 0;   ///< index into ReplayInfo::teams
        bool possession = false;
        friend bool operator==(const Side&, const Side&) = default;
    };
    struct Content
    {
        std::vector<Side> sides;
        QString clock;
        QString status;
        friend bool operator==(const Content&, const Content&) = default;
    };
    Content read() const;
    void readState();
    void showIfAny();
    void paintSide(QPainter& painter, const Side& side, const QRect& room, bool left) const;
    QFont scoreFont() const;

    Content m_content;
    bool m_wanted = true;
};

} // namespace ghostline::app
