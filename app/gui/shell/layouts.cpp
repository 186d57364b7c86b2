// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/layouts.h"

#include "app/gui/observer/observer_panel.h"
#include "app/gui/plots/plots_panel.h"
#include "app/gui/plots/plots_state.h"
#include "app/gui/session/replay_session.h"
#include "app/gui/settings/shipped_layouts.h"
#include "app/gui/shell/docks.h"
#include "app/gui/shell/layout_menu.h"
#include "app/gui/timeline/timeline_panel.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/view/view_area.h"
#include "app/gui/widgets/banner.h"

#include <QAction>
#include <QEvent>
#include <QGuiApplication>
#include <QMenuBar>
#include <QScreen>
#include <QStatusBar>
#include <QStyle>
#include <QTimer>
#include <QToolBar>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace ghostline::app {

namespace {

constexpr int GhostsHeight = 480; ///< list, alignments and splits of a run with a few checkpoints

// The picture has at least 55 % of the width and 60 % of the height at 1280 x 800, and more in larger
// windows.
constexpr int LeftPercent = 14;
constexpr int RightPercent = 24;
constexpr int TimelinePercent = 22; ///< of the height at most; with fewer lanes it is lower
constexpr int LeastLeft = 184;
constexpr int MostLeft = 400;
constexpr int LeastRight = 316;
constexpr int MostRight = 640;

/// About what somebody does with many recordings, whatever their formats.
constexpr std::array GoingAlong{"playlist", "review", "together"};

const char* dockOf(DockSide side) { return side == DockSide::Left ? "cast" : "events"; }

} // namespace

Layouts::Layouts(QMainWindow* window, Docks* docks, ViewArea* area)
    : QObject(window), m_window(window), m_docks(docks), m_area(area)
{
}

void Layouts::bind(Actions& actions, LayoutMenu* menu)
{
    m_default = m_hidden = m_window->saveState(Layout::SchemaVersion);
    bindSides(actions);
    actions.on(id("view.saveLayout"), this, [this](bool) { save(); });
    actions.on(id("view.restoreLayout"), this, [this](bool) { restore(); });
    actions.on(id("view.resetLayout"), this, [this](bool) { reset(); });
    for (const ShippedLayout& layout : shippedLayouts())
        actions.on(id(layout.verb), this, [this, &layout](bool) { applyShipped(layout); });
    actions.on(id("view.saveLayoutAs"), this, [menu](bool) { menu->askName(); });
    connect(menu, &LayoutMenu::saveRequested, this, &Layouts::save);
    connect(menu, &LayoutMenu::chosen, this, [this](const QString& name) {
        if (!restore(name))
            m_area->banner()->tell(Banner::Level::Warning,
                                   tr("The layout \"%1\" is of another version or damaged").arg(name));
    });
}

void Layouts::bindSides(Actions& actions)
{
    const auto show = [this](DockSide side, bool on) {
        m_growing = true; // not by hand
        m_docks->fold(side, !on);
        m_growing = false;
        m_grownTo = {};
        grow();
    };
    QAction* left = actions.get(id("view.leftPanels"));
    QAction* right = actions.get(id("view.rightPanels"));
    QAction* alone = actions.get(id("view.onlyPicture"));
    actions.on(id("view.leftPanels"), this, [show](bool on) { show(DockSide::Left, on); });
    actions.on(id("view.rightPanels"), this, [show](bool on) { show(DockSide::Right, on); });
    actions.on(id("view.onlyPicture"), this, [show](bool on) {
        for (const DockSide side : {DockSide::Left, DockSide::Right, DockSide::Bottom})
            show(side, !on);
    });
    const auto follow = [this, left, right, alone] {
        left->setChecked(!m_docks->folded(DockSide::Left));
        right->setChecked(!m_docks->folded(DockSide::Right));
        alone->setChecked(m_docks->folded(DockSide::Left) && m_docks->folded(DockSide::Right) &&
                          m_docks->folded(DockSide::Bottom));
    };
    connect(m_docks, &Docks::foldsChanged, this, follow);
    follow();
    m_window->installEventFilter(this);
    for (const DockSide side : {DockSide::Left, DockSide::Right})
        m_docks->dock(id(dockOf(side)))->installEventFilter(this);
    m_docks->dock(id("timeline"))->installEventFilter(this);
    connect(m_docks->panel<TimelinePanel>(), &TimelinePanel::wholeHeightChanged, this, &Layouts::fitTimeline);
}

/// The docks at the sides grow and shrink with the window, in the shares that they were given last.
bool Layouts::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && m_docks->shown()) {
        if (watched == m_window)
            QTimer::singleShot(0, this, &Layouts::grow);
        else if (!m_growing && m_window->size() == m_grownTo)
            noteShares();
    }
    return QObject::eventFilter(watched, event);
}

void Layouts::grow()
{
    if (m_window->size() == m_grownTo || !m_docks->shown())
        return;
    m_growing = true;
    const bool first = m_grownTo.isEmpty() && m_shares[0] <= 0.0;
    for (const DockSide side : {DockSide::Left, DockSide::Right}) {
        const double share = m_shares[static_cast<std::size_t>(side)];
        if (!first && share > 0.0 && !m_docks->folded(side))
            resize(dockOf(side), qRound(share * m_window->width()), Qt::Horizontal);
    }
    m_grownTo = m_window->size();
    fitTimeline();
    m_window->layout()->activate();
    m_growing = false;
    if (first)
        noteShares();
}

void Layouts::noteShares()
{
    for (const DockSide side : {DockSide::Left, DockSide::Right}) {
        const QDockWidget* dock = m_docks->dock(id(dockOf(side)));
        if (dock->isVisible() && !dock->isFloating())
            m_shares[static_cast<std::size_t>(side)] = static_cast<double>(dock->width()) / m_window->width();
    }
    const QDockWidget* timeline = m_docks->dock(id("timeline"));
    const int wanted = m_docks->panel<TimelinePanel>()->sizeHint().height();
    const int most = m_window->height() * TimelinePercent / 100;
    if (timeline->isVisible() && std::abs(timeline->height() - std::min(wanted, most)) > 8)
        m_fitsTimeline = false;
}

/// As high as its lanes, as long as that leaves the picture its room.
void Layouts::fitTimeline()
{
    if (!m_fitsTimeline || !m_docks->shown())
        return;
    const bool growing = std::exchange(m_growing, true);
    const int wanted = m_docks->panel<TimelinePanel>()->sizeHint().height();
    resize("timeline", std::min(wanted, m_window->height() * TimelinePercent / 100), Qt::Vertical);
    m_growing = growing;
}

void Layouts::resize(const char* dock, int pixels, Qt::Orientation orientation)
{
    m_window->resizeDocks({m_docks->dock(id(dock))}, {pixels}, orientation);
}

void Layouts::applyDefaultSizes()
{
    m_defaultSizesDue = false;
    const int width = m_window->width();
    const int height = m_window->height();
    const int left = std::clamp(width * LeftPercent / 100, LeastLeft, MostLeft);
    const int right = std::clamp(width * RightPercent / 100, LeastRight, MostRight);
    const int bottom =
        std::min(m_docks->panel<TimelinePanel>()->sizeHint().height(), height * TimelinePercent / 100);
    m_fitsTimeline = true;
    m_growing = true;
    m_shares = {static_cast<double>(left) / width, static_cast<double>(right) / width};
    m_grownTo = m_window->size();
    QDockWidget* cast = m_docks->dock(id("cast"));
    QDockWidget* events = m_docks->dock(id("events"));
    m_window->resizeDocks({cast, events}, {left, right}, Qt::Horizontal);
    const int rest = height - bottom - m_window->menuBar()->sizeHint().height() -
                     m_window->statusBar()->sizeHint().height();
    const int map = std::clamp(rest * 38 / 100, 140, 320);
    m_window->resizeDocks({cast, m_docks->dock(id("minimap"))}, {rest - map, map}, Qt::Vertical);
    // A little more for the events; what stands below them has some rows on a small screen, too.
    const int upper = rest * 55 / 100;
    m_window->resizeDocks({events, m_docks->dock(id("inspector"))}, {upper, rest - upper}, Qt::Vertical);
    resize("timeline", bottom, Qt::Vertical);
    m_growing = false;
}

Layout Layouts::current()
{
    Layout layout;
    layout.geometry = m_window->saveGeometry();
    layout.docks = m_docks->shown() ? m_docks->arrangement() : m_hidden;
    layout.view = m_area->ownOptions();
    layout.format = m_format;
    layout.shares = m_shares;
    layout.fitsTimeline = m_fitsTimeline;
    if (m_left) {
        layout.timeline = m_left->timeline;
        layout.plots = m_left->plots;
        layout.observer = m_left->observer;
    } else {
        rememberPanels(layout);
    }
    return layout;
}

void Layouts::rememberPanels(Layout& layout) const
{
    layout.timeline = m_docks->panel<TimelinePanel>()->saveState();
    layout.plots = m_docks->panel<PlotsPanel>()->saveState();
    layout.observer = m_docks->panel<ObserverPanel>()->saveState();
}

void Layouts::setSession(ReplaySession* session)
{
    if (session == nullptr) {
        if (m_docks->shown()) {
            rememberPanels(m_left.emplace());
            m_going.clear();
            for (const char* name : GoingAlong) {
                if (!m_docks->dock(id(name))->visibleRegion().isEmpty())
                    m_going << id(name);
            }
        }
        return;
    }
    const QString& format = session->info().format;
    if (format != m_format && !format.isEmpty()) {
        const QString before = std::exchange(m_format, format);
        if (!before.isEmpty() && m_left) {
            Layout left = current();
            left.format = before;
            storeFormatLayout(left, before);
        }
        if (const auto layout = loadFormatLayout(format); layout && !layout->docks.isEmpty())
            take(*layout);
        else if (!before.isEmpty())
            takeDefault();
    }
    m_left.reset();
}

/// What stands now is of no use for what comes: it is shown as if nothing had ever been saved.
void Layouts::takeDefault()
{
    Layout layout;
    layout.docks = m_default;
    layout.plots = PlotsState().toBytes();
    take(layout);
    m_defaultSizesDue = true;
}

void Layouts::take(const Layout& layout)
{
    render::ViewOptions options = layout.view;
    options.trailSeconds = m_area->options().trailSeconds; // a setting of its own
    m_area->setOptions(options);
    m_hidden = layout.docks;
    m_defaultSizesDue = false;
    m_fitsTimeline = layout.fitsTimeline;
    m_shares = layout.shares;
    m_grownTo = {};
    m_switched = !m_docks->shown();
    m_docks->panel<TimelinePanel>()->restoreState(layout.timeline);
    m_docks->panel<PlotsPanel>()->restoreState(layout.plots);
    m_docks->panel<ObserverPanel>()->restoreState(layout.observer);
}

/// A panel left on a screen that is gone comes home.
void Layouts::bringHome()
{
    for (QDockWidget* dock : m_docks->all()) {
        if (dock->isFloating() && dock->isVisible() &&
            QGuiApplication::screenAt(dock->geometry().center()) == nullptr)
            dock->setFloating(false);
    }
}

void Layouts::save(const QString& name)
{
    const Layout layout = current();
    storeLayout(layout, name);
    if (name.isEmpty() && !m_format.isEmpty())
        storeFormatLayout(layout, m_format);
}

/// The last one may be of another format.
std::optional<Layout> Layouts::saved(const QString& name) const
{
    if (!name.isEmpty() || m_format.isEmpty())
        return loadLayout(name);
    if (auto layout = loadFormatLayout(m_format))
        return layout;
    auto last = loadLayout();
    return last && (last->format.isEmpty() || last->format == m_format) ? last : std::nullopt;
}

bool Layouts::restore(const QString& name)
{
    const auto layout = saved(name);
    if (!layout || layout->docks.isEmpty() || !m_docks->arrange(layout->docks))
        return false;
    take(*layout);
    if (name.isEmpty()) {
        if (m_format.isEmpty())
            m_format = layout->format;
        m_window->restoreGeometry(layout->geometry);
    } else { // for whatever size the window has
        m_fitsTimeline = false;
        m_shares = {};
    }
    bringHome();
    if (!m_docks->shown())
        m_docks->hideAll();
    return true;
}

void Layouts::reset()
{
    if (!m_format.isEmpty())
        removeFormatLayout(m_format);
    m_hidden = m_default;
    m_docks->panel<TimelinePanel>()->restoreState({});
    m_docks->forgetFolds();
    if (!m_docks->shown()) {
        m_defaultSizesDue = true;
        return;
    }
    m_docks->arrange(m_default);
    applyDefaultSizes();
}

void Layouts::setDocksShown(bool shown)
{
    if (!shown && m_docks->shown())
        m_hidden = m_docks->arrangement();
    m_docks->setShown(shown);
    if (!shown) {
        m_docks->hideAll();
        return;
    }
    std::optional<SettlingDocks> settling;
    if (m_switched)
        settling.emplace(*m_window);
    if (!m_docks->arrange(m_hidden)) {
        m_docks->arrange(m_default);
        m_defaultSizesDue = true;
    }
    if (m_defaultSizesDue)
        applyDefaultSizes();
    if (std::exchange(m_switched, false))
        settle();
}

/// Another format's arrangement may have been left in a window of another size, on other screens, before
/// somebody began to play a list.
void Layouts::settle()
{
    if (m_shares[0] > 0.0)
        grow();
    bringHome();
    for (const QString& name : std::as_const(m_going))
        m_docks->raise(name);
}

void Layouts::applyShipped(const ShippedLayout& layout)
{
    const SettlingDocks settling(*m_window);
    reset();
    for (const char* name : layout.hidden)
        m_docks->dock(id(name))->hide();
    for (const char* name : layout.shown)
        m_docks->dock(id(name))->show();
    for (const char* name : layout.raised)
        m_docks->dock(id(name))->raise();
    resize("events", m_window->width() * layout.sidePercent / 100, Qt::Horizontal);
    resize(layout.lower, m_window->height() * layout.lowerPercent / 100, Qt::Vertical);
    if (layout.focus == LayoutFocus::Review) {
        makeRoomForReview();
    } else if (layout.focus == LayoutFocus::Race) {
        m_docks->reachDown(id("ghosts"));
        makeRoomForGhosts();
    }
    m_area->viewWidget()->setFocus();
}

void Layouts::showPlots()
{
    if (m_docks->dock(id("plots"))->isVisible())
        return;
    m_docks->dock(id("plots"))->show();
    resize("plots", m_window->height() / 5, Qt::Vertical);
}

void Layouts::showGhosts()
{
    m_docks->raise(id("ghosts"));
    makeRoomForGhosts();
}

void Layouts::showDelta()
{
    const bool first = !m_docks->dock(id("delta"))->isVisible();
    m_docks->raise(id("delta"));
    if (!first)
        return;
    m_docks->reachDown(id("ghosts"));
    resize("delta", m_window->height() / 4, Qt::Vertical);
    makeRoomForGhosts();
}

/// At once it would be too early: behind another tab, or before the window is laid out, the panel has no
/// height of its own yet.
void Layouts::makeRoomForGhosts()
{
    QTimer::singleShot(0, this, [this] {
        QDockWidget* panel = m_docks->dock(id("ghosts"));
        QDockWidget* above = m_docks->dock(id("events"));
        const int room = panel->height() + above->height();
        if (const int wanted = std::min(room * 3 / 5, GhostsHeight); panel->height() < wanted)
            m_window->resizeDocks({above, panel}, {room - wanted, wanted}, Qt::Vertical);
    });
}

void Layouts::showReview(const QString& name)
{
    const QDockWidget* evidence = m_docks->dock(id("evidence"));
    const bool wasHidden = evidence->isHidden();
    const SettlingDocks settling(*m_window);
    m_docks->raise(name);
    if (wasHidden && !evidence->isHidden()) {
        resize("evidence", m_window->height() * 9 / 50, Qt::Vertical);
        makeRoomForReview();
    }
}

/// Wider, what is at the right would lie over the timeline, which has a least width.
int Layouts::widestRight() const
{
    const QDockWidget* timeline = m_docks->dock(id("timeline"));
    if (!timeline->isVisible() || timeline->isFloating())
        return m_window->width();
    int right = m_window->width() - m_window->style()->pixelMetric(QStyle::PM_DockWidgetSeparatorExtent);
    for (const QToolBar* bar : m_window->findChildren<QToolBar*>()) {
        if (m_window->toolBarArea(bar) == Qt::RightToolBarArea && bar->isVisible())
            right = std::min(right, bar->x());
    }
    return right - timeline->x() - timeline->minimumSizeHint().width();
}

void Layouts::makeRoomForReview()
{
    m_docks->reachDown(id("review"));
    const QDockWidget* review = m_docks->dock(id("review"));
    const int wanted = std::max(review->width(), m_window->width() * 9 / 25);
    const int widest = std::max(widestRight(), review->minimumSizeHint().width());
    resize("review", std::min(wanted, widest), Qt::Horizontal);
    resize("review", std::max(review->height(), m_window->height() * 11 / 20), Qt::Vertical);
}

} // namespace ghostline::app
