// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A narrow bar at one side of the window with a button for each panel of that side: in front, behind a tab,
// or put away.
#include <QToolBar>

#include <vector>

class QToolButton;

namespace ghostline::app {

/// What one button stands for.
struct RailEntry
{
    QString name; ///< of the dock
    QString title;
    QString icon;
    bool inSight = false;
    bool apart = false; ///< a gap before it: what stands below another part of the side
    friend bool operator==(const RailEntry&, const RailEntry&) = default;
};

class SideRail : public QToolBar
{
    Q_OBJECT
public:
    /// `fold` is on top: it folds the side.
    SideRail(const QString& title, QAction* fold, QWidget* parent);

    void show(const std::vector<RailEntry>& entries);

Q_SIGNALS:
    void chosen(const QString& name);

private:
    QToolButton* makeButton();

    std::vector<RailEntry> m_entries;
    std::vector<QAction*> m_made; ///< buttons and gaps, in their order
};

} // namespace ghostline::app
