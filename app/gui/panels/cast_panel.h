// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who takes part: teams over actors, with visibility, follow and a filter; the selection is the session's.
#include "app/gui/session/panel.h"

#include <QSet>

class QLabel;
class QLineEdit;
class QMenu;
class QSortFilterProxyModel;
class QTreeView;

namespace ghostline::app {

class CastModel;

class CastPanel final : public Panel
{
    Q_OBJECT
public:
    explicit CastPanel(QWidget* parent = nullptr);

Q_SIGNALS:
    /// The camera is to take the place of somebody who looks.
    void eyesRequested(ghostline::model::ActorId actor);
    /// The two are to be shown side by side; `b` may be None: with whom is chosen there.
    void compareRequested(ghostline::model::ActorId a, ghostline::model::ActorId b);

private:
    void onSessionChanged() override;
    void onThemeChanged() override;
    void connectView();
    void onIndexChanged();
    void onClicked(const QModelIndex& at);
    void toggleFollow(model::ActorId actor);
    void showSelection();
    void setFilter(const QString& text);
    void restoreExpansion();
    void restoreExpansionBelow(const QModelIndex& under);
    void showFrame();
    QMenu* makeMenu();
    std::vector<model::ActorId> selectedActors() const;

    CastModel* m_model = nullptr;
    QSortFilterProxyModel* m_proxy = nullptr;
    QTreeView* m_tree = nullptr;
    QLineEdit* m_filter = nullptr;
    QLabel* m_nobody = nullptr; ///< why the tree is empty
    QSet<int> m_known;          ///< groups whose first expansion was decided
    QSet<int> m_expanded;       ///< groups open while no filter is set
    bool m_quiet = false;       ///< the tree changes by our own hand: no selection is to follow from it
};

} // namespace ghostline::app
