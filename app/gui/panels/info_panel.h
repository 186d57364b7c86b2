// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is known of the file itself: facts, metadata, problems, integrity, hash.
#include "app/gui/session/panel.h"

class QAbstractItemModel;
class QLabel;
class QProgressBar;
class QPushButton;
class QSortFilterProxyModel;
class QTableView;
class QTabWidget;
class QTreeView;

namespace ghostline::app {

class Job;
class FactsModel;
class ProblemsModel;
class VerdictsModel;

class InfoPanel final : public Panel
{
    Q_OBJECT
public:
    explicit InfoPanel(QWidget* parent = nullptr);
    ~InfoPanel() override;

    /// Brings what is wrong to the front: the list of problems, or that of checks where only one of those
    /// failed. The status line's count and the banner lead here.
    void showProblems();

Q_SIGNALS:
    /// A problem or verdict that has a frame was clicked; the session has been sent there.
    void diagnosticActivated(qint64 frame);

private:
    void onSessionChanged() override;
    void onThemeChanged() override;
    void build();
    QWidget* buildFacts();
    QWidget* buildProblems();
    QWidget* buildIntegrity();
    QTableView* makeTable(QAbstractItemModel* model, const QString& name, int sortRole, int stretch);
    void onIndexChanged();
    void showMap();
    void activate(const QModelIndex& at, int frameRole);
    void toggleVerify();
    void showIntegrity();
    void toggleHash();
    void showHash(const QString& text, bool known);

    FactsModel* m_facts = nullptr;
    ProblemsModel* m_problems = nullptr;
    VerdictsModel* m_verdicts = nullptr;
    Job* m_hashJob = nullptr;
    QTabWidget* m_tabs = nullptr;
    QTreeView* m_factsView = nullptr;
    QTableView* m_problemsView = nullptr;
    QTableView* m_verdictsView = nullptr;
    QLabel* m_verdictNote = nullptr;
    QProgressBar* m_verifyProgress = nullptr;
    QPushButton* m_verify = nullptr;
    QLabel* m_hash = nullptr;
    QPushButton* m_hashButton = nullptr;
    bool m_opened = false; ///< the facts tree was unfolded for this replay
};

} // namespace ghostline::app
