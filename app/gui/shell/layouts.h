// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Arrangements of the window: how one is saved, restored and put back, the one of each format, those that
// come with the program, and how docks make room for one that is asked for.
#include "app/gui/settings/layout_store.h"

#include <QObject>
#include <QSize>
#include <QStringList>

#include <array>
#include <optional>

class QMainWindow;

namespace ghostline::app {

class Actions;
class Docks;
class LayoutMenu;
class ReplaySession;
class ViewArea;
struct ShippedLayout;

class Layouts : public QObject
{
    Q_OBJECT
public:
    /// The docks stand as they shall when nothing was saved. All three outlive it.
    Layouts(QMainWindow* window, Docks* docks, ViewArea* area);
    void bind(Actions& actions, LayoutMenu* menu);

    /// To be told before the panels are: they forget with the recording what the layout remembers. Another
    /// format than the last one's brings back what was last seen with it, at first the way it is without
    /// anything saved. The docks are not shown meanwhile.
    void setSession(ReplaySession* session);
    /// No name = the last one, of the format that is open, too.
    void save(const QString& name = {});
    /// False, and nothing changes, when none was saved or it cannot be used. No name = the last one of the
    /// format that is open.
    bool restore(const QString& name = {});
    /// Sides that are folded come back; what was saved for the format is forgotten, too.
    void reset();
    /// The docks come back as they were, or go until they are wanted again.
    void setDocksShown(bool shown);

    void showPlots();
    void showGhosts();
    void showDelta();
    /// "review" or "evidence".
    void showReview(const QString& name);
    /// Flags and verdict are to be seen whole while the evidence is open.
    void makeRoomForReview();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    int widestRight() const;
    Layout current();
    void rememberPanels(Layout& layout) const;
    std::optional<Layout> saved(const QString& name) const;
    void take(const Layout& layout);
    void takeDefault();
    void bringHome();
    void settle();
    void bindSides(Actions& actions);
    void applyDefaultSizes();
    void fitTimeline();
    void grow();
    void noteShares();
    void applyShipped(const ShippedLayout& layout);
    void makeRoomForGhosts();
    void resize(const char* dock, int pixels, Qt::Orientation orientation);

    QMainWindow* m_window;
    Docks* m_docks;
    ViewArea* m_area;
    QByteArray m_default;
    QByteArray m_hidden; ///< the arrangement while the docks are not shown
    QString m_format;    ///< codec id of what the arrangement was last seen with; empty = of nothing yet
    std::optional<Layout> m_left; ///< while no recording is open: what the panels said before they forgot
    QStringList m_going;          ///< panels in sight that go along from recording to recording
    bool m_switched = false;      ///< the arrangement that waits is another format's
    bool m_defaultSizesDue = true;
    bool m_fitsTimeline = true; ///< it is as high as its lanes until somebody makes it another height
    bool m_growing = false;
    QSize m_grownTo;                  ///< of the window, for which the docks have their sizes
    std::array<double, 2> m_shares{}; ///< of the window's width: left and right docks
};

} // namespace ghostline::app
