// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Findings about the whole replay, a table each: sorted, copied, exported; a click leads to where it
// happened.
#include "app/gui/shell/replay_session.h"
#include "render/theme.h"

#include <QPointer>
#include <QWidget>

class QComboBox;
class QLabel;
class QStackedLayout;
class QTreeView;

namespace ghostline::app {

class AnalysisModel;

class AnalysisPanel : public QWidget
{
    Q_OBJECT
public:
    explicit AnalysisPanel(QWidget* parent = nullptr);
    ~AnalysisPanel() override;

    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);
    void setTheme(const render::Theme& theme);
    AnalysisModel* model() const { return m_model; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    QWidget* buildHead();
    void onIndexChanged();
    void showTable();
    void measureColumns();
    void fitColumns();
    void pointWhereClicksLead(QTreeView& view);
    void showSelection();
    void activate(const QModelIndex& at);
    void copyAll() const;
    void showMenu(QPoint at);
    void askExport();

    QPointer<ReplaySession> m_session;
    std::shared_ptr<const std::vector<model::AnalysisTable>> m_shown;
    AnalysisModel* m_model = nullptr;
    QTreeView* m_tree = nullptr;
    QComboBox* m_which = nullptr;
    QLabel* m_note = nullptr;
    QLabel* m_nothing = nullptr;
    QLabel* m_absent = nullptr; ///< in place of everything: why there is nothing
    QStackedLayout* m_pages = nullptr;
    std::vector<int> m_wanted; ///< width of each column's contents
};

} // namespace ghostline::app
