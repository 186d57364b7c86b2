// SPDX-License-Identifier: GPL-3.0-or-later
// The menus, made from the table of verbs, and what each verb of the window does.
#include "app/gui/analyses/analyses_dialog.h"
#include "app/gui/commands/command_palette.h"
#include "app/gui/commands/keys_dialog.h"
#include "app/gui/docks/bookmarks_panel.h"
#include "app/gui/docks/events_panel.h"
#include "app/gui/docks/standing_still_dialog.h"
#include "app/gui/observer/observer_panel.h"
#include "app/gui/review/review_desk.h"
#include "app/gui/shell/banner.h"
#include "app/gui/shell/choice_verbs.h"
#include "app/gui/shell/dialogs.h"
#include "app/gui/shell/icons.h"
#include "app/gui/shell/layout_menu.h"
#include "app/gui/shell/main_window_panels.h"
#include "app/gui/shell/perspective_menu.h"
#include "app/gui/shell/replay_address.h"
#include "app/gui/shell/status_line.h"
#include "app/gui/shell/view_area.h"
#include "app/gui/shell/view_strip.h"
#include "app/gui/timeline/timeline_panel.h"
#include "app/gui/timeline/timeline_view.h"
#include "model/time_text.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>

#include <algorithm>
#include <array>

namespace ghostline::app {

namespace {

struct OptionVerb
{
    const char* id;
    bool render::ViewOptions::*member;
};
constexpr std::array<OptionVerb, 14> OptionVerbs{{
    {"view.trails", &render::ViewOptions::trails},
    {"view.labels", &render::ViewOptions::labels},
    {"view.provenance", &render::ViewOptions::provenance},
    {"view.reported", &render::ViewOptions::reportedOnly},
    {"view.exact", &render::ViewOptions::exactOnly},
    {"view.unitMarks", &render::ViewOptions::unitMarks},
    {"view.sight", &render::ViewOptions::sight},
    {"view.velocity", &render::ViewOptions::velocityArrows},
    {"view.prediction", &render::ViewOptions::prediction},
    {"view.grid", &render::ViewOptions::grid},
    {"view.scene", &render::ViewOptions::scene},
    {"view.zones", &render::ViewOptions::zones},
    {"view.scoreboard", &render::ViewOptions::scoreboard},
    {"view.background", &render::ViewOptions::backgroundActors},
}};

constexpr ChoiceVerbs<MarkerDensity> MarkerVerbs{{
    {"view.markersAll", MarkerDensity::All},
    {"view.markersNotable", MarkerDensity::Notable},
    {"view.markersMajor", MarkerDensity::Major},
}};
constexpr ChoiceVerbs<ThemeChoice> ThemeVerbs{{
    {"view.themeSystem", ThemeChoice::System},
    {"view.themeDark", ThemeChoice::Dark},
    {"view.themeLight", ThemeChoice::Light},
}};
constexpr ChoiceVerbs<model::Density> DensityVerbs{{
    {"analyse.observerCompact", model::Density::Compact},
    {"analyse.observerNormal", model::Density::Normal},
    {"analyse.observerFull", model::Density::Full},
}};

QString id(const char* text) { return QString(QLatin1String(text)); }

} // namespace

void MainWindow::buildMenus()
{
    QHash<QString, QMenu*> menus;
    m_perspectives = new PerspectiveMenu(m_actions->get(id("view.everyone")), this);
    menus[QStringLiteral("/View/Perspective")] = m_perspectives;               // it has the players, too
    menus[QStringLiteral("/View/Layouts")] = m_layouts = new LayoutMenu(this); // it has the user's, too
    for (const ActionSpec& spec : Actions::table()) {
        QAction* action = m_actions->get(spec.id);
        addAction(action); // the shortcut works wherever the keyboard is
        if (spec.menu.isEmpty())
            continue;
        QMenu* menu = nullptr;
        QString path;
        for (const QString& part : spec.menu.split(QLatin1Char('/'))) {
            path += QLatin1Char('/') + part;
            QMenu*& known = menus[path];
            if (known == nullptr)
                known = menu == nullptr ? menuBar()->addMenu(Actions::menuTitle(part))
                                        : menu->addMenu(Actions::menuTitle(part));
            menu = known;
        }
        if (spec.separatorBefore)
            menu->addSeparator();
        menu->addAction(action);
        if (spec.id == QLatin1String("file.recent")) {
            // The verb opens the list at the pointer; the menu shows it as a submenu.
            menu->removeAction(action);
            m_recentMenu = menu->addMenu(action->icon(), tr("Open recent"));
            connect(m_recentMenu, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
        }
    }
    m_placesMenu = menus[QStringLiteral("/Camera/Scene cameras")];
    QMenu* view = menus[QStringLiteral("/View")];
    QMenu* panels = new QMenu(tr("Panels"), view);
    for (QDockWidget* dock : m_panels->docks)
        panels->addAction(dock->toggleViewAction());
    connect(m_actions->get(id("view.trails")), &QAction::changed, panels, [this, panels] {
        panels->menuAction()->setEnabled(m_actions->get(id("view.trails"))->isEnabled());
    });
    panels->menuAction()->setEnabled(false);
    view->insertMenu(m_actions->get(id("view.fullScreen")), panels);
    view->insertMenu(m_actions->get(id("view.nextPerspective")), m_perspectives);
    connect(m_perspectives, &PerspectiveMenu::offered, this, [this](bool any) {
        m_actions->get(id("view.nextPerspective"))->setEnabled(any);
        m_actions->get(id("view.everyone"))->setEnabled(any);
    });
    m_area->strip()->setActions(m_actions);
    connect(m_area->strip(), &ViewStrip::perspectivesRequested, m_perspectives,
            [this](QPoint at) { m_perspectives->popup(at); });
    view->insertMenu(m_actions->get(id("view.fullScreen")), m_layouts);
    applyShortcuts(*m_actions, loadShortcuts());
    bindFile();
    bindView();
    bindCamera();
    bindAnalyse();
}

// ---- file and help ----

void MainWindow::bindFile()
{
    m_actions->on(id("file.open"), this, [this](bool) { chooseFile(); });
    m_actions->on(id("file.openFolder"), this, [this](bool) { chooseFolder(); });
    m_actions->on(id("file.openAddress"), this, [this](bool) {
        showAddressDialog(this, [this](const QString& address) { openFile(address); });
    });
    m_actions->on(id("file.recent"), this, [this](bool) {
        fillRecentMenu();
        m_recentMenu->popup(mapToGlobal(QPoint(16, menuBar()->height())));
        if (!m_recentMenu->actions().isEmpty())
            m_recentMenu->setActiveAction(m_recentMenu->actions().first());
    });
    m_actions->on(id("file.openSample"), this, [this](bool) { openFile(m_setup.samplePath); });
    m_actions->get(id("file.openSample"))->setEnabled(!m_setup.samplePath.isEmpty());
    m_actions->on(id("file.close"), this, [this](bool) { closeReplay(); });
    m_actions->on(id("file.exportPicture"), this, [this](bool) { exportPicture(); });
    m_actions->on(id("file.settings"), this, [this](bool) {
        showSettingsDialog(this, m_settings, [this](const Settings& settings) { applySettings(settings); });
    });
    m_actions->on(id("file.quit"), this, [this](bool) { close(); });
    auto* palette = new CommandPalette(this);
    m_actions->on(id("help.palette"), palette, [this, palette](bool) { palette->present(*menuBar()); });
    m_actions->on(id("help.keys"), this, [this](bool) { (new KeysDialog(*m_actions, this))->show(); });
    m_actions->on(id("help.about"), this, [this](bool) {
        showAboutDialog(this, *m_setup.registry, m_setup.glText.isEmpty() ? m_setup.noGl : m_setup.glText);
    });
}

void MainWindow::chooseFile()
{
    auto* chooser = new QFileDialog(this, tr("Open a recording"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFile);
    chooser->setNameFilters(recordingFilters(*m_setup.registry));
    if (const auto recent = loadRecent(); !recent.isEmpty())
        chooser->setDirectory(folderForOutput(recent.first().path));
    connect(chooser, &QFileDialog::fileSelected, this, [this](const QString& path) { openFile(path); });
    chooser->show();
}

void MainWindow::chooseFolder()
{
    auto* chooser = new QFileDialog(this, tr("Open a recording made of segments"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::Directory);
    if (const auto recent = loadRecent(); !recent.isEmpty())
        chooser->setDirectory(folderForOutput(recent.first().path));
    connect(chooser, &QFileDialog::fileSelected, this, [this](const QString& path) { openFile(path); });
    chooser->show();
}

void MainWindow::fillRecentMenu()
{
    m_recentMenu->clear();
    int number = 0;
    for (const RecentFile& file : loadRecent()) {
        QString name = shortName(file.path);
        name.replace(QLatin1Char('&'), QStringLiteral("&&"));
        const QString length = file.duration.count() > 0 ? model::formatTimeShort(file.duration) : QString();
        QAction* action =
            m_recentMenu->addAction(QStringLiteral("&%1  %2\t%3").arg(++number).arg(name, length));
        action->setToolTip(file.path);
        connect(action, &QAction::triggered, this, [this, path = file.path] { openFile(path); });
    }
    if (number == 0) {
        m_recentMenu->addAction(tr("Nothing was opened yet"))->setEnabled(false);
        return;
    }
    m_recentMenu->addSeparator();
    m_recentMenu->addAction(tr("Clear this list"), this, [] { clearRecent(); });
}

void MainWindow::exportPicture()
{
    const QWidget* view = m_area->viewWidget();
    const QString path = m_session->path();
    const QString suggested = QStringLiteral("%1/%2-frame-%3.png")
                                  .arg(folderForOutput(path), QFileInfo(shortName(path)).completeBaseName())
                                  .arg(m_session->state().at.frame);
    showExportDialog(this, (QSizeF(view->size()) * devicePixelRatioF()).toSize(), suggested,
                     [area = QPointer<ViewArea>(m_area)](QSize pixels) {
                         return area != nullptr ? area->capture(pixels) : QImage();
                     });
}

// ---- view ----

void MainWindow::bindView()
{
    for (const OptionVerb& verb : OptionVerbs) {
        m_actions->on(id(verb.id), this,
                      [this, member = verb.member](bool on) { setViewOption(member, on); });
    }
    m_actions->on(id("view.nextPerspective"), this, [this](bool) { m_perspectives->next(); });
    m_actions->on(id("view.everyone"), this, [this](bool) { m_perspectives->leave(); });
    bindChoice<MarkerDensity>(
        *m_actions, this, MarkerVerbs, [this] { return m_panels->timeline->view()->density(); },
        [this](MarkerDensity density) { m_panels->timeline->view()->setDensity(density); });
    bindChoice<ThemeChoice>(
        *m_actions, this, ThemeVerbs, [this] { return m_themes->choice(); },
        [this](ThemeChoice choice) {
            Settings settings = m_settings;
            settings.theme = choice;
            applySettings(settings);
        });
    m_actions->on(id("view.fullScreen"), this, [this](bool on) { on ? showFullScreen() : showNormal(); });
    bindLayouts();
    m_actions->on(id("view.nextPane"), this, [this](bool) { focusPane(1); });
    m_actions->on(id("view.previousPane"), this, [this](bool) { focusPane(-1); });
}

void MainWindow::setViewOption(bool render::ViewOptions::*member, bool on)
{
    render::ViewOptions options = m_area->options();
    options.*member = on;
    // Two answers to one question: what may be shown between two records.
    if (on && member == &render::ViewOptions::exactOnly)
        options.reportedOnly = false;
    if (on && member == &render::ViewOptions::reportedOnly)
        options.exactOnly = false;
    m_area->setOptions(options);
    showViewOptions();
}

/// What only some recordings have something for.
void MainWindow::fitViewVerbs()
{
    const model::ReplayInfo& info = m_session->info();
    m_actions->get(id("view.exact"))->setEnabled(info.exactAtKeyframes);
    m_actions->get(id("view.unitMarks"))
        ->setEnabled(info.marks.health >= 0 || info.marks.rank >= 0 || info.marks.turret >= 0);
    m_actions->get(id("view.sight"))->setEnabled(info.marks.sight >= 0);
    for (const auto& verb : DensityVerbs)
        m_actions->get(id(verb.id))->setEnabled(!info.observer.empty());
    const model::EventTable& table = *m_session->index()->events;
    const bool bands = std::any_of(table.events.begin(), table.events.end(), [&](const model::Event& event) {
        return EventsPanel::isEngagement(table.kinds[static_cast<std::size_t>(event.kind)]);
    });
    m_actions->get(id("analyse.nextBand"))->setEnabled(bands);
    m_actions->get(id("analyse.previousBand"))->setEnabled(bands);
}

void MainWindow::showViewOptions()
{
    for (const OptionVerb& verb : OptionVerbs)
        m_actions->get(id(verb.id))->setChecked(m_area->options().*verb.member);
}

// ---- analyse ----

void MainWindow::bindAnalyse()
{
    m_actions->on(id("review.noteBookmark"), this, [this](bool) {
        m_actions->get(id("review.addBookmark"))->trigger();
        dock(QStringLiteral("bookmarks"))->show();
        dock(QStringLiteral("bookmarks"))->raise();
        m_panels->bookmarks->editNewest();
    });
    m_actions->on(id("analyse.nextEvent"), this, [this](bool) { m_panels->events->goNext(); });
    m_actions->on(id("analyse.previousEvent"), this, [this](bool) { m_panels->events->goPrevious(); });
    m_actions->on(id("analyse.nextFlag"), this, [this](bool) {
        if (!m_panels->desk->goToFlag(1))
            m_panels->events->goNextFlag();
    });
    m_actions->on(id("analyse.previousFlag"), this, [this](bool) {
        if (!m_panels->desk->goToFlag(-1))
            m_panels->events->goPreviousFlag();
    });
    m_actions->on(id("analyse.nextBand"), this, [this](bool) { m_panels->events->goNextBand(); });
    m_actions->on(id("analyse.previousBand"), this, [this](bool) { m_panels->events->goPreviousBand(); });
    m_actions->on(id("analyse.plotSpeed"), this, [this](bool) { plotSpeed(m_session->selection()); });
    m_actions->on(id("analyse.eventColumns"), this,
                  [this](bool) { raisePanel(QStringLiteral("event_columns")); });
    m_actions->on(id("analyse.census"), this, [this](bool) { raisePanel(QStringLiteral("census")); });
    m_actions->on(id("analyse.observer"), this, [this](bool) { raisePanel(QStringLiteral("observer")); });
    bindChoice<model::Density>(
        *m_actions, this, DensityVerbs, [this] { return m_panels->observer->density(); },
        [this](model::Density density) { m_panels->observer->setDensity(density); });
    m_actions->on(id("analyse.findings"), this, [this](bool) { raisePanel(QStringLiteral("analysis")); });
    m_actions->on(id("analyse.standingStill"), this, [this](bool) { m_panels->standingStill->present(); });
    using Page = AnalysesDialog::Page;
    for (const auto& [verb, page] :
         {std::pair{"analyse.encounters", Page::Encounters}, std::pair{"analyse.zones", Page::Zones},
          std::pair{"analyse.limits", Page::Limits}})
        m_actions->on(id(verb), this, [this, page = page](bool) { m_panels->analyses->present(page); });
}

void MainWindow::plotSpeed(model::ActorId actor)
{
    if (m_session->info().actor(actor) == nullptr) {
        m_area->banner()->tell(Banner::Level::Info, tr("Select an actor first: click one in the view"));
        return;
    }
    for (const model::MetricInfo& metric : model::metricsOf(m_session->info())) {
        if (metric.source == model::MetricSource::Speed)
            plot({.metric = metric, .actor = actor, .other = model::ActorId::None});
    }
}

void MainWindow::plotDistance(model::ActorId actor, model::ActorId other)
{
    for (const model::MetricInfo& metric : model::metricsOf(m_session->info())) {
        if (metric.source == model::MetricSource::DistanceBetween)
            plot({.metric = metric, .actor = actor, .other = other});
    }
}

void MainWindow::showActorMenu(model::ActorId actor, QPoint at)
{
    const model::ActorInfo* info = m_session != nullptr ? m_session->info().actor(actor) : nullptr;
    if (info == nullptr)
        return;
    const model::ActorInfo* other = m_session->info().actor(m_session->selection());
    m_session->select(actor);
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addSection(info->name);
    const auto forActor = [this, actor](auto f) {
        return [this, actor, f] {
            if (m_session != nullptr)
                f(*m_session, actor);
        };
    };
    menu->addAction(themedIcon(QStringLiteral("follow")), tr("Follow"), this,
                    forActor([](ReplaySession& s, model::ActorId a) { s.follow(a); }));
    menu->addAction(tr("See with its eyes"), this, forActor([this](ReplaySession& s, model::ActorId a) {
                        s.follow(a);
                        m_area->setCameraMode(render::CameraMode::FirstPerson);
                    }));
    menu->addAction(m_actions->get(id("camera.fitSelection")));
    menu->addAction(themedIcon(QStringLiteral("plot")), tr("Plot speed"), this,
                    forActor([this](ReplaySession&, model::ActorId a) { plotSpeed(a); }));
    if (other != nullptr && other->id != actor) {
        menu->addAction(
            tr("Plot distance to %1").arg(other->name), this,
            forActor([this, to = other->id](ReplaySession&, model::ActorId a) { plotDistance(a, to); }));
    }
    menu->addAction(themedIcon(QStringLiteral("eye-off")), tr("Hide"), this,
                    forActor([](ReplaySession& s, model::ActorId a) { s.setActorsHidden({a}, true); }));
    menu->popup(at);
}

} // namespace ghostline::app
