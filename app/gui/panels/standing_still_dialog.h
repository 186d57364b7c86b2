// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who stood still, where and for how long: a list beside the window that leads to each of them.
#include "app/gui/session/replay_session.h"
#include "model/metrics/standing_still.h"

#include <QDialog>
#include <QPointer>

class QDoubleSpinBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSortFilterProxyModel;
class QStandardItemModel;
class QTableView;

namespace ghostline::app {

class Job;

class StandingStillDialog : public QDialog
{
    Q_OBJECT
public:
    explicit StandingStillDialog(QWidget* parent = nullptr);
    ~StandingStillDialog() override;

    /// null = no replay open: the list is emptied and closed. Not owned.
    void setSession(ReplaySession* session);
    /// Shows the window and searches, unless that was done for this recording.
    void present();

private:
    enum Column { WhoColumn, StartColumn, LengthColumn, PlaceColumn, ColumnCount };

    void build();
    void search();
    void fill(const std::vector<model::StandingStill>& found);
    void activate(const QModelIndex& at);

    QPointer<ReplaySession> m_session;
    Job* m_job;
    QStandardItemModel* m_model;
    QSortFilterProxyModel* m_sorted;
    QDoubleSpinBox* m_length = nullptr;
    QDoubleSpinBox* m_radius = nullptr;
    QPushButton* m_search = nullptr;
    QProgressBar* m_progress = nullptr;
    QLabel* m_note = nullptr;
    QTableView* m_table = nullptr;
    std::uint64_t m_searched = 0; ///< revision of the index the list was made from; 0 = none
};

} // namespace ghostline::app
