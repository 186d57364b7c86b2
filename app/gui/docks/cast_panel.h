// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who takes part: teams over actors, with visibility, follow and a filter; the selection is the session's.
#include "app/gui/shell/replay_session.h"
#include "render/theme.h"

#include <QPointer>
#include <QSet>
#include <QWidget>

class QLabel;
class QLineEdit;
class QSortFilterProxyModel;
class QStackedLayout;
class QTreeView;

namespace ghostline::app {

class CastModel;

class CastPanel : public QWidget
{
    Q_OBJECT
public:
    explicit CastPanel(QWidget* parent = nullptr);
    ~CastPanel() override;

    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);
    void setTheme(const render::Theme& theme);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void connectView();
    void onIndexChanged();
    void onClicked(const QModelIndex& at);
    void toggleFollow(model::ActorId actor);
    void showSelection();
    void setFilter(const QString& text);
    void restoreExpansion();
    void showMenu(QPoint at);
    std::vector<model::ActorId> selectedActors() const;

    QPointer<ReplaySession> m_session;
    CastModel* m_model = nullptr;
    QSortFilterProxyModel* m_proxy = nullptr;
    QTreeView* m_tree = nullptr;
    QLineEdit* m_filter = nullptr;
    QLabel* m_nobody = nullptr; ///< why the tree is empty
    QStackedLayout* m_pages = nullptr;
    QSet<int> m_known;    ///< groups whose first expansion was decided
    QSet<int> m_expanded; ///< groups open while no filter is set
    bool m_quiet = false; ///< the tree changes by our own hand: no selection is to follow from it
};

} // namespace ghostline::app
