// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The strip above the picture: teams, score, clock, round and what the match is doing; of a run how far it
// has come.
#include "app/gui/match/scoreboard_reader.h"
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
    void readState();
    void showIfAny();

    ScoreboardReader m_reader;
    ScoreboardContent m_content;
    bool m_wanted = true;
};

} // namespace ghostline::app
