// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The verbs that point the cameras at runner and ghosts: follow one of them, both in one picture, one beside
// the other.
#include <QObject>

namespace ghostline::app {

class Actions;
class GhostSet;
class ViewArea;

class GhostCameras : public QObject
{
    Q_OBJECT
public:
    /// The actions, the area and its ghosts outlive it.
    GhostCameras(Actions* actions, ViewArea* area, GhostSet* ghosts, QObject* parent);

private:
    void bind();
    int ghostAtHand() const;
    void tellIfNone(bool found);
    void showEnabled();
    void showSplit();

    Actions* m_actions;
    ViewArea* m_area;
    GhostSet* m_ghosts;
};

} // namespace ghostline::app
