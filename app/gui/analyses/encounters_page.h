// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who came near whom, or touched.
#include "app/gui/analyses/analysis_page.h"

class QCheckBox;
class QComboBox;
class QStandardItemModel;
class QTableView;

namespace ghostline::app {

class EncountersPage : public AnalysisPage
{
    Q_OBJECT
public:
    explicit EncountersPage(QWidget* parent = nullptr);

protected:
    void onSessionChanged() override;
    Search search() override;
    int question() const override;
    void showFound(const Found& found) override;

private:
    enum Who { Everyone, Players, Opponents, Selected };
    enum Column {
        AtColumn,
        WhoColumn,
        GapColumn,
        DistanceColumn,
        CollisionColumn,
        EncroachmentColumn,
        ColumnCount
    };
    void fitKind();
    void buildTable();
    void goTo(const QModelIndex& at);

    QComboBox* m_kind;
    QDoubleSpinBox* m_radius;
    QDoubleSpinBox* m_release;
    QDoubleSpinBox* m_length;
    QComboBox* m_who;
    QCheckBox* m_estimates;
    QStandardItemModel* m_model = nullptr;
    QTableView* m_table = nullptr;
};

} // namespace ghostline::app
