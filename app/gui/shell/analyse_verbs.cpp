// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/analyse_verbs.h"

#include "app/gui/analyses/analyses_dialog.h"
#include "app/gui/highlights/highlights_panel.h"
#include "app/gui/observer/observer_panel.h"
#include "app/gui/panels/bookmarks_panel.h"
#include "app/gui/panels/events_panel.h"
#include "app/gui/panels/minimap_panel.h"
#include "app/gui/panels/standing_still_dialog.h"
#include "app/gui/plots/plots_panel.h"
#include "app/gui/review/review_desk.h"
#include "app/gui/shell/docks.h"
#include "app/gui/shell/layouts.h"
#include "app/gui/timeline/timeline_panel.h"
#include "app/gui/timeline/timeline_view.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/verbs/choice_verbs.h"
#include "app/gui/view/view_area.h"
#include "app/gui/view/view_camera.h"
#include "app/gui/widgets/banner.h"
#include "app/gui/widgets/icons.h"

#include <algorithm>

namespace ghostline::app {

namespace {

constexpr ChoiceVerbs<MarkerDensity> MarkerVerbs{{
    {"view.markersAll", MarkerDensity::All},
    {"view.markersNotable", MarkerDensity::Notable},
    {"view.markersMajor", MarkerDensity::Major},
}};
constexpr ChoiceVerbs<model::Density> DensityVerbs{{
    {"analyse.observerCompact", model::Density::Compact},
    {"analyse.observerNormal", model::Density::Normal},
    {"analyse.observerFull", model::Density::Full},
}};

} // namespace

AnalyseVerbs::AnalyseVerbs(Actions* actions, Docks* docks, Layouts* layouts, ReviewDesk* reviewDesk,
                           ViewArea* area, Opening opening)
    : QObject(docks), m_actions(actions), m_docks(docks), m_layouts(layouts), m_area(area),
      m_opening(std::move(opening))
{
    bindEvents(reviewDesk);
    bindDialogs();
    m_actions->on(id("analyse.plotSpeed"), this,
                  [this](bool) { plotSpeed(m_session->actors()->selected()); });
    auto* timeline = m_docks->panel<TimelinePanel>()->view();
    bindChoice<MarkerDensity>(
        *m_actions, this, MarkerVerbs, [timeline] { return timeline->density(); },
        [timeline](MarkerDensity density) { timeline->setDensity(density); });
    auto* observer = m_docks->panel<ObserverPanel>();
    bindChoice<model::Density>(
        *m_actions, this, DensityVerbs, [observer] { return observer->density(); },
        [observer](model::Density density) { observer->setDensity(density); });
}

void AnalyseVerbs::bindEvents(ReviewDesk* reviewDesk)
{
    auto* events = m_docks->panel<EventsPanel>();
    const auto go = [this, events](const char* verb, auto step) {
        m_actions->on(id(verb), this, [events, step](bool) { (events->*step)(); });
    };
    go("analyse.nextEvent", &EventsPanel::goNext);
    go("analyse.previousEvent", &EventsPanel::goPrevious);
    go("analyse.nextBand", &EventsPanel::goNextBand);
    go("analyse.previousBand", &EventsPanel::goPreviousBand);
    m_actions->on(id("analyse.nextFlag"), this, [events, reviewDesk](bool) {
        if (!reviewDesk->goToFlag(1))
            events->goNextFlag();
    });
    m_actions->on(id("analyse.previousFlag"), this, [events, reviewDesk](bool) {
        if (!reviewDesk->goToFlag(-1))
            events->goPreviousFlag();
    });
    m_actions->on(id("playback.playHighlights"), this,
                  [this](bool) { m_docks->panel<HighlightsPanel>()->playAll(); });
    m_actions->on(id("review.noteBookmark"), this, [this](bool) {
        m_actions->get(id("review.addBookmark"))->trigger();
        m_docks->raise(id("bookmarks"));
        m_docks->panel<BookmarksPanel>()->editNewest();
    });
}

void AnalyseVerbs::bindDialogs()
{
    auto* standing = new StandingStillDialog(m_area->window());
    m_actions->on(id("analyse.standingStill"), this, [standing](bool) { standing->present(); });
    auto* analyses = new AnalysesDialog(m_area->window());
    analyses->setRegistry(m_opening.registry, m_opening.codec);
    for (const char* verb : {"edit.undo", "edit.redo"})
        analyses->addAction(m_actions->get(id(verb))); // zones are marked there
    analyses->drawZonesOn(m_docks->panel<MinimapPanel>()->map());
    analyses->drawZonesOn(m_area->flatMap());
    connect(analyses, &AnalysesDialog::zonesMarked, m_area, &ViewArea::setZones);
    connect(analyses, &AnalysesDialog::mapWanted, this, [this] {
        if (m_area->flatMap() == nullptr)
            m_docks->raise(id("minimap"));
    });
    connect(analyses, &AnalysesDialog::plotRequested, this, &AnalyseVerbs::plot);
    using Page = AnalysesDialog::Page;
    for (const auto& [verb, page] :
         {std::pair{"analyse.encounters", Page::Encounters}, std::pair{"analyse.zones", Page::Zones},
          std::pair{"analyse.limits", Page::Limits}, std::pair{"analyse.detectors", Page::Detectors}})
        m_actions->on(id(verb), this, [analyses, page = page](bool) { analyses->present(page); });
    connect(this, &AnalyseVerbs::sessionChanged, standing, &StandingStillDialog::setSession);
    connect(this, &AnalyseVerbs::sessionChanged, analyses, &AnalysesDialog::setSession);
}

void AnalyseVerbs::setSession(ReplaySession* session)
{
    if (m_session != nullptr)
        m_session->unsubscribe(this);
    m_session = session;
    Q_EMIT sessionChanged(session);
    if (session == nullptr)
        return;
    connect(session, &ReplaySession::indexChanged, this, &AnalyseVerbs::offer);
    offer();
}

/// What only some recordings have something for.
void AnalyseVerbs::offer()
{
    for (const auto& verb : DensityVerbs)
        m_actions->offer(id(verb.id), !m_session->info().observer.empty(),
                         tr("This recording has no figures of all players"));
    const model::EventTable& table = *m_session->index()->events;
    const bool bands = std::any_of(table.events.begin(), table.events.end(), [&](const model::Event& event) {
        return EventsPanel::isEngagement(table.kinds[static_cast<std::size_t>(event.kind)]);
    });
    for (const char* verb : {"analyse.nextBand", "analyse.previousBand"})
        m_actions->offer(id(verb), bands, tr("This recording has no fights or engagements"));
    const bool highlights = std::any_of(table.kinds.begin(), table.kinds.end(),
                                        [](const model::EventKind& kind) { return kind.highlight.any(); });
    m_actions->offer(id("playback.playHighlights"), highlights,
                     tr("Nothing happens in this recording that is worth showing"));
}

void AnalyseVerbs::plot(const model::MetricRequest& request)
{
    m_layouts->showPlots();
    m_docks->panel<PlotsPanel>()->addPlot(request);
}

void AnalyseVerbs::plotSpeed(model::ActorId actor)
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

void AnalyseVerbs::plotDistance(model::ActorId actor, model::ActorId other)
{
    for (const model::MetricInfo& metric : model::metricsOf(m_session->info())) {
        if (metric.source == model::MetricSource::DistanceBetween)
            plot({.metric = metric, .actor = actor, .other = other});
    }
}

void AnalyseVerbs::seeWithEyesOf(model::ActorId actor)
{
    if (m_session == nullptr)
        return;
    m_session->actors()->follow(actor);
    m_area->camera().setMode(render::CameraMode::FirstPerson);
}

void AnalyseVerbs::showActorMenu(model::ActorId actor, QPoint at, QAction* more)
{
    const model::ActorInfo* info = m_session != nullptr ? m_session->info().actor(actor) : nullptr;
    if (info == nullptr)
        return;
    const model::ActorInfo* other = m_session->info().actor(m_session->actors()->selected());
    m_session->actors()->select(actor);
    auto* menu = new QMenu(m_area->window());
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addSection(info->name);
    const auto forActor = [this, actor](auto f) {
        return [this, actor, f] {
            if (m_session != nullptr)
                f(*m_session, actor);
        };
    };
    menu->addAction(themedIcon(QStringLiteral("follow")), tr("Follow"), this,
                    forActor([](ReplaySession& s, model::ActorId a) { s.actors()->follow(a); }));
    if (model::hasEyes(info->kind))
        menu->addAction(tr("See with its eyes"), this,
                        forActor([this](ReplaySession&, model::ActorId a) { seeWithEyesOf(a); }));
    menu->addAction(m_actions->get(id("camera.fitSelection")));
    menu->addAction(themedIcon(QStringLiteral("plot")), tr("Plot speed"), this,
                    forActor([this](ReplaySession&, model::ActorId a) { plotSpeed(a); }));
    if (other != nullptr && other->id != actor) {
        menu->addAction(tr("Plot distance to %1")
                            .arg(QString(other->name).replace(QLatin1Char('&'), QLatin1String("&&"))),
                        this, forActor([this, to = other->id](ReplaySession&, model::ActorId a) {
                            plotDistance(a, to);
                        }));
    }
    menu->addAction(themedIcon(QStringLiteral("eye-off")), tr("Hide"), this,
                    forActor([](ReplaySession& s, model::ActorId a) { s.actors()->setHidden({a}, true); }));
    if (more != nullptr) {
        menu->addSeparator();
        menu->addAction(more);
    }
    menu->popup(at);
}

} // namespace ghostline::app
