// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The strip above the picture: teams, score, clock, round and what the match is doing.
#include "app/gui/shell/replay_session.h"
#include "render/theme.h"

#include <QPointer>
#include <QWidget>

namespace ghostline::app {

class ScoreboardStrip : public QWidget
{
    Q_OBJECT
public:
    explicit ScoreboardStrip(QWidget* parent = nullptr);
    /// null = no replay open. Hides itself where no scoreboard is declared.
    void setSession(ReplaySession* session);
    void setTheme(const render::Theme& theme);
    /// The user's wish; without a scoreboard it stays hidden.
    void setWanted(bool wanted);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    /// What it says, for tests and screen readers: "Blue 2, 4:32 Playing, Orange 3".
    QString text() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Side
    {
        QString name;
        QString score;
        QString rounds; ///< rounds won, empty where not told
        int hue = 0;
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
    void refresh();
    void showIfAny();
    void paintSide(QPainter& painter, const Side& side, const QRect& room, bool left) const;
    QFont scoreFont() const;

    QPointer<ReplaySession> m_session;
    render::Theme m_theme;
    Content m_content;
    bool m_wanted = true;
};

} // namespace ghostline::app
