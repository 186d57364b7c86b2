// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Findings about the whole replay, a table each: sorted, copied, exported; a click leads to where it
// happened.
#include "app/gui/session/panel.h"

class QAbstractItemView;
class QComboBox;
class QLabel;
class QTreeView;

namespace ghostline::app {

class AnalysisModel;

class AnalysisPanel final : public Panel
{
    Q_OBJECT
public:
    explicit AnalysisPanel(QWidget* parent = nullptr);

    AnalysisModel* model() const { return m_model; }

private:
    void onSessionChanged() override;
    void onThemeChanged() override;
    void build();
    QWidget* buildHead();
    void onIndexChanged();
    void showTable();
    void measureColumns();
    void fitColumns();
    void pointWhereClicksLead(QAbstractItemView& view);
    void showSelection();
    void activate(const QModelIndex& at);
    void copyAll() const;
    void showMenu(QPoint at);

    std::shared_ptr<const std::vector<model::AnalysisTable>> m_shown;
    AnalysisModel* m_model = nullptr;
    QTreeView* m_tree = nullptr;
    QComboBox* m_which = nullptr;
    QLabel* m_note = nullptr;
    std::vector<int> m_wanted; ///< width of each column's contents
};

} // namespace ghostline::app
