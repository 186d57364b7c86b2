// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The docks of the window, made and placed as the table of panels says.
#include "app/gui/shell/panel_table.h"

#include <QDockWidget>
#include <QLayout>
#include <QMainWindow>
#include <QPointer>
#include <QStringList>
#include <QTimer>

#include <array>
#include <vector>

namespace ghostline::app {

/// While docks are put in their places their layout asks for more height than it needs in the end, and the
/// window would take it for good: it may not until this goes.
class SettlingDocks
{
public:
    explicit SettlingDocks(const QMainWindow& window) : m_layout(window.layout())
    {
        m_layout->setSizeConstraint(QLayout::SetNoConstraint);
    }
    ~SettlingDocks() { m_layout->setSizeConstraint(QLayout::SetDefaultConstraint); }
    SettlingDocks(const SettlingDocks&) = delete;
    SettlingDocks& operator=(const SettlingDocks&) = delete;

private:
    QLayout* m_layout;
};

class DockTitle;
class SideRail;

/// The sides of the window that can be folded away.
enum class DockSide : std::size_t { Left, Right, Bottom };

class Docks : public QObject
{
    Q_OBJECT
public:
    Docks(QMainWindow* window, const PanelParts& parts);

    /// By the name in the table; null = there is none.
    QDockWidget* dock(const QString& name) const;
    const std::vector<QDockWidget*>& all() const { return m_docks; }
    /// The panel of that class; every panel has one of its own.
    template<typename Derived>
    Derived* panel() const
    {
        for (Panel* panel : m_panels) {
            if (auto* found = qobject_cast<Derived*>(panel))
                return found;
        }
        return nullptr;
    }

    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);
    void setTheme(const render::Theme& theme);
    /// Gives those verbs that bring a panel up, and that nobody else has bound, their meaning.
    void bindVerbs();
    void raise(const QString& name);
    /// Puts a side away, all but its rail, or brings it back as it was. The timeline always stays.
    void fold(DockSide side, bool folded);
    /// No side is folded any more; its panels come back with the next arrange().
    void forgetFolds();
    bool folded(DockSide side) const { return m_folded[static_cast<std::size_t>(side)]; }
    /// The side that the panel stands on goes on beside the timeline, to the bottom of the window: what is
    /// open down there takes no height from it.
    void reachDown(const QString& name);
    void hideAll();
    /// The keyboard goes to the next of the panels that can be seen and of `middle`, which comes before them.
    void focusNext(QWidget* middle, int delta);

    /// As QMainWindow::saveState(), with the panels that are only put away for this recording.
    QByteArray arrangement();
    /// False, and nothing changes, when it cannot be used.
    bool arrange(const QByteArray& state);
    /// Whether docks are in sight at all: while they are not, none is brought up or put away.
    void setShown(bool shown);
    bool shown() const { return m_shown; }

Q_SIGNALS:
    /// A side was folded or came back.
    void foldsChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Why a panel is kept from being seen although the arrangement has it.
    enum Kept : unsigned {
        Unused = 1, ///< the recording has nothing for it
        Folded = 2, ///< its side is folded
        Idle = 4    ///< it has nothing to show before somebody is selected
    };
    void place(const PanelSpec& spec, QDockWidget* dock);
    void makeRails();
    void keep(std::size_t row, Kept why, bool kept);
    void release(std::size_t row);
    void refold(DockSide side);
    std::size_t rowOf(const QString& name) const;
    bool standsOn(std::size_t row, DockSide side) const;
    bool isInSight(std::size_t row) const;
    void fit();
    void fitOne(std::size_t row);
    void fitIdle();
    void raiseSubstitute();
    void onTabChosen(QDockWidget* chosen);
    void choose(const QString& name);
    void follow();
    void followTitles();
    void followRails();

    QMainWindow* m_window;
    Actions* m_actions;
    QPointer<ReplaySession> m_session;
    // One for each row of the table.
    std::vector<Panel*> m_panels;
    std::vector<QDockWidget*> m_docks;
    std::vector<DockTitle*> m_titles;
    std::vector<unsigned> m_kept; ///< flags of Kept
    std::array<SideRail*, 2> m_rails{};
    std::array<bool, 3> m_folded{};
    std::array<QStringList, 3> m_fronts; ///< of a folded side: what was in front of its tabs
    QTimer m_follow;                     ///< titles and rails follow once for many changes
    QString m_inInspectorsPlace = QStringLiteral("inspector"); ///< the tab that was chosen there last
    bool m_fitting = false;
    bool m_shown = false;
};

} // namespace ghostline::app
