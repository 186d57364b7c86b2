// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which runs of a folder are the same one, frame for frame; the list fills while they are being read.
#include "app/gui/jobs/job.h"
#include "model/codec/codec_registry.h"
#include "model/compare/copies_among.h"

#include <QDialog>

class QProgressBar;
class QSortFilterProxyModel;
class QStandardItemModel;
class QTableView;

namespace ghostline::app {

class ElidedLabel;

class CopiesDialog : public QDialog
{
    Q_OBJECT
public:
    enum Column {
        RunColumn,
        FromColumn,
        OtherColumn,
        OtherFromColumn,
        LengthColumn,
        MetresColumn,
        ColumnCount
    };

    explicit CopiesDialog(std::shared_ptr<const model::CodecRegistry> registry, QWidget* parent = nullptr);
    ~CopiesDialog() override;

    void look(const QString& folder);
    QTableView* table() const { return m_table; }
    bool reading() const { return m_job.running(); }

Q_SIGNALS:
    /// To be seen beside each other.
    void pairChosen(const QString& path, const QString& other);

private:
    struct Copy
    {
        QString path;
        QString other;
        model::Micros from{};
        model::Micros otherFrom{};
        model::Micros length{};
        double metres = 0.0;
        QString unit;
    };
    class Reading;

    void build();
    void addCopy(const Copy& copy);
    void finish(int runs, int unreadable, const QString& trouble);

    std::shared_ptr<const model::CodecRegistry> m_registry;
    QStandardItemModel* m_model;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_table = nullptr;
    QProgressBar* m_progress = nullptr;
    ElidedLabel* m_note = nullptr;
    int m_folder = 0; ///< counts the folders: copies of an earlier one come too late
    Job m_job;        ///< last member: its threads end before what they report to
};

} // namespace ghostline::app
