// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/ghosts/ghost_desk.h"

#include "app/gui/ghosts/copies_dialog.h"
#include "app/gui/ghosts/ghost_folder_dialog.h"
#include "app/gui/ghosts/ghosts_panel.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/replay_address.h"

#include <QActionGroup>
#include <QFileDialog>

#include <array>
#include <utility>

namespace ghostline::app {

namespace {

struct AlignmentVerb
{
    const char* id;
    model::Alignment alignment;
};
constexpr std::array<AlignmentVerb, 4> AlignmentVerbs{{
    {"compare.alignStart", model::Alignment::Start},
    {"compare.alignTick", model::Alignment::Tick},
    {"compare.alignCheckpoint", model::Alignment::Checkpoint},
    {"compare.alignProgress", model::Alignment::Progress},
}};

} // namespace

GhostDesk::GhostDesk(Actions* actions, GhostSet* ghosts, GhostsPanel* panel, GhostHost host,
                     QStringList atFirst, QObject* parent)
    : QObject(parent), m_actions(actions), m_ghosts(ghosts), m_panel(panel), m_host(std::move(host)),
      m_atFirst(std::move(atFirst))
{
    connect(m_ghosts, &GhostSet::problem, this,
            [this](const QString& title, const QString& detail) { m_host.warn(title, detail); });
    connect(m_ghosts, &GhostSet::alignmentChanged, this, &GhostDesk::showAlignment);
    bind();
    showAlignment();
}

GhostDesk::~GhostDesk() = default;

void GhostDesk::bind()
{
    const auto verb = [this](const char* id, auto f) {
        m_actions->on(QLatin1String(id), this, [f](bool) { f(); });
    };
    verb("compare.addGhost", [this] { chooseFiles(); });
    verb("compare.addFromFolder", [this] { chooseFolder(); });
    verb("compare.copies", [this] { chooseFolderOfCopies(); });
    verb("compare.ghosts", [this] { m_host.showPanel(); });
    verb("compare.delta", [this] { m_host.showDelta(); });
    verb("compare.clear", [this] { m_ghosts->clear(); });
    auto* group = new QActionGroup(this);
    for (const AlignmentVerb& choice : AlignmentVerbs) {
        group->addAction(m_actions->get(QLatin1String(choice.id)));
        verb(choice.id, [this, alignment = choice.alignment] { m_ghosts->setAlignment(alignment); });
    }
}

void GhostDesk::showAlignment()
{
    for (const AlignmentVerb& choice : AlignmentVerbs)
        m_actions->get(QLatin1String(choice.id))->setChecked(choice.alignment == m_ghosts->alignment());
}

void GhostDesk::setSession(ReplaySession* session)
{
    if (m_session != nullptr)
        m_session->unsubscribe(this);
    m_session = session;
    if (session == nullptr)
        return;
    connect(session, &ReplaySession::indexChanged, this, &GhostDesk::offer);
    offer();
}

void GhostDesk::offer()
{
    const bool races = canRace(m_session->info());
    const QString why = tr("Ghosts race along with somebody who runs or drives, not with armies");
    for (const char* verb : {"compare.addGhost", "compare.addFromFolder", "compare.clear", "compare.delta"})
        m_actions->offer(QLatin1String(verb), races, why);
    for (const AlignmentVerb& choice : AlignmentVerbs)
        m_actions->offer(QLatin1String(choice.id), races, why);
}

void GhostDesk::onReplayOpened()
{
    const QStringList paths = std::exchange(m_atFirst, {});
    if (paths.isEmpty())
        return;
    m_panel->addRuns(paths, false);
    m_host.showPanel();
}

void GhostDesk::chooseFiles()
{
    if (raiseDialog(m_host.window, "ghostFilesDialog") != nullptr)
        return;
    auto* chooser = new QFileDialog(m_host.window, tr("Add ghosts"));
    chooser->setObjectName(QStringLiteral("ghostFilesDialog"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFiles);
    chooser->setNameFilters(recordingFilters(*m_host.registry));
    if (m_session != nullptr)
        chooser->setDirectory(folderForOutput(m_session->path()));
    connect(chooser, &QFileDialog::filesSelected, this, [this](const QStringList& paths) {
        m_panel->addRuns(paths, false);
        m_host.showPanel();
    });
    chooser->show();
}

void GhostDesk::askForFolder(const char* name, const QString& title,
                             void (GhostDesk::*chosen)(const QString&))
{
    if (raiseDialog(m_host.window, name) != nullptr)
        return;
    auto* chooser = new QFileDialog(m_host.window, title);
    chooser->setObjectName(QLatin1String(name));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::Directory);
    if (m_session != nullptr)
        chooser->setDirectory(folderForOutput(m_session->path()));
    connect(chooser, &QFileDialog::fileSelected, this, chosen);
    chooser->show();
}

void GhostDesk::chooseFolder()
{
    askForFolder("ghostFolderDialog", tr("Find ghosts in a folder"), &GhostDesk::listFolder);
}

void GhostDesk::chooseFolderOfCopies()
{
    askForFolder("copiesFolderDialog", tr("Find copies in a folder"), &GhostDesk::listCopies);
}

void GhostDesk::listCopies(const QString& folder)
{
    auto* dialog = new CopiesDialog(m_host.registry, m_host.window);
    connect(dialog, &CopiesDialog::pairChosen, this, &GhostDesk::showBeside);
    dialog->look(folder);
    dialog->show();
}

void GhostDesk::showBeside(const QString& path, const QString& ghost)
{
    if (m_session != nullptr && m_session->path() == path) {
        m_panel->addRuns({ghost}, true);
        m_host.showPanel();
        return;
    }
    m_atFirst = {ghost};
    m_host.open(path);
}

void GhostDesk::listFolder(const QString& folder)
{
    if (m_session == nullptr)
        return;
    auto* dialog =
        new GhostFolderDialog(m_host.registry, m_session->index()->info, m_session->path(), m_host.window);
    connect(dialog, &GhostFolderDialog::runsChosen, this, [this](const QStringList& paths, bool anyway) {
        m_panel->addRuns(paths, anyway);
        m_host.showPanel();
    });
    dialog->list(folder);
    dialog->show();
}

} // namespace ghostline::app
