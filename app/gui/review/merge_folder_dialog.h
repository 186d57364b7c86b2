// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Merges the notes of another person's folder into those of one's own, and tells what became of each file.
#include "app/gui/jobs/job.h"
#include "model/codec/codec_registry.h"
#include "model/review/notes_folder.h"

#include <QDialog>

class QLabel;
class QProgressBar;
class QStandardItemModel;
class QTableView;

namespace ghostline::app {

/// Not modal, deletes itself when it closes; closing it ends the merging, and what was merged by then stays.
class MergeFolderDialog : public QDialog
{
    Q_OBJECT
public:
    /// Begins at once. `rules`: what they keep back is not told of.
    MergeFolderDialog(const QString& folder, const QString& other,
                      std::shared_ptr<const model::CodecRegistry> registry, const model::ReviewRules& rules,
                      QWidget* parent);

Q_SIGNALS:
    /// Into the notes of that recording.
    void mergedInto(const QString& recording, const QString& notes);
    void allMerged();

private:
    void build(const QString& folder, const QString& other);
    void list(const std::vector<model::MergedNotes>& all);
    void tellSum(const std::vector<model::MergedNotes>& all, const QString& problem);

    QStandardItemModel* m_model;
    QTableView* m_table = nullptr;
    QLabel* m_sum = nullptr;
    QProgressBar* m_busy = nullptr;
    Job m_job; ///< last member: joined before what it reports to
};

} // namespace ghostline::app
