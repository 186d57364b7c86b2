// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The Ghosts dock: who races along, how they are laid on the runner, and the splits against one of them.
#include "app/gui/ghosts/ghost_set.h"
#include "app/gui/session/panel.h"

#include <QSet>

class QComboBox;
class QLabel;
class QTableView;
class QToolButton;

namespace ghostline::app {

class Actions;
class Banner;
class CopiedRuns;
class GhostListModel;
class SplitsModel;

class GhostsPanel final : public Panel
{
    Q_OBJECT
public:
    /// `actions` and `ghosts` outlive the panel.
    GhostsPanel(Actions* actions, GhostSet* ghosts, QWidget* parent = nullptr);

    /// `anyway`: also those of another world.
    void addRuns(const QStringList& paths, bool anyway);
    /// The ghost whose splits are shown; 0 when there is none.
    int selected() const { return m_selected; }
    void select(int id);

    QTableView* list() const { return m_list; }
    QTableView* splits() const { return m_splits; }
    Banner* worldNotice() const { return m_worldNotice; }
    Banner* copyNotice() const { return m_copyNotice; }
    QToolButton* alignmentButton(model::Alignment alignment) const;

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void onSessionChanged() override;
    void onThemeChanged() override;
    void refresh() override;
    void build();
    QLayout* buildVerbs();
    QLayout* buildAlignments();
    QLayout* buildActors();
    void buildNotices();
    void buildList();
    QLayout* buildSplits();
    void connectParts();
    void onGhostsChanged();
    void showSplits();
    void showActors();
    void fillActors(QComboBox* box, const model::ReplayInfo* info, model::ActorId chosen);
    void showAlignment();
    void showWorldNotice();
    void takeAnyway(int id);
    void showCopyNotice();
    void goToCopy();
    void goToSplit(const QModelIndex& at);
    void removeSelected();
    void fitList();

    Actions* m_actions;
    GhostSet* m_ghosts;
    CopiedRuns* m_copies;
    GhostListModel* m_listModel;
    SplitsModel* m_splitsModel;
    QTableView* m_list = nullptr;
    QTableView* m_splits = nullptr;
    QLabel* m_splitsTitle = nullptr;
    QComboBox* m_runnerBox = nullptr;
    QComboBox* m_actorBox = nullptr;
    QWidget* m_actorRow = nullptr;
    QToolButton* m_remove = nullptr;
    Banner* m_worldNotice;
    Banner* m_copyNotice;
    std::vector<std::pair<model::Alignment, QToolButton*>> m_alignments;
    RefreshThrottle* m_splitsThrottle;
    QSet<QString> m_anyway;                         ///< paths to be compared whatever world they are of
    std::shared_ptr<const model::RunTrack> m_split; ///< the runner as the splits have it
    int m_selected = 0;
    QSet<int> m_takenAnyway; ///< ghosts of another world that nobody is asked about any more
    int m_worldAsked = 0;    ///< the ghost that the notice asks about
};

} // namespace ghostline::app
