// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/play_lists.h"

#include "app/gui/panels/bookmarks_panel.h"
#include "app/gui/playlist/play_list_desk.h"
#include "app/gui/playlist/play_list_panel.h"
#include "app/gui/playlist/play_list_strip.h"
#include "app/gui/shell/docks.h"
#include "app/gui/shell/edit_verbs.h"
#include "app/gui/shell/main_window.h"
#include "app/gui/view/view_area.h"
#include "app/gui/view/view_camera.h"
#include "app/gui/view/view_strip.h"
#include "app/gui/widgets/banner.h"

namespace ghostline::app {

namespace {

PlayListHost hostIn(MainWindow* window, const std::shared_ptr<const model::CodecRegistry>& registry)
{
    PlayListHost host;
    host.registry = registry;
    host.options = [window] { return window->openOptions(); };
    host.show = [window](const std::shared_ptr<model::ReplaySource>& source, const QString& path) {
        window->showSource(source, path);
    };
    // Where this recording has no such camera the picture stays as it is.
    host.look = [window](const QString& camera) { window->area().camera().choose(camera); };
    return host;
}

PlayListWindow windowOf(MainWindow* window, Docks* docks)
{
    PlayListWindow parts;
    parts.open = [window](const QString& path, const QString& at) { window->openFile(path, {.at = at}); };
    parts.raise = [docks] { docks->raise(QStringLiteral("playlist")); };
    parts.marked = [docks] { return docks->panel<BookmarksPanel>()->selectedClip(); };
    parts.camera = [window] { return window->area().camera().word(); };
    parts.tell = [window](const QString& text) { window->area().banner()->tell(Banner::Level::Info, text); };
    parts.widget = window;
    return parts;
}

} // namespace

PlayListDesk* makePlayLists(MainWindow* window, Docks* docks, EditVerbs* edit,
                            const std::shared_ptr<const model::CodecRegistry>& registry)
{
    auto* panel = docks->panel<PlayListPanel>();
    auto* desk = new PlayListDesk(&window->actions(), panel, hostIn(window, registry),
                                  windowOf(window, docks), window);
    window->area().setHeader(desk->strip());
    edit->addHistory(panel, &panel->document().history());
    QObject::connect(window, &MainWindow::sessionChanged, desk, &PlayListDesk::setSession);
    QObject::connect(&window->area(), &ViewArea::firstPicture, desk,
                     [window, desk] { desk->player().onFirstPicture(window->session()); });
    // Who opens another recording has done with the list.
    QObject::connect(&window->loader(), &ReplayLoader::started, &desk->player(), &PlayListPlayer::stop);
    return desk;
}

} // namespace ghostline::app
