// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/take_away.h"

#include "app/gui/clips/clip_desk.h"
#include "app/gui/highlights/highlights_panel.h"
#include "app/gui/panels/bookmarks_panel.h"
#include "app/gui/panels/mark_files.h"
#include "app/gui/panels/save_part.h"
#include "app/gui/playlist/play_list_desk.h"
#include "app/gui/shell/docks.h"
#include "app/gui/shell/play_lists.h"
#include "app/gui/summary/export_summary.h"
#include "app/gui/view/replay_views.h"
#include "app/gui/view/view_area.h"

namespace ghostline::app {

namespace {

ClipDesk* makeClips(MainWindow* window, const WindowSetup& setup, Docks* docks, GhostSet* ghosts)
{
    ClipHost host;
    host.registry = setup.registry;
    host.options = [window] { return window->openOptions(); };
    host.scene = usualScenes(window, setup);
    host.marked = [bookmarks = docks->panel<BookmarksPanel>()] { return bookmarks->selectedClip(); };
    host.window = window;
    return new ClipDesk(&window->actions(), &window->area(), ghosts, std::move(host));
}

/// Whoever has clips to show, to keep or to export leaves it to the two desks.
template<typename Panel>
void connectClips(Panel* panel, ClipDesk* clips, PlayListDesk* lists)
{
    QObject::connect(panel, &Panel::exportRequested, clips, &ClipDesk::exportClips);
    QObject::connect(panel, &Panel::playRequested, lists, &PlayListDesk::playClips);
    QObject::connect(panel, &Panel::playListRequested, lists, &PlayListDesk::addClips);
}

} // namespace

PlayListDesk* makeTakeAway(MainWindow* window, const WindowSetup& setup, Docks* docks, EditVerbs* edit,
                           GhostSet* ghosts)
{
    Actions* actions = &window->actions();
    ViewArea* area = &window->area();
    auto* bookmarks = docks->panel<BookmarksPanel>();
    const auto keepTold = [window](auto* part) {
        QObject::connect(window, &MainWindow::sessionChanged, part,
                         &std::remove_pointer_t<decltype(part)>::setSession);
        return part;
    };
    keepTold(new SavePart(actions, setup.registry, bookmarks, area->banner(), window));
    keepTold(new MarkFiles(actions, bookmarks, area->banner(), window));
    ClipDesk* clips = keepTold(makeClips(window, setup, docks, ghosts));
    const auto look = [area] { return area->views().content(); };
    keepTold(new ExportSummary(actions, setup.registry,
                               area->has3D() ? ExportSummary::Look(look) : ExportSummary::Look(), window));
    PlayListDesk* lists = makePlayLists(window, docks, edit, setup.registry);
    QObject::connect(lists, &PlayListDesk::exportRequested, clips, &ClipDesk::exportClips);
    connectClips(bookmarks, clips, lists);
    connectClips(docks->panel<HighlightsPanel>(), clips, lists);
    return lists;
}

} // namespace ghostline::app
