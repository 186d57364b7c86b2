// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/ghosts/ghost_cameras.h"

#include "app/gui/ghosts/ghost_set.h"
#include "app/gui/shell/actions.h"
#include "app/gui/shell/banner.h"
#include "app/gui/shell/view_area.h"

namespace ghostline::app {

namespace {

QString id(const char* text) { return QString(QLatin1String(text)); }

} // namespace

GhostCameras::GhostCameras(Actions* actions, ViewArea* area, GhostSet* ghosts, QObject* parent)
    : QObject(parent), m_actions(actions), m_area(area), m_ghosts(ghosts)
{
    bind();
    connect(m_ghosts, &GhostSet::ghostsChanged, this, &GhostCameras::showEnabled);
    connect(m_area, &ViewArea::followedGhostChanged, this, &GhostCameras::showSplit);
    showEnabled();
}

void GhostCameras::bind()
{
    m_actions->on(id("compare.followRunner"), this, [this](bool) { m_area->followRunner(); });
    m_actions->on(id("compare.followGhost"), this,
                  [this](bool) { tellIfNone(m_area->followGhost(m_area->nextGhost())); });
    m_actions->on(id("compare.frameBoth"), this,
                  [this](bool) { tellIfNone(m_area->frameBoth(ghostAtHand())); });
    m_actions->on(id("compare.splitView"), this, [this](bool on) {
        if (!on)
            m_area->endSplit();
        else
            tellIfNone(m_area->split(ghostAtHand()));
        showSplit();
    });
}

/// The one already looked at, else the next one that can be seen.
int GhostCameras::ghostAtHand() const
{
    const Ghost* followed = m_ghosts->ghost(m_area->followedGhost());
    return followed != nullptr && followed->visible ? followed->id : m_area->nextGhost();
}

void GhostCameras::tellIfNone(bool found)
{
    if (!found)
        m_area->banner()->tell(Banner::Level::Info, tr("No ghost is in sight now"));
}

void GhostCameras::showEnabled()
{
    const bool any = !m_ghosts->ghosts().empty();
    for (const char* verb : {"compare.followRunner", "compare.followGhost", "compare.splitView"})
        m_actions->get(id(verb))->setEnabled(any);
    m_actions->get(id("compare.frameBoth"))->setEnabled(any && m_area->has3D()); // a map frames nobody
}

void GhostCameras::showSplit() { m_actions->get(id("compare.splitView"))->setChecked(m_area->isSplit()); }

} // namespace ghostline::app
