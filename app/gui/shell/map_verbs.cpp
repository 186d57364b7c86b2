// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/map_verbs.h"

#include "app/gui/session/replay_loader.h"
#include "app/gui/settings/settings.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/view/view_area.h"
#include "app/gui/view/view_strip.h"
#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/replay_address.h"
#include "app/gui/widgets/replay_words.h"
#include "model/bytes/http_source.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>

#include <utility>

namespace ghostline::app {

namespace {

/// More are no help to anybody.
constexpr std::size_t MostCandidates = 20;

} // namespace

MapVerbs::MapVerbs(Actions* actions, ReplayLoader* loader, ViewArea* area, QMenu* menu, MapHost host)
    : QObject(host.window), m_actions(actions), m_loader(loader), m_area(area), m_menu(menu),
      m_host(std::move(host))
{
    m_menu->setToolTipsVisible(true); // why a candidate is in doubt
    bind(actions);
    connect(m_loader, &ReplayLoader::mapSought, m_area->strip(),
            [this] { m_area->strip()->setMapSought(true); });
    connect(m_loader, &ReplayLoader::sceneSettled, m_area->strip(),
            [this] { m_area->strip()->setMapSought(false); });
    connect(m_loader, &ReplayLoader::mapFound, this, &MapVerbs::list);
}

void MapVerbs::bind(Actions* actions)
{
    actions->on(id("view.mapFile"), this, [this](bool) { chooseFile(); });
    actions->on(id("view.mapFolder"), this, [this](bool) { chooseFolder(); });
    actions->on(id("view.ownMap"), this, [this](bool) { takeBack(); });
    actions->on(id("view.findMap"), this, [this](bool) { lookAgain(); });
    actions->on(id("view.mapFolders"), this, [this](bool) { m_host.showFolders(); });
}

model::SceneChoice MapVerbs::choiceFor(const QString& map) const
{
    model::SceneChoice choice = m_host.usual();
    if (!map.isEmpty() || m_ownWanted)
        choice.path = map;
    return choice;
}

void MapVerbs::setSession(ReplaySession* session)
{
    m_session = session;
    m_asking.cancel(); // it was dropped onto what was open before
    list({});
    m_area->strip()->setMapSought(false);
    if (session == nullptr)
        return;
    m_ownWanted = false;
    const QString chosen = loadChosenMap(withoutPassword(session->path()));
    m_chosen = QFileInfo::exists(chosen) ? chosen : QString(); // a drive may come back
    m_lastRead = choiceFor(m_chosen);
    m_loader->setSceneChoice(m_lastRead);
    m_actions->get(id("view.ownMap"))->setChecked(m_lastRead.path.isEmpty());
}

void MapVerbs::refresh()
{
    if (m_session == nullptr)
        return;
    const model::SceneChoice now = choiceFor(m_chosen);
    if (now.folders != m_lastRead.folders || now.radius != m_lastRead.radius)
        lookAgain();
}

void MapVerbs::lookAgain()
{
    if (m_session == nullptr)
        return;
    m_lastRead = choiceFor(m_chosen);
    m_loader->setSceneChoice(m_lastRead);
    m_loader->loadScene(m_session->source());
    m_actions->get(id("view.ownMap"))->setChecked(m_lastRead.path.isEmpty());
}

void MapVerbs::choose(const QString& map)
{
    if (m_session == nullptr)
        return;
    m_ownWanted = false;
    m_chosen = map;
    saveChosenMap(withoutPassword(m_session->path()), map);
    lookAgain();
}

void MapVerbs::takeBack()
{
    if (m_session == nullptr)
        return;
    m_ownWanted = true;
    m_chosen.clear();
    saveChosenMap(withoutPassword(m_session->path()), {});
    lookAgain();
}

void MapVerbs::drop(const QString& path)
{
    m_asking.cancel(); // the newest counts
    if (!model::isWebAddress(path) && QFileInfo(path).isDir())
        askFolder(path);
    else if (!model::isWebAddress(path) && model::isSceneName(path, *m_host.registry))
        take(path);
    else
        m_host.open(path);
}

/// It is listed, and files in it are looked for: on a share that is slow or gone that takes long.
void MapVerbs::askFolder(const QString& path)
{
    m_asking.start([this, path, registry = m_host.registry](const model::Progress&,
                                                            const std::stop_token&) -> std::function<void()> {
        const bool isMap = !registry->isReplayFolder(path) && model::isSceneName(path, *registry);
        return [this, path, isMap] { isMap ? take(path) : m_host.open(path); };
    });
}

void MapVerbs::take(const QString& map)
{
    if (m_session != nullptr)
        return choose(map);
    if (raiseDialog(m_host.window, "mapAloneDialog") != nullptr)
        return;
    auto* box = new QMessageBox(QMessageBox::Information, tr("A map"),
                                tr("%1 is a map, not a recording. Open a recording first, then drop the map "
                                   "onto it.")
                                    .arg(shortName(map)),
                                QMessageBox::Close, m_host.window);
    box->setObjectName(QStringLiteral("mapAloneDialog"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setModal(false);
    box->show();
}

void MapVerbs::chooseFile()
{
    if (raiseDialog(m_host.window, "mapFileDialog") != nullptr)
        return;
    auto* chooser = new QFileDialog(m_host.window, tr("Choose a map"));
    chooser->setObjectName(QStringLiteral("mapFileDialog"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFile);
    QStringList patterns;
    for (const model::CodecInfo& codec : m_host.registry->codecs())
        patterns += codec.scenePatterns;
    QStringList filters{tr("All files (*)")};
    if (!patterns.isEmpty())
        filters.prepend(tr("Maps (%1)").arg(patterns.join(QLatin1Char(' '))));
    chooser->setNameFilters(filters);
    if (m_session != nullptr)
        chooser->setDirectory(folderForOutput(m_session->path()));
    connect(chooser, &QFileDialog::fileSelected, this, &MapVerbs::choose);
    chooser->show();
}

void MapVerbs::chooseFolder()
{
    if (raiseDialog(m_host.window, "mapFolderDialog") != nullptr)
        return;
    auto* chooser = new QFileDialog(m_host.window, tr("Choose the folder of a world"));
    chooser->setObjectName(QStringLiteral("mapFolderDialog"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::Directory);
    connect(chooser, &QFileDialog::fileSelected, this, &MapVerbs::choose);
    chooser->show();
}

void MapVerbs::list(const model::FoundScene& found)
{
    for (QAction* action : std::exchange(m_candidates, {}))
        delete action;
    if (found.others.empty())
        return;
    m_candidates << m_menu->addSeparator();
    for (std::size_t i = 0; i < std::min(found.others.size(), MostCandidates); ++i) {
        const model::SceneCandidate& candidate = found.others[i];
        QString name = QFileInfo(candidate.path).fileName();
        name.replace(QLatin1Char('&'), QLatin1String("&&"));
        QAction* action = m_menu->addAction(candidate.doubt.isEmpty() ? tr("Show %1").arg(name)
                                                                      : tr("Show %1 anyway").arg(name),
                                            this, [this, path = candidate.path] { choose(path); });
        action->setObjectName(QStringLiteral("mapCandidate%1").arg(i));
        const QString doubt = shownSentence(candidate.doubt, candidate.doubtWording);
        action->setToolTip(doubt.isEmpty() ? candidate.path
                                           : QStringLiteral("%1\n%2").arg(doubt, candidate.path));
        m_candidates << action;
    }
}

} // namespace ghostline::app
