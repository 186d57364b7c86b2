// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The runs of a folder to choose ghosts from; the list fills while it is being read.
#include "app/gui/ghosts/folder_runs.h"
#include "app/gui/jobs/job.h"

#include <QDialog>

class QLabel;
class QProgressBar;
class QPushButton;
class QSortFilterProxyModel;
class QStandardItemModel;
class QTableView;

namespace ghostline::app {

class GhostFolderDialog : public QDialog
{
    Q_OBJECT
public:
    enum Column { NameColumn, TimeColumn, OutcomeColumn, RecordedColumn, VersionColumn, ColumnCount };

    /// `mine`: what the open replay says of itself; its own file `minePath` is left out.
    GhostFolderDialog(std::shared_ptr<const model::CodecRegistry> registry,
                      std::shared_ptr<const model::ReplayInfo> mine, QString minePath,
                      QWidget* parent = nullptr);
    ~GhostFolderDialog() override;

    /// Lists another folder.
    void list(const QString& folder);
    QTableView* table() const { return m_table; }
    QPushButton* addButton() const { return m_add; }
    bool reading() const { return m_job.running(); }

Q_SIGNALS:
    /// `anyway`: some of them are of another world, and that was said.
    void runsChosen(const QStringList& paths, bool anyway);

private:
    void build();
    void addRun(const FolderRun& run);
    void choose();
    void updateButton();
    void finish(int skipped, const QString& trouble);

    std::shared_ptr<const model::CodecRegistry> m_registry;
    std::shared_ptr<const model::ReplayInfo> m_mine;
    QString m_minePath;
    QStandardItemModel* m_model;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_table = nullptr;
    QProgressBar* m_progress = nullptr;
    QLabel* m_note = nullptr;
    QPushButton* m_add = nullptr;
    int m_folder = 0; ///< counts the folders listed: runs of an earlier one come too late
    Job m_job;        ///< last member: its threads end before what they report to
};

} // namespace ghostline::app
