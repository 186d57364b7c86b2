// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which map is shown round the open recording: found by itself, chosen, dropped, or taken back.
#include "app/gui/jobs/job.h"
#include "app/gui/session/replay_session.h"
#include "model/codec/scene_reader.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <memory>

class QMenu;

namespace ghostline::app {

class Actions;
class ReplayLoader;
class ViewArea;

struct MapHost
{
    std::shared_ptr<const model::CodecRegistry> registry;
    std::function<model::SceneChoice()> usual{}; ///< of the command line and the settings
    std::function<void()> showFolders{};         ///< where folders of maps are added
    std::function<void(const QString&)> open{};  ///< what was dropped and is no map
    QWidget* window = nullptr;                   ///< dialogs stand over it
};

class MapVerbs : public QObject
{
    Q_OBJECT
public:
    /// All outlive it. What else may be the map is listed at the end of `menu`.
    MapVerbs(Actions* actions, ReplayLoader* loader, ViewArea* area, QMenu* menu, MapHost host);
    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);
    /// A map is taken as that of the open recording, all else is opened. What a folder is, is found out
    /// beside the window: it may lie far away.
    void drop(const QString& path);
    /// The settings have changed: what they say of maps holds for the open recording, too.
    void refresh();

private:
    void bind(Actions* actions);
    void chooseFile();
    void chooseFolder();
    void askFolder(const QString& path);
    void take(const QString& map);
    void choose(const QString& map);
    void takeBack();
    void lookAgain();
    model::SceneChoice choiceFor(const QString& map) const;
    void list(const model::FoundScene& found);

    Actions* m_actions;
    ReplayLoader* m_loader;
    ViewArea* m_area;
    QMenu* m_menu;
    MapHost m_host;
    QPointer<ReplaySession> m_session;
    bool m_ownWanted = false;      ///< whatever the command line says
    QString m_chosen;              ///< by hand, for this recording; empty = as usual
    QList<QAction*> m_candidates;  ///< with the line above them
    model::SceneChoice m_lastRead; ///< to tell settings that say something new of maps
    Job m_asking;                  ///< what a dropped folder is
};

} // namespace ghostline::app
