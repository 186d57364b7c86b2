// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Arrangements of the window: how one is saved, restored and put back, those that come with the program, and
// how docks make room for one that is asked for.
#include "app/gui/settings/layout_store.h"

#include <QObject>
#include <QSize>

#include <array>

class QMainWindow;

namespace ghostline::app {

class Actions;
class Docks;
class LayoutMenu;
class ViewArea;
struct ShippedLayout;

class Layouts : public QObject
{
    Q_OBJECT
public:
    /// The docks stand as they shall when nothing was saved. All three outlive it.
    Layouts(QMainWindow* window, Docks* docks, ViewArea* area);
    void bind(Actions& actions, LayoutMenu* menu);

    /// No name = the last one.
    void save(const QString& name = {});
    /// False, and nothing changes, when none was saved or it cannot be used.
    bool restore(const QString& name = {});
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
    Layout current();
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
    bool m_defaultSizesDue = true;
    bool m_fitsTimeline = true; ///< it is as high as its lanes until somebody makes it another height
    bool m_growing = false;
    QSize m_grownTo;                  ///< of the window, for which the docks have their sizes
    std::array<double, 2> m_shares{}; ///< of the window's width: left and right docks
};

} // namespace ghostline::app
