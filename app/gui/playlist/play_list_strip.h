// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The strip above the picture while a play list is played: which entry this is, what its maker wrote, and
// back, on, end.
#include "app/gui/playlist/play_list_player.h"

#include <QFrame>

class QLabel;

namespace ghostline::app {

class Actions;

class PlayListStrip : public QFrame
{
    Q_OBJECT
public:
    /// Both outlive it.
    PlayListStrip(PlayListPlayer* player, Actions* actions, QWidget* parent);
    /// "3 of 7: Title".
    QString text() const;

private:
    void refresh();

    PlayListPlayer* m_player;
    QLabel* m_place;
    QLabel* m_note;
};

} // namespace ghostline::app
