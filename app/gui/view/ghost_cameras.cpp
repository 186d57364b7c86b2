// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/view/ghost_cameras.h"

#include "app/gui/ghosts/ghost_set.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/view/view_area.h"
#include "app/gui/view/view_ghosts.h"
#include "app/gui/widgets/banner.h"

namespace ghostline::app {

namespace {

} // namespace

GhostCameras::GhostCameras(Actions* actions, ViewArea* area, GhostSet* ghosts, QObject* parent)
    : QObject(parent), m_actions(actions), m_area(area), m_ghosts(ghosts)
{
    bind();
    connect(m_ghosts, &GhostSet::ghostsChanged, this, &GhostCameras::showEnabled);
    connect(&m_area->ghosts(), &ViewGhosts::followedChanged, this, &GhostCameras::showSplit);
    showEnabled();
}

void GhostCameras::bind()
{
    m_actions->on(id("compare.followRunner"), this, [this](bool) { m_area->ghosts().followRunner(); });
    m_actions->on(id("compare.followGhost"), this,
                  [this](bool) { tellIfNone(m_area->ghosts().follow(m_area->ghosts().next())); });
    m_actions->on(id("compare.frameBoth"), this,
                  [this](bool) { tellIfNone(m_area->ghosts().frameBoth(ghostAtHand())); });
    m_actions->on(id("compare.splitView"), this, [this](bool on) {
        if (!on)
            m_area->ghosts().endSplit();
        else
            tellIfNone(m_area->ghosts().split(ghostAtHand()));
        showSplit();
    });
}

/// The one already looked at, else the next one that can be seen.
int GhostCameras::ghostAtHand() const
{
    const Ghost* followed = m_ghosts->ghost(m_area->ghosts().followed());
    return followed != nullptr && followed->visible ? followed->id : m_area->ghosts().next();
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
        m_actions->offer(id(verb), any, tr("No ghost races along"));
    m_actions->offer(id("compare.frameBoth"), any && m_area->has3D(), // a map frames nobody
                     any ? tr("There is no 3D view here") : tr("No ghost races along"));
}

void GhostCameras::showSplit()
{
    m_actions->get(id("compare.splitView"))->setChecked(m_area->ghosts().isSplit());
}

} // namespace ghostline::app
