// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is known of the file itself: facts, metadata, problems, integrity, hash.
#include "app/gui/shell/replay_session.h"
#include "render/theme.h"

#include <QPointer>
#include <QWidget>

class QAbstractItemModel;
class QLabel;
class QProgressBar;
class QPushButton;
class QSortFilterProxyModel;
class QStackedLayout;
class QTableView;
class QTabWidget;
class QTreeView;

namespace ghostline::app {

class BackgroundJob;
class FactsModel;
class ProblemsModel;
class VerdictsModel;

class InfoPanel : public QWidget
{
    Q_OBJECT
public:
    explicit InfoPanel(QWidget* parent = nullptr);
    ~InfoPanel() override;

    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);
    void setTheme(const render::Theme& theme);
    /// Brings the list of problems to the front (the status line's count leads here).
    void showProblems();

Q_SIGNALS:
    /// A problem or verdict that has a frame was clicked; the session has been sent there.
    void diagnosticActivated(qint64 frame);

private:
    void build();
    QWidget* buildFacts();
    QWidget* buildProblems();
    QWidget* buildIntegrity();
    QTableView* makeTable(QAbstractItemModel* model, const QString& name, int sortRole, int stretch);
    void onIndexChanged();
    void activate(const QModelIndex& at, int frameRole);
    void toggleVerify();
    void toggleHash();
    void showHash(const QString& text, bool known);

    QPointer<ReplaySession> m_session;
    FactsModel* m_facts = nullptr;
    ProblemsModel* m_problems = nullptr;
    VerdictsModel* m_verdicts = nullptr;
    BackgroundJob* m_verifyJob = nullptr;
    BackgroundJob* m_hashJob = nullptr;
    QTabWidget* m_tabs = nullptr;
    QTreeView* m_factsView = nullptr;
    QTableView* m_problemsView = nullptr;
    QLabel* m_noProblems = nullptr;
    QTableView* m_verdictsView = nullptr;
    QLabel* m_verdictNote = nullptr;
    QProgressBar* m_verifyProgress = nullptr;
    QPushButton* m_verify = nullptr;
    QLabel* m_hash = nullptr;
    QPushButton* m_hashButton = nullptr;
    QStackedLayout* m_pages = nullptr;
    bool m_opened = false; ///< the facts tree was unfolded for this replay
};

} // namespace ghostline::app
