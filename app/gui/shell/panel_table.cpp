// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/panel_table.h"

#include "app/gui/board/board_panel.h"
#include "app/gui/ghosts/delta_panel.h"
#include "app/gui/ghosts/ghost_set.h"
#include "app/gui/ghosts/ghosts_panel.h"
#include "app/gui/heat/heat_panel.h"
#include "app/gui/highlights/highlights_panel.h"
#include "app/gui/marks/tags_panel.h"
#include "app/gui/match/census_panel.h"
#include "app/gui/match/event_columns_panel.h"
#include "app/gui/match/match_panel.h"
#include "app/gui/observer/analysis_panel.h"
#include "app/gui/observer/observer_panel.h"
#include "app/gui/panels/bookmarks_panel.h"
#include "app/gui/panels/cast_panel.h"
#include "app/gui/panels/events_panel.h"
#include "app/gui/panels/info_panel.h"
#include "app/gui/panels/inspector_panel.h"
#include "app/gui/panels/metrics_panel.h"
#include "app/gui/panels/minimap_panel.h"
#include "app/gui/playlist/play_list_panel.h"
#include "app/gui/plots/plots_panel.h"
#include "app/gui/review/evidence_panel.h"
#include "app/gui/review/review_panel.h"
#include "app/gui/timeline/timeline_panel.h"
#include "app/gui/together/together_panel.h"
#include "app/gui/widgets/replay_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <type_traits>

namespace ghostline::app {

namespace {

template<typename Derived>
Panel* make(const PanelParts& parts)
{
    if constexpr (std::is_constructible_v<Derived, Actions*, GhostSet*, QWidget*>)
        return new Derived(parts.actions, parts.ghosts, parts.parent);
    else if constexpr (std::is_constructible_v<Derived, Actions*, QWidget*>)
        return new Derived(parts.actions, parts.parent);
    else if constexpr (std::is_constructible_v<Derived, GhostSet*, QWidget*>)
        return new Derived(parts.ghosts, parts.parent);
    else
        return new Derived(parts.parent);
}

bool hasCensus(const model::ReplayIndex& index) { return !index.info->census.empty(); }
bool hasColumns(const model::ReplayIndex& index) { return !index.info->eventColumns.empty(); }
bool hasFigures(const model::ReplayIndex& index) { return !index.info->observer.empty(); }
bool hasHighlights(const model::ReplayIndex& index)
{
    return std::ranges::any_of(index.events->kinds,
                               [](const model::EventKind& kind) { return kind.highlight.any(); });
}
bool hasTables(const model::ReplayIndex& index) { return !index.tables->empty(); }
bool hasRunner(const model::ReplayIndex& index) { return canRace(*index.info); }

/// Where the recording has one list of that sort.
QString nameOfColumns(const model::ReplayInfo& info)
{
    return info.eventColumns.size() == 1 ? shownName(info.eventColumns.front().name) : QString();
}

constexpr auto LeftArea = Qt::LeftDockWidgetArea;
constexpr auto RightArea = Qt::RightDockWidgetArea;
constexpr auto BottomArea = Qt::BottomDockWidgetArea;
constexpr auto Below = PanelPlace::Below;
constexpr auto Tab = PanelPlace::Tab;

constexpr auto Alone = PanelPlace::Alone;
constexpr PanelTraits Front{.inFront = true};
constexpr PanelTraits FrontWhole{.inFront = true, .scrolls = false};
constexpr PanelTraits Whole{.scrolls = false};
constexpr PanelTraits Hidden{.hidden = true};
constexpr PanelTraits HiddenTags{.hidden = true, .verb = "marks.panel"};
constexpr PanelTraits HiddenTogether{.hidden = true, .scrolls = false, .verb = "together.panel"};
constexpr PanelTraits HiddenBoard{.hidden = true, .verb = "board.panel"};
constexpr PanelTraits Untitled{.scrolls = false, .titled = false};
constexpr PanelTraits HiddenWhole{.hidden = true, .scrolls = false};

constexpr PanelTraits onlyWith(decltype(PanelTraits::used) used, const char* verb,
                               decltype(PanelTraits::titleIn) titleIn = nullptr)
{
    return {.verb = verb, .used = used, .titleIn = titleIn};
}

constexpr std::array Table{
    PanelSpec{"cast", QT_TRANSLATE_NOOP("Panels", "Cast"), "cast", make<CastPanel>, LeftArea, Alone, nullptr,
              Front},
    PanelSpec{"minimap", QT_TRANSLATE_NOOP("Panels", "Minimap"), "map", make<MinimapPanel>, LeftArea, Below,
              "cast", Whole},
    PanelSpec{"census", QT_TRANSLATE_NOOP("Panels", "Forces"), "forces", make<CensusPanel>, LeftArea, Tab,
              "cast", onlyWith(hasCensus, "analyse.census")},
    PanelSpec{"events", QT_TRANSLATE_NOOP("Panels", "Events"), "events", make<EventsPanel>, RightArea, Alone,
              nullptr, Front},
    PanelSpec{"inspector", QT_TRANSLATE_NOOP("Panels", "Inspector"), "inspector", make<InspectorPanel>,
              RightArea, Below, "events", FrontWhole},
    PanelSpec{"match", QT_TRANSLATE_NOOP("Panels", "Match"), "trophy", make<MatchPanel>, RightArea, Tab,
              "events"},
    PanelSpec{"metrics", QT_TRANSLATE_NOOP("Panels", "Metrics"), "gauge", make<MetricsPanel>, RightArea, Tab,
              "match", Hidden},
    PanelSpec{"bookmarks", QT_TRANSLATE_NOOP("Panels", "Bookmarks"), "bookmark", make<BookmarksPanel>,
              RightArea, Tab, "metrics"},
    PanelSpec{"board", QT_TRANSLATE_NOOP("Panels", "Board"), "board-pen", make<BoardPanel>, RightArea, Tab,
              "bookmarks", HiddenBoard},
    PanelSpec{"info", QT_TRANSLATE_NOOP("Panels", "Info"), "info", make<InfoPanel>, RightArea, Tab, "board"},
    PanelSpec{"review", QT_TRANSLATE_NOOP("Panels", "Review"), "flag", make<ReviewPanel>, RightArea, Tab,
              "info", Hidden},
    PanelSpec{"tags", QT_TRANSLATE_NOOP("Panels", "Tags"), "tag", make<TagsPanel>, RightArea, Tab, "review",
              HiddenTags},
    PanelSpec{"together", QT_TRANSLATE_NOOP("Panels", "Together"), "together", make<TogetherPanel>, RightArea,
              Tab, "tags", HiddenTogether},
    PanelSpec{"event_columns", QT_TRANSLATE_NOOP("Panels", "Build orders"), "orders", make<EventColumnsPanel>,
              RightArea, Tab, "inspector", onlyWith(hasColumns, "analyse.eventColumns", nameOfColumns)},
    PanelSpec{"observer", QT_TRANSLATE_NOOP("Panels", "Observer"), "observer", make<ObserverPanel>, RightArea,
              Tab, "event_columns", onlyWith(hasFigures, "analyse.observer")},
    PanelSpec{"highlights", QT_TRANSLATE_NOOP("Panels", "Highlights"), "star", make<HighlightsPanel>,
              RightArea, Tab, "observer", onlyWith(hasHighlights, "analyse.highlights")},
    PanelSpec{"analysis", QT_TRANSLATE_NOOP("Panels", "Analysis"), "analysis", make<AnalysisPanel>, RightArea,
              Tab, "highlights", PanelTraits{.hidden = true, .verb = "analyse.findings", .used = hasTables}},
    PanelSpec{"heat", QT_TRANSLATE_NOOP("Panels", "Heat map"), "heat", make<HeatPanel>, RightArea, Tab,
              "analysis", PanelTraits{.hidden = true, .verb = "analyse.heatMap"}},
    PanelSpec{"ghosts", QT_TRANSLATE_NOOP("Panels", "Ghosts"), "ghost", make<GhostsPanel>, RightArea, Tab,
              "analysis", onlyWith(hasRunner, "compare.ghosts")},
    PanelSpec{"plots", QT_TRANSLATE_NOOP("Panels", "Plots"), "plot", make<PlotsPanel>, BottomArea, Alone,
              nullptr, HiddenWhole},
    PanelSpec{"timeline", QT_TRANSLATE_NOOP("Panels", "Timeline"), "timeline", make<TimelinePanel>,
              BottomArea, Below, "plots", Untitled},
    PanelSpec{"evidence", QT_TRANSLATE_NOOP("Panels", "Evidence"), "evidence", make<EvidencePanel>,
              BottomArea, Tab, "plots", Hidden},
    PanelSpec{"delta", QT_TRANSLATE_NOOP("Panels", "Delta plot"), "delta", make<DeltaPanel>, BottomArea, Tab,
              "plots", Hidden},
    PanelSpec{"playlist", QT_TRANSLATE_NOOP("Panels", "Play list"), "playlist", make<PlayListPanel>,
              BottomArea, Tab, "plots", HiddenWhole},
};

} // namespace

std::span<const PanelSpec> panelTable() { return Table; }

QString panelTitle(const PanelSpec& spec) { return QCoreApplication::translate("Panels", spec.title); }

} // namespace ghostline::app
