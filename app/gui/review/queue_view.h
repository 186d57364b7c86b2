// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The recordings of a folder that wait for review: filled in the background, sorted, filtered, opened.
#include "app/gui/review/queue_reader.h"
#include "render/theme.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;
class QTableView;
class QToolButton;

namespace ghostline::app {

class Actions;
class ElidedLabel;
class QueueFilter;
class QueueModel;

class QueueView : public QWidget
{
    Q_OBJECT
public:
    explicit QueueView(Actions* actions, QWidget* parent = nullptr);

    void setTheme(const render::Theme& theme);
    void openFolder(const QString& folder, std::shared_ptr<const model::CodecRegistry> registry,
                    const model::Options& options);
    const QString& folder() const { return m_folder; }
    bool reading() const { return m_reader.running(); }
    /// Which of them is open now; empty = none.
    void setOpenPath(const QString& path);
    /// Opens the next (1) or previous (-1) one that can be opened, in the order shown.
    void step(int delta);
    /// What is said of a file has changed.
    void setSidecar(const QString& path, const model::Sidecar& sidecar);
    const QueueModel& model() const { return *m_model; }

Q_SIGNALS:
    void openRequested(const QString& path);
    void countChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build(Actions* actions);
    QTableView* buildTable();
    void showState();
    void openAt(const QModelIndex& shown);
    const model::ReviewedFile* fileAt(const QModelIndex& shown) const;

    QString m_folder;
    QString m_openPath;
    QString m_problem;
    QueueModel* m_model = nullptr;
    QueueFilter* m_filter = nullptr;
    QTableView* m_table = nullptr;
    QLineEdit* m_text = nullptr;
    QCheckBox* m_onlyOpen = nullptr;
    ElidedLabel* m_state = nullptr;
    QToolButton* m_stop = nullptr;
    QLabel* m_empty = nullptr;
    QueueReader m_reader; ///< last member: ends before what it reports to
};

} // namespace ghostline::app
